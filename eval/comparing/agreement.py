"""Two annotators' judgments → how far they agree. `assistant eval agreement` prints it for the bundled gold."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from ..gold.corpus import Corpus
from ..gold.second import Judgment
from ..scoring.judging import gold_places
from ..scoring.metrics import Place, jaccard, kappa, same_sentence, sentence_agreement, set_f1


@dataclass(frozen=True, slots=True)
class ListAgreement:
    """Over list and facet topics: kappa of the judgments of (topic, paper), and the mean overlap of the lists."""

    topics: int
    judgments: int
    kappa: float
    jaccard: float
    f1: float


@dataclass(frozen=True, slots=True)
class SpecificAgreement:
    """Over the other questions: how often both name the same papers (none: unanswerable), and evidence F1.

    Evidence F1 is the mean over the questions for which both give evidence.
    """

    questions: int
    same_papers: float
    jaccard: float
    answerable_kappa: float
    quoted: int
    evidence_f1: float


def list_agreement(judgments: Sequence[Judgment], papers: Sequence[str], *, strict: bool) -> ListAgreement:
    """Agreement on lists: every paper is judged for every topic.

    Args:
        judgments: those of list and facet questions.
        papers: all references.
        strict: whether borderline counts as not relevant; else papers borderline for either are left out of the topic.
    """
    first: list[bool] = []
    second: list[bool] = []
    overlaps: list[float] = []
    f1s: list[float] = []
    for judgment in judgments:
        neutral = set() if strict else {*judgment.question.borderline, *judgment.borderline}
        one, other = set(judgment.question.relevant) - neutral, set(judgment.relevant) - neutral
        judged = [paper for paper in papers if paper not in neutral]
        first += [paper in one for paper in judged]
        second += [paper in other for paper in judged]
        overlaps.append(jaccard(one, other))
        f1s.append(set_f1(one, other))
    count = len(judgments)
    return ListAgreement(count, len(first), kappa(first, second), sum(overlaps) / count, sum(f1s) / count)


def three_class_kappa(judgments: Sequence[Judgment], papers: Sequence[str]) -> float:
    """Kappa of (topic, paper) with the classes relevant, borderline, neither: nothing is left out."""

    def grade(paper: str, relevant: Sequence[str], borderline: Sequence[str]) -> int:
        return 2 if paper in relevant else int(paper in borderline)

    first = [grade(paper, j.question.relevant, j.question.borderline) for j in judgments for paper in papers]
    second = [grade(paper, j.relevant, j.borderline) for j in judgments for paper in papers]
    return kappa(first, second)


def specific_agreement(judgments: Sequence[Judgment], corpus: Corpus) -> SpecificAgreement:
    """Agreement on the papers and sentences of questions that are no lists."""
    pairs = [(set(j.question.relevant), set(j.relevant)) for j in judgments]
    f1s = []
    for judgment in judgments:
        one, other = gold_places(judgment.question, corpus), second_places(judgment, corpus)
        if one and other:
            f1s.append(sentence_agreement(other, one).f1)
    count = len(judgments)
    return SpecificAgreement(
        count,
        same_papers=sum(one == other for one, other in pairs) / count,
        jaccard=sum(jaccard(one, other) for one, other in pairs) / count,
        answerable_kappa=kappa([bool(one) for one, _ in pairs], [bool(other) for _, other in pairs]),
        quoted=len(f1s),
        evidence_f1=sum(f1s) / len(f1s) if f1s else 0.0,
    )


def second_places(judgment: Judgment, corpus: Corpus) -> list[Place]:
    """Where the second annotator's evidence stands."""
    starts = [(paper, corpus.papers[paper].abstract.index(quote), len(quote)) for paper, quote in judgment.evidence]
    return [Place(paper, start, start + length) for paper, start, length in starts]


def disagreement(judgment: Judgment, corpus: Corpus) -> dict[str, object]:
    """What only one of the two has, as a JSON object to be settled; empty where they agree, of the split test only its id."""
    question = judgment.question
    ours, theirs = gold_places(question, corpus), second_places(judgment, corpus)
    found: dict[str, object] = {}
    for name, first, second in (
        ("", question.relevant, judgment.relevant),
        ("borderline_", question.borderline, judgment.borderline),
    ):
        found[f"{name}only_gold"] = sorted(set(first) - set(second))
        found[f"{name}only_second"] = sorted(set(second) - set(first))
    if not question.is_list:
        found["evidence_only_gold"] = _unmatched(ours, theirs, corpus)
        found["evidence_only_second"] = _unmatched(theirs, ours, corpus)
    if not any(found.values()):
        return {}
    if question.split == "test":
        return {"id": question.id, "split": "test"}
    return {"id": question.id, "split": question.split, "kind": question.kind, "question": question.text, **found}


def _unmatched(places: Sequence[Place], others: Sequence[Place], corpus: Corpus) -> list[dict[str, str]]:
    alone = [place for place in places if not any(same_sentence(place, other) for other in others)]
    return [{"paper": p.paper, "quote": corpus.papers[p.paper].abstract[p.start : p.end]} for p in alone]


def agreement_lines(judgments: Sequence[Judgment], asked: int, corpus: Corpus) -> list[str]:
    """What `assistant eval agreement` prints; `asked` is the number of all gold questions."""
    lists = [judgment for judgment in judgments if judgment.question.is_list]
    others = [judgment for judgment in judgments if not judgment.question.is_list]
    papers = list(corpus.papers)
    said = [f"{len(judgments)} of {asked} questions were judged twice, blind."]
    for name, strict in (("borderline neutral", False), ("borderline as not relevant", True)):
        a = list_agreement(lists, papers, strict=strict)
        said.append(
            f"Lists, {name}: {a.topics} topics, {a.judgments} judgments, kappa {a.kappa:.3f}, Jaccard {a.jaccard:.3f}, F1 {a.f1:.3f}"
        )
    said.append(f"Lists, relevant/borderline/neither: kappa {three_class_kappa(lists, papers):.3f}")
    s = specific_agreement(others, corpus)
    same = f"same papers {s.same_papers:.3f}, Jaccard {s.jaccard:.3f}"
    said.append(f"Other questions: {s.questions}, {same}, answerable or not: kappa {s.answerable_kappa:.3f}")
    said.append(f"Evidence sentences: {s.quoted} questions quoted by both, F1 {s.evidence_f1:.3f}")
    return said
