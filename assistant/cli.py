"""The terminal: `assistant ask | search | ingest | status | serve | eval`. No logic of its own.

Exit codes: 0 done (also when the answer is a refusal), 1 failure with a one-line cause and remedy, 2 usage.
"""

from __future__ import annotations

import io
import json
import logging
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from enum import StrEnum
from importlib.metadata import entry_points
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.console import Console
from rich.markdown import Markdown
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

from assistant.errors import AssistantError, CorpusError
from assistant.settings import load_settings
from assistant.types import NO_FILTERS, Answer, Filters
from assistant.types import Progress as Done

app = typer.Typer(
    help="Answers questions over paper abstracts, with snippets that are checked against the papers.",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
    rich_markup_mode=None,
)
_log = Console(stderr=True)

Corpus = Annotated[
    Path | None, typer.Option("--corpus", help="Answer from this file or folder (indexed once) instead of the default index.")
]
DataDir = Annotated[Path | None, typer.Option("--data-dir", help="Folder of the index and the feedback.", envvar="ASSISTANT_DATA_DIR")]
Model = Annotated[str | None, typer.Option(help="Chat model; needs OPENAI_API_KEY or OPENAI_BASE_URL.")]
Extractive = Annotated[bool, typer.Option("--extractive", help="Answer with the papers' own sentences even where an endpoint is set.")]
Year = Annotated[
    list[str] | None,
    typer.Option(help="Only papers of this year or range, as 2020-2022, 2023- or -2019. Repeat an option for more values."),
]
Venue = Annotated[list[str] | None, typer.Option(help="Only papers of this venue.")]
Track = Annotated[list[str] | None, typer.Option(help="Only papers of this track.")]
Decision = Annotated[list[str] | None, typer.Option(help="Only papers with this decision, as spotlight.")]
Author = Annotated[list[str] | None, typer.Option(help="Only papers by this author: full name, initials or surname.")]
File = Annotated[list[str] | None, typer.Option(help="Only papers from this corpus file, by its name or heading.")]
AsJson = Annotated[bool, typer.Option("--json", help="Print one JSON object on stdout.")]


class ExportFormat(StrEnum):
    """The forms of `assistant.export`; named here, because the terminal reads its options before anything is imported."""

    BIBTEX = "bibtex"
    CSV = "csv"
    MARKDOWN = "markdown"
    JSON = "json"


@app.command()
def ask(
    question: Annotated[str | None, typer.Argument(help="The question, in quotes.")] = None,
    as_json: AsJson = False,
    form: Annotated[
        ExportFormat | None, typer.Option("--format", metavar="FORM", help="Print the answer's papers as bibtex, csv, markdown or json.")
    ] = None,
    batch: Annotated[
        Path | None, typer.Option(help='Answer many: lines {"id", "question", "history"?, "filters"?}.', metavar="IN.jsonl")
    ] = None,
    out: Annotated[Path | None, typer.Option(help="Where the answers of --batch go.", metavar="OUT.jsonl")] = None,
    model: Model = None,
    extractive: Extractive = False,
    year: Year = None,
    venue: Venue = None,
    track: Track = None,
    decision: Decision = None,
    author: Author = None,
    file: File = None,
    corpus: Corpus = None,
    data_dir: DataDir = None,
) -> None:
    """Answer a question, or a file of questions with --batch."""
    from assistant.serialization import answer_object

    if (question is None) == (batch is None):
        raise typer.BadParameter("give either a QUESTION or --batch IN.jsonl --out OUT.jsonl")
    if (batch is None) != (out is None):
        raise typer.BadParameter("--batch and --out go together")
    if form is not None and (as_json or batch is not None):
        raise typer.BadParameter("--format goes without --json and --batch")
    if batch is not None and out is not None and batch.resolve() == out.resolve():
        raise typer.BadParameter("--out would overwrite the questions of --batch")
    assistant = _open(corpus, data_dir, model=model, extractive=extractive)
    filters = _where(assistant, year=year, venue=venue, track=track, decision=decision, author=author, file=file)
    if batch is not None and out is not None:
        from assistant.batch import answer_file

        with _bar("answering") as report:
            result = answer_file(assistant, batch, out, lambda done, total: report(Done("answering", done, total)), filters)
        for problem in result.problems:
            _log.print(problem, style="red", markup=False, highlight=False, soft_wrap=True)
        _log.print(f"{result.answered} answered, {len(result.problems)} not: {out}", markup=False, highlight=False, soft_wrap=True)
        if result.problems and not result.answered:
            raise typer.Exit(1)
        return
    answer = assistant.ask(question or "", filters=filters)
    if as_json:
        _emit(answer_object(answer))
    elif form is not None:
        from assistant.export import export

        _print_exactly(export(answer, form.value))
    else:
        _show(answer)


