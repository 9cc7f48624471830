"""An `Assistant` → the page's components and what happens when they are used.

`gr.Blocks` with a `gr.Chatbot`, and not `gr.ChatInterface`: the interface keeps the history in the browser as the messages
it shows, whereas here a message is HTML with the sources' cards in it, and the history that the assistant needs is plain
Markdown; the interface also has no room for the pane of sources. Retry, stop, clear, examples and thumbs are the
Chatbot's own events, and what could be asked next are its options. The conversation is a `gr.State`, which belongs to one visit;
a record of it is kept by the browser (`stored`), one for each conversation, and comes back with the next visit. `gr.BrowserState`
would be one value for all conversations, read once per visit, so that two tabs would overwrite each other's.

The Chatbot's Markdown is off (`messages` makes HTML that is safe by construction); its sanitizer stays on as a second
fence, and its KaTeX renders what stands between the private delimiters of `markup`.
"""

from __future__ import annotations

import logging
import time
from collections.abc import Iterator
from dataclasses import replace
from typing import TYPE_CHECKING, Any, NamedTuple

import gradio as gr
from gradio.events import api

from assistant.errors import AssistantError
from assistant.export import FORMATS, TRANSCRIPT_FORMS, exported_file, transcript_file
from assistant.ui import conversation as talk
from assistant.ui.bridge import bridge, message, sent, sent_object
from assistant.ui.conversation import Conversation
from assistant.ui.evaluation import footer
from assistant.ui.feedback import write_feedback
from assistant.ui.frame import EXAMPLES, conversations, editing, header, sources_pane
from assistant.ui.markup import LATEX_DELIMITERS
from assistant.ui.record import answer_record
from assistant.ui.respond import respond
from assistant.ui.sessions import sweep
from assistant.ui.stored import conversation as stored
from assistant.ui.stored import record
from assistant.ui.suggestions import suggestions

if TYPE_CHECKING:
    from assistant.wiring import Assistant

logger = logging.getLogger(__name__)

# Questions answered at the same time; an endpoint that takes a minute must not keep the other readers waiting.
_IN_FLIGHT_SECONDS = 0.5
_SERVED_AT_ONCE = 4
WAITING = 200


def build(assistant: Assistant, *, waiting: int = WAITING) -> gr.Blocks:
    """The page (see `assistant.ui.build`); beyond `waiting` questions that wait for their turn, a reader is told to try later."""
    page: gr.Blocks
    with gr.Blocks(title="Paper Assistant", analytics_enabled=False, fill_height=True, fill_width=True) as page:
        conversation = gr.State((), time_to_live=24 * 3600)
        with gr.Row(elem_id="top"):
            gr.HTML(header(len(assistant.papers), writes=assistant.writes), elem_id="header")
            gr.Button("Conversations", elem_id="past", size="sm", scale=0)
            restart = gr.Button("New conversation", elem_id="restart", size="sm", scale=0)
        with gr.Row(elem_id="main"):
            with gr.Column(elem_id="talk"):
                chat = _chat()
                note = gr.HTML(elem_id="editing", js_on_load=None)
                box = _box()
                foot = gr.HTML(elem_id="foot", js_on_load=None)
            gr.HTML(sources_pane(), elem_id="sources-pane", js_on_load=None)
        gr.HTML(conversations(), elem_id="conversations-pane", js_on_load=None)
        hidden = bridge()
        parts = Parts(chat, conversation, box, note, gr.State(None), hidden)
        runs = _connect_asking(assistant, parts)
        _connect_keeping(assistant, parts, restart, runs)
        _connect_thumbs(assistant, parts)
        _offer_files(parts)
        # At each visit, because a report may be made while the page is served.
        page.load(lambda: footer(assistant.settings.data_dir), None, foot, show_progress="hidden", api_visibility="private", queue=False)
        page.load(_visitor, None, hidden, show_progress="hidden", api_visibility="private", queue=False)

        def leave() -> None:
            sweep(page.state_holder)

        page.unload(leave)
        _offer_api(assistant)
    page.queue(max_size=waiting)
    return page


def _chat() -> gr.Chatbot:
    return gr.Chatbot(
        elem_id="conversation", show_label=False, container=False, height="100%", layout="panel", render_markdown=False,
        sanitize_html=True, allow_tags=False, latex_delimiters=LATEX_DELIMITERS, buttons=["copy"], group_consecutive_messages=False,
        examples=[{"text": question} for question in EXAMPLES], placeholder="", autoscroll=False,
    )  # fmt: skip


