"""Text → what of it is compared: numbers, names, content words in their order."""

from __future__ import annotations

import re
import unicodedata
from typing import NamedTuple

import Stemmer

_STEMMER = Stemmer.Stemmer("english")
WORD = re.compile(r"[^\W\d_]+(?:[-'][^\W_]+)*")
_TOKEN = re.compile(r"[^\W_]+(?:[.'][^\W_]+)*|[,;:()]")
_HAN = re.compile(r"[\u3400-\u9fff]+")
# Digits inside a name are the name's.
_NUMBER = re.compile(r"(?<![^\W\d_])(?<![^\W\d_]-)(?<!\d)\d+(?:[.,]\d+)*")
_PERCENT = re.compile(r"(\d+(?:[.,]\d+)*)\s?\\?(?:%|percent)")
_SPELT = {
    "two": "2", "three": "3", "four": "4", "five": "5", "six": "6", "seven": "7", "eight": "8", "nine": "9", "ten": "10", "eleven": "11",
    "twelve": "12",
}  # fmt: skip
# Words with capitals or digits inside, and capitalised words that do not open a sentence.
_NAME = re.compile(r"\b(?:[A-Z][\w-]*[A-Z0-9][\w-]*|[A-Z]{2,})\b|(?<=[a-z,;] )[A-Z][a-z]+\b")
STOP = frozenset(
    "a an and are as at be been by can could do does for from had has have how in into is it its may more most much of on or "
    "our over paper papers shows show that the their them then there these they this to under up was we were what when where "
    "which while who will with would using use used method approach work authors propose proposed introduce introduces study "
    "studies finds find abstract also such than".split()
)

# Words that a rewording adds or leaves out without saying anything else.
_DULL = STOP | frozenset(
    "like based built build builds make makes made making call called calls named help helps give gives given giving provide provides "
    "provided providing present presents presented presenting develop develops developed offer offers offered include includes including "
    "due thanks because via through several various many some different further furthermore moreover additionally new novel author one "
    "onto upon across within without among both each other others only just very quite rather while whereas since though although but "
    "however finally first second here there namely etc per so if or nor yet still even well let get gets take takes do done "
    "consist consists comprise contain contains consider considers considered show shown demonstrate demonstrates demonstrated "
    "investigate investigates explore explored existing proposed called kind sort way ways part be being far up "
    "described specifically particular issue not no never".split()
)


class Token(NamedTuple):
    """A word, number or mark of a text: lower-case, its stem, and whether it tells one statement from another."""

    text: str
    stem: str
    content: bool


def fold(text: str) -> str:
    """The text with one form for each character: full-width letters, the many hyphens."""
    return re.sub(r"[\u2010-\u2015]", "-", unicodedata.normalize("NFKC", text))


def tokens(text: str) -> list[Token]:
    """Words, numbers and the marks that part clauses, in their order; the parts of hyphenated words are words."""
    words = _TOKEN.findall(text.lower().replace("n't", " not"))
    return [
        Token(word, stem, word not in _DULL and (len(word) > 2 or word.isdigit()))
        for word, stem in zip(words, _STEMMER.stemWords(words), strict=True)
    ]


def stem(word: str) -> str:
    """The word's stem."""
    return str(_STEMMER.stemWord(word))


def stems(text: str) -> set[str]:
    """Content words; Chinese, which does not part its words, counts by pairs of characters."""
    pairs = {run[n : n + 2] for run in _HAN.findall(text) for n in range(max(1, len(run) - 1))}
    parts = [part for word in WORD.findall(_HAN.sub(" ", text.lower())) for part in word.split("-")]
    return pairs | set(_STEMMER.stemWords([part for part in parts if part not in STOP and len(part) > 2]))


def numbers(text: str) -> set[str]:
    """The numbers of a text, spelt ones and those with thousands' commas as digits."""
    digits = re.sub(r"(?<=\d),(?=\d{3}\b)", "", text)
    return {*_NUMBER.findall(digits), *(_SPELT[word] for word in WORD.findall(text.lower()) if word in _SPELT)}


def percentages(text: str) -> set[str]:
    """The numbers that are percentages."""
    return set(_PERCENT.findall(text))


def names(text: str) -> list[str]:
    """Names of methods, data sets, people: by their capitals and digits."""
    return _NAME.findall(text)


def mentions(text: str, name: str) -> bool:
    """Whether the name stands in the text as a word of its own, in the singular or plural."""
    single = name.removesuffix("s") if len(name) > 3 else name
    return re.search(rf"(?<!\w){re.escape(single)}(?:s|'s)?(?!\w)", text, re.I) is not None
