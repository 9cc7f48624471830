"""One question + the assistant → `AnswerRecord`: the only place where the assistant is asked."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Protocol

from assistant import Answer, Candidate, Paper, Turn

from ..gold.corpus import Corpus
from ..gold.questions import Question
from ..records import AnswerRecord, Quote, Ranked, Statement
from .fingerprints import asked

DEPTH = 20
_MARKER = re.compile(r"\[(\d{1,9})\]")
# Asked before the clock counts, so that no question pays for loading an encoder.
_WARM_UP = {"en": "What is this collection of papers about?", "zh": "这些论文研究什么问题?"}


class Subject(Protocol):
    """What is evaluated: `assistant.Assistant`, or anything that answers like it."""

    @property
    def papers(self) -> dict[str, Paper]:
        """The papers by id."""
        ...

    @property
    def writes(self) -> bool:
        """Whether a language model writes the answers."""
        ...

    def search(self, text: str, k: int = 20, history: Sequence[Turn] = ()) -> list[Candidate]:
        """The best papers, best first."""
        ...

    def ask(self, text: str, history: Sequence[Turn] = (), *, id: str = "") -> Answer:  # noqa: A002
        """The answer."""
        ...


def warm_up(subject: Subject, languages: set[str]) -> None:
    """Load what the first question of each language needs."""
    for language in sorted(languages & _WARM_UP.keys()):
        subject.ask(_WARM_UP[language])


def generate(question: Question, subject: Subject, corpus: Corpus, key: str) -> AnswerRecord:
    """Rank and answer.

    Raises:
        AssistantError: the index or an encoder failed.
    """
    names = corpus.reference_of
    ranking = subject.search(question.text, k=DEPTH, history=question.history)
    answer = subject.ask(question.text, question.history, id=question.id)
    return AnswerRecord(
        id=question.id,
        key=key,
        kind=answer.kind,
        text=answer.text,
        abstained=answer.abstained,
        answerable=answer.answerable,
        ranking=tuple(Ranked(names[candidate.paper.id], candidate.score) for candidate in ranking),
        papers=tuple(names[cited.paper.id] for cited in answer.papers),
        borderline=tuple(names[cited.paper.id] for cited in answer.borderline),
        citations=tuple(Quote(c.n, names.get(c.paper_id, c.paper_id), c.quote, c.start, c.end, c.status) for c in answer.citations),
        model=answer.model,
        timings_ms=dict(answer.timings_ms),
        claims=statements(answer),
        tokens_in=answer.usage.prompt_tokens,
        tokens_out=answer.usage.completion_tokens,
        cost=answer.cost or 0.0,
        failure=answer.failure,
        asked=asked(question),
        notes=answer.notes,
    )


def statements(answer: Answer) -> tuple[Statement, ...]:
    """The answer's statements. A number in its text that no paper has is out of range, wherever it stands."""
    position = 0
    found = []
    for claim in answer.claims:
        found.append(Statement(claim.text, tuple(range(position, position + len(claim.citations)))))
        position += len(claim.citations)
    numbers = {cited.n for cited in (*answer.papers, *answer.borderline)}
    shown = answer.text
    for claim in answer.claims:
        # A quoted sentence may have numbers in brackets of its own.
        shown = shown.replace(" ".join(claim.text.split()), "")
    wild = sum(int(n) not in numbers for n in _MARKER.findall(shown))
    return (*found, Statement("", (), wild)) if wild else tuple(found)
