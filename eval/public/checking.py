"""Pairs of claim and abstract + checker → how well its score tells support from the rest, at every level of evidence."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from string import Template
from typing import Any, NamedTuple

from assistant import Progress
from assistant.citations import coverage

from ..errors import RunError
from ..reporting.calibration import Bin, calibration_error, reliability
from ..scoring.metrics import auroc
from .claims import LABELS, Claims, Pair
from .decisions import Measured, best_threshold, measured_at

SCHEMA = 1
LEVELS = ("rationale", "abstract")
STATUSES = ("supported", "partial", "unsupported")

# Claim, quote, and the paper's label and abstract → 0 (says nothing of the kind) to 1 (says it).
Checker = Callable[[str, str, Sequence[str]], float]


class Judge(NamedTuple):
    """A checker, and the scores from which its user calls a quote supporting, or partly so."""

    name: str
    score: Checker
    supported: float
    partial: float

    def status(self, score: float) -> str:
        """What the user would call a quote with this score."""
        return STATUSES[0] if score >= self.supported else STATUSES[1] if score >= self.partial else STATUSES[2]


def words() -> Judge:
    """Counting words, as the assistant does for what its encoders cannot read; thresholds are those of `assistant.citations.support`."""
    return Judge("words", coverage, 0.75, 0.5)


def entailment() -> Judge:
    """What the assistant does."""
    from assistant.wiring import bundled_checker

    checker = bundled_checker()
    return Judge("entailment", checker.score, checker.model.supported, checker.model.partial)


def model() -> Judge:
    """The language model of the settings' endpoint, which is asked for Yes or No."""
    from assistant import load_settings
    from assistant.models.yes_no import YesNoChat

    chat, text = YesNoChat(load_settings()), (Path(__file__).parent.parent / "llm_judge" / "faithfulness.md").read_text("utf-8")
    system, _, question = text.removeprefix("## system\n").partition("\n## user\n")
    asked = Template(question.strip())

    def score(claim: str, quote: str, context: Sequence[str] = ()) -> float:
        return chat.verdict(system.strip(), asked.substitute(context=quote, statement=claim)).yes or 0.0

    return Judge("model", score, 0.5, 0.5)


JUDGES: dict[str, Callable[[], Judge]] = {"entailment": entailment, "words": words, "model": model}


@dataclass(frozen=True, slots=True)
class Judged:
    """A pair's scores by level: of its rationale, and of the abstract's best sentence, whose number is `best`."""

    pair: Pair
    scores: dict[str, float]
    best: int

    def score(self, level: str) -> float:
        """The score of one of the levels."""
        return self.scores[level]


@dataclass(frozen=True)
class Level:
    """What a checker does at one level of evidence, over the reported pairs.

    `at` gives the measures at a threshold (`product`, and `chosen` on the others, where there are such); `confusion` counts label → status;
    `against_contradictions` is the area under the curve of support against contradiction alone, None where a label is missing;
    `passed` are the pairs whose contradiction the product would show as support; `ece` is the expected calibration error.
    """

    name: str
    thresholds: dict[str, float]
    at: dict[str, dict[str, Measured]]
    against_contradictions: float | None
    confusion: dict[str, dict[str, int]]
    passed: tuple[Judged, ...]
    bins: tuple[Bin, ...]
    ece: float


@dataclass(frozen=True)
class Report:
    """A checker over a set of claims."""

    judge: str
    claims: Claims
    judged: tuple[Judged, ...]
    levels: tuple[Level, ...]

    @property
    def reported(self) -> tuple[Judged, ...]:
        """The pairs that the measures are over."""
        return tuple(item for item in self.judged if item.pair.reported)

    def fields(self, *, each: bool = True) -> dict[str, Any]:
        """As JSON objects; without the pairs where `each` is false."""
        found: dict[str, Any] = {
            "schema": SCHEMA,
            "checker": self.judge,
            "pairs": len(self.judged),
            "reported": len(self.reported),
            "hidden_claims": self.claims.hidden,
            "misplaced_rationales": self.claims.misplaced,
            "levels": {level.name: _level(level) for level in self.levels},
        }
        if each:
            found["each"] = [
                {
                    "claim": item.pair.claim_id, "document": item.pair.document, "label": item.pair.label,
                    "reported": item.pair.reported, **item.scores, "best": item.best,
                }
                for item in self.judged
            ]  # fmt: skip
        return found


def check(
    claims: Claims, judge: Judge, report: Callable[[Progress], None] = lambda progress: None, levels: Sequence[str] = LEVELS
) -> Report:
    """Score every pair, and measure.

    Raises:
        RunError: the reported pairs, or the others where there are such, lack support, or anything else.
    """
    judged = []
    for done, pair in enumerate(claims.pairs, 1):
        judged.append(_judge(pair, judge.score, levels))
        report(Progress("checking", done, len(claims.pairs)))
    for reported in (True, False):
        labels = {item.pair.label == "SUPPORT" for item in judged if item.pair.reported == reported}
        if len(labels) < 2 and (reported or labels):
            raise RunError(
                "A part of the claims has no supported claim, or only such.",
                "Give more claims: the split train and the others are two parts.",
            )
    return Report(judge.name, claims, tuple(judged), tuple(_measure(level, judged, judge) for level in levels))


def _judge(pair: Pair, checker: Checker, levels: Sequence[str]) -> Judged:
    found, best = {}, 0
    if "rationale" in levels:
        found["rationale"] = max(checker(pair.claim, quote, pair.context) for quote in pair.quotes)
    if "abstract" in levels:
        scores = [checker(pair.claim, sentence, pair.context) for sentence in pair.sentences]
        best = max(range(len(scores)), key=lambda number: scores[number])
        found["abstract"] = scores[best]
    return Judged(pair, found, best)


def _measure(level: str, judged: Sequence[Judged], judge: Judge) -> Level:
    seen = [item for item in judged if item.pair.reported]
    other = [item for item in judged if not item.pair.reported]
    scores, supports = [item.score(level) for item in seen], [item.pair.label == "SUPPORT" for item in seen]
    thresholds = {"product": judge.supported}
    if other:
        thresholds["chosen"] = best_threshold([item.score(level) for item in other], [item.pair.label == "SUPPORT" for item in other])
    confusion = {label: dict.fromkeys(STATUSES, 0) for label in LABELS}
    for item in seen:
        confusion[item.pair.label][judge.status(item.score(level))] += 1
    bins = tuple(reliability(scores, supports))
    against = [[item.score(level) for item in seen if item.pair.label == label] for label in ("SUPPORT", "CONTRADICT")]
    return Level(
        level,
        thresholds,
        measured_at(scores, supports, [item.pair.claim_id for item in seen], thresholds),
        auroc(*against) if all(against) else None,
        confusion,
        tuple(item for item in seen if item.pair.label == "CONTRADICT" and item.score(level) >= judge.supported),
        bins,
        calibration_error(bins),
    )


def _level(level: Level) -> dict[str, Any]:
    fields = asdict(level)
    del fields["name"]
    fields["at"] = {
        name: {measure: {"value": m.value, "interval": list(m.interval)} for measure, m in values.items()}
        for name, values in level.at.items()
    }
    fields["bins"] = [item._asdict() for item in level.bins]
    fields["passed"] = [[item.pair.claim_id, item.pair.document] for item in level.passed]
    return fields
