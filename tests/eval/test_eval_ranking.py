"""Retrieval metrics, through ir-measures, against numbers worked out by hand."""

import math

import pytest
from eval_builders import question

from assistant_eval.scoring.ranking import ranked_metrics, set_metrics

ONE, TWO, THREE = "t.txt#1", "t.txt#2", "t.txt#3"


def test_the_second_and_third_of_three_papers_are_relevant():
    asked = question(kind="list", relevant=(TWO, THREE))
    values = ranked_metrics([asked], {"q": [ONE, TWO, THREE]})["q"]
    gain, best = 1 / math.log2(3) + 1 / math.log2(4), 1 + 1 / math.log2(3)
    assert values == pytest.approx({"hit@1": 0, "recall@5": 1, "ndcg@10": gain / best, "mrr": 0.5, "r_precision": 0.5})


def test_borderline_papers_are_taken_out_of_the_ranking():
    asked = question(kind="list", relevant=(TWO,), borderline=(ONE,))
    assert ranked_metrics([asked], {"q": [ONE, TWO, THREE]})["q"]["hit@1"] == 1


def test_an_empty_ranking_scores_nothing():
    other = question("other")
    values = ranked_metrics([question(), other], {"q": [], "other": [ONE]})
    assert set(values["q"].values()) == {0.0}
    assert values["other"]["hit@1"] == 1
    assert set(ranked_metrics([question()], {"q": []})["q"].values()) == {0.0}


def test_questions_without_relevant_papers_have_no_ranking_to_measure():
    assert ranked_metrics([question(kind="unanswerable")], {"q": [ONE]}) == {}


def test_one_right_and_one_wrong_paper_of_two():
    values = set_metrics([question(kind="list", relevant=(ONE, TWO))], {"q": [ONE, THREE]})["q"]
    assert values == pytest.approx({"list_precision": 0.5, "list_recall": 0.5, "list_f1": 0.5})


def test_a_borderline_paper_counts_neither_way():
    asked = question(kind="facet", relevant=(ONE,), borderline=(THREE,))
    with_it, without = set_metrics([asked], {"q": [ONE, THREE]}), set_metrics([asked], {"q": [ONE]})
    assert with_it == without
    assert with_it["q"]["list_f1"] == 1


def test_an_empty_list_is_right_only_where_nothing_is_relevant():
    nothing = question(kind="facet", relevant=())
    assert set_metrics([nothing], {"q": []})["q"] == {"list_precision": 1.0, "list_f1": 1.0}
    assert set_metrics([nothing], {"q": [ONE]})["q"] == {"list_precision": 0.0, "list_f1": 0.0}
    assert set_metrics([question(kind="list")], {"q": []})["q"]["list_f1"] == 0
