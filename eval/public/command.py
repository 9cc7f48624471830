"""`assistant eval beir` and `assistant eval claims`: a folder of a public set → tables on stdout, every query in a file."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Annotated, Any

import typer

from ..errors import RunError
from ..files import write_whole

Data = Annotated[Path, typer.Option("--data", help="Folder of the set; read, never changed.")]
Out = Annotated[Path | None, typer.Option("--out", help="File for the values of every query, as JSON.")]
Json = Annotated[bool, typer.Option("--json", help="Print one JSON object instead of tables.")]


def beir(
    data: Data,
    split: Annotated[str, typer.Option("--split", help="Name of the file in qrels/.")] = "test",
    limit: Annotated[int, typer.Option("--limit-queries", min=0, help="At most so many queries, taken evenly; 0 takes all.")] = 0,
    stage: Annotated[
        list[str] | None, typer.Option("--stage", help="A value of retrieval.fusion; may be repeated. None takes all.")
    ] = None,
    index: Annotated[Path | None, typer.Option("--index", help="Folder for the indexes; public/ in the data folder if not given.")] = None,
    changes: Annotated[list[str] | None, typer.Option("--set", help="A setting as NAME=VALUE; may be repeated.")] = None,
    workers: Annotated[int, typer.Option("--workers", min=1, max=64, help="Searches at once; times are those of a user with 1.")] = 1,
    out: Out = None,
    as_json: Json = False,
) -> None:
    """Measure the retrieval on a folder in BEIR's form, stage by stage, beside published numbers."""
    from assistant import load_settings, with_changes

    from ..reporting.tables import show
    from ..running.sweep import named_values
    from ..sessions import progress_bar
    from . import tables
    from .beir import evaluate
    from .folder import read_benchmark
    from .published import published

    _require_place(out)
    settings = with_changes(load_settings(), dict(named_values(changes or ())))
    benchmark = read_benchmark(data, split).limited(limit)
    with progress_bar() as report:
        outcome = evaluate(benchmark, index or settings.data_dir / "public", settings, tuple(stage or ()), workers, report)
    _write(out, outcome.fields())
    if as_json:
        typer.echo(json.dumps(outcome.fields(each=False), ensure_ascii=False))
        return
    others = published("beir", benchmark.name, split)
    show(tables.rankings(outcome, others))
    if outcome.gains:
        show(tables.gains(outcome))
    for line in (*tables.remarks(outcome), *tables.sources(others)):
        typer.echo(line)


def claims(
    data: Data,
    checker: Annotated[
        str,
        typer.Option("--checker", help="Who judges: entailment (what the product does), words, or model (the endpoint of the settings)."),
    ] = "entailment",
    limit: Annotated[int, typer.Option("--limit", min=0, help="At most so many pairs of claim and abstract, taken evenly.")] = 0,
    levels: Annotated[list[str] | None, typer.Option("--level", help="rationale or abstract; may be repeated. None takes both.")] = None,
    only_reported: Annotated[
        bool, typer.Option("--only-reported", help="Leave out the split train, on which a threshold is chosen.")
    ] = False,
    out: Out = None,
    as_json: Json = False,
) -> None:
    """Measure the citation checker on SciFact's claims: does it tell support from contradiction and from nothing."""
    from assistant import ConfigurationError

    from ..reporting.tables import show
    from ..sessions import progress_bar
    from . import tables
    from .checking import JUDGES, LEVELS, check
    from .claims import read_claims
    from .published import published

    if checker not in JUDGES:
        raise ConfigurationError(f"There is no checker {checker!r}.", f"Give --checker with one of {', '.join(JUDGES)}.")
    if unknown := sorted(set(levels or ()) - set(LEVELS)):
        raise ConfigurationError(f"There is no level {unknown[0]!r}.", f"Give --level with one of {', '.join(LEVELS)}.")
    _require_place(out)
    found = read_claims(data, limit, only_reported=only_reported)
    with progress_bar() as report:
        result = check(found, JUDGES[checker](), report, [name for name in LEVELS if name in (levels or LEVELS)])
    _write(out, result.fields())
    if as_json:
        typer.echo(json.dumps(result.fields(each=False), ensure_ascii=False))
        return
    show(tables.checks(result))
    show(tables.confusion(result))
    for level in result.levels:
        show(tables.calibration(level))
    for line in (*tables.passing(result), *tables.claim_remarks(result), *tables.labelling(published("claims", data.resolve().name))):
        typer.echo(line)


def _require_place(path: Path | None) -> None:
    """Hours of work are not begun where their result cannot be kept."""
    if path is not None and (path.is_dir() or not path.parent.is_dir()):
        raise RunError(f"{path}: there is no folder for this file.", "Give --out with a file in a folder that exists.")


def _write(path: Path | None, fields: dict[str, Any]) -> None:
    if path is not None:
        write_whole(path, json.dumps(fields, ensure_ascii=False) + "\n")
