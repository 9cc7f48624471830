"""Every formula against numbers worked out by hand."""

import pytest

from assistant_eval.scoring.metrics import (
    Place,
    aurc,
    auroc,
    harmonic,
    jaccard,
    kappa,
    nugget_recall,
    percentile,
    risk_coverage,
    same_sentence,
    sentence_agreement,
    set_f1,
    words,
)


def test_half_of_the_shorter_sentence_is_the_same_sentence():
    assert same_sentence(Place("a", 0, 10), Place("a", 5, 40))
    assert same_sentence(Place("a", 0, 100), Place("a", 20, 30))


def test_less_than_half_or_another_paper_is_another_sentence():
    assert not same_sentence(Place("a", 0, 10), Place("a", 6, 40))
    assert not same_sentence(Place("a", 0, 10), Place("b", 0, 10))
    assert not same_sentence(Place("a", 0, 10), Place("a", 10, 20))


def test_two_of_three_citations_on_two_of_four_gold_sentences():
    gold = [Place("a", start, start + 10) for start in (0, 20, 40, 60)]
    cited = [Place("a", 0, 10), Place("a", 20, 30), Place("b", 0, 10)]
    result = sentence_agreement(cited, gold)
    assert result == pytest.approx((2 / 3, 2 / 4, 4 / 7))


def test_citing_nothing_has_no_precision_and_no_recall():
    assert sentence_agreement([], [Place("a", 0, 10)]) == (0.0, 0.0, 0.0)


def test_nugget_recall_is_the_share_of_covered_nuggets():
    assert nugget_recall([True, False, True, True]) == 0.75


def test_harmonic_mean_of_nothing_is_nothing():
    assert harmonic(0.0, 0.0) == 0.0
    assert harmonic(1.0, 0.5) == pytest.approx(2 / 3)


def test_overlap_of_lists():
    assert jaccard("abc", "bcd") == 0.5
    assert set_f1("abc", "bcd") == pytest.approx(4 / 6)
    assert jaccard("", "") == set_f1("", "") == 1.0


def test_kappa_takes_chance_out_of_agreement():
    # Observed 0.7; both say yes: 0.5 · 0.6 + 0.5 · 0.4 = 0.5 by chance; (0.7 − 0.5) / 0.5.
    a = [True] * 5 + [False] * 5
    b = [True] * 4 + [False] + [True] * 2 + [False] * 3
    assert kappa(a, b) == pytest.approx(0.4)
    assert kappa(a, a) == 1.0
    assert kappa([True], [True]) == 1.0


def test_kappa_of_three_classes():
    # Observed 3/4; by chance (2·2 + 1·2 + 1·0) / 16 = 3/8; (6/8 − 3/8) / (5/8).
    assert kappa([0, 0, 1, 2], [0, 0, 1, 1]) == pytest.approx(0.6)


def test_auroc_counts_pairs_and_halves_of_ties():
    # (0.9 > 0.5), (0.9 > 0.4), (0.5 = 0.5), (0.5 > 0.4): 3.5 of 4.
    assert auroc([0.9, 0.5], [0.5, 0.4]) == pytest.approx(3.5 / 4)


def test_risk_rises_with_coverage_where_confidence_is_right():
    points = risk_coverage([0.9, 0.8, 0.7, 0.6], [0, 0, 1, 1])
    assert [point.risk for point in points] == pytest.approx([0, 0, 1 / 3, 1 / 2])
    assert [point.coverage for point in points] == [0.25, 0.5, 0.75, 1.0]
    assert aurc([0.9, 0.8, 0.7, 0.6], [0, 0, 1, 1]) == pytest.approx((1 / 3 + 1 / 2) / 4)


def test_ties_of_confidence_do_not_depend_on_their_order():
    assert aurc([0.5, 0.5], [0, 1]) == aurc([0.5, 0.5], [1, 0]) == pytest.approx(0.5)


def test_percentiles_are_interpolated():
    assert percentile([10, 20, 30, 40], 50) == 25
    assert percentile(list(range(101)), 95) == 95


def test_a_chinese_character_is_a_word():
    assert words("two words") == 2
    assert words("用GAN重建 图像") == 6
