"""Questions + records → `Scores`: every question's values, and every metric by slice."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from ..gold.corpus import Corpus
from ..gold.questions import Question
from ..records import AnswerRecord
from .catalog import METRICS
from .citing import citation_metrics
from .judging import judge, quality
from .metrics import aurc, auroc, percentile
from .ranking import ranked_metrics, set_metrics

ALL = "all"


@dataclass(frozen=True, slots=True)
class QuestionScore:
    """One question's values by metric name; a metric that does not apply is absent."""

    id: str
    split: str
    kind: str
    type: str
    lang: str
    messy: bool
    answerable: bool | None
    abstained: bool
    confidence: float
    values: dict[str, float]

    @property
    def slices(self) -> tuple[str, ...]:
        """The slices that the question belongs to."""
        return (ALL, f"kind:{self.kind}", f"lang:{self.lang}", f"messy:{'yes' if self.messy else 'no'}", f"type:{self.kind}/{self.type}")

    @property
    def loss(self) -> float:
        """Loss of answering, for risk and coverage: 1 where the first paper is not relevant or no paper is, else 0."""
        return 1.0 - self.values.get("hit@1", 0.0)


class Measured(NamedTuple):
    """A metric's value over `n` questions."""

    value: float
    n: int


def score_questions(questions: Sequence[Question], records: Mapping[str, AnswerRecord], corpus: Corpus) -> list[QuestionScore]:
    """Score each question by its record; `records` has one for every question's id."""
    rankings = {q.id: [ranked.paper for ranked in records[q.id].ranking] for q in questions}
    returned = {q.id: records[q.id].returned for q in questions}
    ranked, sets = ranked_metrics(questions, rankings), set_metrics(questions, returned)
    scores = []
    for q in questions:
        record = records[q.id]
        values = {**ranked.get(q.id, {}), **sets.get(q.id, {}), **judge(q, record, corpus), **citation_metrics(record, corpus)}
        whole = quality(q, values)
        if whole is not None:
            values["quality"] = whole
        scores.append(
            QuestionScore(
                q.id, q.split, q.kind, q.type, q.lang, q.messy, q.answerable, record.abstained, confidence=record.answerable, values=values
            )
        )
    return scores


def summarise(scores: Iterable[QuestionScore]) -> dict[str, dict[str, Measured]]:
    """Every metric by slice, slices in order of first appearance with `all` first; what nothing measures is absent."""
    members: dict[str, list[QuestionScore]] = {}
    for score in scores:
        for name in score.slices:
            members.setdefault(name, []).append(score)
    order = sorted(members, key=lambda name: (name != ALL, name))
    return {name: measure(members[name]) for name in order}


def measure(scores: Sequence[QuestionScore]) -> dict[str, Measured]:
    """Every metric over some questions, in the catalogue's order."""
    found = _over_all(scores)
    for metric in METRICS:
        values = [score.values[metric.name] for score in scores if metric.mean and metric.name in score.values]
        if values:
            found[metric.name] = Measured(sum(values) / len(values), len(values))
    return {metric.name: found[metric.name] for metric in METRICS if metric.name in found}


def _over_all(scores: Sequence[QuestionScore]) -> dict[str, Measured]:
    found: dict[str, Measured] = {}
    judged = [score for score in scores if score.answerable is not None]
    refused = [score for score in judged if score.abstained]
    if refused:
        found["abstention_precision"] = Measured(sum(not score.answerable for score in refused) / len(refused), len(refused))
    positives = [score.confidence for score in judged if score.answerable]
    negatives = [score.confidence for score in judged if not score.answerable]
    if positives and negatives:
        found["answerable_auroc"] = Measured(auroc(positives, negatives), len(judged))
    if judged:
        found["aurc"] = Measured(aurc([score.confidence for score in judged], [score.loss for score in judged]), len(judged))
    times = [score.values["latency_ms"] for score in scores if "latency_ms" in score.values]
    if times:
        found["latency_p50_ms"] = Measured(percentile(times, 50), len(times))
        found["latency_p95_ms"] = Measured(percentile(times, 95), len(times))
    return found
