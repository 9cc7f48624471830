"""A seed file (a heading line, then abstracts separated by blank lines) → raw records, with the facts of a papers.csv beside it."""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Mapping, Sequence
from functools import lru_cache
from pathlib import Path
from typing import NamedTuple

import numpy as np

from assistant.corpus.decoding import decode, read_bytes
from assistant.corpus.files import METADATA_FILE, is_metadata
from assistant.corpus.identity import paper_id
from assistant.corpus.options import ReadOptions
from assistant.corpus.records import Raw
from assistant.corpus.tables import Row, table_rows
from assistant.errors import CorpusError

# A heading is short and does not end like a sentence: a file that starts with an abstract has none.
_HEADING_LIMIT = 120
# An acronym and a year, as in "NeurIPS 2025 Papers".
_VENUE_AND_YEAR = re.compile(r"\b([A-Z][A-Za-z]*[A-Z][A-Za-z]*)\s+((?:19|20)[0-9]{2})\b")
# Columns that say which abstract a row is about; without one, rows go by position.
_TELLING = ("id", "opening", "abstract")
_WORD = re.compile(r"[^\W\d_]{3,}")
_EMPTY = frozenset(
    "the and for with from via into are can not how what when does using towards toward based through over under its".split()
)
# Shares of a title's words, weighted by rarity. In the seeds, any two titles that change places lose more than this (.37 at least).
_CLEARLY = 0.2
# Titles that are compared with one another's abstracts: the work grows with the square.
_TOGETHER = 300


class Block(NamedTuple):
    """An abstract and the line where it starts."""

    line: int
    text: str


class Facts(NamedTuple):
    """What papers.csv says about each block of a file, in order, and why some of it is not used (empty: all is)."""

    of_blocks: Sequence[Mapping[str, str]]
    note: str = ""


class _Line(NamedTuple):
    """A row of papers.csv by column, and its line."""

    line: int
    values: dict[str, str]


class _Table(NamedTuple):
    """Rows of papers.csv by the file that they are about, and a note on its encoding."""

    rows_of: Mapping[str, list[_Line]]
    note: str


class Texts(NamedTuple):
    """The records of a text file, and a note about its papers.csv."""

    records: list[Raw]
    note: str


def read_seed_text(path: Path, text: str, options: ReadOptions) -> Texts:
    """Records of one text file, in order.

    Raises:
        CorpusError: the file has no abstract, or its `papers.csv` is malformed.
    """
    heading, blocks = _blocks(path, text)
    facts = _facts(path, blocks, options)
    said = _said_by(heading)
    records = [
        Raw(f"line {block.line}", {**said, **known, "abstract": block.text}, verbatim=True, heading=heading)
        for block, known in zip(blocks, facts.of_blocks, strict=True)
    ]
    return Texts(records, facts.note)


def _said_by(heading: str) -> dict[str, str]:
    """What a heading says of all papers below it: "NeurIPS 2025 Papers" names their venue and year."""
    found = _VENUE_AND_YEAR.search(heading)
    return {"venue": found[1], "year": found[2]} if found else {}


def _blocks(path: Path, text: str) -> tuple[str, list[Block]]:
    blocks: list[Block] = []
    line = 1
    for piece in re.split(r"(\n[^\S\n]*(?:\n[^\S\n]*)+)", text):
        body = piece.strip("\n")
        if body.strip():
            blocks.append(Block(line + len(piece) - len(piece.lstrip("\n")), body))
        line += piece.count("\n")
    first_line, *rest = blocks[0].text.split("\n")
    heading = first_line.strip()
    if len(heading) > _HEADING_LIMIT or heading.endswith((".", "!", "?", "。")):
        heading = ""
    else:
        remainder = "\n".join(rest)
        blocks = ([Block(blocks[0].line + 1, remainder)] if remainder.strip() else []) + blocks[1:]
    if not blocks:
        raise CorpusError(
            f"{path}, line 1: there is a heading and no abstract after it.", "Put abstracts below it, separated by blank lines."
        )
    return heading, blocks


def _facts(path: Path, blocks: Sequence[Block], options: ReadOptions) -> Facts:
    """Facts of the blocks: by what a telling column says, else by position where nothing contradicts it."""
    beside = path.parent / METADATA_FILE
    none = Facts([{}] * len(blocks))
    if not beside.is_file() or not is_metadata(beside):
        return none
    table = _table(beside, read_bytes(beside, options.limits))
    rows = _numbered(beside, table.rows_of.get(path.name.removesuffix(".gz"), []))
    facts = _matched(path, blocks, rows) if rows else none
    return Facts(facts.of_blocks, " ".join(filter(None, (table.note, facts.note))))


def _matched(path: Path, blocks: Sequence[Block], rows: Mapping[int, Mapping[str, str]]) -> Facts:
    told = [row for row in rows.values() if any(row.get(name, "").strip() for name in _TELLING)]
    if told:
        return _by_content(path, blocks, list(rows.values()))
    if len(rows) != len(blocks) or set(rows) != set(range(1, len(blocks) + 1)):
        return Facts(
            [{}] * len(blocks),
            f"{path}: {len(blocks)} abstracts, but {METADATA_FILE} has {len(rows)} rows about it; no title was attached to them. "
            "Bring both into line, or give papers.csv a column `opening` with the first words of each abstract.",
        )
    return _by_position(path, blocks, rows)


