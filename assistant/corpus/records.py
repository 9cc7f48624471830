"""A JSONL or CSV file with titles and abstracts → raw records."""

from __future__ import annotations

import csv
import io
import json
import sys
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from assistant.corpus.files import read_text
from assistant.errors import CorpusError


@dataclass(frozen=True, slots=True)
class Record:
    """One paper as a file gives it, before it has an id. `line` is where it starts, 1-based."""

    abstract: str
    file: str
    line: int
    title: str = ""
    authors: tuple[str, ...] = ()
    venue: str = ""
    year: int | None = None
    track: str = ""
    decision: str = ""
    url: str = ""
    arxiv: str = ""


def record_from_fields(path: Path, line: int, fields: Mapping[str, object]) -> Record:
    """Record of one mapping of field names (any case) to values.

    Raises:
        CorpusError: there is no abstract, or a field has a type it cannot have.
    """
    by_name = {str(name).strip().lower(): value for name, value in fields.items() if value is not None}
    abstract = by_name.get("abstract")
    where = f"{path}, line {line}"
    if not isinstance(abstract, str) or not abstract.strip():
        raise CorpusError(f"{where}: the record has no abstract.", "Give every record a non-empty `abstract`.")

    def text(name: str) -> str:
        value = by_name.get(name, "")
        if isinstance(value, dict | list):
            raise CorpusError(f"{where}: `{name}` is not text.", "Correct the record.")
        return " ".join(str(value).split())

    authors = by_name.get("authors", ())
    if isinstance(authors, str):
        authors = authors.split(";") if ";" in authors else authors.split(",")
    elif isinstance(authors, list | tuple):
        authors = [author.get("name", "") if isinstance(author, dict) else author for author in authors]
    else:
        raise CorpusError(f"{where}: `authors` is neither text nor a list.", "Correct the record.")
    year = text("year")
    return Record(
        abstract=abstract.strip("\n"),
        file=str(path),
        line=line,
        title=text("title"),
        authors=tuple(" ".join(str(author).split()) for author in authors if str(author).strip()),
        venue=text("venue"),
        year=int(float(year)) if year.replace(".", "", 1).isdigit() else None,
        track=text("track"),
        decision=text("decision"),
        url=text("url"),
        arxiv=text("arxiv"),
    )


def read_jsonl(path: Path) -> list[Record]:
    """Records of a file with one JSON object a line; blank lines are passed over.

    Raises:
        CorpusError: a line is not a JSON object with an abstract.
    """
    records = []
    for line, content in enumerate(read_text(path).split("\n"), 1):
        if not content.strip():
            continue
        try:
            fields = json.loads(content)
        except json.JSONDecodeError as error:
            raise CorpusError(f"{path}, line {line}: not JSON ({error.msg}).", "Put one JSON object on each line.") from None
        if not isinstance(fields, dict):
            raise CorpusError(f"{path}, line {line}: not a JSON object.", "Put one JSON object on each line.")
        records.append(record_from_fields(path, line, fields))
    return records


def read_csv(path: Path) -> list[Record]:
    """Records of a CSV file whose header names at least `abstract`.

    Raises:
        CorpusError: the header is missing, or a row has no abstract or too many columns.
    """
    csv.field_size_limit(min(sys.maxsize, 2**31 - 1))
    rows = csv.DictReader(io.StringIO(read_text(path), newline=""), strict=True)
    records = []
    try:
        if "abstract" not in {(name or "").strip().lower() for name in rows.fieldnames or ()}:
            raise CorpusError(f"{path}, line 1: no column is called `abstract`.", "Name the columns in the first line.")
        while True:
            line = rows.line_num + 1
            row = next(rows, None)
            if row is None:
                break
            if None in row:
                raise CorpusError(f"{path}, line {line}: more columns than the header names.", "Quote fields with commas.")
            records.append(record_from_fields(path, line, row))
    except csv.Error as error:
        raise CorpusError(f"{path}, line {rows.line_num + 1}: not CSV ({error}).", "Check the quotes.") from None
    if not records:
        raise CorpusError(f"{path}, line 2: there is a header and no record after it.", "Add records.")
    return records
