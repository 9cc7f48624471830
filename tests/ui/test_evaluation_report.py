"""The evaluation report beside the chat page: offered where there is one, guarded by the same login, and harmless."""

from __future__ import annotations

import json
import urllib.error
import urllib.parse
import urllib.request
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from page_samples import Scripted, answer
from page_visits import Visitor, running
from test_hostile import ALARM, PAYLOADS

from assistant.ui.evaluation import ROUTE, footer, report_path
from assistant_eval.gold.questions import split_of
from assistant_eval.reporting.report import HTML, publish
from assistant_eval.sessions import open_session

EVIL = f"</script><script>{ALARM}</script><img src=x onerror={ALARM}> \"'><svg onload={ALARM}> &lt;b&gt; https://evil.example/x.png"
DEV = [name for name in (f"evil-{n}" for n in range(30)) if split_of(name) == "dev"]


@pytest.fixture(scope="module")
def data_dir(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A data folder with the report of a real run over hostile papers and hostile questions."""
    folder = tmp_path_factory.mktemp("evaluated")
    harmless = {"title": "Graph unlearning", "abstract": "We remove nodes from graph neural networks. It is fast.", "authors": ["Ann A"]}
    (folder / "hostile.jsonl").write_text("".join(json.dumps(paper) + "\n" for paper in (PAYLOADS, harmless)), "utf-8")
    (folder / "gold").mkdir()
    base = {"split": "dev", "lang": "en", "messy": False, "evidence": [], "nuggets": [], "note": EVIL}
    quoted = {"paper": "hostile.jsonl#2", "quote": "It is fast."}
    lines: list[dict[str, Any]] = [
        {"kind": "list", "type": "by-name", "question": f"Which papers study backdoor attacks? {EVIL}", "relevant": ["hostile.jsonl#1"]},
        {"kind": "specific", "type": "paraphrase", "question": "How fast is removing nodes from graph neural networks?",
         "relevant": ["hostile.jsonl#2"], "evidence": [quoted], "nuggets": [{"text": EVIL, "vital": True, "evidence": [0]}]},
        {"kind": "unanswerable", "type": EVIL, "question": "Who won the chess match?", "relevant": []},
    ]  # fmt: skip
    rows = [{**base, **line, "id": name} for name, line in zip(DEV, lines, strict=False)]
    (folder / "gold" / "g.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows), "utf-8")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("ASSISTANT_DATA_DIR", str(folder / "data"))
        session = open_session(folder / "hostile.jsonl", folder / "gold")
    from assistant_eval.gold.selection import Selection

    session.run(Selection("dev"), f"run {EVIL}", folder / "run")
    publish(folder / "run", folder / "data")
    return folder / "data"


@pytest.fixture(scope="module")
def evaluated(data_dir: Path) -> Iterator[str]:
    """Address of a chat page whose data folder has the report."""
    with running(Scripted(lambda question: iter([answer("x")]), data_dir)) as at:
        yield at


@pytest.fixture
def report(visit: Visitor, evaluated: str) -> Any:
    """The report, opened by the link of the chat page in a browser of its own."""
    chat = visit(evaluated).page
    link = chat.locator("#foot a", has_text="Evaluation")
    link.wait_for()
    with chat.context.expect_page() as opened:
        link.click()
    opened.value.locator("#questions").wait_for()
    return opened.value


def get(address: str, cookie: str = "") -> tuple[int, str, dict[str, str]]:
    request = urllib.request.Request(address, headers={"Cookie": cookie} if cookie else {})
    try:
        with urllib.request.urlopen(request) as response:
            return response.status, response.read().decode(), {name.lower(): value for name, value in response.headers.items()}
    except urllib.error.HTTPError as error:
        return error.code, error.read().decode(), {}


def test_without_a_report_nothing_is_offered(visit: Visitor, tmp_path: Path) -> None:
    with running(Scripted(lambda question: iter([answer("x")]), tmp_path)) as at:
        page = visit(at).page
        page.wait_for_timeout(700)
        assert page.locator("#foot a").count() == 0
        status, body, _ = get(at + ROUTE)
    assert status == 404
    assert "assistant eval" in body


def test_a_report_made_while_the_page_is_served_is_offered_at_the_next_visit(visit: Visitor, tmp_path: Path) -> None:
    with running(Scripted(lambda question: iter([answer("x")]), tmp_path)) as at:
        assert get(at + ROUTE)[0] == 404
        report_path(tmp_path).parent.mkdir()
        report_path(tmp_path).write_text("<p>made later", "utf-8")
        visit(at).page.locator("#foot a", has_text="Evaluation").wait_for()
        assert get(at + ROUTE)[:2] == (200, "<p>made later")


def test_the_footer_says_when_the_report_was_made(data_dir: Path, tmp_path: Path) -> None:
    assert footer(tmp_path) == ""
    assert 'href="evaluation"' in footer(data_dir)


def test_the_report_wants_the_login_that_the_chat_page_wants(data_dir: Path) -> None:
    from assistant.ui.server import start

    page = start(Scripted(lambda question: iter(()), data_dir), port=_free_port(), auth=("ann", "secret"))  # type: ignore[arg-type]
    try:
        at = page.local_url.rstrip("/")
        for cookie in ("", "access-token-unsecure-x=y", "access-token-unsecure-" + page.app.cookie_id + "=guess"):
            status, body, _ = get(at + ROUTE, cookie)
            assert status == 401
            assert "questions" not in body
        form = urllib.parse.urlencode({"username": "ann", "password": "secret"}).encode()
        with urllib.request.urlopen(f"{at}/login", form) as response:
            cookies = [value.partition(";")[0] for value in response.headers.get_all("set-cookie")]
        status, body, _ = get(at + ROUTE, "theme={broken; " + "; ".join(cookies))
        assert status == 200
        assert 'id="questions"' in body
    finally:
        page.close(verbose=False)


def test_hostile_texts_are_shown_and_run_nothing(report: Any) -> None:
    report.locator("#open-all").click()
    for element in report.locator("#questions summary").all():
        element.hover()
    report.wait_for_timeout(300)
    assert report.evaluate("window.__alarm") is None
    assert report.locator("main script, main img, main iframe, main b[onmouseover]").count() == 0
    assert "</script><script>" in report.locator("#questions").inner_text()
    assert "</script><script>" in report.locator("h1").inner_text()
    assert report.locator("#questions details").count() == 3


def test_the_policy_lets_nothing_else_act_even_where_escaping_failed(report: Any) -> None:
    report.evaluate("html => document.querySelector('main').insertAdjacentHTML('beforeend', html)", f"<img src='data:x' onerror='{ALARM}'>")
    report.evaluate(f"document.body.append(Object.assign(document.createElement('script'), {{textContent: '{ALARM}'}}))")
    report.wait_for_timeout(300)
    assert report.evaluate("window.__alarm") is None
    assert report.evaluate("fetch('/config').then(() => 'fetched', () => 'refused')") == "refused"
    assert report.evaluate("(() => { try { return document.cookie } catch (e) { return e.name } })()") == "SecurityError"


def test_filters_narrow_the_list_and_clear_gives_it_back(report: Any) -> None:
    shown = report.locator("#questions > details:not([hidden])")
    report.locator("[name=kind]").select_option("list")
    assert shown.count() == 1
    assert report.locator("#count").inner_text() == "1 of 3 questions"
    report.locator("[name=kind]").select_option("")
    report.locator("[name=type]").select_option(EVIL)
    assert shown.get_attribute("id") == f"q-{DEV[2]}"
    report.locator("#filters [type=reset]").click()
    report.locator("#count", has_text="3 of 3").wait_for()
    report.locator("[name=text]").fill("chess MATCH")
    assert shown.count() == 1
    report.locator("[name=text]").fill("chess zebra")
    assert shown.count() == 0
    report.locator("#filters [type=reset]").click()
    report.locator("[name=least]").fill("0.5")
    assert all(float(value) >= 0.5 for value in shown.evaluate_all("all => all.map(each => each.dataset.quality)"))
    report.locator("[name=least]").fill("")
    report.locator("[name=order]").select_option("id:up")
    ids = shown.evaluate_all("all => all.map(each => each.dataset.id)")
    assert ids == sorted(ids, key=lambda name: int(name.partition("-")[2]))


def test_a_question_opens_by_keyboard_to_the_answer_beside_the_gold(report: Any) -> None:
    report.locator("[name=kind]").select_option("specific")
    report.locator("#questions > details:not([hidden]) summary").focus()
    report.keyboard.press("Enter")
    body = report.locator("#questions > details[open] .body")
    headings = {text.partition(",")[0] for text in body.locator("h4").all_inner_texts()}
    assert {"Cited", "Retrieved", "Relevant papers", "Evidence", "Facts of a good answer"} <= headings
    assert "It is fast." in body.locator(".gold").inner_text()


def test_a_link_to_a_question_opens_it_though_it_was_filtered_out(report: Any) -> None:
    report.locator("[name=kind]").select_option("list")
    report.evaluate(f"location.hash = 'q-{DEV[2]}'")
    report.locator(f"#q-{DEV[2]}[open]").wait_for()
    assert report.locator(f"#q-{DEV[2]}").is_visible()


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_a_file_works_alone_on_a_phone_and_without_a_script(browser: Any, data_dir: Path, scheme: str) -> None:
    address = report_path(data_dir).as_uri()
    for script in (True, False):
        context = browser.new_context(viewport={"width": 390, "height": 844}, color_scheme=scheme, java_script_enabled=script)
        with context:
            asked: list[str] = []
            errors: list[str] = []
            page = context.new_page()
            page.on("request", lambda request, asked=asked: asked.append(request.url))
            page.on("console", lambda message, errors=errors: errors.append(message.text))
            page.goto(address)
            summaries = page.locator("#questions summary")
            assert summaries.count() == 3
            assert all(summary.is_visible() for summary in summaries.all())
            assert page.locator("#filters").is_visible() is script
            summaries.first.click()
            assert page.locator("#questions details[open] .body").first.is_visible()
            if script:
                assert page.evaluate("document.documentElement.scrollWidth") <= 390
            assert [url for url in asked if url != address] == []
            assert errors == []


def test_the_served_report_is_the_run_s_file(data_dir: Path, evaluated: str) -> None:
    status, body, headers = get(evaluated + ROUTE)
    assert (status, body) == (200, (data_dir.parent / "run" / HTML).read_text("utf-8"))
    assert "sandbox allow-scripts" in headers["content-security-policy"]
    assert headers["x-content-type-options"] == "nosniff"


def _free_port() -> int:
    import socket

    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port
