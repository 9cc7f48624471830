"""Somebody's papers → draft questions of every kind, the same ones for the same papers and seed."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence

from assistant.models.yes_no import YesNoChat

from .lists import list_drafts
from .papers import ReadPapers, Search
from .specific import specific_drafts, telling_sentences
from .storage import Draft
from .unanswerable import unanswerable_drafts
from .written import Report, Writing, written_drafts

_LISTS, _UNANSWERABLE = 0.2, 0.2


def draft_questions(
    papers: ReadPapers, keywords: Mapping[str, Sequence[str]], search: Search, count: int, seed: int, chat: YesNoChat | None, report: Report
) -> tuple[list[Draft], Writing | None]:
    """At most `count` drafts: three fifths specific questions, a fifth lists, a fifth without an answer; fewer where papers give fewer.

    `keywords` are the authors', by reference; `search` gives references of the best papers for a question; `seed` chooses among what
    the papers give. `chat` writes the specific questions; patterns do where there is none, and instead of it once its endpoint fails.
    """
    lists = list_drafts(papers, keywords, search, round(count * _LISTS), random.Random(f"{seed} lists"))
    unanswerable = unanswerable_drafts(papers, round(count * _UNANSWERABLE), random.Random(f"{seed} unanswerable"))
    wanted = count - len(lists) - len(unanswerable)
    writing = None
    if chat is not None:
        writing = written_drafts(chat, telling_sentences(papers, random.Random(f"{seed} sentences")), papers, search, wanted, report)
    specific = list(writing.drafts) if writing else []
    if writing is None or writing.problem:
        quoted = {draft.question.evidence for draft in specific}
        made = specific_drafts(papers, wanted, random.Random(f"{seed} specific"))
        specific += [draft for draft in made if draft.question.evidence not in quoted]
    return [*specific[:wanted], *lists, *unanswerable], writing
