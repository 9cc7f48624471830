"""Question and conversation → `Query`: its form, its language, what "it" and "the second one" mean, conditions on metadata.

The same question is read the same way every time, with or without a language model.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from functools import cache
from typing import NamedTuple

from assistant.question.arguments import Given, filters_of
from assistant.question.conversation import Exchange, recall
from assistant.question.descriptions import descriptions
from assistant.question.filters import read_filters, says_nothing_else
from assistant.question.forms import FormModel
from assistant.question.framing import fragment
from assistant.question.known import KnownPapers
from assistant.question.language import has_han, language
from assistant.question.references import references
from assistant.question.resolving import Resolver
from assistant.question.rewriting import Rewriter
from assistant.question.tally import counted_by
from assistant.question.translation import english_words, simplified
from assistant.types import NO_FILTERS, Filters, Kind, Query, Turn

__all__ = ["FormModel", "Given", "KnownPapers", "Rewriter", "filters_of", "language", "read"]

MAX_QUESTION = 4000
# The glossary leaves the "of" out of "papers of 2019", and what it does not know as it is.
_YEAR_OF_PAPERS = re.compile(r"\bpapers (?:(?:\w+ )?year )?(?=(?:19|20)\d\d\b(?! papers))")
_MARKS = " ?!.,;:¿¡？！。，؟"

_NAMES_PAPERS = re.compile(r"\b(?:papers|articles|works)\b|论文|文章", re.I)
_ALL_PAPERS = re.compile(
    r"\W*(?:please )?(?:list|show|give|print)(?: me)?(?: (?:all|every|everything)(?: of)?)?(?: (?:the|your))? (?:papers?|articles|works)(?: (?:here|you have|in (?:the|this) (?:corpus|collection)))?\W*"
    r"|\W*(?:请)?列出(?:所有|全部)的?(?:论文|文章)\W*",
    re.I,
)
# Control characters and zero-width marks, which come with pasted text and split words for the encoders.
_INVISIBLE = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f\x7f\u200b-\u200f\u202a-\u202e\u2060-\u2064\ufeff\u00ad]")
# "Of those, which are spotlights?" asks for nothing but the filter.
_THOSE = re.compile(r"\b(?:of|among|from|out of) (?:those|these|them)\b|\bones?\b|\band\b|其中|这些|那些|里|中", re.I)


def read(question: str, history: Sequence[Turn], known: KnownPapers, forms: FormModel, given: Filters = NO_FILTERS) -> Query:
    """Read a question in its conversation.

    Args:
        question: what the user typed; not empty.
        history: earlier turns, oldest first.
        known: the corpus's papers.
        forms: tells what form of answer is asked for.
        given: conditions that hold beside those of the question's words.
    """
    # Bytes that were no text arrive as lone surrogates, which no encoder takes.
    text = " ".join(_INVISIBLE.sub("", question.encode("utf-8", "replace").decode("utf-8")).split())[:MAX_QUESTION]
    spoken = language(text)
    if spoken == "en":
        return _read(_Asked(question, text, spoken, forms.kind(text, spoken)), history, known, forms, given)
    if spoken in ("zh", "zh-hant"):
        # The rules know Chinese, in simplified characters.
        plain, typed = _reread(history, simplified)
        asked, text = text, simplified(text)
        typed[text] = asked
        query = _read(_Asked(question, text, spoken, forms.kind(text, spoken)), plain, known, forms, given)
        return _as_typed(replace(query, words=english_words(query.text, spoken)), typed)
    # In other languages the rules read the glossary's English, and the multilingual encoder the asker's words.
    words = _glossed(text)
    plain, typed = _reread(history, _glossed)
    asked = text
    query = _read(_Asked(question, words, spoken, _form(text, forms.kind(text, spoken, words), known)), plain, known, forms, given)
    earlier = next((read_as for read_as in typed if query.text.startswith(read_as)), "") if query.understood else ""
    if query.text.startswith(words):
        text += query.text.removeprefix(words)
    elif earlier:
        text = typed[earlier] + query.text.removeprefix(earlier)
    typed[words] = asked
    focus = query.focus or (() if query.only_focus else tuple(known.mentioned(asked)))
    return _as_typed(replace(query, text=text, words=query.text, focus=focus), typed)


def _glossed(text: str) -> str:
    """A question in the glossary's English, where it is in a language that the rules do not know."""
    spoken = language(text)
    return text if spoken == "en" else _YEAR_OF_PAPERS.sub("papers from ", english_words(text, spoken))


