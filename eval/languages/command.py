"""`assistant eval languages`: arguments → the questions in other languages asked, one row a language."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Annotated

import typer


def languages(
    split: Annotated[str, typer.Option("--split", help="dev, test or all. Nobody tunes on test.")] = "dev",
    lang: Annotated[list[str] | None, typer.Option("--lang", help="Only this language; may be repeated.")] = None,
    folder: Annotated[Path | None, typer.Option("--folder", help="Folder of translations instead of the bundled ones.")] = None,
    misses: Annotated[bool, typer.Option("--misses", help="Name the questions that a measure is lost on, by their ids.")] = False,
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON object instead of a table.")] = False,
) -> None:
    """Ask gold questions in other languages; tell what is understood, found and said, by language."""
    from assistant import ConfigurationError, Progress
    from assistant.languages import CODES

    from ..reporting.tables import show
    from ..sessions import open_session, progress_bar
    from .measuring import measure, rates
    from .table import grid, lost
    from .translations import FOLDER, read_translations

    if unknown := [code for code in lang or () if code not in CODES]:
        raise ConfigurationError(f"There is no language {unknown[0]!r}.", f"Give --lang with one of {', '.join(CODES)}.")
    session = open_session()
    chosen = [item for item in read_translations(session.gold, split, folder or FOLDER) if not lang or item.lang in lang]
    if not chosen:
        raise ConfigurationError("No question is left.", "Loosen --split or --lang.")
    with progress_bar() as report:
        outcomes = measure(chosen, session.assistant, session.corpus, lambda done, total: report(Progress("asked", done, total)))
    found = {code: rates(o for o in outcomes if o.lang == code) for code in dict.fromkeys(o.lang for o in outcomes)}
    found["all"] = rates(outcomes)
    if as_json:
        typer.echo(json.dumps({"split": split, "n": len(outcomes), "rates": found}, ensure_ascii=False))
        return
    show(grid(found, split, len(outcomes)))
    if misses:
        typer.echo("\n".join(lost(outcomes)))
