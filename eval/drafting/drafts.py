"""A line of drafts.jsonl ↔ `Draft`: a gold question that waits for a reviewer."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Literal, get_args

from ..gold.questions import Question, parse, split_of

Status = Literal["draft", "accepted", "rejected"]
STATUSES: tuple[str, ...] = get_args(Status)


@dataclass(frozen=True, slots=True)
class Draft:
    """A question, what a reviewer decided about it, and `origin`: what it was made from."""

    question: Question
    status: Status = "draft"
    origin: str = ""

    @property
    def id(self) -> str:
        """The question's id."""
        return self.question.id

    def to_line(self) -> str:
        """One line of JSON."""
        fields = {**gold_fields(self.question), "status": self.status, "origin": self.origin}
        return json.dumps(fields, ensure_ascii=False) + "\n"


def draft_of(kind: str, type_: str, text: str, origin: str, lang: str = "en", **judgments: Any) -> Draft:
    """A new draft; its id depends on kind and text alone, so that the same question is never drafted twice."""
    name = "own-" + hashlib.sha256(f"{kind}\0{folded(text)}".encode()).hexdigest()[:10]
    question = Question(name, split_of(name), kind, type_, lang, False, text, **judgments)
    return Draft(question, "draft", origin)


def folded(text: str) -> str:
    """The text as far as two questions must differ: letters and digits, lower case."""
    return " ".join("".join(character if character.isalnum() else " " for character in text.lower()).split())


def from_fields(fields: Mapping[str, Any]) -> Draft:
    """The draft of a line's JSON.

    Raises:
        ValueError: a field is missing or has a type it cannot have; the message names it.
    """
    status = fields.get("status")
    if status not in STATUSES:
        raise ValueError(f"`status` is none of {', '.join(STATUSES)}")
    return Draft(parse(fields), status, str(fields.get("origin", "")))


def gold_fields(question: Question) -> dict[str, Any]:
    """The JSON object of a gold file's line; what is optional is left out where it is empty."""
    fields: dict[str, Any] = {
        "id": question.id,
        "split": question.split,
        "kind": question.kind,
        "type": question.type,
        "lang": question.lang,
        "messy": question.messy,
        "question": question.text,
        "history": [{"role": turn.role, "content": turn.content} for turn in question.history],
        "relevant": list(question.relevant),
        "borderline": list(question.borderline),
        "evidence": [item._asdict() for item in question.evidence],
        "nuggets": [{"text": item.text, "vital": item.vital, "evidence": list(item.evidence)} for item in question.nuggets],
        "note": question.note,
    }
    return {name: value for name, value in fields.items() if value or name not in ("history", "borderline", "note")}
