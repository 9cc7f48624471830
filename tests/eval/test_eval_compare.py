"""Runs against a baseline: A/A comparisons find no more than chance allows, a real loss of five points is found, and it is shown."""

import json
import random
import re
from dataclasses import replace
from functools import cache

import pytest
from eval_builders import FakeAssistant, corpus, question, score, scores, system
from scipy.stats import binom
from typer.testing import CliRunner

from assistant_eval.command import app
from assistant_eval.comparing.compare import LEVEL, compare, compare_all, smallest_p
from assistant_eval.errors import RunError
from assistant_eval.gold.corpus import Corpus
from assistant_eval.gold.questions import split_of
from assistant_eval.gold.reading import Gold, read_gold
from assistant_eval.records import AnswerFile
from assistant_eval.reporting.compared import compared_markdown, compared_page, letters, sentence
from assistant_eval.reporting.reading import read_run
from assistant_eval.reporting.tables import difference_cells
from assistant_eval.running.runs import ANSWERS, Plan, run

SEEDS = 20


@cache
def ids_of_test():
    """The ids of the bundled split test; the texts are not looked at."""
    return [question.id for question in read_gold(Corpus.seeds()).questions if question.split == "test"]


def run_on_test(seed, difficulty=0):
    """Plausible qualities for every question of the split test: each has a difficulty, and the seed is the run's luck."""
    hard, luck = random.Random(difficulty), random.Random(seed)
    each = []
    for name in ids_of_test():
        likely = hard.betavariate(1.2, 0.8)
        each.append(score(name, {"quality": 1.0 if luck.random() < likely else luck.choice([0.0, 0.0, 0.4, 0.7])}))
    return scores(each, "A", "test")


def worse_by_five_points(run, seed):
    """The run with 5% of its questions gone from 1 to 0, and a few others changed a little without direction."""
    luck = random.Random(seed)
    good = [each.id for each in run.questions if each.values["quality"] == 1.0]
    spoiled = set(luck.sample(good, round(0.05 * len(run.questions))))
    changed = []
    for each in run.questions:
        value = each.values["quality"]
        if each.id in spoiled:
            value = 0.0
        elif luck.random() < 0.1:
            value += luck.choice([-0.1, 0.1])
        changed.append(replace(each, values={"quality": value}))
    return scores(changed, "B", "test"), spoiled


def test_a_run_is_no_better_or_worse_than_itself():
    one = run_on_test(1)
    result = compare(one, replace(one, name="B"))
    assert result.real == ()
    assert all(d.p == 1 and d.interval == (0, 0) and not d.wins and not d.losses for d in result.differences)


def test_of_twenty_pairs_of_runs_that_differ_by_luck_no_more_are_found_than_chance_allows():
    results = [compare(run_on_test(2 * seed, seed), run_on_test(2 * seed + 1, seed)).primary for seed in range(SEEDS)]
    assert all(result.wins and result.losses for result in results)
    # Expected is one; more than this happens to a right test in less than 3 of 100 such series.
    allowed = int(binom.ppf(0.975, SEEDS, LEVEL))
    assert sum(result.is_real for result in results) <= allowed
    assert sum(not result.interval.low <= 0 <= result.interval.high for result in results) <= allowed


def test_under_luck_alone_p_is_as_often_high_as_low():
    values = [compare(run_on_test(2 * seed, seed), run_on_test(2 * seed + 1, seed)).primary.p for seed in range(SEEDS)]
    low = sum(p < 0.5 for p in values)
    assert binom.ppf(0.005, SEEDS, 0.5) <= low <= binom.ppf(0.995, SEEDS, 0.5)


@pytest.mark.parametrize("seed", range(10))
def test_a_loss_of_five_points_of_quality_is_found_on_the_test_split(seed):
    before = run_on_test(seed, seed)
    after, spoiled = worse_by_five_points(before, seed)
    primary = compare(before, after).primary
    assert (primary.metric, primary.slice, primary.family) == ("quality", "all", "primary")
    assert primary.delta == pytest.approx(-0.05, abs=0.01)
    assert primary.interval.high < 0
    assert primary.verdict == "worse"
    assert spoiled <= set(primary.losses)


def test_it_is_found_beside_two_other_runs_too():
    before = run_on_test(3, 3)
    after, _ = worse_by_five_points(before, 3)
    comparisons = compare_all(before, [replace(before, name="B"), after, run_on_test(4, 3)])
    assert [comparison.primary.verdict for comparison in comparisons] == ["too few changed to tell", "worse", "no difference shown"]


