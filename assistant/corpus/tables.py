"""CSV text, with commas, semicolons, tabs or bars → raw records with the lines where they start."""

from __future__ import annotations

import csv
import io
import re
import sys
from collections.abc import Iterator, Mapping
from typing import NamedTuple

from assistant.corpus.fields import has_abstract
from assistant.corpus.records import Raw
from assistant.errors import CorpusError
from assistant.types import Rejection

_SEPARATORS = ",;\t|"
# Excel's way to say which separator follows.
_SEPARATOR_LINE = re.compile(r"sep=(.)\n", re.I)


class Row(NamedTuple):
    """One row and the line where it starts."""

    line: int
    cells: list[str]


def read_table(file: str, text: str, mapping: Mapping[str, str]) -> Iterator[Raw | Rejection]:
    """Records of a table whose header names the abstract.

    Raises:
        CorpusError: there is no such header, or nothing after it.
    """
    separator = _separator(text, mapping)
    rows = table_rows(file, text, separator)
    header = next(rows, None)
    if not isinstance(header, Row):
        raise CorpusError(f"{file}, line 1: not CSV (its header cannot be read).", "Check the quotes.")
    names = header.cells
    if not has_abstract(dict.fromkeys(names, "x"), mapping):
        shown = ", ".join("".join(filter(str.isprintable, name.strip()))[:30] for name in names[:12])
        raise CorpusError(
            f"{file}, line {header.line}: no column is called `abstract` (columns: {shown}).",
            "Name the columns in the first line, or say which it is with --map abstract=COLUMN.",
        )
    empty = True
    for row in rows:
        empty = False
        if isinstance(row, Rejection):
            yield row
        elif len(row.cells) > len(names) and any(cell.strip() for cell in row.cells[len(names) :]):
            yield Rejection(file, f"line {row.line}", "more columns than the header names.", "Quote fields that hold the separator.")
        else:
            yield Raw(f"line {row.line}", dict(zip(names, row.cells, strict=False)))
    if empty:
        raise CorpusError(f"{file}, line {header.line + 1}: there is a header and no record after it.", "Add records.")


def table_rows(file: str, text: str, separator: str = ",") -> Iterator[Row | Rejection]:
    """Rows that are not blank; where the quotes are wrong, a rejection, and reading goes on with the next line."""
    csv.field_size_limit(min(sys.maxsize, 2**31 - 1))
    line = 1
    if stated := _SEPARATOR_LINE.match(text):
        text, line = text[stated.end() :], 2
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=separator, strict=True)
    before = line - 1
    while True:
        try:
            row = next(reader)
        except StopIteration:
            return
        except csv.Error as error:
            yield Rejection(file, f"line {line}", f"not CSV ({error}).", "Check the quotes.")
            row = []
        if any(cell.strip() for cell in row):
            yield Row(line, row)
        line = before + reader.line_num + 1


def _separator(text: str, mapping: Mapping[str, str]) -> str:
    """The separator with which the header names an abstract; a comma where none does."""
    if stated := _SEPARATOR_LINE.match(text):
        return stated[1]
    for separator in _SEPARATORS:
        header = next(table_rows("", text, separator), None)
        if isinstance(header, Row) and len(header.cells) > 1 and has_abstract(dict.fromkeys(header.cells, "x"), mapping):
            return separator
    return ","
