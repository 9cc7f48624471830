"""A folder → its current generation, and a lock under which the next one is written and switched to in one step.

FOLDER/CURRENT            the name of the generation that readers open
FOLDER/generation-000001  papers, passages, Chroma, lexical and token indexes, manifest: never changed once current
FOLDER/READ               which generation holds which contents of files (see `holds`)
FOLDER/writer.lock        held by the one process that writes
"""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from filelock import FileLock, Timeout

from assistant.errors import IndexingError
from assistant.index.manifest import FILE

CURRENT = "CURRENT"
_READ = "READ"
PREFIX = "generation-"


class Generations:
    """The generations of one index folder."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def current(self) -> Path | None:
        """Folder of the generation to read, or None where nothing was ever indexed.

        Raises:
            IndexingError: CURRENT cannot be read, or the folder that it names is gone.
        """
        file = self.folder / CURRENT
        try:
            name = file.read_text("utf-8").strip()
        except FileNotFoundError:
            return None
        except (OSError, ValueError) as error:
            raise IndexingError(f"{file} cannot be read ({type(error).__name__}).", "Run assistant ingest --rebuild.") from None
        path = self.folder / name
        if not name.startswith(PREFIX) or not path.is_dir():
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

    @contextmanager
    def new(self) -> Iterator[Path]:
        """A new, empty generation folder, which is current afterwards, and gone after an error. Use it under the lock.

        Raises:
            IndexingError: the folder cannot be written.
        """
        try:
            path = self._empty()
            try:
                yield path
                self._switch(path)
            except BaseException:
                shutil.rmtree(path, ignore_errors=True)
                raise
        except OSError as error:
            raise IndexingError(
                f"{self.folder} cannot be written ({error.strerror}).", "Make room there, or give another --data-dir."
            ) from None

    def all(self) -> list[Path]:
        """Folders of generations, newest first; the newest may be unfinished."""
        return sorted(self.folder.glob(f"{PREFIX}*"), key=self._number, reverse=True)

    def is_new(self) -> bool:
        """Whether nothing was ever indexed here."""
        return not (self.folder / CURRENT).exists() and not self.all()

    def adopt(self) -> Path | None:
        """Make the newest finished generation current where CURRENT is gone; None where nothing is to be done. Use it under the lock.

        Raises:
            IndexingError: as `current`.
        """
        if self.current() is not None:
            return None
        finished = next((path for path in self.all() if (path / FILE).is_file()), None)
        if finished:
            self._switch(finished)
        return finished

    def holds(self, contents: str) -> bool:
        """Whether the current generation is what an ingest of files with these contents left (see `remember`).

        Raises:
            IndexingError: as `current`.
        """
        current = self.current()
        try:
            read = (self.folder / _READ).read_text("utf-8")
        except (OSError, ValueError):
            return False
        return current is not None and read == f"{current.name} {contents}"

    def remember(self, generation: str, contents: str) -> None:
        """Note what was read for a generation, which need not be the current one any more; where that fails, it is read again."""
        with suppress(OSError):
            (self.folder / _READ).write_text(f"{generation} {contents}", "utf-8")

    def _empty(self) -> Path:
        """Make the next folder; remains of interrupted writers are removed."""
        try:
            current = self._number(self.current())
            for path in self.all():
                # The one before the current may still be open in a reader; what is newer was never finished.
                if not current - 1 <= self._number(path) <= current:
                    shutil.rmtree(path, ignore_errors=True)
        except IndexingError:
            # Which one is good cannot be told, so none is removed.
            current = max(map(self._number, self.all()), default=0)
        path = self.folder / f"{PREFIX}{current + 1:06d}"
        path.mkdir()
        return path

    def _switch(self, generation: Path) -> None:
        """Make a finished generation the current one, atomically."""
        temporary = self.folder / f"{CURRENT}.new"
        with temporary.open("w", encoding="utf-8") as file:
            file.write(generation.name)
            file.flush()
            os.fsync(file.fileno())
        os.replace(temporary, self.folder / CURRENT)

    @staticmethod
    def _number(generation: Path | None) -> int:
        digits = generation.name.removeprefix(PREFIX) if generation else ""
        return int(digits) if digits.isdecimal() else 0
