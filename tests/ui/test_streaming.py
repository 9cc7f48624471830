"""What the reader sees while an answer is being made, and when it fails or is stopped."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from pathlib import Path

from page_samples import Event, Scripted, answer, paper
from page_visits import Visitor, running

from assistant.errors import ChatModelError
from assistant.types import Delta, Progress


def test_pieces_appear_before_the_answer_is_whole(visit: Visitor, tmp_path: Path) -> None:
    go_on = threading.Event()

    def events(question: str) -> Iterator[Event]:
        yield Progress("searched", 95, 95)
        yield Delta("The **first** piece. [1]")
        go_on.wait(20)
        yield answer("The whole answer. [1]", [paper("Text.")], model="gpt-x")

    with running(Scripted(events, tmp_path)) as at:
        seen = visit(at)
        assert seen.page.locator("#no-model").count() == 0
        seen.page.locator("#question textarea").fill("Q?")
        seen.page.keyboard.press("Enter")
        seen.page.locator(".growing strong", has_text="first").wait_for()
        go_on.set()
        seen.page.locator(".answer[id]").wait_for()
        assert seen.page.locator(".growing").count() == 0
        assert "Written by gpt-x" in seen.page.locator(".foot").inner_text()


def test_a_stopped_answer_says_so_and_the_next_question_is_answered(visit: Visitor, tmp_path: Path) -> None:
    def events(question: str) -> Iterator[Event]:
        if question == "Slow?":
            yield Delta("Some of it. [1]")
            for _ in range(100):
                threading.Event().wait(0.1)
                yield Progress("writing", 0, 1)
        yield answer("Whole. [1]", [paper("Text.")])

    assistant = Scripted(events, tmp_path)
    with running(assistant) as at:
        seen = visit(at)
        seen.page.locator("#question textarea").fill("Slow?")
        seen.page.keyboard.press("Enter")
        seen.page.locator("#question button.stop-button").click()
        seen.page.locator(".notice", has_text="Stopped.").wait_for()
        assert assistant.closed.wait(5)
        seen.ask("Next?")
        assert assistant.asked[-1] == ("Next?", ())
        assert seen.page.locator(".question").count() == 2


def test_an_error_is_human_text_in_the_chat(visit: Visitor, tmp_path: Path) -> None:
    def events(question: str) -> Iterator[Event]:
        raise ChatModelError("The endpoint <b>refused</b> the key.", "Check OPENAI_API_KEY.")
        yield

    with running(Scripted(events, tmp_path)) as at:
        seen = visit(at)
        seen.page.locator("#question textarea").fill("Q?")
        seen.page.keyboard.press("Enter")
        problem = seen.page.locator(".problem")
        problem.wait_for()
        assert problem.inner_text() == "The endpoint <b>refused</b> the key. Check OPENAI_API_KEY."
        assert seen.page.locator(".bot-row button[aria-label='Retry']").count() == 1
