"""`Query` + `Ranking` → a `Draft` made of exact sentences of the papers."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from assistant.answering import detail
from assistant.settings import AnsweringSettings
from assistant.types import Candidate, Claim, Draft, Evidence, Query, Ranking, Reference

_PER_COMPARED_PAPER = 2
# Where the code is answers nothing but where the code is.
_LINKS = re.compile(
    r"\b(?:code|data|datasets?|implementation|project|models?|website)\b[^.]{0,80}(?:https?:|github|\\url|\\href|available|released)", re.I
)
_ASKS_FOR_LINKS = re.compile(
    r"\bcode\b|github|\blinks?\b|\burl\b|availab|releas|open.?sourc|download|repositor|reproduc|代码|开源|链接|数据", re.I
)
_DEFINES = re.compile(r"^\W*(?:what(?: is|'s| are)|define|explain|tell me about|describe)\b|是什么", re.I)
_NEAREST = 3


def may_answer(query: Query, ranking: Ranking, settings: AnsweringSettings) -> bool:
    """Whether the corpus answers: some paper belongs on the list, or the question is answerable.

    A question about papers that it or the conversation names is answered from them: they are what it is about.
    """
    if not ranking.candidates:
        return False
    if query.kind == "list":
        found = any(candidate.score >= settings.list_threshold for candidate in ranking.candidates)
        return found and ranking.answerable >= settings.listable_threshold
    return ranking.answerable >= settings.answer_threshold or bool(query.focus)


def draft(query: Query, ranking: Ranking, settings: AnsweringSettings) -> Draft:
    """The extractive answer: a complete list, the sentences that answer, or a refusal with the nearest papers.

    Args:
        query: as read from the question.
        ranking: candidates best first; those that may be quoted carry evidence.
        settings: thresholds and limits.
    """
    if not may_answer(query, ranking, settings):
        return refusal(query, ranking)
    ranking = replace(ranking, candidates=tuple(_without_links(query, candidate) for candidate in ranking.candidates))
    if query.kind == "list":
        return _list(query, ranking, settings)
    if query.kind == "compare":
        return _comparison(query, ranking)
    return _specific(query, ranking, settings)


def refusal(query: Query, ranking: Ranking, *, on_topic: bool = False) -> Draft:
    """The draft that says the papers, or with `on_topic` the nearest one, do not answer; the nearest are named apart."""
    return Draft(query.kind, (), abstained=True, on_topic=on_topic, borderline=tuple(c.paper.id for c in ranking.candidates[:_NEAREST]))


def _without_links(query: Query, candidate: Candidate) -> Candidate:
    """The candidate without the sentences that say where its code is, unless that is asked or nothing else is left."""
    if not candidate.evidence or _ASKS_FOR_LINKS.search(query.asked):
        return candidate
    kept = tuple(item for item in candidate.evidence if not _LINKS.search(_quote(candidate, item)))
    return replace(candidate, evidence=kept or candidate.evidence)


def _introducing(candidate: Candidate) -> Evidence | None:
    """The sentence that first names the paper's method."""
    for item in sorted(candidate.evidence, key=lambda item: item.sentence):
        if any(name.lower() in _quote(candidate, item).lower() for name in candidate.paper.names):
            return item
    return None


def _specific(query: Query, ranking: Ranking, settings: AnsweringSettings) -> Draft:
    read = [candidate for candidate in ranking.candidates if candidate.evidence]
    pool = sorted((item for candidate in read for item in candidate.evidence), key=lambda item: -item.score)
    chosen: list[Evidence] = []
    enough = max(settings.sentence_threshold, settings.sentence_share * pool[0].score) if pool else 0.0
    for item in pool[: settings.max_sentences]:
        papers = {found.paper_id for found in chosen}
        if chosen and (item.score < enough or len(papers | {item.paper_id}) > settings.max_papers):
            continue
        chosen.append(item)
    if read and _DEFINES.search(query.question) and read[0].paper.id in query.focus:
        first = _introducing(read[0])
        chosen = [first, *(item for item in chosen if item != first)][: settings.max_sentences] if first else chosen
    order = list(dict.fromkeys(item.paper_id for item in chosen))
    by_id = {candidate.paper.id: candidate for candidate in read}
    if detail.is_missing(query.asked, [_quote(by_id[item.paper_id], item) for item in chosen], by_id[order[0]].paper.abstract):
        return refusal(query, ranking, on_topic=True)
    claims = [
        _copy(by_id[item.paper_id], item)
        for paper_id in order
        for item in sorted(chosen, key=lambda e: e.sentence)
        if item.paper_id == paper_id
    ]
    return Draft(query.kind, tuple(claims), papers=tuple(order))


def _comparison(query: Query, ranking: Ranking) -> Draft:
    """The best sentences of each compared paper: those the question names, else the first two."""
    read = [candidate for candidate in ranking.candidates if candidate.evidence]
    named = sorted((candidate for candidate in read if candidate.paper.id in query.focus), key=lambda c: query.focus.index(c.paper.id))
    compared = named if len(named) >= 2 else read[:2]
    claims = [_copy(candidate, item) for candidate in compared for item in sorted(_compared(candidate), key=lambda e: e.sentence)]
    return Draft(query.kind, tuple(claims), papers=tuple(candidate.paper.id for candidate in compared))


def _compared(candidate: Candidate) -> list[Evidence]:
    first = _introducing(candidate)
    best = [item for item in candidate.evidence if item != first]
    return ([first] if first else []) + best[: _PER_COMPARED_PAPER - (first is not None)]


def alike(query: Query, ranking: Ranking, settings: AnsweringSettings) -> Draft:
    """All candidates as a list: those that clearly fit, and apart the others, however little they do."""
    listed, _ = split(ranking.candidates, settings)
    return _listing(query, listed, [candidate for candidate in ranking.candidates if candidate not in listed])


def _list(query: Query, ranking: Ranking, settings: AnsweringSettings) -> Draft:
    return _listing(query, *split(ranking.candidates, settings))


def _listing(query: Query, listed: Sequence[Candidate], borderline: Sequence[Candidate]) -> Draft:
    claims = [_copy(candidate, candidate.evidence[0]) for candidate in (*listed, *borderline) if candidate.evidence]
    return Draft(query.kind, tuple(claims), papers=tuple(c.paper.id for c in listed), borderline=tuple(c.paper.id for c in borderline))


def split(candidates: Sequence[Candidate], settings: AnsweringSettings) -> tuple[list[Candidate], list[Candidate]]:
    """The candidates that belong on the list, and those to be shown apart; each best first."""
    ranked = sorted(candidates, key=lambda candidate: -candidate.score)
    listed = [c for c in ranked if c.score >= settings.list_threshold]
    borderline = [c for c in ranked if settings.borderline_threshold <= c.score < settings.list_threshold]
    return listed, borderline


def _quote(candidate: Candidate, item: Evidence) -> str:
    return candidate.paper.abstract[item.span.start : item.span.end]


def _copy(candidate: Candidate, item: Evidence) -> Claim:
    return Claim(_quote(candidate, item), (Reference(item.paper_id, item.sentence),), verbatim=True, paper_id=item.paper_id)
