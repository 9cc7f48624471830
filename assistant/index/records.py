"""Papers and passages ↔ JSON lines in a generation's folder."""

from __future__ import annotations

import dataclasses
import json
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any, NamedTuple, TypeVar

from assistant.errors import IndexingError
from assistant.types import Paper, Passage, Source, Span

T = TypeVar("T")

PAPERS = "papers.jsonl"
_PASSAGES = "passages.jsonl"


def write(folder: Path, papers: Iterable[Paper], passages: Iterable[Passage]) -> None:
    """Write both files, a record a line."""
    for name, values in ((PAPERS, papers), (_PASSAGES, passages)):
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
    return _read(folder / PAPERS, _paper)


def read_passages(folder: Path) -> list[Passage]:
    """The passages of a generation (see `read`)."""
    return _read(folder / _PASSAGES, _passage)


class Salvaged(NamedTuple):
    """The papers that can be read, and whether a line could not be."""

    papers: list[Paper]
    damaged: bool


def salvage(folder: Path) -> Salvaged:
    """The papers of a generation whose lines are whole, wherever others are not."""
    papers: dict[str, Paper] = {}
    try:
        lines = (folder / PAPERS).read_bytes().split(b"\n")
    except OSError:
        return Salvaged([], True)
    damaged = lines[-1] != b""
    for line in filter(None, lines):
        try:
            paper = _paper(json.loads(line.decode("utf-8", "surrogatepass")))
            damaged |= not (isinstance(paper.abstract, str) and paper.abstract and paper.id not in papers)
            papers.setdefault(paper.id, paper)
        except (ValueError, KeyError, TypeError):
            damaged = True
    return Salvaged(list(papers.values()), damaged)


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
            "keywords": tuple(data.get("keywords", ())),
            "sentences": tuple(Span(*span) for span in data["sentences"]),
        }
    )


def _passage(data: dict[str, Any]) -> Passage:
    return Passage(**{**data, "sentence_spans": tuple(Span(*span) for span in data["sentence_spans"])})
