"""Rates by language → a table; outcomes → the questions that were lost."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from ..reporting.tables import Grid
from .measuring import MEASURES, Outcome, Rate


def grid(rates: Mapping[str, Mapping[str, Rate]], split: str, n: int) -> Grid:
    """A row a language: the mean, its 95% interval and the number of questions of each measure."""
    rows = [(name, *(_cell(found.get(measure)) for measure in MEASURES)) for name, found in rates.items()]
    return Grid(f"Questions in other languages (split {split}, {n} questions; mean, 95% interval, n)", ("language", *MEASURES), tuple(rows))


def _cell(rate: Rate | None) -> str:
    return f"{rate.value:.2f} ({rate.interval.low:.2f}–{rate.interval.high:.2f}) {rate.n}" if rate else "–"


def lost(outcomes: Iterable[Outcome]) -> Iterator[str]:
    """A line for each question and measure of which nothing, or for false refusals everything, was lost."""
    for outcome in outcomes:
        names = [name for name, value in outcome.values.items() if value == float(name == "false refusals")]
        if names:
            yield f"{outcome.lang} {outcome.id}: {', '.join(names)}"
