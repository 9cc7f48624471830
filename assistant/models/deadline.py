"""Items that may come slowly or never → the same items until a deadline."""

from __future__ import annotations

import queue
import threading
import time
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import TypeVar

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class _End:
    """The source has no more items, or failed."""

    error: Exception | None = None


def until(deadline: float, items: Iterable[T], late: Callable[[], Exception], close: Callable[[], None] = lambda: None) -> Iterator[T]:
    """The items as they come. A thread reads them: neither silence nor a drip of bytes that never makes an item outlasts the deadline.

    Args:
        deadline: in seconds of `time.monotonic`.
        items: read in the thread; their exceptions are raised here.
        late: makes the exception for a deadline that passed.
        close: called once, when nobody listens any more.
    """
    box: queue.SimpleQueue[T | _End] = queue.SimpleQueue()
    given_up = threading.Event()

    def read() -> None:
        try:
            for item in items:
                if given_up.is_set():
                    return
                box.put(item)
            box.put(_End())
        except Exception as error:
            box.put(_End(error))

    threading.Thread(target=read, name="reading", daemon=True).start()
    try:
        while (remaining := deadline - time.monotonic()) > 0:
            try:
                item = box.get(timeout=remaining)
            except queue.Empty:
                break
            if not isinstance(item, _End):
                yield item
            elif item.error is not None:
                raise item.error
            else:
                return
        raise late()
    finally:
        given_up.set()
        close()
