"""One answer beside its gold: evidence, nuggets, validity, abstention, quality."""

from dataclasses import replace

import pytest
from eval_builders import corpus, question, quote, record

from assistant_eval.gold.questions import Nugget
from assistant_eval.scoring.judging import judge, quality

FISH = quote("t.txt#1", "Cats eat fish.")
NIGHT = quote("t.txt#1", "Cats hunt at night.")


def test_one_of_two_citations_is_one_of_two_gold_sentences():
    values = judge(question(), record(citations=(FISH, NIGHT)), corpus())
    assert (values["evidence_precision"], values["evidence_recall"], values["evidence_f1"]) == (0.5, 0.5, 0.5)


def test_a_citation_shown_twice_counts_once():
    values = judge(question(), record(citations=(FISH, FISH, NIGHT)), corpus())
    assert values["evidence_precision"] == 0.5


def test_a_nugget_is_covered_by_any_of_its_sentences():
    asked = question(nuggets=(Nugget("either", True, (0, 1)), Nugget("sleep", True, (0,)), Nugget("fish", False, (1,))))
    values = judge(asked, record(citations=(FISH,)), corpus())
    assert values["nugget_recall"] == pytest.approx(2 / 3)
    assert values["nugget_recall_vital"] == 0.5


def test_a_quote_altered_by_one_character_is_invalid_and_no_evidence():
    altered = FISH._replace(quote="Cats eat fish!")
    values = judge(question(), record(citations=(altered, NIGHT)), corpus())
    assert values["citation_validity"] == 0.5
    assert values["evidence_recall"] == values["evidence_precision"] == 0


@pytest.mark.parametrize("wrong", [FISH._replace(paper="t.txt#9"), FISH._replace(start=FISH.start + 1), FISH._replace(start=-14, end=0)])
def test_a_quote_at_another_place_is_invalid(wrong):
    assert judge(question(), record(citations=(wrong,)), corpus())["citation_validity"] == 0


def test_a_refusal_cites_nothing_and_is_a_false_one_where_a_paper_answers():
    values = judge(question(), record(citations=(FISH,), abstained=True), corpus())
    assert values["evidence_recall"] == 0
    assert values["false_refusal_rate"] == 1
    assert values["abstention_accuracy"] == 0
    assert "abstention_recall" not in values


def test_a_refusal_is_right_where_nothing_answers():
    values = judge(question(kind="unanswerable"), record(abstained=True), corpus())
    assert values["abstention_recall"] == values["abstention_accuracy"] == 1
    assert "evidence_f1" not in values
    assert "false_refusal_rate" not in values


def test_where_only_borderline_papers_answer_refusing_is_left_open():
    asked = question(kind="list", relevant=(), borderline=("t.txt#1",))
    assert "abstention_accuracy" not in judge(asked, record(), corpus())


def test_quality_rewards_neither_silence_nor_quoting_everything():
    everything = record(citations=tuple(quote("t.txt#1", text) for text in ("Cats sleep a lot.", "Cats eat fish.", "Cats hunt at night.")))
    exact, silent = record(citations=(FISH,)), record()

    def value(answer):
        return quality(question(), judge(question(), answer, corpus()))

    assert value(exact) == 1
    assert value(everything) == pytest.approx(2 * 1 * (2 / 3) / (1 + 2 / 3))
    assert value(silent) == 0


def test_length_time_and_tokens_are_the_answers_own():
    values = judge(question(), replace(record(), tokens_in=3, tokens_out=4), corpus())
    assert (values["answer_words"], values["latency_ms"], values["tokens"]) == (3, 10, 7)
