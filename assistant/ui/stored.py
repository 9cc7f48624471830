"""A conversation ↔ the record of it that the reader's browser keeps.

The record is kept in the browser's own storage and not on the server: nobody else can see it, a restart of the server does not
touch it, and there is nothing to expire. What comes back is a stranger's text until it is checked: its form by pydantic, its papers
against the index, and every quote against the stored abstract; what does not hold is left out, and the conversation says so.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from assistant.types import Answer, CheckedClaim, Citation, CitedPaper, Kind, Paper, Status
from assistant.ui import messages
from assistant.ui.conversation import Conversation, Exchange

MOST_EXCHANGES = 200
_LONGEST = 200_000


class _Kept(BaseModel):
    model_config = ConfigDict(extra="ignore", str_max_length=_LONGEST)


class _Quote(_Kept):
    n: int
    paper: str
    quote: str
    start: int = Field(ge=0)
    end: int = Field(ge=0)
    status: Status


class _Source(_Kept):
    n: int
    paper: str
    score: float = Field(ge=0, le=1)


class _Claim(_Kept):
    text: str
    numbers: list[int]


class _Made(_Kept):
    id: str = Field(pattern=r"^[A-Za-z0-9_-]{1,64}$")
    kind: Kind
    text: str
    abstained: bool
    papers: list[_Source]
    borderline: list[_Source]
    quotes: list[_Quote]
    claims: list[_Claim]
    notes: list[str]
    model: str
    milliseconds: float
    looked_at: int
    standalone: str


class _Asked(_Kept):
    question: str = Field(max_length=4000)
    answer: _Made | None


class _Record(_Kept):
    exchanges: list[_Asked] = Field(max_length=MOST_EXCHANGES)


def record(conversation: Conversation) -> dict[str, Any]:
    """The conversation as JSON-able values, its latest `MOST_EXCHANGES` exchanges."""
    kept = [_Asked(question=e.question, answer=_made(e.answer) if e.answer else None) for e in conversation[-MOST_EXCHANGES:]]
    return _Record(exchanges=kept).model_dump()


def conversation(kept: object, papers: Mapping[str, Paper]) -> Conversation | None:
    """The conversation of a record, or None where it is none.

    Args:
        kept: what the browser sent.
        papers: the indexed papers by id.
    """
    try:
        read = _Record.model_validate(kept)
    except ValidationError:
        return None
    return tuple(_exchange(asked, papers) for asked in read.exchanges)


def _exchange(asked: _Asked, papers: Mapping[str, Paper]) -> Exchange:
    if asked.answer is None:
        return Exchange(asked.question, messages.not_answered(), stopped=True)
    made = _answer(asked.question, asked.answer, papers)
    kept = len(made.papers) + len(made.borderline) + len(made.citations)
    whole = kept == len(asked.answer.papers) + len(asked.answer.borderline) + len(asked.answer.quotes)
    return Exchange(asked.question, messages.answer(made) + ("" if whole else messages.outdated()), made)


def _answer(question: str, made: _Made, papers: Mapping[str, Paper]) -> Answer:
    quotes = [_citation(quote) for quote in made.quotes if _holds(quote, papers)]
    return Answer(
        id=made.id, question=question, kind=made.kind, text=made.text, abstained=made.abstained, papers=_sources(made.papers, papers),
        borderline=_sources(made.borderline, papers), citations=tuple(quotes), model=made.model,
        timings_ms={"total": made.milliseconds}, notes=tuple(made.notes), looked_at=made.looked_at, standalone=made.standalone,
        claims=tuple(
            CheckedClaim(claim.text, tuple(claim.numbers), tuple(quote for quote in quotes if quote.n in claim.numbers))
            for claim in made.claims
        ),
    )  # fmt: skip


def _holds(quote: _Quote, papers: Mapping[str, Paper]) -> bool:
    return quote.paper in papers and papers[quote.paper].abstract[quote.start : quote.end] == quote.quote


def _citation(quote: _Quote) -> Citation:
    return Citation(quote.n, quote.paper, quote.quote, quote.start, quote.end, quote.status)


def _sources(kept: list[_Source], papers: Mapping[str, Paper]) -> tuple[CitedPaper, ...]:
    return tuple(CitedPaper(source.n, papers[source.paper], source.score) for source in kept if source.paper in papers)


def _made(answer: Answer) -> _Made:
    return _Made(
        id=answer.id, kind=answer.kind, text=answer.text, abstained=answer.abstained,
        papers=[_Source(n=s.n, paper=s.paper.id, score=s.score) for s in answer.papers],
        borderline=[_Source(n=s.n, paper=s.paper.id, score=s.score) for s in answer.borderline],
        quotes=[_Quote(n=c.n, paper=c.paper_id, quote=c.quote, start=c.start, end=c.end, status=c.status) for c in answer.citations],
        claims=[_Claim(text=claim.text, numbers=list(claim.numbers)) for claim in answer.claims], notes=list(answer.notes),
        model=answer.model, milliseconds=answer.timings_ms.get("total", 0.0), looked_at=answer.looked_at, standalone=answer.standalone,
    )  # fmt: skip
