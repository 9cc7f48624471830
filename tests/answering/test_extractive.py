"""A ranking becomes copied sentences within the limits, a complete list, or a refusal that names the nearest papers."""

from __future__ import annotations

from dataclasses import replace

import pytest

from assistant.answering import draft, may_answer
from assistant.answering.extractive import refusal, split
from assistant.chunking import with_sentences
from assistant.settings import AnsweringSettings
from assistant.types import Candidate, Draft, Evidence, Kind, Paper, Query, Ranking, Source

LIMITS = AnsweringSettings(
    list_threshold=0.5, borderline_threshold=0.2, listable_threshold=0.3, answer_threshold=0.4, sentence_threshold=0.6,
    max_sentences=4, max_papers=2,
)  # fmt: skip


def paper(name: str) -> Paper:
    text = f"{name}s hide by day. {name}s hunt at   night.\nNobody counts {name.lower()}s. A {name.lower()} sleeps in winter."
    return with_sentences(Paper(name, text, Source("f", 1), f"About {name}s", title=f"About {name}s"))


def candidate(name: str, score: float = 0.9, *sentences: float) -> Candidate:
    """A paper whose sentences have these probabilities, best first as they come from retrieval."""
    made = paper(name)
    evidence = [Evidence(name, n, made.sentences[n], probability) for n, probability in enumerate(sentences)]
    return Candidate(made, score, tuple(sorted(evidence, key=lambda item: -item.score)))


def query(kind: Kind, question: str = "Where do they hide?", *focus: str) -> Query:
    return Query(question, question, kind, focus=focus)


def ranking(*candidates: Candidate, answerable: float = 0.9) -> Ranking:
    return Ranking(candidates, 10, answerable)


def said(made: Draft) -> list[tuple[str, int]]:
    """Paper and sentence of every claim; each must be a copy of its sentence."""
    for claim in made.claims:
        (reference,) = claim.references
        source = paper(reference.paper_id)
        start, end = source.sentences[reference.sentence]
        assert claim.verbatim
        assert claim.paper_id == reference.paper_id
        assert claim.text == source.abstract[start:end]
    return [(claim.paper_id, claim.references[0].sentence) for claim in made.claims]


def test_sentences_are_copied_paper_by_paper_in_the_order_of_the_abstract() -> None:
    found = ranking(candidate("Owl", 0.9, 0.7, 0.2, 0.9), candidate("Bat", 0.8, 0.1, 0.8))
    made = draft(query("specific"), found, LIMITS)
    assert said(made) == [("Owl", 0), ("Owl", 2), ("Bat", 1)]
    assert made.papers == ("Owl", "Bat")
    assert not made.abstained


def test_no_more_sentences_are_quoted_than_allowed() -> None:
    found = ranking(candidate("Owl", 0.9, 0.9, 0.8, 0.7, 0.9), candidate("Bat", 0.8, 0.95, 0.65))
    for most in (1, 2, 4):
        assert len(said(draft(query("specific"), found, LIMITS.model_copy(update={"max_sentences": most})))) == most


def test_no_more_papers_are_quoted_than_allowed() -> None:
    found = ranking(candidate("Owl", 0.9, 0.9), candidate("Bat", 0.8, 0.8), candidate("Newt", 0.7, 0.7))
    assert draft(query("specific"), found, LIMITS).papers == ("Owl", "Bat")
    assert draft(query("specific"), found, LIMITS.model_copy(update={"max_papers": 3})).papers == ("Owl", "Bat", "Newt")


def test_an_answerable_question_gets_its_best_sentence_even_where_none_is_probable() -> None:
    assert said(draft(query("specific"), ranking(candidate("Owl", 0.9, 0.1, 0.3)), LIMITS)) == [("Owl", 1)]


