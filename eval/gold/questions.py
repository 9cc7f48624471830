"""One line of a gold file → `Question`: what is asked, and what the annotators judged."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Literal, NamedTuple, get_args

from assistant import Turn

Kind = Literal["specific", "list", "facet", "compare", "followup", "unanswerable", "false-premise"]
Split = Literal["dev", "test"]
KINDS: tuple[str, ...] = get_args(Kind)
SPLITS: tuple[str, ...] = get_args(Split)
LISTS = frozenset({"list", "facet"})
QUOTED = frozenset({"specific", "compare", "followup", "false-premise"})
LANGUAGES = ("en", "zh")
TYPES: dict[str, tuple[str, ...]] = {
    "specific": ("paraphrase", "mechanism", "method", "finding", "number", "why", "quote", "keywords", "by-name"),
    "list": ("topic", "setting", "method", "contribution", "by-name"),
    "facet": ("text-text", "text-metadata", "by-name"),
    "compare": ("compare",),
    "followup": ("pronoun", "ordinal", "subset", "topic-shift"),
    "unanswerable": ("near-miss", "off-corpus", "off-field"),
    "false-premise": ("false-premise",),
}
# Of any kind: what came up in a chat, what a language model wrote.
SOURCES = ("asked", "written")
FIELDS = (
    "id", "split", "kind", "type", "lang", "messy", "question", "history", "relevant", "borderline", "evidence", "nuggets", "note",
)  # fmt: skip
_PARTS = {"history": ("role", "content"), "evidence": ("paper", "quote"), "nuggets": ("text", "vital", "evidence")}


class Sentence(NamedTuple):
    """A verbatim sentence of the paper with reference `paper`."""

    paper: str
    quote: str


class Nugget(NamedTuple):
    """An atomic fact of a good answer; `evidence` are positions in the question's evidence, any of which states it."""

    text: str
    vital: bool
    evidence: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Question:
    """A question and its judgments; `relevant` and `borderline` are paper references."""

    id: str
    split: str
    kind: str
    type: str
    lang: str
    messy: bool
    text: str
    history: tuple[Turn, ...] = ()
    relevant: tuple[str, ...] = ()
    borderline: tuple[str, ...] = ()
    evidence: tuple[Sentence, ...] = ()
    nuggets: tuple[Nugget, ...] = ()
    note: str = ""

    @property
    def is_list(self) -> bool:
        """Whether the answer is a set of papers."""
        return self.kind in LISTS

    @property
    def is_quoted(self) -> bool:
        """Whether the answer is a few sentences."""
        return self.kind in QUOTED

    @property
    def answerable(self) -> bool | None:
        """Whether the corpus answers it; None where only borderline papers do."""
        if self.relevant:
            return True
        return None if self.borderline else False


def split_of(question_id: str) -> Split:
    """The split of an id, for good: `dev` where the first byte of its SHA-256 is even, else `test`."""
    return "dev" if hashlib.sha256(question_id.encode()).digest()[0] % 2 == 0 else "test"


def parse(fields: Mapping[str, Any]) -> Question:
    """The question of one JSON object.

    Raises:
        ValueError: a field is missing or has a type it cannot have; the message names it.
    """
    for name in ("id", "split", "kind", "type", "lang", "question"):
        if not isinstance(fields.get(name), str) or not fields[name].strip():
            raise ValueError(f"`{name}` is missing or no text")
    if not isinstance(fields.get("messy"), bool):
        raise ValueError("`messy` is missing or neither true nor false")
    for name in ("relevant", "evidence", "nuggets"):
        if not isinstance(fields.get(name), list):
            raise ValueError(f"`{name}` is missing or no list")
    return Question(
        id=fields["id"],
        split=fields["split"],
        kind=fields["kind"],
        type=fields["type"],
        lang=fields["lang"],
        messy=fields["messy"],
        text=fields["question"],
        history=tuple(_turn(item) for item in _items(fields, "history")),
        relevant=tuple(_texts(fields, "relevant")),
        borderline=tuple(_texts(fields, "borderline")),
        evidence=tuple(sentence(item) for item in _items(fields, "evidence")),
        nuggets=tuple(_nugget(item) for item in _items(fields, "nuggets")),
        note=str(fields.get("note", "")),
    )


def sentence(item: Mapping[str, Any]) -> Sentence:
    """The evidence sentence of one JSON object; raises ValueError where a field is wrong."""
    if not isinstance(item.get("paper"), str) or not isinstance(item.get("quote"), str) or not item["quote"].strip():
        raise ValueError("an item of `evidence` needs the texts `paper` and `quote`")
    return Sentence(item["paper"], item["quote"])


def _items(fields: Mapping[str, Any], name: str) -> list[Mapping[str, Any]]:
    items = fields.get(name, [])
    if not isinstance(items, list) or not all(isinstance(item, dict) for item in items):
        raise ValueError(f"`{name}` is no list of objects")
    if strange := [key for item in items for key in item if key not in _PARTS[name]]:
        raise ValueError(f"an item of `{name}` has no field `{strange[0]}`")
    return items


def _texts(fields: Mapping[str, Any], name: str) -> list[str]:
    items = fields.get(name, [])
    if not isinstance(items, list) or not all(isinstance(item, str) for item in items):
        raise ValueError(f"`{name}` is no list of texts")
    return items


def _turn(item: Mapping[str, Any]) -> Turn:
    role = item.get("role")
    if role not in ("user", "assistant") or not isinstance(item.get("content"), str):
        raise ValueError("a turn of `history` needs `role` (user or assistant) and the text `content`")
    return Turn(role, item["content"])


def _nugget(item: Mapping[str, Any]) -> Nugget:
    positions = item.get("evidence")
    if not isinstance(item.get("text"), str) or not isinstance(item.get("vital"), bool) or not isinstance(positions, list):
        raise ValueError("a nugget needs `text`, `vital` (true or false) and the list `evidence`")
    if not positions or not all(isinstance(position, int) and not isinstance(position, bool) for position in positions):
        raise ValueError("a nugget's `evidence` is no list of positions")
    return Nugget(item["text"], item["vital"], tuple(positions))
