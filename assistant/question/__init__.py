"""Question and conversation → `Query`: its form, its language, what "it" and "the second one" mean, conditions on metadata.

The same question is read the same way every time, with or without a language model.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from assistant.question.arguments import Given, filters_of
from assistant.question.filters import read_filters, says_nothing_else
from assistant.question.forms import FormModel
from assistant.question.known import KnownPapers
from assistant.question.language import language
from assistant.question.references import changes_topic, chosen, leans_on_history, narrows, papers_of, says_enough
from assistant.question.tally import counted_by
from assistant.question.translation import english_words
from assistant.types import NO_FILTERS, Filters, Query, Turn

__all__ = ["FormModel", "Given", "KnownPapers", "filters_of", "language", "read"]

MAX_QUESTION = 4000

_NAMES_PAPERS = re.compile(r"\b(?:papers|articles|works)\b|论文|文章", re.I)
_ALL_PAPERS = re.compile(
    r"\W*(?:please )?(?:list|show|give|print)(?: me)?(?: (?:all|every|everything)(?: of)?)?(?: (?:the|your))? (?:papers?|articles|works)(?: (?:here|you have|in (?:the|this) (?:corpus|collection)))?\W*"
    r"|\W*(?:请)?列出(?:所有|全部)的?(?:论文|文章)\W*",
    re.I,
)
# Control characters and zero-width marks, which come with pasted text and split words for the encoders.
_INVISIBLE = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f\x7f\u200b-\u200f\u202a-\u202e\u2060-\u2064\ufeff\u00ad]")


def read(question: str, history: Sequence[Turn], known: KnownPapers, forms: FormModel, given: Filters = NO_FILTERS) -> Query:
    """Read a question in its conversation.

    Args:
        question: what the user typed; not empty.
        history: earlier turns, oldest first.
        known: the corpus's papers.
        forms: tells what form of answer is asked for.
        given: conditions that hold beside those of the question's words.
    """
    query = _read(question, history, known, forms, given)
    return query if query.language == "en" else replace(query, words=english_words(query.text))


def _read(question: str, history: Sequence[Turn], known: KnownPapers, forms: FormModel, given: Filters) -> Query:
    # Bytes that were no text arrive as lone surrogates, which no encoder takes.
    text = " ".join(_INVISIBLE.sub("", question.encode("utf-8", "replace").decode("utf-8")).split())[:MAX_QUESTION]
    spoken = language(text)
    how = forms.kind(text, spoken)
    filters, rest = read_filters(text, known)
    tally = counted_by(rest)
    stated = bool(filters)
    filters = filters.also(given)
    if tally and not (stated and tally == "paper"):
        return Query(question, text, "other", spoken, filters=filters, tally=tally)
    if (stated or (filters and _NAMES_PAPERS.search(text))) and says_nothing_else(rest):
        within = papers_of(history, known) if narrows(text) else []
        return Query(question, rest or text, "list", spoken, focus=tuple(within), only_focus=bool(within), filters=filters, everything=True)
    if _ALL_PAPERS.fullmatch(text):
        return Query(question, text, "list", spoken, filters=filters, everything=True)
    if stated:
        text = rest
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