def test_a_question_below_the_threshold_is_refused_with_the_three_nearest_papers() -> None:
    found = ranking(*(candidate(name, 0.9, 0.9) for name in ("Owl", "Bat", "Newt", "Frog")), answerable=0.39)
    made = draft(query("specific"), found, LIMITS)
    assert made == Draft("specific", (), abstained=True, borderline=("Owl", "Bat", "Newt"))
    assert not draft(query("specific"), replace(found, answerable=0.4), LIMITS).abstained


def test_a_question_about_a_named_paper_is_answered_however_unlikely_that_seems() -> None:
    assert not draft(query("specific", "Where do owls hide?", "Owl"), ranking(candidate("Owl", 0.1, 0.1), answerable=0.0), LIMITS).abstained


def test_nothing_found_is_a_refusal_that_names_nobody() -> None:
    for kind in ("specific", "list", "compare"):
        assert draft(query(kind, "What?", "Owl"), ranking(), LIMITS) == Draft(kind, (), abstained=True)


@pytest.mark.parametrize(
    "question", ["How many owls are there?", "What percentage of owls hides?", "What is their licence?", "一共有多少只？"]
)
def test_a_detail_that_is_asked_for_and_not_stated_is_a_refusal_about_that_paper(question: str) -> None:
    made = draft(query("specific", question), ranking(candidate("Owl", 0.9, 0.9), candidate("Bat", 0.8, 0.8)), LIMITS)
    assert made == Draft("specific", (), abstained=True, on_topic=True, borderline=("Owl", "Bat"))
    assert refusal(query("specific"), ranking(candidate("Owl")), on_topic=True).on_topic


def test_a_list_has_every_paper_above_its_threshold_and_shows_the_doubtful_apart() -> None:
    found = ranking(candidate("Bat", 0.3, 0.1), candidate("Owl", 0.5, 0.2), candidate("Newt", 0.9, 0.1, 0.3), candidate("Frog", 0.19, 0.9))
    made = draft(query("list"), found, LIMITS)
    assert (made.papers, made.borderline) == (("Newt", "Owl"), ("Bat",))
    assert said(made) == [("Newt", 1), ("Owl", 0), ("Bat", 0)]


def test_a_listed_paper_without_evidence_stays_on_the_list() -> None:
    made = draft(query("list"), ranking(candidate("Owl", 0.9), candidate("Bat", 0.8, 0.5)), LIMITS)
    assert made.papers == ("Owl", "Bat")
    assert said(made) == [("Bat", 0)]


def test_a_list_is_refused_where_no_paper_fits_or_the_corpus_seems_to_have_none() -> None:
    assert not may_answer(query("list"), ranking(candidate("Owl", 0.49)), LIMITS)
    assert not may_answer(query("list"), ranking(candidate("Owl", 0.9), answerable=0.29), LIMITS)
    assert may_answer(query("list"), ranking(candidate("Owl", 0.5), answerable=0.3), LIMITS)


def test_equal_scores_keep_their_order_in_a_list() -> None:
    listed, borderline = split([candidate("Owl", 0.7), candidate("Bat", 0.7), candidate("Newt", 0.2), candidate("Frog", 0.2)], LIMITS)
    assert [item.paper.id for item in listed] == ["Owl", "Bat"]
    assert [item.paper.id for item in borderline] == ["Newt", "Frog"]


def test_a_comparison_quotes_two_sentences_of_each_named_paper() -> None:
    found = ranking(candidate("Newt", 0.9, 0.9), candidate("Owl", 0.8, 0.2, 0.9, 0.4), candidate("Bat", 0.7, 0.1))
    made = draft(query("compare", "Compare owls and bats", "Owl", "Bat"), found, LIMITS)
    assert said(made) == [("Owl", 1), ("Owl", 2), ("Bat", 0)]
    assert made.papers == ("Owl", "Bat")


def test_a_comparison_of_unnamed_papers_is_of_the_first_two() -> None:
    found = ranking(candidate("Owl", 0.9, 0.9), candidate("Bat", 0.8, 0.2), candidate("Newt", 0.7, 0.9))
    assert draft(query("compare"), found, LIMITS).papers == ("Owl", "Bat")
