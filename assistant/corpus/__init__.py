"""Paths of text, JSONL and CSV files → `Paper`s without sentence offsets (chunking adds those)."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from assistant.corpus.cleaning import clean
from assistant.corpus.files import expand
from assistant.corpus.identity import label, names, paper_id
from assistant.corpus.records import Record, read_csv, read_jsonl
from assistant.corpus.seed_text import read_seed_text
from assistant.types import Paper, Source

__all__ = ["clean", "expand", "read_papers"]

_READERS = {".txt": read_seed_text, ".jsonl": read_jsonl, ".csv": read_csv}


def read_papers(paths: Sequence[Path]) -> list[Paper]:
    """Papers of all files, in order; of two equal abstracts the first is kept.

    Raises:
        CorpusError: a file cannot be read as papers; the error names file and line. Nothing is returned then.
    """
    papers: dict[str, Paper] = {}
    for path in expand(list(paths)):
        for n, record in enumerate(_READERS[path.suffix.lower()](path), 1):
            paper = _paper(record, Source(path.name, n, str(path), record.heading))
            papers.setdefault(paper.id, paper)
    return list(papers.values())


def _paper(record: Record, source: Source) -> Paper:
    first = clean(record.abstract.split(". ", 1)[0])
    return Paper(
        id=paper_id(record.abstract),
        abstract=record.abstract,
        source=source,
        label=clean(record.title) if record.title else label(record.abstract, first),
        title=record.title,
        authors=record.authors,
        venue=record.venue,
        year=record.year,
        track=record.track,
        decision=record.decision,
        url=record.url,
        arxiv=record.arxiv,
        names=names(record.title, clean(record.abstract)),
    )
