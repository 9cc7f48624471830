"""The gate names metric, floor, value and the questions responsible; floors only go up."""

import shutil
import subprocess
from dataclasses import replace

import pytest
from eval_builders import question, score, scores

from assistant_eval.comparing.gate import FILE, breaches, findings, raise_floors, read_gate
from assistant_eval.errors import GateError
from assistant_eval.gold.corpus import Corpus
from assistant_eval.gold.questions import split_of
from assistant_eval.gold.reading import read_gold

DEV = [name for name in (f"q{n}" for n in range(40)) if split_of(name) == "dev"][:4]
TEST = next(name for name in (f"q{n}" for n in range(40)) if split_of(name) == "test")

ASKED = [question(name) for name in (*DEV, TEST)]


def gate(tmp_path, text):
    path = tmp_path / "gate.toml"
    path.write_text(text, "utf-8")
    return read_gate(path)


def run():
    values = [1.0, 1.0, 0.5, 0.0]
    each = [score(name, {"quality": value, "latency_ms": 100 * value}) for name, value in zip(DEV, values, strict=True)]
    return scores([*each, score(TEST, {"quality": 0.0})])


def test_a_floor_that_is_held_passes(tmp_path):
    assert breaches(gate(tmp_path, "[dev]\nquality = 0.625\n"), run()) == []


def test_a_floor_that_is_not_held_names_the_questions(tmp_path):
    (breach,) = breaches(gate(tmp_path, "[dev]\nquality = 0.7\n"), run())
    assert breach.value == 0.625
    assert breach.worst == (DEV[3], DEV[2])
    assert str(breach) == f"dev quality: 0.6250, floor 0.7; worst: {DEV[3]}, {DEV[2]}"


def test_each_split_has_its_own_floor(tmp_path):
    (breach,) = breaches(gate(tmp_path, "[dev]\nquality = 0.6\n[test]\nquality = 0.1\n"), run())
    assert (breach.floor.split, breach.worst) == ("test", (TEST,))


def test_a_cost_has_a_ceiling(tmp_path):
    assert breaches(gate(tmp_path, "[dev]\nlatency_p50_ms = 75\n"), run()) == []
    (breach,) = breaches(gate(tmp_path, "[dev]\nlatency_p50_ms = 74\n"), run())
    assert "ceiling 74" in str(breach)
    assert set(breach.worst[:2]) == set(DEV[:2])


def test_a_slice_can_have_a_floor(tmp_path):
    floors = gate(tmp_path, '[dev]\n"quality kind:specific" = 0.9\n')
    assert "dev quality (kind:specific): 0.6250" in str(breaches(floors, run())[0])


def test_what_was_not_measured_is_not_held(tmp_path):
    (breach,) = breaches(gate(tmp_path, "[dev]\nlist_f1 = 0.1\n"), run())
    assert "not measured" in str(breach)


def test_a_gate_that_checks_nothing_is_an_error(tmp_path):
    only_dev = scores([each for each in run().questions if each.split == "dev"], split="dev")
    with pytest.raises(GateError, match="no floor for the split dev"):
        breaches(gate(tmp_path, "[test]\nquality = 0.1\n"), only_dev)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("[dev]\nbeauty = 1\n", "no metric 'beauty'"),
        ("[train]\nquality = 1\n", "'train' is no split"),
        ("[dev]\nquality = 'high'\n", "no finite number"),
        ("[dev]\nquality = nan\n", "no finite number"),
        ("[dev]\nquality = -inf\n", "no finite number"),
        ("[dev\n", "not TOML"),
    ],
)
def test_a_bad_gate_file_is_told(tmp_path, text, message):
    with pytest.raises(GateError, match=message):
        gate(tmp_path, text)


def test_the_bundled_gate_demands_valid_citations_on_both_splits():
    floors = {(floor.split, floor.metric.name): floor.value for floor in read_gate(FILE).floors}
    assert floors["dev", "citation_validity"] == floors["test", "citation_validity"] == 1


GATE = """# Kept.
gold = "gold"

[dev]  # what is tuned on
quality = 0.5  # a floor that is held with room
"quality kind:specific" = 0.7
latency_p50_ms = 1000

[test]
quality = 0.0
"""


