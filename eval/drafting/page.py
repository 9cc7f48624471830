"""A `Review` → the page on which it is done, one draft at a time; nothing is fetched from outside."""

from __future__ import annotations

import socket
from collections.abc import Callable, Sequence
from dataclasses import replace
from html import escape
from pathlib import Path
from typing import Any, Literal

import gradio as gr

from assistant import AssistantError
from assistant.ui import appearance

from ..errors import GoldError
from ..gold.corpus import Corpus
from ..gold.questions import LISTS, QUOTED, Question
from .papers import ReadPaper, ReadPapers, Text
from .review import BORDERLINE, NEITHER, RELEVANT, Review, Step, View, facts_of, grade, revised
from .storage import DraftFolder

# Follow-ups need a history, which the page cannot edit.
_KINDS = ("specific", "list", "facet", "compare", "false-premise", "unanswerable")
_HIDDEN: dict[str, Any] = {"show_progress": "hidden", "api_visibility": "private"}
_TASKS = {"unanswerable": "No paper may answer it"} | dict.fromkeys(LISTS, "Which papers belong to the list?")
_PROGRESS = """<h1>Review of draft questions</h1><p><b>{0} of {1}</b> decided, {2} accepted</p>
<progress value='{0}' max='{3}' aria-label='Drafts decided'></progress>"""
_NOTICE = "<p role='alert'>{}</p>"
# A decision says which draft was on the screen.
_SEEN = "(seen, ...rest) => [document.querySelector('#shown')?.dataset.draft ?? '', ...rest]"

Say = Callable[..., tuple[Any, ...]]


def start_review(folder: DraftFolder, corpus: Corpus, port: int) -> gr.Blocks:
    """Serve the page in the background, to this machine alone; GoldError where the port cannot be used."""
    with socket.socket() as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind(("127.0.0.1", port))
        except OSError as error:
            raise GoldError(f"Port {port} cannot be used ({error.strerror}).", "Choose another one with --port.") from None
    page = _build(Review(folder, corpus), ReadPapers.of(corpus))
    css, script = (Path(__file__).with_name(name).read_text("utf-8") for name in ("review.css", "review.js"))
    page.launch(
        server_name="127.0.0.1", server_port=port, inbrowser=False, share=False, prevent_thread_lock=True, quiet=True,
        theme=appearance.theme(), css=css, head=f"<script>{script}</script>", footer_links=[], run_history=False,
        ssr_mode=False, pwa=False, mcp_server=False, enable_monitoring=False, show_error=False,
    )  # fmt: skip
    return page


def _build(review: Review, papers: ReadPapers) -> gr.Blocks:
    """The page as blocks that are not launched yet."""
    by_reference = {paper.reference: paper for paper in papers.papers}
    page: gr.Blocks
    with gr.Blocks(title="Review of draft questions", analytics_enabled=False) as page:
        state = gr.State(None)
        head, notice = gr.HTML(elem_id="progress"), gr.HTML(elem_id="notice")
        outputs: list[Any] = [state, head, notice]

        def say(step: Callable[[], Step], view: View | None = None) -> tuple[Any, ...]:
            try:
                now, told = step()
                decided, accepted, total = review.standing()
                return (
                    now or "done",
                    _PROGRESS.format(decided, total, accepted, max(total, 1)),
                    _NOTICE.format(escape(told)) if told else "",
                )
            except AssistantError as error:
                return view or "done", gr.skip(), _NOTICE.format(escape(f"{error.cause} {error.remedy}"))

        @gr.render(inputs=[state])  # type: ignore[untyped-decorator]
        def show(view: View | Literal["done"] | None) -> None:
            if isinstance(view, View):
                _form(review, view, by_reference, say, outputs)
            elif view is not None:
                folder = escape(str(review.folder.folder / "gold"))
                gr.HTML(f"<h2>Every draft is decided.</h2><p>The accepted ones are in <code>{folder}</code>.</p>", elem_id="finished")
                with gr.Row(elem_id="bar"):
                    gr.Button("Back (b)", elem_id="back", size="lg").click(lambda: say(lambda: review.back(None)), None, outputs, **_HIDDEN)

        page.load(lambda: say(review.undecided), None, outputs, **_HIDDEN)
    return page


