"""A question's terms in the English of the abstracts."""

from __future__ import annotations

import re
from collections import Counter

import pytest

from assistant import Assistant
from assistant.languages import CODES
from assistant.question.translation import FOLDER, english_words, glossary_file, simplified, traditional

LINES = glossary_file("zh").read_text("utf-8").splitlines()
OTHERS = sorted(set(CODES) - {"en", "zh", "zh-hant"})


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


@pytest.mark.parametrize("code", OTHERS)
def test_a_glossary_has_its_terms_once_and_english_on_the_other_side(code: str) -> None:
    lines = glossary_file(code).read_text("utf-8").splitlines()
    terms = [line.split("\t")[0] for line in lines]
    words = {line.split("\t")[1] for line in lines}
    assert all(line.count("\t") == 1 and line == line.strip() for line in lines)
    assert len(terms) == len(set(terms)) > 300
    assert len(words) > 300
    assert all(word.isascii() for word in words)


def test_every_language_but_english_has_a_glossary() -> None:
    assert {path.stem.removeprefix("glossary_") for path in FOLDER.glob("glossary_*.tsv")} == {*OTHERS, "zh"}


@pytest.mark.parametrize(("code", "text"), [
    ("ar", "هجمات على الخصوصية التفاضلية"), ("de", "differenzielle Privatsphäre"), ("es", "la privacidad diferencial"),
    ("fr", "de la confidentialité différentielle"), ("it", "della privacy differenziale"), ("ja", "差分プライバシーの研究"),
    ("ko", "차분 프라이버시를"),
    ("nl", "differentiële privacy"), ("pl", "prywatności różnicowej"), ("pt", "da privacidade diferencial"),
    ("ru", "дифференциальной приватности"), ("th", "ความเป็นส่วนตัวเชิงอนุพันธ์"), ("tr", "diferansiyel gizliliğin"), ("zh-hant", "差分隱私"),
])  # fmt: skip
def test_inflected_terms_are_found_in_every_language(code: str, text: str) -> None:
    assert "differential privacy" in english_words(text, code)


@pytest.mark.parametrize(("code", "text"), [
    ("ar", "كم عدد النماذج"), ("de", "Wie viele Modelle"), ("es", "¿Cuántos modelos"), ("fr", "Combien de modèles"),
    ("it", "Quanti modelli"),
    ("ja", "モデルはいくつ"), ("ko", "모델이 몇 개"), ("nl", "Hoeveel modellen"), ("pl", "Ile modeli"), ("pt", "Quantos modelos"),
    ("ru", "Сколько моделей"), ("th", "มีโมเดลกี่"), ("tr", "Kaç model"),
])  # fmt: skip
def test_how_many_is_how_many_in_every_language(code: str, text: str) -> None:
    words = english_words(text, code)
    assert "how many" in words
    assert "model" in words


def test_names_stay_as_they_are_written_and_function_words_go() -> None:
    assert english_words("Comment FedGFM+ utilise-t-il AncDAI dans les graphes ?", "fr").split()[0] == "FedGFM+"
    assert english_words("Was ist die FRG und der DP-SGD?", "de") == "FRG DP-SGD"


def test_a_function_word_is_no_term_whose_stem_it_shares() -> None:
    assert "security" not in english_words("Daten für sich behalten", "de")


def test_traditional_characters_become_simplified_ones() -> None:
    assert traditional("這個")
    assert not traditional("这个")
    assert simplified("這個方法為什麼有效 FRG?") == "这个方法为什么有效 FRG?"
