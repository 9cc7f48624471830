"""Run folders: one run writes at a time, what is scored, compared or raised is whole and of one system, and files are never half."""

import json
import threading
from dataclasses import replace

import pytest
from eval_builders import FakeAssistant, corpus, question, record, system
from typer.testing import CliRunner

from assistant_eval.command import app
from assistant_eval.errors import RunError
from assistant_eval.files import write_whole
from assistant_eval.gold.questions import split_of
from assistant_eval.gold.reading import Gold
from assistant_eval.records import AnswerFile, Quote, Statement
from assistant_eval.reporting.page import page
from assistant_eval.reporting.report import markdown, write_reports
from assistant_eval.reporting.tables import side_by_side
from assistant_eval.running.environment import read_environment
from assistant_eval.running.runs import Plan, finished_scores, run, score_again

IDS = [f"q{n}" for n in range(6)]
QUESTIONS = tuple(question(name) for name in IDS)


def plan(folder, **fields):
    return Plan(**{"name": "trial", "split": "all", "questions": QUESTIONS, "gold": "gold", "folder": folder, **fields})


def finish(folder, of=None, **fields):
    """A finished run with its reports, and who answered."""
    subject = FakeAssistant()
    write_reports(run(plan(folder, **fields), subject, corpus(), of or system()), corpus())
    return subject


def break_off(folder, of):
    with pytest.raises(KeyboardInterrupt):
        run(plan(folder), FakeAssistant(dies_at=3), corpus(), of)


def test_a_second_run_in_the_same_folder_is_refused_while_the_first_writes(tmp_path):
    class Waiting(FakeAssistant):
        """Has begun to answer, and goes on when it is let."""

        begun, go_on = threading.Event(), threading.Event()

        def ask(self, text, history=(), *, id=""):  # noqa: A002
            self.begun.set()
            assert self.go_on.wait(20)
            return super().ask(text, history, id=id)

    first = Waiting()
    thread = threading.Thread(target=run, args=(plan(tmp_path), first, corpus(), system()))
    thread.start()
    try:
        assert first.begun.wait(20)
        with pytest.raises(RunError, match="another run is writing to it"):
            run(plan(tmp_path), FakeAssistant(), corpus(), system("2"))
    finally:
        first.go_on.set()
        thread.join()
    assert finished_scores(tmp_path)[0].key == system().key
    assert finish(tmp_path).asked == []


def test_results_of_one_system_do_not_stay_beside_the_answers_of_another(tmp_path):
    finish(tmp_path)
    (tmp_path / "judge.json").write_text("{}", "utf-8")
    break_off(tmp_path, system("2"))
    assert {path.name for path in tmp_path.iterdir()} == {"answers.jsonl", "environment.json", "run.lock"}


def test_results_stay_where_the_same_system_has_nothing_to_answer(tmp_path):
    finish(tmp_path)
    (tmp_path / "judge.json").write_text("{}", "utf-8")
    finish(tmp_path)
    assert (tmp_path / "judge.json").exists()


@pytest.mark.parametrize(
    "command", [["compare", "one", "run"], ["compare", "run", "one"], ["raise", "run", "--gate", "gate.toml"], ["judge", "run"]]
)
def test_no_command_takes_a_run_that_did_not_finish(tmp_path, monkeypatch, command):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("OPENAI_BASE_URL", "http://127.0.0.1:1/v1")
    finish(tmp_path / "one")
    finish(tmp_path / "run")
    scores = (tmp_path / "run" / "scores.json").read_bytes()
    break_off(tmp_path / "run", system("2"))
    # As a run of an older version would have left it.
    (tmp_path / "run" / "scores.json").write_bytes(scores)
    error = CliRunner().invoke(app, command).exception
    assert isinstance(error, RunError)
    assert "did not finish" in error.cause


