"""Checked claims in their frame, in the asker's language; what is quoted stays as it is."""

from __future__ import annotations

import pytest

from assistant.answering.wording import claim_text, render
from assistant.languages import CODES, load_language, phrase
from assistant.types import CheckedClaim, Citation, Draft, Paper, Query, Source, Verified

PAPERS = {name: Paper(name, f"{name} text.", Source("f", n), f"On {name}") for n, name in enumerate(("owls", "bats", "newts"), 1)}
QUERY = Query("What?", "What?", "specific")
CHINESE = Query("什么？", "什么？", "specific", language="zh")


def claim(text: str, *numbers: int) -> CheckedClaim:
    return CheckedClaim(text, numbers, tuple(Citation(n, "owls", text, 0, len(text), "supported") for n in numbers))


def verified(*claims: CheckedClaim, order: tuple[str, ...] = ("owls", "bats", "newts")) -> Verified:
    return Verified(claims, order, 0, ())


def test_an_unknown_language_is_answered_in_english() -> None:
    assert phrase("xx", "nearest") == phrase("en", "nearest") != phrase("zh", "nearest")


def test_a_claim_ends_in_its_numbers_and_stays_on_one_line() -> None:
    assert claim_text(claim("Owls\n  hide.", 1, 3)) == "Owls hide. [1][3]"


def test_a_specific_answer_quotes_below_each_paper_s_title() -> None:
    text = render(
        QUERY, Draft("specific", ()), verified(claim("Owls hide.", 1), claim("Owls hunt.", 1), claim("Newts swim.", 3)), PAPERS, 9
    )
    assert text == "**On owls** [1]\n\n> Owls hide. [1]\n\n> Owls hunt. [1]\n\n**On newts** [3]\n\n> Newts swim. [3]"


def test_a_written_answer_is_its_claims() -> None:
    text = render(QUERY, Draft("specific", (), model="fake"), verified(claim("Owls hide.", 1), claim("Newts swim.", 3, 2)), PAPERS, 9)
    assert text == "Owls hide. [1]\n\nNewts swim. [3][2]"


def test_a_list_counts_numbers_and_shows_the_doubtful_apart() -> None:
    made = Draft("list", (), papers=("owls", "bats"), borderline=("newts",))
    text = render(QUERY, made, verified(claim("Owls hide.", 1), claim("Newts swim.", 3)), PAPERS, 9)
    assert text.splitlines() == [
        "2 of the 9 papers fit:",
        "",
        "1. **On owls** — Owls hide. [1]",
        "2. **On bats** [2]",
        "",
        "Borderline, shown apart:",
        "",
        "- **On newts** — Newts swim. [3]",
    ]
    chinese = render(CHINESE, made, verified(claim("Owls hide.", 1)), PAPERS, 9)
    assert chinese.startswith("9 篇论文中有 2 篇符合：")
    assert "Owls hide. [1]" in chinese
    assert load_language("zh").frame["borderline"] in chinese


def test_one_paper_fits_and_none_clearly_fits() -> None:
    one = render(QUERY, Draft("list", (), papers=("owls",)), verified(order=("owls",)), PAPERS, 9)
    none = render(QUERY, Draft("list", (), borderline=("owls",)), verified(order=("owls",)), PAPERS, 9)
    assert one.startswith("1 of the 9 papers fits:")
    assert none.startswith("None of the 9 papers clearly fits.")


@pytest.mark.parametrize(("query", "refused", "unsaid", "nearest"), [
    (QUERY, "The 9 papers do not answer this.", "The abstract of **On bats** [1] does not say this.", "Nearest papers:"),
    (CHINESE, "这 9 篇论文没有回答这个问题。", "**On bats** [1] 的摘要没有提到这一点。", "最接近的论文："),
])  # fmt: skip
def test_a_refusal_says_what_is_missing_and_names_the_nearest_papers(query: Query, refused: str, unsaid: str, nearest: str) -> None:
    made = Draft("specific", (), abstained=True, borderline=("bats", "owls"))
    below = ["", nearest, "", "- **On bats** [1]", "- **On owls** [2]"]
    checked = verified(order=("bats", "owls"))
    assert render(query, made, checked, PAPERS, 9).splitlines() == [refused, *below]
    on_topic = Draft("specific", (), abstained=True, on_topic=True, borderline=("bats", "owls"))
    assert render(query, on_topic, checked, PAPERS, 9).splitlines() == [unsaid, *below]
    alone = Draft("specific", (), abstained=True, on_topic=True)
    assert render(query, alone, verified(order=()), PAPERS, 9) == refused


@pytest.mark.parametrize("code", CODES)
def test_every_kind_of_answer_can_be_said_in_every_language_and_keeps_titles_and_quotes(code: str) -> None:
    query, checked = Query("?", "?", "list", language=code), verified(claim("Owls hide.", 1), claim("Newts swim.", 3))
    listed = render(query, Draft("list", (), papers=("owls", "bats"), borderline=("newts",)), checked, PAPERS, 9)
    unsaid = render(query, Draft("specific", (), abstained=True, on_topic=True, borderline=("bats",)), verified(order=("bats",)), PAPERS, 9)
    assert "1. **On owls** — Owls hide. [1]" in listed
    assert "2" in listed.splitlines()[0]
    assert "9" in listed.splitlines()[0]
    assert load_language(code).frame["borderline"] in listed
    assert "**On bats** [1]" in unsaid.splitlines()[0]
    assert not any(brace in listed + unsaid for brace in "{}")


def test_a_title_in_an_arabic_sentence_is_isolated_and_elsewhere_is_not() -> None:
    made = Draft("specific", (), abstained=True, on_topic=True, borderline=("bats",))
    arabic, french = (
        render(Query("?", "?", "specific", language=code), made, verified(order=("bats",)), PAPERS, 9) for code in ("ar", "fr")
    )
    assert "\u2068**On bats** [1]\u2069" in arabic
    assert not {"\u2068", "\u2069"} & set(french)
