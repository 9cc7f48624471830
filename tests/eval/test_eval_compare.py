"""Two runs: an A/A comparison finds nothing, a real loss of five points is found."""

import random
from dataclasses import replace

import pytest
from eval_builders import score, scores

from assistant_eval.comparing.compare import compare
from assistant_eval.errors import RunError
from assistant_eval.gold.corpus import Corpus
from assistant_eval.gold.reading import read_gold


def run_on_test(seed):
    """Plausible values for every question of the bundled split test; the texts are not looked at."""
    luck = random.Random(seed)
    ids = [question.id for question in read_gold(Corpus.seeds()).questions if question.split == "test"]
    each = [score(name, {"quality": luck.choice([0.0, 0.4, 0.7, 1.0, 1.0]), "hit@1": float(luck.random() < 0.8)}) for name in ids]
    return scores(each, "A", "test")


def test_a_run_is_no_better_or_worse_than_itself():
    run = run_on_test(1)
    result = compare(run, replace(run, name="B"))
    assert result.real == ()
    assert all(d.p == 1 and d.interval == (0, 0) and not d.wins and not d.losses for d in result.differences)


def test_noise_without_direction_is_no_difference():
    run, luck = run_on_test(1), random.Random(7)
    noisy = [
        replace(each, values={**each.values, "quality": each.values["quality"] + luck.choice([-0.1, 0.1])}) if luck.random() < 0.3 else each
        for each in run.questions
    ]
    assert compare(run, scores(noisy, "B", "test")).real == ()


def test_a_loss_of_five_points_of_quality_is_found_on_the_test_split():
    run = run_on_test(2)
    good = [each.id for each in run.questions if each.values["quality"] == 1.0]
    spoiled = set(random.Random(3).sample(good, round(0.05 * len(run.questions))))
    worse = [replace(each, values={**each.values, "quality": 0.0}) if each.id in spoiled else each for each in run.questions]
    result = compare(run, scores(worse, "B", "test"))
    primary = result.differences[0]
    assert (primary.metric, primary.slice, primary.family) == ("quality", "all", "primary")
    assert primary.delta == pytest.approx(-0.05, abs=0.003)
    assert primary.interval.high < 0
    assert primary.verdict == "worse"
    assert set(primary.losses) == spoiled
    assert primary.wins == ()


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


def test_only_questions_of_both_runs_are_compared():
    one = scores([score("a", {"quality": 0.0}), score("b", {"quality": 1.0})])
    other = scores([score("b", {"quality": 1.0}), score("c", {"quality": 1.0})])
    assert compare(one, other).n == 1


@pytest.mark.parametrize(
    ("change", "message"),
    [({"corpus": "x"}, "different corpora"), ({"gold": "x"}, "different gold"), ({"questions": ()}, "share no question")],
)
def test_runs_that_cannot_be_compared_are_refused(change, message):
    run = scores([score("a", {"quality": 1.0})])
    with pytest.raises(RunError, match=message):
        compare(run, replace(run, **change))
