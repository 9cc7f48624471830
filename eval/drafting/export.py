"""Accepted drafts → DIR/gold/KIND.jsonl, gold files as `assistant eval` reads them."""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, replace

from ..gold.corpus import Corpus
from ..gold.questions import KINDS
from ..gold.rules import faults
from .book import DraftBook
from .drafts import Draft, gold_fields
from .feedback import DISLIKED

GOLD = "gold"
UNREAD = "Nobody looked at it: accepted by --accept-all."


@dataclass(frozen=True)
class Exported:
    """How many questions were written, and why others were not: id and fault."""

    count: int
    left_out: tuple[tuple[str, str], ...]


def export_gold(book: DraftBook, corpus: Corpus, *, unread: bool = False) -> Exported:
    """Write the accepted drafts, and with `unread` also those that nobody decided about; what breaks a rule is left out.

    Raises:
        GoldError: the drafts are damaged, or a file cannot be written.
    """
    left_out: list[tuple[str, str]] = []
    exported = 0

    def files(drafts: Sequence[Draft]) -> dict[str, str]:
        nonlocal exported
        lines: defaultdict[str, list[str]] = defaultdict(list)
        for draft in drafts:
            if draft.status == "rejected" or (draft.status == "draft" and not unread):
                continue
            if fault := first_fault(draft, corpus):
                left_out.append((draft.id, fault))
                continue
            question = draft.question
            if draft.status == "draft":
                question = replace(question, note=f"{UNREAD} {question.note}".strip())
            lines[question.kind].append(json.dumps(gold_fields(question), ensure_ascii=False) + "\n")
            exported += 1
        return {f"{kind}.jsonl": "".join(lines[kind]) for kind in KINDS}

    book.write_beside(GOLD, files)
    return Exported(exported, tuple(left_out))


def first_fault(draft: Draft, corpus: Corpus) -> str:
    """Why a draft cannot be a gold question; empty where it can."""
    if draft.status == "draft" and draft.origin == DISLIKED and not draft.question.relevant:
        return "its judgments are to be filled in."
    return next(iter(faults(draft.question, corpus)), "")