def test_holm_counts_the_tests_of_all_runs_together():
    before = scores([score(f"q{n}", {"quality": 1.0}) for n in range(40)], "A")
    seven, eight = (scores([score(f"q{n}", {"quality": float(n >= lost)}) for n in range(40)], name) for lost, name in ((7, "B"), (8, "C")))
    alone = [compare(before, other).primary for other in (seven, eight)]
    together = [comparison.primary for comparison in compare_all(before, [seven, eight])]
    assert [d.p for d in together] == [d.p for d in alone]
    assert alone[1].adjusted == pytest.approx(2 / 2**8)
    assert together[1].adjusted == pytest.approx(2 * 2 / 2**8)
    assert together[0].adjusted == pytest.approx(max(2 / 2**7, 2 * 2 / 2**8))


def test_tests_that_cannot_be_decided_cost_the_others_nothing():
    assert smallest_p(5) > LEVEL > smallest_p(6)
    before = [score(f"q{n}", {"quality": 1.0, "hit@1": 1.0, "mrr": 1.0}) for n in range(30)]
    after = [replace(each, values={"quality": 1.0, "hit@1": float(n >= 7), "mrr": float(n >= 5)}) for n, each in enumerate(before)]
    found = {d.metric: d for d in compare(scores(before), scores(after)).differences if d.slice == "all"}
    assert found["hit@1"].adjusted == pytest.approx(found["hit@1"].p)
    assert found["mrr"].adjusted == 1


def test_a_slice_with_the_questions_of_another_is_not_tested_twice():
    one = scores([score(f"q{n}", {"quality": n / 8}) for n in range(8)])
    assert [d.slice for d in compare(one, one).differences] == ["all"]


def test_quality_by_kind_is_a_family_of_its_own():
    both = [score(f"q{n}", {"quality": 1.0}, kind=kind) for n, kind in enumerate(["list", "specific"] * 10)]
    worse = [replace(each, values={"quality": 0.0 if each.kind == "list" else 1.0}) for each in both]
    found = {d.slice: d for d in compare(scores(both), scores(worse)).differences}
    assert found["kind:list"].family == "kinds"
    assert found["kind:list"].verdict == "worse"
    assert found["kind:specific"].verdict == "too few changed to tell"


def test_less_is_better_for_refusals_of_good_questions():
    before = [score(f"q{n}", {"false_refusal_rate": 1.0}) for n in range(20)]
    after = [replace(each, values={"false_refusal_rate": 0.0}) for each in before]
    difference = compare(scores(before), scores(after)).differences[0]
    assert difference.verdict == "better"
    assert len(difference.wins) == 20


def test_a_busier_machine_is_no_worse_assistant():
    before = [score(f"q{n}", {"latency_ms": 10.0 + n}) for n in range(20)]
    after = [replace(each, values={"latency_ms": each.values["latency_ms"] + 5}) for each in before]
    (difference, *_) = compare(scores(before), scores(after)).differences
    assert (difference.delta, difference.verdict, difference.is_real) == (5, "not tested", False)


def test_a_longer_answer_is_neither_better_nor_worse():
    before = [score(f"q{n}", {"answer_words": 10.0}) for n in range(20)]
    after = [replace(each, values={"answer_words": 15.0}) for each in before]
    (difference, *_) = compare(scores(before), scores(after)).differences
    assert (difference.verdict, difference.is_real, difference.changed) == ("different", True, 20)
    assert (difference.wins, difference.losses) == ((), ())
    assert "20/0" not in difference_cells(difference)
    assert "0/20" not in difference_cells(difference)


@pytest.mark.parametrize(("changed", "verdict"), [(0, "too few changed to tell"), (5, "too few changed to tell"), (6, "better")])
def test_where_too_few_questions_changed_that_is_said_in_place_of_a_p_of_one(changed, verdict):
    before = scores([score(f"q{n}", {"quality": 0.0}) for n in range(40)])
    after = scores([score(f"q{n}", {"quality": float(n < changed)}) for n in range(40)])
    result = compare(before, after)
    assert sentence(result, "B").endswith(f": {verdict}.")
    for shown in (sentence(result, "B"), " ".join(difference_cells(result.primary))):
        assert verdict in shown
        assert "1.0000" not in shown


def test_only_questions_of_both_runs_are_compared_and_that_is_said():
    one = scores([score("a", {"quality": 0.0}), score("b", {"quality": 1.0})], "one")
    other = scores([score("b", {"quality": 1.0}), score("c", {"quality": 1.0})], "other")
    result = compare(one, other)
    assert (result.n, result.only_a, result.only_b) == (1, ("a",), ("c",))
    assert result.note.startswith("The runs asked different questions: 1 only one, 1 only other")
    assert compare(one, one).note == ""


