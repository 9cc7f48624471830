"""The questions of a conversation → the whole question that each stands for: fragments are put into the one before them."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property

from assistant.question.content import content
from assistant.question.conversation import Exchange
from assistant.question.framing import about_paper, fragment, within
from assistant.question.known import KnownPapers
from assistant.question.references import references
from assistant.question.returning import exchange_of, returning
from assistant.types import Kind, Paper

COMPARES = re.compile(
    r"\b(?:compar\w+|differ\w*|versus|vs|contrast|in common|better|similar|than|relate|between)\b|比较|区别|对比|不同|相同|相比|异同", re.I
)
BARE = re.compile(
    r"^\W*(?:(?:and|but|so|then|ok(?:ay)?|or|also|what about|how about|for|with|the same for|same for|i meant?|那么?|还有|换成)\b[\s,]*|那么?|还有|换成)*\W*$",
    re.I,
)


@dataclass(frozen=True)
class Frames:
    """The whole questions of some exchanges; `is_list` tells whether a question asks for a list."""

    exchanges: tuple[Exchange, ...]
    known: KnownPapers
    is_list: Callable[[str], bool]

    @property
    def latest(self) -> str:
        """The question that the latest ones stand for; "" where nothing was asked."""
        return self.whole[-1] if self.exchanges else ""

    @property
    def latest_list(self) -> str:
        """The latest whole question that asks for papers, or ""."""
        return next((earlier for earlier in reversed(self.whole) if self.lists(earlier)), "")

    @cached_property
    def whole(self) -> list[str]:
        """The whole question that each exchange's question stands for."""
        frames: list[str] = []
        for exchange in self.exchanges:
            question, before = exchange.question, frames[-1] if frames else ""
            refs = references(question)
            part = fragment(f"and {refs.rest}" if refs.corrects else question)
            if part and part.preposition and not self.lists(before):
                before = next((earlier for earlier in reversed(frames) if self.lists(earlier)), before)
            back = returning(question) if frames else None
            if back and (gone := exchange_of(back, self.exchanges[: len(frames)])):
                frames.append(frames[self.exchanges.index(gone)])
            elif before and (_refers_only(question) or (refs.beyond and not content(question.replace(refs.beyond, " ")))):
                frames.append(before)
            elif before and part and not (refs.it or refs.they) and self.lists(before) and not self._mentioned(question):
                frames.append(within(before, part))
            elif before and part and not self.lists(before) and (named := self._mentioned(question)):
                frames.append(about_paper(before, self.known.papers[named[0]], self._papers_of(exchange)))
            else:
                frames.append(question)
        return frames

    def lists(self, question: str) -> bool:
        """Whether a question asks for papers, and not for something about those of the conversation."""
        refs = references(question)
        return (
            bool(question)
            and self.is_list(question)
            and (bool(refs.subset) or not (refs.it or refs.they or refs.places or refs.both or refs.other))
        )

    def kind_of(self, question: str) -> Kind:
        """The form of answer that a question of the conversation asked for."""
        return "compare" if COMPARES.search(question) else "list" if self.lists(question) else "specific"

    def _mentioned(self, question: str) -> list[str]:
        part = fragment(question)
        return self.known.mentioned(question) or (self.known.named(part.topic) if part else [])

    def _papers_of(self, until: Exchange) -> list[Paper]:
        """The papers shown before an exchange."""
        before = self.exchanges[: self.exchanges.index(until)]
        return [self.known.papers[paper_id] for exchange in before for paper_id in exchange.shown]


def _refers_only(question: str) -> bool:
    """Whether a question says nothing but which paper it means: "and the third one?"."""
    refs = references(question)
    text = refs.rest
    for place in refs.places:
        text = text.replace(place.words, " ")
    return bool(refs.places or refs.corrects) and bool(BARE.match(text))
