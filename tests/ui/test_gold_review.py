"""The page on which draft questions are reviewed, in a headless browser."""

from __future__ import annotations

import json
import os
import socket
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from page_visits import leaves_the_machine

from assistant.corpus import read_papers
from assistant_eval.drafting.storage import DraftFolder, draft_of
from assistant_eval.errors import GoldError
from assistant_eval.gold.corpus import Corpus
from assistant_eval.gold.questions import Nugget, Sentence
from assistant_eval.gold.reading import read_gold

PAPERS = [
    {"title": "Owls <3 & Dusk", "abstract": "Owls hunt at dusk. Owls hear mice under snow. Barns shelter owls."},
    {"title": "Mice in Barns", "abstract": "Mice hide under snow. Barns are warm."},
    {"title": "Snow", "abstract": "Snow falls. Snow melts."},
]


@pytest.fixture
def corpus(tmp_path: Path) -> Corpus:
    path = tmp_path / "barn.jsonl"
    path.write_text("".join(json.dumps(row) + "\n" for row in PAPERS), "utf-8")
    return Corpus.of(read_papers([path]))


@pytest.fixture
def book(tmp_path: Path, corpus: Corpus) -> DraftFolder:
    """A specific question, a list and a near miss."""
    made = DraftFolder(tmp_path / "drafts")
    made.start(corpus, tmp_path / "barn.jsonl")
    evidence = (Sentence("barn.jsonl#1", "Owls hunt at dusk."),)
    owls = {"relevant": ("barn.jsonl#1",), "evidence": evidence, "nuggets": (Nugget("dusk", True, (0,)),)}
    made.add([
        draft_of("specific", "finding", "When do owls hunt?", "test", **owls),
        draft_of("list", "topic", "Which papers are on barns?", "test", relevant=("barn.jsonl#1",), borderline=("barn.jsonl#2",)),
        draft_of("unanswerable", "near-miss", "How many owls were counted?", "detail: barn.jsonl#1"),
    ])  # fmt: skip
    return made


