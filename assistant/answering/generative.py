"""`Query` + evidence → claims written by a language model, each bound to numbered sentences, as the reply streams in."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from assistant.errors import UnusableReplyError
from assistant.interfaces import ChatModel
from assistant.prompts import Prompt
from assistant.settings import ChatSettings
from assistant.types import Candidate, Claim, Query, Reference, Turn, Usage

# The checker compares words: a statement in another language than the papers' could never pass it.
_LANGUAGE = "English"
_NUMBER = r"\d+(?:\s?[-–]\s?\d+)?"
_MARKERS = re.compile(rf"(?:\s*\[\s*{_NUMBER}(?:\s*[,;]\s*{_NUMBER})*\s*\])+")
_STOP = re.compile(r"\s*[.!?。！？]*")
# What follows a claim's markers while it is not known yet whether another marker is coming.
_UNDECIDED = re.compile(r"\s*(?:\[[\s\d,;–-]*)?\Z")
_REFUSES = re.compile(r"^\W*NO ANSWER\b", re.I)
_LEADING = re.compile(r"^[\s\-*•.,;:]*(?:\d+[.)](?:\s+|$))?")
# Text without a marker that is longer than this cannot be a claim; only its end is kept.
_LONGEST = 20_000
_WIDEST_RANGE = 20


@dataclass(frozen=True, slots=True)
class NumberedEvidence:
    """The sentences a model reads: prompt text, and what each number stands for."""

    text: str
    references: tuple[Reference, ...]


@dataclass(frozen=True, slots=True)
class WrittenClaim:
    """One claim of the reply; `unknown` counts its markers that name no sentence. A claim may have no reference."""

    claim: Claim
    unknown: int


def number_evidence(candidates: Sequence[Candidate], limit: int, best_only: int = 0) -> NumberedEvidence:
    """Number the candidates' sentences from 1, paper by paper, within `limit` characters.

    Args:
        candidates: best first; a paper that does not fit whole is left out with all after it, except the first.
        limit: most characters of the prompt text.
        best_only: where positive, only that many best sentences of each paper.
    """
    lines: list[str] = []
    references: list[Reference] = []
    used = 0
    for candidate in candidates:
        paper = candidate.paper
        kept = {item.sentence for item in candidate.evidence[:best_only]} if best_only else set(range(len(paper.sentences)))
        block, refs = [f"Paper: {_one_line(paper.label)}"], []
        for n, (start, end) in enumerate(paper.sentences):
            if n in kept:
                refs.append(Reference(paper.id, n))
                block.append(f"[{len(references) + len(refs)}] {_one_line(paper.abstract[start:end])}")
        size = sum(len(line) + 1 for line in block)
        if used + size > limit and lines:
            break
        if used + size > limit:
            refs = refs[: max(1, limit * len(refs) // size)]
            block = [line[:limit] for line in block[: len(refs) + 1]]
        lines += block
        references += refs
        used += size
    return NumberedEvidence("\n".join(lines), tuple(references))


def _one_line(text: str) -> str:
    """Text that cannot pass for a numbered sentence or a heading of the prompt."""
    return re.sub(r"\[(\d+)\]", r"(\1)", " ".join(text.split()))


class Writer:
    """Asks a chat model to answer from numbered sentences."""

    def __init__(self, chat: ChatModel, answer_prompt: Prompt, list_prompt: Prompt, settings: ChatSettings) -> None:
        self._chat = chat
        self._answer_prompt = answer_prompt
        self._list_prompt = list_prompt
        self._settings = settings

    @property
    def name(self) -> str:
        """The model's name.

        Raises:
            ChatModelError: the endpoint does not say.
        """
        return self._chat.name

    def write(
        self,
        query: Query,
        candidates: Sequence[Candidate],
        history: Sequence[Turn],
        report: Callable[[Usage], None] = lambda usage: None,
    ) -> Iterator[WrittenClaim]:
        """Claims in the order in which the model makes them; none where it says that the sentences do not answer.

        `report` is told what each call used.

        Raises:
            ChatModelError: the endpoint failed, or the reply has no claim with a source.
        """
        listing = query.kind == "list"
        prompt = self._list_prompt if listing else self._answer_prompt
        evidence = number_evidence(candidates, self._settings.context_characters, best_only=3 if listing else 0)
        system, user = prompt.fill(evidence=evidence.text, question=query.text, language=_LANGUAGE)
        turns = [*(Turn(turn.role, turn.content[:2000]) for turn in history[-4:]), Turn("user", user)]
        found = 0
        buffer = ""
        for piece in self._chat.stream(system, turns, report):
            # A run of white space, which some models fall into, says no more than its first character.
            buffer = re.sub(r"\s*\n\s*", "\n", re.sub(r"[^\S\n]+", " ", buffer + piece))[-_LONGEST:]
            if found == 0 and _REFUSES.match(buffer):
                return
            while (taken := _take(buffer, evidence.references, final=False)) is not None:
                found += len(taken.claims)
                yield from taken.claims
                buffer = taken.rest
        while (taken := _take(buffer, evidence.references, final=True)) is not None:
            found += len(taken.claims)
            yield from taken.claims
            buffer = taken.rest
        if not _REFUSES.match(buffer):
            # A statement without a number is not lost yet: the checker may find the sentence that it comes from.
            uncited = [WrittenClaim(Claim(text, ()), 0) for line in buffer.split("\n") if (text := _LEADING.sub("", line).strip())]
            found += len(uncited)
            yield from uncited
        if not found and not _REFUSES.match(buffer):
            raise UnusableReplyError(f"{self._chat.name.rpartition('/')[2]} wrote an answer without sources.")


class _Taken(NamedTuple):
    """What the start of a reply says (no claim where its markers follow nothing), and the reply after it."""

    claims: tuple[WrittenClaim, ...]
    rest: str


def _take(buffer: str, references: Sequence[Reference], *, final: bool) -> _Taken | None:
    """The first claim of a reply, or None while it is not complete: a claim ends with its markers and a stop."""
    markers = _MARKERS.search(buffer)
    if markers is None:
        return None
    stop = _STOP.match(buffer, markers.end())
    rest = buffer[stop.end() if stop else markers.end() :]
    if not final and _UNDECIDED.match(rest):
        return None
    text = _LEADING.sub("", buffer[: markers.start()]).strip()
    if not text:
        return _Taken((), rest)
    if text[-1] not in ".!?。！？":
        text += (stop.group().strip() if stop else "") or "."
    numbers = _numbers(markers.group())
    known = tuple(references[n - 1] for n in numbers if 1 <= n <= len(references))
    return _Taken((WrittenClaim(Claim(text, known), len(numbers) - len(known)),), rest)


def _numbers(markers: str) -> list[int]:
    """The numbers of "[1][2, 5-7]"."""
    numbers: list[int] = []
    for low, high in re.findall(r"(\d+)(?:\s?[-–]\s?(\d+))?", markers):
        first, last = int(low[:9]), int((high or low)[:9])
        numbers += range(first, min(last, first + _WIDEST_RANGE) + 1) or [first, last]
    return numbers
