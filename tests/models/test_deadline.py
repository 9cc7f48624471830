"""Items until a deadline: nothing is lost before it, nobody waits after it."""

from __future__ import annotations

import threading
import time
from collections.abc import Iterator

import pytest

from assistant.models.deadline import until


class LateError(Exception):
    """What the caller wants to be told."""


def after(seconds: float) -> float:
    return time.monotonic() + seconds


def slow(*pauses: float) -> Iterator[int]:
    for n, pause in enumerate(pauses):
        time.sleep(pause)
        yield n


def test_all_items_come_in_order() -> None:
    assert list(until(after(5), range(1000), LateError)) == list(range(1000))


@pytest.mark.parametrize("pauses", [(1.0,), (0.0, 1.0), (0.06,) * 20])
def test_neither_silence_nor_a_drip_outlasts_the_deadline(pauses: tuple[float, ...]) -> None:
    started = time.monotonic()
    with pytest.raises(LateError):
        list(until(after(0.2), slow(*pauses), LateError))
    assert time.monotonic() - started < 0.4


def test_a_deadline_that_has_passed_is_late_even_where_items_wait() -> None:
    with pytest.raises(LateError):
        list(until(after(-1), range(3), LateError))


def test_an_error_of_the_source_comes_after_the_items_before_it() -> None:
    def failing() -> Iterator[int]:
        yield 1
        raise KeyError("broken")

    heard: list[int] = []
    with pytest.raises(KeyError, match="broken"):
        heard.extend(until(after(5), failing(), LateError))
    assert heard == [1]


def test_the_source_is_closed_when_nobody_listens_any_more_and_its_thread_ends() -> None:
    closed = threading.Event()
    before = threading.active_count()
    stream = until(after(5), slow(0, 0.05, 0.05, 0.05), LateError, closed.set)
    assert next(stream) == 0
    assert not closed.is_set()
    stream.close()  # type: ignore[attr-defined]
    assert closed.is_set()
    time.sleep(0.3)
    assert threading.active_count() <= before
