"""A language's file → what the assistant says in it, and the words by which a question in it is known.

One file a language, `CODE.toml`, so that a native speaker can check it without reading code. The languages are those of the
multilingual encoder; `zh-hant` is Chinese in traditional characters.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path

FOLDER = Path(__file__).parent
ENGLISH = "en"
CODES = ("ar", "de", "en", "es", "fr", "it", "ja", "ko", "nl", "pl", "pt", "ru", "th", "tr", "zh", "zh-hant")


@dataclass(frozen=True)
class Language:
    """A language: its own name, its frame's sentences and what stands inside them by their names, its function words in lower case."""

    name: str
    frame: Mapping[str, str]
    parts: Mapping[str, str]
    words: frozenset[str]
    right_to_left: bool


@cache
def load_language(code: str) -> Language:
    """The language of a code; English where there is none of that code."""
    stored = tomllib.loads((FOLDER / f"{code if code in CODES else ENGLISH}.toml").read_text("utf-8"))
    words = frozenset(stored.get("words", "").split())
    return Language(stored["name"], stored["frame"], stored["parts"], words, stored.get("right_to_left", False))


def phrase(code: str, name: str, **values: object) -> str:
    """A sentence of a language's frame with its values."""
    return load_language(code).frame[name].format(**values)


def part(code: str, name: str, **values: object) -> str:
    """What stands inside a sentence or a list, with its values; "" where the language's sentences need no such part."""
    return load_language(code).parts.get(name, "").format(**values)


def headings(name: str) -> tuple[str, ...]:
    """One sentence of the frame in every language, up to its first value: by it a text is recognised as an answer's part."""
    return tuple(load_language(code).frame[name].partition("{")[0].strip() for code in CODES)
