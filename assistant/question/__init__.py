"""Question and conversation → `Query`: its form, its language, what "it" and "the second one" mean, conditions on metadata.

The same question is read the same way every time, with or without a language model.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from assistant.question.filters import passes, read_filters, says_nothing_else
from assistant.question.forms import FormModel
from assistant.question.known import KnownPapers
from assistant.question.language import language
from assistant.question.references import changes_topic, chosen, leans_on_history, narrows, papers_of, says_enough
from assistant.question.translation import english_words, simplified
from assistant.types import Filters, Kind, Query, Turn

__all__ = ["FormModel", "KnownPapers", "language", "passes", "read"]

MAX_QUESTION = 4000

# Control characters and zero-width marks, which come with pasted text and split words for the encoders.
_INVISIBLE = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f\x7f\u200b-\u200f\u202a-\u202e\u2060-\u2064\ufeff\u00ad]")


def read(question: str, history: Sequence[Turn], known: KnownPapers, forms: FormModel) -> Query:
    """Read a question in its conversation.

    Args:
        question: what the user typed; not empty.
        history: earlier turns, oldest first.
        known: the corpus's papers.
        forms: tells what form of answer is asked for.
    """
    # Bytes that were no text arrive as lone surrogates, which no encoder takes.
    text = " ".join(_INVISIBLE.sub("", question.encode("utf-8", "replace").decode("utf-8")).split())[:MAX_QUESTION]
    spoken = language(text)
    if spoken == "en":
        return _read(question, text, spoken, forms.kind(text, spoken), history, known)
    if spoken in ("zh", "zh-hant"):
        # The rules know Chinese, in simplified characters.
        text = simplified(text)
        query = _read(question, text, spoken, _form(text, forms.kind(text, spoken), known), history, known)
        return replace(query, words=english_words(query.text, spoken))
    # In other languages the rules read the glossary's English, and the multilingual encoder the asker's words.
    words = english_words(text, spoken)
    query = _read(question, words, spoken, _form(text, forms.kind(text, spoken, words), known), history, known)
    named = query.text.removeprefix(words) if query.text.startswith(words) else ""
    focus = query.focus or (() if query.only_focus else tuple(known.mentioned(text)))
    return replace(query, text=text + named, words=query.text, focus=focus)


def _form(text: str, form: Kind, known: KnownPapers) -> Kind:
    """The form of a question in another language: whoever names two papers and asks for none compares them."""
    return "compare" if form == "specific" and len(known.mentioned(text)) >= 2 else form


def _read(question: str, text: str, spoken: str, how: Kind, history: Sequence[Turn], known: KnownPapers) -> Query:
    filters, rest = read_filters(text, known)
    if filters != Filters():
        how = "list" if how == "specific" and says_nothing_else(rest) else how
        if how == "list":
            text = rest
            if says_nothing_else(rest):
                return Query(question, text, how, spoken, filters=filters, everything=True)
    named = known.mentioned(text)
    if how == "compare" and len(named) >= 2:
        return Query(question, text, how, spoken, focus=tuple(named), only_focus=True, filters=filters)
    earlier = papers_of(history, known)
    if not earlier or changes_topic(text) or not leans_on_history(text, known):
        # Nobody names a method by chance: its paper is read first, though others may answer too.
        return Query(question, text, how, spoken, focus=tuple(named), filters=filters)
    picked = chosen(text, earlier)
    subset = narrows(text) and len(earlier) > 1
    if subset:
        return Query(question, text, "list", spoken, focus=tuple(earlier), only_focus=True, filters=filters)
    tentative = says_enough(text) and len(picked) == len(earlier)
    # A question about one paper names it, so that encoders see what "it" is.
    names = ". ".join(known.papers[paper_id].label for paper_id in picked[:3])
    if how == "list":  # "and what datasets did it use?" asks for no papers
        how = "compare" if len(picked) > 1 else "specific"
    return Query(
        question,
        f"{text} ({names})" if names else text,
        how,
        spoken,
        focus=tuple(picked),
        only_focus=bool(picked),
        tentative=tentative,
        filters=filters,
    )
