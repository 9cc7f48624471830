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

import Stemmer

from assistant.types import CheckedClaim, Citation, Claim, Draft, Paper, Reference, Status, Verified

_STEMMER = Stemmer.Stemmer("english")
_SUPPORTED = 0.6
_PARTIAL = 0.35

_NUMBER = re.compile(r"\d+(?:[.,]\d+)*")
_WORD = re.compile(r"[^\W\d_]+(?:[-'][^\W_]+)*")
_NAME = re.compile(r"\b(?:[A-Z][\w-]*[A-Z0-9][\w-]*|[A-Z]{2,})\b")
_NEGATION = re.compile(r"\b(?:no|not|never|neither|nor|without|cannot|can't|don't|doesn't|isn't|aren't|fails?|unlike|lacks?)\b|n't\b", re.I)
_STOP = frozenset(
    [
        "a",
        "an",
        "and",
        "are",
        "as",
        "at",
        "be",
        "been",
        "by",
        "can",
        "could",
        "do",
        "does",
        "for",
        "from",
        "had",
        "has",
        "have",
        "how",
        "in",
        "into",
        "is",
        "it",
        "its",
        "may",
        "more",
        "most",
        "much",
        "of",
        "on",
        "or",
        "our",
        "over",
        "paper",
        "papers",
        "shows",
        "show",
        "that",
        "the",
        "their",
        "them",
        "then",
        "there",
        "these",
        "they",
        "this",
        "to",
        "under",
        "up",
        "was",
        "we",
        "were",
        "what",
        "when",
        "where",
        "which",
        "while",
        "who",
        "will",
        "with",
        "would",
        "using",
        "use",
        "used",
        "method",
        "approach",
        "work",
        "authors",
        "propose",
        "proposed",
        "introduce",
        "introduces",
        "study",
        "studies",
        "finds",
        "find",
        "abstract",
        "also",
        "such",
        "than",
    ]
)
_OPPOSITES = [
    {"increase", "decrease"}, {"higher", "lower"}, {"more", "less"}, {"improve", "worsen"}, {"improve", "degrade"}, {"faster", "slower"},
    {"reduce", "increase"}, {"better", "worse"}, {"above", "below"}, {"outperform", "underperform"}, {"tighter", "looser"}, {"rises", "falls"},
]  # fmt: skip
# Only answers that were written by a model are held to word coverage; below this many content words a claim says too little to judge.
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

    def check(self, claim: Claim) -> CheckedClaim | None:
        """The claim with its checked citations, or None where none of its references supports it."""
        accepted: list[tuple[Reference, Citation]] = []
        for reference in dict.fromkeys(claim.references):
            citation = self._citation(claim, reference)
            if citation is None or citation.status == "unsupported":
                self._removed += 1
            else:
                accepted.append((reference, citation))
        if not accepted:
            self._dropped.append(claim.text)
            return None
        citations = []
        for reference, citation in accepted:
            number = self._numbers.setdefault(reference.paper_id, len(self._numbers) + 1)
            citations.append(Citation(number, citation.paper_id, citation.quote, citation.start, citation.end, citation.status))
        checked = CheckedClaim(claim.text, tuple(dict.fromkeys(c.n for c in citations)), tuple(citations))
        self._claims.append(checked)
        return checked

    def count_removed(self, count: int) -> None:
        """Add markers that never named a sentence."""
        self._removed += count

    def result(self) -> Verified:
        """Everything checked so far."""
        return Verified(tuple(self._claims), tuple(self._numbers), self._removed, tuple(self._dropped))

    def _citation(self, claim: Claim, reference: Reference) -> Citation | None:
        paper = self._papers.get(reference.paper_id)
        if paper is None or not 0 <= reference.sentence < len(paper.sentences):
            return None
        start, end = paper.sentences[reference.sentence]
        quote = paper.abstract[start:end]
        status: Status = (
            "supported" if claim.verbatim and claim.text == quote else support(claim.text, quote, (paper.label, paper.abstract))
        )
        return Citation(0, paper.id, quote, start, end, status)


def verify(draft: Draft, papers: Mapping[str, Paper]) -> Verified:
    """Check a whole draft; papers are numbered in the draft's order, then by first citation."""
    verifier = Verifier(papers, draft.papers)
    for claim in draft.claims:
        verifier.check(claim)
    return verifier.result()


def support(claim: str, quote: str, context: Sequence[str] = ()) -> Status:
    """How well a quote supports a claim.

    Args:
        claim: one statement.
        quote: the sentence it cites.
        context: other text of the same paper, from which names (not facts) may come.
    """
    said, cited = _fold(claim), _fold(quote)
    if not set(_NUMBER.findall(said)) <= set(_NUMBER.findall(cited)):
        return "unsupported"
    around = " ".join((cited, *map(_fold, context))).lower()
    if any(name.lower() not in around for name in _NAME.findall(said)):
        return "unsupported"
    said_words, cited_words = _stems(said), _stems(cited)
    if bool(_NEGATION.search(said)) != bool(_NEGATION.search(cited)) or _opposed(said, cited):
        return "unsupported"
    content = said_words - _stems(context[0] if context else "")
    if len(content) < _FEWEST_WORDS:
        content = said_words
    if len(content) < _FEWEST_WORDS:
        return "unsupported"
    covered = len(content & cited_words) / len(content)
    return "supported" if covered >= _SUPPORTED else "partial" if covered >= _PARTIAL else "unsupported"


def _opposed(said: str, cited: str) -> bool:
    a, b = (set(_STEMMER.stemWords(_WORD.findall(text.lower()))) for text in (said, cited))
    for pair in _OPPOSITES:
        left, right = _STEMMER.stemWords(sorted(pair))
        if (left in a and left not in b and right in b and right not in a) or (
            right in a and right not in b and left in b and left not in a
        ):
            return True
    return False


def _fold(text: str) -> str:
    return re.sub(r"[\u2010-\u2015]", "-", unicodedata.normalize("NFKC", text))


def _stems(text: str) -> set[str]:
    parts = [part for word in _WORD.findall(text.lower()) for part in word.split("-")]
    return set(_STEMMER.stemWords([part for part in parts if part not in _STOP and len(part) > 2]))