def test_scoring_and_comparing_refuse_answers_of_another_system(tmp_path):
    finish(tmp_path)
    answers = AnswerFile(tmp_path / "answers.jsonl")
    records = list(answers.records())
    other = system("2").answer_key(QUESTIONS[3])
    answers.path.write_text("".join((replace(r, key=other) if r.id == IDS[3] else r).to_line() for r in records), "utf-8")
    for look in (lambda: finished_scores(tmp_path), lambda: score_again(tmp_path, Gold(QUESTIONS, "g"), corpus())):
        with pytest.raises(RunError, match="1 answers are missing or by another system, q3 first"):
            look()


def test_answers_of_a_system_before_do_no_harm_beside_a_whole_set_of_another(tmp_path):
    finish(tmp_path)
    assert finish(tmp_path, system("2")).asked == IDS
    assert finish(tmp_path).asked == []
    assert finished_scores(tmp_path)[0].key == system().key


@pytest.mark.parametrize("change", [{"text": "Why?"}, {"history": QUESTIONS[0].history[:0] + question("f", "followup").history}])
def test_answers_to_other_words_are_not_scored(tmp_path, change):
    finish(tmp_path)
    gold = Gold((replace(QUESTIONS[0], **change), *QUESTIONS[1:]), "new")
    with pytest.raises(RunError, match="the words of 1 questions changed since they were answered, q0 first"):
        score_again(tmp_path, gold, corpus())
    finish(tmp_path, questions=gold.questions)
    assert score_again(tmp_path, gold, corpus()).scores.gold == "new"
    finish(tmp_path)
    assert score_again(tmp_path, Gold(QUESTIONS, "old"), corpus()).scores.gold == "old"


def test_a_fresh_run_makes_every_answer_anew(tmp_path):
    finish(tmp_path)
    assert finish(tmp_path).asked == []
    assert finish(tmp_path, fresh=True).asked == IDS


def test_a_new_version_of_a_package_is_another_system():
    one = replace(system(), packages={"numpy": "1"})
    assert one.answer_key(QUESTIONS[0]) != replace(one, packages={"numpy": "2"}).answer_key(QUESTIONS[0])


def test_an_environment_whose_key_is_not_its_system_s_is_damaged(tmp_path):
    finish(tmp_path)
    path = tmp_path / "environment.json"
    fields = json.loads(path.read_text("utf-8"))
    path.write_text(json.dumps({**fields, "system": {**fields["system"], "version": "9"}}), "utf-8")
    with pytest.raises(RunError, match="is damaged, or of another version"):
        read_environment(tmp_path)


def test_a_cache_that_cannot_be_written_or_read_is_warned_of_and_the_run_goes_on(tmp_path, caplog):
    (tmp_path / "file").write_text("", "utf-8")
    (tmp_path / "folder.jsonl").mkdir()
    for name, cache in (("a", tmp_path / "file" / "c.jsonl"), ("b", tmp_path / "folder.jsonl")):
        caplog.clear()
        assert finish(tmp_path / name, cache=cache).asked == IDS
        assert [entry.message[:42] for entry in caplog.records] == ["The answers are not kept for other runs: " + str(tmp_path)[0]]


class Failing(FakeAssistant):
    """Two answers that the endpoint failed for, one reply that could not be shown."""

    def ask(self, text, history=(), *, id=""):  # noqa: A002
        failures = {"q1": "endpoint", "q3": "endpoint", "q4": "reply"}
        return replace(super().ask(text, history, id=id), failure=failures.get(id, ""), notes=("It is down.",))


def test_answers_that_are_not_the_model_s_are_counted_and_told_in_every_report(tmp_path):
    done = run(plan(tmp_path), Failing(), corpus(), system())
    assert (done.environment.fell_back, done.environment.unusable) == (2, 1)
    told = "Of 6 answers, not by the model: 2 because the endpoint failed, 1 because the model's reply could not be shown."
    assert told in markdown(done, corpus())
    assert told.replace("'", "&#x27;") in page(done, corpus())
    whole = run(plan(tmp_path / "whole"), FakeAssistant(), corpus(), system())
    assert "not by the model" not in markdown(whole, corpus()) + page(whole, corpus())


