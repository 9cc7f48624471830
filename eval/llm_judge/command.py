"""`assistant eval judge`: a run folder → judge.json and a table."""

from __future__ import annotations

import json
from dataclasses import asdict
from pathlib import Path
from typing import Annotated

import typer


def judge(
    folder: Annotated[Path | None, typer.Argument(help="A run folder; not needed with --labels.")] = None,
    model: Annotated[str, typer.Option("--model", help="The judge; else ASSISTANT_MODEL, or the endpoint's first.")] = "",
    base_url: Annotated[str, typer.Option("--base-url", help="An OpenAI-compatible endpoint; else OPENAI_BASE_URL.")] = "",
    limit: Annotated[int, typer.Option("--limit", min=0, help="At most so many answers, taken evenly; 0 takes all.")] = 0,
    calibrate: Annotated[int, typer.Option("--calibrate", min=0, help="At most so many labels for each metric; 0 asks none.")] = 40,
    workers: Annotated[int, typer.Option("--workers", min=1, max=64, help="Answers judged at a time.")] = 4,
    out: Annotated[Path | None, typer.Option("--out", help="File for the results; else judge.json in the run folder.")] = None,
    labels: Annotated[bool, typer.Option("--labels", help="Only the offline checker beside the labels; needs no endpoint.")] = False,
    corpus: Annotated[Path | None, typer.Option("--corpus", help="Papers instead of the seeds; needs --gold.")] = None,
    gold: Annotated[Path | None, typer.Option("--gold", help="Folder of gold files instead of the bundled ones.")] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON object instead of a table.")] = False,
) -> None:
    """Let a language model judge a run's answers, and print its agreement with labels beside each metric."""
    if labels:
        _show_labels(as_json)
    elif folder is None:
        raise typer.BadParameter("give a run folder, or --labels", param_hint="FOLDER")
    else:
        _judge(folder, model, base_url, limit, calibrate, workers, out, corpus, gold, as_json)


def _show_labels(as_json: bool) -> None:
    from ..gold.corpus import Corpus
    from ..reporting.tables import show
    from .judging import checker_agreement
    from .labels import read_labels
    from .tables import checked_labels

    seeds = Corpus.seeds()
    labels = read_labels(seeds)
    agreed = checker_agreement(labels, seeds)
    if as_json:
        typer.echo(json.dumps(asdict(agreed) if agreed else {}))
        return
    for grid in checked_labels(labels, agreed, seeds):
        show(grid)


def _judge(
    folder: Path,
    model: str,
    base_url: str,
    limit: int,
    calibrate: int,
    workers: int,
    out: Path | None,
    corpus: Path | None,
    gold: Path | None,
    as_json: bool,
) -> None:
    from assistant import ConfigurationError, load_settings
    from assistant.models.yes_no import YesNoChat

    from ..gold.corpus import Corpus
    from ..gold.reading import FOLDER, read_gold
    from ..reporting.tables import show
    from ..sessions import papers_of, progress_bar
    from .judgements import Judge, JudgementFile
    from .judging import judge_run, read_material
    from .labels import read_labels
    from .results import FILE
    from .tables import families, judged

    settings = load_settings(model=model or None, openai_base_url=base_url or None)
    if not settings.has_chat_model:
        raise ConfigurationError("There is no language model to judge with.", "Set OPENAI_API_KEY or OPENAI_BASE_URL, or give --base-url.")
    papers, seeds = papers_of(corpus, gold), Corpus.seeds()
    material = read_material(folder, read_gold(papers, gold or FOLDER), papers, read_labels(seeds), seeds, limit=limit, calibrate=calibrate)
    chat = YesNoChat(settings)
    file = JudgementFile(settings.data_dir / "evaluation" / "judgements.jsonl")
    asking = Judge(chat, settings.openai_base_url, file)
    with progress_bar() as report:
        results = judge_run(material, asking, chat.name, file, workers, report)
    target = out or folder / FILE
    results.write(target)
    if as_json:
        typer.echo(json.dumps({**results.fields(), "file": str(target)}, ensure_ascii=False))
        return
    show(judged(results))
    if results.families:
        show(families(results))
    how = f"{results.graded} by token probabilities, {results.unreadable} neither Yes nor No"
    cost = f"{results.tokens_in} tokens in, {results.tokens_out} out, {results.seconds:.0f} s"
    typer.echo(f"{results.judgements} judgements ({results.asked} new; {how}): {cost}. Results: {target}")
