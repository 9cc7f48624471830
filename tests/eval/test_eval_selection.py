"""Which questions a run asks, and which settings a sweep tries."""

import pytest
from eval_builders import question

from assistant import ConfigurationError
from assistant_eval.gold.selection import Selection
from assistant_eval.running.sweep import combinations, label

QUESTIONS = [question(f"q{n}", "list" if n % 2 else "specific") for n in range(20)]


def test_conditions_are_all_met_and_the_order_kept():
    chosen = Selection("dev", kinds=("list",)).of(QUESTIONS)
    assert chosen == [each for each in QUESTIONS if each.split == "dev" and each.kind == "list"]


def test_a_limit_takes_questions_from_the_whole_range():
    assert [each.id for each in Selection("all", limit=4).of(QUESTIONS)] == ["q0", "q5", "q10", "q15"]


@pytest.mark.parametrize(
    ("selection", "message"),
    [
        (Selection("train"), "no split"),
        (Selection("all", kinds=("riddle",)), "no kind"),
        (Selection("all", ids=("nobody",)), "no question 'nobody'"),
        (Selection("all", kinds=("facet",)), "No question meets"),
    ],
)
def test_a_condition_that_cannot_be_met_is_told(selection, message):
    with pytest.raises(ConfigurationError, match=message):
        selection.of(QUESTIONS)


def test_a_sweep_tries_every_combination():
    found = combinations(["retrieval.fusion=rrf,blend", "answering.max_papers=1,2"])
    assert len(found) == 4
    assert found[0] == {"retrieval.fusion": "rrf", "answering.max_papers": "1"}
    assert label(found[0]) == "retrieval.fusion=rrf answering.max_papers=1"
    assert combinations([]) == [{}]


def test_a_combination_that_is_asked_for_twice_is_run_once():
    assert combinations(["a=1,2,1", "b=x"]) == [{"a": "1", "b": "x"}, {"a": "2", "b": "x"}]
    assert combinations(["a=1,2", "a=3"]) == [{"a": "3"}]


def test_a_setting_without_a_value_is_told():
    with pytest.raises(ConfigurationError, match="NAME=VALUE"):
        combinations(["retrieval.fusion"])
