"""Paths and options → papers, what was rejected with file, place and reason, and what the user should know."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from assistant.corpus.cleaning import clean
from assistant.corpus.decoding import STDIN, decode, read_bytes
from assistant.corpus.files import Found, expand
from assistant.corpus.identity import label, names, paper_id
from assistant.corpus.json_records import read_json, read_jsonl
from assistant.corpus.options import ReadOptions
from assistant.corpus.pdf import read_pdf
from assistant.corpus.records import Raw, Record, record_of
from assistant.corpus.seed_text import read_seed_text
from assistant.corpus.tables import read_table
from assistant.errors import CorpusError
from assistant.types import Paper, Rejection, Source

_STDIN_NAME = "stdin"


@dataclass
class Reading:
    """What the files gave: papers in order (the same paper may stand twice), rejections, notes.

    `paths` are the files that were read, `folders` those that were looked through; `incomplete` are files of which something was
    rejected, so that what they no longer give may yet be in them.
    """

    papers: list[Paper] = field(default_factory=list)
    rejected: list[Rejection] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)
    paths: list[str] = field(default_factory=list)
    folders: set[str] = field(default_factory=set)
    incomplete: set[str] = field(default_factory=set)


def read(paths: Sequence[Path], options: ReadOptions) -> Reading:
    """Read everything that can be read.

    Raises:
        CorpusError: a path does not exist, or nothing behind it is of a known format.
    """
    files = expand(paths, options.format)
    reading = Reading(rejected=list(files.unreadable), folders=files.folders)
    # A folder that could not be looked into may still hold its files.
    reading.incomplete |= {os.path.realpath(rejection.file) for rejection in files.unreadable}
    if files.passed_over:
        endings = ", ".join(sorted({path.suffix or path.name for path in files.passed_over})[:8])
        reading.notes.append(f"Passed over, being of another kind: {len(files.passed_over)} ({endings}).")
    for found in files.found:
        _read_file(found, options, reading)
    return reading


def _read_file(found: Found, options: ReadOptions, reading: Reading) -> None:
    path = str(found.path)
    reading.paths.append(path)
    # A stream cannot be read again: its papers are brought up to date by nothing.
    is_stream = found.path == STDIN or not found.path.is_file()
    name = _STDIN_NAME if is_stream else found.path.name
    rejected = len(reading.rejected)
    before, marked = len(reading.papers), 0
    try:
        for n, raw in enumerate(_raw_records(found, options, reading.notes), 1):
            if isinstance(raw, Rejection):
                reading.rejected.append(raw)
                continue
            try:
                record = record_of(raw, options)
            except CorpusError as error:
                reading.rejected.append(Rejection(path, raw.place, error.cause, error.remedy))
                continue
            marked += record.was_altered
            reading.papers.append(_paper(record, Source(name, n, str(STDIN) if is_stream else path, raw.heading)))
    except CorpusError as error:
        reading.rejected.append(_rejection(path, error))
    if reading.papers[before:] == [] and len(reading.rejected) == rejected:
        reading.rejected.append(Rejection(path, "", "there is no record in it.", "Give records with an `abstract`."))
    if marked:
        reading.notes.append(f"{path}: HTML or JATS markup, or control characters, were taken out of {marked} of its abstracts.")
    if len(reading.rejected) > rejected:
        reading.incomplete.add(path)


def _raw_records(found: Found, options: ReadOptions, notes: list[str]) -> Iterable[Raw | Rejection]:
    path, file = found.path, str(found.path)
    data = read_bytes(path, options.limits)
    if found.format == "pdf":
        return read_pdf(file, data)
    text, note = decode(path, data, options.encoding)
    notes += [note] if note else []
    if found.format == "text":
        records, note = read_seed_text(path, text, options)
        # What is said of a papers.csv is said once, not for every text beside it.
        notes += [note] if note and note not in notes else []
        return records
    return _of_text(found.format, file, text, options)


def _of_text(format: str, file: str, text: str, options: ReadOptions) -> Iterator[Raw | Rejection]:  # noqa: A002
    if format == "jsonl":
        return read_jsonl(file, text)
    if format == "json":
        return read_json(file, text, options.mapping)
    if format == "csv":
        return read_table(file, text, options.mapping)
    # Parsers that a question never needs.
    if format == "bibtex":
        from assistant.corpus.bibtex import read_bibtex

        return read_bibtex(file, text)
    from assistant.corpus.ris import read_ris

    return read_ris(file, text)


def _rejection(path: str, error: CorpusError) -> Rejection:
    """An error about a whole file as a rejection: its cause may start with file and line."""
    cause = error.cause.removeprefix(path)
    place, colon, reason = cause.partition(": ")
    if cause == error.cause:
        return Rejection(path, "", error.cause, error.remedy)
    return Rejection(path, place.lstrip(", "), reason, error.remedy) if colon else Rejection(path, "", cause, error.remedy)


def _paper(record: Record, source: Source) -> Paper:
    first = clean(record.abstract.split(". ", 1)[0])
    return Paper(
        id=paper_id(record.abstract),
        abstract=record.abstract,
        source=source,
        label=(clean(record.title) if record.title else "") or label(record.abstract, first),
        title=record.title,
        authors=record.authors,
        venue=record.venue,
        year=record.year,
        track=record.track,
        decision=record.decision,
        url=record.url,
        arxiv=record.arxiv,
        names=names(record.title, clean(record.abstract)),
        doi=record.doi,
        keywords=record.keywords,
    )
