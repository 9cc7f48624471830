"""Reports of a run: calibration, the page's content and its limits, Markdown, and the page's way to the chat page."""

from __future__ import annotations

import re

import pytest
from eval_builders import corpus, question, quote, record, system

from assistant.ui.evaluation import report_path
from assistant_eval.errors import RunError
from assistant_eval.gold.questions import split_of
from assistant_eval.records import Ranked
from assistant_eval.reporting.calibration import calibration_error, reliability
from assistant_eval.reporting.page import page
from assistant_eval.reporting.plots import Row, dots
from assistant_eval.reporting.report import HTML, MARKDOWN, markdown, publish, write_reports
from assistant_eval.running.environment import describe
from assistant_eval.running.runs import score as score_run

DEV = [name for name in (f"d-{n}" for n in range(40)) if split_of(name) == "dev"]
TEST = next(name for name in (f"d-{n}" for n in range(40)) if split_of(name) == "test")
EVIL = "</script><b onmouseover=alert(1)>\"'& \x00"


def a_run(folder, questions, records, name="run"):
    environment = describe(name, "all", questions, "gold", corpus(), system())
    environment.write(folder)
    return score_run(folder, environment, questions, {each.id: each for each in records}, corpus())


@pytest.fixture
def run(tmp_path):
    """Five questions of the split dev, each of another kind or outcome, and one of the split test."""
    questions = [
        question(DEV[0]), question(DEV[1], "list", messy=True), question(DEV[2], "unanswerable"), question(DEV[3], "followup", lang="zh"),
        question(DEV[4], note=EVIL, text=EVIL, type=EVIL), question(TEST, text="SECRET QUESTION"),
    ]  # fmt: skip
    stages = {"question": 1.0, "retrieval": 6.0, "drafting": 2.0, "checking": 0.5, "total": 10.0}
    cited = (quote("t.txt#1", "Cats eat fish."),)
    records = [
        record(DEV[0], citations=cited, timings_ms=stages),
        record(DEV[1], kind="list", papers=("t.txt#1", "t.txt#3"), ranking=(Ranked("t.txt#1", 0.95), Ranked("t.txt#3", 0.15))),
        record(DEV[2], abstained=True, answerable=0.05, papers=()),
        record(DEV[3]),
        record(DEV[4], text=EVIL + "\ud800", citations=(quote("t.txt#1", "Cats sleep a lot."),)),
        record(TEST, text="SECRET ANSWER", citations=(quote("t.txt#2", "Dogs eat meat."),)),
    ]
    return a_run(tmp_path / "run", questions, records)


def test_a_bin_has_the_mean_prediction_and_the_share_that_came_true():
    low, high = reliability([0.05, 0.0, 0.92, 0.98, 1.0], [False, False, True, True, False])
    assert (low.low, low.high, low.n, low.observed) == (0.0, 0.1, 2, 0.0)
    assert (high.low, high.n) == (0.9, 3)
    assert high.predicted == pytest.approx((0.92 + 0.98 + 1.0) / 3)
    assert high.observed == pytest.approx(2 / 3)
    # Wilson for 2 of 3.
    assert (high.interval_low, high.interval_high) == pytest.approx((0.2077, 0.9385), abs=0.001)


def test_the_calibration_error_is_weighted_by_the_bins_counts():
    bins = reliability([0.2, 0.2, 0.2, 0.9], [False, False, True, True])
    assert calibration_error(bins) == pytest.approx((3 * abs(0.2 - 1 / 3) + 1 * abs(0.9 - 1)) / 4)
    assert calibration_error([]) == 0
    assert calibration_error(reliability([1.0, 0.0], [True, False])) == 0


def test_predictions_outside_0_to_1_count_in_the_outermost_bins():
    assert [(each.low, each.n) for each in reliability([-0.2, 1.7, 0.999], [False, True, True])] == [(0.0, 1), (0.9, 2)]


def test_a_dot_stands_at_its_share_of_the_width():
    drawn = dots("T", "", [Row("kind", 0.25, 0.1, 0.4, ".25")], 1.0)
    assert 'cx="25.00%"' in drawn
    assert 'x1="10.00%" x2="40.00%"' in drawn


