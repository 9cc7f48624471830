"""A function and its inputs → its outputs in order, computed on all cores."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable
from concurrent.futures import ThreadPoolExecutor
from typing import TypeVar

T = TypeVar("T")
R = TypeVar("R")


def cores() -> int:
    """Cores that this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def in_threads(function: Callable[[T], R], items: Iterable[T], threads: int) -> list[R]:
    """`[function(item) for item in items]`; onnxruntime gives up the interpreter lock while it computes."""
    items = list(items)
    workers = min(threads or cores(), len(items))
    if workers <= 1:
        return [function(item) for item in items]
    with ThreadPoolExecutor(workers, thread_name_prefix="encode") as pool:
        return list(pool.map(function, items))
