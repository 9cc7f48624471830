"""The data folder's newest evaluation report → a page of the server, and a link to it under the conversation.

The report is a file that `assistant eval` puts there; nothing here knows how it is made. It is served as a document of its own,
apart from the chat page: its script may run, but cannot use the reader's login or ask questions in the reader's name.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, MutableMapping
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import Any

ROUTE = "/evaluation"
_MISSING = "<!doctype html><title>Evaluation</title><p>There is no evaluation report yet. Make one with <code>assistant eval</code>."
_LOGIN = '<!doctype html><title>Evaluation</title><p>Log in first, <a href="./">on the chat page</a>, then come back.'
_HEADERS = {
    "content-type": "text/html; charset=utf-8",
    "content-security-policy": "sandbox allow-scripts; frame-ancestors 'none'",
    "x-content-type-options": "nosniff",
    "referrer-policy": "no-referrer",
    "cache-control": "no-store",
}


def report_path(data_dir: Path) -> Path:
    """Where the newest report of a data folder is, if there is one."""
    return data_dir / "evaluation" / "report.html"


def footer(data_dir: Path) -> str:
    """A link to the report as HTML; empty where there is none."""
    try:
        made = datetime.fromtimestamp(report_path(data_dir).stat().st_mtime)
    except OSError:
        return ""
    return f'<p><a href="{ROUTE.lstrip("/")}" target="_blank" rel="noopener">Evaluation</a> of {made.day} {made:%B %Y}</p>'


@dataclass(frozen=True, slots=True, eq=False)
class ReportPage:
    """The report as an ASGI application; it asks for the same login as the chat page of `app`, Gradio's server."""

    app: Any
    path: Path

    async def __call__(
        self,
        scope: MutableMapping[str, Any],
        receive: Callable[[], Awaitable[MutableMapping[str, Any]]],
        send: Callable[[MutableMapping[str, Any]], Awaitable[None]],
    ) -> None:
        """Answer one request."""
        status, body = self._answer(scope)
        headers = [(name.encode(), value.encode()) for name, value in _HEADERS.items()]
        await send({"type": "http.response.start", "status": status, "headers": [*headers, (b"content-length", str(len(body)).encode())]})
        await send({"type": "http.response.body", "body": b"" if scope["method"] == "HEAD" else body})

    def _answer(self, scope: MutableMapping[str, Any]) -> tuple[int, bytes]:
        if self.app.auth is not None and not self._is_logged_in(scope):
            return 401, _LOGIN.encode()
        try:
            return 200, self.path.read_bytes()
        except OSError:
            return 404, _MISSING.encode()

    def _is_logged_in(self, scope: MutableMapping[str, Any]) -> bool:
        sent = b";".join(value for name, value in scope["headers"] if name == b"cookie").decode("latin-1")
        cookies = {name.strip(): value.strip() for name, _, value in (each.partition("=") for each in sent.split(";"))}
        # As Gradio's own routes do; the second one is for addresses without TLS.
        names = (f"access-token-{self.app.cookie_id}", f"access-token-unsecure-{self.app.cookie_id}")
        return any(cookies.get(name) in self.app.tokens for name in names)