def test_every_question_of_dev_is_there_with_what_the_filters_need(run):
    shown = page(run, corpus())
    assert set(re.findall(r'<details id="q-([^"]+)"', shown)) == {*DEV[:5], TEST}
    (listed,) = re.findall(rf'<details id="q-{DEV[1]}" ([^>]*)>', shown)
    assert 'data-kind="list"' in listed
    assert 'data-messy="yes"' in listed
    assert 'data-refused="no"' in listed
    assert 'data-lang="zh"' in shown
    assert 'data-refused="yes"' in shown


def test_the_worst_question_stands_first_without_a_script(run):
    values = [float(value) for value in re.findall(r'data-quality="([\d.]+)"', page(run, corpus()))]
    assert values == sorted(values)
    assert values[0] < values[-1]


def test_of_the_split_test_only_id_and_values_are_shown(run):
    for shown in (page(run, corpus()), markdown(run, corpus())):
        assert TEST in shown
        assert "SECRET" not in shown
        assert "Dogs eat meat" not in shown


def test_hostile_texts_are_escaped(run):
    shown = page(run, corpus())
    assert shown.count("<script>") == shown.count("</script>") == 1
    assert "<b onmouseover" not in shown
    assert "&lt;b onmouseover=alert(1)&gt;" in shown


def test_the_page_fetches_nothing_and_says_so(run):
    shown = page(run, corpus())
    assert "default-src 'none'" in shown
    assert "unsafe" not in shown
    head = shown[: shown.index("<style>")]
    assert not re.search(r"<(link|img|iframe|object|embed)\b|\b(src|action)=", shown.replace("default-src", ""))
    assert "http" not in head.replace("http-equiv", "")


def test_what_was_cited_is_marked_by_the_gold_and_the_gold_by_what_was_cited(run):
    shown = page(run, corpus())
    start = shown.index(f'<details id="q-{DEV[0]}"')
    part = shown[start : shown.index("</details>", start)]
    assert '<li class="hit"><span class="unseen">right: </span>Cats eat fish. (t.txt#1)</li>' in part
    assert '<li class="miss"><span class="unseen">not matched: </span>Cats sleep a lot. (t.txt#1)</li>' in part


def test_figures_say_their_numbers(run):
    shown = page(run, corpus())
    assert "whether the corpus answers the question; n 6, expected calibration error" in shown
    assert "borderline ones left out; n 2, expected calibration error 0.100" in shown
    assert "retrieval: 2.0" in shown  # 6 ms of one specific question of three
    assert "list (1), area" in shown


def test_a_run_of_one_kind_without_judged_answers_has_a_page_too(tmp_path):
    one = question(DEV[0], "list", relevant=(), borderline=("t.txt#1",))
    assert "No question has a judged answer." in page(a_run(tmp_path, [one], [record(DEV[0], ranking=())]), corpus())


def test_halves_of_characters_do_not_stop_the_report(run):
    write_reports(run, corpus())
    assert {HTML, MARKDOWN} <= {path.name for path in run.folder.iterdir()}
    assert (run.folder / HTML).read_text("utf-8").endswith("</html>\n")


def test_the_markdown_is_short_and_folds_what_is_long(run):
    shown = markdown(run, corpus())
    assert shown.startswith("**run: split all, 6 questions**")
    assert shown.count("<details>") == shown.count("</details>") == 2
    assert len(shown.splitlines()) < 90


def test_the_newest_page_replaces_the_one_in_the_data_folder(run, tmp_path):
    write_reports(run, corpus())
    target = report_path(tmp_path / "data")
    target.parent.mkdir(parents=True)
    target.write_text("old", "utf-8")
    assert publish(run.folder, tmp_path / "data") == target
    assert target.read_bytes() == (run.folder / HTML).read_bytes()
    assert [path.name for path in target.parent.iterdir()] == ["report.html"]


def test_a_folder_without_a_page_cannot_be_published(tmp_path):
    with pytest.raises(RunError, match="cannot be copied"):
        publish(tmp_path, tmp_path / "data")