@app.command()
def search(
    query: Annotated[str, typer.Argument(help="What to look for.")],
    k: Annotated[int, typer.Option("-k", min=1, max=10000, help="How many papers.")] = 20,
    as_json: AsJson = False,
    year: Year = None,
    venue: Venue = None,
    track: Track = None,
    decision: Decision = None,
    author: Author = None,
    file: File = None,
    corpus: Corpus = None,
    data_dir: DataDir = None,
) -> None:
    """Rank papers for a query, with scores and the best passage of each."""
    from assistant.serialization import ranking_object

    assistant = _open(corpus, data_dir, extractive=True)
    given = _where(assistant, year=year, venue=venue, track=track, decision=decision, author=author, file=file)
    filters = assistant.read(query, filters=given).filters
    found = ranking_object(query, assistant.search(query, k, filters=given), filters)
    if as_json:
        _emit(found)
        return
    if filters:
        _log.print(assistant.conditions(query, filters), markup=False, highlight=False, soft_wrap=True)
    for paper in found["papers"]:
        print(f"{paper['n']:3}. {paper['score']:.2f}  {paper['title']}  ({paper['source']['file']} #{paper['source']['n']})")
        print(f"          {' '.join(paper['passage']['quote'].split())}")


@app.command()
def ingest(
    paths: Annotated[
        list[Path] | None,
        typer.Argument(
            help="Text, JSONL, JSON, CSV, BibTeX, RIS or PDF files (also .gz), folders, 'patterns*', - for stdin; none: the seeds."
        ),
    ] = None,
    rebuild: Annotated[bool, typer.Option("--rebuild", help="Encode everything anew, as after a change of encoder.")] = False,
    dry_run: Annotated[bool, typer.Option("--dry-run", help="Say what would happen, and write nothing.")] = False,
    strict: Annotated[bool, typer.Option("--strict", help="Refuse everything if any record is rejected.")] = False,
    mapping: Annotated[
        list[str] | None, typer.Option("--map", help="Name of a field in the files, as abstract=content.summary.", metavar="FIELD=NAME")
    ] = None,
    format_: Annotated[
        str, typer.Option("--format", help="Format of the files, whatever their ending: text, jsonl, json, csv, bibtex, ris, pdf.")
    ] = "",
    encoding: Annotated[
        str, typer.Option("--encoding", help="Encoding of the files, as cp1252; UTF-8 and marked ones are recognised.")
    ] = "",
    data_dir: DataDir = None,
) -> None:
    """Add papers to the default index, or bring files that it holds up to date."""
    from assistant.corpus import ReadOptions
    from assistant.resources import folder
    from assistant.summary import details, summary
    from assistant.wiring import Workshop

    settings = load_settings(data_dir=data_dir)
    workshop = Workshop(settings)
    options = ReadOptions.of(format_, encoding, mapping or [], settings.corpus)
    # Only where nothing was ever indexed does a rebuild mean the seeds.
    chosen = paths or ([] if rebuild and not workshop.generations.is_new() else [folder("assistant_seeds")])
    try:
        with _bar("reading") as report:
            result = workshop.ingest(chosen, options=options, rebuild=rebuild, strict=strict, dry_run=dry_run, report=report)
    except CorpusError as error:
        for line in error.also:
            _log.print(line, style="red", markup=False, highlight=False, soft_wrap=True)
        raise
    for line in details(result):
        _log.print(line, markup=False, highlight=False, soft_wrap=True)
    for line in summary(result):
        print(line)


@app.command()
def status(as_json: AsJson = False, corpus: Corpus = None, data_dir: DataDir = None) -> None:
    """Say what is indexed, with which encoder, where and how large."""
    from assistant.index.manifest import Manifest
    from assistant.wiring import Workshop

    settings = load_settings(data_dir=data_dir)
    if corpus is not None and not corpus.exists():
        raise CorpusError(f"{corpus}: there is no such file.", "Check the path.")
    workshop = Workshop(settings, corpus)
    current = workshop.generations.current()
    if current is None:
        facts: dict[str, Any] = {"indexed": False, "data_dir": str(settings.data_dir)}
    else:
        manifest = Manifest.read(current)
        size = sum(file.stat().st_size for file in current.rglob("*") if file.is_file())
        facts = {
            "indexed": True,
            "papers": manifest.papers,
            "passages": manifest.passages,
            "encoder": manifest.encoder,
            "dimension": manifest.dimension,
            "token_encoder": manifest.token_encoder,
            "multilingual_encoder": manifest.multilingual_encoder,
            "created": manifest.created,
            "folder": str(current),
            "megabytes": round(size / 1e6, 1),
            "chat_model": (settings.model or "the endpoint's default") if settings.has_chat_model else "none (extractive answers)",
        }
    if as_json:
        _emit(facts)
    elif current is None:
        print(f"Nothing is indexed in {settings.data_dir}. Run assistant ingest PATH…, or assistant serve.")
    else:
        for name, value in facts.items():
            print(f"{name.replace('_', ' '):>21}: {value}")


