"""Somebody's papers → draft questions of every kind, the same ones for the same papers and seed."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from .drafts import Draft, folded
from .lists import Search, list_drafts
from .shelf import ReadPaper, Shelf
from .specific import specific_drafts, telling_sentences
from .unanswerable import unanswerable_drafts
from .writing import Author, Report, Writing, written_drafts

_LISTS, _UNANSWERABLE = 0.2, 0.2


@dataclass(frozen=True)
class Drafted:
    """The drafts, and what the language model did, where there was one."""

    drafts: tuple[Draft, ...]
    writing: Writing | None = None

    @property
    def kinds(self) -> Counter[str]:
        """How many drafts there are of each kind."""
        return Counter(draft.question.kind for draft in self.drafts)


def draft_questions(
    shelf: Shelf,
    keywords: Mapping[str, Sequence[str]],
    search: Search,
    count: int,
    seed: int,
    author: Author | None = None,
    report: Report = lambda progress: None,
) -> Drafted:
    """At most `count` drafts: three fifths specific questions, a fifth lists, a fifth without an answer.

    Args:
        shelf: the papers.
        keywords: the authors' keywords by reference, of papers that have some.
        search: references of the best papers for a question, best first.
        count: how many are wanted; fewer are made where the papers do not give as many.
        seed: chooses among what the papers give.
        author: writes the specific questions; patterns do where there is none, and instead of it once its endpoint fails.
        report: told about the progress of writing.
    """
    lists = list_drafts(shelf, keywords, search, round(count * _LISTS), random.Random(f"{seed} lists"))
    unanswerable = unanswerable_drafts(shelf, round(count * _UNANSWERABLE), random.Random(f"{seed} unanswerable"))
    wanted = count - len(lists) - len(unanswerable)
    writing = None
    written: tuple[Draft, ...] = ()
    if author is not None:
        by_reference = {paper.reference: paper for paper in shelf.papers}

        def nearest(question: str, paper: ReadPaper) -> ReadPaper | None:
            return next((by_reference[name] for name in search(question) if name != paper.reference), None)

        sentences = telling_sentences(shelf, random.Random(f"{seed} sentences"))
        writing = written_drafts(author, sentences, shelf, nearest, wanted, report)
        written = writing.drafts
    specific = list(written)
    if writing is None or writing.problem:
        asked_about = {item.quote for draft in written for item in draft.question.evidence}
        for draft in specific_drafts(shelf, wanted, random.Random(f"{seed} specific")):
            if len(specific) < wanted and not asked_about & {item.quote for item in draft.question.evidence}:
                specific.append(draft)
    unique = {folded(draft.question.text): draft for draft in (*specific, *lists, *unanswerable)}
    return Drafted(tuple(unique.values()), writing)
