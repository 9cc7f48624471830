"""Papers of several files → each paper once, and which records were left out, for which one, and why.

The same paper are: equal abstracts; one DOI or one arXiv id; one title and nearly one abstract. Two papers that only share a title
are two papers, and so are two that share an id but neither title nor abstract (an id of a whole volume).
Kept is what knows most: a title, a venue, a DOI or arXiv id, authors, the later year; among equals the one that was there first.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import NamedTuple

from assistant.corpus.cleaning import clean
from assistant.types import Duplicate, Paper

# Shares of words that two abstracts have in common: of the seeds, no two have more than .21.
_NEARLY_THE_SAME = 0.5
_RELATED = 0.25
# Papers under one title, as "Editorial", that a further one is compared with.
_MOST_COMPARED = 30


class Unique(NamedTuple):
    """Papers without their duplicates, in order, and the duplicates."""

    papers: list[Paper]
    duplicates: list[Duplicate]


def unique(papers: Sequence[Paper]) -> Unique:
    """Each paper once."""
    kept: list[Paper | None] = []
    places: dict[str, list[int]] = {}
    duplicates: list[Duplicate] = []
    for paper in papers:
        found_keys = keys(paper)
        near = dict.fromkeys(place for key in found_keys for place in places.get(key, [])[:_MOST_COMPARED])
        found = next(((place, why) for place in near if (other := kept[place]) and (why := same(other, paper))), None)
        if found is None:
            place = len(kept)
            kept.append(paper)
        else:
            place, why = found
            other = kept[place]
            assert other is not None
            best, left = (paper, other) if _knows(paper) > _knows(other) else (other, paper)
            kept[place] = best
            duplicates.append(Duplicate(left.source, best.source, why))
        for key in found_keys:
            at = places.setdefault(key, [])
            at += [] if place in at else [place]
    return Unique([paper for paper in kept if paper], duplicates)


def same(one: Paper, other: Paper) -> str:
    """What tells that two records are of one paper; empty where they are two papers."""
    if one.id == other.id:
        return "the same abstract"
    titled = bool(plain_title(one)) and plain_title(one) == plain_title(other)
    alike = similarity(one.abstract, other.abstract)
    for name, mine, theirs in (("DOI", one.doi, other.doi), ("arXiv id", _bare(one.arxiv), _bare(other.arxiv))):
        if mine and mine == theirs and (titled or alike >= _RELATED):
            return f"the same {name}"
    return "the same title and nearly the same abstract" if titled and alike >= _NEARLY_THE_SAME else ""


def plain_title(paper: Paper) -> str:
    """The title's letters and digits, small."""
    return "".join(re.findall(r"[^\W_]+", clean(paper.title).casefold()))


def similarity(one: str, other: str) -> float:
    """Words that both texts have, as a share of all their words (0–1)."""
    mine, theirs = (set(re.findall(r"\w+", text.casefold())) for text in (one, other))
    return len(mine & theirs) / len(mine | theirs) if mine or theirs else 1.0


def keys(paper: Paper) -> list[str]:
    """What another record of the paper may share: its abstract's id, DOI, arXiv id, title."""
    title = plain_title(paper)
    arxiv = _bare(paper.arxiv)
    found = [paper.id, paper.doi and f"doi {paper.doi}", arxiv and f"arxiv {arxiv}", title and f"title {title}"]
    return [key for key in found if key]


def _bare(arxiv: str) -> str:
    return re.sub(r"v\d+$", "", arxiv.lower().removeprefix("arxiv:"))


def _knows(paper: Paper) -> tuple[bool, bool, bool, bool, int]:
    return bool(paper.title), bool(paper.venue), bool(paper.doi or paper.arxiv), bool(paper.authors), paper.year or 0