def _reread(history: Sequence[Turn], rules_read: Callable[[str], str]) -> tuple[list[Turn], dict[str, str]]:
    """The conversation with its questions as the rules read them, and what was typed for each."""
    plain = [replace(turn, content=rules_read(turn.content)) if turn.role == "user" else turn for turn in history]
    typed = {now.content: turn.content for now, turn in zip(plain, history, strict=True) if turn.role == "user" and now.content}
    return plain, typed


def _as_typed(query: Query, typed: Mapping[str, str]) -> Query:
    """The query with what it was taken to mean in the words that were typed; by what the rules read in their place."""
    understood, unresolved = query.understood, query.unresolved
    for read_as, said in typed.items():
        if read_as:
            understood = understood.replace(read_as, said, 1)
        elif understood.startswith(" ("):
            # The glossary knows no word of it.
            understood = said + understood
    if unresolved and unresolved.words not in query.question:
        unresolved = replace(unresolved, words=" ".join(query.question.split()).strip(_MARKS))
    return replace(query, understood=understood, unresolved=unresolved)


class _Asked(NamedTuple):
    """A question as typed, as the rules read it, its language and its form."""

    question: str
    text: str
    language: str
    kind: Kind


def _form(text: str, form: Kind, known: KnownPapers) -> Kind:
    """The form of a question in another language: whoever names two papers and asks for none compares them."""
    return "compare" if form == "specific" and len(known.mentioned(text)) >= 2 else form


def _read(read_as: _Asked, history: Sequence[Turn], known: KnownPapers, forms: FormModel, given: Filters) -> Query:
    question, text, spoken, how = read_as
    if history and (author := _other_author(text, known)):
        return replace(_read(_Asked(question, author, spoken, "list"), (), known, forms, given), understood=author)
    filters, rest = read_filters(text, known)
    if any(each.decision for each in descriptions(text)) and any(turn.role == "assistant" for turn in history):
        # "The spotlight" is a paper of the conversation, "the spotlights" are all of them.
        filters, rest = NO_FILTERS, text
    exchanges = recall(history, known)
    tally = counted_by(rest)
    stated = bool(filters)
    filters = filters.also(given)
    if tally and not (stated and tally == "paper"):
        return Query(question, text, "other", spoken, filters=filters, tally=tally)
    if (stated or (filters and _NAMES_PAPERS.search(text))) and says_nothing_else(rest) and not _narrows(text, exchanges):
        beyond = bool(references(text).beyond)
        seen = tuple(dict.fromkeys(paper_id for exchange in exchanges for paper_id in exchange.meant)) if beyond else ()
        return Query(question, rest or text, "list", spoken, filters=filters, everything=True, without=seen)
    if _ALL_PAPERS.fullmatch(text):
        return Query(question, text, "list", spoken, filters=filters, everything=True)
    asked = text
    if stated:
        text = rest
    named = known.mentioned(text)
    if how == "compare" and len(named) >= 2:
        return Query(question, text, how, spoken, focus=tuple(named), only_focus=True, filters=filters)

    @cache
    def is_list(earlier: str) -> bool:
        return forms.kind(earlier, language(earlier)) == "list"

    found = Resolver(text, how, tuple(named), exchanges, known, is_list, spoken).resolve()
    everything = found.only_focus and stated and says_nothing_else(_THOSE.sub(" ", text))
    return Query(
        question,
        found.text,
        "list" if everything else found.kind or how,
        spoken,
        # Nobody names a method by chance: its paper is read first, though others may answer too.
        focus=found.focus,
        only_focus=found.only_focus,
        tentative=found.tentative,
        filters=filters,
        everything=everything,
        # Which conditions were read is said beside it.
        understood=found.understood.replace(text, asked, 1),
        without=found.without,
        unresolved=found.unresolved,
    )


def _other_author(text: str, known: KnownPapers) -> str:
    """The question that a fragment stands for which names an author and nothing else ("and Huan Zhang?"); "" where it does not."""
    rest = references(text).rest
    part = fragment(rest) or fragment(f"and {rest}")
    if part is None or part.preposition or not known.authors.full(part.topic):
        return ""
    return f"{part.topic}的论文" if has_han(text) else f"papers by {part.topic}"


def _narrows(text: str, exchanges: Sequence[Exchange]) -> bool:
    """Whether a question chooses among the papers of the conversation; "哪些" may ask for those of the corpus as well."""
    subset = references(text).subset
    return bool(subset) and "有哪" not in text and (not subset.startswith("哪") or any(exchange.shown for exchange in exchanges))
