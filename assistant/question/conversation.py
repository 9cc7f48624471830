"""Turns of a conversation → exchanges: what was asked, and which papers the answer showed, in the order of their numbers.

Whoever keeps the conversation may say so (`Turn.papers`); else the papers are read from the text, however a front end wrote
it: Markdown, HTML, an object of JSON, shortened titles, links, or the papers' own sentences.
"""

from __future__ import annotations

import html
import re
from collections.abc import Sequence
from dataclasses import dataclass

from assistant.languages import headings
from assistant.question.known import KnownPapers
from assistant.types import Turn

_APART = re.compile("|".join(re.escape(heading) for heading in (*headings("borderline"), *headings("nearest"))))
_UNDERSTOOD = re.compile(rf"^_?(?:{'|'.join(map(re.escape, headings('understood')))}).*$", re.M)
_TAG = re.compile(r"</?[a-zA-Z][^<>]*>")


@dataclass(frozen=True, slots=True)
class Exchange:
    """A question with the ids of the papers that its answer showed: those that it is about, then those shown apart."""

    question: str
    papers: tuple[str, ...]
    apart: tuple[str, ...] = ()

    @property
    def shown(self) -> tuple[str, ...]:
        """All papers, in the order of their numbers."""
        return (*self.papers, *self.apart)

    @property
    def meant(self) -> tuple[str, ...]:
        """What "they" are: the papers that the answer is about, or those shown apart where it is about none."""
        return self.papers or self.apart


def recall(history: Sequence[Turn], known: KnownPapers) -> tuple[Exchange, ...]:
    """The exchanges, oldest first; a question that is not answered yet is none."""
    exchanges: list[Exchange] = []
    asked: list[str] = []
    for turn in history:
        if turn.role == "user":
            asked.append(turn.content)
            continue
        question = asked[-1] if asked else ""
        exchanges.append(_exchange(question, turn, known))
        asked = []
    return tuple(exchanges)


def _exchange(question: str, turn: Turn, known: KnownPapers) -> Exchange:
    told = tuple(dict.fromkeys(paper_id for paper_id in turn.papers if paper_id in known.papers))
    if told:
        beside = dict.fromkeys(paper_id for paper_id in turn.apart if paper_id in known.papers and paper_id not in told)
        return Exchange(question, told, tuple(beside))
    text = _UNDERSTOOD.sub(" ", html.unescape(_TAG.sub(" ", turn.content)))
    first, *rest = _APART.split(text, maxsplit=1)
    listed = _shown_in(first, known)
    apart = [paper_id for paper_id in _shown_in(rest[0], known) if paper_id not in listed] if rest else []
    if listed or apart:
        return Exchange(question, tuple(listed), tuple(apart))
    return Exchange(question, tuple(known.mentioned(text) or known.mentioned(question)))


def _shown_in(text: str, known: KnownPapers) -> list[str]:
    """Papers by their titles; where there is none, by links, and last by the sentences that are quoted."""
    return known.titled(text) or known.linked(text) or known.quoted(text)
