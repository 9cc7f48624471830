"""A seed file (a heading line, then abstracts separated by blank lines) → raw records."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path

from assistant.corpus.files import read_text
from assistant.corpus.records import Record, record_from_fields, rows_of
from assistant.errors import CorpusError

METADATA_FILE = "papers.csv"
# A heading is short and does not end like a sentence: a file that starts with an abstract has none.
_HEADING_LIMIT = 120
# An acronym and a year, as in "NeurIPS 2025 Papers".
_VENUE_AND_YEAR = re.compile(r"\b([A-Z][A-Za-z]*[A-Z][A-Za-z]*)\s+((?:19|20)[0-9]{2})\b")


def read_seed_text(path: Path) -> list[Record]:
    """Records of one text file, in order, with the facts of a `papers.csv` beside it.

    Raises:
        CorpusError: the file has no abstract, or `papers.csv` is malformed.
    """
    blocks: list[tuple[int, str]] = []
    line = 1
    for piece in re.split(r"(\n[^\S\n]*(?:\n[^\S\n]*)+)", read_text(path)):
        body = piece.strip("\n")
        if body.strip():
            blocks.append((line + len(piece) - len(piece.lstrip("\n")), body))
        line += piece.count("\n")
    first_line, *rest = blocks[0][1].split("\n")
    heading = first_line.strip()
    if len(heading) > _HEADING_LIMIT or heading.endswith((".", "!", "?", "。")):
        heading = ""
    else:
        remainder = "\n".join(rest)
        blocks = ([(blocks[0][0] + 1, remainder)] if remainder.strip() else []) + blocks[1:]
    if not blocks:
        raise CorpusError(
            f"{path}, line 1: there is a heading and no abstract after it.", "Put abstracts below it, separated by blank lines."
        )
    facts = _facts(path.parent / METADATA_FILE, path.name)
    said = _said_by(heading)
    records = [record_from_fields(path, start, {**said, **facts.get(n, {}), "abstract": body}) for n, (start, body) in enumerate(blocks, 1)]
    return [replace(record, heading=heading) for record in records]


def _said_by(heading: str) -> dict[str, object]:
    """What a heading says of all papers below it: "NeurIPS 2025 Papers" names their venue and year."""
    found = _VENUE_AND_YEAR.search(heading)
    return {"venue": found[1], "year": found[2]} if found else {}


def _facts(path: Path, file: str) -> dict[int, dict[str, object]]:
    """Rows of papers.csv about `file`, by position; empty where there is no papers.csv."""
    if not path.is_file():
        return {}
    rows = rows_of(path)
    line, header = next(rows)
    if not {"file", "n"} <= set(header):
        raise CorpusError(f"{path}, line {line}: the columns `file` and `n` are missing.", "Add them, or remove the file.")
    facts: dict[int, dict[str, object]] = {}
    for line, row in rows:
        if row["file"] == file:
            n = row.get("n", "")
            if not (n.isdecimal() and len(n) < 10):
                raise CorpusError(f"{path}, line {line}: n is {n!r}, not a number.", "Correct it.")
            facts[int(n)] = {name: value for name, value in row.items() if name not in ("file", "n") and value}
    return facts