def _form(review: Review, view: View, papers: dict[str, ReadPaper], say: Say, outputs: list[Any]) -> None:
    """The components of one draft, and what happens when they are used."""
    question, shown = view.question, [papers[name] for name in view.papers]
    others = [(_label(paper), name) for name, paper in papers.items() if name not in view.papers]
    with gr.Row(elem_id="main"):
        with gr.Column(elem_id="asked", scale=5):
            about = f"{view.stored.status} · {escape(question.type)} · from {escape(view.stored.origin)}"
            gr.HTML(f"<p id='shown' class='about' data-draft='{escape(view.stored.id)}' data-turn='{view.turn}'>{about}</p>")
            text = gr.Textbox(question.text, interactive=True, label="Question", lines=2, max_lines=6, elem_id="question")
            kind = gr.Dropdown(_KINDS, interactive=True, value=question.kind, label="Kind", elem_id="kind")
            facts = gr.Textbox(
                facts_of(question), interactive=True, label="Facts of a good answer, one a line", lines=2, max_lines=10, elem_id="facts",
                info="A line that starts with + is welcome but not needed.", visible=question.kind in QUOTED,
            )  # fmt: skip
            note = gr.Textbox(question.note, interactive=True, label="Note", lines=1, max_lines=4, elem_id="note")
        with gr.Column(elem_id="papers", scale=6):
            gr.HTML(f"<h2>{_TASKS.get(question.kind, 'Which sentences answer it?')}</h2>")
            grades, ticks = _judgments(question, shown)
            can_add = question.kind != "unanswerable"
            another = gr.Dropdown(others, value=None, interactive=True, label="Look at another paper", elem_id="another", visible=can_add)
    fields: list[Any] = [text, kind, facts, note, *grades, *ticks]

    def edited(values: Sequence[Any]) -> Question:
        picked, chosen = values[4 : 4 + len(grades)], values[4 + len(grades) :]
        judged = {name: grade(question, name) for name in view.papers} | dict(zip(view.papers, picked, strict=False))
        ticked = {name: [item.quote for item in question.evidence if item.paper == name] for name in view.papers}
        for paper, places in zip(shown, chosen, strict=False):
            ticked[paper.reference] = [_sentences(question, paper)[at].quote for at in sorted(map(int, places))]
        return revised(question, values[0], values[1], values[2], values[3], judged, ticked)

    def decide(status: Literal["accepted", "rejected"]) -> Say:
        return lambda seen, *values: say(lambda: review.decide(view, seen, edited(values), status), view)

    def rearrange(*values: Any) -> tuple[Any, ...]:
        changed, papers = edited(values[:-1]), view.papers
        if added := values[-1]:
            changed, papers = replace(changed, relevant=(*changed.relevant, added)), (*papers, added)
        return View(view.stored, changed, papers, view.turn + 1), gr.skip(), ""

    kind.input(rearrange, [*fields, another], outputs, **_HIDDEN)
    another.input(rearrange, [*fields, another], outputs, **_HIDDEN)
    with gr.Row(elem_id="bar"):
        seen = gr.Textbox(visible=False)
        accept = gr.Button("Accept (a)", elem_id="accept", size="lg", variant="primary")
        reject = gr.Button("Reject (r)", elem_id="reject", size="lg")
        accept.click(decide("accepted"), [seen, *fields], outputs, js=_SEEN, **_HIDDEN)
        reject.click(decide("rejected"), [seen, *fields], outputs, js=_SEEN, **_HIDDEN)
        skip, back = (gr.Button(label, elem_id=label[:4].lower(), size="lg") for label in ("Skip (s)", "Back (b)"))
        skip.click(lambda: say(lambda: review.undecided(view), view), None, outputs, **_HIDDEN)
        back.click(lambda: say(lambda: review.back(view), view), None, outputs, **_HIDDEN)


def _judgments(question: Question, shown: Sequence[ReadPaper]) -> tuple[list[gr.Radio], list[gr.CheckboxGroup]]:
    """For each paper its text, a judgment, and for questions that are answered by sentences those to be ticked."""
    grades: list[gr.Radio] = []
    ticks: list[gr.CheckboxGroup] = []
    listed, quoted = question.kind in LISTS, question.kind in QUOTED
    lists, answers = (
        [("Relevant", RELEVANT), ("Borderline", BORDERLINE), ("Neither", NEITHER)],
        [("Answers", RELEVANT), ("Does not answer", NEITHER)],
    )
    for n, paper in enumerate(shown):
        with gr.Group(elem_classes="paper"):
            gr.HTML(_card(paper, with_abstract=not quoted))
            if listed or quoted:
                given = grade(question, paper.reference)
                grades.append(gr.Radio(lists if listed else answers, value=given, label=_label(paper), show_label=False, interactive=True))
            if quoted:
                evidence = {item.quote for item in question.evidence if item.paper == paper.reference}
                texts = [(text.plain, str(at), text.quote in evidence) for at, text in enumerate(_sentences(question, paper))]
                ticks.append(gr.CheckboxGroup(
                    [text[:2] for text in texts], value=[at for _, at, ticked in texts if ticked], interactive=True,
                    label="Sentences that answer by themselves", elem_id=f"evidence-{n}", elem_classes="sentences",
                ))  # fmt: skip
    return grades, ticks


def _sentences(question: Question, paper: ReadPaper) -> list[Text]:
    """The abstract's sentences, and the question's evidence that is no whole sentence."""
    whole = {text.quote for text in paper.sentences}
    parts = [item.quote for item in question.evidence if item.paper == paper.reference and item.quote not in whole]
    return [*paper.sentences, *(Text(quote, " ".join(quote.split())) for quote in dict.fromkeys(parts))]


def _label(paper: ReadPaper) -> str:
    return f"{paper.title or paper.paper.label} ({paper.reference})"


def _card(paper: ReadPaper, *, with_abstract: bool) -> str:
    facts = ", ".join(filter(None, [paper.paper.venue, str(paper.paper.year or ""), paper.reference]))
    abstract = f"<details><summary>Abstract</summary><p>{escape(paper.plain)}</p></details>" if with_abstract else ""
    return f"<h3>{escape(paper.title or paper.paper.label)}</h3><p class='facts'>{escape(facts)}</p>{abstract}"
