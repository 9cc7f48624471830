"""Conversations are kept by the browser that held them, and can be gone back to, renamed, deleted, edited and saved."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from markdown_it import MarkdownIt
from page_samples import Event, Scripted, answer, paper
from page_visits import Visit, Visitor, running

from assistant import Assistant
from assistant.types import Citation, Progress

MEMBERSHIP = "Which papers study membership inference?"
ATTACK = "<img src=x onerror=window.__alarm=1>"


def echo(question: str) -> Iterator[Event]:
    yield Progress("searched", 95, 95)
    yield answer(f"About {question} [1]", [paper("Text.")], id=f"a{abs(hash(question))}", question=question)


@pytest.fixture
def echoing(tmp_path: Path) -> Iterator[tuple[str, Scripted]]:
    """Address of a page whose answers name their question, and its assistant."""
    assistant = Scripted(echo, tmp_path, papers={"p1": paper("Text.")})
    with running(assistant) as at:
        yield at, assistant


def back(seen: Visit) -> None:
    seen.page.locator("#question textarea").wait_for()
    seen.page.locator(".answer[id]").first.wait_for()


def names(seen: Visit) -> list[str]:
    seen.page.locator("#past").click()
    found = seen.page.locator("#conversations li .open").all_inner_texts()
    seen.page.keyboard.press("Escape")
    return found


def start_another(seen: Visit) -> None:
    seen.page.locator("#restart").click()
    seen.page.locator(".question").first.wait_for(state="detached")


def test_a_reload_brings_back_the_conversation_with_its_sources_and_what_it_is_about(visit: Visitor, address: str) -> None:
    seen = visit(address)
    before = seen.ask("How does MINJA get malicious records into an agent's memory?").locator(".text").inner_html()
    seen.page.reload()
    back(seen)
    assert seen.page.locator(".answer[id] .text").inner_html() == before
    seen.page.locator("a.cite").last.click()
    assert seen.page.locator("#sources .card[open] mark.target").count() == 1
    seen.ask("Does it need direct access to the memory bank?")
    assert "Memory Injection" in seen.page.locator(".answer[id]").last.locator(".text").inner_text()


def test_a_restart_of_the_server_brings_it_back_too(visit: Visitor, tmp_path: Path) -> None:
    assistant = Scripted(echo, tmp_path, papers={"p1": paper("Text.")})
    with running(assistant) as at:
        seen = visit(at)
        seen.ask("One?")
        kept = seen.page.evaluate("[JSON.stringify(localStorage), JSON.stringify(sessionStorage)]")
    with running(assistant) as at:
        # Another port is another storage: carried over by hand, because the old port may be taken by now.
        again = visit(at)
        again.page.evaluate(
            """kept => kept.forEach((text, n) => Object.assign([localStorage, sessionStorage][n], JSON.parse(text)))""",
            kept,
        )
        again.page.reload()
        back(again)
        again.ask("Two?")
        assert [turn.content for turn in assistant.asked[-1][1]] == ["One?", "About One? [1]"]


def test_conversations_can_be_gone_back_to_renamed_and_deleted(visit: Visitor, echoing: tuple[str, Scripted]) -> None:
    seen = visit(echoing[0])
    for question in ("First?", "Second?"):
        seen.ask(question)
        start_another(seen)
    assert names(seen) == ["Second?", "First?"]
    replies: list[Any] = [f"Renamed {ATTACK}", None]
    seen.page.on("dialog", lambda dialog: dialog.accept(replies.pop(0)) if replies[0] else (replies.pop(0), dialog.accept()))
    seen.page.locator("#past").click()
    seen.page.get_by_role("button", name="Rename “First?”").click()
    assert seen.page.locator("#conversations li .open").all_inner_texts() == ["Second?", f"Renamed {ATTACK}"]
    seen.page.locator("#conversations li .open").last.click()
    back(seen)
    assert seen.page.locator(".question").inner_text() == "First?"
    seen.page.locator("#past").click()
    seen.page.get_by_role("button", name="Delete “Renamed").click()
    seen.page.locator(".question").wait_for(state="detached")
    assert seen.page.locator("#conversations li .open").all_inner_texts() == ["Second?"]
    seen.page.keyboard.press("Escape")
    seen.page.reload()
    seen.page.locator("#question textarea").wait_for()
    assert names(seen) == ["Second?"]
    assert seen.page.evaluate("window.__alarm") is None


def test_nobody_sees_another_s_conversations(visit: Visitor, echoing: tuple[str, Scripted]) -> None:
    first, second = visit(echoing[0]), visit(echoing[0])
    first.ask("A secret?")
    second.page.reload()
    second.page.locator("#question textarea").wait_for()
    assert names(second) == []
    assert second.page.locator(".question").count() == 0


def test_two_tabs_of_one_browser_lose_nothing_of_each_other(visit: Visitor, echoing: tuple[str, Scripted]) -> None:
    seen = visit(echoing[0])
    seen.ask("Shared?")
    other = Visit(seen.page.context.new_page())
    other.page.goto(echoing[0])
    # As a duplicated tab begins: with a copy of the first one's session.
    current = seen.page.evaluate("sessionStorage.getItem('paper-assistant:current')")
    other.page.evaluate("id => sessionStorage.setItem('paper-assistant:current', id)", current)
    other.page.reload()
    back(other)
    seen.ask("From the first tab?")
    other.ask("From the second tab?")
    kept = seen.page.evaluate("JSON.stringify(localStorage)")
    assert "From the first tab?" in kept
    assert "From the second tab?" in kept
    assert len(names(seen)) == 2


def test_a_full_storage_gives_up_the_oldest_conversation(visit: Visitor, echoing: tuple[str, Scripted]) -> None:
    seen = visit(echoing[0])
    seen.page.evaluate(
        """() => {
          const record = { exchanges: [{ question: "Old", answer: null, fill: "x".repeat(2000000) }] };
          for (let n = 0; n < 2; n++) {
            localStorage.setItem(`paper-assistant::old${n}`, JSON.stringify({ name: `Old ${n}`, updated: n, record }));
          }
          try { for (let n = 0; ; n++) localStorage.setItem(`filler${n}`, "x".repeat(100000)); } catch {}
          try { for (let n = 0; ; n++) localStorage.setItem(`small${n}`, "x".repeat(100)); } catch {}
        }"""
    )
    seen.ask("New?")
    assert names(seen) == ["New?", "Old 1"]


@pytest.mark.parametrize(
    "kept",
    [
        "no JSON", "null", "[]", '{"updated": 1}', '{"updated": 1, "record": {"exchanges": [{"question": 3}]}}',
        '{"updated": 1, "record": {"exchanges": [{"question": "Q", "answer": {"id": "\\"><script>", "text": "x"}}]}}',
    ],
)  # fmt: skip
def test_a_damaged_record_does_no_harm(visit: Visitor, echoing: tuple[str, Scripted], kept: str) -> None:
    seen = visit(echoing[0])
    seen.page.evaluate("kept => { localStorage['paper-assistant::x'] = kept; sessionStorage['paper-assistant:current'] = 'x' }", kept)
    seen.page.reload()
    seen.page.locator("#question textarea").wait_for()
    seen.page.wait_for_timeout(500)
    seen.ask("Still?")
    assert "Still?" in names(seen)[0]


def test_what_no_longer_holds_of_a_kept_answer_is_left_out_and_said(visit: Visitor, tmp_path: Path) -> None:
    abstract = "It is so. It is not."

    def events(question: str) -> Iterator[Event]:
        quote = Citation(1, "p1", "It is so.", 0, 9, "supported")
        yield answer("It is so. [1] And more. [2]", [paper(abstract), paper("Gone.", id="p2")], [quote])

    assistant = Scripted(events, tmp_path, papers={"p1": paper(abstract), "p2": paper("Gone.", id="p2")})
    with running(assistant) as at:
        seen = visit(at)
        seen.ask("Q?")
        assistant.papers = {"p1": paper("It was so. It is not.")}
        seen.page.reload()
        back(seen)
        assert "The index has changed" in seen.page.locator(".notice").inner_text()
        assert seen.page.locator("#sources .card").count() == 1
        assert seen.page.locator("#sources mark").count() == 0
        assert seen.page.locator(".answer a.cite").all_inner_texts() == ["[1]"]


def test_a_question_is_edited_and_what_followed_it_goes(visit: Visitor, echoing: tuple[str, Scripted]) -> None:
    seen = visit(echoing[0])
    for question in ("<b>One</b> & $5?", "Two?", "Three?"):
        seen.ask(question)
    seen.page.locator("#conversation .edit").nth(1).click()
    seen.page.locator("#editing", has_text="question 2").wait_for()
    assert seen.page.locator("#question textarea").input_value() == "Two?"
    seen.page.locator("#keep").click()
    seen.page.locator("#editing p").wait_for(state="detached")
    seen.page.locator("#conversation .edit").nth(0).click()
    seen.page.wait_for_function("document.querySelector('#question textarea').value === '<b>One</b> & $5?'")
    seen.page.locator("#question textarea").fill("Other?")
    seen.page.keyboard.press("Enter")
    seen.page.locator(".answer[id]", has_text="About Other?").wait_for()
    assert seen.page.locator(".question").all_inner_texts() == ["Other?"]
    assert echoing[1].asked[-1] == ("Other?", ())
    assert seen.page.locator("#editing p").count() == 0


def test_a_conversation_is_saved_as_markdown_and_json_in_which_nothing_runs(visit: Visitor, tmp_path: Path) -> None:
    attack = f"{ATTACK} [x](javascript:alert(1)) ![y](https://evil.example/y.png) [1]: javascript:alert(2)"

    def events(question: str) -> Iterator[Event]:
        yield answer(f"> {attack} [1][1]\n\n[1]: javascript:alert(3)", [paper("Text.", label=attack, authors=(attack,))])

    with running(Scripted(events, tmp_path)) as at:
        seen = visit(at, accept_downloads=True)
        seen.ask(attack)
        seen.page.locator("#past").click()
        made = {}
        for form in ("markdown", "json"):
            with seen.page.expect_download() as waiting:
                seen.page.locator(f"#conversations .transcript button[value={form}]").click()
            made[form] = Path(waiting.value.path()).read_text("utf-8")
    found = json.loads(made["json"])["exchanges"]
    assert [each["question"] for each in found] == [attack]
    assert found[0]["answer"]["papers"][0]["title"] == attack
    tokens = MarkdownIt("commonmark", {"html": True}).parse(made["markdown"])
    kinds = {child.type for token in tokens for child in token.children or []} | {token.type for token in tokens}
    assert not kinds & {"html_block", "html_inline", "link_open", "image"}
    assert tokens[1].children[0].content.startswith(ATTACK)


def test_a_copied_answer_brings_what_its_numbers_stand_for(visit: Visitor, address: str, opened: Assistant) -> None:
    seen = visit(address, permissions=["clipboard-read", "clipboard-write"])
    seen.ask(MEMBERSHIP)
    seen.page.locator(".bot-row button[aria-label='Copy message']").click()
    seen.page.locator(".icon-button.copied").wait_for()
    copied = seen.page.evaluate("navigator.clipboard.readText()")
    for source in opened.ask(MEMBERSHIP).papers:
        assert f"- [{source.n}] {source.paper.title}. {', '.join(source.paper.authors)}" in copied
        assert source.paper.url in copied


def test_every_suggested_question_is_answered(visit: Visitor, address: str, opened: Assistant) -> None:
    seen = visit(address)
    for question in ("Compare OpenGU and Clipout.", "How does MINJA get malicious records into an agent's memory?"):
        seen.ask(question)
        seen.page.locator(".options .option").first.wait_for()
        offered = seen.page.locator(".options .option").all_inner_texts()
        assert question not in offered
        assert not any(opened.ask(text).abstained for text in offered)
    seen.page.locator(".options .option").first.click()
    seen.page.locator(".answer[id]").nth(2).wait_for()
    assert seen.page.locator(".question").last.inner_text() == offered[0]


def test_a_card_asks_about_its_paper_and_for_more_like_it(visit: Visitor, address: str) -> None:
    seen = visit(address)
    seen.ask(MEMBERSHIP)
    seen.page.locator("#sources .card summary").first.click()
    title = seen.page.locator("#sources .card .title").first.inner_text()
    seen.page.locator("#sources .card .about").first.click()
    seen.page.wait_for_function("document.querySelector('#question textarea').value.startsWith('In “')")
    assert seen.page.evaluate("document.activeElement.tagName") == "TEXTAREA"
    seen.page.keyboard.type("what is derived?")
    seen.page.keyboard.press("Enter")
    seen.page.locator(".answer[id]").nth(1).wait_for()
    assert title in seen.page.locator(".answer[id]").last.locator(".text").inner_text()
    seen.page.locator("#question button.submit-button").wait_for()
    seen.page.locator("#sources .card summary").first.click()
    seen.page.locator("#sources .card .like").first.click()
    similar = seen.page.locator(".answer[id]").nth(2)
    similar.locator("table.papers").first.wait_for()
    assert title not in similar.locator(".text").inner_text()
    assert similar.locator("tbody tr").count() == 5


def test_what_a_script_sends_from_outside_changes_nothing(visit: Visitor, echoing: tuple[str, Scripted]) -> None:
    seen = visit(echoing[0])
    seen.ask("One?")
    for event in ("edit", "focus", "expand", "download", "select", "undo"):
        for data in (
            None,
            [],
            {"exchange": "99", "paper": "none", "record": {"exchanges": "x"}},
            {"exchange": "-1", "paper": {}, "record": 5},
        ):
            seen.page.evaluate("([event, data]) => window.assistantBridge.send(event, data)", [event, data])
    seen.page.wait_for_timeout(1500)
    assert seen.page.locator(".question").all_inner_texts() == ["One?"]
    seen.ask("Two?")
    assert [turn.content for turn in echoing[1].asked[-1][1]] == ["One?", "About One? [1]"]
