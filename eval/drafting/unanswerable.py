"""`Shelf` → draft questions that the papers do not answer: near misses, and questions from elsewhere."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator

from .away import DETAILS, OFF_CORPUS, OFF_FIELD, Detail
from .drafts import Draft, draft_of
from .shelf import ReadPaper, Shelf, names_of

# A paper that uses this share of a question's words may answer it.
_MAY_ANSWER = 0.5
_LONGEST_TITLE = 14


def unanswerable_drafts(shelf: Shelf, count: int, rng: random.Random) -> list[Draft]:
    """At most `count`: half of them details that the right abstract leaves out, the others about something else altogether."""
    missed = list(_near_misses(shelf, rng))[: (count + 1) // 2]
    return [*missed, *list(_from_elsewhere(shelf, rng))[: count - len(missed)]]


def _near_misses(shelf: Shelf, rng: random.Random) -> Iterator[Draft]:
    """Another detail for each paper, as far as its abstract does not state it."""
    names = names_of(shelf.papers)
    told = [(paper, subject) for paper in shelf.papers if (subject := names.get(paper.reference) or _title(paper))]
    rng.shuffle(told)
    left: list[Detail] = []
    for paper, subject in told:
        left = left or rng.sample(DETAILS, len(DETAILS))
        for detail in left:
            if not re.search(detail.stated, paper.plain, re.I) and re.search(detail.fits, paper.plain, re.I):
                left.remove(detail)
                origin = f"detail that abstracts leave out: {paper.reference}"
                yield draft_of("unanswerable", "near-miss", detail.form.format(subject), origin)
                break


def _title(paper: ReadPaper) -> str:
    return f"“{paper.title}”" if 2 <= len(paper.title.split()) <= _LONGEST_TITLE else ""


def _from_elsewhere(shelf: Shelf, rng: random.Random) -> Iterator[Draft]:
    fields, subjects = list(OFF_FIELD), list(OFF_CORPUS)
    rng.shuffle(fields)
    rng.shuffle(subjects)
    for field, subject in zip(fields, subjects, strict=True):
        for type_, text in (("off-corpus", subject), ("off-field", field)):
            if not shelf.matching(text, _MAY_ANSWER):
                yield draft_of("unanswerable", type_, text, "bundled question")
