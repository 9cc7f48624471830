"""Citation recall and precision, worked out by hand from the definitions of ALCE."""

from dataclasses import replace

import pytest
from eval_builders import corpus, quote, record

from assistant import Answer
from assistant.types import CheckedClaim, Citation, CitedPaper
from assistant_eval.gold.corpus import Corpus
from assistant_eval.records import AnswerRecord, Quote, Statement
from assistant_eval.running.generation import statements
from assistant_eval.scoring.citing import citation_metrics

FISH, SLEEP = quote("t.txt#1", "Cats eat fish."), quote("t.txt#1", "Cats sleep a lot.")


def said(*claims: Statement, citations: tuple[Quote, ...] = (FISH, SLEEP)) -> AnswerRecord:
    return record(claims=claims, citations=citations)


@pytest.mark.parametrize(
    ("answer", "recall", "precision"),
    [
        (said(Statement("Cats eat fish.", (0,))), 1, 1),
        # The sentence about sleep is not needed where the other alone supports the statement.
        (said(Statement("Cats eat fish.", (0, 1))), 1, 0.5),
        (said(Statement("Cats eat fish.", (0,)), Statement("Cats fly to the moon every night.", (1,))), 0.5, 0.5),
        # Both together are needed: neither supports it alone.
        (said(Statement("Cats eat fish. Cats sleep a lot.", (0, 1))), 1, 1),
        (said(Statement("Cats eat fish.", ())), 0, None),
        # A marker that names no source is a wrong citation.
        (said(Statement("Cats eat fish.", (0,), 1)), 1, 0.5),
        (said(Statement("Cats eat fish.", (0,)), Statement("", (), 3)), 1, 0.25),
    ],
)
def test_recall_and_precision_follow_the_definitions(answer, recall, precision):
    values = citation_metrics(answer, corpus())
    assert values.get("citation_recall") == recall
    assert values.get("citation_precision") == precision


def test_an_invalid_quote_supports_nothing_and_counts_as_a_wrong_citation():
    forged = FISH._replace(quote="Cats eat mice.")
    values = citation_metrics(said(Statement("Cats eat mice.", (0,)), citations=(forged,)), corpus())
    assert values == {"citation_recall": 0, "citation_precision": 0}


def test_a_refusal_cites_nothing():
    assert citation_metrics(replace(said(Statement("Cats eat fish.", (0,))), abstained=True), corpus()) == {}


def test_another_judge_can_be_given():
    def credulous(statement: str, quotes: object, papers: Corpus) -> bool:
        return True

    assert citation_metrics(said(Statement("Cats fly.", (0,))), corpus(), credulous)["citation_recall"] == 1


def test_numbers_in_the_text_that_no_paper_has_are_out_of_range_but_not_those_of_a_quoted_sentence():
    paper = next(iter(corpus().papers.values()))
    cited = Citation(1, paper.id, "As in [7], cats eat fish.", 0, 25, "supported")
    answer = Answer(
        id="a", question="?", kind="specific", text="> As in [7], cats eat fish. [1]\n\nSee [9].", abstained=False,
        papers=(CitedPaper(1, paper, 1.0),), borderline=(), citations=(cited,), model="m", timings_ms={},
        claims=(CheckedClaim("As in [7], cats eat fish.", (1,), (cited,)),),
    )  # fmt: skip
    assert statements(answer) == (Statement("As in [7], cats eat fish.", (0,)), Statement("", (), 1))
