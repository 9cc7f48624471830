"""Runs of several systems → one table, and the same as peers.md and peers.json."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import asdict
from pathlib import Path
from typing import Any

from ..errors import RunError
from ..reporting.tables import Grid, number, side_by_side
from ..running.runs import Run
from ..scoring.catalog import BY_NAME
from .contenders import Absent

# Beside the columns of a sweep.
_MORE = ("citation_recall", "citation_precision", "citation_validity", "latency_p95_ms", "answer_words", "tokens")


def grid(runs: Sequence[Run]) -> Grid:
    """One row a system; the last column counts the answers for which the endpoint failed."""
    base = side_by_side([run.scores for run in runs])
    columns = [_column(name, runs) for name in _MORE]
    failed = [str(run.environment.fell_back) for run in runs]
    rows = [(*row, *more) for row, more in zip(base.rows, zip(*columns, failed, strict=True), strict=True)]
    return Grid(base.title, ("system", *base.heads[1:], *_MORE, "failed"), tuple(rows))


def write(folder: Path, runs: Sequence[Run], absent: Sequence[Absent], model: str) -> dict[str, Any]:
    """Write peers.md and peers.json into `folder`; returns the latter's content.

    Raises:
        RunError: the folder cannot be written.
    """
    body = {
        "split": runs[0].scores.split,
        "n": len(runs[0].questions),
        "model": model,
        "systems": [_fields(run) for run in runs],
        "left_out": [asdict(item) for item in absent],
    }
    page = "\n".join(["# Peers", "", grid(runs).markdown(), "", f"Model: {model or 'none'}.", *(f"\n{item}" for item in absent)]) + "\n"
    try:
        (folder / "peers.json").write_text(json.dumps(body, indent=2, ensure_ascii=False) + "\n", "utf-8")
        (folder / "peers.md").write_text(page, "utf-8")
    except OSError as error:
        raise RunError(f"{folder}: cannot be written ({error.strerror}).", "Choose another folder with --out.") from None
    return body


def _column(name: str, runs: Sequence[Run]) -> list[str]:
    values = [run.scores.overall[name].value if name in run.scores.overall else None for run in runs]
    known = [value for value in values if value is not None]
    best = (max if BY_NAME[name].higher_is_better else min)(known, default=None)
    return ["–" if value is None else number(name, value) + "*" * (value == best) for value in values]


def _fields(run: Run) -> dict[str, Any]:
    environment = run.environment
    return {
        "name": environment.name,
        "version": environment.system.version,
        "writes": environment.system.writes,
        "folder": str(run.folder),
        "made": environment.made,
        "reused": environment.reused,
        "failed": environment.fell_back,
        "scores": run.scores.fields(each=False),
    }
