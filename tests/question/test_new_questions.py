"""A question that says what it is about is not taken for a follow-up, whatever was talked about before."""

from __future__ import annotations

import pytest

from assistant import Assistant, Turn

HISTORY = (
    Turn("user", "What is OpenGU?"),
    Turn("assistant", "**OpenGU: A Comprehensive Benchmark for Graph Unlearning** [1]\n\n> It integrates 16 SOTA GU algorithms. [1]"),
)


@pytest.mark.parametrize(
    "text",
    [
        "Which papers study fairness?",
        "What is Clipout?",
        "Who won the 2022 World Cup?",
        "What is the capital of France?",
        "How does GPT-4 work?",
        "papers on backdoor attacks",
        "list the spotlights",
        "哪些论文研究公平性？",
    ],
)
def test_a_new_question_is_put_to_all_papers(text: str, opened: Assistant) -> None:
    assert opened.read(text, HISTORY) == opened.read(text)


@pytest.mark.parametrize(
    "text", ["and what datasets did it use?", "what datasets were used?", "why?", "What about its limitations?", "它用了哪些数据集？"]
)
def test_a_question_that_could_be_asked_of_any_paper_stays_with_the_conversation_s(text: str, opened: Assistant) -> None:
    query = opened.read(text, HISTORY)
    assert query.only_focus
    assert [opened.papers[paper_id].title for paper_id in query.focus] == ["OpenGU: A Comprehensive Benchmark for Graph Unlearning"]


@pytest.mark.parametrize("name", ["Clipout", "G-BASE", "FaIRMaker", "INFINITY-CHAT", "MINJA"])
def test_a_name_that_only_an_abstract_gives_is_known(name: str, opened: Assistant) -> None:
    found = [opened.papers[paper_id] for paper_id in opened.read(f"What is {name}?").focus]
    assert found
    assert all(name.lower() in paper.abstract.lower() for paper in found)


def test_what_something_is_is_answered_by_the_sentence_that_introduces_it(opened: Assistant) -> None:
    answer = opened.ask("What is Clipout?")
    assert answer.citations[0].quote.startswith("This work introduces Clipout")


def test_where_the_code_is_is_quoted_only_where_it_is_asked(opened: Assistant) -> None:
    assert not any("github" in citation.quote for citation in opened.ask("Compare OpenGU and Clipout.").citations)
    assert any("github" in citation.quote for citation in opened.ask("Where is the code of OpenGU?").citations)


@pytest.mark.parametrize("mark", ["\u200b", "\x00", "\ufeff", "\u00ad"])
def test_invisible_marks_change_nothing(mark: str, opened: Assistant) -> None:
    assert opened.read(f"member{mark}ship inference papers").text == "membership inference papers"
