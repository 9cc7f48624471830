"""Text → the language group that decides which encoder reads it."""

from __future__ import annotations

import re

_HAN = re.compile(r"[\u3400-\u9fff]")


def has_han(text: str) -> bool:
    """Whether there is a Chinese word at all, as in a short question about a method with a long Latin name."""
    return bool(_HAN.search(text))


def language(text: str) -> str:
    """`zh` where a fifth of the letters are Han characters, else `en` (all encoders but one read English only)."""
    letters = [character for character in text if character.isalpha()]
    han = sum(1 for character in letters if _HAN.match(character))
    return "zh" if letters and han / len(letters) >= 0.2 else "en"
