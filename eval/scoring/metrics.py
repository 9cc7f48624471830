"""Numbers and sets → metric values: pure functions, each with its formula and its source."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Hashable, Sequence
from itertools import groupby
from typing import NamedTuple

import numpy as np
from scipy.stats import mannwhitneyu

_WORD = re.compile(r"[\u3400-\u9fff]|[^\s\u3400-\u9fff]+")


class Place(NamedTuple):
    """The characters `[start, end)` of a paper's abstract."""

    paper: str
    start: int
    end: int


class Agreement(NamedTuple):
    """Precision, recall and their harmonic mean, each 0–1."""

    precision: float
    recall: float
    f1: float


class RiskPoint(NamedTuple):
    """Answering the most confident `coverage` (0–1) of the questions costs a mean loss of `risk`."""

    coverage: float
    risk: float


def harmonic(a: float, b: float) -> float:
    """2ab / (a + b), 0 where both are (van Rijsbergen 1979, F1)."""
    return 2 * a * b / (a + b) if a + b else 0.0


def same_sentence(a: Place, b: Place) -> bool:
    """Whether two places of one paper share at least half of the shorter one's characters."""
    overlap = min(a.end, b.end) - max(a.start, b.start)
    return a.paper == b.paper and overlap > 0 and 2 * overlap >= min(a.end - a.start, b.end - b.start)


def sentence_agreement(cited: Collection[Place], gold: Collection[Place]) -> Agreement:
    """Precision |cited that are gold| / |cited|, recall |gold that are cited| / |gold| (Manning et al. 2008, ch. 8.3).

    Both are 0 where nothing is cited; `gold` is not empty.
    """
    if not cited:
        return Agreement(0.0, 0.0, 0.0)
    precision = sum(any(same_sentence(c, g) for g in gold) for c in cited) / len(cited)
    recall = sum(any(same_sentence(c, g) for c in cited) for g in gold) / len(gold)
    return Agreement(precision, recall, harmonic(precision, recall))


def nugget_recall(covered: Sequence[bool]) -> float:
    """|nuggets covered| / |nuggets|: All-strict, over the vital ones Vital-strict (AutoNuggetizer, Pradeep et al. 2024)."""
    return sum(covered) / len(covered)


def jaccard(a: Collection[str], b: Collection[str]) -> float:
    """|a ∩ b| / |a ∪ b|, 1 where both are empty (Jaccard 1912)."""
    one, other = set(a), set(b)
    return len(one & other) / len(one | other) if one | other else 1.0


def set_f1(a: Collection[str], b: Collection[str]) -> float:
    """2|a ∩ b| / (|a| + |b|), 1 where both are empty (Dice 1945)."""
    one, other = set(a), set(b)
    return 2 * len(one & other) / (len(one) + len(other)) if one or other else 1.0


def kappa(a: Sequence[Hashable], b: Sequence[Hashable]) -> float:
    """(p_o − p_e) / (1 − p_e) of two judges' classes for the same items (Cohen 1960, unweighted); 1 where p_e is 1."""
    n = len(a)
    observed = sum(x == y for x, y in zip(a, b, strict=True)) / n
    first, second = Counter(a), Counter(b)
    expected = sum(first[name] * second[name] for name in first) / n**2
    return (observed - expected) / (1 - expected) if expected < 1 else 1.0


def auroc(positives: Sequence[float], negatives: Sequence[float]) -> float:
    """P(positive > negative) + P(equal) / 2: the Mann–Whitney U over its maximum (Hanley & McNeil 1982)."""
    return float(mannwhitneyu(positives, negatives).statistic) / (len(positives) * len(negatives))


def risk_coverage(confidences: Sequence[float], losses: Sequence[float]) -> list[RiskPoint]:
    """Mean loss of the k most confident, k = 1 … n (El-Yaniv & Wiener 2010); ties count with their group's mean loss."""
    ranked = sorted(zip(confidences, losses, strict=True), key=lambda pair: -pair[0])
    expected: list[float] = []
    for _, group in groupby(ranked, key=lambda pair: pair[0]):
        tied = [loss for _, loss in group]
        expected += [sum(tied) / len(tied)] * len(tied)
    return [RiskPoint(k / len(expected), float(total) / k) for k, total in enumerate(np.cumsum(expected), 1)]


def aurc(confidences: Sequence[float], losses: Sequence[float]) -> float:
    """Mean risk over all coverages, the area under the risk–coverage curve (Geifman, Uziel & El-Yaniv 2019)."""
    points = risk_coverage(confidences, losses)
    return sum(point.risk for point in points) / len(points)


def percentile(values: Sequence[float], percent: float) -> float:
    """Percentile with linear interpolation (Hyndman & Fan 1996, type 7)."""
    return float(np.percentile(values, percent))


def words(text: str) -> int:
    """Words between white space; each Chinese character is one."""
    return len(_WORD.findall(text))
