"""Rows → one JSON object: the question and its papers with their checked quotes."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

from assistant.export.rows import Row
from assistant.types import Answer


def json_text(answer: Answer, rows: Sequence[Row]) -> str:
    """The object as indented text; all its text as it is stored, with half surrogates as escapes."""
    made = {"question": answer.question, "looked_at": answer.looked_at, "abstained": answer.abstained, "papers": [_paper(r) for r in rows]}
    return json.dumps(made, ensure_ascii=False, indent=2).encode("utf-8", "backslashreplace").decode("utf-8") + "\n"


def _paper(row: Row) -> dict[str, Any]:
    paper = row.paper
    return {
        "n": row.n,
        "paper_id": paper.id,
        "title": paper.title or paper.label,
        "authors": list(paper.authors),
        "venue": paper.venue,
        "year": paper.year,
        "track": paper.track,
        "decision": paper.decision,
        "url": paper.url,
        "arxiv": paper.arxiv,
        "confidence": round(row.confidence, 4),
        "borderline": row.borderline,
        "why": row.why,
        "quotes": [{"quote": c.quote, "start": c.start, "end": c.end, "status": c.status} for c in row.quotes],
    }
