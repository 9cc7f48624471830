"""Polish word → its stem, by cutting inflectional endings: the stemmer library that is used for the others does not know Polish."""

from __future__ import annotations

_ENDINGS = sorted(
    "iami ami iach ach iom om owie owi iego ego iemu emu ymi imi ych ich ym im iej ej ią ę ą y i ie e ia a iu u iem em o ów iów"
    " ość ości ością ościach ościami ć ać eć ić ał ała ało uje ują ować owany owana owane".split(),
    key=len,
    reverse=True,
)
_SHORTEST = 3
_PLAIN = str.maketrans("ąćęłńóśźż", "acelnoszz")


def polish_stem(word: str) -> str:
    """The word without its longest ending, at least three letters long, and without marks on the letters."""
    word = word.lower()
    for ending in _ENDINGS:
        if word.endswith(ending) and len(word) - len(ending) >= _SHORTEST:
            word = word[: -len(ending)]
            break
    return word.translate(_PLAIN)
