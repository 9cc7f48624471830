"""Paths of files in the formats of docs/ingestion.md → `Paper`s without sentence offsets (chunking adds those)."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from assistant.corpus.changes import Update, update
from assistant.corpus.cleaning import clean
from assistant.corpus.contents import contents
from assistant.corpus.decoding import STDIN
from assistant.corpus.duplicates import unique
from assistant.corpus.options import ReadOptions
from assistant.corpus.reading import Reading, read
from assistant.errors import CorpusError
from assistant.types import Paper

__all__ = ["STDIN", "ReadOptions", "Reading", "Update", "clean", "contents", "read", "read_papers", "update"]


def read_papers(paths: Sequence[Path]) -> list[Paper]:
    """Papers of all files, in order, each once.

    Raises:
        CorpusError: something cannot be read as a paper; the error names file and place. Nothing is returned then.
    """
    reading = read(paths, ReadOptions())
    if reading.rejected:
        first = reading.rejected[0]
        raise CorpusError(f"{first.where}: {first.reason}", first.remedy)
    return unique(reading.papers).papers
