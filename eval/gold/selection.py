"""All questions → those a run asks."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from assistant import ConfigurationError

from .questions import KINDS, SPLITS, Question


@dataclass(frozen=True, slots=True)
class Selection:
    """Conditions that a question must all meet; empty means no condition. `limit` 0 takes all."""

    split: str = "dev"
    kinds: tuple[str, ...] = ()
    ids: tuple[str, ...] = ()
    limit: int = 0

    def of(self, questions: Sequence[Question]) -> list[Question]:
        """The questions chosen, in their order; a limit takes them evenly from all of these.

        Raises:
            ConfigurationError: a split, kind or id that does not exist, or nothing is left.
        """
        if self.split not in (*SPLITS, "all"):
            raise ConfigurationError(f"There is no split {self.split!r}.", "Give --split dev, test or all.")
        if unknown := [kind for kind in self.kinds if kind not in KINDS]:
            raise ConfigurationError(f"There is no kind {unknown[0]!r}.", f"Give --kind with one of {', '.join(KINDS)}.")
        known = {question.id for question in questions}
        if missing := [name for name in self.ids if name not in known]:
            raise ConfigurationError(f"There is no question {missing[0]!r}.", "Give ids of the gold files.")
        chosen = [
            question
            for question in questions
            if self.split in (question.split, "all")
            and (not self.kinds or question.kind in self.kinds)
            and (not self.ids or question.id in self.ids)
        ]
        if not chosen:
            raise ConfigurationError("No question meets all conditions.", "Loosen --split, --kind or --ids.")
        if 0 < self.limit < len(chosen):
            chosen = [chosen[position * len(chosen) // self.limit] for position in range(self.limit)]
        return chosen
