"""`assistant eval faults`: true statements and the same with a fault → a table of what the checker lets pass."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Annotated

import typer

from ..files import write_whole


def faults(
    split: Annotated[str, typer.Option("--split", help="reported, or dev, which the checker was fitted on.")] = "reported",
    out: Annotated[Path | None, typer.Option("--out", help="File for every case and its outcome, as JSONL.")] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON object instead of a table.")] = False,
) -> None:
    """Put faults into true statements, and tell how many the citation checker catches and how many true ones it keeps."""
    from assistant import ConfigurationError
    from assistant.wiring import bundled_checker

    from ..reporting.tables import Grid, show
    from ..sessions import progress_bar
    from .statements import SPLITS, read_statements
    from .suite import TRUE, Row, cases, examine, rows

    if split not in SPLITS:
        raise ConfigurationError(f"There is no split {split!r}.", f"Give --split with one of {', '.join(SPLITS)}.")
    found = list(cases([statement for statement in read_statements() if statement.split == split]))
    with progress_bar() as report:
        outcomes = examine(found, bundled_checker(), report)
    if out:
        lines = ({**outcome.case._asdict(), "status": outcome.status} for outcome in outcomes)
        write_whole(out, "".join(json.dumps(line, ensure_ascii=False) + "\n" for line in lines))
    table = rows(outcomes)
    true, false = ([row for row in table if (row.kind in TRUE) == wanted] for wanted in (True, False))

    def total(name: str, parts: list[Row]) -> Row:
        return Row(name, *(sum(row[n] for row in parts) for n in range(1, 5)))  # type: ignore[misc]

    table = [*true, total("all true statements", true), *false, total("all faults", false)]
    if as_json:
        typer.echo(json.dumps({"split": split, "rows": [row._asdict() for row in table]}))
        return
    cells = tuple(
        (row.kind, str(row.made), str(row.supported), str(row.partial), str(row.taken_out), f"{(row.made - row.supported) / row.made:.3f}",
         f"{row.taken_out / row.made:.3f}")
        for row in table
    )  # fmt: skip
    heads = ("statements", "n", "supported", "partly", "taken out", "not as supported", "share taken out")
    show(Grid(f"Faults in true statements, split {split}", heads, cells))
