"""A question → the words that say what it is about."""

from __future__ import annotations

import re

from assistant.question.language import has_han, is_chinese

NAME_LIKE = re.compile(r"\b(?=\w*\d|\w*[A-Z]\w*[A-Z])[A-Za-z][\w-]+")
_WORD = re.compile(r"[^\W\d_]{4,}")
_FUNCTION_WORDS = frozenset(
    "what which does that this with from they them their have been into than then there these those each about much many some "
    "such were when where would could should also more most only over used uses using need needs paper papers work works "
    "method methods first second third last former latter authors other same approach training data model models results "
    "result other tell show give fine exactly know earlier others both list question questions answer answers compare describe explain number ones meant".split()
)
_ZH_FUNCTION = re.compile(r"[些还有吗呢的其它他别更多没论文章工作研究篇个几这那除了以外之]+")
_ENOUGH_WORDS = 5
TOO_LITTLE_ZH = 16
_MUCH = 6
_MUCH_ZH = 40


def says_enough(text: str) -> bool:
    """Whether a question that leans on the conversation could, by its own words, be about something new as well."""
    return (is_chinese(text) and len(text) > TOO_LITTLE_ZH) or len(content(text)) >= _ENOUGH_WORDS


def content(text: str) -> list[str]:
    """Words that say what a question is about; short ones count where they hold a digit or two capitals, as GPT-4 does."""
    words = [word for word in _WORD.findall(text.lower()) if word not in _FUNCTION_WORDS]
    return words + [word for word in NAME_LIKE.findall(text) if word.lower() not in words]


def content_zh(text: str) -> str:
    """What a Chinese text says beside function words; "" for one in other letters."""
    return _ZH_FUNCTION.sub("", text) if has_han(_ZH_FUNCTION.sub("", text)) else ""


def beginning(text: str) -> str:
    """What of a question can refer back: of one that says much, its first words; what "it" is later on, it says itself."""
    if is_chinese(text):
        return text if len(text) <= _MUCH_ZH else text[: _MUCH_ZH // 2]
    return text if len(content(text)) < _MUCH else " ".join(text.split()[:_MUCH])
