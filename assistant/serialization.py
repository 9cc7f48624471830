"""`Answer`s and `Candidate`s → the JSON objects of the command line's contract."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from assistant.types import NO_FILTERS, Answer, Candidate, CitedPaper, Filters


def answer_object(answer: Answer) -> dict[str, Any]:
    """The answer as one JSON-able object; `borderline` are the papers that are shown apart."""
    return {
        "id": answer.id,
        "question": answer.question,
        "kind": answer.kind,
        "answer": answer.text,
        "abstained": answer.abstained,
        "papers": [_paper(cited) for cited in answer.papers],
        "borderline": [_paper(cited) for cited in answer.borderline],
        "citations": [
            {"n": c.n, "paper_id": c.paper_id, "quote": c.quote, "start": c.start, "end": c.end, "status": c.status}
            for c in answer.citations
        ],
        "model": answer.model,
        "timings_ms": answer.timings_ms,
        "notes": list(answer.notes),
        "looked_at": answer.looked_at,
        "standalone": answer.standalone,
        "conditions": conditions_object(answer.filters),
        "understood": answer.understood,
        "unresolved": answer.unresolved,
        "usage": answer.usage._asdict(),
        "cost": answer.cost,
    }


def conditions_object(filters: Filters) -> list[list[dict[str, Any]]]:
    """The conditions on metadata that held: alternatives, each a list of conditions that hold together; empty for none."""
    return [
        [{"field": each.field, "values": list(each.values), "excluded": each.excluded} for each in conditions]
        for conditions in filters.alternatives
    ]


def ranking_object(query: str, candidates: Sequence[Candidate], filters: Filters = NO_FILTERS) -> dict[str, Any]:
    """Search results as one JSON-able object; `passage` is each paper's best sentence, a slice of its abstract."""
    papers = []
    for rank, candidate in enumerate(candidates, 1):
        paper = candidate.paper
        best = candidate.evidence[0].span if candidate.evidence else paper.sentences[0]
        papers.append(
            {
                "n": rank,
                "paper_id": paper.id,
                "title": paper.label,
                "url": paper.url,
                "source": {"file": paper.source.file, "n": paper.source.n},
                "score": round(candidate.score, 4),
                "passage": {"quote": paper.abstract[best.start : best.end], "start": best.start, "end": best.end},
            }
        )
    return {"query": query, "conditions": conditions_object(filters), "papers": papers}


def _paper(cited: CitedPaper) -> dict[str, Any]:
    paper = cited.paper
    return {
        "n": cited.n,
        "paper_id": paper.id,
        "title": paper.label,
        "url": paper.url,
        "source": {"file": paper.source.file, "n": paper.source.n},
        "score": round(cited.score, 4),
    }
