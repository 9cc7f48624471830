"""Rank the papers of the other corpora for their questions, stage by stage: what holds on papers that are not the seeds.

    python benchmarks/rank_other_corpora.py ../shared/corpus/ml_abstracts.jsonl.gz [--cache FOLDER] [--sets cd]

`c` was looked at while building, `d` was not; `a` and `b` were trained on. Figures: right paper first, among the first five
(`paraphrase`: in other words than the paper's; `stated`: in its words), and average precision of lists. `plain` is the dense
encoder as its authors made it, without the trained query adapter.
"""

from __future__ import annotations

import argparse
import tempfile
from pathlib import Path
from typing import Any

import numpy as np
from other_corpora import open_corpus

from assistant import Assistant, with_changes
from assistant.models.dense import BundledEncoder
from assistant.wiring import Workshop

STAGES = ("blend", "late", "dense", "plain", "lexical", "rrf")
DEPTH = 110


def average_precision(ranking: list[str], relevant: set[str]) -> float:
    """Mean of the precision at each relevant paper's rank (Manning et al. 2008, ch. 8.4)."""
    ranks = [rank for rank, paper in enumerate(ranking, 1) if paper in relevant]
    return sum(number / rank for number, rank in enumerate(ranks, 1)) / len(relevant)


def measure(assistant: Assistant, questions: list[dict[str, Any]], stage: str) -> str:
    """One line of figures."""
    plain = stage == "plain"
    settings = with_changes(assistant.settings, {"retrieval.fusion": "dense" if plain else stage})
    assistant = Assistant(Workshop(settings, assistant.workshop.corpus, BundledEncoder(adapted=False) if plain else None))
    rows: dict[str, list[tuple[float, float]]] = {}
    for question in (question for question in questions if question["relevant"]):
        ranking = [f"{c.paper.source.file}#{c.paper.source.n}" for c in assistant.search(question["question"], DEPTH)]
        right = set(question["relevant"])
        if question["kind"] in ("list", "facet"):
            ranking = [paper for paper in ranking if paper not in question["borderline"]]
            rows.setdefault("lists", []).append((average_precision(ranking, right), 0.0))
        else:
            rows.setdefault(question["type"], []).append((ranking[0] in right, bool(right & set(ranking[:5]))))
    first = {kind: np.mean(values, axis=0) for kind, values in rows.items()}
    parts = [f"{kind} hit@1 {first[kind][0]:.3f}, recall@5 {first[kind][1]:.3f}" for kind in ("paraphrase", "stated")]
    return f"{stage:8} {'; '.join(parts)}; lists MAP {first['lists'][0]:.3f}"


def main() -> None:
    """Print a table for each set."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("abstracts", type=Path)
    parser.add_argument("--cache", type=Path)
    parser.add_argument("--sets", default="cd")
    options = parser.parse_args()
    cache = options.cache or Path(tempfile.mkdtemp())
    for name in options.sets:
        assistant, questions = open_corpus(name, options.abstracts, cache)
        for stage in STAGES:
            print(name, measure(assistant, questions, stage), flush=True)


if __name__ == "__main__":
    main()
