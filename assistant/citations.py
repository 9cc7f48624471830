"""`Draft` + papers → what may be shown: every claim's references checked, quotes cut from the stored abstracts, papers numbered.

Pure: no I/O, no model. A citation leaves this module only as a slice of a stored abstract, with a status:

- `supported`: the claim is a copy of the sentence, or the sentence holds the claim's numbers and names, agrees with it in
  negation, and covers most of its content words;
- `partial`: the numbers and names are there and a good part of the words;
- `unsupported`: neither. Such citations are taken out, and the answer says so.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Mapping, Sequence
from dataclasses import replace

import Stemmer

from assistant.types import CheckedClaim, Citation, Claim, Draft, Paper, Reference, Status, Verified

_STEMMER = Stemmer.Stemmer("english")
_SUPPORTED = 0.75
_PARTIAL = 0.5

_NUMBER = re.compile(r"\d+(?:[.,]\d+)*")
_PERCENT = re.compile(r"(\d+(?:[.,]\d+)*)\s?\\?(?:%|percent)")
_SPELT = {
    "two": "2", "three": "3", "four": "4", "five": "5", "six": "6", "seven": "7", "eight": "8", "nine": "9", "ten": "10", "eleven": "11",
    "twelve": "12",
}  # fmt: skip
_WORD = re.compile(r"[^\W\d_]+(?:[-'][^\W_]+)*")
_HAN = re.compile(r"[\u3400-\u9fff]+")
# Words with capitals or digits inside, and capitalised words that do not open a sentence.
_NAME = re.compile(r"\b(?:[A-Z][\w-]*[A-Z0-9][\w-]*|[A-Z]{2,})\b|(?<=[a-z,;] )[A-Z][a-z]+\b")
_QUOTED = re.compile(r"[\"“]([^\"“”]+)[\"”]")
# Links and markup, which a page would follow: only what the paper says itself may be shown.
_LINK = re.compile(r"https?://[^\s)\]>]+|www\.[^\s)\]>]+|\]\([^)]*\)?|<[a-z!/][^>]*>?|\bjavascript:", re.I)
# A statement ends at a stop before a capital, but not after an abbreviation.
_BETWEEN = re.compile(
    r"\s*\n\s*(?:[-*•]\s+|\d+[.)]\s+)?|(?<=[.!?])(?<!\bal\.)(?<!e\.g\.)(?<!i\.e\.)(?<!\bvs\.)\s+(?=[^\sa-z])|(?<=[。！？])"
)
_NEGATION = re.compile(r"\b(?:no|not|never|neither|nor|without|cannot|can't|don't|doesn't|isn't|aren't|fails?|unlike|lacks?)\b|n't\b", re.I)
_STOP = frozenset(
    "a an and are as at be been by can could do does for from had has have how in into is it its may more most much of on or "
    "our over paper papers shows show that the their them then there these they this to under up was we were what when where "
    "which while who will with would using use used method approach work authors propose proposed introduce introduces study "
    "studies finds find abstract also such than".split()
)
_OPPOSITES = [
    {"increase", "decrease"}, {"higher", "lower"}, {"more", "less"}, {"improve", "worsen"}, {"improve", "degrade"},
    {"reduce", "increase"}, {"better", "worse"}, {"above", "below"}, {"outperform", "underperform"}, {"tighter", "looser"},
    {"faster", "slower"}, {"rises", "falls"},
]  # fmt: skip
# Only what a model wrote is held to word coverage; below this many content words a claim says too little to judge.
_FEWEST_WORDS = 2


class Verifier:
    """Checks claims one after another, so that a stream can show each as soon as it is checked."""

    def __init__(self, papers: Mapping[str, Paper], order: Sequence[str] = ()) -> None:
        """Args: papers by id that may be cited; ids that already have numbers, in order."""
        self._papers = papers
        self._numbers = {paper_id: n for n, paper_id in enumerate(order, 1)}
        self._removed = 0
        self._claims: list[CheckedClaim] = []
        self._dropped: list[str] = []

    def check(self, claim: Claim, *, strict: bool = False) -> CheckedClaim | None:
        """The claim with its checked citations, without the statements that no reference supports; None where none is."""
        statements = [claim.text] if claim.verbatim else [part for part in _BETWEEN.split(claim.text) if part.strip()]
        shown: set[str] = set()
        accepted: list[Citation] = []
        for reference in dict.fromkeys(claim.references):
            paper = self._papers.get(reference.paper_id)
            if paper is None or not 0 <= reference.sentence < len(paper.sentences):
                self._removed += 1
                continue
            start, end = paper.sentences[reference.sentence]
            quote = paper.abstract[start:end]
            found = {statement: _status(claim, statement, quote, paper) for statement in statements}
            held = {
                statement: status for statement, status in found.items() if status == "supported" or (status == "partial" and not strict)
            }
            if not held:
                self._removed += 1
                continue
            shown |= held.keys()
            number = self._numbers.setdefault(paper.id, len(self._numbers) + 1)
            status: Status = "partial" if "partial" in held.values() else "supported"
            accepted.append(Citation(number, paper.id, quote, start, end, status))
        self._dropped += [statement for statement in statements if statement not in shown]
        if not accepted:
            return None
        text = " ".join(statement for statement in statements if statement in shown)
        checked = CheckedClaim(text, tuple(dict.fromkeys(c.n for c in accepted)), tuple(accepted))
        self._claims.append(checked)
        return checked

    def bind(self, claim: Claim, references: Sequence[Reference]) -> Claim:
        """The claim with the one of `references` that supports it best, where it names none of its own and one fully supports it."""
        if claim.references:
            return claim
        best, most = None, _SUPPORTED
        for reference in references:
            paper = self._papers[reference.paper_id]
            start, end = paper.sentences[reference.sentence]
            covered = coverage(claim.text, paper.abstract[start:end], (paper.label, paper.abstract))
            if covered >= most and (best is None or covered > most):
                best, most = reference, covered
        return replace(claim, references=(best,)) if best else claim

    def count_removed(self, count: int) -> None:
        """Add markers that never named a sentence."""
        self._removed += count

    def result(self) -> Verified:
        """Everything checked so far."""
        return Verified(tuple(self._claims), tuple(self._numbers), self._removed, tuple(self._dropped))


def _status(claim: Claim, statement: str, quote: str, paper: Paper) -> Status:
    if claim.verbatim:
        return "supported" if statement == quote else "unsupported"
    return support(statement, quote, (paper.label, paper.abstract))


def verify(draft: Draft, papers: Mapping[str, Paper]) -> Verified:
    """Check a whole draft; papers are numbered in the draft's order, then by first citation."""
    verifier = Verifier(papers, draft.papers)
    for claim in draft.claims:
        verifier.check(claim)
    return verifier.result()


