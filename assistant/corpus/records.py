"""A JSONL or CSV file with titles and abstracts → raw records."""

from __future__ import annotations

import csv
import io
import json
import re
import sys
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from html import unescape
from pathlib import Path

from assistant.corpus.files import read_text
from assistant.errors import CorpusError

_HALF_PAIR = re.compile(r"[\ud800-\udfff]")
_YEAR = re.compile(r"([0-9]{1,4})(?:\.0)?")
_YEAR_AT_END = re.compile(r"\b((?:19|20)[0-9]{2})$")


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
    heading: str = ""


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
    if _HALF_PAIR.search(json.dumps(list(by_name.values()), ensure_ascii=False)):
        raise CorpusError(f"{where}: half of a surrogate pair; this is not text.", "Correct the record.")

    def text(name: str) -> str:
        value = by_name.get(name, "")
        if isinstance(value, dict | list):
            raise CorpusError(f"{where}: `{name}` is not text.", "Correct the record.")
        return " ".join(str(value).split())

    authors = by_name.get("authors", ())
    if isinstance(authors, str):
        authors = unescape(authors)  # the semicolon of "D&#x27;Amour" parts no authors
        authors = authors.split(";") if ";" in authors else authors.split(",")
    elif isinstance(authors, list | tuple):
        authors = [author.get("name", "") if isinstance(author, dict) else author for author in authors]
    else:
        raise CorpusError(f"{where}: `authors` is neither text nor a list.", "Correct the record.")
    # "ICML 2024" is a venue that says the year.
    year = _YEAR.fullmatch(text("year")) or _YEAR_AT_END.search(text("venue"))
    return Record(
        abstract=abstract,
        file=str(path),
        line=line,
        title=text("title"),
        authors=tuple(" ".join(unescape(str(author)).split()) for author in authors if str(author).strip()),
        venue=text("venue"),
        year=int(year[1]) if year else None,
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
        except (ValueError, RecursionError) as error:
            message = getattr(error, "msg", type(error).__name__)
            raise CorpusError(f"{path}, line {line}: not JSON ({message}).", "Put one JSON object on each line.") from None
        if not isinstance(fields, dict):
            raise CorpusError(f"{path}, line {line}: not a JSON object.", "Put one JSON object on each line.")
        records.append(record_from_fields(path, line, fields))
    return records


def read_csv(path: Path) -> list[Record]:
    """Records of a CSV file whose header names at least `abstract`.

    Raises:
        CorpusError: the header is missing, or a row has no abstract or too many columns.
    """
    rows = rows_of(path)
    line, header = next(rows)
    if "abstract" not in {name.strip().lower() for name in header}:
        raise CorpusError(f"{path}, line {line}: no column is called `abstract`.", "Name the columns in the first line.")
    records = [record_from_fields(path, line, fields) for line, fields in rows]
    if not records:
        raise CorpusError(f"{path}, line {line + 1}: there is a header and no record after it.", "Add records.")
    return records


def rows_of(path: Path) -> Iterator[tuple[int, dict[str, str]]]:
    """The header of a CSV file, as a row whose values are its names, then the rows; each with the line where it starts.

    Raises:
        CorpusError: it is not CSV, or a row has more columns than the header.
    """
    csv.field_size_limit(min(sys.maxsize, 2**31 - 1))
    reader = csv.reader(io.StringIO(read_text(path), newline=""), strict=True)
    names: list[str] = []
    line = 1
    try:
        for row in reader:
            if len(row) > len(names) and names:
                raise CorpusError(f"{path}, line {line}: more columns than the header names.", "Quote fields with commas.")
            if row:
                names = names or row
                yield line, dict(zip(names, row, strict=False))
            line = reader.line_num + 1
    except csv.Error as error:
        raise CorpusError(f"{path}, line {line}: not CSV ({error}).", "Check the quotes.") from None
