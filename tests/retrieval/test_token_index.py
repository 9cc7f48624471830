"""MaxSim of passages and of sentences, by hand on vectors of two numbers."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from assistant.retrieval import TokenIndex
from assistant.retrieval.scores import telling

# Passage 0: a title token, two tokens of sentence 0, one of sentence 1. Passage 1: sentence 1 again, and sentence 2.
FIRST = (np.array([[127, 0], [0, 127], [64, 64], [-127, 0]], np.int8), np.array([-1, 0, 0, 1], np.int16))
SECOND = (np.array([[0, -127], [100, 0]], np.int8), np.array([1, 2], np.int16))
QUERY = np.array([[1, 0], [0, 1]], np.float32)


@pytest.fixture(scope="module")
def index() -> TokenIndex:
    return TokenIndex.build([FIRST, SECOND], 2)


def test_each_question_token_takes_its_best_cosine_in_a_passage(index: TokenIndex) -> None:
    assert index.best_matches(QUERY, [0, 1]) == pytest.approx(np.array([[1, 1], [100 / 127, 0]]))
    assert index.best_matches(QUERY, [1, 0, 1]) == pytest.approx(np.array([[100 / 127, 0], [1, 1], [100 / 127, 0]]))
    assert index.best_matches(QUERY, []).shape == (0, 2)


def test_a_sentence_s_score_is_the_mean_of_its_best_matches_and_the_title_is_none(index: TokenIndex) -> None:
    assert index.sentence_matches(QUERY, [0], 2).mean(axis=1) == pytest.approx([(64 / 127 + 1) / 2, (-1 + 0) / 2])


def test_a_sentence_in_two_passages_takes_the_better_score(index: TokenIndex) -> None:
    question = np.array([[0, 1]], np.float32)
    assert index.sentence_matches(question, [0, 1], 3).ravel() == pytest.approx([1, 0, 0])
    # The first sentence is not in the second passage.
    assert index.sentence_matches(question, [1], 3).ravel() == pytest.approx([-1, -1, 0])


def test_a_kept_index_holds_the_same_tokens(tmp_path: Path, index: TokenIndex) -> None:
    index.save(tmp_path / "tokens")
    again = TokenIndex.load(tmp_path / "tokens", 2)
    for row, (vectors, sentences) in enumerate((FIRST, SECOND)):
        assert again.passage(row)[0].tolist() == vectors.tolist()
        assert again.passage(row)[1].tolist() == sentences.tolist()


def test_an_index_of_no_passages_can_be_kept(tmp_path: Path) -> None:
    TokenIndex.build([], 2).save(tmp_path / "tokens")
    assert TokenIndex.load(tmp_path / "tokens", 0).best_matches(QUERY, []).shape == (0, 2)


def test_tokens_that_match_every_passage_alike_weigh_almost_nothing() -> None:
    matches = np.array([[0.9, 0.8], [0.9, 0.2], [0.9, 0.2]], np.float32)
    assert telling(matches) == pytest.approx([0.8, 0.2, 0.2], abs=1e-4)
    # Weights 0.4 − 0.2 and 0.6 − 0.2.
    assert telling(np.array([[0.4, 0.0], [0.2, 0.0], [0.0, 0.6]], np.float32)) == pytest.approx([0.4 / 3, 0.2 / 3, 0.4])
