"""Runs: what was answered is kept, found again, and never confused with what another system answered."""

import time
from dataclasses import replace

import pytest
from eval_builders import FakeAssistant, corpus, papers, question, record, system

from assistant_eval.errors import RunError
from assistant_eval.gold.corpus import Corpus
from assistant_eval.gold.reading import Gold
from assistant_eval.records import AnswerFile
from assistant_eval.reporting.report import markdown, write_reports
from assistant_eval.running.environment import read_environment
from assistant_eval.running.runs import Plan, run, score_again
from assistant_eval.scoring.scorefile import read_scores

IDS = [f"q{n}" for n in range(6)]


def plan(folder, cache=None):
    questions = tuple(question(name) for name in IDS)
    return Plan("trial", "all", questions, "gold", folder, cache)


def test_a_run_folder_holds_answers_scores_environment(tmp_path):
    done = run(plan(tmp_path), FakeAssistant(), corpus(), system())
    assert done.scores.overall["hit@1"] == (1.0, 6)
    assert done.scores.overall["evidence_recall"].value == 0.5
    assert read_scores(tmp_path) == done.scores
    assert read_environment(tmp_path) == done.environment
    assert (done.environment.made, done.environment.reused) == (6, 0)
    assert list(AnswerFile(tmp_path / "answers.jsonl").by_id()) == IDS


def test_a_run_goes_on_where_it_was_interrupted(tmp_path):
    with pytest.raises(KeyboardInterrupt):
        run(plan(tmp_path), FakeAssistant(dies_at=4), corpus(), system())
    second = FakeAssistant()
    done = run(plan(tmp_path), second, corpus(), system())
    assert second.asked == IDS[3:]
    assert (done.environment.made, done.environment.reused) == (3, 3)
    assert done.scores.overall["quality"].n == 6


def test_a_line_cut_short_by_a_kill_is_answered_again(tmp_path):
    run(plan(tmp_path), FakeAssistant(), corpus(), system())
    path = tmp_path / "answers.jsonl"
    path.write_bytes(path.read_bytes()[:-40])
    second = FakeAssistant()
    assert run(plan(tmp_path), second, corpus(), system()).scores.overall["quality"].n == 6
    assert second.asked == IDS[-1:]


def test_another_run_of_the_same_system_finds_its_answers_in_the_cache(tmp_path):
    cache = tmp_path / "cache.jsonl"
    run(plan(tmp_path / "a", cache), FakeAssistant(), corpus(), system())
    second = FakeAssistant()
    done = run(plan(tmp_path / "b", cache), second, corpus(), system())
    assert second.asked == []
    assert done.environment.reused == 6


def test_another_version_answers_anew(tmp_path):
    cache = tmp_path / "cache.jsonl"
    run(plan(tmp_path / "a", cache), FakeAssistant(), corpus(), system())
    second = FakeAssistant()
    run(plan(tmp_path / "b", cache), second, corpus(), system("2"))
    run(plan(tmp_path / "a", cache), second, corpus(), system("3"))
    assert second.asked == IDS * 2


class Failing(FakeAssistant):
    """Its endpoint is down from the question number `fails_from` on."""

    def __init__(self, fails_from: int = 0):
        super().__init__()
        self.fails_from = fails_from

    def ask(self, text, history=(), *, id=""):  # noqa: A002
        answer = super().ask(text, history, id=id)
        down = id and IDS.index(id) >= self.fails_from
        return replace(answer, failure="endpoint", notes=("The endpoint is down.",)) if down else answer


def test_an_answer_that_fell_back_is_made_again(tmp_path):
    done = run(plan(tmp_path, tmp_path / "cache.jsonl"), Failing(fails_from=2), corpus(), system())
    assert done.environment.fell_back == 4
    second = FakeAssistant()
    run(plan(tmp_path, tmp_path / "cache.jsonl"), second, corpus(), system())
    assert second.asked == IDS[2:]


@pytest.mark.parametrize("workers", [1, 3])
def test_an_endpoint_that_stays_down_ends_the_run_and_what_was_answered_is_kept(tmp_path, workers):
    with pytest.raises(RunError, match="failed for 5 questions in a row") as caught:
        run(replace(plan(tmp_path), workers=workers), Failing(fails_from=1), corpus(), system())
    assert ("The endpoint is down." in caught.value.cause, str(tmp_path) in caught.value.remedy) == (True, True)
    second = FakeAssistant()
    done = run(plan(tmp_path), second, corpus(), system())
    assert second.asked == IDS[1:]
    assert (done.environment.fell_back, done.environment.finished != "") == (0, True)


