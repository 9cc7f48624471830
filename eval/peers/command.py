"""`assistant eval peers`: arguments → the assistant and its peers over the same questions, one table."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Annotated

import typer


def peers(
    split: Annotated[str, typer.Option("--split", help="dev, test or all. Nobody tunes on test.")] = "dev",
    kind: Annotated[list[str] | None, typer.Option("--kind", help="Only this kind of question; may be repeated.")] = None,
    ids: Annotated[list[str] | None, typer.Option("--ids", help="Only these questions, separated by commas; may be repeated.")] = None,
    limit: Annotated[int, typer.Option("--limit", min=0, help="At most so many questions, taken evenly; 0 takes all.")] = 0,
    peer: Annotated[list[str] | None, typer.Option("--peer", help="Only this peer; may be repeated. All that can run otherwise.")] = None,
    out: Annotated[Path, typer.Option("--out", help="Folder for one run folder a system; an existing one is gone on with.")] = Path(
        "runs/peers"
    ),
    corpus: Annotated[Path | None, typer.Option("--corpus", help="Papers instead of the seeds; needs --gold.")] = None,
    gold: Annotated[Path | None, typer.Option("--gold", help="Folder of gold files instead of the bundled ones.")] = None,
    model: Annotated[str, typer.Option("--model", help="Chat model of every system that uses one.")] = "",
    base_url: Annotated[str, typer.Option("--base-url", help="Its OpenAI-compatible endpoint, with /v1.")] = "",
    fresh: Annotated[bool, typer.Option("--fresh", help="Make answers anew, as for measuring latency.")] = False,
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON object instead of a table.")] = False,
) -> None:
    """Answer the gold questions with this assistant and with what one would use instead, over the same corpus and endpoint."""
    from assistant import load_settings, with_changes

    from ..gold.selection import Selection
    from ..reporting.tables import show
    from ..sessions import open_session
    from .contenders import choose
    from .contest import hold
    from .table import grid, write

    changes = {name: value for name, value in (("model", model), ("openai_base_url", base_url)) if value}
    settings = with_changes(load_settings(), changes)
    chosen, absent = choose(peer or (), settings)
    if settings.has_chat_model:
        from assistant.models.chat import EndpointChat

        # By its own name, so that answers of two models at one address never mix.
        changes["model"] = EndpointChat(settings).name
    session = open_session(corpus, gold, changes)
    runs, stopped = hold(session, chosen, Selection.of_options(split, kind, ids, limit), out, fresh=fresh)
    absent += stopped
    body = write(out, runs, absent, changes.get("model", "") if settings.has_chat_model else "")
    if as_json:
        typer.echo(json.dumps(body, ensure_ascii=False))
        return
    show(grid(runs))
    typer.echo(f"Model: {body['model'] or 'none'}")
    for item in absent:
        typer.echo(str(item))
    typer.echo(f"Table, answers, scores and reports: {out}")
