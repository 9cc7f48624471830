"""The order of the steps: what a stream yields, what an answer may contain, and what changes under a running assistant."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

import pytest
from fakes import ScriptedChat, workshop

from assistant import Answer, Assistant, ConfigurationError, Delta, Progress, Turn
from assistant.answering import Writer
from assistant.pipeline import Pipeline
from assistant.prompts import load_prompt
from assistant.settings import ChatSettings
from assistant.types import Usage

VARIED = [
    "Which papers study membership inference?",
    "list the orals",
    "How does AdaptDel choose the deletion rate?",
    "Compare OpenGU and TraffiDent.",
    "What is the learning rate of DiffBreak?",
    "Why is the sky blue?",
    "哪些论文研究公平性？",
    "为什么思维链难以阅读？",
    "spotlights on privacy",
    "expl8n backdor atacks pls",
]


@pytest.mark.parametrize("question", VARIED)
def test_every_number_and_every_quote_of_an_answer_is_real(question: str, opened: Assistant) -> None:
    answer = opened.ask(question, id="mine")
    shown = [*answer.papers, *answer.borderline]
    numbers = [cited.n for cited in shown]
    assert sorted(numbers) == list(range(1, len(shown) + 1))
    assert {int(n) for n in re.findall(r"\[(\d+)\]", answer.text)} <= set(numbers)
    by_number = {cited.n: cited.paper for cited in shown}
    for citation in answer.citations:
        paper = by_number[citation.n]
        assert citation.paper_id == paper.id
        assert citation.quote == opened.papers[paper.id].abstract[citation.start : citation.end] != ""
    assert bool(answer.citations) is not answer.abstained
    assert (answer.id, answer.question, answer.model, answer.notes) == ("mine", question, "extractive", ())
    assert set(answer.timings_ms) == {"question", "retrieval", "drafting", "checking", "total"}


def test_answers_have_ids_of_their_own(tiny: Assistant) -> None:
    assert len({tiny.ask("What is LanternNet?").id for _ in range(3)}) == 3


def test_an_extractive_stream_is_progress_and_then_the_answer(tiny: Assistant) -> None:
    searched, candidates, checking, answer = tiny.stream("What is LanternNet?")
    assert searched == Progress("searched", 6, 6)
    assert isinstance(candidates, Progress)
    assert candidates.stage == "candidates"
    assert 1 <= candidates.done <= 6
    assert isinstance(answer, Answer)
    assert checking == Progress("checking", 0, len(answer.claims))
    assert isinstance(answer, Answer)
    assert not answer.abstained


class Quoting(ScriptedChat):
    """A language model that repeats the first sentences of its prompt with their numbers."""

    def stream(self, system: str, messages: Sequence[Turn], report: Callable[[Usage], None]) -> Iterator[str]:
        for number, sentence in re.findall(r"^\[(\d+)\] (.+)$", messages[-1].content, re.M)[:2]:
            yield from re.findall(r"\S+\s*", f"{sentence.rstrip('.')} [{number}]. ")


def test_a_written_stream_is_progress_then_pieces_that_begin_the_answer_then_the_answer(tiny: Assistant) -> None:
    writer = Writer(Quoting(), load_prompt("answer"), load_prompt("list"), ChatSettings())
    events = list(Pipeline(tiny.settings, tiny.workshop.open, writer).stream("What is LanternNet?"))
    kinds = [type(event) for event in events]
    assert kinds == [Progress, Progress, Progress, Delta, Progress, Delta, Answer]
    assert [event.done for event in events if isinstance(event, Progress) and event.stage == "checking"] == [1, 2]
    answer = events[-1]
    assert isinstance(answer, Answer)
    pieces = "".join(event.text for event in events if isinstance(event, Delta))
    assert answer.model == "scripted"
    assert answer.text.startswith(pieces)
    assert pieces.count("[1]") == 2


@pytest.mark.parametrize("question", ["", " ", "\n\t　"])
def test_an_empty_question_is_an_error_with_a_remedy(question: str, tiny: Assistant) -> None:
    for act in (tiny.ask, tiny.read, tiny.search, lambda text: list(tiny.stream(text))):
        with pytest.raises(ConfigurationError) as caught:
            act(question)
        assert caught.value.remedy


@pytest.mark.parametrize("question", ["?", "🦉", "\ud800 owls", "a" * 20_000, "[1]", "{title}", "**", "\x00", "it"])
def test_a_question_of_odd_characters_gets_an_answer_or_a_refusal(question: str, tiny: Assistant) -> None:
    answer = tiny.ask(question)
    assert answer.text
    assert answer.text.encode()
    assert answer.abstained or answer.citations


def test_conditions_that_no_paper_meets_are_a_refusal_that_names_nobody(opened: Assistant) -> None:
    for question in ("Which spotlights are position papers?", "Which oral position papers are about law?"):
        answer = opened.ask(question)
        assert answer.abstained
        assert (answer.papers, answer.borderline, answer.citations, answer.looked_at) == ((), (), (), 0)
        assert opened.search(question) == []


def test_a_conversation_about_unknown_papers_does_no_harm(opened: Assistant) -> None:
    history = [Turn("user", "Which papers are about owls?"), Turn("assistant", "1. **Owls of the Taiga: A Survey** [1]\n2. **OwlNet** [7]")]
    for question in ("Which papers study membership inference?", "How does AdaptDel choose the deletion rate?"):
        alone, within = opened.ask(question), opened.ask(question, history)
        assert (within.text, within.papers, within.citations) == (alone.text, alone.papers, alone.citations)
    assert opened.ask("What does the second one do?", history).text


def test_search_gives_as_many_papers_as_asked_each_with_its_best_sentence_first(opened: Assistant) -> None:
    found = opened.search("graph unlearning", 5)
    assert len(found) == 5
    assert found[0].paper.title.startswith("OpenGU")
    assert [candidate.paper.id for candidate in opened.search("graph unlearning", 2)] == [candidate.paper.id for candidate in found[:2]]
    for candidate in found:
        scores = [item.score for item in candidate.evidence]
        assert scores == sorted(scores, reverse=True) != []


def test_a_new_generation_is_picked_up_by_the_next_question(tmp_path: Path) -> None:
    corpus = tmp_path / "corpus.jsonl"

    def write(*abstracts: str) -> None:
        corpus.write_text("".join(json.dumps({"abstract": text}) + "\n" for text in abstracts), "utf-8")

    owls, bats = "Owls hide by day in hollow trees.", "Bats hear moths by echo at dusk."
    reader, writer = workshop(tmp_path / "data"), workshop(tmp_path / "data")
    write(owls)
    writer.ingest([corpus])
    running = Pipeline(reader.settings, reader.open)
    assert [found.paper.abstract for found in running.search("bats echo")] == [owls]
    write(owls, bats)
    writer.ingest([corpus])
    assert [found.paper.abstract for found in running.search("bats echo")] == [bats, owls]
    assert len(running.papers) == 2
    assert running.ask("bats echo").looked_at == 2
    write(bats)
    writer.ingest([corpus])
    assert [found.paper.abstract for found in running.search("owls hide")] == [bats]
