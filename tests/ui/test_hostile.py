"""Papers that attack the page are shown as text; the page would notice if one of them ran."""

from __future__ import annotations

import json
from collections.abc import Iterator

import pytest
from page_visits import Visitor, running

from assistant import Assistant, load_settings

ALARM = "window.__alarm=1"
PAYLOADS = {
    "title": f"Backdoor <script>{ALARM}</script><img src=x onerror={ALARM}> attacks [1](javascript:{ALARM}) <sos>",
    "abstract": (
        f"We study backdoor attacks on models <script>{ALARM}</script> with p<0.05 and <sos> tokens. "
        f'It costs $5 and $10 to run the attack "><svg onload={ALARM}> at scale on $l_0$ bounds. '
        f"See \\href{{javascript:{ALARM}}}{{this page}} and [that one](javascript:{ALARM}) "
        "or ![x](https://evil.example/x.png) about backdoor attacks. "
        f"Backdoor maths $\\href{{javascript:{ALARM}}}{{x}}$ and "
        "$\\htmlData{x=1}{y} \\includegraphics{https://evil.example/y.png}$ is here. "
        f"A private \ue000\\href{{javascript:{ALARM}}}{{z}}\ue001 backdoor %%%LATEX_BLOCK_0%%% ends "
        f"<iframe srcdoc='<script>parent.{ALARM}</script>'>."
    ),
    "authors": [f"Eve <img src=x onerror={ALARM}>", f'"><script>{ALARM}</script>'],
    "url": f"javascript:{ALARM}",
    "arxiv": f"javascript:{ALARM}//",
    "track": f"<b onmouseover={ALARM}>Main</b>",
    "decision": "<i>poster</i>",
}


@pytest.fixture(scope="module")
def hostile(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """Address of a page over a corpus of hostile papers."""
    folder = tmp_path_factory.mktemp("hostile")
    corpus = folder / "hostile.jsonl"
    harmless = {"title": "Graph unlearning", "abstract": "We remove nodes from graph neural networks. It is fast.", "authors": ["Ann A"]}
    corpus.write_text("".join(json.dumps(paper) + "\n" for paper in (PAYLOADS, harmless)), encoding="utf-8")
    settings = load_settings(data_dir=folder / "data", openai_api_key="", openai_base_url="")
    with running(Assistant.open(corpus, settings=settings)) as at:
        yield at


@pytest.mark.parametrize(
    "question", ["Which papers study backdoor attacks?", f"What does it cost to run the backdoor attack? <img src=x onerror={ALARM}>"]
)
def test_a_hostile_paper_runs_nothing_and_is_shown_as_text(visit: Visitor, hostile: str, question: str) -> None:
    seen = visit(hostile, accept_downloads=True)
    answer = seen.ask(question)
    for sort in answer.locator("button.sort").all():
        sort.click()
    for save in answer.locator("button.export").all():
        with seen.page.expect_download():
            save.click()
    answer.locator("a.cite").first.click()
    seen.page.locator("#sources .card[open]").wait_for()
    for element in seen.page.locator("#sources .card[open] a, #sources .card[open] .fact, .answer .text a:not(.cite)").all():
        element.hover()
    seen.page.wait_for_timeout(500)
    assert seen.page.evaluate("window.__alarm") is None
    inside = "#conversation .message-content, #sources"
    assert seen.page.locator(inside).locator("script, img, svg:not(.katex svg), iframe, b, i").count() == 0
    addresses = seen.page.locator(inside).locator("a").evaluate_all("links => links.map(link => link.href)")
    assert all(address.startswith(("http://127.0.0.1", "https://")) for address in addresses)
    card = seen.page.locator("#sources .card[open]")
    assert "<script>" in card.locator(".title").inner_text()
    assert "<sos>" in card.locator(".title").inner_text()
    assert "Eve <img src=x" in card.locator(".authors").inner_text()
    abstract = card.locator(".abstract").inner_text()
    assert "p<0.05 and <sos> tokens" in abstract
    assert "costs $5 and $10 to run" in abstract
    assert card.locator(".abstract .katex").count() >= 1
    assert seen.page.evaluate("document.documentElement.scrollWidth") <= 1440


def test_the_alarm_of_these_tests_works(visit: Visitor, hostile: str) -> None:
    seen = visit(hostile)
    seen.page.evaluate("html => document.body.insertAdjacentHTML('beforeend', html)", f'<img src="data:x" onerror="{ALARM}">')
    seen.page.wait_for_function("window.__alarm === 1")
