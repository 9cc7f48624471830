"""Question and conversation → `Query`: its form, its language, what "it" and "the second one" mean, conditions on metadata.

The same question is read the same way every time, with or without a language model.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from functools import cache

from assistant.question.conversation import recall
from assistant.question.descriptions import descriptions
from assistant.question.filters import passes, read_filters, says_nothing_else
from assistant.question.forms import FormModel
from assistant.question.known import KnownPapers
from assistant.question.language import language
from assistant.question.resolving import Resolver
from assistant.question.rewriting import Rewriter
from assistant.question.translation import english_words
from assistant.types import Filters, Query, Turn

__all__ = ["FormModel", "KnownPapers", "Rewriter", "language", "passes", "read"]

MAX_QUESTION = 4000

# Control characters and zero-width marks, which come with pasted text and split words for the encoders.
_INVISIBLE = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f\x7f\u200b-\u200f\u202a-\u202e\u2060-\u2064\ufeff\u00ad]")
# "Of those, which are spotlights?" asks for nothing but the filter.
_THOSE = re.compile(r"\b(?:of|among|from|out of) (?:those|these|them)\b|\bones?\b|\band\b|其中|这些|那些|里|中", re.I)


def read(question: str, history: Sequence[Turn], known: KnownPapers, forms: FormModel) -> Query:
    """Read a question in its conversation.

    Args:
        question: what the user typed; not empty.
        history: earlier turns, oldest first.
        known: the corpus's papers.
        forms: tells what form of answer is asked for.
    """
    query = _read(question, history, known, forms)
    return query if query.language == "en" else replace(query, words=english_words(query.text))


def _read(question: str, history: Sequence[Turn], known: KnownPapers, forms: FormModel) -> Query:
    # Bytes that were no text arrive as lone surrogates, which no encoder takes.
    text = " ".join(_INVISIBLE.sub("", question.encode("utf-8", "replace").decode("utf-8")).split())[:MAX_QUESTION]
    spoken = language(text)
    how = forms.kind(text, spoken)
    filters, rest = read_filters(text, known)
    if any(each.decision for each in descriptions(text)) and any(turn.role == "assistant" for turn in history):
        # "The spotlight" is a paper of the conversation, "the spotlights" are all of them.
        filters = Filters()
    if filters != Filters():
        how = "list" if how == "specific" and says_nothing_else(rest) else how
        if how == "list":
            text = rest
            if says_nothing_else(rest):
                return Query(question, text, how, spoken, filters=filters, everything=True)
    named = known.mentioned(text)
    if how == "compare" and len(named) >= 2:
        return Query(question, text, how, spoken, focus=tuple(named), only_focus=True, filters=filters)

    @cache
    def is_list(earlier: str) -> bool:
        return forms.kind(earlier, language(earlier)) == "list"

    found = Resolver(text, how, tuple(named), recall(history, known), known, is_list).resolve()
    return Query(
        question,
        found.text,
        found.kind or how,
        spoken,
        # Nobody names a method by chance: its paper is read first, though others may answer too.
        focus=found.focus,
        only_focus=found.only_focus,
        tentative=found.tentative,
        filters=filters,
        everything=found.only_focus and filters != Filters() and says_nothing_else(_THOSE.sub(" ", text)),
        understood=found.understood,
        without=found.without,
        unresolved=found.unresolved,
    )
