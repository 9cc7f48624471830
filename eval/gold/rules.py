"""A `Question` + the corpus → what is wrong with it: the rules of the annotation guidelines that a machine can check."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from functools import lru_cache
from typing import Any

from assistant.chunking import split_sentences
from assistant.types import Span

from .corpus import Corpus
from .questions import FIELDS, KINDS, LANGUAGES, SOURCES, SPLITS, TYPES, Question, split_of

_LEAK_LENGTH = 3
# Comparisons, false premises and dialogues may say which paper they are about; what they test is something else.
_MAY_NOT_LEAK = frozenset({"specific", "list", "facet"})


def faults(question: Question, corpus: Corpus) -> Iterator[str]:
    """Each fault as a sentence without the place; none for a good question."""
    if question.kind not in KINDS:
        yield f"kind {question.kind!r} is none of {', '.join(KINDS)}."
    if question.split not in SPLITS:
        yield f"split {question.split!r} is none of {', '.join(SPLITS)}."
    elif question.split != split_of(question.id):
        yield f"split is {question.split!r}, the id {question.id!r} belongs to {split_of(question.id)!r}."
    if question.lang not in LANGUAGES:
        yield f"lang {question.lang!r} is none of {', '.join(LANGUAGES)}."
    yield from _shape(question)
    for paper in (*question.relevant, *question.borderline):
        if paper not in corpus.papers:
            yield f"there is no paper {paper!r} in the corpus."
    for name in ("relevant", "borderline"):
        papers = getattr(question, name)
        if len(set(papers)) != len(papers):
            yield f"`{name}` names a paper twice."
    if both := set(question.relevant) & set(question.borderline):
        yield f"{', '.join(sorted(both))} is relevant and borderline at once."
    for item in question.evidence:
        yield from misquotes(item.paper, item.quote, corpus)
        yield from fragments(item.paper, item.quote, corpus)
        if item.paper in corpus.papers and item.paper not in (*question.relevant, *question.borderline):
            yield f"evidence from {item.paper}, which is neither relevant nor borderline."
    for nugget in question.nuggets:
        if not all(0 <= position < len(question.evidence) for position in nugget.evidence):
            yield f"the nugget {nugget.text[:60]!r} leans on evidence that is not there."
    if question.kind in _MAY_NOT_LEAK and question.type != "by-name":
        for paper in question.relevant:
            if paper in corpus.papers and (words := leak(question.text, corpus.papers[paper].title)):
                yield f"the question gives away the title of {paper}: {words!r}."


def misquotes(paper: str, quote: str, corpus: Corpus) -> Iterator[str]:
    """The fault of a quote that is not a verbatim part of its paper's abstract, if it is one."""
    if paper not in corpus.papers:
        yield f"there is no paper {paper!r} in the corpus."
    elif quote not in corpus.papers[paper].abstract:
        yield f"the evidence is not in the abstract of {paper}: {quote[:70]!r}."


def fragments(paper: str, quote: str, corpus: Corpus) -> Iterator[str]:
    """The fault of a quote that holds no whole sentence of its paper's abstract, if it is one."""
    abstract = corpus.papers[paper].abstract if paper in corpus.papers else ""
    start = abstract.find(quote)
    whole = any(start <= first and last <= start + len(quote) for first, last in _sentences(abstract))
    if start >= 0 and not whole:
        yield f"the evidence is no whole sentence of {paper}: {quote[:70]!r}."


def unknown_fields(fields: Mapping[str, Any]) -> Iterator[str]:
    """The fault of a gold file's line with a field that there is not; lines of drafts have more."""
    yield from (f"there is no field {name!r}." for name in fields if name not in FIELDS)


def unknown_type(question: Question) -> Iterator[str]:
    """The fault of a bundled question whose kind does not have its type; one's own questions may be sorted otherwise."""
    types = (*TYPES.get(question.kind, ()), *SOURCES)
    if question.type not in types:
        yield f"type {question.type!r} of a {question.kind} question is none of {', '.join(types)}."


@lru_cache(maxsize=1024)
def _sentences(abstract: str) -> tuple[Span, ...]:
    return split_sentences(abstract)


def leak(question: str, title: str) -> str:
    """The first three consecutive words that question and title share, or an empty text."""
    asked, named = (re.findall(r"\w+", text.lower()) for text in (question, title))
    runs = {tuple(named[i : i + _LEAK_LENGTH]) for i in range(len(named) - _LEAK_LENGTH + 1)}
    for i in range(len(asked) - _LEAK_LENGTH + 1):
        if tuple(asked[i : i + _LEAK_LENGTH]) in runs:
            return " ".join(asked[i : i + _LEAK_LENGTH])
    return ""


def _shape(question: Question) -> Iterator[str]:
    """Faults of the fields that each kind needs."""
    if question.kind == "unanswerable" and (question.relevant or question.evidence or question.nuggets):
        yield "an unanswerable question has relevant papers, evidence or nuggets."
    if question.is_quoted and not (question.relevant and question.evidence and any(nugget.vital for nugget in question.nuggets)):
        yield f"a {question.kind} question needs relevant papers, evidence and a vital nugget."
    if question.borderline and not question.is_list:
        yield "only list and facet questions have borderline papers."
    if (question.kind == "followup") != bool(question.history):
        yield "follow-up questions, and only they, have a history."
