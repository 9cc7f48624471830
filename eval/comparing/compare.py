"""Two runs or more → `Comparison`s: paired differences of every metric in every slice, and whether they are more than chance."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace

from ..errors import RunError
from ..scoring.catalog import BY_NAME, COSTS, METRICS, PRIMARY
from ..scoring.scorefile import Scores
from ..scoring.scoring import ALL, QuestionScore
from .statistics import Interval, holm, mean_interval, sign_flip_p

LEVEL = 0.05
# The machine's load moves all times of a run together, so that questions are no independent witnesses of speed.
TIMES = frozenset({"latency_ms"})
UNTESTED = "untested"
NOT_TESTED = "not tested"
TOO_FEW = "too few changed to tell"


@dataclass(frozen=True, slots=True)
class Difference:
    """B − A of one metric in one slice, over `n` questions of which `changed` differ.

    `wins` are the ids where B is better, `losses` where A is; both are empty where neither way is better.

    `family` says with which other tests `adjusted` was corrected: `primary` (quality over all questions), `kinds`
    (quality by kind), `all`, `costs`, `slices`, or `untested` (times, whose p is 1).
    """

    slice: str
    metric: str
    n: int
    changed: int
    a: float
    b: float
    interval: Interval
    p: float
    adjusted: float
    family: str
    wins: tuple[str, ...]
    losses: tuple[str, ...]

    @property
    def delta(self) -> float:
        """B − A."""
        return self.b - self.a

    @property
    def is_real(self) -> bool:
        """Whether chance alone would hardly give it (adjusted p below 0.05)."""
        return self.adjusted < LEVEL

    @property
    def verdict(self) -> str:
        """Of B: `better`, `worse` (`different` where neither way is), `no difference shown`, or why nothing can be said."""
        if self.family == UNTESTED:
            return NOT_TESTED
        if smallest_p(self.changed) >= LEVEL:
            return TOO_FEW
        if not self.is_real:
            return "no difference shown"
        if not BY_NAME[self.metric].directed:
            return "different"
        return "better" if (self.delta > 0) == BY_NAME[self.metric].higher_is_better else "worse"


@dataclass(frozen=True, slots=True)
class Comparison:
    """All differences of two runs over the `n` questions that both asked; `only_a` and `only_b` are those that one asked."""

    a: str
    b: str
    split: str
    n: int
    only_a: tuple[str, ...]
    only_b: tuple[str, ...]
    differences: tuple[Difference, ...]

    @property
    def primary(self) -> Difference:
        """The difference that decides: `quality` over all questions, or the first metric there is."""
        return self.differences[0]

    @property
    def real(self) -> tuple[Difference, ...]:
        """The differences that are more than chance."""
        return tuple(difference for difference in self.differences if difference.is_real)

    @property
    def tested(self) -> tuple[Difference, ...]:
        """All but the times, and those that so few changed questions cannot decide."""
        return tuple(difference for difference in self.differences if difference.verdict not in (NOT_TESTED, TOO_FEW))

    @property
    def note(self) -> str:
        """A sentence about questions that only one run asked; empty where there is none."""
        if not self.only_a and not self.only_b:
            return ""
        return (
            f"The runs asked different questions: {len(self.only_a)} only {self.a}, {len(self.only_b)} only {self.b}; "
            f"compared are the {self.n} that both asked."
        )


def compare(a: Scores, b: Scores) -> Comparison:
    """Compare two scored runs question by question (see `compare_all`)."""
    return compare_all(a, [b])[0]


def compare_all(baseline: Scores, others: Sequence[Scores]) -> list[Comparison]:
    """Compare each run with the baseline, question by question.

    Families of tests are: `quality` over all questions; `quality` by kind; the other metrics over all questions; length,
    tokens and their cost; everything by slice. Holm's correction counts a family's tests of all runs together, but not
    those that so few changed questions cannot decide (Tarone 1990). Times are compared without a test.

    Raises:
        RunError: a run is over another corpus or gold than the baseline, or shares no question with it.
    """
    unadjusted = [_compared(baseline, other) for other in others]
    adjusted = iter(_adjust([difference for comparison in unadjusted for difference in comparison.differences]))
    return [replace(comparison, differences=tuple(next(adjusted) for _ in comparison.differences)) for comparison in unadjusted]


def _compared(a: Scores, b: Scores) -> Comparison:
    if a.corpus != b.corpus:
        raise RunError(f"{a.name} and {b.name} are over different corpora.", "Compare runs over the same papers.")
    if a.gold != b.gold:
        raise RunError(f"{a.name} and {b.name} were scored by different gold.", "Score both again: assistant eval score RUN")
    first, second = ({score.id: score for score in scores.questions} for scores in (a, b))
    shared = [name for name in first if name in second]
    if not shared:
        raise RunError(f"{a.name} and {b.name} share no question.", "Compare runs of the same split.")
    found: list[Difference] = []
    for name, members in _slices([first[key] for key in shared]).items():
        found += _differences(name, [(first[key], second[key]) for key in members])
    split = a.split if a.split == b.split else f"{a.split}/{b.split}"
    only_a, only_b = (tuple(name for name in one if name not in other) for one, other in ((first, second), (second, first)))
    return Comparison(a.name, b.name, split, len(shared), only_a, only_b, tuple(found))


def _slices(scores: Sequence[QuestionScore]) -> dict[str, tuple[str, ...]]:
    """The questions of each slice. One with the questions of an earlier slice would be the same test twice and is left out."""
    members: dict[str, list[str]] = {}
    for score in scores:
        for name in score.slices:
            members.setdefault(name, []).append(score.id)
    found: dict[str, tuple[str, ...]] = {}
    for name in sorted(members, key=lambda name: (name != ALL, name)):
        if tuple(members[name]) not in found.values():
            found[name] = tuple(members[name])
    return found


def _differences(name: str, pairs: Sequence[tuple[QuestionScore, QuestionScore]]) -> list[Difference]:
    found = []
    for metric in METRICS:
        both = [(a, b) for a, b in pairs if metric.name in a.values and metric.name in b.values]
        if not metric.mean or not both:
            continue
        before, after = [a.values[metric.name] for a, _ in both], [b.values[metric.name] for _, b in both]
        deltas = [y - x for x, y in zip(before, after, strict=True)]
        sign = (1 if metric.higher_is_better else -1) * metric.directed
        family = _family(name, metric.name)
        p = 1.0 if family == UNTESTED else sign_flip_p(deltas)
        found.append(
            Difference(
                name, metric.name, len(both), sum(delta != 0 for delta in deltas), sum(before) / len(both), sum(after) / len(both),
                mean_interval(deltas), p, p, family,
                wins=tuple(a.id for (a, _), delta in zip(both, deltas, strict=True) if sign * delta > 0),
                losses=tuple(a.id for (a, _), delta in zip(both, deltas, strict=True) if sign * delta < 0),
            )
        )  # fmt: skip
    return found


def _family(slice_name: str, metric: str) -> str:
    if metric in TIMES:
        return UNTESTED
    if slice_name != ALL:
        return "kinds" if metric == PRIMARY and slice_name.startswith("kind:") else "slices"
    return "primary" if metric == PRIMARY else "costs" if metric in COSTS else "all"


def _adjust(differences: Sequence[Difference]) -> list[Difference]:
    # A test whose smallest possible p is above the level can err in no way, and need not be paid for.
    adjusted = [1.0] * len(differences)
    families: dict[str, list[int]] = {}
    for position, difference in enumerate(differences):
        if smallest_p(difference.changed) < LEVEL:
            families.setdefault(difference.family, []).append(position)
    for members in families.values():
        for position, p in zip(members, holm([differences[i].p for i in members]), strict=True):
            adjusted[position] = p
    return [replace(difference, adjusted=p) for difference, p in zip(differences, adjusted, strict=True)]


def smallest_p(changed: int) -> float:
    """The least p that a two-sided sign-flip test over so many changed questions can give: all of one sign."""
    return min(1.0, math.ldexp(2.0, -changed))
