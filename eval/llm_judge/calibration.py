"""Labels and dev questions → what a judge is asked whose answer is known, and how far it agrees."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from ..gold.corpus import Corpus
from ..gold.questions import Question
from ..gold.selection import evenly
from ..records import AnswerRecord, Quote
from ..scoring.metrics import auroc, kappa
from .labels import Label
from .metrics import DEPTH, asked, cited_text, titled


class Item(NamedTuple):
    """The values of a metric's prompt, and the answer that is right."""

    metric: str
    values: Mapping[str, str]
    is_yes: bool


@dataclass(frozen=True, slots=True)
class Agreement:
    """A judge against labels: share judged alike, Cohen's kappa, and the chance that a true item has the higher score (ties half)."""

    n: int
    accuracy: float
    kappa: float
    auroc: float


class Family(NamedTuple):
    """The labelled statements of one family: their labels, how many were judged, and the share judged alike."""

    name: str
    labels: str
    n: int
    alike: float


def agreement(labels: Sequence[bool], said: Sequence[bool], scores: Sequence[float]) -> Agreement | None:
    """Agreement over items with both labels among them; None without."""
    if not any(labels) or all(labels):
        return None
    right = sum(label == word for label, word in zip(labels, said, strict=True)) / len(labels)
    positives = [score for label, score in zip(labels, scores, strict=True) if label]
    negatives = [score for label, score in zip(labels, scores, strict=True) if not label]
    return Agreement(len(labels), right, kappa(labels, said), auroc(positives, negatives))


def by_family(labels: Sequence[Label], said: Sequence[bool | None]) -> tuple[Family, ...]:
    """A judge's words beside the labels, by family; statements about which it said nothing are left out."""
    known = [(label, word) for label, word in zip(labels, said, strict=True) if word is not None]
    found = []
    for name in sorted({label.family for label, _ in known}):
        group = [(label, word) for label, word in known if label.family == name]
        alike = sum(label.is_supported == word for label, word in group) / len(group)
        found.append(Family(name, ", ".join(sorted({label.label for label, _ in group})), len(group), alike))
    return tuple(found)


def chosen_labels(labels: Sequence[Label], count: int) -> list[Label]:
    """`count` labels, with the shares of labels and families that all of them have."""
    return evenly(sorted(labels, key=lambda label: (label.label, label.family, label.id)), count)


def statement_items(labels: Sequence[Label], corpus: Corpus) -> list[Item]:
    """Faithfulness: labelled statements with the sentence they cite; partly supported is not supported."""
    found = []
    for label in labels:
        context = cited_text([Quote(1, label.paper, label.quote, 0, 0, "")], corpus)
        found.append(Item("faithfulness", {"context": context, "statement": label.statement}, label.is_supported))
    return found


def context_items(questions: Sequence[Question], records: Mapping[str, AnswerRecord], corpus: Corpus, count: int) -> list[Item]:
    """Context precision: relevant papers of the run's dev questions, and papers the run ranked high that are not even borderline."""
    yes, no = [], []
    for question in questions:
        if question.split != "dev" or not question.relevant:
            continue
        judged = {*question.relevant, *question.borderline}
        others = [paper for paper, _ in records[question.id].ranking[:DEPTH] if paper not in judged]
        yes.append((question, question.relevant[0]))
        no += [(question, paper) for paper in others[:1]]
    pairs = [(pair, True) for pair in evenly(yes, (count + 1) // 2)] + [(pair, False) for pair in evenly(no, count // 2)]
    return [
        Item("context_precision", {"context": titled(paper, corpus.papers[paper].abstract, corpus), "question": asked(question)}, is_yes)
        for (question, paper), is_yes in pairs
    ]


def nugget_items(questions: Sequence[Question], corpus: Corpus, count: int) -> list[Item]:
    """Context recall: nuggets of dev questions beside the sentence that states them, and beside one of another question's paper."""
    items = []
    for question, stranger in _with_strangers(questions, count):
        nugget = question.nuggets[0]
        for evidence, is_yes in ((question.evidence[nugget.evidence[0]], True), (stranger.evidence[0], False)):
            values = {"context": titled(evidence.paper, evidence.quote, corpus), "fact": nugget.text}
            items.append(Item("context_recall", values, is_yes))
    return items[:count]


def answer_items(questions: Sequence[Question], count: int) -> list[Item]:
    """Answer relevance: dev questions with their own evidence as the answer, and with that of another question of their kind."""
    items = []
    for question, stranger in _with_strangers(questions, count):
        for answering in (question, stranger):
            answer = " ".join(evidence.quote for evidence in answering.evidence)
            items.append(Item("answer_relevance", {"question": asked(question), "answer": answer}, answering is question))
    return items[:count]


def _with_strangers(questions: Sequence[Question], count: int) -> list[tuple[Question, Question]]:
    """Dev questions for `count` items, each with the next question of its kind that has no paper in common with it."""
    quoted = [question for question in questions if question.split == "dev" and question.is_quoted]
    pairs = []
    for start, question in enumerate(quoted):
        own = set(question.relevant)
        others = (other for other in (*quoted[start + 1 :], *quoted[:start]) if other.kind == question.kind)
        if (stranger := next((other for other in others if not own & set(other.relevant)), None)) is not None:
            pairs.append((question, stranger))
    return evenly(pairs, (count + 1) // 2)