def _box() -> gr.Textbox:
    return gr.Textbox(
        elem_id="question", label="Your question", show_label=False, container=False, lines=1, max_lines=6, max_length=4000,
        placeholder="Ask about the papers", submit_btn="Ask", stop_btn=False, autofocus=True,
    )  # fmt: skip


class Parts(NamedTuple):
    """What asking changes.

    In this order: the chat, the conversation behind it, the box, what is said above the box, the number of the exchange whose
    question is being edited (or None), and the way to the page's script.
    """

    chat: gr.Chatbot
    conversation: gr.State
    box: gr.Textbox
    note: gr.HTML
    editing: gr.State
    hidden: gr.HTML


def _now(conversation: Conversation | None = None, *, box: Any = None, editing: Any = None, script: Any = None) -> tuple[Any, ...]:
    """New values of the `Parts`; what is not given stays. `editing` is (note, number)."""
    shown = (gr.skip(), gr.skip()) if conversation is None else (talk.shown(conversation), conversation)
    note, number = (gr.skip(), gr.skip()) if editing is None else editing
    return (*shown, gr.skip() if box is None else box, note, number, gr.skip() if script is None else script)


_NOT_EDITING = ("", None)
_AT_ONCE: dict[str, Any] = {"show_progress": "hidden", "api_visibility": "private", "queue": False}
# Gradio shows a function's warning only where the function was queued.
_WARNING: dict[str, Any] = {"show_progress": "hidden", "api_visibility": "private", "concurrency_limit": None}


def _connect_asking(assistant: Assistant, parts: Parts) -> list[Any]:
    """Every way to ask ends in the same function; all of them can be stopped. Returns their events."""

    def answer(question: str, past: Conversation, like: str = "") -> Iterator[tuple[Any, ...]]:
        if not question.strip():
            yield _now()
            return
        now = past
        for now in respond(assistant, question.strip(), past, like=like):
            yield _now(now, box=_busy_box(), editing=_NOT_EDITING)
        made = now[-1].answer
        # Kept before more is done, and the box stays busy until all is: a question asked meanwhile would be overwritten.
        yield _now(script=message("keep", **record(now)))
        if made is not None and (further := suggestions(assistant, made)):
            now = (*now[:-1], replace(now[-1], suggestions=further))
            yield _now(now, box=_idle_box())
        else:
            yield _now(box=_idle_box())

    def typed(question: str, past: Conversation, editing: int | None) -> Iterator[tuple[Any, ...]]:
        yield from answer(question, past if editing is None else past[:editing])

    def example(picked: gr.SelectData, past: Conversation) -> Iterator[tuple[Any, ...]]:
        yield from answer(picked.value["text"], past)

    def suggested(picked: gr.SelectData, past: Conversation) -> Iterator[tuple[Any, ...]]:
        yield from answer(str(picked.value), past)

    def again(picked: gr.RetryData, past: Conversation) -> Iterator[tuple[Any, ...]]:
        at = talk.exchange_of(picked.index if isinstance(picked.index, int) else picked.index[0])
        yield from answer(past[at].question, past[:at], past[at].like) if at < len(past) else [_now()]

    def similar(chosen: gr.EventData, past: Conversation) -> Iterator[tuple[Any, ...]]:
        paper = assistant.papers.get(sent(chosen, "paper"))
        # A generator that yields nothing would empty the page.
        yield from answer(f"Which papers are most like “{paper.label}”?", past, paper.id) if paper else [_now()]

    asking: dict[str, Any] = {
        "outputs": list(parts), "show_progress": "hidden", "api_visibility": "private", "concurrency_limit": _SERVED_AT_ONCE,
        "concurrency_id": "ask",
    }  # fmt: skip
    return [
        parts.box.submit(typed, [parts.box, parts.conversation, parts.editing], **asking),
        parts.chat.example_select(example, parts.conversation, **asking),
        parts.chat.option_select(suggested, parts.conversation, **asking),
        parts.chat.retry(again, parts.conversation, **asking),
        parts.hidden.expand(similar, parts.conversation, **asking),
    ]


