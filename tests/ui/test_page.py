"""The page in a headless browser, over the real seeds."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from page_visits import Visitor

from assistant import Assistant

MEMBERSHIP = "Which papers study membership inference?"
TITLES = (
    "Practical Bayes-Optimal Membership Inference Attacks",
    "Exploring the limits of strong membership inference attacks on large language models",
)


def open_card(page: Any) -> Any:
    return page.locator("#sources .card[open]")


def test_asking_shows_the_titles_of_the_papers(visit: Visitor, address: str) -> None:
    text = visit(address).ask(MEMBERSHIP).locator(".text").inner_text()
    assert all(title in text for title in TITLES)


@pytest.mark.parametrize("way", ["click", "Enter"])
def test_a_marker_opens_its_card_with_the_quote_highlighted(visit: Visitor, address: str, opened: Assistant, way: str) -> None:
    seen = visit(address)
    marker = seen.ask(MEMBERSHIP).locator("a.cite", has_text="[1]").last
    if way == "click":
        marker.click()
    else:
        marker.focus()
        seen.page.keyboard.press("Enter")
    card = open_card(seen.page)
    card.wait_for()
    paper = next(paper for paper in opened.papers.values() if paper.title == TITLES[0])
    assert card.locator(".title").inner_text() == TITLES[0]
    assert paper.authors[0] in card.locator(".authors").inner_text()
    assert card.locator(f'a[href="{paper.url}"]').count() == 1
    mark = card.locator("mark")
    start, end = (int(part.split("-")[1]) for part in mark.get_attribute("class").split() if part.startswith(("from-", "to-")))
    assert mark.inner_text() == paper.abstract[start:end]
    seen.page.wait_for_timeout(500)
    box, view = mark.bounding_box(), seen.page.locator("#sources").bounding_box()
    assert view["y"] <= box["y"] < view["y"] + view["height"]
    assert seen.page.evaluate("document.activeElement.tagName") == "SUMMARY"


def test_escape_closes_the_drawer_and_returns_to_the_marker(visit: Visitor, address: str) -> None:
    seen = visit(address, 390, 844)
    marker = seen.ask(MEMBERSHIP).locator("a.cite").first
    marker.click()
    seen.page.locator("#sources.open").wait_for()
    assert seen.page.locator("#sources-pane").is_visible()
    seen.page.keyboard.press("Escape")
    seen.page.locator("#sources-pane").wait_for(state="hidden")
    assert seen.page.evaluate("document.activeElement.className") == "cite"


def test_a_marker_of_an_earlier_answer_shows_that_answers_sources(visit: Visitor, address: str) -> None:
    seen = visit(address)
    first = seen.ask(MEMBERSHIP)
    seen.ask("How does MINJA get malicious records into an agent's memory?")
    assert "Memory Injection" in seen.page.locator("#sources .title").first.inner_text()
    first.locator("a.cite").last.click()
    open_card(seen.page).wait_for()
    assert open_card(seen.page).locator(".title").inner_text() == TITLES[1]


def test_maths_is_rendered_and_left_no_delimiters(visit: Visitor, address: str) -> None:
    seen = visit(address)
    answer = seen.ask("What is differential privacy used for in decentralised learning?")
    answer.locator(".text .katex").first.wait_for()
    assert answer.locator(".katex-error").count() == 0
    answer.locator("a.cite").last.click()
    assert open_card(seen.page).locator(".abstract .katex").count() > 0
    assert not {"\ue000", "\ue001"} & set(seen.page.locator("body").inner_text())


def test_the_phone_page_does_not_scroll_sideways_and_can_be_asked(visit: Visitor, address: str) -> None:
    seen = visit(address, 390, 844)
    for step in ("empty", "answered", "drawer"):
        if step == "answered":
            seen.ask("What is differential privacy used for in decentralised learning?")
        if step == "drawer":
            seen.page.locator("a.cite").last.click()
        assert seen.page.evaluate("document.documentElement.scrollWidth") <= 390
        assert seen.page.evaluate("Math.max(...[...document.querySelectorAll('#main *')].map(e => e.getBoundingClientRect().right))") <= 391
    seen.page.keyboard.press("Escape")
    box = seen.page.locator("#question textarea").bounding_box()
    assert 0 <= box["y"] < 844 - box["height"]


def test_everything_can_be_reached_by_keyboard(visit: Visitor, address: str) -> None:
    seen = visit(address)
    seen.ask(MEMBERSHIP)
    seen.page.locator("#restart").focus()
    reached = set()
    for _ in range(25):
        seen.page.keyboard.press("Tab")
        reached.add(
            seen.page.evaluate(
                "(e => e.className.split(' ')[0] + '|' + (e.getAttribute('aria-label') || e.tagName))(document.activeElement)"
            )
        )
    for wanted in ("cite|Source 1", "show-sources|A", "icon-button|Copy message", "icon-button|Retry", "submit-button"):
        assert any(wanted in each for each in reached), (wanted, reached)
    assert any("SUMMARY" in each for each in reached)


def test_an_example_question_is_asked_when_chosen(visit: Visitor, address: str) -> None:
    seen = visit(address)
    seen.page.locator("#conversation .example", has_text="membership inference").click()
    seen.page.locator(".answer[id]").wait_for()
    assert seen.page.locator(".question").inner_text() == MEMBERSHIP
    assert seen.page.locator("#conversation .example").count() == 0


def test_a_second_browser_sees_nothing_of_the_first(visit: Visitor, address: str) -> None:
    first, second = visit(address), visit(address)
    first.ask(MEMBERSHIP)
    second.page.reload()
    second.page.locator("#question textarea").wait_for()
    assert second.page.locator(".question").count() == 0
    answer = second.ask("And who wrote it?")
    assert "Membership" not in answer.locator(".text").inner_text().split("Nearest papers")[0]


def test_a_follow_up_knows_what_it_is_about(visit: Visitor, address: str) -> None:
    seen = visit(address)
    seen.ask("How does MINJA get malicious records into an agent's memory?")
    seen.ask("Does it need direct access to the memory bank?")
    assert "Memory Injection" in seen.page.locator(".answer[id]").last.locator(".text").inner_text()


def test_copying_an_answer_gives_its_markdown(visit: Visitor, address: str) -> None:
    seen = visit(address, permissions=["clipboard-read", "clipboard-write"])
    seen.ask(MEMBERSHIP)
    seen.page.locator(".bot-row button[aria-label='Copy message']").click()
    seen.page.wait_for_timeout(200)
    copied = seen.page.evaluate("navigator.clipboard.readText()")
    assert f"1. **{TITLES[0]}** —" in copied
    assert "[1]" in copied
    assert "<" not in copied


def test_retrying_asks_the_last_question_again(visit: Visitor, address: str) -> None:
    seen = visit(address)
    before = seen.ask(MEMBERSHIP).get_attribute("id")
    seen.page.locator(".bot-row button[aria-label='Retry']").click()
    seen.page.wait_for_function(
        "before => document.querySelector('.answer[id]') && document.querySelector('.answer[id]').id !== before", arg=before
    )
    assert seen.page.locator(".question").count() == 1


def test_a_new_conversation_is_empty(visit: Visitor, address: str) -> None:
    seen = visit(address)
    seen.ask(MEMBERSHIP)
    seen.page.locator("#restart").click()
    seen.page.locator(".question").wait_for(state="detached")
    seen.page.locator("#conversation .example").first.wait_for()
    assert seen.page.locator("#sources .card").count() == 0


def test_a_thumb_is_written_down(visit: Visitor, address: str, feedback_file: Path) -> None:
    seen = visit(address)
    seen.ask(MEMBERSHIP)
    seen.page.locator(".bot-row button[aria-label*='like' i]").first.click()
    for _ in range(50):
        if feedback_file.exists() and feedback_file.read_text(encoding="utf-8").endswith("\n"):
            break
        seen.page.wait_for_timeout(100)
    line = json.loads(feedback_file.read_text(encoding="utf-8").splitlines()[-1])
    assert line["question"] == MEMBERSHIP
    assert line["liked"] in (True, False)


def test_the_notice_says_that_no_language_model_is_configured(visit: Visitor, address: str) -> None:
    assert "No language model is configured" in visit(address).page.locator("#no-model").inner_text()


def test_an_empty_question_does_nothing(visit: Visitor, address: str) -> None:
    seen = visit(address)
    seen.page.locator("#question textarea").fill("   ")
    seen.page.keyboard.press("Enter")
    seen.page.wait_for_timeout(500)
    assert seen.page.locator(".question").count() == 0


def test_an_arabic_sentence_runs_from_the_right_and_the_english_titles_below_it_from_the_left(visit: Visitor, address: str) -> None:
    answer = visit(address).ask("ما الأبحاث الموجودة حول الخصوصية التفاضلية؟").locator(".text")
    edges = """(element) => {
        const range = document.createRange();
        range.selectNodeContents(element);
        const text = range.getBoundingClientRect(), box = element.getBoundingClientRect();
        return [text.left - box.left, box.right - text.right];
    }"""
    left, right = answer.locator("p").first.evaluate(edges)
    assert right < 2 < left
    # Inside its cell, after the row's number.
    left, right = answer.locator('th[scope="row"]').first.evaluate(edges)
    assert left < 40
