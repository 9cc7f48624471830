"""`Draft` + papers → what may be shown: every claim's references checked, quotes cut from the stored abstracts, papers numbered.

A citation leaves this module only as a slice of a stored abstract, with the status that `support` gives it. Citations that are
`unsupported` are taken out, and the answer says so.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import replace

from assistant.citations.support import Checker, coverage, support
from assistant.types import CheckedClaim, Citation, Claim, Draft, Paper, Reference, Status, Verified

# A statement ends at a stop before a capital, but not after an abbreviation.
_BETWEEN = re.compile(
    r"\s*\n\s*(?:[-*•]\s+|\d+[.)]\s+)?|(?<=[.!?])(?<!\bal\.)(?<!e\.g\.)(?<!i\.e\.)(?<!\bvs\.)\s+(?=[^\sa-z])|(?<=[。！？])"
)
# Of the sentences that a claim without a reference may come from, so many with most of its words are read.
_READ = 4


class Verifier:
    """Checks claims one after another, so that a stream can show each as soon as it is checked."""

    def __init__(self, papers: Mapping[str, Paper], order: Sequence[str] = (), checker: Checker | None = None) -> None:
        """Args: papers by id that may be cited; ids that already have numbers, in order; who reads claims in other words."""
        self._papers = papers
        self._checker = checker
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
            found = {statement: self._status(claim, statement, quote, paper) for statement in statements}
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
        likely = sorted(references, key=lambda reference: self._coverage(claim, reference), reverse=True)
        for reference in likely[:_READ]:
            paper = self._papers[reference.paper_id]
            start, end = paper.sentences[reference.sentence]
            if self._status(claim, claim.text, paper.abstract[start:end], paper) == "supported":
                return replace(claim, references=(reference,))
        return claim

    def _status(self, claim: Claim, statement: str, quote: str, paper: Paper) -> Status:
        if claim.verbatim:
            return "supported" if statement == quote else "unsupported"
        return support(statement, quote, (paper.label, paper.abstract), self._checker)

    def _coverage(self, claim: Claim, reference: Reference) -> float:
        paper = self._papers[reference.paper_id]
        start, end = paper.sentences[reference.sentence]
        return coverage(claim.text, paper.abstract[start:end], (paper.label, paper.abstract))

    def count_removed(self, count: int) -> None:
        """Add markers that never named a sentence."""
        self._removed += count

    def result(self) -> Verified:
        """Everything checked so far."""
        return Verified(tuple(self._claims), tuple(self._numbers), self._removed, tuple(self._dropped))


def verify(draft: Draft, papers: Mapping[str, Paper]) -> Verified:
    """Check a whole draft; papers are numbered in the draft's order, then by first citation."""
    verifier = Verifier(papers, draft.papers)
    for claim in draft.claims:
        verifier.check(claim)
    return verifier.result()