@app.command()
def serve(
    host: Annotated[str, typer.Option(help="Address to listen on.")] = "127.0.0.1",
    port: Annotated[int, typer.Option(min=1, max=65535, help="Port to listen on.")] = 7860,
    inbrowser: Annotated[bool, typer.Option("--inbrowser", help="Open the page in the browser.")] = False,
    share: Annotated[bool, typer.Option("--share", help="Make a public link through Gradio's tunnel.")] = False,
    auth: Annotated[str | None, typer.Option(help="Ask for this login.", metavar="USER:PASSWORD")] = None,
    model: Model = None,
    extractive: Extractive = False,
    corpus: Corpus = None,
    data_dir: DataDir = None,
) -> None:
    """Open the chat page; the first start indexes the seeds."""
    login: tuple[str, str] | None = None
    if auth is not None:
        user, colon, password = auth.partition(":")
        if not (user and colon and password):
            raise typer.BadParameter("write USER:PASSWORD", param_hint="--auth")
        login = (user, password)
    assistant = _open(corpus, data_dir, model=model, extractive=extractive)
    from assistant.ui import serve as serve_page

    serve_page(assistant, host=host, port=port, inbrowser=inbrowser, share=share, auth=login)


def _where(assistant: Any, **given: list[str] | None) -> Filters:
    """The conditions that the options set."""
    stated = {name: values for name, values in given.items() if values}
    return assistant.where(**stated) if stated else NO_FILTERS


def _open(corpus: Path | None, data_dir: Path | None, *, model: str | None = None, extractive: bool = False) -> Any:
    """The assistant, with a progress bar on stderr where it has to index first."""
    from assistant.wiring import Assistant

    changes: dict[str, Any] = {"data_dir": data_dir, "model": model}
    if extractive:
        changes |= {"openai_api_key": "", "openai_base_url": ""}
    with _bar("indexing") as report:
        return Assistant.open(corpus, settings=load_settings(**changes), report=report)


@contextmanager
def _bar(what: str) -> Iterator[Callable[[Done], None]]:
    """A progress bar on stderr; on a pipe, nothing."""
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=_log, transient=True, disable=not _log.is_terminal) as bar:
        task = bar.add_task(what, total=None, visible=False)

        def report(progress: Done) -> None:
            bar.update(task, description=progress.stage, completed=progress.done, total=progress.total, visible=True)

        yield report


def _show(answer: Answer) -> None:
    if sys.stdout.isatty():
        Console().print(Markdown(answer.text))
    else:
        print(answer.text)
    shown = [*answer.papers, *answer.borderline]
    if shown:
        print()
    for cited in shown:
        paper = cited.paper
        facts = ", ".join(part for part in (paper.track, paper.decision, paper.url) if part)
        print(f"[{cited.n}] {paper.label} ({paper.source.file} #{paper.source.n}{', ' + facts if facts else ''})")


def _emit(value: dict[str, Any]) -> None:
    _print_exactly(json.dumps(value, ensure_ascii=False) + "\n")


def _print_exactly(text: str) -> None:
    # What programs read is UTF-8 with its own line ends whatever the terminal speaks; half of a surrogate pair, from bytes that
    # were no text, becomes its escape.
    if isinstance(sys.stdout, io.TextIOWrapper):
        sys.stdout.reconfigure(encoding="utf-8", errors="backslashreplace", newline="")
    sys.stdout.write(text)


def _add_plugins() -> None:
    """Commands of other packages, as the evaluation suite's `eval`."""
    for point in entry_points(group="assistant.commands"):
        app.add_typer(point.load(), name=point.name)


def main() -> None:
    """Entry point of the `assistant` command."""
    if isinstance(sys.stdout, io.TextIOWrapper):
        sys.stdout.reconfigure(errors="replace")
    logging.basicConfig(level=logging.WARNING, stream=sys.stderr, format="%(levelname)s %(name)s: %(message)s")
    # Loading the plugins costs time that `ask` does without.
    if len(sys.argv) < 2 or sys.argv[1] not in {command.callback.__name__ for command in app.registered_commands if command.callback}:
        _add_plugins()
    try:
        app()
    except AssistantError as error:
        _log.print(f"assistant: {error}", style="red", markup=False, highlight=False, soft_wrap=True)
        raise SystemExit(1) from None
    except BrokenPipeError:
        raise SystemExit(1) from None


if __name__ == "__main__":
    main()
