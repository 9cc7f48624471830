"""Text → the code of its language, one of `assistant.languages.CODES`; English where nothing speaks for another.

Scripts decide where they can, function words and letters where the script is Latin. A question that has as many English
function words as foreign ones is English: names, quotes and terms of other languages do not change what it is asked in.
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import NamedTuple

from assistant.languages import ENGLISH, load_language
from assistant.question.translation import is_term, traditional

_SCRIPTS = {
    "ja": re.compile(r"[\u3040-\u30ff\uff66-\uff9f]"),
    "ko": re.compile(r"[\u1100-\u11ff\u3130-\u318f\uac00-\ud7af]"),
    "th": re.compile(r"[\u0e00-\u0e7f]"),
    "ar": re.compile(r"[\u0600-\u06ff\u0750-\u077f\ufb50-\ufdff\ufe70-\ufeff]"),
    "ru": re.compile(r"[\u0400-\u04ff]"),
    "zh": re.compile(r"[\u3400-\u9fff]"),
}
# Japanese is written in kana and Han characters; a few kana in a row of Han make it Japanese.
_SPACELESS = frozenset({"ja", "zh", "th"})
LATIN = ("de", "es", "fr", "it", "nl", "pl", "pt", "tr")
# Letters that few of the languages have. They speak for a language only beside its words: English borrows names and "naïve".
_LETTERS = {
    "de": "äöüß", "es": "ñ¿¡áíóú", "fr": "àâçéèêëîïôùûœ", "it": "àèéìòù", "nl": "ëï", "pl": "ąćęłńśźż", "pt": "ãõçáâéêíóôú", "tr": "çğışöü",
}  # fmt: skip
_MATHS = re.compile(r"\$[^$]*\$|\\[A-Za-z]+|https?://\S+")
_WORD = re.compile(r"[^\W\d_]+(?:-[^\W\d_]+)*")
_SHARE = 0.2


def has_han(text: str) -> bool:
    """Whether there is a Chinese word at all, as in a short question about a method with a long Latin name."""
    return bool(_SCRIPTS["zh"].search(text))


def is_chinese(text: str) -> bool:
    """Whether a question is asked in Chinese, in simplified or traditional characters."""
    return language(text) in ("zh", "zh-hant")


def language(text: str) -> str:
    """The code of the language that a question is asked in."""
    text = _MATHS.sub(" ", text)
    words = [part for word in _WORD.findall(text) for part in (word, *(word.split("-") if "-" in word else ()))]
    known = load_language(ENGLISH).words
    english = sum(word.lower() in known for word in words)
    return _by_script(text, words, english) or _by_words(text, words, english)


def _by_script(text: str, words: list[str], english: int) -> str:
    """The language of a script that holds a fifth of the letters and more words than English ones; else empty."""
    letters = [character for character in text if character.isalpha()]
    counts = {code: sum(1 for character in letters if script.match(character)) for code, script in _SCRIPTS.items()}
    if counts["ja"]:
        counts["ja"] += counts["zh"]
        counts["zh"] = 0
    code = max(counts, key=lambda name: counts[name])
    if not letters or not counts[code]:
        return ""
    foreign_from_the_start = code not in _SPACELESS and not english and _SCRIPTS[code].match(words[0])
    if counts[code] / len(letters) < _SHARE and not foreign_from_the_start:
        return ""
    written = counts[code] / 2 if code in _SPACELESS else len([w for w in _WORD.findall(text) if _SCRIPTS[code].search(w)])
    # A question that begins in English is in another language only where most of its words are.
    begins = bool(words) and words[0].lower() in load_language(ENGLISH).words
    if written <= (sum(word.isascii() for word in words) if begins else 1.5 * english):
        return ""
    return "zh-hant" if code == "zh" and traditional(text) else code


def _by_words(text: str, words: list[str], english: int) -> str:
    """The Latin-script language that something speaks for and whose words outnumber the English ones; else English."""
    lower = [word.lower() for word in words]
    found = {code: _evidence(code, lower) for code in LATIN}
    marks = {code: sum(text.lower().count(letter) for letter in letters) for code, letters in _LETTERS.items()}
    best = max(LATIN, key=lambda code: (found[code].weight, marks[code]))
    evidence = found[best]
    terms = evidence.terms >= min(2, len(words)) or (evidence.terms >= 1 and evidence.weight >= 2)
    speaks = evidence.clear >= 1 or marks[best] > 0 or terms
    return best if speaks and evidence.weight > english else ENGLISH


class _Evidence(NamedTuple):
    """What speaks for a language: `clear` function words, which English does not have, terms of its glossary, and all weighted."""

    clear: int
    terms: int
    weight: float


def _evidence(code: str, lower: list[str]) -> _Evidence:
    """Clear function words count one each; those that English has as well, and terms that are not English, half."""
    own, shared = load_language(code).words, load_language(ENGLISH).words | _everyday()
    clear = sum(word in own and word not in shared for word in lower)
    terms = sum(word not in own and word not in shared and is_term(word, code) for word in lower)
    return _Evidence(clear, terms, clear + 0.5 * (terms + sum(word in own and word in shared for word in lower)))


@lru_cache(maxsize=1)
def _everyday() -> frozenset[str]:
    """Foreign function words that are English words, or particles of names, or letters of formulas."""
    return frozenset(
        "ai a d e i l o s u y un des en de la le van von den der die man also war was bin hat mit as an do me no so on he at us to in is of or"
        " per con son sans sur dans gut bei da di al el los las por del du des est et ex pro ten para pod nad se ses sera via am um zum im z w"
        " genre invite menace moment monster notebook orientation optimisation initialisation performances physique pilotage publications"
        " over single horizon quanta recherche articles borne circulation contra exactitude kern scala sonde spiel skala trafic papers paper work works"
        " wet rest tout chez ou es era dos das na no e com ve den bir o de comment pour dire moi ma mes mon sans liste ne not".split()
    )
