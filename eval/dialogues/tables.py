"""Judged turns → the share that is right, by kind of reference and language, with intervals over dialogues."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np

from ..comparing.statistics import RESAMPLES, Interval
from ..reporting.tables import Grid
from .dialogues import KINDS, LANGUAGES
from .playing import Played

_SEED = 20240229


def share(turns: Sequence[Played]) -> float:
    """Share of the turns that are right."""
    return sum(turn.right for turn in turns) / len(turns)


def interval(turns: Sequence[Played]) -> Interval:
    """95% interval of the share: percentile bootstrap over dialogues, because the turns of one hang together."""
    groups: dict[str, list[bool]] = {}
    for turn in turns:
        groups.setdefault(turn.dialogue, []).append(turn.right)
    right, count = (np.array([of(group) for group in groups.values()]) for of in (sum, len))
    drawn = np.random.default_rng(_SEED).integers(0, len(groups), (RESAMPLES, len(groups)))
    shares = right[drawn].sum(axis=1) / count[drawn].sum(axis=1)
    low, high = np.quantile(shares, [0.025, 0.975])
    return Interval(float(low), float(high))


def table(turns: Sequence[Played], split: str) -> Grid:
    """One row for all turns, each language, and each kind of reference."""
    slices: list[tuple[str, Callable[[Played], bool]]] = [("all", lambda turn: True)]
    slices += [(lang, lambda turn, lang=lang: turn.lang == lang) for lang in LANGUAGES]  # type: ignore[misc]
    slices += [(kind, lambda turn, kind=kind: turn.kind == kind) for kind in KINDS]  # type: ignore[misc]
    rows = []
    for name, belongs in slices:
        chosen = [turn for turn in turns if belongs(turn)]
        if chosen:
            low, high = interval(chosen)
            rows.append((name, str(sum(t.right for t in chosen)), str(len(chosen)), f"{share(chosen):.3f}", f"{low:.3f}–{high:.3f}"))
    dialogues = len({turn.dialogue for turn in turns})
    title = f"Follow-ups taken as meant, split {split}: {len(turns)} turns of {dialogues} dialogues"
    return Grid(title, ("turns", "right", "n", "share", "95% interval"), tuple(rows))


def failures(turns: Sequence[Played]) -> list[str]:
    """Each turn that is wrong, with what was understood and shown."""
    return [
        f"{turn.dialogue}, turn {turn.turn} ({turn.kind}): {turn.ask}\n    {turn.fault}"
        f"; understood: {turn.understood[:160] or '–'}; shown: {', '.join(turn.shown[:6]) or '–'}"
        for turn in turns
        if not turn.right
    ]
