"""Scores + gate file → what fell below its floor, and the questions responsible."""

from __future__ import annotations

import math
import tomllib
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from ..errors import GateError
from ..files import write_whole
from ..gold.questions import SPLITS, Question
from ..scoring.catalog import BY_NAME, Metric
from ..scoring.scorefile import Scores
from ..scoring.scoring import ALL, QuestionScore, summarise

FILE = Path(__file__).parent.parent / "gate.toml"
_WORST = 5
# A mean of n ones is 1, but a floor written with three decimals must not fail on the fourth binary one.
_TOLERANCE = 1e-9


@dataclass(frozen=True, slots=True)
class Floor:
    """The least value of a metric in a slice of a split; the most where less is better."""

    split: str
    metric: Metric
    slice: str
    value: float


@dataclass(frozen=True, slots=True)
class Gate:
    """The floors of a gate file, and the fingerprint of the gold that they were measured with; empty where it names none."""

    path: str
    gold: str
    floors: tuple[Floor, ...]

    def require(self, gold: str) -> None:
        """Nothing where the floors are for this gold, or for any.

        Raises:
            GateError: they are for other gold, so that they say nothing about the run.
        """
        if self.gold and self.gold != gold:
            cause = f"{self.path}: its floors are for the gold {self.gold}, the run's is {gold}."
            raise GateError(cause, "Give a gate for these questions, or review the floors and change `gold`.")


@dataclass(frozen=True, slots=True)
class Breach:
    """A floor that was not held. `value` is None where nothing was measured; `worst` are the ids responsible."""

    floor: Floor
    value: float | None
    worst: tuple[str, ...]

    def __str__(self) -> str:
        bound = "floor" if self.floor.metric.higher_is_better else "ceiling"
        where = "" if self.floor.slice == ALL else f" ({self.floor.slice})"
        measured = "not measured" if self.value is None else f"{self.value:.4f}"
        worst = f"; worst: {', '.join(self.worst)}" if self.worst else ""
        return f"{self.floor.split} {self.floor.metric.name}{where}: {measured}, {bound} {self.floor.value:g}{worst}"


def read_gate(path: Path) -> Gate:
    """The floors of a gate file.

    Raises:
        GateError: the file cannot be read, or names a split or metric that does not exist, or a value that is no number.
    """
    try:
        tables = tomllib.loads(path.read_text("utf-8"))
    except OSError as error:
        raise GateError(f"{path}: cannot be read ({error.strerror}).", "Check the path.") from None
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise GateError(f"{path}: not TOML ({error}).", "See eval/gate.toml for the form.") from None
    floors = []
    gold = tables.pop("gold", "")
    if not isinstance(gold, str):
        raise GateError(f"{path}: `gold` is no text.", "Give the fingerprint that assistant eval check prints.")
    for split, table in tables.items():
        if split not in SPLITS or not isinstance(table, dict):
            raise GateError(f"{path}: {split!r} is no split.", f"Put floors under [{'] or ['.join(SPLITS)}].")
        for name, value in table.items():
            metric, _, slice_name = name.partition(" ")
            if metric not in BY_NAME:
                raise GateError(f"{path}: there is no metric {metric!r}.", "See eval/README.md for the names.")
            if isinstance(value, bool) or not isinstance(value, int | float) or not math.isfinite(value):
                raise GateError(f"{path}: the floor of {name!r} is no finite number.", "Give a number.")
            floors.append(Floor(split, BY_NAME[metric], slice_name or ALL, float(value)))
    return Gate(str(path), gold, tuple(floors))


def breaches(gate: Gate, scores: Scores) -> list[Breach]:
    """The floors that the run does not hold; each split's over its own questions. A metric not measured is not held.

    Raises:
        GateError: the floors are for other gold, or none is for a split of the run, so that nothing would be checked.
    """
    gate.require(scores.gold)
    asked = {score.split for score in scores.questions}
    checked = [floor for floor in gate.floors if floor.split in asked]
    if not checked:
        raise GateError(f"The gate has no floor for the split {scores.split}.", "Add one, or run another split.")
    found = []
    for split in sorted(asked):
        members = [score for score in scores.questions if score.split == split]
        tables = summarise(members)
        for floor in (floor for floor in checked if floor.split == split):
            measured = tables.get(floor.slice, {}).get(floor.metric.name)
            if measured is None or _below(measured.value, floor):
                worst = worst_questions([score for score in members if floor.slice in score.slices], floor.metric)
                found.append(Breach(floor, measured.value if measured else None, tuple(score.id for score in worst)))
    return found


