"""All questions → those a run asks."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TypeVar

from assistant import ConfigurationError

from .questions import KINDS, SPLITS, Question

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Selection:
    """Conditions that a question must all meet; empty means no condition. `limit` 0 takes all."""

    split: str = "dev"
    kinds: tuple[str, ...] = ()
    ids: tuple[str, ...] = ()
    limit: int = 0

    @classmethod
    def of_options(cls, split: str, kinds: Sequence[str] | None, ids: Sequence[str] | None, limit: int) -> Selection:
        """The selection of a command line, where ids may be given one by one or with commas between them."""
        names = tuple(name.strip() for item in ids or () for name in item.split(",") if name.strip())
        return cls(split, tuple(kinds or ()), names, limit)

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
        return evenly(chosen, self.limit or len(chosen))


def evenly(items: Sequence[T], count: int) -> list[T]:
    """`count` of the items, or all where there are fewer, taken evenly and in their order."""
    return list(items) if len(items) <= count else [items[position * len(items) // count] for position in range(count)]
