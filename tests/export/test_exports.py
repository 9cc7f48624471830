"""What an answer's papers become in other people's parsers: the same papers, and nothing that runs."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Sequence

import bibtexparser
import pytest
from markdown_it import MarkdownIt
from pylatexenc.latex2text import LatexNodes2Text

from assistant import Assistant
from assistant.export import FORMATS, export, exported_file
from assistant.types import Answer, CheckedClaim, Citation, CitedPaper, Paper, Source

MEMBERSHIP = "Which papers study membership inference?"

FORMULAS = ("=", "+", "-", "@", "\t=", "  =", "＝", "'=", "\n=")
# Each is once the title, an author, the venue, the decision and the reason of a paper.
TEXTS = {
    "plain": "A plain title",
    "non-ASCII": "Größe, naïveté — “哪些论文” ∇ 🦙",
    "LaTeX specials": r"50% of C_1 & C#: \textbf{x} ~ {a} ^ <b> | \input{/etc/passwd}",
    "an open brace": "A { that is never closed",
    "a closed brace": "A } that was never opened }}",
    "a trailing backslash": "ends in a backslash \\",
    "quotes": """She said "yes", he said 'no', `code`""",
    "lines": "first\r\nsecond\n\nthird\u2028fourth\ttabbed",
    "markup": "[x](javascript:alert(1)) ![y](https://evil.example/y.png) <script>alert(1)</script> **b** _i_ ~~s~~ a|b &lt; # #",
    "an entry of its own": "x}}\n@article{evil, title={y}}",
    "a semicolon; a comma, and another": "One; two, three and four",
    "a control character": "a\x00b\x1bc",
    "half a surrogate pair": "broken \udc80 text",
    **{f"a formula that begins with {start!r}": f"{start}cmd|' /C calc'!A0" for start in FORMULAS},
}  # fmt: skip


def seen(text: str) -> str:
    """The text as a parser may give it back: on one line, without what no text file can hold."""
    kept = "".join("\ufffd" if (ord(c) < 32 and not c.isspace()) or c in "\x1b\x7f" or "\ud800" <= c <= "\udfff" else c for c in text)
    return " ".join(kept.split())


def answer(texts: Sequence[str], **fields: object) -> Answer:
    papers = [
        Paper(
            f"p{n}", f"{text} It is an abstract.", Source("f.jsonl", n), text, text, (text, "Zoë Müller"), text, 2025, "Main", text,
            "https://openreview.net/forum?id=a_b%20c&d#e", "2503.03704",
        )
        for n, text in enumerate(texts, 1)
    ]  # fmt: skip
    quotes = [Citation(n, paper.id, paper.abstract, 0, len(paper.abstract), "supported") for n, paper in enumerate(papers, 1)]
    cited = [CitedPaper(n, paper, 0.9) for n, paper in enumerate(papers, 1)]
    values: dict[str, object] = {
        "id": "a1", "question": texts[0], "kind": "list", "text": "x", "abstained": False, "papers": tuple(cited[:-1]) or tuple(cited),
        "borderline": tuple(cited[-1:]) if len(cited) > 1 else (), "citations": tuple(quotes), "model": "extractive",
        "timings_ms": {}, "looked_at": 95, "claims": tuple(CheckedClaim(c.quote, (c.n,), (c,)) for c in quotes), **fields,
    }  # fmt: skip
    return Answer(**values)  # type: ignore[arg-type]


def entries(text: str) -> list[dict[str, str]]:
    library = bibtexparser.parse_string(text)
    assert not library.failed_blocks
    assert not library.strings
    assert not library.preambles
    return [{"key": entry.key, **{field.key: field.value for field in entry.fields}} for entry in library.entries]


# Commands of LaTeX's kernel that the reader of these tests does not know.
KERNEL = {
    r"\textbar{}": "|",
    r"\textless{}": "<",
    r"\textgreater{}": ">",
    r"\textasciicircum{}": "^",
    r"\textbraceleft{}": "\ue010",
    r"\textbraceright{}": "\ue011",
}


def plain(tex: str) -> str:
    for command, character in KERNEL.items():
        tex = tex.replace(command, character)
    return LatexNodes2Text(math_mode="verbatim").latex_to_text(tex).replace("\ue010", "{").replace("\ue011", "}")


MARKUP = {"image", "html_inline", "s_open", "em_open", "strong_open", "code_inline"}


def tables(text: str) -> tuple[list[list[str]], set[str]]:
    """The cells' texts of all tables, row by row, and what else than tables, text and the papers' own links there is."""
    tokens = MarkdownIt("commonmark").enable(["table", "strikethrough"]).parse(text)
    found: list[list[str]] = []
    others: set[str] = set()
    for token, before in zip(tokens[1:], tokens, strict=False):
        if token.type == "tr_open":
            found.append([])
        others |= {token.type} & {"html_block", "fence", "code_block"}
        if token.type == "inline":
            others |= {child.type for child in token.children or []} & {
                "image",
                "html_inline",
                "s_open",
                "em_open",
                "strong_open",
                "code_inline",
            }
            others |= {
                str(child.attrGet("href")) for child in token.children or []
                if child.type == "link_open" and not str(child.attrGet("href")).startswith(("https://openreview.net/", "https://arxiv.org/"))
            }  # fmt: skip
            if before.type in ("td_open", "th_open"):
                found[-1].append("".join(child.content for child in token.children or []))
    return found, others


@pytest.mark.parametrize("text", TEXTS.values(), ids=TEXTS)
def test_bibtex_gives_back_every_text_and_no_entry_of_its_own(text: str) -> None:
    found = entries(export(answer([text, "Other", text]), "bibtex"))
    assert len(found) == 3
    assert len({entry["key"] for entry in found}) == 3
    assert plain(found[0]["title"]) == seen(text)
    assert plain(found[0]["author"]).endswith(" and Zoë Müller")
    assert found[0]["url"] == "https://openreview.net/forum?id=a_b%20c&d#e"
    assert "borderline" in found[2]["note"]


def test_bibtex_keeps_a_formula_and_escapes_what_only_looks_like_one() -> None:
    texts = ["On $\\ell_0$ bounds", "It costs $5 and $10", "Bad $\\input{/etc/passwd}$", "Bad $}{$ braces"]
    made = export(answer(texts), "bibtex")
    assert "On $\\ell_0$ bounds" in made
    assert "costs \\$5 and \\$10" in made
    assert "\\input" not in made
    assert len(entries(made)) == 4


@pytest.mark.parametrize("text", TEXTS.values(), ids=TEXTS)
def test_csv_gives_back_every_text_and_no_cell_is_a_formula(text: str) -> None:
    lines = list(csv.DictReader(io.StringIO(export(answer([text, "Other"]), "csv"), newline="")))
    assert [line["borderline"] for line in lines] == ["no", "yes"]
    title = lines[0]["title"]
    assert title in (seen(text), f"'{seen(text)}")
    for line in lines:
        for cell in line.values():
            assert not cell.lstrip(' \t\r\n"').startswith(("=", "+", "-", "@", "＝", "＋", "－", "＠"))
            assert not cell.startswith("'") or cell[1:].lstrip(" '\"")[:1] in "=+-@＝＋－＠|%"


@pytest.mark.parametrize("text", TEXTS.values(), ids=TEXTS)
def test_markdown_gives_back_every_text_as_text(text: str) -> None:
    found, others = tables(export(answer([text, "Other"]), "markdown"))
    assert others == set()
    assert [row[0] for row in found] == ["#", "1", "#", "2"]
    assert found[1] == ["1", f"{seen(text)} (arXiv)", seen(f"{text} It is an abstract."), "90%", f"Main, {seen(text)}"]


@pytest.mark.parametrize("text", TEXTS.values(), ids=TEXTS)
def test_json_gives_back_every_text_exactly(text: str) -> None:
    found = json.loads(export(answer([text, "Other"]), "json"))
    assert found["question"] == text
    assert found["looked_at"] == 95
    assert found["papers"][0]["title"] == text
    assert found["papers"][0]["quotes"][0]["quote"] == f"{text} It is an abstract."
    assert [paper["borderline"] for paper in found["papers"]] == [False, True]


@pytest.mark.parametrize("form", FORMATS)
def test_no_export_carries_the_address_of_a_script(form: str) -> None:
    paper = Paper("p", "Text.", Source("f", 1), "T", "T", url="javascript:alert(1)", arxiv="javascript:alert(2)")
    made = export(answer(["T"], papers=(CitedPaper(1, paper, 0.5),)), form)  # type: ignore[arg-type]
    # JSON holds the record as it is; the others are read by programs that make links of addresses.
    assert ("javascript" in made) is (form == "json")


@pytest.mark.parametrize("form", FORMATS)
def test_every_text_can_be_saved_as_utf8(form: str) -> None:
    for text in TEXTS.values():
        exported_file(answer([text]), form).text.encode("utf-8")  # type: ignore[arg-type]


@pytest.mark.parametrize("form", FORMATS)
def test_an_answer_without_papers_is_an_empty_file_of_its_kind(form: str) -> None:
    made = export(answer(["T"], papers=(), citations=(), claims=()), form)  # type: ignore[arg-type]
    read = {"bibtex": entries, "csv": lambda t: list(csv.DictReader(io.StringIO(t))), "json": lambda t: json.loads(t)["papers"]}
    read["markdown"] = lambda t: tables(t)[0]
    assert read[form](made) == []


def test_all_four_hold_the_papers_of_a_real_list(opened: Assistant) -> None:
    made = opened.ask(MEMBERSHIP)
    titles = [source.paper.title for source in (*made.papers, *made.borderline)]
    assert len(titles) > 1
    assert [plain(entry["title"]) for entry in entries(export(made, "bibtex"))] == titles
    lines = list(csv.DictReader(io.StringIO(exported_file(made, "csv").text.encode().decode("utf-8-sig"), newline="")))
    assert [line["title"] for line in lines] == titles
    assert [row[1].removesuffix(" (arXiv)") for row in tables(export(made, "markdown"))[0] if row[0] != "#"] == titles
    papers = json.loads(export(made, "json"))["papers"]
    assert [paper["title"] for paper in papers] == titles
    for paper in papers:
        for quote in paper["quotes"]:
            assert opened.papers[paper["paper_id"]].abstract[quote["start"] : quote["end"]] == quote["quote"]
