"""Folder of settled disagreements → `Settlement`s: what the two annotators said, and what an adjudicator decided and why."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from ..errors import GoldError
from .questions import Question, Sentence
from .reading import FOLDER as GOLD
from .reading import Gold, lines

FOLDER = GOLD / "settled"
_GRADES = ("relevant", "borderline", "no")
_YES = ("yes", "no")


@dataclass(frozen=True, slots=True)
class Settlement:
    """One case. For a list: whether `paper` is relevant, borderline or no; else whether `quote` of it is evidence, yes or no."""

    id: str
    paper: str
    first: str
    second: str
    verdict: str
    reason: str
    quote: str = ""


def read_settled(gold: Gold, folder: Path = FOLDER) -> list[Settlement]:
    """The settled cases, each held against the gold: a verdict that the gold does not follow is a fault.

    Raises:
        GoldError: a line is malformed, or the gold says otherwise; with file and line.
    """
    questions = {question.id: question for question in gold.questions}
    found = []
    for path in sorted(folder.glob("*.jsonl")):
        for where, fields in lines(path):
            try:
                case = Settlement(**{name: str(value) for name, value in fields.items()})
            except TypeError as error:
                raise GoldError(
                    f"{where}: {error}.", "A case has `id`, `paper`, `first`, `second`, `verdict`, `reason`, `quote`?."
                ) from None
            question = questions.get(case.id)
            if question is None:
                raise GoldError(f"{where}: there is no question {case.id!r}.", "Use ids of the gold files.")
            if not {case.first, case.second, case.verdict} <= set(_YES if case.quote else _GRADES) or not case.reason.strip():
                raise GoldError(
                    f"{where}: an opinion or the reason is missing.", f"Opinions are {', '.join(_YES if case.quote else _GRADES)}."
                )
            if (says := _opinion(question, case)) != case.verdict:
                raise GoldError(f"{where}: settled as {case.verdict!r}, but the gold says {says!r}.", "Correct the one or the other.")
            found.append(case)
    return found


def first_opinion(question: Question, cases: Sequence[Settlement]) -> Question:
    """The question as the first annotator had judged it, before its cases were settled; nuggets are left out."""
    relevant, borderline, evidence = list(question.relevant), list(question.borderline), list(question.evidence)
    for case in cases:
        if case.quote:
            sentence = Sentence(case.paper, case.quote)
            evidence = [item for item in evidence if item != sentence] + [sentence] * (case.first == "yes")
        else:
            relevant = [paper for paper in relevant if paper != case.paper] + [case.paper] * (case.first == "relevant")
            borderline = [paper for paper in borderline if paper != case.paper] + [case.paper] * (case.first == "borderline")
    return replace(question, relevant=tuple(relevant), borderline=tuple(borderline), evidence=tuple(evidence), nuggets=())


def _opinion(question: Question, case: Settlement) -> str:
    if case.quote:
        return "yes" if any(item.paper == case.paper and _same(item.quote, case.quote) for item in question.evidence) else "no"
    return "relevant" if case.paper in question.relevant else "borderline" if case.paper in question.borderline else "no"


def _same(a: str, b: str) -> bool:
    return a in b or b in a
