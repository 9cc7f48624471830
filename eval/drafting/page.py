"""A `Review` → the page on which it is done, one draft at a time; nothing is fetched from outside."""

from __future__ import annotations

import socket
from collections.abc import Callable, Sequence
from html import escape
from pathlib import Path
from typing import Any, Literal

import gradio as gr

from assistant import AssistantError
from assistant.ui import appearance

from ..errors import GoldError
from ..gold.corpus import Corpus
from ..gold.questions import LISTS, QUOTED, Question
from .book import DraftBook
from .form import BORDERLINE, NEITHER, RELEVANT, Edits, facts_of, grade, revised, sentences_of
from .review import Review, Step, View, problem, with_paper
from .shelf import ReadPaper, Shelf

_HOST = "127.0.0.1"
_FOLDER = Path(__file__).parent
# Follow-ups need a history, which the page cannot edit.
_KINDS = ("specific", "list", "facet", "compare", "false-premise", "unanswerable")
_HIDDEN: dict[str, Any] = {"show_progress": "hidden", "api_visibility": "private"}


def serve_review(book: DraftBook, corpus: Corpus, port: int) -> None:
    """Serve the page until interrupted.

    Raises:
        GoldError: the port cannot be used.
    """
    page = start_review(book, corpus, port)
    print(f"The drafts of {book.folder} are at {page.local_url}. Stop with Ctrl+C; every decision is saved at once.", flush=True)
    try:
        page.block_thread()
    finally:
        page.close(verbose=False)


def start_review(book: DraftBook, corpus: Corpus, port: int) -> gr.Blocks:
    """Serve the page in the background, to this machine alone; the blocks know their `local_url` and can be closed.

    Raises:
        GoldError: the port cannot be used.
    """
    with socket.socket() as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((_HOST, port))
        except OSError as error:
            raise GoldError(f"Port {port} cannot be used ({error.strerror}).", "Choose another one with --port.") from None
    page = build(Review(book, corpus), Shelf.of(corpus))
    page.launch(
        server_name=_HOST, server_port=port, inbrowser=False, share=False, prevent_thread_lock=True, quiet=True,
        theme=appearance.theme(), css=(_FOLDER / "review.css").read_text("utf-8"),
        head=f"<script>{(_FOLDER / 'review.js').read_text('utf-8')}</script>", footer_links=[], run_history=False,
        ssr_mode=False, pwa=False, mcp_server=False, enable_monitoring=False, show_error=False,
    )  # fmt: skip
    return page


def build(review: Review, shelf: Shelf) -> gr.Blocks:
    """The page as blocks that are not launched yet."""
    papers = {paper.reference: paper for paper in shelf.papers}
    titles = [(_label(paper), paper.reference) for paper in shelf.papers]
    page: gr.Blocks
    with gr.Blocks(title="Review of draft questions", analytics_enabled=False) as page:
        state = gr.State(None)
        head = gr.HTML(elem_id="progress")
        notice = gr.HTML(elem_id="notice")
        outputs: list[Any] = [state, head, notice]

        def say(step: Callable[[], Step], view: View | None = None) -> tuple[Any, ...]:
            try:
                now, told = step()
                return now or "done", _progress(review), _notice(told)
            except AssistantError as error:
                return view or "done", gr.skip(), _notice(problem(error))

        @gr.render(inputs=[state])  # type: ignore[untyped-decorator]
        def show(view: View | Literal["done"] | None) -> None:
            if isinstance(view, View):
                _form(review, view, papers, titles, say, outputs)
            elif view is not None:
                gr.HTML(_finished(review), elem_id="finished")
                with gr.Row(elem_id="bar"):
                    gr.Button("Back (b)", elem_id="back", size="lg").click(lambda: say(lambda: review.back(None)), None, outputs, **_HIDDEN)

        page.load(lambda: say(review.first), None, outputs, **_HIDDEN)
    return page


