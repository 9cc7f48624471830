"""A question → every signal's score of every pooled paper, and their fusion."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

Scores = NDArray[np.float64]

# Weights of z-scores, from a first study of these weights on other questions; see eval/README.md for how they do.
# A question in another language is read by them through a glossary's words, and whole by the multilingual encoder.
_BLEND = {"late": 1.0, "dense": 1.0, "lexical": 0.3}
_ALSO = {"multilingual": 1.0}
_RRF_CONSTANT = 60


@dataclass(frozen=True)
class SignalScores:
    """Scores of the pooled papers by signal, each of shape (papers,); higher is better."""

    dense: Scores
    late: Scores
    late_telling: Scores
    lexical: Scores
    coverage: Scores
    multilingual: Scores

    def named(self, name: str) -> Scores:
        """One signal's scores."""
        return np.asarray(getattr(self, name), np.float64)


def standardised(scores: Scores) -> Scores:
    """z-scores over the pool; zero where all are equal."""
    spread = scores.std()
    return np.asarray((scores - scores.mean()) / spread if spread > 1e-9 else np.zeros_like(scores))


def fuse(signals: SignalScores, fusion: str, language: str) -> Scores:
    """One score a paper.

    Args:
        signals: the scores to put together.
        fusion: `blend` (weighted z-scores), some signals' names joined by `+` (the same without the others), or `rrf`
            (reciprocal ranks, Cormack et al. 2009).
        language: `en`, or another, whose questions the multilingual encoder reads too.
    """
    names = _BLEND if language == "en" else _BLEND | _ALSO
    if fusion == "rrf":
        return np.asarray(sum(1 / (_RRF_CONSTANT + _ranks(signals.named(name))) for name in names), np.float64)
    if fusion in _BLEND:
        return standardised(signals.named(fusion))
    if fusion != "blend":
        names = {name: _BLEND[name] for name in fusion.split("+")}
    return np.asarray(sum(weight * standardised(signals.named(name)) for name, weight in names.items()), np.float64)


def _ranks(scores: Scores) -> Scores:
    ranks = np.empty(len(scores))
    ranks[np.argsort(-scores, kind="stable")] = np.arange(1, len(scores) + 1)
    return ranks


def relevance_features(signals: SignalScores, fused: Scores) -> dict[str, Scores]:
    """What the relevance model sees of each paper."""
    best = signals.lexical.max(initial=0.0)
    return {
        "fused": fused,
        "gap": fused.max(initial=0.0) - fused,
        "dense": signals.dense,
        "late": signals.late,
        "late_telling": signals.late_telling,
        "late_telling_z": standardised(signals.late_telling),
        "late_lead": signals.late - signals.late.mean(),
        "dense_lead": signals.dense - signals.dense.mean(),
        "lexical_z": standardised(signals.lexical),
        "lexical": signals.lexical,
        "lexical_share": signals.lexical / best if best > 0 else np.zeros_like(signals.lexical),
        "coverage": signals.coverage,
    }


def telling(matches: NDArray[np.float32]) -> Scores:
    """MaxSim with each question token weighted by how much its best match tells passages apart: its maximum less its mean.

    "papers", "method" or "the" match every passage alike and weigh almost nothing.

    Args:
        matches: every question token's best cosine in each passage, shape (passages, question tokens).
    """
    weights = np.maximum(matches.max(axis=0) - matches.mean(axis=0), 1e-6)
    return np.asarray(matches @ weights / weights.sum(), np.float64)


def by_paper(rows_of: Sequence[Sequence[int]], passage_scores: Scores) -> Scores:
    """A paper's score is its best passage's; `rows_of` lists each paper's rows in `passage_scores`."""
    return np.array([max(passage_scores[row] for row in rows) for rows in rows_of], np.float64)