def _by_content(path: Path, blocks: Sequence[Block], rows: Sequence[Mapping[str, str]]) -> Facts:
    openings = [" ".join(block.text.split()) for block in blocks]
    ids = [paper_id(block.text) for block in blocks]
    facts: list[Mapping[str, str]] = [{}] * len(blocks)
    lost = []
    for row in rows:
        opening = " ".join((row.get("opening") or row.get("abstract") or "").split()).rstrip(".… ")
        wanted = row.get("id", "").strip()
        fits = [n for n in range(len(blocks)) if (wanted and ids[n] == wanted) or (opening and openings[n].startswith(opening))]
        if len(fits) == 1:
            facts[fits[0]] = {name: value for name, value in row.items() if name not in (*_TELLING, "n")}
        else:
            lost.append(row.get("title", "")[:60] or f"n {row['n']}")
    shown = "; ".join(lost[:5]) + ("; …" if len(lost) > 5 else "")
    note = f"{path}: {len(lost)} rows of papers.csv fit no abstract, or several, and were not attached: {shown}." if lost else ""
    return Facts(facts, note)


def _by_position(path: Path, blocks: Sequence[Block], rows: Mapping[int, Mapping[str, str]]) -> Facts:
    """Rows in order; none where another order fits the titles better, and not one whose title has no word of its abstract."""
    titles = [rows[n].get("title", "") for n in range(1, len(blocks) + 1)]
    moved = _moved(titles, [block.text for block in blocks])
    if moved is not None:
        return Facts(
            [{}] * len(blocks),
            f"{path}: the title “{titles[moved[0]][:60]}” is at place {moved[0] + 1} of papers.csv, but fits the abstract at place "
            f"{moved[1] + 1}; no title was attached to this file. Put the rows in order, or give papers.csv a column `opening`.",
        )
    strange = [len(_words(t)) >= 3 and not _words(t) & _words(block.text) for t, block in zip(titles, blocks, strict=True)]
    named = "; ".join(title[:60] for title, alien in zip(titles, strange, strict=True) if alien)
    note = f"{path}: titles of papers.csv that share no word with their abstract were not attached: {named}." if named else ""
    return Facts([{} if alien else rows[n] for n, alien in enumerate(strange, 1)], note)


def _moved(titles: Sequence[str], abstracts: Sequence[str]) -> tuple[int, int] | None:
    """A title and the abstract that it fits, where another assignment of titles to abstracts fits clearly better than their order."""
    # Only where there are titles to be placed; questions never come here.
    from scipy.optimize import linear_sum_assignment

    for start in range(0, len(titles), _TOGETHER):
        wanted = [_words(title) for title in titles[start : start + _TOGETHER]]
        texts = [_words(text) for text in abstracts[start : start + _TOGETHER]]
        papers_with = Counter(word for text in texts for word in text)
        rarity = {word: math.log((len(texts) + 1) / (papers_with[word] + 0.5)) for words in wanted for word in words}
        fits = np.array(
            [
                [sum(rarity[word] for word in words & text) / (sum(rarity[word] for word in words) or 1.0) for text in texts]
                for words in wanted
            ]
        )
        order, best = linear_sum_assignment(fits, maximize=True)
        if fits[order, best].sum() - np.trace(fits) > _CLEARLY:
            n = max((n for n in order if best[n] != n), key=lambda n: fits[n, best[n]] - fits[n, n])
            return start + int(n), start + int(best[n])
    return None


def _words(text: str) -> set[str]:
    return {word[:6] for word in _WORD.findall(text.lower()) if word not in _EMPTY}


# Every text of a folder asks the same table.
@lru_cache(maxsize=1)
def _table(path: Path, data: bytes) -> _Table:
    decoded = decode(path, data)
    header: list[str] = []
    rows_of: dict[str, list[_Line]] = {}
    for row in table_rows(str(path), decoded.text):
        if not isinstance(row, Row):
            raise CorpusError(f"{row.where}: {row.reason}", row.remedy)
        if not header:
            header = [name.strip().lower() for name in row.cells]
            if not {"file", "n"} <= set(header):
                raise CorpusError(f"{path}, line {row.line}: the columns `file` and `n` are missing.", "Add them, or remove the file.")
            continue
        if len(row.cells) > len(header):
            raise CorpusError(f"{path}, line {row.line}: more columns than the header names.", "Quote fields with commas.")
        values = dict(zip(header, row.cells, strict=False))
        rows_of.setdefault(values["file"], []).append(_Line(row.line, values))
    return _Table(rows_of, decoded.note)


def _numbered(path: Path, lines: Sequence[_Line]) -> dict[int, dict[str, str]]:
    """Rows about one file, by their number."""
    found: dict[int, dict[str, str]] = {}
    for line, values in lines:
        n = values.get("n", "")
        if not (n.isdecimal() and len(n) < 10):
            raise CorpusError(f"{path}, line {line}: n is {n!r}, not a number.", "Correct it.")
        if int(n) in found:
            raise CorpusError(f"{path}, line {line}: n {n} stands twice for {values['file']}.", "Number the rows of each file from 1.")
        found[int(n)] = {name: value for name, value in values.items() if name != "file" and value}
    return found