def test_floors_are_raised_to_what_a_run_reached_and_never_lowered(tmp_path):
    path = tmp_path / "gate.toml"
    path.write_text(GATE, "utf-8")
    moved = raise_floors(path, run(), ASKED, 0.02)
    assert moved == ["dev quality: 0.5 → 0.6 (measured 0.6250)", "dev latency_p50_ms: 1000 → 76.5 (measured 75.0000)"]
    assert {f"{floor.split} {floor.metric.name} {floor.slice}": floor.value for floor in read_gate(path).floors} == {
        "dev quality all": 0.6, "dev quality kind:specific": 0.7, "dev latency_p50_ms all": 76.5, "test quality all": 0.0,
    }  # fmt: skip
    assert path.read_text("utf-8").startswith("# Kept.\n")
    assert "quality = 0.6  # a floor that is held with room\n" in path.read_text("utf-8")
    assert raise_floors(path, run(), ASKED, 0.02) == []


def test_floors_of_other_gold_are_not_raised(tmp_path):
    path = tmp_path / "gate.toml"
    path.write_text(GATE, "utf-8")
    with pytest.raises(GateError, match="its floors are for the gold gold, the run's is other"):
        raise_floors(path, replace(run(), gold="other"), ASKED, 0.02)


def test_a_name_in_any_quotes_and_a_heading_with_a_comment_are_raised_too(tmp_path):
    path = tmp_path / "gate.toml"
    path.write_text("[ dev ] # one\n'quality' = +0.1# two = 0.1\n", "utf-8")
    assert raise_floors(path, run(), ASKED, 0.02) == ["dev quality: 0.1 → 0.6 (measured 0.6250)"]
    assert path.read_text("utf-8") == "[ dev ] # one\n'quality' = 0.6# two = 0.1\n"


def test_floors_are_not_raised_by_a_run_that_left_questions_out_or_fell_back(tmp_path):
    path = tmp_path / "gate.toml"
    path.write_text(GATE, "utf-8")
    with pytest.raises(GateError, match="left out 1 questions of dev, test"):
        raise_floors(path, scores(run().questions[1:]), ASKED, 0.02)
    with pytest.raises(GateError, match="the endpoint failed for 2 answers"):
        raise_floors(path, run(), ASKED, 0.02, fell_back=2)
    assert path.read_text("utf-8") == GATE


def test_a_run_in_which_the_endpoint_failed_does_not_pass_though_it_holds_the_floors(tmp_path):
    floors = gate(tmp_path, "[dev]\nquality = 0.1\n")
    assert findings(floors, run(), fell_back=0) == []
    assert findings(floors, run(), fell_back=2) == ["the endpoint failed for 2 answers, which are not the model's"]


def test_a_gate_for_other_gold_is_refused_and_one_that_names_none_is_for_any(tmp_path):
    with pytest.raises(GateError, match="its floors are for the gold old, the run's is gold"):
        breaches(gate(tmp_path, 'gold = "old"\n[dev]\nquality = 0.1\n'), run())
    assert breaches(gate(tmp_path, "[dev]\nquality = 0.1\n"), run()) == []


def test_the_bundled_gate_is_for_the_bundled_gold():
    assert f'gold = "{read_gold(Corpus.seeds()).fingerprint}"' in FILE.read_text("utf-8").splitlines()


def committed():
    """The gate files of all earlier commits."""
    if not shutil.which("git"):
        return []

    def git(*words):
        return subprocess.run(["git", *words], cwd=FILE.parent, capture_output=True, text=True, encoding="utf-8", check=False).stdout

    return [git("show", f"{commit}:./gate.toml") for commit in git("log", "--format=%H", "--", "gate.toml").split()]


def test_no_floor_is_lower_than_it_was_with_the_same_gold(tmp_path):
    def table(text):
        path = tmp_path / "gate.toml"
        path.write_text(text, "utf-8")
        return {(floor.split, floor.metric, floor.slice): floor.value for floor in read_gate(path).floors}

    def gold(text):
        return next((line for line in text.splitlines() if line.startswith("gold")), "")

    now = FILE.read_text("utf-8")
    for then in committed():
        if gold(then) != gold(now):
            continue
        for (split, metric, part), value in table(then).items():
            kept = table(now)[split, metric, part]
            assert kept >= value if metric.higher_is_better else kept <= value
