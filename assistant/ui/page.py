"""An `Assistant` → the page's components and what happens when they are used.

`gr.Blocks` with a `gr.Chatbot`, and not `gr.ChatInterface`: the interface keeps the history in the browser as the messages
it shows, whereas here a message is HTML with the sources' cards in it, and the history that the assistant needs is plain
Markdown; the interface also has no room for the pane of sources. Retry, stop, clear, examples and thumbs are the
Chatbot's own events. The conversation is a `gr.State`: it belongs to one browser session and never leaves the server.

The Chatbot's Markdown is off (`messages` makes HTML that is safe by construction); its sanitizer stays on as a second
fence, and its KaTeX renders what stands between the private delimiters of `markup`.
"""

from __future__ import annotations

import logging
import time
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

import gradio as gr
from gradio.events import api

from assistant.errors import AssistantError
from assistant.export import FORMATS, exported_file
from assistant.ui import conversation as talk
from assistant.ui.bridge import bridge, message, sent
from assistant.ui.conversation import Conversation
from assistant.ui.evaluation import footer
from assistant.ui.feedback import write_feedback
from assistant.ui.frame import EXAMPLES, header, sources_pane
from assistant.ui.markup import LATEX_DELIMITERS
from assistant.ui.record import answer_record
from assistant.ui.respond import respond

if TYPE_CHECKING:
    from assistant.wiring import Assistant

logger = logging.getLogger(__name__)

# Questions answered at the same time; an endpoint that takes a minute must not keep the other readers waiting.
_IN_FLIGHT_SECONDS = 0.5
_AT_ONCE = 4


def build(assistant: Assistant) -> gr.Blocks:
    """The page (see `assistant.ui.build`)."""
    page: gr.Blocks
    with gr.Blocks(title="Paper Assistant", analytics_enabled=False, fill_height=True, fill_width=True) as page:
        conversation = gr.State((), time_to_live=24 * 3600)
        with gr.Row(elem_id="top"):
            gr.HTML(header(len(assistant.papers), writes=assistant.writes), elem_id="header")
            restart = gr.Button("New conversation", elem_id="restart", size="sm", scale=0)
        with gr.Row(elem_id="main"):
            with gr.Column(elem_id="talk"):
                chat = _chat()
                box = _box()
                foot = gr.HTML(elem_id="foot", js_on_load=None)
            gr.HTML(sources_pane(), elem_id="sources-pane", js_on_load=None)
        hidden = bridge()
        _connect(assistant, conversation, chat, box, restart)
        # At each visit, because a report may be made while the page is served.
        page.load(lambda: footer(assistant.settings.data_dir), None, foot, show_progress="hidden", api_visibility="private", queue=False)
        _offer_exports(hidden, conversation)
        _offer_api(assistant)
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


def _connect(assistant: Assistant, conversation: gr.State, chat: gr.Chatbot, box: gr.Textbox, restart: gr.Button) -> None:
    """Every way to ask ends in the same function; all of them can be stopped."""
    outputs = [chat, conversation, box]

    def answer(question: str, past: Conversation) -> Iterator[tuple[Any, ...]]:
        if not question.strip():
            yield gr.skip(), gr.skip(), gr.skip()
            return
        for now in respond(assistant, question.strip(), past):
            yield talk.shown(now), now, _busy_box()
        yield gr.skip(), gr.skip(), _idle_box()

    def example(picked: gr.SelectData, past: Conversation) -> Iterator[tuple[Any, ...]]:
        yield from answer(picked.value["text"], past)

    def again(picked: gr.RetryData, past: Conversation) -> Iterator[tuple[Any, ...]]:
        at = talk.exchange_of(picked.index if isinstance(picked.index, int) else picked.index[0])
        if at < len(past):
            yield from answer(past[at].question, past[:at])

    def stop(past: Conversation) -> tuple[Any, ...]:
        now = talk.stopped(past)
        return talk.shown(now), now, _idle_box()

    def clear() -> tuple[Any, ...]:
        return [], (), _idle_box()

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

    asking: dict[str, Any] = {"outputs": outputs, "show_progress": "hidden", "api_visibility": "private", "concurrency_limit": _AT_ONCE}
    at_once: dict[str, Any] = {"show_progress": "hidden", "api_visibility": "private", "queue": False}
    runs: list[dict[str, Any]] = [
        box.submit(answer, [box, conversation], concurrency_id="ask", **asking),
        chat.example_select(example, conversation, concurrency_id="ask", **asking),
        chat.retry(again, conversation, concurrency_id="ask", **asking),
    ]

    def settle(past: Conversation) -> tuple[Any, ...]:
        time.sleep(_IN_FLIGHT_SECONDS)
        return stop(past)

    # What the answer said just before it was cancelled may arrive after the stop and overwrite it: say it again.
    box.stop(stop, conversation, outputs, cancels=runs, **at_once).then(settle, conversation, outputs, **at_once)
    restart.click(clear, None, outputs, cancels=runs, **at_once)
    chat.like(judge, conversation, None, **at_once)


def _busy_box() -> Any:
    return gr.update(value="", submit_btn=False, stop_btn="Stop")


def _idle_box() -> Any:
    return gr.update(submit_btn="Ask", stop_btn=False)


def _offer_exports(hidden: gr.HTML, conversation: gr.State) -> None:
    def download(chosen: gr.EventData, past: Conversation) -> Any:
        made = talk.answer_with(past, sent(chosen, "answer").removeprefix("answer-"))
        form = next((form for form in FORMATS if form == sent(chosen, "form")), None)
        return message("file", **exported_file(made, form)._asdict()) if made and form else gr.skip()

    hidden.download(download, conversation, hidden, show_progress="hidden", api_visibility="private", queue=False)


def _offer_api(assistant: Assistant) -> None:
    def ask(question: str) -> dict[str, Any]:
        """Answer a question; see `assistant.ui.record.AnswerRecord` for the result."""
        try:
            return dict(answer_record(assistant.ask(question)))
        except AssistantError as error:
            raise gr.Error(str(error), print_exception=False) from None

    api(ask, api_name="ask", concurrency_limit=_AT_ONCE, concurrency_id="ask")