def test_an_answer_that_the_endpoint_failed_for_is_made_again_and_an_unusable_reply_is_not(tmp_path):
    run(plan(tmp_path, cache=tmp_path / "c.jsonl"), Failing(), corpus(), system())
    assert finish(tmp_path / "other", cache=tmp_path / "c.jsonl").asked == ["q1", "q3"]
    assert finish(tmp_path).asked == ["q1", "q3"]


def test_a_row_that_lacks_answers_has_no_star_and_is_not_compared(tmp_path):
    one, other = (run(plan(tmp_path / name), FakeAssistant(), corpus(), system()).scores for name in ("one", "other"))
    assert all("*" in cell for row in side_by_side([one, other]).rows for cell in row[1:4])
    first, second = side_by_side([one, other], [0, 3], ["answer_words"]).rows
    assert ("*" in "".join(first), "*" in "".join(second), "*" in first[-1]) == (True, False, False)


def test_who_reads_a_file_while_it_is_written_finds_the_old_one_whole(tmp_path):
    path = tmp_path / "scores.json"
    write_whole(path, "old")
    with path.open(encoding="utf-8") as reader:
        write_whole(path, "new, and longer")
        assert (reader.read(), path.read_text("utf-8")) == ("old", "new, and longer")
    assert [file.name for file in tmp_path.iterdir()] == ["scores.json"]


def test_a_file_that_cannot_be_replaced_stays_as_it_was(tmp_path):
    path = tmp_path / "scores.json"
    write_whole(path, "old")
    (tmp_path / "scores.json.new").mkdir()
    with pytest.raises(RunError, match="cannot be written"):
        write_whole(path, "new")
    assert path.read_text("utf-8") == "old"


@pytest.mark.parametrize("name", ["scores.json", "environment.json", "report.md", "report.html"])
def test_a_result_that_cannot_be_written_is_told_and_nothing_half_stays(tmp_path, name):
    finish(tmp_path / "run")
    (tmp_path / "run" / name).unlink()
    (tmp_path / "run" / name).mkdir()
    with pytest.raises(RunError, match=r"cannot be|is damaged"):
        finish(tmp_path / "run")
    assert not list((tmp_path / "run").glob("*.new"))


@pytest.mark.parametrize(
    "change",
    [
        {"claims": [["Cats eat fish.", [1], 0]]},
        {"claims": [["Cats eat fish.", [-1], 0]]},
        {"claims": [["Cats eat fish.", [0.0], 0]]},
        {"timings_ms": [1, 2]},
        {"timings_ms": {"total": "long"}},
        {"timings_ms": {"total": float("nan")}},
        {"answerable": None},
        {"abstained": "no"},
        {"text": None},
        {"papers": [1]},
        {"citations": [[1, "t.txt#1", "Cats", "0", 4, "supported"]]},
        {"cost": 10**400},
        {"more": 1},
    ],
)
def test_a_record_that_cannot_be_scored_is_a_damaged_line(tmp_path, change):
    good = record(claims=(Statement("Cats eat fish.", (0,)),), citations=(Quote(1, "t.txt#1", "Cats eat fish.", 0, 14, "supported"),))
    file = AnswerFile(tmp_path / "a.jsonl")
    file.append(good)
    with file.path.open("a", encoding="utf-8") as lines:
        lines.write(json.dumps({**json.loads(good.to_line()), "id": "damaged", **change}) + "\n" + "[" * 100_000 + "\n")
    file.append(replace(good, id="after"))
    assert list(file.by_id()) == ["q", "after"]


def test_questions_of_both_splits_are_among_those_of_this_file():
    assert {split_of(name) for name in IDS} == {"dev", "test"}
