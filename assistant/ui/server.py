"""A built page, a host and a port → a running server; Gradio's errors become ours here."""

from __future__ import annotations

import ipaddress
import logging
import socket
from typing import TYPE_CHECKING

import gradio as gr

from assistant.errors import AssistantError, ConfigurationError
from assistant.ui import appearance
from assistant.ui.evaluation import ROUTE, ReportPage, report_path
from assistant.ui.page import WAITING, build

if TYPE_CHECKING:
    from assistant.wiring import Assistant

logger = logging.getLogger(__name__)


def serve(assistant: Assistant, *, host: str, port: int, inbrowser: bool, share: bool, auth: tuple[str, str] | None) -> None:
    """Serve the page until interrupted (see `assistant.ui.serve`)."""
    page = start(assistant, host=host, port=port, inbrowser=inbrowser, share=share, auth=auth)
    shared = f" and at {page.share_url}" if page.share_url else ""
    print(f"Paper Assistant is at {page.local_url}{shared}", flush=True)  # noqa: T201 - this is what the command is for
    try:
        page.block_thread()
    finally:
        page.close(verbose=False)


def start(
    assistant: Assistant,
    *,
    host: str = "127.0.0.1",
    port: int = 7860,
    inbrowser: bool = False,
    share: bool = False,
    auth: tuple[str, str] | None = None,
    waiting: int = WAITING,
) -> gr.Blocks:
    """Serve the page in the background; the blocks know their `local_url` and can be closed.

    Raises:
        AssistantError: the port is in use, or the address cannot be listened on.
    """
    if auth is None and (share or not _is_loopback(host)):
        logger.warning("Anyone who can reach %s:%s can use this page. Give --auth USER:PASSWORD to ask for a password.", host, port)
    _require_free(host, port)
    page = build(assistant, waiting=waiting)
    try:
        page.launch(
            server_name=host, server_port=port, inbrowser=inbrowser, share=share, auth=auth, prevent_thread_lock=True, quiet=True,
            theme=appearance.theme(), css=appearance.styles(), head=appearance.head(), footer_links=[], run_history=False,
            ssr_mode=False, pwa=False, mcp_server=False, enable_monitoring=False, show_error=False,
        )  # fmt: skip
    except OSError as error:
        raise AssistantError(f"The page cannot listen on {host}:{port} ({error}).", "Choose another port with --port.") from error
    report = ReportPage(page.app, report_path(assistant.settings.data_dir))
    # Its type wants a function of a request, but an ASGI application is taken as it is.
    page.app.add_route(ROUTE, report, methods=["GET"], include_in_schema=False)  # type: ignore[arg-type]
    return page


def _is_loopback(host: str) -> bool:
    if host == "localhost":
        return True
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False


def _require_free(host: str, port: int) -> None:
    """Gradio reports every failure to listen as a lack of ports; ask the system first, so that the cause can be named."""
    try:
        family, _, _, _, address = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0]
    except (socket.gaierror, OverflowError) as error:
        raise ConfigurationError(f"{host}:{port} is no address to listen on ({error}).", "Check --host and --port.") from None
    with socket.socket(family, socket.SOCK_STREAM) as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind(address)
        except OSError as error:
            raise AssistantError(f"Port {port} of {host} cannot be used ({error.strerror}).", "Choose another one with --port.") from None
