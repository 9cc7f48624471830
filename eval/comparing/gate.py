"""Scores + gate file → what fell below its floor, and the questions responsible."""

from __future__ import annotations

import math
import tomllib
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from ..errors import GateError
from ..gold.questions import SPLITS
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


def read_gate(path: Path) -> list[Floor]:
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
    # The gold that the floors were measured with, for whoever wants to know whether a floor fell.
    if not isinstance(tables.pop("gold", ""), str):
        raise GateError(f"{path}: `gold` is no text.", "Give the fingerprint that assistant eval check prints.")
    for split, table in tables.items():
        if split not in SPLITS or not isinstance(table, dict):
            raise GateError(f"{path}: {split!r} is no split.", f"Put floors under [{'] or ['.join(SPLITS)}].")
        for name, value in table.items():
            metric, _, slice_name = name.partition(" ")
            if metric not in BY_NAME:
                raise GateError(f"{path}: there is no metric {metric!r}.", "See eval/README.md for the names.")
            if isinstance(value, bool) or not isinstance(value, int | float):
                raise GateError(f"{path}: the floor of {name!r} is no number.", "Give a number.")
            floors.append(Floor(split, BY_NAME[metric], slice_name or ALL, float(value)))
    return floors


def breaches(floors: Sequence[Floor], scores: Scores) -> list[Breach]:
    """The floors that the run does not hold; each split's over its own questions. A metric not measured is not held.

    Raises:
        GateError: no floor is for a split of the run, so that nothing would be checked.
    """
    asked = {score.split for score in scores.questions}
    checked = [floor for floor in floors if floor.split in asked]
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


def raise_floors(path: Path, scores: Scores, margin: float) -> list[str]:
    """Lift the floors of a gate file to `margin` below what a run measured; none is lowered. Returns a line for each that moved.

    A ceiling is brought down to a share `margin` above. Comments and order stay.

    Raises:
        GateError: the file cannot be used or written, or the run was scored by other gold.
    """
    held = {(floor.split, floor.metric.name, floor.slice): floor for floor in read_gate(path)}
    lines = path.read_text("utf-8").splitlines()
    gold = next((_name_and_value(line)[1] for line in lines if _name_and_value(line)[0] == "gold"), "")
    if gold != scores.gold:
        raise GateError(f"{path}: its floors are for the gold {gold}, the run's is {scores.gold}.", "Review them and change `gold`.")
    tables = {split: summarise([score for score in scores.questions if score.split == split]) for split in SPLITS}
    split, moved = "", []
    for number, line in enumerate(lines):
        if line.startswith("["):
            split = line.strip("[] ")
        name, _ = _name_and_value(line)
        metric, _, slice_name = name.partition(" ")
        floor = held.get((split, metric, slice_name or ALL))
        measured = tables[floor.split].get(floor.slice, {}).get(metric) if floor else None
        if floor is None or measured is None:
            continue
        target = _target(measured.value, margin, higher=floor.metric.higher_is_better)
        if _below(floor.value, replace(floor, value=target)):
            lines[number] = f"{line.partition('=')[0]}= {target:g}"
            moved.append(f"{split} {name}: {floor.value:g} → {target:g} (measured {measured.value:.4f})")
    try:
        path.write_text("\n".join(lines) + "\n", "utf-8")
    except OSError as error:
        raise GateError(f"{path}: cannot be written ({error.strerror}).", "Check its permissions.") from None
    return moved


def _name_and_value(line: str) -> tuple[str, str]:
    name, _, value = line.partition("=")
    return name.strip(' "'), value.strip(' "')


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
