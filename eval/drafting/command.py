"""`assistant eval init | review | feedback`: arguments → drafts, the page that reviews them, gold files."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from typing import Annotated

import typer

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
    from assistant import Assistant, load_settings, with_changes
    from assistant.models.yes_no import YesNoChat

    from ..gold.corpus import Corpus
    from ..sessions import progress_bar
    from .drafting import draft_questions
    from .papers import ReadPapers, read_keywords
    from .storage import DraftFolder

    settings = load_settings(data_dir=data_dir, model=model, openai_base_url=base_url)
    with progress_bar() as report:
        assistant = Assistant.open(corpus, settings=settings, report=report)
    papers = Corpus.of(assistant.papers.values())
    folder = DraftFolder(out)
    folder.start(papers, corpus)

    def search(question: str) -> list[str]:
        return [papers.reference_of[candidate.paper.id] for candidate in assistant.search(question, k=10)]

    # A question and its answer; a model that rambles is cut off.
    briefly = with_changes(settings, {"chat.max_tokens": "200"})
    chat = YesNoChat(briefly) if settings.has_chat_model and not patterns else None
    with progress_bar() as report:
        drafts, writing = draft_questions(ReadPapers.of(papers), read_keywords(corpus) if corpus else {}, search, count, seed, chat, report)
    added = folder.add(drafts)
    if writing is not None:
        wrote = f"The model wrote {len(writing.drafts)} questions"
        typer.echo(f"{wrote}; {writing.failed} more failed its own check, {writing.broken} broke a rule.")
        if writing.problem:
            typer.echo(f"Then it could not go on: {writing.problem} The other questions are made by patterns.", err=True)
    kinds = ", ".join(f"{n} {kind}" for kind, n in Counter(draft.question.kind for draft in drafts).most_common())
    short = "" if len(drafts) == count else f", of {count} wanted: the papers do not give more"
    typer.echo(f"{len(drafts)} questions drafted ({kinds}){short}.")
    typer.echo(f"{added} drafts added, {len(drafts) - added} were there: {folder.path}")
    typer.echo(f"Next: assistant eval review {out}")


def review(
    folder: Annotated[Path, typer.Argument(help="Folder of drafts, as assistant eval init makes it.", metavar="DIR")],
    corpus: Annotated[Path | None, typer.Option("--corpus", help="Where the papers are now, if they were moved.")] = None,
    port: Annotated[int, typer.Option("--port", min=1, max=65535, help="Port to listen on.")] = 7861,
    accept_all: Annotated[bool, typer.Option("--accept-all", help="Write gold files of all drafts, without a page.")] = False,
) -> None:
    """Open a page on which drafts are read, corrected, accepted or rejected; accepted ones go to DIR/gold."""
    import os

    from assistant import load_settings

    from ..errors import GoldError
    from .papers import papers_at
    from .storage import DraftFolder

    drafts = DraftFolder(folder)
    path = corpus or (Path(said) if (said := drafts.about()["path"]) else None)
    if path is not None and not path.exists():
        raise GoldError(f"{path}: the papers of these drafts are not there any more.", "Say where they are with --corpus.")
    papers = papers_at(path, load_settings())
    drafts.require(papers)
    drafts.export(papers)
    if accept_all:
        typer.echo("Nobody looked at these questions: scores on them say little until they are reviewed.")
    else:
        # Before gradio is imported.
        os.environ["GRADIO_ANALYTICS_ENABLED"] = "False"
        from .page import start_review

        page = start_review(drafts, papers, port)
        typer.echo(f"The drafts of {folder} are at {page.local_url}. Stop with Ctrl+C; every decision is saved at once.")
        try:
            page.block_thread()
        finally:
            page.close(verbose=False)
    count, left_out = drafts.export(papers, unread=accept_all)
    for name, fault in left_out.items():
        typer.echo(f"{name} is left out: {fault}", err=True)
    typer.echo(f"{count} questions: {folder / 'gold'}")


def feedback(
    out: Annotated[Path, typer.Option("--out", help="Folder of the drafts; made where there is none.")] = Path("drafts"),
    corpus: Papers = None,
    data_dir: DataDir = None,
) -> None:
    """Turn the thumbs of the chat page into draft questions."""
    from assistant import load_settings

    from .feedback import feedback_drafts
    from .papers import papers_at
    from .storage import DraftFolder

    settings = load_settings(data_dir=data_dir)
    papers = papers_at(corpus, settings)
    path = settings.data_dir / "feedback.jsonl"
    found, elsewhere, damaged = feedback_drafts(path, papers)
    folder = DraftFolder(out)
    folder.start(papers, corpus)
    added = folder.add(found)
    for number in damaged:
        typer.echo(f"{path}, line {number}: damaged, passed over.", err=True)
    if elsewhere:
        typer.echo(f"{elsewhere} answers are from other papers than these, and were left out.", err=True)
    typer.echo(f"{added} drafts added, {len(found) - added} were there: {folder.path}")
    typer.echo(f"Next: assistant eval review {out}")
