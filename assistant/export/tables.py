"""Rows → Markdown tables in which the papers' words are only words."""

from __future__ import annotations

import re
from collections.abc import Sequence

from assistant.export.rows import Row, address, arxiv_identifier, one_line, percent
from assistant.types import Answer

_HEADER = ("| # | Paper | Why | Confidence | Decision |", "| --- | --- | --- | ---: | --- |")
_MARKUP = re.compile(r"([\\`*_\[\]<>|~^$&#])")


def markdown(answer: Answer, rows: Sequence[Row]) -> str:
    """The question, how many papers were looked at, and a table of those that fit; another of those that are in doubt."""
    parts = [f"# {inert(answer.question)}", f"{answer.looked_at} papers were looked at."]
    if sure := [row for row in rows if not row.borderline]:
        parts.append(_table(sure))
    if doubtful := [row for row in rows if row.borderline]:
        parts += ["## Nearest papers" if answer.abstained else "## Borderline", _table(doubtful)]
    return "\n\n".join(parts) + "\n"


def inert(text: str) -> str:
    """The text on one line, every character that could be markup behind a backslash."""
    return _MARKUP.sub(r"\\\1", one_line(text))


def _table(rows: Sequence[Row]) -> str:
    return "\n".join([*_HEADER, *(_line(row) for row in rows)])


def _line(row: Row) -> str:
    paper = row.paper
    decision = ", ".join(part for part in (paper.track, paper.decision) if part.strip())
    cells = (str(row.n), _linked(row), inert(row.why), percent(row.confidence), inert(decision))
    return f"| {' | '.join(cells)} |"


def _linked(row: Row) -> str:
    title = inert(row.paper.label)
    url = address(row.paper.url)
    shown = f"[{title}](<{url}>)" if url else title
    arxiv = arxiv_identifier(row.paper.arxiv)
    return f"{shown} ([arXiv](<https://arxiv.org/abs/{arxiv}>))" if arxiv else shown
