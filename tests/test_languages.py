"""Every language of the encoder has its whole frame, and a native speaker finds it in one file."""

from __future__ import annotations

import re
from string import Formatter

import pytest

from assistant.languages import CODES, FOLDER, headings, load_language

ENGLISH = load_language("en").frame
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


@pytest.mark.parametrize("code", CODES)
def test_a_language_has_every_sentence_with_every_value(code: str) -> None:
    frame = load_language(code).frame
    assert set(frame) == set(ENGLISH)
    for name, sentence in frame.items():
        # One paper fits, whatever a language needs a number for.
        assert fields(sentence) == fields(ENGLISH[name]), name
        assert sentence == sentence.strip() != ""


@pytest.mark.parametrize("code", sorted(set(CODES) - {"en"}))
def test_a_language_s_sentences_are_its_own(code: str) -> None:
    frame = load_language(code).frame
    for other in set(CODES) - {code}:
        same = [name for name, sentence in frame.items() if sentence == load_language(other).frame[name]]
        assert same == [], f"{code} and {other}"
    if script := SCRIPTS.get(code):
        assert all(re.search(script, sentence) for sentence in frame.values())
    else:
        assert all(re.search("[A-Za-z]", sentence) for sentence in frame.values())


def test_only_arabic_runs_from_right_to_left() -> None:
    assert [code for code in CODES if load_language(code).right_to_left] == ["ar"]


def test_an_unknown_language_is_english() -> None:
    assert load_language("xx") == load_language("en")
    assert load_language("../../etc/passwd") == load_language("en")


def test_each_language_has_a_heading_for_what_is_shown_apart() -> None:
    assert len(set(headings("borderline"))) == len(CODES)
