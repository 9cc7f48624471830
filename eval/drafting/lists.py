"""The authors' keywords, and what titles share → list draft questions, with proposed papers for a reviewer to judge."""

from __future__ import annotations

import random
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise

from ..gold.rules import faults
from .papers import EMPTY, ReadPaper, ReadPapers, Search, stems, words
from .storage import Draft, draft_of

Subject = tuple[str, tuple[str, ...], tuple[str, ...]]

_FORMS = ("Which papers are about {}?", "What work is there on {}?", "List the papers that deal with {}.", "{}: which papers?")
_NOTE = "Papers proposed by words; those of the ranking are borderline until somebody judges them."
_FEWEST, _MOST, _MOST_SHARE = 2, 12, 0.15
# The ranking's best other papers, for the reviewer to judge; and the part of the shorter one that two lists may not share.
_TO_JUDGE, _OVERLAP = 5, 0.6
_NO_SUBJECT = frozenset(
    """benchmark way case set data time number rate model analysis framework system task large small high low good better strong wide
    real general specific single multi multiple end dataset""".split()
)
_TOO_WIDE = {("deep", "learn"), ("machin", "learn"), ("neural", "network"), ("comput", "vision"), ("artifici", "intellig")}


def list_drafts(papers: ReadPapers, keywords: Mapping[str, Sequence[str]], search: Search, count: int, rng: random.Random) -> list[Draft]:
    """At most `count` lists, on subjects that share few of their papers; what authors call it comes first."""
    pairs = {pair for paper in papers.papers for pair in _pairs(paper.title)}
    # Without titles, pairs of the abstracts.
    shared = {paper.reference: [p for p in _pairs(paper.plain) if p in pairs or not pairs] for paper in papers.papers}
    chosen: list[Draft] = []
    for origin, named in (("keywords of the authors", keywords), ("words of titles", shared)):
        subjects = list(_subjects(papers, named, by_authors=named is keywords))
        rng.shuffle(subjects)
        for text, relevant, perhaps in subjects:
            own, others = set(relevant), [set(draft.question.relevant) for draft in chosen]
            if len(chosen) == count or any(len(own & other) >= _OVERLAP * min(len(own), len(other)) for other in others):
                continue
            asked = _FORMS[len(chosen) % len(_FORMS)].format(text)
            asked = asked[0].upper() + asked[1:]
            near = [name for name in search(asked) if name not in (*relevant, *perhaps)][:_TO_JUDGE]
            borderline = (*perhaps[: _MOST - len(near)], *near)
            draft = draft_of("list", "topic", asked, origin, relevant=relevant, borderline=borderline, note=_NOTE)
            if not next(faults(draft.question, papers.corpus), None):
                chosen.append(draft)
    return chosen


def _subjects(papers: ReadPapers, named: Mapping[str, Sequence[str]], *, by_authors: bool) -> Iterator[Subject]:
    """Subjects of two to four words that some but not too many papers share, with the papers that surely and perhaps are about them."""
    spelled: defaultdict[tuple[str, ...], Counter[str]] = defaultdict(Counter)
    naming: defaultdict[tuple[str, ...], set[str]] = defaultdict(set)
    for reference, texts in named.items():
        for text in texts:
            key = tuple(stems(text))
            # One word is too wide a subject: "learning", "objects".
            if 2 <= len(key) <= len(text.split()) <= 4 and key not in _TOO_WIDE:
                spelled[key][papers.lowered(text)] += 1
                naming[key].add(reference)
    most = max(_FEWEST, min(_MOST, int(_MOST_SHARE * len(papers.papers))))
    for key in sorted(key for key in spelled if len(naming[key]) >= _FEWEST):
        counts = {paper.reference: _occurrences(key, paper) for paper in papers.papers}
        sure = tuple(name for name, n in counts.items() if n >= 2 or (by_authors and name in naming[key]))
        perhaps = tuple(name for name, n in counts.items() if n == 1 and name not in sure)
        if len(sure) >= _FEWEST and len(sure) + len(perhaps) <= most:
            # A list is about things: "diffusion models", where anybody writes it so.
            yield max(spelled[key], key=lambda text: (spelled[key][text] * (3 if text.endswith("s") else 1), text)), sure, perhaps


def _occurrences(key: tuple[str, ...], paper: ReadPaper) -> int:
    """How often the words stand side by side; in a title it counts twice."""
    title, *sentences = (f" {' '.join(stems(text))} " for text in (paper.title, *(sentence.plain for sentence in paper.sentences)))
    return 2 * title.count(wanted := f" {' '.join(key)} ") + sum(sentence.count(wanted) for sentence in sentences)


def _pairs(text: str) -> list[str]:
    """Neighbouring words that may name a subject."""
    pairs = [(first, second) for first, second in pairwise(words(text)) if f"{first} {second}" in text]
    return [f"{first} {second}" for first, second in pairs if _may_name(first) and _may_name(second)]


def _may_name(word: str) -> bool:
    small = word.lower()
    return (
        len(word) > 2 and word[0].isalpha() and not small.endswith(("ly", "ed")) and not {small, small.rstrip("s")} & (EMPTY | _NO_SUBJECT)
    )
