"""Chinese question → the English words that abstracts would use for it, by a glossary; no model, no network.

Longest match first: 差分隐私 becomes "differential privacy" before 隐私 could become "privacy". What the glossary does not
know is left out, what is already English stays. The result is for encoders that read English, never shown as a translation.
"""

from __future__ import annotations

import re
from functools import lru_cache
from pathlib import Path

FILE = Path(__file__).parent / "glossary_zh.tsv"

_HAN_RUN = re.compile(r"[\u3400-\u9fff]+")


@lru_cache(maxsize=1)
def _glossary() -> tuple[dict[str, str], int]:
    entries = dict(line.split("\t") for line in FILE.read_text("utf-8").splitlines() if "\t" in line)
    return entries, max(map(len, entries))


def english_words(text: str) -> str:
    """The known terms of a Chinese text in English, in their order, with the text's own English words between them."""
    entries, longest = _glossary()

    def translated(match: re.Match[str]) -> str:
        run, words, at = match.group(), [], 0
        while at < len(run):
            for length in range(min(longest, len(run) - at), 0, -1):
                found = entries.get(run[at : at + length])
                if found:
                    words.append(found)
                    at += length
                    break
            else:
                at += 1
        return f" {' '.join(words)} "

    kept = re.sub(r"[^\w\s.+-]", " ", _HAN_RUN.sub(translated, text))
    return " ".join(kept.split())
