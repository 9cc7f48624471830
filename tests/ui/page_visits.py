"""A page that is served, and a visit to it in a browser that notes every request which leaves the machine."""

from __future__ import annotations

import socket
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import urlsplit

from assistant.ui import _analytics_off

FLAGS = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--no-first-run",
)


@contextmanager
def running(assistant: Any, **options: Any) -> Iterator[str]:
    """Address of the page served for `assistant`."""
    with served(assistant, **options) as page:
        yield page.local_url.rstrip("/")


@contextmanager
def served(assistant: Any, **options: Any) -> Iterator[Any]:
    """The running page."""
    _analytics_off()
    from assistant.ui.server import start

    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    page = start(assistant, port=port, **options)
    try:
        yield page
    finally:
        page.close(verbose=False)


@dataclass
class Visit:
    """A page in a browser context of its own, with what it asked for and complained about."""

    page: Any
    outside: list[str] = field(default_factory=list)
    errors: list[str] = field(default_factory=list)

    def ask(self, question: str) -> Any:
        """Ask, wait for the answer, and give its element."""
        before = self.page.locator(".answer[id]").count()
        self.page.locator("#question textarea").fill(question)
        self.page.keyboard.press("Enter")
        answer = self.page.locator(".answer[id]").nth(before)
        answer.wait_for()
        self.page.locator("#question button.submit-button").wait_for()
        return answer


Visitor = Callable[..., Visit]


def leaves_the_machine(url: str) -> bool:
    """Whether a request goes anywhere but to this machine."""
    parts = urlsplit(url)
    return parts.scheme not in ("data", "blob", "about") and parts.hostname not in ("127.0.0.1", "localhost")
