"""Values for several settings → one run for each combination, and a table that puts them side by side."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import product

from assistant import ConfigurationError

from .catalog import BY_NAME
from .scorefile import Scores
from .tables import Grid, number

SHOWN = (
    "quality", "hit@1", "ndcg@10", "list_f1", "evidence_f1", "nugget_recall_vital", "abstention_accuracy", "false_refusal_rate",
    "latency_p50_ms",
)  # fmt: skip


def combinations(options: Sequence[str]) -> list[dict[str, str]]:
    """Every combination of `NAME=VALUE,VALUE…` options, the last changing fastest.

    Raises:
        ConfigurationError: an option has another form.
    """
    names, values = [], []
    for option in options:
        name, equals, listed = option.partition("=")
        chosen = [value.strip() for value in listed.split(",") if value.strip()]
        if not equals or not name.strip() or not chosen:
            raise ConfigurationError(f"--set {option!r} is not NAME=VALUE,VALUE….", "As in --set retrieval.fusion=blend,rrf.")
        names.append(name.strip())
        values.append(chosen)
    return [dict(zip(names, chosen, strict=True)) for chosen in product(*values)]


def label(changes: Mapping[str, str]) -> str:
    """A name for a run with these settings."""
    return " ".join(f"{name}={value}" for name, value in changes.items()) or "as configured"


def side_by_side(runs: Sequence[Scores]) -> Grid:
    """One row a run; the best value of each column is starred."""
    columns = [name for name in SHOWN if any(name in scores.overall for scores in runs)]
    best = {}
    for name in columns:
        values = [scores.overall[name].value for scores in runs if name in scores.overall]
        best[name] = max(values) if BY_NAME[name].higher_is_better else min(values)
    rows = []
    for scores in runs:
        cells = []
        for name in columns:
            if name not in scores.overall:
                cells.append("–")
                continue
            value = scores.overall[name].value
            cells.append(number(name, value) + ("*" if value == best[name] else ""))
        rows.append((scores.name, *cells))
    return Grid(f"Split {runs[0].split}, {len(runs[0].questions)} questions; * best", ("settings", *columns), tuple(rows))
