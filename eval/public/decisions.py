"""Scores of pairs, and which of them are support → decisions at a threshold, with their intervals."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray
from scipy.stats import rankdata

from ..comparing.statistics import Interval
from ..scoring.metrics import harmonic

MEASURES = ("auroc", "precision", "recall", "f1", "accuracy", "balanced_accuracy")
_RESAMPLES = 1000
_SEED = 20240229


class Measured(NamedTuple):
    """A value and its 95% interval: percentiles of a bootstrap over claims."""

    value: float
    interval: Interval


def best_threshold(scores: Sequence[float], supports: Sequence[bool]) -> float:
    """The score from which calling a pair supported has the best balanced accuracy; of several the highest."""
    values, truth = np.asarray(scores), np.asarray(supports)
    candidates = np.unique(values)[::-1]
    return float(max(candidates, key=lambda threshold: decisions(values, truth, threshold)["balanced_accuracy"]))


def decisions(scores: NDArray[np.float64], supports: NDArray[np.bool_], threshold: float) -> dict[str, float]:
    """Precision, recall, F1, accuracy and balanced accuracy of `score >= threshold` for support; 0 where there is nothing to divide by."""
    said = scores >= threshold
    right, wrong = int((said & supports).sum()), int((said & ~supports).sum())
    positives, negatives = int(supports.sum()), int((~supports).sum())
    precision, recall = _share(right, right + wrong), _share(right, positives)
    spared = negatives - wrong
    return {
        "precision": precision,
        "recall": recall,
        "f1": harmonic(precision, recall),
        "accuracy": _share(right + spared, positives + negatives),
        "balanced_accuracy": (recall + _share(spared, negatives)) / 2,
    }


def measured_at(
    scores: Sequence[float], supports: Sequence[bool], owners: Sequence[str], thresholds: Mapping[str, float]
) -> dict[str, dict[str, Measured]]:
    """The area under the ROC curve and the decisions, by the thresholds' names, with intervals.

    Args:
        scores: 0–1, one a pair.
        supports: whether the pair is one of support; there are some of both.
        owners: the pairs' claims, which are drawn with all their pairs: abstracts of one claim are no independent witnesses.
        thresholds: by name.
    """
    values, truth = np.asarray(scores), np.asarray(supports)
    owner = np.unique(owners, return_inverse=True)[1]
    claims = int(owner.max()) + 1
    rng = np.random.default_rng(_SEED)
    drawn = []
    for _ in range(_RESAMPLES):
        times = np.bincount(rng.integers(claims, size=claims), minlength=claims)[owner]
        rows = np.repeat(np.arange(len(owner)), times)
        if 0 < truth[rows].sum() < len(rows):
            drawn.append(_values(values[rows], truth[rows], thresholds))
    found = _values(values, truth, thresholds)
    measured: dict[str, dict[str, Measured]] = {name: {} for name in thresholds}
    for (name, measure), value in found.items():
        low, high = np.percentile([draw[name, measure] for draw in drawn], [2.5, 97.5])
        measured[name][measure] = Measured(value, Interval(float(low), float(high)))
    return measured


def _values(scores: NDArray[np.float64], supports: NDArray[np.bool_], thresholds: Mapping[str, float]) -> dict[tuple[str, str], float]:
    """Values by threshold and measure; the area under the curve is the same for all thresholds."""
    positives = int(supports.sum())
    # As `scoring.metrics.auroc`, without the p-value, which a thousand resamples would pay for.
    wins = rankdata(scores)[supports].sum() - positives * (positives + 1) / 2
    area = float(wins / (positives * (len(scores) - positives)))
    return {
        (name, measure): value
        for name, threshold in thresholds.items()
        for measure, value in {"auroc": area, **decisions(scores, supports, threshold)}.items()
    }


def _share(part: int, whole: int) -> float:
    return part / whole if whole else 0.0
