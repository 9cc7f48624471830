"""An earlier turn is found by its number or by the words of its question, and what is asked of its papers is kept."""

from __future__ import annotations

import pytest

from assistant.question.conversation import Exchange
from assistant.question.returning import exchange_of, returning

EXCHANGES = (
    Exchange("Which papers study fairness?", ("a", "b", "c")),
    Exchange("What does the second propose?", ("b",)),
    Exchange("papers on backdoor attacks", ("d", "e")),
    Exchange("the first one", ("d",)),
)


@pytest.mark.parametrize(
    ("text", "turn"),
    [
        ("back to the fairness papers", 1),
        ("Could we please go back to the first question?", 1),
        ("show me the fairness list again", 1),
        ("the papers you listed at the beginning", 1),
        ("returning to backdoor attacks", 3),
        ("repeat the third answer", 3),
        ("the backdoor ones from earlier", 3),
        ("back to the full list please", 3),
        ("回到最开始的列表", 1),
        ("回到第三个问题", 3),
    ],
)
def test_an_earlier_turn_is_found(text: str, turn: int) -> None:
    back = returning(text)
    assert back is not None
    assert not back.ask
    assert exchange_of(back, EXCHANGES) == EXCHANGES[turn - 1]


@pytest.mark.parametrize(
    ("text", "ask"),
    [
        ("Back to the fairness papers: which are spotlights?", "which are spotlights?"),
        ("go back to your first answer. What is the last one about?", "What is the last one about?"),
        ("回到第一个问题，代码在哪？", "代码在哪？"),
    ],
)
def test_what_is_asked_of_the_earlier_papers_is_kept(text: str, ask: str) -> None:
    back = returning(text)
    assert back is not None
    assert back.ask == ask


def test_a_turn_that_there_is_not_is_not_guessed() -> None:
    back = returning("back to the fourth question")
    assert back is not None
    assert exchange_of(back, EXCHANGES[:2]) is None


@pytest.mark.parametrize(
    "text",
    [
        "Which papers study backpropagation?",
        "Do models give back what they were trained on?",
        "back to the unlearning one",
        "What is shown again and again in tests of memory?",
        "哪些论文研究回溯搜索？",
    ],
)
def test_other_questions_go_back_to_nothing(text: str) -> None:
    assert returning(text) is None
