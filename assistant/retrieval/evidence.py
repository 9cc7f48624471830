"""A paper and a question → its sentences with their probability of being evidence, and what says the question is answerable."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray


@dataclass(frozen=True)
class SentenceScores:
    """Scores of one paper's sentences, each of shape (sentences,), and of its whole abstract.

    `late` is MaxSim of the sentence's tokens, which saw their context; `read` is the cross-encoder's logit of each
    sentence, `whole` that of title and abstract; `gap` is how far the paper ranks below the first. `matches` is every question
    token's best cosine in each sentence, shape (sentences, question tokens).
    """

    late: NDArray[np.float64]
    read: NDArray[np.float64]
    whole: float
    gap: float
    first: bool
    matches: NDArray[np.float64]


def sentence_features(papers: Mapping[str, SentenceScores]) -> dict[str, dict[str, NDArray[np.float64]]]:
    """What the sentence model sees, by paper: scores, and how far each is below the best of the paper or of all papers."""
    best_whole = max(scores.whole for scores in papers.values())
    features = {}
    for paper_id, scores in papers.items():
        count = len(scores.late)
        features[paper_id] = {
            "late": scores.late,
            "late_below_best": scores.late - scores.late.max(),
            "read": scores.read,
            "read_below_best": scores.read - scores.read.max(),
            "whole": np.full(count, scores.whole),
            "whole_below_best": np.full(count, scores.whole - best_whole),
            "gap": np.full(count, scores.gap),
            "first_paper": np.full(count, float(scores.first)),
            "position": np.arange(count) / max(count, 1),
            "opening": (np.arange(count) == 0).astype(np.float64),
        }
    return features


def answerable_features(papers: Mapping[str, SentenceScores], best: Mapping[str, float]) -> dict[str, float]:
    """What the answerability model sees: the best that the cross-encoder and each signal (`best`) found among the first papers."""
    read = np.sort(np.concatenate([scores.read for scores in papers.values()]))[::-1]
    first = next(iter(papers.values()))
    # What is asked about but not said shows in the words of the question that nothing in the paper matches.
    whole = first.matches.max(axis=0)
    return {
        "whole": max(scores.whole for scores in papers.values()),
        "read": float(read[0]),
        "read_second": float(read[min(1, len(read) - 1)]),
        "sentence_late": max(float(scores.late.max()) for scores in papers.values()),
        "weakest": float(np.sort(whole)[: max(1, len(whole) // 10)].mean()),
        "weak": float(np.quantile(whole, 0.25)),
        "spread": float(whole.std()),
        "words": float(len(whole)),
        **best,
    }
