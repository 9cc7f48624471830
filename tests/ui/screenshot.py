"""Makes docs/screenshot.png: the membership-inference question with a card open, at 1440x900.

python tests/ui/screenshot.py [PATH]
"""

from __future__ import annotations

import shutil
import sys
import tempfile
from pathlib import Path

from page_visits import FLAGS, Visit, running
from playwright.sync_api import sync_playwright

from assistant import Assistant, load_settings

QUESTION = "Which papers study membership inference?"


def main(path: Path) -> None:
    """Write the picture to `path`."""
    chromium = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))))
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as driver:
        settings = load_settings(data_dir=Path(folder), openai_api_key="", openai_base_url="")
        with running(Assistant.open(settings=settings)) as address:
            browser = driver.chromium.launch(executable_path=chromium, args=list(FLAGS))
            visit = Visit(browser.new_page(viewport={"width": 1440, "height": 900}))
            visit.page.goto(address)
            visit.page.locator("#question textarea").wait_for()
            visit.ask(QUESTION).locator("a.cite", has_text="[1]").last.click()
            visit.page.mouse.move(700, 600)
            visit.page.wait_for_timeout(1000)
            path.parent.mkdir(parents=True, exist_ok=True)
            visit.page.screenshot(path=path)
            browser.close()


if __name__ == "__main__":
    main(Path(sys.argv[1]) if len(sys.argv) > 1 else Path(__file__).parents[2] / "docs" / "screenshot.png")
