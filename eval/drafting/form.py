"""A draft ↔ what the review page shows of it and gets back: pure, so that it is the same without a page."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import NamedTuple

from ..gold.corpus import Corpus
from ..gold.questions import LISTS, QUOTED, Nugget, Question, Sentence
from .drafts import Draft
from .shelf import ReadPaper, Text

RELEVANT, BORDERLINE, NEITHER = "relevant", "borderline", "neither"
# Marks a fact that is welcome but not needed.
_EXTRA = "+"


class Edits(NamedTuple):
    """What a reviewer typed and picked; `grades` by paper, `ticked` quotes by paper."""

    text: str
    kind: str
    facts: str
    note: str
    grades: Mapping[str, str]
    ticked: Mapping[str, Sequence[str]]


def papers_shown(draft: Draft, corpus: Corpus) -> tuple[str, ...]:
    """References of the papers that a reviewer has to look at: those judged, and the one that a near miss is about."""
    question = draft.question
    about = draft.origin.rpartition(": ")[2]
    named = (*question.relevant, *question.borderline, *(item.paper for item in question.evidence), about)
    return tuple(dict.fromkeys(name for name in named if name in corpus.papers))


def grade(question: Question, paper: str) -> str:
    """The paper's judgment so far."""
    if paper in question.relevant:
        return RELEVANT
    return BORDERLINE if paper in question.borderline else NEITHER


def sentences_of(question: Question, paper: ReadPaper) -> list[Text]:
    """The abstract's sentences, and the question's evidence that is no whole sentence."""
    whole = {text.quote for text in paper.sentences}
    parts = [item.quote for item in question.evidence if item.paper == paper.reference and item.quote not in whole]
    return [*paper.sentences, *(Text(quote, " ".join(quote.split())) for quote in dict.fromkeys(parts))]


def facts_of(question: Question) -> str:
    """The nuggets, one a line."""
    return "\n".join(nugget.text if nugget.vital else f"{_EXTRA} {nugget.text}" for nugget in question.nuggets)


def revised(question: Question, edits: Edits) -> Question:
    """The question as the reviewer left it; judgments that its kind does not have are dropped."""
    quoted, listed = edits.kind in QUOTED, edits.kind in LISTS
    chosen = [paper for paper, given in edits.grades.items() if given == RELEVANT] if quoted or listed else []
    evidence: tuple[Sentence, ...] = ()
    if quoted:
        evidence = tuple(Sentence(paper, quote) for paper in chosen for quote in edits.ticked.get(paper, ()))
    elif listed:
        evidence = tuple(item for item in question.evidence if item.paper in chosen)
    return replace(
        question,
        kind=edits.kind,
        text=" ".join(edits.text.split()),
        relevant=tuple(chosen),
        borderline=tuple(paper for paper, given in edits.grades.items() if given == BORDERLINE) if listed else (),
        evidence=evidence,
        nuggets=_nuggets(question, edits.facts, evidence) if quoted else (),
        note=" ".join(edits.note.split()),
    )


def _nuggets(question: Question, facts: str, evidence: Sequence[Sentence]) -> tuple[Nugget, ...]:
    """A fact that was there before leans on its old evidence as far as that is still ticked, another one on all that is."""
    before = {nugget.text: {question.evidence[at] for at in nugget.evidence} for nugget in question.nuggets}
    found = []
    for line in facts.split("\n"):
        text = " ".join(line.strip().removeprefix(_EXTRA).split())
        if text and evidence:
            old = tuple(at for at, item in enumerate(evidence) if item in before.get(text, ()))
            found.append(Nugget(text, not line.strip().startswith(_EXTRA), old or tuple(range(len(evidence)))))
    return tuple(found)
