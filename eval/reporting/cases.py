"""Runs → `Case`s: each question with what every run retrieved, answered and cited, beside the gold."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal, NamedTuple

from ..gold.corpus import Corpus
from ..gold.questions import Question
from ..records import AnswerRecord
from ..running.runs import Run
from ..scoring.catalog import PRIMARY
from ..scoring.judging import cited_places, gold_places
from ..scoring.metrics import Place, same_sentence
from ..scoring.scoring import QuestionScore

Mark = Literal["hit", "miss", "neutral"]
_RETRIEVED = 5


class Line(NamedTuple):
    """A paper or sentence. `hit` where the other side has it, too; `neutral` where it counts neither way."""

    text: str
    mark: Mark


@dataclass(frozen=True, slots=True)
class Side:
    """One run's answer to a question. Texts and lines are empty for the split test."""

    score: QuestionScore
    text: str = ""
    model: str = ""
    retrieved: tuple[Line, ...] = ()
    answered: tuple[Line, ...] = ()
    cited: tuple[Line, ...] = ()

    @property
    def quality(self) -> float | None:
        """The primary metric, 0–1; None where the judges left it open."""
        return self.score.values.get(PRIMARY)


@dataclass(frozen=True, slots=True)
class Case:
    """One question and its sides, in the order of the runs; None for a run that did not ask it.

    `question`, `history`, `note` and the gold are empty for the split test, which nobody is to learn from. A line of the
    gold is a hit where any side has it.
    """

    score: QuestionScore
    sides: tuple[Side | None, ...]
    question: str = ""
    history: tuple[str, ...] = ()
    note: str = ""
    gold_papers: tuple[Line, ...] = ()
    gold_sentences: tuple[Line, ...] = ()
    nuggets: tuple[str, ...] = ()

    @property
    def is_hidden(self) -> bool:
        """Whether only id and values may be shown."""
        return not self.question

    @property
    def gains(self) -> tuple[float | None, ...]:
        """Quality of each later side − that of the first; None where one of them has none."""
        first = self.sides[0].quality if self.sides[0] else None
        return tuple(side.quality - first if side and side.quality is not None and first is not None else None for side in self.sides[1:])


def cases(runs: Sequence[Run], corpus: Corpus) -> list[Case]:
    """Every question of the first run, in its order."""
    scores = [{score.id: score for score in run.scores.questions} for run in runs]
    return [_case(question, runs, [each.get(question.id) for each in scores], corpus) for question in runs[0].questions]


def worst_first(found: Sequence[Case]) -> list[Case]:
    """By quality in the first run; last those whose quality the judges left open."""
    return sorted(found, key=lambda case: (case.score.values.get(PRIMARY, 2.0), case.score.id))


def worst(found: Sequence[Case], count: int) -> list[Case]:
    """The `count` cases of least quality in the first run, worst first; none of the best possible."""
    return [case for case in worst_first(found) if case.score.values.get(PRIMARY, 1.0) < 1.0][:count]


def _case(question: Question, runs: Sequence[Run], scores: Sequence[QuestionScore | None], corpus: Corpus) -> Case:
    asked = [(score, run.records.get(question.id)) for score, run in zip(scores, runs, strict=True)]
    first = next(score for score, _ in asked if score is not None)
    if question.split == "test":
        return Case(first, tuple(Side(score) if score else None for score, _ in asked))
    sides = tuple(_side(question, score, record, corpus) if score and record else None for score, record in asked)
    records = [record for _, record in asked if record is not None]
    returned = {name for record in records for name in record.returned}
    cited = [place for record in records for place in cited_places(record, corpus)]
    return Case(
        first,
        sides,
        question.text,
        tuple(f"{turn.role}: {turn.content}" for turn in question.history),
        question.note,
        gold_papers=(
            *(Line(_name(name, corpus), "hit" if name in returned else "miss") for name in question.relevant),
            *(Line(f"{_name(name, corpus)} (borderline)", "neutral") for name in question.borderline),
        ),
        gold_sentences=tuple(
            Line(_cut(g, corpus), "hit" if any(same_sentence(g, place) for place in cited) else "miss")
            for g in gold_places(question, corpus)
        ),
        nuggets=tuple(nugget.text + ("" if nugget.vital else " (not vital)") for nugget in question.nuggets),
    )


def _side(question: Question, score: QuestionScore, record: AnswerRecord, corpus: Corpus) -> Side:
    gold = gold_places(question, corpus)

    def papers(names: Sequence[str]) -> tuple[Line, ...]:
        return tuple(
            Line(_name(name, corpus), "neutral" if name in question.borderline else "hit" if name in question.relevant else "miss")
            for name in names
        )

    def cited(place: Place) -> Line:
        # A list is judged by its papers; its sentences have no gold to be compared with.
        mark: Mark = "neutral" if not gold else "hit" if any(same_sentence(place, g) for g in gold) else "miss"
        return Line(_cut(place, corpus), mark)

    return Side(
        score,
        record.text,
        record.model,
        retrieved=papers([ranked.paper for ranked in record.ranking[:_RETRIEVED]]),
        answered=papers(record.returned),
        cited=tuple(cited(place) for place in cited_places(record, corpus)),
    )


def _name(reference: str, corpus: Corpus) -> str:
    paper = corpus.papers.get(reference)
    return f"{paper.title or paper.label} ({_short(reference)})" if paper else reference


def _cut(place: Place, corpus: Corpus) -> str:
    paper = corpus.papers.get(place.paper)
    return f"{paper.abstract[place.start : place.end]} ({_short(place.paper)})" if paper else "an invalid citation"


def _short(reference: str) -> str:
    file, _, n = reference.rpartition("#")
    return f"{file.split('_')[0]}#{n}"
