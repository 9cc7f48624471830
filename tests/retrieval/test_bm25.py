"""BM25 over passages, by hand; and how much of a question a passage holds."""

from __future__ import annotations

from math import log
from pathlib import Path

import numpy as np
import pytest

from assistant.retrieval import LexicalIndex

TEXTS = ["owls hunt mice owls", "bats hunt moths at dusk", "mice eat corn", ""]


@pytest.fixture(scope="module")
def index() -> LexicalIndex:
    return LexicalIndex.build(TEXTS)


def test_terms_are_stemmed_folded_and_without_the_words_that_only_ask(index: LexicalIndex) -> None:
    assert index.terms("Which papers do the Hunting OWLS study?") == ["hunt", "owl"]
    assert index.terms("ﬁne don't snake_case") == ["fine", "don't", "snake_cas"]
    assert index.terms("what, which, who?!") == []


def test_the_parts_of_a_hyphenated_word_are_terms(index: LexicalIndex) -> None:
    assert index.terms("query-only attack") == index.terms("query only attack")
    assert {"membership", "infer"} <= set(index.terms("membership-inference"))


def test_scores_are_lucene_s_bm25(index: LexicalIndex) -> None:
    lengths = [len(index.terms(text)) for text in TEXTS]
    mean = sum(lengths) / len(lengths)

    def by_hand(times: int, length: int, texts: int) -> float:
        inverse = log(1 + (len(TEXTS) - texts + 0.5) / (texts + 0.5))
        return inverse * times / (times + 1.5 * (1 - 0.75 + 0.75 * length / mean))

    assert index.scores("owls") == pytest.approx([by_hand(2, lengths[0], 1), 0, 0, 0])
    hunt = [by_hand(1, lengths[0], 2), by_hand(1, lengths[1], 2), 0, 0]
    assert index.scores("which works hunt?") == pytest.approx(hunt)
    assert index.scores("hunting owls") == pytest.approx(np.add(index.scores("owls"), hunt))


def test_unknown_terms_and_no_terms_score_nothing(index: LexicalIndex) -> None:
    for text in ("zebra", "", "the of which", "🦉"):
        assert index.scores(text).tolist() == [0, 0, 0, 0]
    assert index.scores("zebra owls").tolist() == index.scores("owls").tolist()


def test_coverage_is_the_weighted_share_of_the_terms(index: LexicalIndex) -> None:
    owl, hunt = log(5 / 2), log(5 / 3)
    assert index.coverage("owls hunt") == pytest.approx([1, hunt / (owl + hunt), 0, 0])
    assert index.coverage("owls owls owls hunt") == pytest.approx(index.coverage("owls hunt"))


def test_terms_that_no_passage_holds_count_most(index: LexicalIndex) -> None:
    owl, zebra = log(5 / 2), log(5)
    assert index.coverage("owls zebra")[0] == pytest.approx(owl / (owl + zebra))
    assert index.coverage("owls zebra")[0] < index.coverage("owls mice")[0]
    assert index.coverage("zebra").tolist() == [0, 0, 0, 0]
    assert index.coverage("which of the papers?").tolist() == [0, 0, 0, 0]


def test_an_index_of_nothing_can_be_kept_and_asked(tmp_path: Path) -> None:
    LexicalIndex.build(["", "the"]).save(tmp_path / "lexical")
    empty = LexicalIndex.load(tmp_path / "lexical", 2)
    assert empty.scores("owls").tolist() == [0, 0]
    assert empty.coverage("owls").tolist() == [0, 0]


def test_a_kept_index_scores_as_before(tmp_path: Path, index: LexicalIndex) -> None:
    index.save(tmp_path / "lexical")
    again = LexicalIndex.load(tmp_path / "lexical", len(TEXTS))
    for text in ("owls", "hunting mice at dusk", "zebra corn"):
        assert again.scores(text).tolist() == index.scores(text).tolist()
        assert again.coverage(text).tolist() == index.coverage(text).tolist()
