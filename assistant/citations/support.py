"""Claim + quote → does the quote support the claim: facts by rules, wording by a score that is handed in.

- What a rule can tell decides first: a number, name, quotation or link that the paper does not have, and a conflict (`conflicts`: negation,
  direction, quantifier, hedge, exchanged parties), make a claim `unsupported`, whatever a model says.
- A claim in other words is then weighed by a `Checker`, where there is one; without it, or for a claim that its encoders cannot read, by
  the share of its content words that the quote holds.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from assistant.citations.conflicts import conflicts
from assistant.citations.entailment import Entailment, features
from assistant.citations.reading import fold, mentions, names, stems
from assistant.interfaces import PairReader
from assistant.types import Status

_SUPPORTED = 0.75
_PARTIAL = 0.5
_QUOTED = re.compile(r"[\"“]([^\"“”]+)[\"”]")
# Links and markup, which a page would follow: only what the paper says itself may be shown.
_LINK = re.compile(r"https?://[^\s)\]>]+|www\.[^\s)\]>]+|\]\([^)]*\)?|<[a-z!/][^>]*>?|\bjavascript:", re.I)
# Letters that the bundled encoders for English cannot read.
_FOREIGN = re.compile(r"[^\W\d_A-Za-z\u00aa-\u024f\u0370-\u03ff]")
# Only what a model wrote is held to this; below so many content words a claim says too little to judge.
_FEWEST_WORDS = 2
# A replaced word must be so like the one in its place (cosine out of context; unrelated words have about .5).
LIKE = 0.62
# What a conflict leaves of a probability, so that it never reaches `partial`.
DOUBT = 0.4


class Checker:
    """Scores claims in other words than their quote's.

    Args:
        reader: the encoders.
        model: weighs what they see.
    """

    def __init__(self, reader: PairReader, model: Entailment) -> None:
        self._reader = reader
        self.model = model

    def score(self, claim: str, quote: str, context: Sequence[str] = ()) -> float:
        """Probability (0–1) that the quote supports the claim; 0 where a fact is not the paper's (see `coverage` for the arguments)."""
        if _FOREIGN.search(claim):
            covered = coverage(claim, quote, context)
            return self.model.supported if covered >= _SUPPORTED else self.model.partial if covered >= _PARTIAL else 0.0
        if not _grounded(claim, quote, context) or len(stems(fold(claim))) < _FEWEST_WORDS:
            return 0.0
        seen = features(claim, quote, context, self._reader)
        probability = self.model.probability(seen)
        return probability * DOUBT if conflicts(claim, quote) or seen["replaced"] > 1 - LIKE else probability


def support(claim: str, quote: str, context: Sequence[str] = (), checker: Checker | None = None) -> Status:
    """How well a quote supports a claim (see `coverage` for the arguments)."""
    if checker is not None:
        return checker.model.status(checker.score(claim, quote, context))
    covered = coverage(claim, quote, context)
    return "supported" if covered >= _SUPPORTED else "partial" if covered >= _PARTIAL else "unsupported"


def coverage(claim: str, quote: str, context: Sequence[str] = ()) -> float:
    """Share (0–1) of the claim's content words that the quote holds; 0 where a fact is not the paper's, or the two conflict.

    Args:
        claim: one statement.
        quote: the sentence it cites.
        context: the paper's label, then other text of it, from which names (not facts) may come.
    """
    if not _grounded(claim, quote, context) or conflicts(claim, quote):
        return 0.0
    said_words, cited_words = stems(fold(claim)), stems(fold(quote))
    content = said_words - stems(fold(context[0] if context else ""))
    if len(content) < _FEWEST_WORDS:
        content = said_words
    if len(content) < _FEWEST_WORDS:
        return 0.0
    return len(content & cited_words) / len(content)


def _grounded(claim: str, quote: str, context: Sequence[str]) -> bool:
    """Whether the claim's quotations and links are the quote's own, and its names the paper's, none in the place of another one."""
    said, cited = fold(claim), fold(quote)
    if any(_plain(part) not in _plain(cited) for part in _QUOTED.findall(said)) or any(part not in cited for part in _LINK.findall(said)):
        return False
    around = " ".join((cited, *map(fold, context)))
    foreign = [name for name in names(said) if not mentions(cited, name)]
    if foreign and any(not mentions(said, name) for name in names(cited)):
        # "BERT" for the sentence's "GPT-2" is wrong, though the paper speaks of both; its own name may stand for "it".
        around = " ".join((cited, *map(fold, context[:1])))
    return all(mentions(around, name) for name in foreign)


def _plain(text: str) -> str:
    return " ".join(text.lower().split()).strip(" .,;:!?")
