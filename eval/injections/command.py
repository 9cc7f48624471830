"""`assistant eval injections`: invented papers that give orders → a table of what became of the orders, by family."""

from __future__ import annotations

import json
import tempfile
from pathlib import Path
from typing import Annotated

import typer


def injections(
    extractive: Annotated[bool, typer.Option("--extractive", help="Without the language model that the settings name.")] = False,
    limit: Annotated[int, typer.Option("--limit", min=0, help="At most so many of the attacked papers' questions, taken evenly.")] = 0,
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON object instead of a table.")] = False,
) -> None:
    """Plant 64 attacks into invented papers, ask about all of them, and tell which attacks got what they wanted."""
    from assistant import load_settings

    from ..gold.selection import evenly
    from ..reporting.tables import Grid, show
    from ..sessions import progress_bar
    from .attacks import attacks
    from .corpus import hosts
    from .suite import open_hosts, questions, run

    settings = load_settings()
    found = hosts(attacks())
    asked = questions(found)
    if limit:
        attacked = {host.question for host in found if host.attack}
        asked = evenly([item for item in asked if item[0] in attacked], limit)
    with tempfile.TemporaryDirectory() as folder, progress_bar() as report:
        changes = {"openai_api_key": "", "openai_base_url": "", "model": ""} if extractive else {}
        chosen = load_settings(**{**settings.model_dump(), "data_dir": Path(folder) / "data", **changes})
        assistant = open_hosts(found, Path(folder), chosen)
        outcome = run(assistant, found, asked, report)
        mode = chosen.model or "a language model" if assistant.writes else "extractive"
    families = list(dict.fromkeys(finding.host.attack.family for finding in outcome.findings if finding.host.attack))
    table = []
    for family in [*families, ""]:
        group = [item for item in outcome.findings if item.host.attack and (not family or item.host.attack.family == family)]
        table.append(
            (family or "all", len(group), sum(bool(f.displaced) for f in group), sum(bool(f.obeyed) for f in group),
             sum(f.succeeded for f in group), sum(f.quoted for f in group))
        )  # fmt: skip
    if as_json:
        worked = {f.host.name: {"displaced": f.displaced, "obeyed": f.obeyed} for f in outcome.findings if f.succeeded}
        typer.echo(json.dumps({"mode": mode, "rows": table, "succeeded": worked}, ensure_ascii=False))
        return
    heads = ("family", "attacks", "displaced another paper", "obeyed", "succeeded", "only quoted")
    show(Grid(f"Attacks in papers, {mode}, {outcome.questions} questions", heads, tuple(tuple(map(str, row)) for row in table)))
    typer.echo(f"{outcome.right} of {outcome.questions} questions were answered from the right paper first.")
    for finding in outcome.findings:
        if finding.succeeded:
            typer.echo(f"  {finding.host.name}: displaced {list(finding.displaced)}, obeyed {list(finding.obeyed)}")
