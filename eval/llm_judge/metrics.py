"""A question, its answer and a judge → the four RAGAS metrics of one answer (Es et al. 2024), each 0–1."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field

from ..gold.corpus import Corpus
from ..gold.questions import Question
from ..records import AnswerRecord, Quote
from ..scoring.judging import is_valid
from .judgements import Ask, Judgement

Says = Callable[[str, Mapping[str, str]], bool | None]
DEPTH = 5
_MARKER = re.compile(r"\s*\[\d+\]")
_BETWEEN = re.compile(r"(?<=[.!?])\s+(?=[^\sa-z])|(?<=[。！？])|\n+")


@dataclass(frozen=True, slots=True)
class Judged:
    """One answer's values by metric, and the judgements behind them.

    `values` leaves out a metric that does not apply, or for which a reply was neither Yes nor No.
    """

    id: str
    split: str
    kind: str
    values: dict[str, float] = field(default_factory=dict)
    judgements: tuple[Judgement, ...] = ()


def judge_answer(question: Question, record: AnswerRecord, corpus: Corpus, ask: Ask) -> Judged:
    """Judge one answer.

    Raises:
        ChatModelError: the judge's endpoint failed.
    """
    said: list[Judgement] = []

    def says(metric: str, values: Mapping[str, str]) -> bool | None:
        said.append(ask(metric, values))
        return said[-1].says_yes

    found = {
        "faithfulness": _faithfulness(record, corpus, says),
        "answer_relevance": _relevance(question, record, says),
        "context_precision": _precision(question, record, corpus, says),
        "context_recall": _recall(question, record, corpus, says),
    }
    values = {name: value for name, value in found.items() if value is not None}
    return Judged(question.id, question.split, question.kind, values, tuple(said))


def statements(record: AnswerRecord, corpus: Corpus) -> list[tuple[str, tuple[Quote, ...]]]:
    """What the answer says, each with the quotes it cites that are in their papers; none for a refusal.

    For a record without statements they are the sentences of its text, each with all quotes.
    """
    if record.abstained:
        return []
    if record.claims:
        cited = [(claim.text, [record.citations[position] for position in claim.cites]) for claim in record.claims if claim.text]
    else:
        plain = (_MARKER.sub("", part).strip() for part in _BETWEEN.split(record.text))
        cited = [(part, list(record.citations)) for part in plain if part]
    return [(text, tuple(quote for quote in quotes if is_valid(quote, corpus))) for text, quotes in cited]


def cited_text(quotes: Sequence[Quote], corpus: Corpus) -> str:
    """The quotes, each paper's under its title."""
    by_paper: dict[str, list[str]] = {}
    for quote in dict.fromkeys(quotes):
        by_paper.setdefault(quote.paper, []).append(quote.quote)
    return "\n".join(titled(paper, " ".join(found), corpus) for paper, found in by_paper.items())


def titled(paper: str, text: str, corpus: Corpus) -> str:
    """A text of a paper under its title, on one line each; the text alone where the corpus does not have the paper."""
    title = corpus.papers[paper].title if paper in corpus.papers else ""
    return "\n".join(" ".join(part.split()) for part in (title, text) if part)


def asked(question: Question) -> str:
    """The question, after the conversation that it follows."""
    turns = [f"{turn.role.capitalize()}: {turn.content}" for turn in question.history]
    return "\n".join([*turns, f"User: {question.text}"]) if turns else question.text


def rank_weighted_precision(useful: Sequence[bool]) -> float:
    """Mean of precision@k over the ranks k of useful contexts: Σ v_k · (Σ_{i≤k} v_i / k) / Σ v_k, 0 where none is useful."""
    precisions = [sum(useful[: k + 1]) / (k + 1) for k, is_useful in enumerate(useful) if is_useful]
    return sum(precisions) / len(precisions) if precisions else 0.0


def _faithfulness(record: AnswerRecord, corpus: Corpus, says: Says) -> float | None:
    """|statements that their cited quotes support| / |statements|; what cites nothing that exists is not supported."""
    held = [
        bool(quotes) and says("faithfulness", {"context": cited_text(quotes, corpus), "statement": text})
        for text, quotes in statements(record, corpus)
    ]
    return _share(held)


def _relevance(question: Question, record: AnswerRecord, says: Says) -> float | None:
    """Whether the reply answers the question; nothing for a refusal, which has metrics of its own."""
    if record.abstained:
        return None
    return _share([says("answer_relevance", {"question": asked(question), "answer": record.text.strip()})])


def _precision(question: Question, record: AnswerRecord, corpus: Corpus, says: Says) -> float | None:
    """Rank-weighted precision of the first papers; nothing where no paper can be useful."""
    if not question.answerable:
        return None
    useful = [says("context_precision", {"context": context, "question": asked(question)}) for context in _retrieved(record, corpus)]
    known = [is_useful for is_useful in useful if is_useful is not None]
    return rank_weighted_precision(known) if len(known) == len(useful) else None


def _recall(question: Question, record: AnswerRecord, corpus: Corpus, says: Says) -> float | None:
    """|nuggets that one of the first papers states| / |nuggets|; papers after the first that does are not read."""
    contexts = _retrieved(record, corpus)
    found = []
    for nugget in question.nuggets:
        verdicts = []
        for context in contexts:
            verdicts.append(says("context_recall", {"context": context, "fact": nugget.text}))
            if verdicts[-1]:
                break
        found.append(True if any(verdicts) else None if None in verdicts else False)
    return _share(found)


def _retrieved(record: AnswerRecord, corpus: Corpus) -> list[str]:
    return [titled(paper, corpus.papers[paper].abstract, corpus) for paper, _ in record.ranking[:DEPTH]]


def _share(verdicts: Sequence[bool | None]) -> float | None:
    known = [verdict for verdict in verdicts if verdict is not None]
    return sum(known) / len(known) if known and len(known) == len(verdicts) else None
