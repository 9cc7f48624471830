"""The conversation grows event by event, and no exception reaches the page."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from page_samples import Event, Scripted, answer, paper

from assistant import Assistant
from assistant.errors import ChatModelError, IndexingError
from assistant.types import Answer, Delta, Progress, Turn
from assistant.ui import conversation as talk
from assistant.ui.conversation import Exchange
from assistant.ui.respond import respond


def test_pieces_are_shown_as_they_come_and_the_answer_replaces_them(tmp_path: Path) -> None:
    def events(question: str) -> Iterator[Event]:
        yield Progress("searched", 95, 95)
        yield Delta("One. [1]")
        yield Delta("Two. [1]")
        yield answer("All. [1]", [paper("Text.")])

    steps = [steps[-1].shown for steps in respond(Scripted(events, tmp_path), "Q?", ())]
    assert len(steps) == 5
    assert "working" in steps[0]
    assert "95 of 95" in steps[1]
    assert "One. [1]" in steps[2]
    assert "Two. [1]" in steps[3]
    assert "<a class" not in steps[3].split("<pre")[0]
    assert "One." not in steps[4]
    assert 'href="#source-1"' in steps[4]


def test_the_history_is_the_answered_questions_as_plain_markdown(tmp_path: Path) -> None:
    assistant = Scripted(lambda question: iter([answer("**A title** [1]", [paper("Text.")])]), tmp_path)
    past = (Exchange("First?", "shown", answer("**A title** [1]")), Exchange("Failed?", "problem"))
    list(respond(assistant, "Second?", past))
    assert assistant.asked == [("Second?", (Turn("user", "First?"), Turn("assistant", "**A title** [1]")))]


def test_an_error_is_shown_as_its_cause_and_remedy(tmp_path: Path) -> None:
    def events(question: str) -> Iterator[Event]:
        raise IndexingError("The index is <damaged>.", "Run assistant ingest --rebuild.")
        yield

    last = list(respond(Scripted(events, tmp_path), "Q?", ()))[-1][-1]
    assert "The index is &lt;damaged&gt;." in last.shown
    assert "Run assistant ingest --rebuild." in last.shown
    assert last.answer is None


def test_an_error_that_may_pass_says_so(tmp_path: Path) -> None:
    def events(question: str) -> Iterator[Event]:
        raise ChatModelError("The endpoint is busy.", "Wait.", retryable=True)
        yield

    assert "Trying again may help." in list(respond(Scripted(events, tmp_path), "Q?", ()))[-1][-1].shown


def test_an_unforeseen_error_shows_no_traceback(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    def events(question: str) -> Iterator[Event]:
        raise ZeroDivisionError("secret detail")
        yield

    last = list(respond(Scripted(events, tmp_path), "Q?", ()))[-1][-1]
    assert "secret detail" not in last.shown
    assert "Traceback" not in last.shown
    assert "secret detail" in caplog.text


def test_a_stopped_answer_keeps_what_had_come() -> None:
    growing = Exchange("Q?", '<div class="answer growing">Some</div>')
    assert "Some" in talk.stopped((growing,))[-1].shown
    assert "Stopped." in talk.stopped((growing,))[-1].shown
    assert "pulse" not in talk.stopped((Exchange("Q?", '<div class="working"><span class="pulse"></span></div>'),))[-1].shown


def test_stopping_after_the_end_changes_nothing() -> None:
    done = (Exchange("Q?", "shown", answer("x")),)
    assert talk.stopped(done) == done
    assert talk.stopped(()) == ()


def test_a_question_is_shown_as_typed() -> None:
    content = talk.shown((Exchange("<b>a</b>\n$5", "x"),))[0]["content"]
    assert "&lt;b&gt;a&lt;/b&gt;\n$5" in content


def test_the_stages_are_told_and_stay_below_the_pieces(tmp_path: Path) -> None:
    def events(question: str) -> Iterator[Event]:
        yield Progress("searched", 95, 95)
        yield Progress("candidates", 12, 95)
        yield Progress("checking", 0, 5)
        yield Delta("One. [1]")
        yield Progress("checking", 3, 3)
        yield answer("All. [1]", [paper("Text.")])

    steps = [steps[-1].shown for steps in respond(Scripted(events, tmp_path), "Q?", ())]
    assert "Searched 95 of 95 papers, 12 candidates, checking 5 claims…" in steps[3]
    assert "One. [1]" in steps[5]
    assert "checked 3 claims…" in steps[5]
    assert "candidates" not in steps[6]


def test_the_real_stages_count_what_was_searched_and_checked(opened: Assistant) -> None:
    events = list(opened.stream("Which papers study membership inference?"))
    told = {event.stage: event for event in events if isinstance(event, Progress)}
    made = events[-1]
    assert isinstance(made, Answer)
    assert (told["searched"].done, told["searched"].total) == (made.looked_at, 95)
    assert told["candidates"].done >= len(made.papers)
    assert told["checking"].total == len(made.claims)


def test_a_similar_question_is_asked_of_the_paper_and_not_in_words(tmp_path: Path) -> None:
    assistant = Scripted(lambda question: iter([answer(question)]), tmp_path)
    made = list(respond(assistant, "Which papers are most like “A”?", (), like="p7"))[-1][-1]
    assert made.answer is not None
    assert made.answer.text == "like p7"
    assert made.like == "p7"
