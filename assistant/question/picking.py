"""The words that refer + the exchanges that showed papers → the papers that they mean, or why that cannot be told."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from assistant.question.content import beginning
from assistant.question.conversation import Exchange
from assistant.question.descriptions import Description, best_of, described_words, fitting, says_all, telling, titled_about, titled_like
from assistant.question.frames import COMPARES, Frames
from assistant.question.framing import fragment
from assistant.question.known import KnownPapers
from assistant.question.places import Place
from assistant.question.references import References, references
from assistant.types import Unresolved

_COUNTS = (
    {word: n for n, word in enumerate("two three four five six".split(), 2)}
    | {str(n): n for n in range(2, 10)}
    | dict(zip("三四五六七八九", range(3, 10), strict=True))
)
_COUNTED = re.compile("|".join(rf"\b{word}\b" if word.isascii() else word for word in _COUNTS), re.I)
_LISTED = re.compile(r"listed|mentioned|\blist\b|above", re.I)
_WHICH_ONE = re.compile(r"\bwhich (?:one|paper|of (?:them|those|these|the \w+) (?:is|was|does|has|uses?d?|gets?|got))\b|哪一?篇", re.I)
_CLAUSE_END = re.compile(r"[.,;:!?。，；：！？]")
_TELLING = 2

Picked = list[str] | Unresolved


@dataclass(frozen=True)
class Picker:
    """Picks papers of a conversation for one question.

    `shown` are the exchanges that showed papers, oldest first and never empty; `named` the papers that the question names.
    """

    text: str
    named: tuple[str, ...]
    shown: tuple[Exchange, ...]
    known: KnownPapers
    frames: Frames

    def place(self, place: Place) -> Picked:
        """The papers at a place: of the latest answer, or of the list from which its papers were picked."""
        latest = self.shown[-1]
        lists = [latest, *(e for e in reversed(self.shown[:-1]) if set(latest.meant) <= set(e.shown) and len(e.shown) > len(latest.meant))]
        if len(latest.meant) == 1 and len(lists) > 1 and not (place.marker and place.words.startswith("[")):
            lists = [*lists[1:], latest]
        for exchange in lists:
            for papers in (exchange.shown,) if place.marker else (exchange.meant, exchange.shown):
                if (positions := place.of(len(papers))) is not None:
                    return [papers[position] for position in positions]
        return Unresolved("out_of_range", place.words, lists[0].shown)

    def described(self, description: Description, other_than: Sequence[str] = ()) -> Picked:
        """The paper that fits a description best, of the latest answer's or of all that were shown; none where nothing is certain."""
        everything = self.talked_about(other_than)
        for pool in (self.shown[-1].shown, everything) if description.decision else (everything,):
            fits = fitting(description, [self.known.papers[paper_id] for paper_id in pool])
            fits = [paper_id for paper_id in fits if paper_id in self.shown[-1].shown] or fits
            if len(fits) <= 1 and (better := self._elsewhere(description, fits)):
                return better
            if len(fits) == 1:
                return fits
            if fits:
                return Unresolved("several", description.words, tuple(fits))
        return Unresolved("no_match", description.words, self.shown[-1].shown) if description.certain else []

    def _elsewhere(self, description: Description, fits: Sequence[str]) -> list[str]:
        """The paper that was not shown and whose title says more of a description than the paper that fits best of those that were."""
        if description.by or description.decision or beginning(self.text) != self.text:
            return []
        words = described_words(description.about)
        said = sum(says_all(self.known.papers[fits[0]], [word]) for word in words) if fits else 0
        found = titled_about(words, self.known.papers.values())
        return found if found and sum(says_all(self.known.papers[found[0]], [word]) for word in words) > said else []

    def talked_about(self, other_than: Sequence[str] = ()) -> list[str]:
        """Ids of the conversation's papers, latest first."""
        ids = dict.fromkeys(paper_id for exchange in reversed(self.shown) for paper_id in exchange.shown)
        return [paper_id for paper_id in ids if paper_id not in other_than]

    def corrected(self, refs: References) -> list[str]:
        """The paper that a correction describes in a few words: "no, the climate emulator"."""
        words = described_words(_CLAUSE_END.split(refs.rest, maxsplit=1)[0])
        pool = [self.known.papers[paper_id] for paper_id in self.talked_about(self.shown[-1].meant)]
        fits = best_of(words, pool) if words and not self.named else []
        return fits if len(fits) == 1 else []

    def beside(self, words: str, *, forwards: bool) -> Picked:
        """The paper next to the one talked about, in the list that it was of."""
        current = self.shown[-1].meant
        for exchange in reversed(self.shown[:-1]):
            if len(current) == 1 and len(exchange.meant) > 1 and current[0] in exchange.shown:
                at = exchange.shown.index(current[0]) + (1 if forwards else -1)
                if 0 <= at < len(exchange.shown):
                    return [exchange.shown[at]]
                return Unresolved("out_of_range", words, exchange.shown)
        return Unresolved("several" if len(current) > 1 else "out_of_range", words, self.shown[-1].shown)

    def others(self, refs: References, picked: Sequence[str]) -> Picked:
        """The papers of a list beside those picked, or beside the one talked about last."""
        latest = self.shown[-1]
        talked = list(picked) or (list(latest.meant) if len(latest.meant) == 1 else [])
        for exchange in reversed(self.shown):
            rest = [paper_id for paper_id in exchange.meant if paper_id not in talked]
            if talked and set(talked) <= set(exchange.shown) and rest:
                return rest if refs.several_others or len(rest) == 1 else Unresolved("several", refs.other, tuple(rest))
        return Unresolved("several" if len(latest.shown) > 1 else "out_of_range", refs.other, latest.shown)

    def last(self, count: int, words: str) -> Picked:
        """So many papers: the latest answer's, else those last talked about one by one, else those of the latest answer with so many."""
        latest = self.shown[-1]
        if len(latest.meant) not in (1, count):
            return Unresolved("several" if len(latest.meant) > count else "out_of_range", words, latest.shown)
        single: dict[str, None] = {}
        for exchange in reversed(self.shown):
            if len(exchange.meant) == count and set(single) <= set(exchange.meant):
                return list(exchange.meant)
            if len(exchange.meant) == 1:
                single.setdefault(exchange.meant[0])
            if len(single) == count:
                return list(reversed(single))
        fits = next((exchange.meant for exchange in reversed(self.shown) if len(exchange.meant) == count), None)
        return list(fits) if fits else Unresolved("out_of_range", words, latest.shown)

    def single(self, words: str) -> Picked:
        """The paper that was talked about last: the only one of the latest answer, or the one that its question names or leads with."""
        answered = [exchange for exchange in self.shown if exchange.papers] or list(self.shown)
        latest = answered[-1]
        if len(latest.meant) == 1:
            return list(latest.meant)
        asked = [paper_id for paper_id in self.known.mentioned(latest.question) if paper_id in latest.shown]
        if len(asked) == 1:
            return asked
        if (
            latest.papers
            and not self.frames.lists(latest.question)
            and not COMPARES.search(latest.question)
            and not references(latest.question)
        ):
            return [latest.meant[0]]
        if latest.papers and _WHICH_ONE.search(latest.question):
            return [latest.meant[0]]
        # The question itself may say which: "what is the posterior in it conditioned on?"; one word may stand there by chance.
        said_words = telling(self.text)
        said = best_of(said_words, [self.known.papers[paper_id] for paper_id in latest.meant])
        if len(said) == 1 and sum(says_all(self.known.papers[said[0]], [word]) for word in said_words) >= _TELLING:
            return said
        return Unresolved("several", words, latest.shown if not latest.papers else latest.papers)

    def plural(self, refs: References) -> Picked:
        """The papers that "they" or "those three" are."""
        latest = self.shown[-1]
        if counted := _COUNTED.search(refs.they):
            return self.last(_COUNTS[counted.group().lower()], refs.they)
        if len(latest.meant) == 1 and COMPARES.search(refs.rest) and isinstance(pair := self.last(2, refs.they), list):
            return pair
        if len(latest.meant) == 1 and refs.they.lower() in ("they", "their", "theirs", "them", "themselves", "他们"):
            return list(latest.meant)
        return list(self.several())

    def several(self, words: str = "") -> tuple[str, ...]:
        """The papers that "those" are: the latest answer's, or the list's from which its only one was picked, or "the listed ones"."""
        latest = self.shown[-1]
        if _LISTED.search(words):
            return next(
                (each.meant for each in reversed(self.shown) if len(each.meant) > 1 and self.frames.lists(each.question)), latest.meant
            )
        if len(latest.meant) == 1:
            for exchange in reversed(self.shown[:-1]):
                if set(latest.meant) <= set(exchange.shown) and len(exchange.meant) > 1:
                    return exchange.meant
        return latest.meant

    def called(self, refs: References) -> list[str]:
        """Papers of the conversation that a fragment names in small letters or by a word of their title."""
        part = fragment(refs.rest)
        if self.named or not (part or refs.corrects):
            return []
        talked = [self.known.papers[paper_id] for paper_id in self.talked_about()]
        found = titled_like(part.topic if part else refs.rest, talked, self.known)
        return found if len(found) == 1 else self.known.named(part.topic) if part else []