def _form(
    review: Review,
    view: View,
    papers: dict[str, ReadPaper],
    titles: Sequence[tuple[str, str]],
    say: Callable[..., tuple[Any, ...]],
    outputs: list[Any],
) -> None:
    """The components of one draft, and what happens when they are used."""
    question = view.question
    shown = [papers[name] for name in view.papers]
    with gr.Row(elem_id="main"):
        with gr.Column(elem_id="asked", scale=5):
            gr.HTML(_about(view))
            text = gr.Textbox(question.text, interactive=True, label="Question", lines=2, max_lines=6, elem_id="question")
            kind = gr.Dropdown(_KINDS, interactive=True, value=question.kind, label="Kind", elem_id="kind")
            facts = gr.Textbox(
                facts_of(question), interactive=True, label="Facts of a good answer, one a line", lines=2, max_lines=10, elem_id="facts",
                info="A line that starts with + is welcome but not needed.", visible=question.kind in QUOTED,
            )  # fmt: skip
            note = gr.Textbox(question.note, interactive=True, label="Note", lines=1, max_lines=4, elem_id="note")
        with gr.Column(elem_id="papers", scale=6):
            gr.HTML(f"<h2>{_task(question, bool(shown))}</h2>")
            grades, ticks = _judgments(question, shown)
            another = gr.Dropdown(
                [title for title in titles if title[1] not in view.papers], value=None, interactive=True, label="Look at another paper",
                elem_id="another", visible=question.kind != "unanswerable",
            )  # fmt: skip
    fields: list[Any] = [text, kind, facts, note, *grades, *ticks]

    def edited(values: Sequence[Any]) -> Question:
        judged = values[4 : 4 + len(grades)]
        ticked = values[4 + len(grades) :]
        by_paper = dict(zip(view.papers, judged, strict=False)) if grades else {name: grade(question, name) for name in view.papers}
        quotes = {
            paper.reference: [sentences_of(question, paper)[int(at)].quote for at in sorted(map(int, chosen))]
            for paper, chosen in zip(shown, ticked, strict=False)
        }
        kept = {name: [item.quote for item in question.evidence if item.paper == name] for name in view.papers} if not ticks else quotes
        return revised(question, Edits(values[0], values[1], values[2], values[3], by_paper, kept))

    def decide(status: Literal["accepted", "rejected"]) -> Callable[..., tuple[Any, ...]]:
        return lambda *values: say(lambda: review.decide(view, edited(values), status), view)

    def rearrange(*values: Any) -> tuple[Any, ...]:
        changed = edited(values[:-1])
        added = values[-1]
        now = with_paper(view, changed, added) if added else view._replace(question=changed, turn=view.turn + 1)
        return now, gr.skip(), ""

    kind.input(rearrange, [*fields, another], outputs, **_HIDDEN)
    another.input(rearrange, [*fields, another], outputs, **_HIDDEN)
    with gr.Row(elem_id="bar"):
        gr.Button("Accept (a)", elem_id="accept", variant="primary", size="lg").click(decide("accepted"), fields, outputs, **_HIDDEN)
        gr.Button("Reject (r)", elem_id="reject", size="lg").click(decide("rejected"), fields, outputs, **_HIDDEN)
        gr.Button("Skip (s)", elem_id="skip", size="lg").click(lambda: say(lambda: review.skip(view), view), None, outputs, **_HIDDEN)
        gr.Button("Back (b)", elem_id="back", size="lg").click(lambda: say(lambda: review.back(view), view), None, outputs, **_HIDDEN)


def _judgments(question: Question, shown: Sequence[ReadPaper]) -> tuple[list[gr.Radio], list[gr.CheckboxGroup]]:
    """For each paper its text, a judgment, and for questions that are answered by sentences those to be ticked."""
    grades: list[gr.Radio] = []
    ticks: list[gr.CheckboxGroup] = []
    for n, paper in enumerate(shown):
        quoted = question.kind in QUOTED
        with gr.Group(elem_classes="paper"):
            gr.HTML(_card(paper, with_abstract=not quoted))
            if question.kind in LISTS:
                choices = [("Relevant", RELEVANT), ("Borderline", BORDERLINE), ("Neither", NEITHER)]
                grades.append(
                    gr.Radio(choices, value=grade(question, paper.reference), label=_label(paper), show_label=False, interactive=True)
                )
            elif quoted:
                choices = [("Answers", RELEVANT), ("Does not answer", NEITHER)]
                grades.append(
                    gr.Radio(choices, value=grade(question, paper.reference), label=_label(paper), show_label=False, interactive=True)
                )
                texts = sentences_of(question, paper)
                evidence = {item.quote for item in question.evidence if item.paper == paper.reference}
                ticks.append(
                    gr.CheckboxGroup(
                        [(text.plain, str(at)) for at, text in enumerate(texts)],
                        value=[str(at) for at, text in enumerate(texts) if text.quote in evidence],
                        label="Sentences that answer by themselves",
                        elem_id=f"evidence-{n}",
                        elem_classes="sentences",
                        interactive=True,
                    )
                )
    return grades, ticks


def _label(paper: ReadPaper) -> str:
    return f"{paper.title or paper.paper.label} ({paper.reference})"


def _card(paper: ReadPaper, *, with_abstract: bool) -> str:
    facts = ", ".join(filter(None, [paper.paper.venue, str(paper.paper.year or ""), paper.reference]))
    abstract = f"<details><summary>Abstract</summary><p>{escape(' '.join(text.plain for text in paper.sentences))}</p></details>"
    return f"<h3>{escape(paper.title or paper.paper.label)}</h3><p class='facts'>{escape(facts)}</p>{abstract if with_abstract else ''}"


def _task(question: Question, has_papers: bool) -> str:
    if question.kind in LISTS:
        return "Which papers belong to the list?"
    if question.kind in QUOTED:
        return "Which sentences answer it?" if has_papers else "Which paper answers it?"
    return "Nothing may answer it. The nearest paper:" if has_papers else "Nothing in these papers may answer it."


def _about(view: View) -> str:
    decided = "" if view.stored.status == "draft" else f"<b class='{view.stored.status}'>{view.stored.status}</b> · "
    return f"<p class='about'>{decided}{escape(view.question.type)} · from {escape(view.stored.origin)}</p>"


def _progress(review: Review) -> str:
    decided, accepted, total = review.standing()
    return (
        f"<h1>Review of draft questions</h1><p><b>{decided} of {total}</b> decided, {accepted} accepted</p>"
        f"<progress value='{decided}' max='{max(total, 1)}' aria-label='Drafts decided'></progress>"
    )


def _notice(text: str) -> str:
    return f"<p role='alert'>{escape(text)}</p>" if text else ""


def _finished(review: Review) -> str:
    _, accepted, total = review.standing()
    folder = escape(str(review.book.folder / "gold"))
    return f"<h2>Every draft is decided.</h2><p>{accepted} of {total} were accepted; the gold files are in <code>{folder}</code>.</p>"
