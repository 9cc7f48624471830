"""Rankings and sets of papers + judgments → retrieval metrics, computed by ir-measures (MacAvaney et al. 2022)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import ir_measures
from ir_measures import RR, Qrel, R, Rprec, ScoredDoc, SetF, SetP, SetR, Success, nDCG

from ..gold.questions import Question

_RANKED = {"hit@1": Success @ 1, "recall@5": R @ 5, "ndcg@10": nDCG @ 10, "mrr": RR, "r_precision": Rprec}
_SETS = {"list_precision": SetP, "list_recall": SetR, "list_f1": SetF}


def ranked_metrics(questions: Sequence[Question], rankings: Mapping[str, Sequence[str]]) -> dict[str, dict[str, float]]:
    """hit@1, recall@5, nDCG@10, MRR and R-precision by question id, of the questions that have relevant papers.

    Borderline papers are taken out of the ranking first, a condensed list (Sakai 2007).

    Args:
        questions: the judgments.
        rankings: paper references best first, by question id.
    """
    return _measure(_RANKED, [question for question in questions if question.relevant], rankings)


def set_metrics(questions: Sequence[Question], returned: Mapping[str, Sequence[str]]) -> dict[str, dict[str, float]]:
    """Precision, recall and F1 of the returned set by question id, of list and facet questions; borderline papers are neutral.

    An empty set has precision, recall and F1 0 where papers were relevant. Where none was, an empty set has
    precision and F1 1, any other 0, and there is no recall.
    """
    lists = [question for question in questions if question.is_list]
    values = _measure(_SETS, [question for question in lists if question.relevant], returned)
    for question in lists:
        if question.answerable is False:
            right = float(not returned.get(question.id))
            values[question.id] = {"list_precision": right, "list_f1": right}
    return values


def _measure(
    measures: Mapping[str, ir_measures.Measure], questions: Sequence[Question], papers: Mapping[str, Sequence[str]]
) -> dict[str, dict[str, float]]:
    qrels = [Qrel(question.id, paper, 1) for question in questions for paper in question.relevant]
    run = [
        ScoredDoc(question.id, paper, -float(position))
        for question in questions
        for position, paper in enumerate(paper for paper in papers.get(question.id, ()) if paper not in question.borderline)
    ]
    values = {question.id: dict.fromkeys(measures, 0.0) for question in questions}
    names = {measure: name for name, measure in measures.items()}
    # With nothing returned at all, no provider is called: everything stays 0.
    for metric in ir_measures.iter_calc(list(names), qrels, run) if run else ():
        values[metric.query_id][names[metric.measure]] = float(metric.value)
    return values
