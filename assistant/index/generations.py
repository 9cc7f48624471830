"""A folder → its current generation, and a lock under which the next one is written and switched to in one step.

FOLDER/CURRENT            the name of the generation that readers open
FOLDER/generation-000001  papers, passages, Chroma, lexical and token indexes, manifest: never changed once current
FOLDER/writer.lock        held by the one process that writes
"""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from filelock import FileLock, Timeout

from assistant.errors import IndexingError

_CURRENT = "CURRENT"
_PREFIX = "generation-"


class Generations:
    """The generations of one index folder."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def current(self) -> Path | None:
        """Folder of the generation to read, or None where nothing was ever indexed.

        Raises:
            IndexingError: the folder named by CURRENT is gone.
        """
        try:
            name = (self.folder / _CURRENT).read_text("utf-8").strip()
        except FileNotFoundError:
            return None
        path = self.folder / name
        if not name.startswith(_PREFIX) or not path.is_dir():
            raise IndexingError(f"The index at {self.folder} names {name or 'nothing'}, which is gone.", "Run assistant ingest --rebuild.")
        return path

    @contextmanager
    def writer(self, wait_seconds: float = 60) -> Iterator[None]:
        """Hold the writer's lock.

        Raises:
            IndexingError: another process holds it for longer than `wait_seconds`, or the folder cannot be written.
        """
        try:
            self.folder.mkdir(parents=True, exist_ok=True)
            lock = FileLock(self.folder / "writer.lock")
            lock.acquire(timeout=wait_seconds)
        except Timeout:
            raise IndexingError(
                f"Another process is writing the index at {self.folder}.", "Wait until it has finished and try again.", retryable=True
            ) from None
        except OSError as error:
            raise IndexingError(f"{self.folder} cannot be written ({error.strerror}).", "Give another --data-dir.") from None
        try:
            yield
        finally:
            lock.release()

    def new(self) -> Path:
        """A new, empty generation folder; remains of interrupted writers are removed. Call it under the lock."""
        current = self._name()
        for path in self.folder.glob(f"{_PREFIX}*"):
            # The one before the current may still be open in a reader; what is newer was never finished.
            if path.name > current or self._number(path.name) < self._number(current) - 1:
                shutil.rmtree(path, ignore_errors=True)
        path = self.folder / f"{_PREFIX}{self._number(current) + 1:06d}"
        path.mkdir()
        return path

    def switch(self, generation: Path) -> None:
        """Make a finished generation the current one, atomically."""
        temporary = self.folder / f"{_CURRENT}.new"
        with temporary.open("w", encoding="utf-8") as file:
            file.write(generation.name)
            file.flush()
            os.fsync(file.fileno())
        os.replace(temporary, self.folder / _CURRENT)

    def _name(self) -> str:
        try:
            return (self.folder / _CURRENT).read_text("utf-8").strip()
        except FileNotFoundError:
            return f"{_PREFIX}{0:06d}"

    @staticmethod
    def _number(name: str) -> int:
        digits = name.removeprefix(_PREFIX)
        return int(digits) if digits.isdigit() else 0