def test_answers_made_at_the_same_time_are_the_same_and_in_the_same_order(tmp_path):
    class Slow(FakeAssistant):
        """The first question takes longest."""

        def ask(self, text, history=(), *, id=""):  # noqa: A002
            time.sleep(0.2 if id == IDS[0] else 0.01)
            return super().ask(text, history, id=id)

    start = time.perf_counter()
    run(replace(plan(tmp_path / "many"), workers=6), Slow(), corpus(), system())
    assert time.perf_counter() - start < 5
    run(plan(tmp_path / "one"), Slow(), corpus(), system())
    many, one = ((tmp_path / name / "answers.jsonl").read_text("utf-8") for name in ("many", "one"))
    assert many == one
    assert list(AnswerFile(tmp_path / "many" / "answers.jsonl").by_id()) == IDS


def test_the_key_depends_on_question_and_history():
    one, followup = question("a", text="Why?"), question("a", "followup", text="Why?")
    assert system().answer_key(one) == system().answer_key(replace(one, id="b"))
    assert system().answer_key(one) != system().answer_key(followup)
    assert system().answer_key(one) != replace(system(), settings={"model": "other"}).answer_key(one)


def test_a_followup_is_ranked_and_answered_in_its_conversation(tmp_path):
    asked = question("f", "followup")
    subject = FakeAssistant()
    run(replace(plan(tmp_path), questions=(asked,)), subject, corpus(), system())
    assert subject.histories == [asked.history]


def test_a_run_folder_of_another_corpus_is_refused(tmp_path):
    run(plan(tmp_path), FakeAssistant(), corpus(), system())
    changed = Corpus.of([replace(papers()[0], abstract="Something else."), *papers()[1:]])
    for again in (lambda: run(plan(tmp_path), FakeAssistant(), changed, system()), lambda: score_again(tmp_path, Gold((), "g"), changed)):
        with pytest.raises(RunError, match="over another corpus"):
            again()


def test_scoring_again_asks_nothing_and_follows_the_gold(tmp_path):
    run(plan(tmp_path), FakeAssistant(), corpus(), system())
    moved = tuple(replace(question(name), relevant=("t.txt#3",)) for name in IDS)
    done = score_again(tmp_path, Gold(moved, "new"), corpus())
    assert done.scores.overall["hit@1"].value == 0
    assert read_scores(tmp_path).gold == "new"


def test_scoring_an_unfinished_run_says_how_to_go_on(tmp_path):
    with pytest.raises(KeyboardInterrupt):
        run(plan(tmp_path), FakeAssistant(dies_at=3), corpus(), system())
    with pytest.raises(RunError, match="did not finish"):
        score_again(tmp_path, Gold(plan(tmp_path).questions, "gold"), corpus())


def test_a_folder_that_is_no_run_is_told(tmp_path):
    with pytest.raises(RunError, match="no run folder"):
        score_again(tmp_path, Gold((), "g"), corpus())
    with pytest.raises(RunError, match=r"no scores\.json"):
        read_scores(tmp_path)


def test_a_record_survives_its_file(tmp_path):
    file = AnswerFile(tmp_path / "a.jsonl")
    file.append(record(text="“$l_0$” 引用\n"))
    assert file.by_id() == {"q": record(text="“$l_0$” 引用\n")}


def test_reports_state_split_and_n_and_fetch_nothing(tmp_path):
    done = run(plan(tmp_path), FakeAssistant(), corpus(), system())
    write_reports(done, corpus())
    html = (tmp_path / "report.html").read_text("utf-8")
    assert "split all, 6 questions" in markdown(done, corpus())
    assert "Split <b>all</b>, 6 questions" in html
    assert "<svg" in html
    for outside in ("http:", "https:", "src=", "<link", "@import", "url("):
        assert outside not in html


def test_reports_show_questions_of_dev_and_only_ids_of_test(tmp_path):
    class Silent(FakeAssistant):
        def ask(self, text, history=(), *, id=""):  # noqa: A002
            return replace(super().ask(text, history, id=id), abstained=True)

    done = run(plan(tmp_path), Silent(), corpus(), system())
    write_reports(done, corpus())
    text = (tmp_path / "report.md").read_text("utf-8") + (tmp_path / "report.html").read_text("utf-8")
    assert {each.split for each in done.questions} == {"dev", "test"}
    for each in done.questions:
        assert each.id in text
        assert (each.text in text) == (each.split == "dev")
