"""Features to probabilities, by hand; and the features that the bundled weights need are those that are made."""

from __future__ import annotations

from math import exp
from pathlib import Path

import numpy as np
import pytest

from assistant import ConfigurationError
from assistant.retrieval import load_calibration
from assistant.retrieval.calibration import LogisticModel
from assistant.retrieval.evidence import SentenceScores, answerable_features, sentence_features
from assistant.retrieval.scores import SignalScores, relevance_features

# Two sentences, four question tokens.
MATCHES = np.array([[0.9, 0.5, 0.7, 0.1], [0.3, 0.8, 0.2, 0.2]])
TWO = {
    "a": SentenceScores(np.array([0.2, 0.6]), np.array([-3.0, 5.0]), 4.0, 0.0, True, MATCHES),
    "b": SentenceScores(np.array([0.1, 0.3, 0.2]), np.array([1.0, -1.0, 0.0]), 6.0, 1.5, False, MATCHES),
}


def test_a_probability_is_the_logistic_of_the_weighted_sum() -> None:
    model = LogisticModel({"x": 2.0, "y": -1.0}, 0.5)
    assert float(model.probability({"x": 1.0, "y": 3.0, "ignored": 99.0})) == pytest.approx(1 / (1 + exp(0.5)))
    many = model.probability({"x": np.array([0.0, 1.0]), "y": np.array([0.5, 0.0])})
    assert many == pytest.approx([0.5, 1 / (1 + exp(-2.5))])
    assert float(LogisticModel({}, 0.0).probability({})) == 0.5


def test_a_name_with_a_star_is_the_product_of_two_features() -> None:
    model = LogisticModel({"x": 1.0, "x*y": 2.0, "y*y": -1.0}, 0.0)
    assert float(model.probability({"x": 1.5, "y": 2.0})) == pytest.approx(1 / (1 + exp(-(1.5 + 6.0 - 4.0))))
    assert model.probability({"x": np.array([0.0, 1.0]), "y": np.array([1.0, 0.0])}) == pytest.approx(
        [1 / (1 + exp(1.0)), 1 / (1 + exp(-1.0))]
    )


def test_extreme_sums_stay_probabilities() -> None:
    model = LogisticModel({"x": 1.0}, 0.0)
    low, high = model.probability({"x": np.array([-1e9, 1e9])})
    assert 0 < low < 1e-12
    assert 1 - 1e-12 < high < 1


def test_a_sentence_is_seen_against_the_best_of_its_paper_and_of_all_papers() -> None:
    features = sentence_features(TWO)
    assert features["a"]["late_below_best"] == pytest.approx([-0.4, 0])
    assert features["a"]["read_below_best"].tolist() == [-8, 0]
    assert features["a"]["whole_below_best"].tolist() == [-2, -2]
    assert features["b"]["whole_below_best"].tolist() == [0, 0, 0]
    assert features["b"]["position"] == pytest.approx([0, 1 / 3, 2 / 3])
    assert features["b"]["opening"].tolist() == [1, 0, 0]
    assert (features["a"]["first_paper"].tolist(), features["b"]["first_paper"].tolist()) == ([1, 1], [0, 0, 0])
    assert features["b"]["gap"].tolist() == [1.5, 1.5, 1.5]


def test_answerability_is_judged_by_the_best_of_everything() -> None:
    best = {"whole": 6.0, "read": 5.0, "sentence_late": 0.6, "dense": 0.7}
    assert answerable_features(TWO, {"dense": 0.7}).items() >= best.items()


def test_what_is_asked_but_not_said_shows_in_the_first_paper_s_weakest_matches() -> None:
    features = answerable_features(TWO, {})
    # The best of each token over both sentences is .9 .8 .7 .2.
    assert (features["weakest"], features["weak"], features["words"]) == pytest.approx((0.2, 0.575, 4))
    assert (features["read"], features["read_second"]) == (5.0, 1.0)


def test_the_bundled_weights_find_every_feature_they_name() -> None:
    bundled = load_calibration()
    zero = np.zeros(2)
    papers = relevance_features(SignalScores(zero, zero, zero, zero, zero, zero), zero)
    assert set(bundled.relevance.weights) <= set(papers)
    assert set(bundled.listable.weights) <= set(papers)
    assert {part for name in bundled.sentence.weights for part in name.split("*")} <= set(sentence_features(TWO)["a"])
    whole = set(answerable_features(TWO, dict.fromkeys(papers, 0.0)))
    assert set(bundled.answerable.weights) <= whole


@pytest.mark.parametrize("text", ["", "{}", "{not json", '{"relevance": 1}', '{"relevance": {"weights": {}, "bias": 0, "extra": 1}}'])
def test_weights_that_cannot_be_read_are_an_error_with_a_remedy(text: str, tmp_path: Path) -> None:
    (tmp_path / "weights.json").write_text(text)
    with pytest.raises(ConfigurationError) as caught:
        load_calibration(tmp_path / "weights.json")
    assert caught.value.remedy
    with pytest.raises(ConfigurationError):
        load_calibration(tmp_path / "none.json")


def test_weights_that_are_a_list_are_an_error_with_a_remedy(tmp_path: Path) -> None:
    (tmp_path / "weights.json").write_text("[]")
    with pytest.raises(ConfigurationError):
        load_calibration(tmp_path / "weights.json")
