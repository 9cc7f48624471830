"""One question's judgments + its `AnswerRecord` → the values that need no other question."""

from __future__ import annotations

from ..gold.corpus import Corpus
from ..gold.questions import Question
from ..records import AnswerRecord, Quote
from .metrics import Place, harmonic, nugget_recall, same_sentence, sentence_agreement, words


def is_valid(citation: Quote, corpus: Corpus) -> bool:
    """Whether the quote is exactly the abstract's text between its offsets."""
    paper = corpus.papers.get(citation.paper)
    return paper is not None and 0 <= citation.start < citation.end and paper.abstract[citation.start : citation.end] == citation.quote


def cited_places(record: AnswerRecord, corpus: Corpus) -> list[Place]:
    """Where the citations stand, each once; none where the answer abstained, and an invalid one stands nowhere."""
    if record.abstained:
        return []
    places = [
        Place(c.paper, c.start, c.end) if is_valid(c, corpus) else Place("", position, position)
        for position, c in enumerate(record.citations)
    ]
    return list(dict.fromkeys(places))


def gold_places(question: Question, corpus: Corpus) -> list[Place]:
    """Where the gold evidence stands, in its order."""
    places = []
    for paper, quote in question.evidence:
        start = corpus.papers[paper].abstract.index(quote)
        places.append(Place(paper, start, start + len(quote)))
    return places


def judge(question: Question, record: AnswerRecord, corpus: Corpus) -> dict[str, float]:
    """Values by metric: evidence, nuggets, citation validity, abstention, length, time. What does not apply is left out."""
    values = {
        "answer_words": float(words(record.text)),
        "latency_ms": record.timings_ms.get("total", 0.0),
        "tokens": float(record.tokens_in + record.tokens_out),
        "cost_usd": record.cost,
    }
    if record.citations:
        values["citation_validity"] = sum(is_valid(citation, corpus) for citation in record.citations) / len(record.citations)
    if question.answerable is True:
        values["false_refusal_rate"] = float(record.abstained)
    elif question.answerable is False:
        values["abstention_recall"] = float(record.abstained)
    if question.answerable is not None:
        values["abstention_accuracy"] = float(record.abstained != question.answerable)
    if question.is_quoted:
        values |= _quoted(question, record, corpus)
    return values


def quality(question: Question, values: dict[str, float]) -> float | None:
    """One number for the whole answer, or None where the judges left it open.

    List and facet: F1 of the set. Specific, compare, follow-up, false premise: harmonic mean of vital nugget recall
    and evidence precision, so that neither silence nor quoting everything is rewarded. Unanswerable: 1 for a refusal.
    """
    if question.is_list:
        return values.get("list_f1")
    if question.is_quoted:
        return harmonic(values["nugget_recall_vital"], values["evidence_precision"])
    return values["abstention_recall"]


def _quoted(question: Question, record: AnswerRecord, corpus: Corpus) -> dict[str, float]:
    gold = gold_places(question, corpus)
    cited = cited_places(record, corpus)
    agreement = sentence_agreement(cited, gold)
    is_cited = [any(same_sentence(place, citation) for citation in cited) for place in gold]
    covered = [(nugget.vital, any(is_cited[position] for position in nugget.evidence)) for nugget in question.nuggets]
    return {
        "evidence_precision": agreement.precision,
        "evidence_recall": agreement.recall,
        "evidence_f1": agreement.f1,
        "nugget_recall": nugget_recall([hit for _, hit in covered]),
        "nugget_recall_vital": nugget_recall([hit for vital, hit in covered if vital]),
    }
