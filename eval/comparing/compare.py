"""Two runs → `Comparison`: the paired difference of every metric in every slice, and whether it is more than chance."""

from __future__ import annotations

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


@dataclass(frozen=True, slots=True)
class Difference:
    """B − A of one metric in one slice. `wins` are the ids where B is better, `losses` where A is.

    `family` says with which other tests `adjusted` was corrected: `primary` (one test), `all`, `costs`, `slices`, or
    `untested` (times, whose p is 1).
    """

    slice: str
    metric: str
    n: int
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
        """`better`, `worse`, `no difference shown` or `not tested`, of B."""
        if self.family == UNTESTED:
            return "not tested"
        if not self.is_real:
            return "no difference shown"
        return "better" if (self.delta > 0) == BY_NAME[self.metric].higher_is_better else "worse"


@dataclass(frozen=True, slots=True)
class Comparison:
    """All differences of two runs over the questions that both asked."""

    a: str
    b: str
    split: str
    n: int
    differences: tuple[Difference, ...]

    @property
    def real(self) -> tuple[Difference, ...]:
        """The differences that are more than chance."""
        return tuple(difference for difference in self.differences if difference.is_real)


def compare(a: Scores, b: Scores) -> Comparison:
    """Compare two scored runs question by question.

    One metric, `quality` over all questions, is tested alone; the other metrics over all questions are one family and
    those of the slices another, each with Holm's correction; so are length and tokens. Times are
    compared without a test.

    Raises:
        RunError: the runs are over different corpora or gold, or share no question.
    """
    if a.corpus != b.corpus:
        raise RunError(f"{a.name} and {b.name} are over different corpora.", "Compare runs over the same papers.")
    if a.gold != b.gold:
        raise RunError(f"{a.name} and {b.name} were scored by different gold.", "Score both again: assistant eval score RUN")
    first, second = ({score.id: score for score in scores.questions} for scores in (a, b))
    shared = [name for name in first if name in second]
    if not shared:
        raise RunError(f"{a.name} and {b.name} share no question.", "Compare runs of the same split.")
    slices = dict.fromkeys(name for key in shared for name in first[key].slices)
    raw = [
        difference
        for name in sorted(slices, key=lambda name: (name != ALL, name))
        for difference in _differences(name, [(first[key], second[key]) for key in shared if name in first[key].slices])
    ]
    split = a.split if a.split == b.split else f"{a.split}/{b.split}"
    return Comparison(a.name, b.name, split, len(shared), tuple(_adjust(raw)))


def _differences(name: str, pairs: Sequence[tuple[QuestionScore, QuestionScore]]) -> list[Difference]:
    found = []
    for metric in METRICS:
        both = [(a, b) for a, b in pairs if metric.name in a.values and metric.name in b.values]
        if not metric.mean or not both:
            continue
        before, after = [a.values[metric.name] for a, _ in both], [b.values[metric.name] for _, b in both]
        deltas = [y - x for x, y in zip(before, after, strict=True)]
        good = [delta if metric.higher_is_better else -delta for delta in deltas]
        family = _family(name, metric.name)
        p = 1.0 if family == UNTESTED else sign_flip_p(deltas)
        found.append(
            Difference(
                name, metric.name, len(both), sum(before) / len(both), sum(after) / len(both), mean_interval(deltas), p, p, family,
                wins=tuple(a.id for (a, _), gain in zip(both, good, strict=True) if gain > 0),
                losses=tuple(a.id for (a, _), gain in zip(both, good, strict=True) if gain < 0),
            )
        )  # fmt: skip
    return found


def _family(slice_name: str, metric: str) -> str:
    if metric in TIMES:
        return UNTESTED
    if slice_name != ALL:
        return "slices"
    return "primary" if metric == PRIMARY else "costs" if metric in COSTS else "all"


def _adjust(differences: Sequence[Difference]) -> list[Difference]:
    adjusted: dict[int, float] = {}
    for family in {difference.family for difference in differences}:
        members = [position for position, difference in enumerate(differences) if difference.family == family]
        adjusted.update(zip(members, holm([differences[i].p for i in members]), strict=True))
    return [replace(difference, adjusted=adjusted[position]) for position, difference in enumerate(differences)]
