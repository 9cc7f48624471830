"""An OpenAI-compatible chat endpoint on 127.0.0.1 that answers as a test scripts it, faults included."""

from __future__ import annotations

import json
import threading
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from types import TracebackType
from typing import Any

KEY = "sk-secret-0123456789"

Reply = Callable[[BaseHTTPRequestHandler], None]


def chunk(text: str | None, **more: Any) -> str:
    """One event of a streamed reply."""
    data = {
        "id": "c",
        "object": "chat.completion.chunk",
        "created": 0,
        "model": "fake",
        "choices": [{"index": 0, "delta": {"content": text}}],
    }
    return f"data: {json.dumps({**data, **more})}\n\n"


def says(*pieces: str, pause: float = 0) -> Reply:
    """The pieces, streamed as they should be."""
    return sends(*map(chunk, pieces), "data: [DONE]\n\n", pause=pause)


def sends(*parts: str, status: int = 200, kind: str = "text/event-stream", pause: float = 0, **headers: str) -> Reply:
    """These bytes, whatever they are."""

    def reply(handler: BaseHTTPRequestHandler) -> None:
        handler.send_response(status)
        handler.send_header("Content-Type", kind)
        for name, value in headers.items():
            handler.send_header(name.replace("_", "-"), value)
        handler.end_headers()
        for part in parts:
            handler.wfile.write(part.encode())
            handler.wfile.flush()
            time.sleep(pause)

    return reply


def fails(status: int, message: str = "no", code: str = "", **headers: str) -> Reply:
    """An error as OpenAI words them, which repeats the key that was sent."""
    body = {"error": {"message": f"{message} (key {KEY})", "type": "error", "code": code or None}}
    return sends(json.dumps(body), status=status, kind="application/json", **headers)


def cut(*parts: str) -> Reply:
    """The start of a longer reply, then a broken connection."""
    return sends(*parts, Content_Length="100000")


def silent(seconds: float) -> Reply:
    """Nothing for a while, not even a status."""
    return lambda handler: time.sleep(seconds)


class Endpoint:
    """Runs while the `with` block does. `replies` are used up one a request, the last for ever; `requests` are their bodies."""

    def __init__(self) -> None:
        self.replies: list[Reply] = [says("Hello.")]
        self.requests: list[dict[str, Any]] = []
        self.keys: list[str] = []
        endpoint = self

        class Handler(BaseHTTPRequestHandler):
            def do_POST(self) -> None:
                endpoint.requests.append(json.loads(self.rfile.read(int(self.headers["Content-Length"]))))
                endpoint.keys.append(self.headers.get("Authorization", ""))
                reply = endpoint.replies.pop(0) if len(endpoint.replies) > 1 else endpoint.replies[0]
                # The client may have hung up, as it should.
                with suppress(OSError):
                    reply(self)

            def do_GET(self) -> None:
                sends(json.dumps({"object": "list", "data": [{"id": "first-model", "object": "model"}]}), kind="application/json")(self)

            def log_message(self, *arguments: Any) -> None:
                pass

        self._server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self._server.daemon_threads = True
        self.url = f"http://127.0.0.1:{self._server.server_port}/v1"

    def script(self, *replies: Reply) -> None:
        """What to answer, request by request."""
        self.replies = list(replies)

    def __enter__(self) -> Endpoint:
        threading.Thread(target=self._server.serve_forever, kwargs={"poll_interval": 0.02}, daemon=True).start()
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        self._server.shutdown()
        self._server.server_close()


def prompt_text(request: dict[str, Any]) -> str:
    """Everything that a request asks, in one text."""
    messages: Sequence[dict[str, str]] = request["messages"]
    return "\n".join(message["content"] for message in messages)
