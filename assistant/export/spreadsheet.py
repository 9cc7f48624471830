"""Rows → CSV (RFC 4180) in which no cell is a formula."""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Iterable

from assistant.export.rows import Row, address, arxiv_identifier, one_line

COLUMNS = ("n", "title", "authors", "venue", "year", "track", "decision", "confidence", "borderline", "why", "url", "arxiv", "paper_id")
# What spreadsheets take for the beginning of a formula, also behind spaces and in its full-width form.
_FORMULA = re.compile(r"^[\s'\"]*[=+\-@＝＋－＠|%]")


def csv_text(rows: Iterable[Row]) -> str:
    """A header and one line for each paper, every cell in quotes."""
    out = io.StringIO()
    writer = csv.writer(out, quoting=csv.QUOTE_ALL)
    writer.writerow(COLUMNS)
    for row in rows:
        paper = row.paper
        writer.writerow(
            _inert(cell)
            for cell in (
                str(row.n), paper.label, "; ".join(paper.authors), paper.venue, str(paper.year or ""), paper.track, paper.decision,
                f"{row.confidence:.4f}", "yes" if row.borderline else "no", row.why, address(paper.url), arxiv_identifier(paper.arxiv),
                paper.id,
            )
        )  # fmt: skip
    return out.getvalue()


def _inert(cell: str) -> str:
    """The cell on one line; behind an apostrophe, which spreadsheets read as "this is text", where it looks like a formula."""
    line = one_line(cell)
    return f"'{line}" if _FORMULA.match(line) else line
