"""Queries + assistant → rankings of documents, their measures by ir-measures, and what one stage has over another."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import NamedTuple

import ir_measures
from ir_measures import RR, Qrel, R, ScoredDoc, Success, nDCG

from assistant import Assistant, Progress

from ..comparing.statistics import Interval, holm, mean_interval, sign_flip_p
from ..scoring.metrics import percentile
from .folder import Query

DEPTH = 100
_MEASURES = {"ndcg@10": nDCG @ 10, "recall@100": R @ DEPTH, "mrr@10": RR @ 10, "hit@1": Success @ 1}
MEASURES = tuple(_MEASURES)
# One measure for the head of a ranking and one for what it reaches at all; each is tested once a stage.
TESTED = ("ndcg@10", "recall@100")


@dataclass(frozen=True, slots=True)
class Ranked:
    """One query's documents, best first, at most 100, and the milliseconds of the search."""

    documents: tuple[str, ...]
    milliseconds: float


@dataclass(frozen=True)
class Stage:
    """One way to rank: its rankings and measures by query id."""

    name: str
    rankings: Mapping[str, Ranked]
    values: Mapping[str, Mapping[str, float]]

    def column(self, measure: str) -> list[float]:
        """One measure's values, in the queries' order."""
        return [values[measure] for values in self.values.values()]

    def mean(self, measure: str) -> float:
        """Mean over the queries."""
        return sum(self.column(measure)) / len(self.values)

    def latency(self, percent: float) -> float:
        """Percentile of the searches' milliseconds."""
        return percentile([ranked.milliseconds for ranked in self.rankings.values()], percent)

    @property
    def shallow(self) -> int:
        """Queries for which fewer than 100 documents were ranked."""
        return sum(len(ranked.documents) < DEPTH for ranked in self.rankings.values())


class Gain(NamedTuple):
    """What stage `a` has over stage `b` in one measure: mean paired difference a − b, 95% interval, p, and p after Holm."""

    a: str
    b: str
    measure: str
    delta: float
    interval: Interval
    p: float
    adjusted: float
    wins: int
    losses: int


def rank(
    name: str,
    queries: Sequence[Query],
    assistant: Assistant,
    documents: Mapping[str, Sequence[str]],
    workers: int = 1,
    report: Callable[[Progress], None] = lambda progress: None,
) -> Stage:
    """Rank the documents for every query, and measure.

    Args:
        name: of the stage.
        queries: what is asked, with the judgments.
        assistant: open over the collection.
        documents: ids behind each paper; documents with the same text follow one another.
        workers: searches at once; the times of one say how long a user waits, those of several do not.
        report: told about progress.
    """
    # Weights are read at the first question.
    assistant.search(queries[0].text, k=DEPTH)

    def search(query: Query) -> Ranked:
        start = time.perf_counter()
        candidates = assistant.search(query.text, k=DEPTH)
        took = (time.perf_counter() - start) * 1000
        return Ranked(tuple(name for c in candidates for name in documents[c.paper.id])[:DEPTH], took)

    rankings = {}
    with ThreadPoolExecutor(workers) as threads:
        for done, (query, ranked) in enumerate(zip(queries, threads.map(search, queries), strict=True), 1):
            rankings[query.id] = ranked
            report(Progress(f"ranking: {name}", done, len(queries)))
    return Stage(name, rankings, measure(queries, {query: ranked.documents for query, ranked in rankings.items()}))


def measure(queries: Sequence[Query], rankings: Mapping[str, Sequence[str]]) -> dict[str, dict[str, float]]:
    """nDCG@10 (grades as gains), recall@100, MRR@10 and hit@1 by query id; a query without a ranking has 0.

    Args:
        queries: with their judgments.
        rankings: document ids best first, by query id.
    """
    qrels = [Qrel(query.id, document, grade) for query in queries for document, grade in query.relevant.items()]
    run = [ScoredDoc(query, document, -float(place)) for query, ranked in rankings.items() for place, document in enumerate(ranked)]
    values = {query.id: dict.fromkeys(_MEASURES, 0.0) for query in queries}
    names = {measure: name for name, measure in _MEASURES.items()}
    for metric in ir_measures.iter_calc(list(names), qrels, run) if run else ():
        values[metric.query_id][names[metric.measure]] = float(metric.value)
    return values


def gains(first: Stage, others: Sequence[Stage]) -> list[Gain]:
    """What the first stage has over each other one; all tests are one family (Holm 1979)."""
    found = []
    for other in others:
        for name in TESTED:
            deltas = [a - b for a, b in zip(first.column(name), other.column(name), strict=True)]
            p = sign_flip_p(deltas)
            wins, losses = sum(delta > 0 for delta in deltas), sum(delta < 0 for delta in deltas)
            found.append(Gain(first.name, other.name, name, sum(deltas) / len(deltas), mean_interval(deltas), p, p, wins, losses))
    return [gain._replace(adjusted=p) for gain, p in zip(found, holm([gain.p for gain in found]), strict=True)]
