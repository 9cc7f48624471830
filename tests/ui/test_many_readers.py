"""A page that many read: what a closed tab held is given up, and a full queue is a message."""

from __future__ import annotations

import gc
import threading
from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path

from page_samples import Event, Scripted, answer, paper
from page_visits import Visitor, running, served

from assistant.types import Answer, Progress
from assistant.ui.sessions import sweep


def alive(answer_id: str) -> int:
    gc.collect()
    return sum(1 for each in gc.get_objects() if type(each) is Answer and each.id == answer_id)


def test_a_closed_tab_gives_up_its_conversation_and_an_open_one_keeps_it(visit: Visitor, tmp_path: Path) -> None:
    def events(question: str) -> Iterator[Event]:
        yield answer(f"{question} [1]", [paper("Text.")], id=question.strip("?"), question=question)

    with served(Scripted(events, tmp_path, papers={"p1": paper("Text.")})) as page:
        at = page.local_url
        open_tab, closed_tab = visit(at), visit(at)
        open_tab.ask("kept?")
        closed_tab.ask("gone?")
        closed_tab.page.close()
        for _ in range(100):
            if any(session.is_closed for session in page.state_holder.session_data.values()):
                break
            open_tab.page.wait_for_timeout(200)
        assert sweep(page.state_holder) == 0
        assert alive("gone") == 1
        assert sweep(page.state_holder, timedelta(0)) == 1
        assert alive("gone") == 0
        assert alive("kept") == 1
        assert "gone?" not in str([session.config_values for session in page.state_holder.session_data.values()])


def test_a_full_queue_is_a_message_and_the_question_is_not_lost(visit: Visitor, tmp_path: Path) -> None:
    go_on = threading.Event()

    def events(question: str) -> Iterator[Event]:
        yield Progress("searched", 1, 1)
        go_on.wait(60)
        yield answer("Done. [1]", [paper("Text.")])

    with running(Scripted(events, tmp_path), waiting=1) as at:
        # Four are answered, one waits, and the sixth finds no place.
        readers = [visit(at) for _ in range(6)]
        for n, reader in enumerate(readers):
            reader.page.locator("#question textarea").fill(f"Question {n}?")
            reader.page.keyboard.press("Enter")
            reader.page.wait_for_timeout(700)
        last = readers[-1].page
        last.locator(".toast-body", has_text="busy").wait_for()
        assert last.locator("#question textarea").input_value() == "Question 5?"
        go_on.set()
        readers[0].page.locator(".answer[id]").wait_for()
        readers[4].page.locator(".answer[id]").wait_for()
        last.locator("#question textarea").focus()
        last.keyboard.press("Enter")
        last.locator(".answer[id]").wait_for()