@pytest.mark.parametrize(
    ("change", "message"),
    [({"corpus": "x"}, "different corpora"), ({"gold": "x"}, "different gold"), ({"questions": ()}, "share no question")],
)
def test_runs_that_cannot_be_compared_are_refused(change, message):
    run = scores([score("a", {"quality": 1.0})])
    with pytest.raises(RunError, match=message):
        compare(run, replace(run, **change))


DEV = [name for name in (f"d-{n}" for n in range(60)) if split_of(name) == "dev"][:8]
TEST = next(name for name in (f"d-{n}" for n in range(60)) if split_of(name) == "test")
EVIL = "<script>alert(1)</script>\"'"


@pytest.fixture
def folders(tmp_path):
    """Two run folders over nine questions: the second run refuses six that the first answers."""
    questions = (*(question(name, text=f"What of {EVIL} {name}?") for name in DEV), question(TEST, text="SECRET QUESTION"))
    gold = Gold(questions, "gold")
    for name in ("one", "two"):
        plan = Plan(name, "all", questions, "gold", tmp_path / name)
        done = run(plan, FakeAssistant(), corpus(), system())
        if name == "two":
            answers = AnswerFile(done.folder / ANSWERS)
            for key in DEV[:6]:
                answers.append(replace(done.records[key], abstained=True, text=f"Nothing found. {EVIL}"))
            run(plan, FakeAssistant(), corpus(), system())
    return tmp_path, gold


def compared(folders):
    folder, gold = folders
    runs = [read_run(folder / name, gold, corpus()) for name in ("one", "two")]
    return runs, compare_all(runs[0].scores, [runs[1].scores])


def test_the_page_shows_answers_side_by_side_and_marks_wins_and_losses(folders):
    runs, comparisons = compared(folders)
    shown = compared_page(runs, comparisons, corpus())
    assert comparisons[0].primary.verdict == "worse"
    start = shown.index(f'<details id="q-{DEV[0]}"')
    part = shown[start : shown.index("</details>", start)]
    assert part.index("Answer of A") < part.index("Cats eat fish. [1]") < part.index("Answer of B") < part.index("Nothing found.")
    assert 'data-outcome="B-worse"' in part
    assert 'data-refused="A-no B-yes B-wrong"' in part
    assert f'<a href="#q-{DEV[0]}">' in shown
    assert len(re.findall("<circle", shown)) >= 10


def test_the_page_keeps_the_split_test_to_ids_and_values_and_hostile_texts_to_text(folders):
    runs, comparisons = compared(folders)
    shown = compared_page(runs, comparisons, corpus())
    start = shown.index(f'<details id="q-{TEST}"')
    hidden = shown[start : shown.index("</details>", start)]
    assert "SECRET" not in shown
    assert "Cats" not in hidden
    assert "evidence_recall" in hidden
    assert shown.count("<script>") == 1
    assert "default-src 'none'" in shown


def test_the_markdown_for_a_pull_request_has_the_verdict_first_and_ids_folded(folders):
    _, comparisons = compared(folders)
    shown = compared_markdown(comparisons)
    assert shown.startswith("**B (two) against A (one): quality -")
    assert shown.index("<details>") < shown.index(f"`{DEV[0]}`")
    assert "SECRET" not in shown


def test_a_run_over_other_papers_or_gold_cannot_be_read_for_the_page(folders):
    folder, gold = folders
    with pytest.raises(RunError, match="other gold"):
        read_run(folder / "one", Gold(gold.questions, "changed"), corpus())
    with pytest.raises(RunError, match="another corpus"):
        read_run(folder / "one", gold, Corpus({}))
    (folder / "one" / ANSWERS).unlink()
    with pytest.raises(RunError, match="9 answers are missing"):
        read_run(folder / "one", gold, corpus())


def test_the_command_takes_several_runs_and_prints_each_difference_from_the_first(folders):
    folder, _ = folders
    names = [str(folder / name) for name in ("one", "two", "one")]
    made = CliRunner().invoke(app, ["compare", *names, "--markdown", str(folder / "c.md")])
    assert made.exit_code == 0, made.output
    assert "A = one, B = two" in made.stdout
    assert "C (one) against A (one): quality +0.000" in made.stdout
    assert f"B worse on (quality): {', '.join(DEV[:6])}" in made.stdout
    assert (folder / "c.md").read_text("utf-8").count("against A (one)") == 2
    body = json.loads(CliRunner().invoke(app, ["compare", *names, "--json"]).stdout)
    assert [each["b"] for each in body["comparisons"]] == ["two", "one"]


def test_one_run_alone_is_a_mistake_in_the_command(folders):
    made = CliRunner().invoke(app, ["compare", str(folders[0] / "one")])
    assert made.exit_code == 2
    assert "two run folders or more" in made.output


def test_runs_have_letters_even_after_z():
    assert letters(3) == ["A", "B", "C"]
    assert len(set(letters(60))) == 60
