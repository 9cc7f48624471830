"""Signals to one score a paper, by hand: z-scores, reciprocal ranks, single signals; ties keep their order."""

from __future__ import annotations

import numpy as np
import pytest

from assistant.retrieval.scores import SignalScores, by_paper, fuse, relevance_features, standardised

ZERO = np.zeros(3)
DENSE, LATE, LEXICAL, OTHER = np.array([0.1, 0.2, 0.6]), np.array([0.9, 0.3, 0.3]), np.array([0.0, 4.0, 2.0]), np.array([0.5, 0.7, 0.6])
SIGNALS = SignalScores(DENSE, LATE, np.array([0.4, 0.1, 0.1]), LEXICAL, np.array([0, 0.5, 1]), OTHER)


def test_z_scores_have_mean_zero_and_spread_one() -> None:
    assert standardised(np.array([1.0, 2.0, 3.0])) == pytest.approx([-(1.5**0.5), 0, 1.5**0.5])
    assert standardised(np.array([5.0, 5.0])).tolist() == [0, 0]


def test_the_blend_is_a_weighted_sum_of_z_scores() -> None:
    english = standardised(LATE) + standardised(DENSE) + 0.3 * standardised(LEXICAL)
    assert fuse(SIGNALS, "blend", "en") == pytest.approx(english)
    assert fuse(SIGNALS, "blend", "zh") == pytest.approx(english + standardised(OTHER))


def test_reciprocal_ranks_are_summed() -> None:
    # Ranks: dense 3, 2, 1; late 1, 2, 3 (a tie keeps the order); lexical 3, 1, 2; multilingual 3, 1, 2.
    english = [1 / 63 + 1 / 61 + 1 / 63, 1 / 62 + 1 / 62 + 1 / 61, 1 / 61 + 1 / 63 + 1 / 62]
    assert fuse(SIGNALS, "rrf", "en") == pytest.approx(english)
    assert fuse(SIGNALS, "rrf", "zh") == pytest.approx(np.add(english, [1 / 63, 1 / 61, 1 / 62]))


@pytest.mark.parametrize(("name", "scores"), [("dense", DENSE), ("late", LATE), ("lexical", LEXICAL)])
def test_a_single_signal_ranks_alone(name: str, scores: np.ndarray) -> None:
    for language in ("en", "zh"):
        assert fuse(SIGNALS, name, language) == pytest.approx(standardised(scores))


def test_signals_that_are_named_together_leave_the_others_out() -> None:
    for language in ("en", "zh"):
        assert fuse(SIGNALS, "late+lexical", language) == pytest.approx(standardised(LATE) + 0.3 * standardised(LEXICAL))


def test_a_paper_scores_as_its_best_passage() -> None:
    assert by_paper([[0, 2], [1], [3, 1]], np.array([0.1, 0.5, 0.9, -1.0])).tolist() == [0.9, 0.5, 0.5]


def test_the_relevance_model_sees_values_gaps_and_shares() -> None:
    features = relevance_features(SIGNALS, np.array([2.0, -1.0, 0.5]))
    assert features["gap"].tolist() == [0, 3, 1.5]
    assert features["lexical_share"].tolist() == [0, 1, 0.5]
    assert features["late_lead"] == pytest.approx([0.4, -0.2, -0.2])
    assert all(np.isfinite(values).all() and values.shape == (3,) for values in features.values())


def test_signals_that_are_all_zero_give_finite_features() -> None:
    features = relevance_features(SignalScores(ZERO, ZERO, ZERO, ZERO, ZERO, ZERO), ZERO)
    assert all(values.tolist() == [0, 0, 0] for values in features.values())
