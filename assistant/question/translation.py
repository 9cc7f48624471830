"""Question in another language → the English words that abstracts would use for it, by a glossary; no model, no network.

Longest match first: 差分隐私 becomes "differential privacy" before 隐私 could become "privacy". Where a language sets spaces,
words are compared by their stems, so that inflections are found. Question words are in the glossaries as well ("combien" is
"how many"), so that the rules for English questions read the result. What the glossary does not know is left out where it is
in another script, and stays where it is in Latin letters: names and technical words are. The result is for encoders that
read English and for rules, never shown as a translation.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import cache, lru_cache
from pathlib import Path
from typing import NamedTuple

import Stemmer

from assistant.languages import ENGLISH, load_language
from assistant.question.polish import polish_stem

FOLDER = Path(__file__).parent
_STEMMERS = {
    "ar": "arabic", "de": "german", "en": "english", "es": "spanish", "fr": "french", "it": "italian", "nl": "dutch", "pt": "portuguese", "ru": "russian",
    "tr": "turkish",
}  # fmt: skip
# Written without spaces, or with particles that stick to the word: terms are found anywhere in a run of the script.
_RUNS = {
    "zh": re.compile(r"[\u3400-\u9fff]+"),
    "ja": re.compile(r"[\u3005\u3040-\u30ff\u3400-\u9fff\uff66-\uff9f%]+"),
    "ko": re.compile(r"[\uac00-\ud7af]+(?: +[\uac00-\ud7af]+)*"),
    "th": re.compile(r"[\u0e00-\u0e7f]+(?: +[\u0e00-\u0e7f]+)*"),
}
_TOKEN = re.compile(r"[^\W_]+(?:[-+.'’][^\W_]+)*\+*")
_SHORTEST = 4
_LATIN = re.compile(r"[A-Za-z\u00c0-\u024f]")
_TECHNICAL = re.compile(r"[A-Z].*[A-Z]|\d|[A-Z].*[a-z][A-Z]")
_ELISION = re.compile(r"\b(?:[cdjlmnst]|qu|dell|nell|all|dall|sull|un|quest)['’](?=\w)", re.I)


class Glossary(NamedTuple):
    """English words by term: in a language with spaces the term is a sequence of stems, else its characters; and the terms as written."""

    words: dict[tuple[str, ...], str]
    longest: int
    exact: frozenset[str]


def glossary_file(code: str) -> Path:
    """A language's glossary: a line holds a term, a tab, and the English words for it."""
    return FOLDER / f"glossary_{code}.tsv"


@cache
def _stem(code: str) -> Callable[[str], str]:
    """A word → its stem, of a language with spaces. Short words are taken as they are: their stems mean everything."""
    cut = polish_stem if code == "pl" else Stemmer.Stemmer(_STEMMERS[code]).stemWord

    def stem(word: str) -> str:
        # Turkish has a capital İ, whose small letter is two characters elsewhere.
        lower = word.lower().replace("i\u0307", "i")
        return lower if len(lower) < _SHORTEST else str(cut(lower))

    return stem


@cache
def _glossary(code: str) -> Glossary:
    lines = glossary_file(code).read_text("utf-8").splitlines()
    entries = [(term, words) for term, _, words in (line.partition("\t") for line in lines) if words]
    found: dict[tuple[str, ...], str] = {}
    for term, words in entries:
        key = tuple(term.replace(" ", "")) if code in _RUNS else tuple(map(_stem(code), _parts(term)))
        found.setdefault(key, words)
    return Glossary(found, max(map(len, found)), frozenset(term.lower() for term, _ in entries))


@lru_cache(maxsize=1)
def _simplified() -> dict[int, str]:
    lines = (FOLDER / "traditional.tsv").read_text("utf-8").splitlines()
    return {ord(line[0]): line[2] for line in lines}


def simplified(text: str) -> str:
    """The text with traditional Chinese characters replaced by simplified ones."""
    return text.translate(_simplified())


def traditional(text: str) -> bool:
    """Whether any character is used in traditional Chinese only."""
    return any(ord(character) in _simplified() for character in text)


def is_term(word: str, code: str) -> bool:
    """Whether a word alone is a term of a language with spaces, and spelled otherwise than the English term."""
    words = _glossary(code).words.get((_stem(code)(word),))
    return words is not None and _stem(ENGLISH)(word) not in _english()


@lru_cache(maxsize=1)
def _english() -> frozenset[str]:
    """Stems of the words on the glossaries' English sides."""
    return frozenset(_stem(ENGLISH)(word) for code in ("fr", "zh") for words in _glossary(code).words.values() for word in _parts(words))


def english_words(text: str, code: str = "zh") -> str:
    """The known terms of a text in English, in their order, with the text's own English words and names between them."""
    if code == "zh-hant":
        text, code = simplified(text), "zh"
    translated = _of_run(text, code) if code in _RUNS else _of_words(text, code)
    kept = re.sub(r"[^\w\s.+-]", " ", translated)
    return " ".join(kept.split())


def _of_run(text: str, code: str) -> str:
    entries, longest, _ = _glossary(code)

    def translated(match: re.Match[str]) -> str:
        run, words, at = match.group().replace(" ", ""), [], 0
        while at < len(run):
            for length in range(min(longest, len(run) - at), 0, -1):
                found = entries.get(tuple(run[at : at + length]))
                if found:
                    words.append(found)
                    at += length
                    break
            else:
                at += 1
        return f" {' '.join(words)} "

    return _RUNS[code].sub(translated, text)


def _parts(text: str) -> list[str]:
    return _TOKEN.findall(_ELISION.sub("", text))


def _of_words(text: str, code: str) -> str:
    entries, longest, exact = _glossary(code)
    parts = _parts(text)
    stems = [_stem(code)(part) for part in parts]
    function_words = load_language(code).words - exact
    words: list[str] = []
    at = 0
    while at < len(parts):
        for length in range(min(longest, len(parts) - at), 0, -1):
            found = entries.get(tuple(stems[at : at + length]))
            # "sich" has the stem of "Sicherheit".
            if found and (length > 1 or parts[at].lower() not in function_words):
                words.append(found)
                at += length
                break
        else:
            if _stays(parts[at], function_words):
                words.append(parts[at])
            at += 1
    return " ".join(words)


def _stays(word: str, function_words: frozenset[str]) -> bool:
    """Whether a word that the glossary does not know may be English, a name or a technical word."""
    return bool(_TECHNICAL.search(word)) or (bool(_LATIN.match(word)) and word.lower() not in function_words)
