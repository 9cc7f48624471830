"""An `Assistant` → the chat page, as Gradio blocks or as a running server.

Nothing is fetched from outside and nothing is reported: Gradio's analytics are switched off before it is imported, which
is why the modules of this package are imported inside the two functions.

A script can ask over HTTP what a reader asks on the page:

>>> from gradio_client import Client
>>> answer = Client("http://127.0.0.1:7860").predict("Which papers study membership inference?", api_name="/ask")
>>> answer["text"], answer["papers"], answer["citations"]

`answer` is the record described in `assistant.ui.record.AnswerRecord`; an error raises with its cause and remedy.
"""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import gradio as gr

    from assistant.wiring import Assistant

__all__ = ["build", "serve"]


def build(assistant: Assistant) -> gr.Blocks:
    """The page as blocks that are not launched yet. `serve` launches them with their theme, styles and script."""
    _analytics_off()
    from assistant.ui.page import build as build_page

    return build_page(assistant)


def serve(
    assistant: Assistant,
    *,
    host: str = "127.0.0.1",
    port: int = 7860,
    inbrowser: bool = False,
    share: bool = False,
    auth: tuple[str, str] | None = None,
) -> None:
    """Serve the page until interrupted; prints its address.

    Args:
        assistant: what answers.
        host: address to listen on; another than the loopback one lets others in, so give `auth` too.
        port: port to listen on.
        inbrowser: open the page in the default browser.
        share: also make a public address through Gradio's servers (the only thing here that leaves the machine).
        auth: user name and password that the page asks for.

    Raises:
        AssistantError: the port is in use, or the address cannot be listened on.
    """
    _analytics_off()
    from assistant.ui.server import serve as serve_page

    serve_page(assistant, host=host, port=port, inbrowser=inbrowser, share=share, auth=auth)


def _analytics_off() -> None:
    os.environ["GRADIO_ANALYTICS_ENABLED"] = "False"
