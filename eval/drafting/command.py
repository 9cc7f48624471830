"""`assistant eval init | review | feedback`: arguments → drafts, the page that reviews them, gold files."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

if TYPE_CHECKING:
    from assistant import Settings

    from .drafting import Drafted
    from .export import Exported
    from .writing import EndpointAuthor

# A question and its answer; a model that rambles is cut off.
_QUESTION_TOKENS = "200"

Papers = Annotated[Path | None, typer.Option("--corpus", help="File or folder of the papers; none: those of the default index.")]
DataDir = Annotated[Path | None, typer.Option("--data-dir", help="Folder of the index and the feedback.", envvar="ASSISTANT_DATA_DIR")]


def init(
    out: Annotated[Path, typer.Option("--out", help="Folder for the drafts; drafts that are there are kept.")],
    corpus: Papers = None,
    count: Annotated[int, typer.Option("--count", min=1, max=5000, help="How many drafts.")] = 60,
    seed: Annotated[int, typer.Option("--seed", help="Chooses among what the papers give.")] = 0,
    model: Annotated[str | None, typer.Option("--model", help="Chat model that writes; needs OPENAI_API_KEY or OPENAI_BASE_URL.")] = None,
    base_url: Annotated[str | None, typer.Option("--base-url", help="OpenAI-compatible endpoint, with /v1.")] = None,
    patterns: Annotated[bool, typer.Option("--patterns", help="Make questions by patterns even where an endpoint is set.")] = False,
    data_dir: DataDir = None,
) -> None:
    """Draft gold questions about somebody's own papers, to be reviewed with `assistant eval review`."""
    from assistant import Assistant, load_settings

    from ..gold.corpus import Corpus
    from ..sessions import progress_bar
    from .book import DraftBook
    from .drafting import draft_questions
    from .keywords import read_keywords
    from .shelf import Shelf

    settings = load_settings(data_dir=data_dir, model=model, openai_base_url=base_url)
    with progress_bar() as report:
        assistant = Assistant.open(corpus, settings=settings, report=report)
    papers = Corpus.of(assistant.papers.values())
    book = DraftBook(out)
    book.start(papers, corpus)
    names = papers.reference_of

    def search(question: str) -> list[str]:
        return [names[candidate.paper.id] for candidate in assistant.search(question, k=10)]

    author = _author(settings) if settings.has_chat_model and not patterns else None
    with progress_bar() as report:
        drafted = draft_questions(Shelf.of(papers), read_keywords(corpus) if corpus else {}, search, count, seed, author, report)
    added = book.add(drafted.drafts)
    _tell(drafted, count)
    known = len(drafted.drafts) - added
    typer.echo(f"{added} drafts added{f', {known} were there' if known else ''}: {book.path}")
    typer.echo(f"Next: assistant eval review {out}")


def review(
    folder: Annotated[Path, typer.Argument(help="Folder of drafts, as assistant eval init makes it.", metavar="DIR")],
    corpus: Annotated[Path | None, typer.Option("--corpus", help="Where the papers are now, if they were moved.")] = None,
    port: Annotated[int, typer.Option("--port", min=1, max=65535, help="Port to listen on.")] = 7861,
    accept_all: Annotated[bool, typer.Option("--accept-all", help="Write gold files of all drafts, without a page.")] = False,
) -> None:
    """Open a page on which drafts are read, corrected, accepted or rejected; accepted ones go to DIR/gold."""
    from .book import DraftBook
    from .export import export_gold
    from .papers import papers_of_book

    book = DraftBook(folder)
    papers = papers_of_book(book, corpus)
    exported = export_gold(book, papers, unread=accept_all)
    if accept_all:
        typer.echo("Nobody looked at these questions: scores on them say little until they are reviewed.")
        _tell_export(exported, folder)
        return
    import os

    # Before gradio is imported.
    os.environ["GRADIO_ANALYTICS_ENABLED"] = "False"
    from .page import serve_review

    serve_review(book, papers, port)
    _tell_export(export_gold(book, papers), folder)


def feedback(
    out: Annotated[Path, typer.Option("--out", help="Folder of the drafts; made where there is none.")] = Path("drafts"),
    corpus: Papers = None,
    data_dir: DataDir = None,
) -> None:
    """Turn the thumbs of the chat page into draft questions."""
    from assistant import load_settings

    from .book import DraftBook
    from .feedback import feedback_drafts
    from .papers import papers_at

    settings = load_settings(data_dir=data_dir)
    papers = papers_at(corpus, settings)
    path = settings.data_dir / "feedback.jsonl"
    found = feedback_drafts(path, papers)
    book = DraftBook(out)
    book.start(papers, corpus)
    added = book.add(found.drafts)
    for number in found.damaged:
        typer.echo(f"{path}, line {number}: damaged, passed over.", err=True)
    if found.elsewhere:
        typer.echo(f"{found.elsewhere} answers are from other papers than these, and were left out.", err=True)
    typer.echo(f"{added} drafts added, {len(found.drafts) - added} were there: {book.path}")
    typer.echo(f"Next: assistant eval review {out}")


def _author(settings: Settings) -> EndpointAuthor:
    from assistant import with_changes
    from assistant.models.yes_no import YesNoChat

    from .writing import EndpointAuthor

    return EndpointAuthor(YesNoChat(with_changes(settings, {"chat.max_tokens": _QUESTION_TOKENS})))


def _tell(drafted: Drafted, count: int) -> None:
    """What was made, and why it is not more."""
    if (writing := drafted.writing) is not None:
        typer.echo(
            f"The model wrote {len(writing.drafts)} questions; {writing.failed} more failed its own check, {writing.broken} broke a rule."
        )
        if writing.problem:
            typer.echo(f"Then it could not go on: {writing.problem} The other questions are made by patterns.", err=True)
    kinds = ", ".join(f"{number} {kind}" for kind, number in drafted.kinds.most_common())
    short = "" if len(drafted.drafts) == count else f", of {count} wanted: the papers do not give more"
    typer.echo(f"{len(drafted.drafts)} questions drafted ({kinds}){short}.")


def _tell_export(exported: Exported, folder: Path) -> None:
    for name, fault in exported.left_out:
        typer.echo(f"{name} is left out: {fault}", err=True)
    typer.echo(f"{exported.count} questions: {folder / 'gold'}")
