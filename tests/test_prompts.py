"""Prompts are files with a form, a version and a fingerprint; what a model reads is shown whole in golden/."""

from __future__ import annotations

from pathlib import Path

import pytest
from fakes import ScriptedChat
from invented import TINY

from assistant import Candidate, ConfigurationError, Evidence, Paper, Source, Turn
from assistant.answering.generative import Writer
from assistant.chunking import with_sentences
from assistant.prompts import load_prompt
from assistant.settings import ChatSettings
from assistant.types import Kind, Query

GOLDEN = Path(__file__).parent / "golden"
# A prompt whose text changes gets a new version, and a line here: answers name the prompt that made them.
PINNED = {"answer-v2": "2b552f0e", "list-v2": "6ceddb52", "standalone-v1": "39f9c4c8"}

GOOD = "---\nversion: 3\npurpose: to test\n---\n## system\nSpeak $language.\n\n## user\n$evidence\n$question\n"


@pytest.fixture
def prompts(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setattr("assistant.prompts.folder", lambda package: tmp_path)
    return tmp_path


def test_a_prompt_is_filled_and_its_values_are_not_searched_for_variables(prompts: Path) -> None:
    (prompts / "mine.md").write_text(GOOD)
    system, user = load_prompt("mine").fill(language="English", evidence="[1] It costs $question.", question="$evidence?")
    assert system == "Speak English."
    assert user == "[1] It costs $question.\n$evidence?"


def test_the_fingerprint_names_the_version_and_changes_with_every_character(prompts: Path) -> None:
    found = set()
    for text in (GOOD, GOOD + " ", GOOD.replace("Speak", "speak"), GOOD.replace("version: 3", "version: 4")):
        (prompts / "mine.md").write_text(text)
        found.add(load_prompt("mine").fingerprint)
    assert len(found) == 4
    assert sorted(fingerprint.rsplit("-", 1)[0] for fingerprint in found) == ["mine-v3"] * 3 + ["mine-v4"]


@pytest.mark.parametrize(("old", "new"), [
    ("## system\n", ""), ("## user\n", ""), ("## user\n", "## usher\n"), ("version: 3\n", ""), ("version: 3", "version: three"),
    ("purpose: to test\n", ""), ("---\nversion", "version"), (GOOD, ""),
])  # fmt: skip
def test_a_prompt_without_one_of_its_parts_is_an_error_that_names_the_file(old: str, new: str, prompts: Path) -> None:
    (prompts / "mine.md").write_text(GOOD.replace(old, new, 1))
    with pytest.raises(ConfigurationError, match=r"mine\.md has not the form"):
        load_prompt("mine")


def test_a_missing_prompt_is_an_error_that_names_the_file(prompts: Path) -> None:
    with pytest.raises(ConfigurationError, match=r"mine\.md is missing"):
        load_prompt("mine")


@pytest.mark.parametrize("content", [GOOD.replace("$question", "$questoin"), GOOD.replace("$question", "costs 5$")])
def test_an_unknown_variable_is_an_error_that_names_the_prompt(content: str, prompts: Path) -> None:
    (prompts / "mine.md").write_text(content)
    with pytest.raises(ConfigurationError, match="Prompt mine-v3-"):
        load_prompt("mine").fill(language="English", evidence="", question="")


@pytest.mark.parametrize("name", ["answer", "list", "standalone"])
def test_changed_text_has_a_new_version(name: str) -> None:
    version, digest = load_prompt(name).fingerprint.rsplit("-", 1)
    assert PINNED.get(version) == digest, "give the changed prompt a new version, and pin it here"


@pytest.mark.parametrize(("name", "kind", "language"), [("answer", "specific", "en"), ("list", "list", "zh")])
def test_the_assembled_request_is_the_one_in_golden(name: str, kind: Kind, language: str) -> None:
    papers = [
        with_sentences(Paper(f"p{n}", str(record["abstract"]), Source("f", n), str(record["title"])))
        for n, record in enumerate(TINY[:3], 1)
    ]
    candidates = [Candidate(p, 0.9, tuple(Evidence(p.id, n, span, 0.5) for n, span in enumerate(p.sentences))) for p in papers]
    chat = ScriptedChat("Nothing [1].")
    query = Query("How well does it count?", "How well does it count? (LanternNet)", kind, language)
    history = [Turn("user", "What is LanternNet?"), Turn("assistant", "A network. [1]")]
    list(Writer(chat, load_prompt("answer"), load_prompt("list"), ChatSettings()).write(query, candidates, history))
    ((system, messages),) = chat.asked
    assembled = "\n\n".join([f"SYSTEM\n{system}", *(f"{message.role.upper()}\n{message.content}" for message in messages)]) + "\n"
    assert assembled == (GOLDEN / f"{name}.txt").read_text("utf-8")
