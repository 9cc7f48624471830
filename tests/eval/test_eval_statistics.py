"""Intervals, p-values and Holm's correction."""

import pytest

from assistant_eval.comparing.statistics import holm, mean_interval, sign_flip_p


def test_ten_losses_and_no_win_have_the_exact_p():
    assert sign_flip_p([-1.0] * 10 + [0.0] * 90) == pytest.approx(2 / 2**10)


def test_as_many_wins_as_losses_are_chance():
    assert sign_flip_p([1.0, -1.0] * 20) == 1


def test_no_difference_or_a_single_one_is_chance():
    assert sign_flip_p([0.0] * 5) == 1
    assert sign_flip_p([0.0, 1.0]) == 1


def test_the_same_numbers_have_the_same_p_and_interval():
    values = [0.1 * (n % 7) - 0.25 for n in range(60)]
    assert sign_flip_p(values) == sign_flip_p(values)
    assert mean_interval(values) == mean_interval(values)


def test_an_interval_is_about_two_standard_errors_wide():
    values = [0.0, 1.0] * 200
    low, high = mean_interval(values)
    assert low == pytest.approx(0.5 - 1.96 * 0.025, abs=0.01)
    assert high == pytest.approx(0.5 + 1.96 * 0.025, abs=0.01)


def test_an_interval_without_spread_is_a_point():
    assert mean_interval([1.0, 1.0, 1.0]) == (1.0, 1.0)
    assert mean_interval([0.3]) == (0.3, 0.3)


def test_holm_multiplies_the_smallest_p_most():
    assert holm([0.01, 0.04, 0.03]) == pytest.approx([0.03, 0.06, 0.06])
    assert holm([0.9, 0.8]) == [1.0, 1.0]
    assert holm([]) == []
