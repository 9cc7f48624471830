"""Metrics over several questions, and by slice."""

import pytest
from eval_builders import corpus, question, quote, record, score

from assistant_eval.gold.reading import FOLDER
from assistant_eval.scoring.catalog import METRICS
from assistant_eval.scoring.scoring import measure, score_questions, summarise


def test_precision_of_refusals_counts_only_refusals():
    each = [
        score("a", {}, answerable=False, abstained=True),
        score("b", {}, answerable=True, abstained=True),
        score("c", {}, answerable=False, abstained=True),
        score("d", {}, answerable=True),
    ]
    assert measure(each)["abstention_precision"] == pytest.approx((2 / 3, 3))


def test_without_a_refusal_there_is_no_precision():
    assert "abstention_precision" not in measure([score("a", {})])


def test_answerable_is_judged_as_a_ranking():
    each = [score("a", {}, confidence=0.9), score("b", {}, confidence=0.2), score("c", {}, confidence=0.5, answerable=False)]
    assert measure(each)["answerable_auroc"] == (0.5, 3)


def test_answering_a_question_without_an_answer_is_a_loss():
    each = [score("a", {"hit@1": 1.0}, confidence=0.9), score("b", {}, answerable=False, confidence=0.1)]
    assert measure(each)["aurc"].value == pytest.approx((0 + 1 / 2) / 2)


def test_latency_is_given_as_percentiles():
    found = measure([score(str(ms), {"latency_ms": float(ms)}) for ms in range(101)])
    assert (found["latency_p50_ms"].value, found["latency_p95_ms"].value) == (50, 95)


def test_slices_are_means_over_their_own_questions():
    questions = [question("a"), question("b", lang="zh"), question("c", kind="unanswerable", messy=True)]
    records = {name: record(name, citations=(quote("t.txt#1", "Cats eat fish."),) * (name == "a")) for name in "abc"}
    tables = summarise(score_questions(questions, records, corpus()))
    assert next(iter(tables)) == "all"
    assert tables["all"]["quality"] == pytest.approx((1 / 3, 3))
    assert tables["lang:zh"]["quality"] == (0.0, 1)
    assert tables["lang:en"]["quality"] == (0.5, 2)
    assert tables["kind:specific"]["hit@1"] == (1.0, 2)
    assert tables["messy:yes"]["abstention_recall"] == (0.0, 1)
    assert "type:specific/paraphrase" in tables


def test_every_metric_is_explained_in_the_readme():
    text = (FOLDER.parent / "README.md").read_text("utf-8")
    missing = [metric.name for metric in METRICS if f"`{metric.name}` | {metric.meaning} | {metric.source}" not in text]
    assert not missing
