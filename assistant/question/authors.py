"""A person's name as somebody types it → the authors of the corpus that it may mean."""

from __future__ import annotations

import difflib
import re
import unicodedata
from collections.abc import Iterable, Sequence

# Letters that no decomposition makes plain.
_PLAIN = str.maketrans({"ø": "o", "ł": "l", "đ": "d", "ð": "d", "ß": "ss", "æ": "ae", "œ": "oe", "ı": "i", "þ": "th"})
_TITLES = frozenset({"prof", "professor", "dr", "phd", "mr", "mrs", "ms"})
_NEAR = 0.75
_HAN_NAME = re.compile(r"[\u3400-\u9fff·]{2,6}")


def parts(name: str) -> tuple[str, ...]:
    """The words of a name without case, accents, titles and punctuation: "Mendler-Dünner" has two, "D'Amour" and "J." one."""
    plain = "".join(letter for letter in unicodedata.normalize("NFKD", name.casefold()) if not unicodedata.combining(letter))
    words = re.sub(r"[^\w]|_", " ", re.sub(r"['’ʼ`]", "", plain.translate(_PLAIN))).split()
    return tuple(word for word in words if word not in _TITLES)


class Authors:
    """The authors of a corpus, by every way to write their names."""

    def __init__(self, names: Iterable[str]) -> None:
        self.names = tuple(sorted(set(names)))
        # Names in Han characters have no spaces around them.
        self.unspaced = tuple(name for name in self.names if _HAN_NAME.fullmatch(name))
        self._parts = {name: parts(name) for name in self.names}
        self._by_word: dict[str, list[str]] = {}
        for name, words in self._parts.items():
            for word in set(words):
                self._by_word.setdefault(word, []).append(name)

    def called(self, name: str, *, given: bool = False) -> tuple[str, ...]:
        """The authors that a name may mean, in alphabetical order; of several ways to take it only the first that fits anybody.

        Args:
            name: a full name, in either order, with initials or without the middle ones; or a surname.
            given: whether a given name alone will do.
        """
        asked = parts(name)
        if not asked or (len(asked) == 1 and len(asked[0]) == 1 and asked[0].isascii()):
            return ()
        near = [author for word in asked if len(word) > 1 for author in self._by_word.get(word, ())]
        candidates = {author: self._parts[author] for author in dict.fromkeys(near)}
        # Whoever is stored as "J. Doe" may be Jane Doe, and who asks for "J. Doe" may mean any.
        ways = [*([] if any(len(word) == 1 for word in asked) else [_same]), _abridged, _turned, _surname, *([_given] if given else [])]
        for way in ways:
            found = tuple(sorted(author for author, words in candidates.items() if way(asked, words)))
            if found:
                return found
        return ()

    def full(self, name: str) -> bool:
        """Whether a name of several words is exactly an author's."""
        asked = parts(name)
        return len(asked) > 1 and any(self._parts[author] == asked for author in self._by_word.get(asked[0], ()))

    def nearest(self, name: str, count: int = 3) -> list[str]:
        """Authors whose names are spelt nearly so, nearest first."""
        asked = " ".join(parts(name))
        spelt = {" ".join(words[-1:] if " " not in asked else words): author for author, words in self._parts.items()}
        return [spelt[found] for found in difflib.get_close_matches(asked, spelt, count, _NEAR)]


def _same(asked: Sequence[str], words: Sequence[str]) -> bool:
    return tuple(asked) == tuple(words)


def _abridged(asked: Sequence[str], words: Sequence[str]) -> bool:
    """Given names as initials or left out in the middle: "J. Doe" and "Jane Doe" are "Jane Mary Doe"."""
    if len(asked) < 2 or len(words) < 2 or asked[-1] != words[-1] or not _begins(asked[0], words[0]):
        return False
    rest = iter(words[1:-1])
    return all(any(_begins(word, known) for known in rest) for word in asked[1:-1])


def _begins(asked: str, known: str) -> bool:
    return asked == known or (1 in (len(asked), len(known)) and asked[0] == known[0])


def _turned(asked: Sequence[str], words: Sequence[str]) -> bool:
    """Surname first: "Doe, Jane"."""
    return len(asked) > 1 and _abridged((*asked[1:], asked[0]), words)


def _surname(asked: Sequence[str], words: Sequence[str]) -> bool:
    """The end of the name: "Doe", "de Montjoye", "Montjoye"."""
    return len(asked) < len(words) and tuple(words[-len(asked) :]) == tuple(asked)


def _given(asked: Sequence[str], words: Sequence[str]) -> bool:
    return tuple(words[: len(asked)]) == tuple(asked)
