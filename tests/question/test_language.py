"""The language of a question is that of its letters."""

from __future__ import annotations

import pytest

from assistant.question import language


@pytest.mark.parametrize("text", [
    "Which papers study owls?", "", "42 + 17?", "naïve Bayes à la carte", "Что такое машинное обучение?",
    "What does 数 mean in this benchmark?",
])  # fmt: skip
def test_letters_that_are_hardly_han_are_read_as_english(text: str) -> None:
    assert language(text) == "en"


@pytest.mark.parametrize("text", ["有哪些论文？", "OpenGU 支持多少种数据集？", "它呢", "LLM 的隐私问题有哪些研究", "㐀㐁"])
def test_a_fifth_of_han_letters_makes_a_question_chinese(text: str) -> None:
    assert language(text) == "zh"


def test_digits_and_punctuation_do_not_dilute_a_language() -> None:
    assert language("2025 – 2026 (95.4 %) … 公平？") == "zh"
    assert language("abcdefgh" + "数据") == "zh"
    assert language("abcdefghi" + "数据") == "en"