@pytest.fixture
def address(book: DraftFolder, corpus: Corpus, monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    monkeypatch.setitem(os.environ, "GRADIO_ANALYTICS_ENABLED", "False")
    from assistant_eval.drafting.page import start_review

    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    page = start_review(book, corpus, port)
    yield f"http://127.0.0.1:{port}"
    page.close(verbose=False)


@pytest.fixture
def tab(browser: Any, address: str) -> Iterator[Any]:
    """Opens the page in a new tab; at the end nothing may have been fetched from outside."""
    tabs, outside, errors = [], [], []

    def open_tab(width: int = 1440, height: int = 900) -> Any:
        context = browser.new_context(viewport={"width": width, "height": height})
        context.on("request", lambda request: outside.append(request.url) if leaves_the_machine(request.url) else None)
        page = context.new_page()
        page.on("pageerror", lambda error: errors.append(str(error)))
        page.goto(address)
        page.locator("#accept").wait_for()
        page.locator("body:not(.held)").wait_for()
        tabs.append(context)
        return page

    yield open_tab
    for context in tabs:
        context.close()
    assert (outside, errors) == ([], [])


def asked(page: Any, text: str) -> None:
    """Wait until the page shows this question, and it was there long enough to be decided."""
    page.wait_for_function("text => document.querySelector('#question textarea')?.value === text", arg=text)
    page.locator("body:not(.held)").wait_for()


def test_a_reviewer_corrects_and_accepts_with_the_keyboard_alone(tab: Any, book: DraftFolder, corpus: Corpus) -> None:
    page = tab()
    asked(page, "When do owls hunt?")
    page.locator("#question textarea").fill("At what time of day do owls hunt?")
    page.get_by_label("Owls hear mice under snow.").focus()
    page.keyboard.press("Space")
    page.locator("#question textarea").focus()
    page.keyboard.press("Control+Enter")
    asked(page, "Which papers are on barns?")
    assert "1 of 3" in page.locator("#progress").inner_text()
    page.locator(".paper").last.get_by_label("Neither").check()
    page.locator("#bar").focus()
    page.keyboard.press("a")
    asked(page, "How many owls were counted?")
    assert "Owls <3 & Dusk" in page.locator(".paper h3").first.inner_text()
    page.keyboard.press("r")
    page.locator("#finished").wait_for()
    gold = {question.kind: question for question in read_gold(corpus, book.folder / "gold").questions}
    assert gold["specific"].text == "At what time of day do owls hunt?"
    assert [item.quote for item in gold["specific"].evidence] == ["Owls hunt at dusk.", "Owls hear mice under snow."]
    assert (gold["list"].relevant, gold["list"].borderline) == (("barn.jsonl#1",), ())
    assert "unanswerable" not in gold
    assert [draft.status for draft in book.drafts()] == ["accepted", "accepted", "rejected"]


def test_typing_a_letter_into_a_field_decides_nothing(tab: Any, book: DraftFolder) -> None:
    page = tab()
    page.locator("#question textarea").press_sequentially("ars")
    page.wait_for_timeout(300)
    assert [draft.status for draft in book.drafts()] == ["draft"] * 3


@pytest.mark.parametrize("pause", [0, 60, 150, 300])
def test_a_key_pressed_twice_decides_only_the_draft_that_was_seen(tab: Any, book: DraftFolder, pause: int) -> None:
    page = tab()
    asked(page, "When do owls hunt?")
    page.locator("#bar").focus()
    page.keyboard.press("a")
    page.wait_for_timeout(pause)
    page.keyboard.press("a")
    page.wait_for_timeout(400)
    asked(page, "Which papers are on barns?")
    assert [draft.status for draft in book.drafts()] == ["accepted", "draft", "draft"]
    page.keyboard.press("a")
    asked(page, "How many owls were counted?")
    assert [draft.status for draft in book.drafts()] == ["accepted", "accepted", "draft"]


def test_a_decision_names_the_draft_that_is_on_the_screen(tab: Any, book: DraftFolder) -> None:
    page = tab()
    page.evaluate("document.querySelector('#shown').dataset.draft = 'another'")
    page.locator("#accept").click()
    page.locator("#notice [role=alert]").wait_for()
    assert "Nothing was decided" in page.locator("#notice").inner_text()
    assert [draft.status for draft in book.drafts()] == ["draft"] * 3


def test_a_second_tab_is_told_and_overwrites_nothing(tab: Any, book: DraftFolder) -> None:
    first, second = tab(), tab()
    first.locator("#reject").click()
    asked(first, "Which papers are on barns?")
    second.locator("#accept").click()
    second.locator("#notice [role=alert]").wait_for()
    assert "changed elsewhere" in second.locator("#notice").inner_text()
    assert [draft.status for draft in book.drafts()] == ["rejected", "draft", "draft"]


def test_what_breaks_a_rule_is_said_and_what_was_typed_stays(tab: Any, book: DraftFolder) -> None:
    page = tab()
    page.locator("#facts textarea").fill("")
    page.locator("#question textarea").fill("When is it?")
    page.locator("#accept").click()
    page.locator("#notice [role=alert]").wait_for()
    assert "vital nugget" in page.locator("#notice").inner_text()
    asked(page, "When is it?")
    assert book.drafts()[0].status == "draft"


def test_another_paper_can_be_taken_in(tab: Any, book: DraftFolder) -> None:
    page = tab()
    page.locator("#another input").click()
    page.get_by_role("option", name="Mice in Barns").click()
    page.locator(".paper h3", has_text="Mice in Barns").wait_for()
    page.get_by_label("Mice hide under snow.").check()
    page.locator("#accept").click()
    asked(page, "Which papers are on barns?")
    assert book.drafts()[0].question.relevant == ("barn.jsonl#1", "barn.jsonl#2")


def test_a_closed_tab_loses_nothing_and_the_next_one_goes_on(tab: Any) -> None:
    page = tab()
    page.locator("#accept").click()
    asked(page, "Which papers are on barns?")
    page.close()
    again = tab()
    asked(again, "Which papers are on barns?")
    again.keyboard.press("b")
    asked(again, "When do owls hunt?")
    assert "accepted" in again.locator(".about").inner_text()


def test_the_phone_page_does_not_scroll_sideways(tab: Any) -> None:
    page = tab(390, 844)
    for _ in range(2):
        assert page.evaluate("document.documentElement.scrollWidth") <= 390
        box = page.locator("#accept").bounding_box()
        assert 0 <= box["y"] <= 844 - box["height"]
        before = page.locator("#question textarea").input_value()
        page.locator("#skip").click()
        page.wait_for_function("before => document.querySelector('#question textarea')?.value !== before", arg=before)


def test_a_port_in_use_names_the_remedy(book: DraftFolder, corpus: Corpus) -> None:
    from assistant_eval.drafting.page import start_review

    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        with pytest.raises(GoldError) as raised:
            start_review(book, corpus, taken.getsockname()[1])
    assert "--port" in raised.value.remedy
