"""`Answer` → the JSON-able record that the page's HTTP interface returns."""

from __future__ import annotations

from typing import TypedDict

from assistant.types import Answer, Citation, CitedPaper, Kind, Status


class PaperRecord(TypedDict):
    """A source: its number in the text, what is known of it, and its relevance (0–1)."""

    n: int
    id: str
    title: str
    authors: list[str]
    venue: str
    year: int | None
    track: str
    decision: str
    url: str
    arxiv: str
    score: float


class CitationRecord(TypedDict):
    """A checked quote: characters `[start, end)` of the abstract of paper `paper_id`."""

    n: int
    paper_id: str
    quote: str
    start: int
    end: int
    status: Status


class AnswerRecord(TypedDict):
    """An answer; `text` is Markdown whose [n] are numbers of `papers` or `borderline`."""

    id: str
    question: str
    kind: Kind
    text: str
    abstained: bool
    papers: list[PaperRecord]
    borderline: list[PaperRecord]
    citations: list[CitationRecord]
    notes: list[str]
    model: str
    timings_ms: dict[str, float]


def answer_record(answer: Answer) -> AnswerRecord:
    """The answer as dictionaries, lists, strings and numbers."""
    return AnswerRecord(
        id=answer.id,
        question=answer.question,
        kind=answer.kind,
        text=answer.text,
        abstained=answer.abstained,
        papers=[_paper(source) for source in answer.papers],
        borderline=[_paper(source) for source in answer.borderline],
        citations=[_citation(citation) for citation in answer.citations],
        notes=list(answer.notes),
        model=answer.model,
        timings_ms=dict(answer.timings_ms),
    )


def _citation(citation: Citation) -> CitationRecord:
    return CitationRecord(
        n=citation.n, paper_id=citation.paper_id, quote=citation.quote, start=citation.start, end=citation.end, status=citation.status
    )


def _paper(source: CitedPaper) -> PaperRecord:
    paper = source.paper
    return PaperRecord(
        n=source.n, id=paper.id, title=paper.label, authors=list(paper.authors), venue=paper.venue, year=paper.year,
        track=paper.track, decision=paper.decision, url=paper.url, arxiv=paper.arxiv, score=round(source.score, 4),
    )  # fmt: skip
