"""A list answer is a table that can be sorted, and its papers can be saved for other programs."""

from __future__ import annotations

import csv
import json
from pathlib import Path
from typing import Any

import bibtexparser
import pytest
from markdown_it import MarkdownIt
from page_samples import answer, paper
from page_visits import Visitor

from assistant import Assistant
from assistant.types import CitedPaper
from assistant.ui.table import listing

BACKDOORS = "Which papers study backdoor attacks?"


def column(page: Any, name: str) -> list[str]:
    return page.locator(f".papers.fitting tbody .{name}").all_inner_texts()


def test_a_list_is_a_table_of_all_its_papers_with_the_borderline_ones_apart(visit: Visitor, address: str, opened: Assistant) -> None:
    made = opened.ask(BACKDOORS)
    seen = visit(address)
    shown = seen.ask(BACKDOORS)
    assert column(seen.page, "paper") == [source.paper.label for source in made.papers]
    assert shown.locator(".papers.borderline tbody .paper").all_inner_texts() == [source.paper.label for source in made.borderline]
    assert made.borderline
    for n, why in enumerate(column(seen.page, "why"), 1):
        quote = next(citation.quote for citation in made.citations if citation.n == n)
        assert why == f"{' '.join(quote.split())} [{n}]"
    assert all(0 < int(text.removesuffix("%")) <= 100 for text in column(seen.page, "confidence"))
    assert column(seen.page, "decision")[0].startswith(made.papers[0].paper.decision)
    assert f"{len(made.papers)} of the {made.looked_at} papers" in shown.inner_text()
    assert f"of {made.looked_at} looked at" in shown.locator("caption").first.text_content()


@pytest.mark.parametrize("way", ["click", "Enter"])
def test_a_heading_sorts_its_table_up_and_down_and_leaves_the_other_alone(visit: Visitor, address: str, way: str) -> None:
    seen = visit(address)
    seen.ask(BACKDOORS)
    apart = seen.page.locator(".papers.borderline tbody .paper").all_inner_texts()
    before = column(seen.page, "paper")
    for name, key in (("paper", str.casefold), ("confidence", lambda text: int(text.removesuffix("%"))), ("decision", str.casefold)):
        button = seen.page.locator(f".papers.fitting th.{name} button")
        for direction in ("ascending", "descending"):
            if way == "click":
                button.click()
            else:
                button.focus()
                seen.page.keyboard.press("Enter")
            assert seen.page.locator(f".papers.fitting th[aria-sort={direction}]").inner_text().startswith(name.title())
            keys = [key(text) for text in column(seen.page, name)]
            assert keys == sorted(keys, reverse=direction == "descending")
    assert sorted(column(seen.page, "paper")) == sorted(before)
    assert seen.page.locator(".papers.borderline tbody .paper").all_inner_texts() == apart


def test_a_marker_in_a_sorted_table_still_opens_its_card(visit: Visitor, address: str) -> None:
    seen = visit(address)
    seen.ask(BACKDOORS)
    seen.page.locator(".papers.fitting th.paper button").click()
    row = seen.page.locator(".papers.fitting tbody tr").first
    row.locator("a.cite").click()
    assert seen.page.locator("#sources .card[open] .title").inner_text() == row.locator(".paper").inner_text()


def saved(page: Any, form: str, folder: Path) -> Path:
    with page.expect_download() as waiting:
        page.locator(f".answer .export[value={form}]").last.click()
    path = folder / waiting.value.suggested_filename
    waiting.value.save_as(path)
    return path


def test_the_papers_of_an_answer_are_saved_in_every_form(visit: Visitor, address: str, opened: Assistant, tmp_path: Path) -> None:
    seen = visit(address, accept_downloads=True)
    seen.ask("Which papers study membership inference?")
    seen.ask(BACKDOORS)
    made = opened.ask(BACKDOORS)
    titles = [source.paper.title for source in (*made.papers, *made.borderline)]
    with saved(seen.page, "csv", tmp_path).open(encoding="utf-8-sig", newline="") as file:
        assert [line["title"] for line in csv.DictReader(file)] == titles
    assert [each["title"] for each in json.loads(saved(seen.page, "json", tmp_path).read_text("utf-8"))["papers"]] == titles
    assert len(bibtexparser.parse_string(saved(seen.page, "bibtex", tmp_path).read_text("utf-8")).entries) == len(titles)
    rows = MarkdownIt("commonmark").enable("table").parse(saved(seen.page, "markdown", tmp_path).read_text("utf-8"))
    assert sum(token.type == "tr_open" for token in rows) == len(titles) + 2
    assert {path.suffix for path in tmp_path.iterdir()} == {".csv", ".json", ".bib", ".md"}


def test_what_a_script_sends_for_an_answer_that_is_not_there_saves_nothing(visit: Visitor, address: str) -> None:
    seen = visit(address)
    seen.ask(BACKDOORS)
    seen.page.evaluate("document.addEventListener('assistant:file', () => { window.saved = true })")
    for sent in ({"answer": "answer-other", "form": "csv"}, {"form": "exe"}, None, 3, {"answer": {"a": 1}, "form": []}):
        seen.page.evaluate("sent => window.assistantBridge.send('download', sent)", sent)
    seen.page.wait_for_timeout(1000)
    assert seen.page.evaluate("window.saved") is None


def test_a_text_whose_lists_do_not_fit_its_papers_is_shown_as_written() -> None:
    papers = [paper("Text.", id="p1"), paper("Text.", id="p2")]
    assert listing(answer("2 fit:\n\n1. **A** [1]", papers, kind="list"), {}) is None
    assert listing(answer("2 fit:\n\n1. **A** [1]\n2. **B** [2]", papers, kind="list"), {1: "A", 2: "B"}) is not None
    assert listing(answer("None fit.\n\n- **A** [1]", papers[:1], kind="list", abstained=True), {}) is None
    assert listing(answer("- **A** [1]", papers[:1]), {}) is None


def test_notes_and_the_pool_stay_around_the_tables() -> None:
    made = answer(
        "Of 900 papers, the 95 nearest to the question were scored.\n1 of the 95 papers fits:\n\n1. **A** [1]\n\n"
        "Borderline, shown apart:\n\n- **B** [2]\n\n_A note._",
        [paper("Text.")], kind="list", borderline=(CitedPaper(2, paper("Other.", id="p2"), 0.3),),
    )  # fmt: skip
    shown = listing(made, {1: "A", 2: "B"}) or ""
    texts = ("Of 900 papers", 'class="papers fitting"', "Borderline, shown", 'class="papers borderline"', "A note.")
    order = [shown.index(text) for text in texts]
    assert order == sorted(order)
