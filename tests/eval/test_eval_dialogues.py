"""Scripted dialogues: faults of their files are named, and an answer is held to what its turn expects."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from assistant import Assistant, Turn
from assistant_eval.dialogues.dialogues import Expectation, read_dialogues
from assistant_eval.dialogues.playing import judge, play
from assistant_eval.dialogues.tables import failures, interval, share, table
from assistant_eval.errors import GoldError
from assistant_eval.gold.corpus import Corpus

OPENGU = "001_68bee4197fb80edd.txt#15"
GOOD: dict[str, Any] = {
    "id": "d",
    "split": "dev",
    "lang": "en",
    "turns": [{"ask": "What is OpenGU?"}, {"ask": "and its limits?", "kind": "pronoun", "expect": {"about": ["1:1", OPENGU]}}],
}


def with_turn(**turn: Any) -> dict[str, Any]:
    return {**GOOD, "turns": [GOOD["turns"][0], {**GOOD["turns"][1], **turn}]}


def folder_of(tmp_path: Path, *dialogues: Any) -> Path:
    (tmp_path / "mine.jsonl").write_text("".join(json.dumps(dialogue) + "\n" for dialogue in dialogues), "utf-8")
    return tmp_path


def test_the_bundled_dialogues_are_valid_and_many() -> None:
    found = read_dialogues(Corpus.seeds())
    dev = [dialogue for dialogue in found if dialogue.split == "dev"]
    judged = [step for dialogue in dev for step in dialogue.steps if step.expect]
    assert len(dev) >= 30
    assert len(judged) >= 90
    assert sum(dialogue.lang == "zh" for dialogue in dev) * 4 >= len(dev)


@pytest.mark.parametrize(
    ("dialogue", "fault"),
    [
        ({**GOOD, "id": ""}, "`id`"),
        ({**GOOD, "split": "train"}, "split"),
        ({**GOOD, "lang": "de"}, "lang"),
        ({**GOOD, "turns": []}, "`turns`"),
        ({**GOOD, "answers": []}, "answers"),
        ({**GOOD, "turns": GOOD["turns"][:1]}, "no turn has an expectation"),
        (with_turn(ask=" "), "`ask`"),
        (with_turn(kind=""), "go together"),
        (with_turn(kind="guess"), "guess"),
        (with_turn(expect={}), "exactly one"),
        (with_turn(expect={"about": [OPENGU], "new": True}), "exactly one"),
        (with_turn(expect={"about": ["nobody.txt#1"]}), "nobody"),
        (with_turn(expect={"about": ["2:1"]}), "earlier turn"),
        (with_turn(expect={"about": ["1:0"]}), "1:0"),
        (with_turn(expect={"among": 2}), "earlier"),
        (with_turn(expect={"among": "1"}), "turn's number"),
        (with_turn(expect={"new": False}), "only be true"),
        (with_turn(expect={"new": True, "all": True}), "`all`"),
        (with_turn(expect={"about": []}), "`about`"),
        (with_turn(expect={"abuot": [OPENGU]}), "abuot"),
        ([], "not a JSON object"),
    ],
)
def test_a_fault_is_named_with_file_and_line(dialogue: Any, fault: str, tmp_path: Path) -> None:
    with pytest.raises(GoldError, match=r"mine\.jsonl, line 1: ") as error:
        read_dialogues(Corpus.seeds(), folder_of(tmp_path, dialogue))
    assert fault in str(error.value)


def test_an_id_that_stands_twice_and_a_folder_without_dialogues_are_faults(tmp_path: Path) -> None:
    with pytest.raises(GoldError, match="no dialogues"):
        read_dialogues(Corpus.seeds(), tmp_path)
    with pytest.raises(GoldError, match="line 2: the id"):
        read_dialogues(Corpus.seeds(), folder_of(tmp_path, GOOD, GOOD))


@pytest.mark.parametrize(
    ("ask", "right", "wrong"),
    [
        ("What is the second one?", Expectation(about=("1:2",)), Expectation(about=("1:1",))),
        ("compare the first two", Expectation(about=("1:1", "1:2"), every=True), Expectation(about=("1:1",))),
        ("of those, which are spotlights?", Expectation(among=1), Expectation(new=True)),
        ("any others?", Expectation(beyond=1), Expectation(among=1)),
        ("back to the first question", Expectation(same_as=1), Expectation(cannot=True)),
        ("What is OpenGU?", Expectation(new=True, lists=(OPENGU,)), Expectation(new=True, not_lists=(OPENGU,))),
        ("the ninetieth one: paper 90", Expectation(cannot=True), Expectation(new=True)),
        ("paper 90", Expectation(about=("1:90",)), Expectation(about=("1:1",))),
    ],
)
def test_an_answer_is_held_to_its_expectation(ask: str, right: Expectation, wrong: Expectation, opened: Assistant) -> None:
    corpus = Corpus.of(opened.papers.values())
    first = opened.ask("Which papers study fairness?")
    answer = opened.ask(ask, first.turns())
    assert judge(right, answer, [first], corpus) == ""
    assert judge(wrong, answer, [first], corpus) != ""


def test_a_dialogue_is_played_with_the_assistant_s_own_answers_as_history(opened: Assistant, tmp_path: Path) -> None:
    wrong = {**with_turn(expect={"new": True}), "id": "wrong"}
    corpus = Corpus.of(opened.papers.values())
    played = play(read_dialogues(corpus, folder_of(tmp_path, GOOD, wrong)), opened, corpus)
    assert [turn.right for turn in played] == [True, False]
    assert [turn.shown for turn in played] == [(OPENGU,)] * 2
    assert share(played) == 0.5
    assert interval(played) == (0.0, 1.0)
    assert "wrong, turn 2" in failures(played)[0]
    assert ("pronoun", "1", "2", "0.500", "0.000–1.000") in table(played, "dev").rows


def test_a_turn_without_papers_of_its_own_knows_those_it_was_told(opened: Assistant) -> None:
    paper = next(iter(opened.papers.values()))
    assert opened.read("What does it do?", [Turn("user", "?"), Turn("assistant", "Said a model. [1]", (paper.id,))]).focus == (paper.id,)
