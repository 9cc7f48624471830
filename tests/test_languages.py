"""Every language of the encoder has its whole frame, and a native speaker finds it in one file."""

from __future__ import annotations

import re
from string import Formatter

import pytest

from assistant.languages import CODES, FOLDER, headings, load_language

ENGLISH = load_language("en")
# English verbs that agree with their number: other languages say it without them.
VERBS = {"fit_one", "fit_many", "meets_one", "meets_many", "meets_one_single", "meets_many_single"}
HELPERS = {"fit", "meets"}
# Where Chinese says "and others" for a number, needs none, or names the field that English leaves out.
OTHERWISE = {
    ("zh", "ambiguous"): {"count"}, ("zh", "ambiguous_more"): {"more"}, ("zh", "hint_more"): {"more"},
    ("zh", "unmet_shown_one"): {"total"}, ("zh", "unmet_shown_many"): {"total"}, ("zh", "more"): {"field"}, ("zh-hant", "more"): {"field"},
}  # fmt: skip
# What a script's sentences are written in; Latin ones are told apart by their own letters and words.
SCRIPTS = {
    "ar": "[\u0600-\u06ff]", "ja": "[\u3040-\u30ff]", "ko": "[\uac00-\ud7af]", "ru": "[\u0400-\u04ff]", "th": "[\u0e00-\u0e7f]",
    "zh": "[\u4e00-\u9fff]", "zh-hant": "[\u4e00-\u9fff]",
}  # fmt: skip


def fields(sentence: str) -> set[str]:
    return {field for _, field, _, _ in Formatter().parse(sentence) if field}


def test_there_is_one_file_for_each_language_of_the_encoder() -> None:
    assert {path.stem for path in FOLDER.glob("*.toml")} == set(CODES)
    assert len({load_language(code).name for code in CODES}) == len(CODES) == 16


def words_of(sentence: str) -> str:
    return "".join(literal for literal, _, _, _ in Formatter().parse(sentence))


@pytest.mark.parametrize("code", CODES)
def test_a_language_has_every_sentence_with_every_value(code: str) -> None:
    frame, parts = load_language(code).frame, load_language(code).parts
    assert set(frame) == set(ENGLISH.frame)
    assert set(ENGLISH.parts) - VERBS <= set(parts) <= set(ENGLISH.parts)
    for name, sentence in {**frame, **parts}.items():
        missing = fields({**ENGLISH.frame, **ENGLISH.parts}[name]) ^ fields(sentence)
        assert missing - HELPERS == OTHERWISE.get((code, name), set()), name
        assert sentence.strip()
    assert [name for name, sentence in frame.items() if sentence != sentence.strip()] == []


@pytest.mark.parametrize("code", CODES)
def test_a_verb_that_a_language_s_sentences_need_is_there(code: str) -> None:
    frame, parts = load_language(code).frame, load_language(code).parts
    for helper in HELPERS:
        needed = {name for name in VERBS if name.startswith(helper)}
        used = any(helper in fields(sentence) for sentence in frame.values())
        assert needed & set(parts) == (needed if used else set())


@pytest.mark.parametrize("code", sorted(set(CODES) - {"en"}))
def test_a_language_s_sentences_are_its_own(code: str) -> None:
    frame, parts = load_language(code).frame, load_language(code).parts
    for other in set(CODES) - {code}:
        same = [name for name, sentence in frame.items() if sentence == load_language(other).frame[name]]
        assert same == [], f"{code} and {other}"
    # Words and joints may be their neighbours' ("autor", "{first}, {second}"), but they are not left in English.
    left = [name for name, said in parts.items() if len(re.findall(r"\w+", words_of(said))) > 1 and said == ENGLISH.parts[name]]
    assert left == []
    written = SCRIPTS.get(code, "[A-Za-z]")
    assert all(re.search(written, sentence) for sentence in frame.values())
    # A Japanese word may have Chinese characters alone.
    assert all(re.search(f"{written}|[\u4e00-\u9fff]", said) for said in parts.values() if re.search(r"[^\W\d_]", words_of(said)))


def test_only_arabic_runs_from_right_to_left() -> None:
    assert [code for code in CODES if load_language(code).right_to_left] == ["ar"]


def test_an_unknown_language_is_english() -> None:
    assert load_language("xx") == load_language("en")
    assert load_language("../../etc/passwd") == load_language("en")


def test_each_language_has_a_heading_for_what_is_shown_apart() -> None:
    assert len(set(headings("borderline"))) == len(CODES)