def _connect_keeping(assistant: Assistant, parts: Parts, restart: gr.Button, runs: list[Any]) -> None:
    """Stopping, starting anew, going back to an earlier conversation, editing a question."""
    outputs = list(parts)

    def stop(past: Conversation) -> tuple[Any, ...]:
        now = talk.stopped(past)
        return _now(now, box=_idle_box(), script=message("keep", **record(now)))

    def settle(past: Conversation) -> tuple[Any, ...]:
        time.sleep(_IN_FLIGHT_SECONDS)
        return stop(past)

    def clear() -> tuple[Any, ...]:
        return _now((), box=_idle_box(), editing=_NOT_EDITING, script=message("cleared"))

    def reopen(chosen: gr.EventData) -> tuple[Any, ...]:
        kept = stored(sent_object(chosen, "record"), assistant.papers)
        if kept is None:
            gr.Warning("This conversation cannot be read any more.")
            return _now()
        return _now(kept, box=_idle_box(), editing=_NOT_EDITING, script=message("reopened"))

    def edit(chosen: gr.EventData, past: Conversation) -> tuple[Any, ...]:
        at = sent(chosen, "exchange")
        if not at.isdecimal() or int(at) >= len(past):
            return _now()
        return _now(box=gr.update(value=past[int(at)].question), editing=(editing(int(at) + 1), int(at)), script=message("typing"))

    def keep() -> tuple[Any, ...]:
        return _now(box=gr.update(value=""), editing=_NOT_EDITING)

    def about(chosen: gr.EventData) -> tuple[Any, ...]:
        paper = assistant.papers.get(sent(chosen, "paper"))
        return _now(box=gr.update(value=f"In “{paper.label}”, "), script=message("typing")) if paper else _now()

    # What the answer said just before it was cancelled may arrive after the stop and overwrite it: say it again.
    parts.box.stop(stop, parts.conversation, outputs, cancels=runs, **_AT_ONCE).then(settle, parts.conversation, outputs, **_AT_ONCE)
    restart.click(clear, None, outputs, cancels=runs, **_AT_ONCE)
    parts.hidden.select(reopen, None, outputs, cancels=runs, **_WARNING)
    parts.hidden.edit(edit, parts.conversation, outputs, **_AT_ONCE)
    parts.hidden.undo(keep, None, outputs, **_AT_ONCE)
    parts.hidden.focus(about, None, outputs, **_AT_ONCE)


def _connect_thumbs(assistant: Assistant, parts: Parts) -> None:
    def judge(thumb: gr.LikeData, past: Conversation) -> None:
        at = talk.exchange_of(thumb.index if isinstance(thumb.index, int) else thumb.index[0])
        judged = past[at].answer if at < len(past) else None
        if judged is None:
            return
        try:
            write_feedback(assistant.settings.data_dir / "feedback.jsonl", judged, thumb.liked if isinstance(thumb.liked, bool) else None)
        except OSError as error:
            logger.warning("The feedback could not be written: %s", error)
            gr.Warning("Your feedback could not be saved.")

    parts.chat.like(judge, parts.conversation, None, **_WARNING)


def _offer_files(parts: Parts) -> None:
    """An answer's papers, or the whole conversation, as a file that the page's script saves."""

    def download(chosen: gr.EventData, past: Conversation) -> Any:
        form = next((form for form in FORMATS if form == sent(chosen, "form")), None)
        answer = talk.answer_with(past, sent(chosen, "answer").removeprefix("answer-"))
        if answer is not None and form is not None:
            return message("file", **exported_file(answer, form)._asdict())
        whole = next((form for form in TRANSCRIPT_FORMS if form == sent(chosen, "transcript")), None)
        if past and whole is not None:
            return message("file", **transcript_file([(e.question, e.answer) for e in past], whole)._asdict())
        return gr.skip()

    parts.hidden.download(download, parts.conversation, parts.hidden, **_AT_ONCE)


def _visitor(request: gr.Request) -> dict[str, Any]:
    """Tells the script whose conversations it may show: those of one login are not another's."""
    return message("visitor", name=request.username or "")


def _busy_box() -> Any:
    return gr.update(value="", submit_btn=False, stop_btn="Stop")


def _idle_box() -> Any:
    return gr.update(submit_btn="Ask", stop_btn=False)


def _offer_api(assistant: Assistant) -> None:
    def ask(question: str) -> dict[str, Any]:
        """Answer a question; see `assistant.ui.record.AnswerRecord` for the result."""
        try:
            return dict(answer_record(assistant.ask(question)))
        except AssistantError as error:
            raise gr.Error(str(error), print_exception=False) from None

    api(ask, api_name="ask", concurrency_limit=_SERVED_AT_ONCE, concurrency_id="ask")