def support(claim: str, quote: str, context: Sequence[str] = ()) -> Status:
    """How well a quote supports a claim (see `coverage` for the arguments)."""
    covered = coverage(claim, quote, context)
    return "supported" if covered >= _SUPPORTED else "partial" if covered >= _PARTIAL else "unsupported"


def coverage(claim: str, quote: str, context: Sequence[str] = ()) -> float:
    """Share (0–1) of the claim's content words that the quote holds; 0 where a number, name, link or negation does not agree.

    Args:
        claim: one statement.
        quote: the sentence it cites.
        context: the paper's label, then other text of it, from which names (not facts) may come.
    """
    said, cited = _fold(claim), _fold(quote)
    if not _numbers(said) <= _numbers(cited) or not set(_PERCENT.findall(said)) <= set(_PERCENT.findall(cited)):
        return 0.0
    if any(_plain(part) not in _plain(cited) for part in _QUOTED.findall(said)) or any(part not in cited for part in _LINK.findall(said)):
        return 0.0
    around = " ".join((cited, *map(_fold, context)))
    if not all(_mentions(around, name) for name in _NAME.findall(said)):
        return 0.0
    said_words, cited_words = _stems(said), _stems(cited)
    if bool(_NEGATION.search(said)) != bool(_NEGATION.search(cited)) or _opposed(said, cited):
        return 0.0
    content = said_words - _stems(context[0] if context else "")
    if len(content) < _FEWEST_WORDS:
        content = said_words
    if len(content) < _FEWEST_WORDS:
        return 0.0
    return len(content & cited_words) / len(content)


def _opposed(said: str, cited: str) -> bool:
    a, b = (set(_STEMMER.stemWords(_WORD.findall(text.lower()))) for text in (said, cited))
    for pair in _OPPOSITES:
        left, right = _STEMMER.stemWords(sorted(pair))
        if (left in a and left not in b and right in b and right not in a) or (
            right in a and right not in b and left in b and left not in a
        ):
            return True
    return False


def _numbers(text: str) -> set[str]:
    """The numbers of a text, spelt ones and those with thousands' commas as digits."""
    digits = re.sub(r"(?<=\d),(?=\d{3}\b)", "", text)
    return {*_NUMBER.findall(digits), *(_SPELT[word] for word in _WORD.findall(text.lower()) if word in _SPELT)}


def _mentions(text: str, name: str) -> bool:
    """Whether the name stands in the text as a word of its own, in the singular or plural."""
    stem = name.removesuffix("s") if len(name) > 3 else name
    return re.search(rf"(?<!\w){re.escape(stem)}(?:s|'s)?(?!\w)", text, re.I) is not None


def _plain(text: str) -> str:
    return " ".join(text.lower().split()).strip(" .,;:!?")


def _fold(text: str) -> str:
    return re.sub(r"[\u2010-\u2015]", "-", unicodedata.normalize("NFKC", text))


def _stems(text: str) -> set[str]:
    """Content words; Chinese, which does not part its words, counts by pairs of characters."""
    pairs = {run[n : n + 2] for run in _HAN.findall(text) for n in range(max(1, len(run) - 1))}
    parts = [part for word in _WORD.findall(_HAN.sub(" ", text.lower())) for part in word.split("-")]
    return pairs | set(_STEMMER.stemWords([part for part in parts if part not in _STOP and len(part) > 2]))
