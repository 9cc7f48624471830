"""Judged answers and calibration → `Results`: means with intervals, the judge's agreement, and judge.json."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any, NamedTuple

from ..comparing.statistics import Interval, mean_interval
from ..files import write_whole
from ..running.runs import JUDGED
from .calibration import Agreement, Family
from .judgements import THRESHOLD, Judgement
from .metrics import Judged
from .prompts import METRICS, judge_prompt

FILE = JUDGED


class Mean(NamedTuple):
    """The mean over `n` answers, and its 95% bootstrap interval."""

    n: int
    value: float
    interval: Interval


@dataclass(frozen=True, slots=True)
class Results:
    """All that judging a run gave.

    `agreement` is by metric, without those that were not calibrated, and `families` divides that of faithfulness. `checker` is
    faithfulness by the offline checker, with `checker_agreement` and `checker_families` over the same labels. `asked` counts the
    judgements that were not known before, `unreadable` the replies that were neither Yes nor No, `graded` those read from token
    probabilities; tokens and seconds are those of all judgements when they were made.
    """

    model: str
    answers: tuple[Judged, ...]
    agreement: dict[str, Agreement]
    checker: Mean | None
    checker_agreement: Agreement | None
    families: tuple[Family, ...]
    checker_families: tuple[Family, ...]
    judgements: int
    asked: int
    unreadable: int
    graded: int
    tokens_in: int
    tokens_out: int
    seconds: float

    def mean(self, metric: str) -> Mean | None:
        """A metric over the answers that have it."""
        return mean_of([judged.values[metric] for judged in self.answers if metric in judged.values])

    def fields(self) -> dict[str, Any]:
        """As a JSON object."""
        means = {metric: _mean_fields(self.mean(metric)) for metric in METRICS}
        counts = ("judgements", "asked", "unreadable", "graded", "tokens_in", "tokens_out", "seconds")
        return {
            "model": self.model,
            "prompts": {metric: judge_prompt(metric).fingerprint for metric in METRICS},
            "threshold": THRESHOLD,
            **{name: getattr(self, name) for name in counts},
            "means": {**means, "faithfulness by the offline checker": _mean_fields(self.checker)},
            "agreement": {
                **{metric: asdict(found) for metric, found in self.agreement.items()},
                "faithfulness by the offline checker": asdict(self.checker_agreement) if self.checker_agreement else None,
            },
            "families": [family._asdict() for family in self.families],
            "families by the offline checker": [family._asdict() for family in self.checker_families],
            "questions": [asdict(judged) for judged in self.answers],
        }

    def write(self, path: Path) -> None:
        """Write judge.json.

        Raises:
            RunError: the file cannot be written.
        """
        write_whole(path, json.dumps(self.fields(), indent=1, ensure_ascii=False) + "\n")


def mean_of(values: Sequence[float]) -> Mean | None:
    """The mean with its interval; None without values."""
    return Mean(len(values), sum(values) / len(values), mean_interval(values)) if values else None


def totals(judgements: Sequence[Judgement]) -> dict[str, Any]:
    """What the judgements cost and how they were given."""
    return {
        "judgements": len(judgements),
        "unreadable": sum(judgement.yes is None for judgement in judgements),
        "graded": sum(judgement.graded for judgement in judgements),
        "tokens_in": sum(judgement.tokens_in for judgement in judgements),
        "tokens_out": sum(judgement.tokens_out for judgement in judgements),
        "seconds": round(sum(judgement.seconds for judgement in judgements), 1),
    }


def _mean_fields(mean: Mean | None) -> dict[str, Any] | None:
    return {"n": mean.n, "mean": mean.value, "low": mean.interval.low, "high": mean.interval.high} if mean else None
