"""true.jsonl → `Statement`s: sentences of abstracts, each with a faithful rewording, and how the rewording becomes false."""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

from ..errors import GoldError
from ..gold.reading import lines

FILE = Path(__file__).parent / "true.jsonl"
SPLITS = ("dev", "reported")


class Statement(NamedTuple):
    """A sentence of a paper's abstract and a statement that it supports.

    `neighbour` is another sentence of the same abstract; `swapped` is the statement with its parties exchanged by hand, empty where
    nobody wrote one. The checker was fitted on the split `dev`; figures are over `reported`.
    """

    id: str
    split: str
    paper: str
    sentence: str
    neighbour: str
    paraphrase: str
    swapped: str


def read_statements(path: Path = FILE) -> list[Statement]:
    """The statements, in the file's order.

    Raises:
        GoldError: a line is malformed; with file and line.
    """
    found = []
    for where, fields in lines(path):
        try:
            statement = Statement(**fields)
        except TypeError:
            raise GoldError(f"{where}: the fields are not those of a statement.", f"Give {', '.join(Statement._fields)}.") from None
        if statement.split not in SPLITS or not all(part.strip() for part in statement[:-1]):
            raise GoldError(f"{where}: a field is empty, or the split is unknown.", f"Splits are {', '.join(SPLITS)}.")
        found.append(statement)
    return found
