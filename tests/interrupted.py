"""Runs in a process of its own: an ingest that is killed at a chosen moment, or that holds the writer's lock."""

from __future__ import annotations

import os
import signal
import sys
import threading
import time
from pathlib import Path

from fakes import workshop


def ingest_and_die(data: Path, corpus: Path, moment: str) -> None:
    """Ingest; SIGKILL oneself when the file named `moment` is opened or renamed (or, for Chroma's, appears)."""
    made = workshop(data)
    old = str(made.generations.current() or "nothing is there yet")

    def die() -> None:
        os.kill(os.getpid(), signal.SIGKILL)

    def watch(event: str, arguments: tuple[object, ...]) -> None:
        path = str(arguments[0]) if arguments else ""
        if event in ("open", "os.rename") and path.endswith(moment) and path.startswith(str(data)) and old not in path:
            die()

    def wait() -> None:
        while all(old in str(path) for path in made.generations.folder.glob(f"*/chroma/{moment}")):
            time.sleep(0.0005)
        die()

    if moment.endswith("sqlite3"):
        threading.Thread(target=wait, daemon=True).start()
    else:
        sys.addaudithook(watch)
    made.ingest([corpus])


def hold_the_lock(data: Path, held: object, release: object) -> None:
    """Be the one who writes, until told to stop."""
    with workshop(data).generations.writer():
        held.set()  # type: ignore[attr-defined]
        release.wait(30)  # type: ignore[attr-defined]
