"""Faults put into true statements: they are faults of their kind, and the checker catches them and keeps true statements."""

import json

import pytest
from typer.testing import CliRunner

from assistant.wiring import bundled_checker
from assistant_eval.command import app
from assistant_eval.errors import GoldError
from assistant_eval.faults.making import MAKERS, with_fault
from assistant_eval.faults.statements import read_statements
from assistant_eval.faults.suite import COPY, QUOTATION, TRUE, cases, examine, rows

TEXT = "Our method often improves accuracy by 12% and may outperform the baseline."
WORDS = ["engine", "mercy", "period", "yielding", "accuracies", "tracery"]


@pytest.mark.parametrize("kind", MAKERS)
def test_a_fault_changes_the_statement_and_is_the_same_on_every_run(kind):
    changed = with_fault(kind, TEXT, "seed", WORDS)
    assert changed
    assert changed != TEXT
    assert changed == with_fault(kind, TEXT, "seed", WORDS)


@pytest.mark.parametrize("kind", [kind for kind in MAKERS if kind != "invented method"])
def test_a_statement_without_a_place_for_a_fault_gets_none(kind):
    assert with_fault(kind, "We met.", "seed", []) == ""


def test_there_are_two_hundred_true_claims_that_nothing_was_fitted_on():
    reported = [case for case in cases([s for s in read_statements() if s.split == "reported"]) if case.is_true]
    assert len(reported) >= 200
    assert {case.kind for case in reported} == set(TRUE)


def test_no_statement_is_its_own_fault():
    for case in cases(read_statements()):
        if not case.is_true and not case.cites:
            assert case.text != case.sentence


@pytest.fixture(scope="module")
def outcomes():
    """The verdicts on every sixth reported statement and its faults."""
    statements = [s for s in read_statements() if s.split == "reported"][::6]
    return examine(list(cases(statements)), bundled_checker())


def test_sentences_are_kept_and_many_rewordings_too(outcomes):
    found = {row.kind: row for row in rows(outcomes)}
    assert found["true sentence"].supported == found["true sentence"].made
    assert found["true rewording"].taken_out <= 0.6 * found["true rewording"].made


def test_nearly_all_faults_are_caught(outcomes):
    false = [outcome for outcome in outcomes if not outcome.case.is_true]
    passed = [outcome.case for outcome in false if outcome.status == "supported"]
    assert len(passed) <= 0.08 * len(false), passed


@pytest.mark.parametrize("kind", [COPY, QUOTATION, "altered number"])
def test_a_fact_that_the_paper_does_not_have_is_never_shown(outcomes, kind):
    assert all(outcome.status == "unsupported" for outcome in outcomes if outcome.case.kind == kind)


def test_the_command_refuses_a_split_that_there_is_not():
    assert "reported" in CliRunner().invoke(app, ["faults", "--split", "test"]).exception.remedy


def test_a_malformed_statement_is_an_error_that_names_its_line(tmp_path):
    file = tmp_path / "true.jsonl"
    good = read_statements()[0]._asdict()
    file.write_text(json.dumps(good) + "\n" + json.dumps({**good, "sentence": " "}) + "\n", "utf-8")
    with pytest.raises(GoldError, match="line 2"):
        read_statements(file)
