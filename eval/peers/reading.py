"""A peer's text + its sources → `Reply`: statements with the sources they cite, numbered by paper; and whether it is a refusal."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from assistant import Paper
from assistant.chunking import split_sentences
from assistant.types import Usage

# [1] · [1, 2] · [Source 1] · (Source 1)
_LOOSE = re.compile(r"\[(?:sources? ?)?(\d{1,9}(?: ?[,;] ?(?:sources? ?)?\d{1,9})*)\]|\(sources? ?(\d{1,9}(?: ?, ?\d{1,9})*)\)", re.I)
_MARKER = re.compile(r"\[(\d{1,9})\]")
# A marker behind the full stop belongs to the sentence before it.
_BEHIND = re.compile(r"([.!?。！？])((?:[^\S\n]*\[\d{1,9}\])+)")
_BULLET = re.compile(r"^\s*(?:[-*•]|\d{1,3}[.)])\s+")
_REFUSAL = re.compile(
    r"empty response"
    r"|i (?:can(?:not|['’]t| not)|am unable to|don['’]t|do not) (?:answer|know|find|provide)"
    r"|(?:i(?:['’]m| am) )?sorry\b|unfortunately\b"
    r"|don['’]t know"
    r"|(?:there is )?(?:insufficient|not enough|no relevant) (?:information|context|evidence)"
    r"|none of the (?:\w+ )?(?:sources?|documents?|papers?|context)\b"
    r"|(?:[\w ]{0,30}\b)?(?:sources?|documents?|context|papers?|texts?|information)\b[\w ]{0,20}"
    r" (?:do(?:es)? not|don['’]t|doesn['’]t) (?:\w+ )?(?:contain|provide|mention|include|address|discuss|specify|answer|help)"
    r"|(?:it|this|that|the answer) is not (?:mentioned|present|provided|stated|specified)",
    re.I,
)

# paper-qa's keys of contexts, alone or in parentheses.
_KEY = re.compile(r"\bpqac-[a-zA-Z0-9]{8}\b")
_KEYS = re.compile(r"\([^()]*\bpqac-[a-zA-Z0-9]{8}\b[^()]*\)|\bpqac-[a-zA-Z0-9]{8}\b")

NOTHING = Usage()


class Source(NamedTuple):
    """What a peer answered from: a text of the paper with this id, and the peer's own score."""

    paper: str
    text: str
    score: float


class Said(NamedTuple):
    """A statement without its markers; `cites` are positions in the reply's sources."""

    text: str
    cites: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Reply:
    """A peer's answer. `text` has [n] for the papers in `numbers` (n by paper id), which are those that the answer stands for."""

    text: str
    sources: tuple[Source, ...]
    said: tuple[Said, ...]
    numbers: dict[str, int]
    refused: bool = False
    usage: Usage = NOTHING


def listed(sources: Sequence[Source], papers: dict[str, Paper]) -> Reply:
    """The reply of a peer that only finds: its sources one below the other, each a statement that cites itself."""
    numbers = _numbers(source.paper for source in sources)
    said = tuple(Said(" ".join(source.text.split()), (position,)) for position, source in enumerate(sources))
    lines = [f"{papers[s.paper].title} [{numbers[s.paper]}] {text}".lstrip() for s, (text, _) in zip(sources, said, strict=True)]
    return Reply("\n".join(lines), tuple(sources), said, numbers)


def uncited(text: str, sources: Sequence[Source], usage: Usage = NOTHING) -> Reply:
    """The reply of a peer that writes without markers: it stands for all of its sources, but no statement cites one."""
    said = tuple(Said(item.text, ()) for item in _statements(text, 0))
    return Reply(text, tuple(sources), said, _numbers(source.paper for source in sources), is_refusal(text), usage)


def cited(text: str, sources: Sequence[Source], usage: Usage = NOTHING) -> Reply:
    """The reply of a peer whose marker [n] stands for its n-th source: it stands for the papers that it cites.

    A marker beyond the sources is left as it is, so that it counts as out of range.
    """
    plain = _LOOSE.sub(lambda found: "".join(f"[{n}]" for n in re.findall(r"\d+", found.group())), text)
    said = tuple(_statements(plain, len(sources)))
    numbers = _numbers(sources[position].paper for item in said for position in item.cites)

    def of_paper(marker: re.Match[str]) -> str:
        n = int(marker.group(1))
        return f"[{numbers[sources[n - 1].paper]}]" if 1 <= n <= len(sources) else marker.group()

    return Reply(_MARKER.sub(of_paper, plain), tuple(sources), said, numbers, is_refusal(text), usage)


def is_refusal(text: str) -> bool:
    """Whether a peer's answer is its way of not answering, which shows in how it begins.

    Known ways: nothing at all; llama-index's "Empty Response" and the "don't know" that its chat prompt asks for; paper-qa's "I cannot
    answer"; and a first sentence saying that the sources lack the information. What is said after such a beginning does not count.
    """
    words = " ".join(text.split())
    return not words or _REFUSAL.match(words.lstrip("\"'“‘* ")) is not None


def _statements(text: str, sources: int) -> Iterable[Said]:
    """Sentences with letters, line by line; the markers of a piece without letters go to the statement before it."""
    found: list[Said] = []
    for line in _BEHIND.sub(r"\2\1", text).splitlines():
        line = _BULLET.sub("", line)
        for start, end in split_sentences(line):
            sentence = line[start:end]
            cites = tuple(dict.fromkeys(n - 1 for n in map(int, _MARKER.findall(sentence)) if 1 <= n <= sources))
            body = re.sub(r"\s+([.,;:!?。，；：！？])", r"\1", " ".join(_MARKER.sub(" ", sentence).split()))
            if re.search(r"[^\W\d_]", body):
                found.append(Said(body, cites))
            elif found:
                found[-1] = Said(found[-1].text, tuple(dict.fromkeys((*found[-1].cites, *cites))))
    return found


def _numbers(papers: Iterable[str]) -> dict[str, int]:
    return {paper: n for n, paper in enumerate(dict.fromkeys(papers), 1)}


def with_markers(answer: str, keys: Sequence[str]) -> str:
    """paper-qa's answer with `[n]` for the n-th of its keys; a key that was not given gets a number past the last one."""
    numbers = {key: n for n, key in enumerate(keys, 1)}

    def marker(found: re.Match[str]) -> str:
        return "".join(f"[{numbers.get(key, len(keys) + 1)}]" for key in _KEY.findall(found.group()))

    return _KEYS.sub(marker, answer)
