"""`Shelf` + the authors' keywords → list draft questions, with proposed papers for a reviewer to judge."""

from __future__ import annotations

import random
import re
from collections import Counter, defaultdict
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import NamedTuple

from ..gold.rules import faults
from .drafts import Draft, draft_of
from .shelf import EMPTY, ReadPaper, Shelf, stems, words

# Reference of the best papers for a question, best first.
Search = Callable[[str], Sequence[str]]

_FORMS = (
    "Which papers are about {}?", "What work is there on {}?", "List the papers that deal with {}.", "Is there anything on {}?",
    "Which of the works study {}?", "{}: which papers?", "Papers that use or study {}, please.",
)  # fmt: skip
_FEWEST, _MOST = 2, 12
_MOST_SHARE = 0.15
# The ranking's best papers that no word speaks for, for the reviewer to look at.
_TO_JUDGE = 5
_MOST_BORDERLINE = 12
_OVERLAP = 0.6
_EMPTY_HEAD = frozenset(
    """dataset datasets benchmark continuous-time way ways case cases set sets data time number rate model models paper analysis
    framework system task tasks""".split()
)
_TOO_WIDE = frozenset({("deep", "learn"), ("machin", "learn"), ("neural", "network"), ("comput", "vision"), ("artifici", "intellig")})
_COUNTED = (
    "model",
    "network",
    "transformer",
    "attack",
    "method",
    "algorithm",
    "process",
    "system",
    "graph",
    "kernel",
    "game",
    "field",
    "example",
)
_NO_TERM = re.compile(
    r"\w+(?:ly|ed)$|^(?:large|small|high|low|good|better|best|strong|wide|real|general|specific|single|multi|multiple|end)$"
)


class Term(NamedTuple):
    """A subject and the papers that are surely (`relevant`) or perhaps (`borderline`) about it."""

    text: str
    relevant: tuple[str, ...]
    borderline: tuple[str, ...]
    origin: str


def list_drafts(shelf: Shelf, keywords: Mapping[str, Sequence[str]], search: Search, count: int, rng: random.Random) -> list[Draft]:
    """At most `count` lists, on subjects that share few of their papers."""
    terms = [*_of_keywords(shelf, keywords), *_of_titles(shelf)]
    rng.shuffle(terms)
    # What authors call it comes first, where there is something to choose from.
    terms.sort(key=lambda term: term.origin != _AUTHORS)
    chosen: list[Draft] = []
    taken: list[frozenset[str]] = []
    for term in terms:
        if len(chosen) == count:
            break
        papers = frozenset(term.relevant)
        if any(len(papers & other) >= _OVERLAP * min(len(papers), len(other)) for other in taken):
            continue
        if (draft := _draft(term, _FORMS[len(chosen) % len(_FORMS)], shelf, search)) is not None:
            chosen.append(draft)
            taken.append(papers)
    return chosen


_AUTHORS = "keywords of the authors"


def _draft(term: Term, form: str, shelf: Shelf, search: Search) -> Draft | None:
    text = form.format(shelf.lowered(term.text))
    text = text[0].upper() + text[1:]
    draft = draft_of("list", "topic", text, term.origin, relevant=term.relevant)
    if next(iter(faults(draft.question, shelf.corpus)), None):
        return None
    known = {*term.relevant, *term.borderline}
    near = [name for name in search(text) if name not in known][:_TO_JUDGE]
    borderline = (*term.borderline[: _MOST_BORDERLINE - len(near)], *near)
    note = "Papers proposed by words; those of the ranking are borderline until somebody judges them."
    return replace(draft, question=replace(draft.question, borderline=borderline, note=note))


def _of_keywords(shelf: Shelf, keywords: Mapping[str, Sequence[str]]) -> list[Term]:
    """Subjects that several papers' authors name."""
    named: defaultdict[tuple[str, ...], set[str]] = defaultdict(set)
    spelled: defaultdict[tuple[str, ...], Counter[str]] = defaultdict(Counter)
    known = {paper.reference for paper in shelf.papers}
    for reference, texts in keywords.items():
        for text in texts:
            key = tuple(stems(text))
            # One word is too wide a subject: "learning", "objects".
            if len(key) >= 2 and reference in known and len(text.split()) <= 4 and text.split()[-1].lower() not in _EMPTY_HEAD:
                named[key].add(reference)
                spelled[key][_plural(_small(text, shelf))] += 1
    found = [_judged(spelled[key].most_common(1)[0][0], key, named[key], shelf, _AUTHORS) for key in sorted(named)]
    return [term for term in found if term is not None]


def _of_titles(shelf: Shelf) -> list[Term]:
    """Pairs of words that stand side by side in titles and in several abstracts; without titles, in abstracts alone."""
    in_titles = {pair for paper in shelf.papers for pair in _pairs(paper.title)}
    spelled: defaultdict[tuple[str, ...], Counter[str]] = defaultdict(Counter)
    used: defaultdict[tuple[str, ...], set[str]] = defaultdict(set)
    for paper in shelf.papers:
        for pair in _pairs(paper.plain):
            if pair in in_titles or not in_titles:
                key = tuple(stems(pair))
                spelled[key][_small(pair, shelf)] += 1
                used[key].add(paper.reference)
    pairs = sorted(key for key in used if len(key) == 2 and len(used[key]) >= _FEWEST)
    found = [_judged(spelled[key].most_common(1)[0][0], key, set(), shelf, "words of titles") for key in pairs]
    return [term for term in found if term is not None]


def _judged(text: str, key: tuple[str, ...], named: set[str], shelf: Shelf, origin: str) -> Term | None:
    """Relevant: the authors name the subject, the title has it, or the abstract twice. Borderline: it is there once."""
    relevant, borderline = [], []
    for paper in shelf.papers:
        count = _occurrences(key, paper)
        if paper.reference in named or count >= 2:
            relevant.append(paper.reference)
        elif count:
            borderline.append(paper.reference)
    most = max(_FEWEST, min(_MOST, int(_MOST_SHARE * len(shelf.papers))))
    fits = key not in _TOO_WIDE and len(relevant) >= _FEWEST and len(relevant) + len(borderline) <= most
    return Term(text, tuple(relevant), tuple(borderline), origin) if fits else None


def _occurrences(key: tuple[str, ...], paper: ReadPaper) -> int:
    """How often the words stand side by side; in a title it counts twice."""

    def count(text: str) -> int:
        found = stems(text)
        return sum(tuple(found[at : at + len(key)]) == key for at in range(len(found) - len(key) + 1))

    return 2 * count(paper.title) + sum(count(sentence.plain) for sentence in paper.sentences)


def _pairs(text: str) -> list[str]:
    """Neighbouring words that may name a subject."""
    found = []
    for run in re.split(r"[^\w\s'’-]", text):
        for first, second in zip(run_words := words(run), run_words[1:], strict=False):
            if not (_is_empty(first) or _is_empty(second) or second.lower() in _EMPTY_HEAD or second[-2:] == "ly"):
                found.append(f"{first} {second}")
    return found


def _is_empty(word: str) -> bool:
    return len(word) < 3 or word.lower() in EMPTY or not word[0].isalpha() or bool(_NO_TERM.search(word.lower()))


def _plural(text: str) -> str:
    """`diffusion model` → `diffusion models`."""
    return text + ("es" if text.endswith("s") else "s") if text.endswith(_COUNTED) else text


def _small(text: str, shelf: Shelf) -> str:
    return " ".join(shelf.small(word) for word in text.split())
