"""A Chinese question's terms in the English of the abstracts."""

from __future__ import annotations

import re
from collections import Counter

import pytest

from assistant import Assistant
from assistant.question.translation import FILE, english_words

LINES = FILE.read_text("utf-8").splitlines()


def test_every_line_is_a_term_and_its_english_words() -> None:
    assert len(LINES) > 2000
    for line in LINES:
        term, *words = line.split("\t")
        assert len(words) == 1, line
        assert term == term.strip() != ""
        assert words[0] == words[0].strip() != ""
        assert not re.search(r"[\u3400-\u9fff]", words[0])


def test_no_term_has_two_entries() -> None:
    assert [term for term, count in Counter(line.split("\t")[0] for line in LINES).items() if count > 1] == []


def test_the_longest_known_term_wins() -> None:
    assert english_words("差分隐私") == "differential privacy"
    assert english_words("隐私") == "privacy"
    entries = dict(line.split("\t") for line in LINES)
    for term, words in entries.items():
        if re.fullmatch(r"[\u3400-\u9fff]+", term):
            assert english_words(term) == " ".join(re.sub(r"[^\w\s.+-]", " ", words).split())


def test_every_term_is_made_of_han_characters_alone_as_only_those_are_looked_up() -> None:
    assert [term for term in (line.split("\t")[0] for line in LINES) if not re.fullmatch(r"[\u3400-\u9fff]+", term)] == []


@pytest.mark.parametrize(("text", "words"), [
    ("OpenGU 与强化学习", "OpenGU reinforcement learning"),
    ("LLM的隐私？", "LLM privacy"),
    ("GPT-4.1 和 C++", "GPT-4.1 C++"),
    ("龘龘龘", ""),
    ("graph unlearning", "graph unlearning"),
    ("", ""),
])  # fmt: skip
def test_english_words_stay_in_their_place_and_unknown_terms_go(text: str, words: str) -> None:
    assert english_words(text) == words


def test_only_a_question_in_another_language_has_english_words(opened: Assistant) -> None:
    chinese, english = opened.read("差分隐私有哪些论文？"), opened.read("Which papers study differential privacy?")
    assert chinese.english == chinese.words
    assert "differential privacy" in chinese.words
    assert (english.words, english.english) == ("", english.text)


def test_a_chinese_question_finds_what_its_english_twin_finds(opened: Assistant) -> None:
    chinese = {cited.paper.id for cited in opened.ask("哪些论文研究差分隐私？").papers}
    english = {cited.paper.id for cited in opened.ask("Which papers study differential privacy?").papers}
    assert len(chinese & english) >= 0.6 * len(chinese | english) > 0