def findings(gate: Gate, scores: Scores, *, fell_back: int) -> list[str]:
    """Why a run does not pass the gate: floors that it does not hold, and answers that fell back, which are not what is to be measured.

    Raises:
        GateError: as `breaches`.
    """
    return [*map(str, breaches(gate, scores)), *([fallen(fell_back)] if fell_back else [])]


def raise_floors(path: Path, scores: Scores, questions: Sequence[Question], margin: float, *, fell_back: int = 0) -> list[str]:
    """Lift the floors of a gate file to `margin` below what a run measured; none is lowered. Returns a line for each that moved.

    A ceiling is brought down to a share `margin` above. Comments and order stay.

    Args:
        path: the gate file.
        scores: of a finished run.
        questions: all questions of the gold.
        margin: 0–1.
        fell_back: answers of the run for which the endpoint failed.

    Raises:
        GateError: the file cannot be used, the run was scored by other gold, did not ask all questions of the splits that have
            floors, or fell back.
        RunError: the file cannot be written.
    """
    gate = read_gate(path)
    gate.require(scores.gold)
    measured_ids = {score.id for score in scores.questions}
    splits = {floor.split for floor in gate.floors}
    if left_out := [question.id for question in questions if question.split in splits and question.id not in measured_ids]:
        raise GateError(
            f"{scores.name} left out {len(left_out)} questions of {', '.join(sorted(splits))}.", "Raise floors by a run over all of them."
        )
    if fell_back:
        raise GateError(f"{scores.name}: {fallen(fell_back)}.", "Run it again when the endpoint is back.")
    held = {(floor.split, floor.metric.name, floor.slice): floor for floor in gate.floors}
    tables = {split: summarise([score for score in scores.questions if score.split == split]) for split in SPLITS}
    lines = path.read_text("utf-8").splitlines()
    split, moved = "", []
    for number, line in enumerate(lines):
        name, value = _entry(line)
        if isinstance(value, dict):
            split = name
        metric, _, slice_name = name.partition(" ")
        floor = held.get((split, metric, slice_name or ALL))
        measured = tables[floor.split].get(floor.slice, {}).get(metric) if floor else None
        if floor is None or measured is None:
            continue
        target = _target(measured.value, margin, higher=floor.metric.higher_is_better)
        if _below(floor.value, replace(floor, value=target)):
            before, _, after = line.partition("=")
            lines[number] = f"{before}={after.replace(after.split('#')[0].strip(), f'{target:g}', 1)}"
            moved.append(f"{split} {name}: {floor.value:g} → {target:g} (measured {measured.value:.4f})")
    write_whole(path, "\n".join(lines) + "\n")
    return moved


def fallen(count: int) -> str:
    """What is wrong with a run in which so many answers fell back."""
    return f"the endpoint failed for {count} answers, which are not the model's"


def _entry(line: str) -> tuple[str, object]:
    """Name and value of a line of TOML, the value of a heading being a table; empty where the line is neither."""
    try:
        return next(iter(tomllib.loads(line).items()), ("", None))
    except tomllib.TOMLDecodeError:
        return "", None


def _target(measured: float, margin: float, *, higher: bool) -> float:
    """In hundredths, on the safe side; what floating point adds in the tenth decimal does not count."""
    wanted = round(100 * (measured - margin if higher else measured * (1 + margin)), 6)
    return (math.floor(wanted) if higher else math.ceil(wanted)) / 100


def worst_questions(scores: Sequence[QuestionScore], metric: Metric, count: int = _WORST) -> list[QuestionScore]:
    """The questions that pull a metric down most, worst first; none that has the best value possible."""
    name = metric.responsible
    sign, best = (1, 1.0) if BY_NAME[name].higher_is_better else (-1, 0.0)
    measured = [score for score in scores if name in score.values]
    ranked = sorted(measured, key=lambda score: (sign * score.values[name], score.id))
    return [score for score in ranked if sign * score.values[name] < best][:count]


def _below(value: float, floor: Floor) -> bool:
    sign = 1 if floor.metric.higher_is_better else -1
    return sign * value < sign * floor.value - _TOLERANCE
