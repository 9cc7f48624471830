"""Translations + assistant → what was understood, found and said for each, and the rates by language with their intervals."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from string import Formatter
from typing import NamedTuple

from scipy.stats import binomtest

from assistant import Answer
from assistant.languages import CODES, load_language
from assistant.wiring import Assistant

from ..comparing.statistics import Interval, mean_interval
from ..gold.corpus import Corpus
from ..scoring.ranking import ranked_metrics, set_metrics
from .translations import Translation

_DEPTH = 20
MEASURES = (
    "language", "form", "hit@1", "recall@5", "list F1", "frame", "refused", "false refusals",
)  # fmt: skip
_MEANS = frozenset({"recall@5", "list F1"})


class Rate(NamedTuple):
    """A mean over `n` questions, 0–1, with its 95% interval."""

    value: float
    interval: Interval
    n: int


@dataclass(frozen=True, slots=True)
class Outcome:
    """One translation's values by measure; a measure that does not apply is absent."""

    lang: str
    id: str
    values: dict[str, float]


def measure(translations: Sequence[Translation], assistant: Assistant, corpus: Corpus, report: Callable[[int, int], None]) -> list[Outcome]:
    """Ask every question; `report` is told how many of how many are done."""
    outcomes = []
    for done, item in enumerate(translations, 1):
        query, answer = assistant.read(item.text), assistant.ask(item.text)
        ranking = [corpus.reference_of[candidate.paper.id] for candidate in assistant.search(item.text, k=_DEPTH)]
        outcomes.append(Outcome(item.lang, item.of.id, _values(item, query.language, query.kind, answer, ranking, corpus)))
        report(done, len(translations))
    return outcomes


def _values(item: Translation, spoken: str, form: str, answer: Answer, ranking: list[str], corpus: Corpus) -> dict[str, float]:
    gold = item.of
    values = {"language": float(spoken == item.lang)}
    if item.form:
        values["form"] = float(form == item.form)
    ranked = ranked_metrics([gold], {gold.id: ranking}).get(gold.id, {})
    if gold.relevant and gold.is_quoted:
        values["hit@1"] = ranked["hit@1"]
    if gold.relevant:
        values["recall@5"] = ranked["recall@5"]
    listed = [] if answer.abstained else [corpus.reference_of[cited.paper.id] for cited in answer.papers]
    if gold.is_list and gold.relevant:
        values["list F1"] = set_metrics([gold], {gold.id: listed})[gold.id]["list_f1"]
    if said := framed_in(answer.text):
        values["frame"] = float(item.lang in said)
    if gold.answerable is not None:
        values["false refusals" if gold.answerable else "refused"] = float(answer.abstained)
    return values


def framed_in(text: str) -> set[str]:
    """Codes of the languages that have a sentence of their frame in an answer; empty where the answer is quotes alone."""
    return {code for code in CODES if any(_pattern(sentence).search(text) for sentence in load_language(code).frame.values())}


def _pattern(sentence: str) -> re.Pattern[str]:
    parts = [re.escape(literal) + (".+?" if field is not None else "") for literal, field, _, _ in Formatter().parse(sentence)]
    return re.compile("".join(parts))


def rates(outcomes: Iterable[Outcome]) -> dict[str, Rate]:
    """Every measure over some outcomes: Wilson's interval (1927) of a proportion, a bootstrap of another mean."""
    values: dict[str, list[float]] = {name: [] for name in MEASURES}
    for outcome in outcomes:
        for name, value in outcome.values.items():
            values[name].append(value)
    return {name: Rate(sum(each) / len(each), _interval(name, each), len(each)) for name, each in values.items() if each}


def _interval(name: str, values: list[float]) -> Interval:
    if name in _MEANS:
        return mean_interval(values)
    found = binomtest(round(sum(values)), len(values)).proportion_ci(method="wilson")
    return Interval(float(found.low), float(found.high))
