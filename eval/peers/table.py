"""Runs of several systems → one table, and the same as peers.md and peers.json."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import asdict
from pathlib import Path
from typing import Any

from ..files import write_whole
from ..reporting.tables import Grid, side_by_side
from ..running.runs import Run
from .contenders import Absent

# Beside the columns of a sweep.
_MORE = ("citation_recall", "citation_precision", "citation_validity", "latency_p95_ms", "answer_words", "tokens")


def grid(runs: Sequence[Run]) -> Grid:
    """One row a system; the last column counts the answers for which the endpoint failed, and a row with such has no star."""
    failed = [run.environment.fell_back for run in runs]
    base = side_by_side([run.scores for run in runs], failed, _MORE)
    rows = [(*row, str(count)) for row, count in zip(base.rows, failed, strict=True)]
    return Grid(base.title, ("system", *base.heads[1:], "failed"), tuple(rows))


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
    write_whole(folder / "peers.json", json.dumps(body, indent=2, ensure_ascii=False) + "\n")
    write_whole(folder / "peers.md", page)
    return body


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
