"""`assistant eval dialogues`: plays the scripted dialogues, and prints which follow-ups were taken as meant."""

from __future__ import annotations

import json
from collections import Counter
from dataclasses import asdict
from pathlib import Path
from typing import Annotated, Any

import typer

from ..errors import GoldError
from ..files import write_whole


def dialogues(
    split: Annotated[str, typer.Option("--split", help="dev, test or all. Nobody tunes on test.")] = "dev",
    folder: Annotated[Path | None, typer.Option("--dialogues", help="Folder of dialogue files instead of the bundled ones.")] = None,
    corpus: Annotated[Path | None, typer.Option("--corpus", help="Papers instead of the seeds; needs --dialogues.")] = None,
    out: Annotated[Path | None, typer.Option("--out", help="Folder for turns.jsonl and summary.json.")] = None,
    check: Annotated[bool, typer.Option("--check", help="Only check the files; nothing is asked.")] = False,
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON object instead of a table.")] = False,
) -> None:
    """Play scripted dialogues with the assistant's own answers as history; tell which follow-ups it took as meant."""
    from assistant import Assistant

    from ..gold.corpus import Corpus
    from ..reporting.tables import show
    from ..sessions import papers_of, progress_bar
    from .dialogues import FOLDER, SPLITS, read_dialogues
    from .playing import play
    from .tables import failures, share, table

    if split not in (*SPLITS, "all"):
        raise typer.BadParameter("give dev, test or all", param_hint="--split")
    if corpus is not None and folder is None:
        raise typer.BadParameter("the bundled dialogues are about the seeds: give --dialogues", param_hint="--corpus")
    found = read_dialogues(papers_of(corpus, folder), folder or FOLDER)
    if check:
        counts = Counter((dialogue.split, step.kind) for dialogue in found for step in dialogue.steps if step.expect)
        for (of, kind), count in sorted(counts.items()):
            typer.echo(f"{of} {kind}: {count}")
        typer.echo(f"{len(found)} dialogues, {sum(counts.values())} judged turns, all valid")
        return
    chosen = [dialogue for dialogue in found if split in (dialogue.split, "all")]
    if not chosen:
        raise GoldError(f"There is no dialogue of the split {split}.", "Write some; see eval/README.md.")
    assistant = Assistant.open(corpus)
    with progress_bar() as report:
        turns = play(chosen, assistant, Corpus.of(assistant.papers.values()), report)
    summary: dict[str, Any] = {
        "split": split,
        "right": sum(turn.right for turn in turns),
        "turns": len(turns),
        "share": share(turns),
        "kinds": {kind: share([turn for turn in turns if turn.kind == kind]) for kind in sorted({turn.kind for turn in turns})},
    }
    if out is not None:
        out.mkdir(parents=True, exist_ok=True)
        write_whole(out / "turns.jsonl", "".join(json.dumps(asdict(turn), ensure_ascii=False) + "\n" for turn in turns))
        write_whole(out / "summary.json", json.dumps(summary, ensure_ascii=False) + "\n")
    if as_json:
        typer.echo(json.dumps({**summary, "failed": [asdict(turn) for turn in turns if not turn.right]}, ensure_ascii=False))
        return
    show(table(turns, split))
    # The words of test dialogues are for nobody's eyes while rules are written.
    for line in failures([turn for turn in turns if split == "dev"]):
        typer.echo(line)
