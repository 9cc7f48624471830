"""The page over the seeds, and visits to it that must not leave the machine."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from contextlib import AbstractContextManager, ExitStack
from pathlib import Path
from typing import Any

import pytest
from page_visits import FLAGS, Visit, Visitor, leaves_the_machine, running

from assistant import Assistant

CHROMIUM = next((path for name in ("chromium", "chromium-browser", "google-chrome") if (path := shutil.which(name))), None)


@pytest.fixture(scope="session")
def address(opened: Assistant) -> Iterator[str]:
    """Address of the page over the seeds."""
    with running(opened) as at:
        yield at


@pytest.fixture(scope="session")
def browser() -> Iterator[Any]:
    """Headless Chromium."""
    if CHROMIUM is None:
        pytest.skip("no Chromium is installed (chromium, chromium-browser or google-chrome)")
    playwright = pytest.importorskip("playwright.sync_api", reason="playwright is not installed")
    with playwright.sync_playwright() as driver:
        started = driver.chromium.launch(executable_path=CHROMIUM, args=list(FLAGS))
        yield started
        started.close()


@pytest.fixture
def visit(browser: Any) -> Iterator[Visitor]:
    """Opens an address in a new context; at the end nothing may have been fetched from outside."""
    with ExitStack() as stack:
        visits: list[Visit] = []

        def open_page(at: str, width: int = 1440, height: int = 900, **options: Any) -> Visit:
            context = stack.enter_context(_context(browser, width, height, options))
            made = Visit(context.new_page())
            context.on("request", lambda request: made.outside.append(request.url) if leaves_the_machine(request.url) else None)
            made.page.on("pageerror", lambda error: made.errors.append(str(error)))
            made.page.goto(at)
            made.page.locator("#question textarea").wait_for()
            made.page.locator("#sources").wait_for(state="attached")
            visits.append(made)
            return made

        yield open_page
        assert [url for made in visits for url in made.outside] == []
        assert [error for made in visits for error in made.errors] == []


def _context(browser: Any, width: int, height: int, options: dict[str, Any]) -> AbstractContextManager[Any]:
    made: AbstractContextManager[Any] = browser.new_context(viewport={"width": width, "height": height}, **options)
    return made


@pytest.fixture
def feedback_file(opened: Assistant) -> Path:
    """Where the page over the seeds writes feedback."""
    return opened.settings.data_dir / "feedback.jsonl"
