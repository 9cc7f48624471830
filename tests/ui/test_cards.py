"""A source's card shows where the answer's quotes stand in the abstract."""

from __future__ import annotations

import html
import re

from page_samples import answer, paper

from assistant.types import Citation, CitedPaper
from assistant.ui.cards import cards, highlighted

ABSTRACT = "First one. Second <b>one</b> costs $5. Third one."


def cite(start: int, end: int, abstract: str = ABSTRACT) -> Citation:
    return Citation(1, "p1", abstract[start:end], start, end, "supported")


def marked(shown: str) -> list[str]:
    return [html.unescape(re.sub("<[^>]+>", "", inner)) for inner in re.findall(r"<mark[^>]*>(.*?)</mark>", shown, re.DOTALL)]


def test_the_highlighted_text_is_the_quote_itself() -> None:
    assert marked(highlighted(ABSTRACT, [cite(11, 38)])) == [ABSTRACT[11:38]]


def test_nothing_of_the_abstract_is_lost_around_the_quotes() -> None:
    shown = highlighted(ABSTRACT, [cite(0, 10), cite(39, 49)])
    assert html.unescape(re.sub("</?mark[^>]*>", "", shown)) == ABSTRACT
    assert marked(shown) == ["First one.", "Third one."]


def test_overlapping_quotes_are_one_highlight() -> None:
    assert marked(highlighted(ABSTRACT, [cite(0, 10), cite(0, 10), cite(6, 20)])) == [ABSTRACT[0:20]]


def test_a_quote_that_begins_inside_maths_shows_its_source() -> None:
    text = "so $a + b$ holds."
    assert marked(highlighted(text, [cite(6, 17, text)])) == ["+ b$ holds."]


def test_offsets_outside_the_abstract_do_no_harm() -> None:
    assert marked(highlighted("short", [cite(2, 99, "short"), cite(50, 60, "short")])) == ["ort"]


def test_a_card_names_authors_track_decision_and_links() -> None:
    made = paper(
        "Text.", authors=("Ann A", "Bo B"), track="Main", decision="poster", url="https://openreview.net/forum?id=x", arxiv="2503.03704"
    )
    shown = cards(answer("[1]", [made]))
    for part in (
        "Ann A, Bo B",
        "Main",
        "poster",
        'href="https://openreview.net/forum?id=x"',
        'href="https://arxiv.org/abs/2503.03704"',
        "seeds.txt, paper 3",
    ):
        assert part in shown


def test_a_script_address_of_a_paper_is_no_link() -> None:
    shown = cards(answer("[1]", [paper("Text.", url="javascript:alert(1)", arxiv="javascript:alert(2)")]))
    assert "<a" not in shown
    assert "javascript" not in shown


def test_borderline_papers_are_told_apart() -> None:
    made = answer("[1] [2]", [paper("Text.")], borderline=(CitedPaper(2, paper("Other.", id="p2"), 0.3),))
    assert cards(made).count("borderline") == 1


def test_an_answer_without_sources_has_no_cards() -> None:
    assert cards(answer("Nothing.")) == ""
