"""Per-question values → intervals and p-values, computed by scipy.stats."""

from __future__ import annotations

import math
import warnings
from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray
from scipy.stats import bootstrap, permutation_test

RESAMPLES = 9999
_SEED = 20240229


class Interval(NamedTuple):
    """A 95% confidence interval."""

    low: float
    high: float


def mean_interval(values: Sequence[float]) -> Interval:
    """95% interval of the mean: BCa bootstrap (Efron 1987), or the percentile bootstrap where BCa is not defined.

    Of paired values, give the differences: resampling questions resamples both runs. Without spread it is a point.
    """
    data = np.asarray(values, dtype=float)
    if len(data) < 2 or np.ptp(data) == 0:
        return Interval(float(data.mean()), float(data.mean()))
    for method in ("BCa", "percentile"):
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            result = bootstrap((data,), np.mean, n_resamples=RESAMPLES, method=method, batch=1000, rng=np.random.default_rng(_SEED))
        low, high = (float(bound) for bound in result.confidence_interval)
        if math.isfinite(low) and math.isfinite(high):
            return Interval(low, high)
    return Interval(float(data.min()), float(data.max()))


def sign_flip_p(differences: Sequence[float]) -> float:
    """Two-sided p of a mean difference of 0: signs flipped at random, or all flips where they are few (Fisher 1935).

    Questions without a difference change nothing under a flip and are left out; with one difference or none p is 1.
    """
    data = np.asarray([difference for difference in differences if difference != 0.0], dtype=float)
    if len(data) < 2:
        return 1.0

    def mean_difference(a: NDArray[np.float64], b: NDArray[np.float64], axis: int = -1) -> NDArray[np.float64]:
        return np.asarray(np.mean(a - b, axis=axis))

    result = permutation_test(
        (data, np.zeros_like(data)), mean_difference, permutation_type="samples", vectorized=True, n_resamples=RESAMPLES, batch=1000,
        rng=np.random.default_rng(_SEED),
    )  # fmt: skip
    return float(result.pvalue)


def holm(p_values: Sequence[float]) -> list[float]:
    """Adjusted p-values in the given order: max over the smaller ones of (m − rank + 1) · p, at most 1 (Holm 1979)."""
    adjusted = [0.0] * len(p_values)
    largest = 0.0
    for rank, position in enumerate(sorted(range(len(p_values)), key=lambda i: p_values[i])):
        largest = max(largest, min(1.0, (len(p_values) - rank) * p_values[position]))
        adjusted[position] = largest
    return adjusted
