"""`Scores` ↔ scores.json: what was measured, of which run, over which gold."""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from ..errors import RunError
from ..files import write_whole
from .scoring import ALL, Measured, QuestionScore

FILE = "scores.json"
SCHEMA = 1


@dataclass(frozen=True)
class Scores:
    """A scored run: values by slice and metric, and by question."""

    name: str
    split: str
    gold: str
    corpus: str
    slices: dict[str, dict[str, Measured]]
    questions: tuple[QuestionScore, ...]

    @property
    def overall(self) -> dict[str, Measured]:
        """The metrics over all questions of the run."""
        return self.slices[ALL]

    @property
    def kinds(self) -> list[str]:
        """The kinds of question that were asked, in the order of the slices."""
        return [name.removeprefix("kind:") for name in self.slices if name.startswith("kind:")]

    def fields(self, *, each: bool = True) -> dict[str, Any]:
        """As JSON objects; without the questions where `each` is false."""
        found: dict[str, Any] = {
            "schema": SCHEMA,
            "name": self.name,
            "split": self.split,
            "n": len(self.questions),
            "gold": self.gold,
            "corpus": self.corpus,
            "slices": {name: {metric: {"value": m.value, "n": m.n} for metric, m in table.items()} for name, table in self.slices.items()},
        }
        if each:
            found["questions"] = [asdict(score) for score in self.questions]
        return found

    def write(self, folder: Path) -> None:
        """Put it into the run folder.

        Raises:
            RunError: the folder cannot be written.
        """
        write_whole(folder / FILE, json.dumps(self.fields(), indent=1, ensure_ascii=False) + "\n")


def read_scores(folder: Path) -> Scores:
    """The scores of a run folder.

    Raises:
        RunError: there are none, or they are damaged.
    """
    path = folder / FILE
    try:
        fields = json.loads(path.read_text("utf-8"))
        if fields["schema"] != SCHEMA:
            raise ValueError(f"schema {fields['schema']}, expected {SCHEMA}")
        slices = {
            name: {metric: Measured(float(item["value"]), int(item["n"])) for metric, item in table.items()}
            for name, table in fields["slices"].items()
        }
        questions = tuple(QuestionScore(**item) for item in fields["questions"])
        return Scores(fields["name"], fields["split"], fields["gold"], fields["corpus"], slices, questions)
    except FileNotFoundError:
        raise RunError(f"{folder} has no {FILE}.", f"Score it first: assistant eval score {folder}") from None
    except (OSError, ValueError, TypeError, KeyError) as error:
        raise RunError(f"{path} is damaged ({error}).", f"Score it again: assistant eval score {folder}") from None
