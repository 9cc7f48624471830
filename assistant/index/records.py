"""Papers and passages ↔ JSON lines in a generation's folder."""

from __future__ import annotations

import dataclasses
import json
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any, TypeVar

from assistant.errors import IndexingError
from assistant.types import Paper, Passage, Source, Span

T = TypeVar("T")

_PAPERS = "papers.jsonl"
_PASSAGES = "passages.jsonl"


def write(folder: Path, papers: Iterable[Paper], passages: Iterable[Passage]) -> None:
    """Write both files, a record a line."""
    for name, values in ((_PAPERS, papers), (_PASSAGES, passages)):
        with (folder / name).open("w", encoding="utf-8", errors="surrogatepass") as file:
            for value in values:
                file.write(json.dumps(dataclasses.asdict(value), ensure_ascii=False) + "\n")


def read(folder: Path) -> tuple[list[Paper], list[Passage]]:
    """Papers and passages, in the order in which they were written.

    Raises:
        IndexingError: a file is missing or damaged.
    """
    return read_papers(folder), read_passages(folder)


def read_papers(folder: Path) -> list[Paper]:
    """The papers of a generation (see `read`)."""
    return _read(folder / _PAPERS, _paper)


def read_passages(folder: Path) -> list[Passage]:
    """The passages of a generation (see `read`)."""
    return _read(folder / _PASSAGES, _passage)


def _read(path: Path, record: Callable[[dict[str, Any]], T]) -> list[T]:
    try:
        return [record(data) for data in _lines(path)]
    except (OSError, ValueError, KeyError, TypeError) as error:
        raise IndexingError(f"The index file {path} is damaged ({error}).", "Run assistant ingest --rebuild.") from None


def _lines(path: Path) -> Iterable[dict[str, Any]]:
    with path.open(encoding="utf-8", errors="surrogatepass") as file:
        for line in file:
            yield json.loads(line)


def _paper(data: dict[str, Any]) -> Paper:
    return Paper(
        **{
            **data,
            "source": Source(**data["source"]),
            "authors": tuple(data["authors"]),
            "names": tuple(data["names"]),
            "sentences": tuple(Span(*span) for span in data["sentences"]),
        }
    )


def _passage(data: dict[str, Any]) -> Passage:
    return Passage(**{**data, "sentence_spans": tuple(Span(*span) for span in data["sentence_spans"])})
