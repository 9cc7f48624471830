"""Statements + checker → what the assistant would show of true ones, and of the same with one fault put in."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple

from assistant import Paper, Progress, Source
from assistant.citations import Checker, Verifier
from assistant.types import Claim, Reference, Span, Status

from .making import MAKERS, with_fault
from .statements import Statement

CITATION = "swapped citation"
BY_HAND = "swapped entities, by hand"
QUOTATION = "quotation changed by one word"
COPY = "copy changed by one word"
TRUE = ("true sentence", "true rewording")
_LABEL = "A paper"
_LONGEST_QUOTATION = 8


class Case(NamedTuple):
    """A claim about a paper of two sentences, the first or second of which it cites. `kind` is one of `TRUE` or a kind of fault."""

    id: str
    kind: str
    text: str
    sentence: str
    neighbour: str
    cites: int = 0
    verbatim: bool = False

    @property
    def is_true(self) -> bool:
        """Whether it ought to be shown."""
        return self.kind in TRUE


class Outcome(NamedTuple):
    """A case, and with which status its citation was shown; `unsupported` where it was taken out."""

    case: Case
    status: Status


class Row(NamedTuple):
    """Of the cases of one kind, how many were shown as supported and as partly supported, and how many not at all."""

    kind: str
    made: int
    supported: int
    partial: int
    taken_out: int


def cases(statements: Sequence[Statement]) -> Iterator[Case]:
    """True claims and faulty ones: faults are put into the sentences as they stand, and into their rewordings."""
    words = sorted({word for statement in statements for word in re.findall(r"\b[a-z]{5,}\b", statement.neighbour)})
    for statement in statements:
        pair = (statement.sentence, statement.neighbour)
        for kind, text in zip(TRUE, (statement.sentence, statement.paraphrase), strict=True):
            name = f"{statement.id} {kind}"
            yield Case(name, kind, text, *pair)
            yield Case(name, CITATION, text, *pair, cites=1)
            for fault in MAKERS:
                if wrong := with_fault(fault, text, name, words):
                    yield Case(name, fault, wrong, *pair)
        if statement.swapped:
            yield Case(statement.id, BY_HAND, statement.swapped, *pair)
        if changed := with_fault("one word replaced", statement.sentence, statement.id, words):
            yield Case(statement.id, COPY, changed, *pair, verbatim=True)
            yield Case(statement.id, QUOTATION, f'It says: "{_around(statement.sentence, changed)}".', *pair)


def _around(text: str, changed: str) -> str:
    """A stretch of the changed text that holds the change."""
    old, new = text.split(), changed.split()
    place = next(n for n, (one, two) in enumerate(zip(old, new, strict=False)) if one != two)
    first = max(0, place - _LONGEST_QUOTATION // 2)
    return " ".join(new[first : first + _LONGEST_QUOTATION]).strip(".,;:")


def examine(found: Sequence[Case], checker: Checker, report: Callable[[Progress], None] = lambda progress: None) -> list[Outcome]:
    """Let the verifier that decides what an answer shows decide on each case."""
    outcomes = []
    for done, case in enumerate(found, 1):
        outcomes.append(Outcome(case, _status(case, checker)))
        report(Progress("checking", done, len(found)))
    return outcomes


def _status(case: Case, checker: Checker) -> Status:
    end = len(case.sentence)
    spans = (Span(0, end), Span(end + 1, end + 1 + len(case.neighbour)))
    paper = Paper("p", f"{case.sentence} {case.neighbour}", Source("faults", 1), _LABEL, sentences=spans)
    checked = Verifier({"p": paper}, checker=checker).check(Claim(case.text, (Reference("p", case.cites),), case.verbatim))
    return checked.citations[0].status if checked else "unsupported"


def rows(outcomes: Sequence[Outcome]) -> list[Row]:
    """The outcomes by kind, in the order in which the kinds come."""
    counts = {kind: Counter[str]() for kind in dict.fromkeys(outcome.case.kind for outcome in outcomes)}
    for outcome in outcomes:
        counts[outcome.case.kind][outcome.status] += 1
    return [Row(kind, c.total(), c["supported"], c["partial"], c["unsupported"]) for kind, c in counts.items()]
