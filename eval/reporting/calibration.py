"""Probabilities and what came true → bins of a reliability diagram and the calibration error: pure functions."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from scipy.stats import binomtest

BINS = 10


class Bin(NamedTuple):
    """The `n` predictions in [low, high): their mean, the share that came true, and its 95% interval (each 0–1)."""

    low: float
    high: float
    n: int
    predicted: float
    observed: float
    interval_low: float
    interval_high: float


def reliability(predicted: Sequence[float], came_true: Sequence[bool], bins: int = BINS) -> list[Bin]:
    """Bins of equal width over 0–1, the last one with 1 in it; empty ones are left out (DeGroot & Fienberg 1983).

    The interval is Wilson's (1927). Predictions outside 0–1 count in the outermost bins.
    """
    members: dict[int, list[tuple[float, bool]]] = {}
    for probability, outcome in zip(predicted, came_true, strict=True):
        members.setdefault(min(max(int(probability * bins), 0), bins - 1), []).append((probability, outcome))
    found = []
    for position in sorted(members):
        inside = members[position]
        hits = sum(outcome for _, outcome in inside)
        interval = binomtest(hits, len(inside)).proportion_ci(method="wilson")
        mean = sum(probability for probability, _ in inside) / len(inside)
        found.append(
            Bin(
                position / bins, (position + 1) / bins, len(inside), mean, hits / len(inside), float(interval.low), float(interval.high)
            )
        )  # fmt: skip
    return found


def calibration_error(bins: Sequence[Bin]) -> float:
    """Expected calibration error, 0–1: mean |predicted − observed| of the bins, weighted by n (Naeini et al. 2015)."""
    total = sum(each.n for each in bins)
    return sum(each.n * abs(each.predicted - each.observed) for each in bins) / total if total else 0.0
