"""Words of a question become conditions on metadata; what they select is what seeds/papers.csv says."""

from __future__ import annotations

import csv
from pathlib import Path

import pytest

from assistant import Assistant
from assistant.question import KnownPapers, passes
from assistant.question.filters import read_filters, says_nothing_else
from assistant.types import Filters, Paper, Source


@pytest.fixture(scope="module")
def rows(seeds: Path) -> list[dict[str, str]]:
    """The truth about the seeds."""
    with (seeds / "papers.csv").open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


ALL_OF = [
    ("list the orals", "decision", "oral"),
    ("Which papers are orals?", "decision", "oral"),
    ("list all spotlights", "decision", "spotlight"),
    ("How many spotlights are there?", "decision", "spotlight"),
    ("which posters are there?", "decision", "poster"),
    ("any position papers?", "track", "Position"),
    ("list the datasets and benchmarks track papers", "track", "Datasets and Benchmarks"),
]


@pytest.mark.parametrize(("question", "field", "value"), ALL_OF)
def test_a_question_for_a_decision_or_track_gets_all_of_it(
    question: str, field: str, value: str, opened: Assistant, rows: list[dict[str, str]]
) -> None:
    answer = opened.ask(question)
    wanted = {row["title"] for row in rows if row[field] == value}
    assert {cited.paper.title for cited in answer.papers} == wanted
    assert answer.looked_at == len(wanted)
    assert answer.borderline == ()
    assert not answer.abstained


@pytest.mark.parametrize("question", ["有哪些口头报告？", "列出所有口头报告论文"])
def test_a_chinese_question_for_a_decision_gets_all_of_it(question: str, opened: Assistant) -> None:
    assert len(opened.ask(question).papers) == 2


@pytest.mark.parametrize(("question", "decisions", "tracks"), [
    ("spotlights on privacy", ("spotlight",), ()),
    ("Which oral presentation is about diversity?", ("oral",), ()),
    ("Is any position paper about law?", (), ("Position",)),
    ("Which D&B track papers are about traffic?", (), ("Datasets and Benchmarks",)),
    ("哪些聚光论文研究隐私？", ("spotlight",), ()),
    ("立场论文讨论了什么？", (), ("Position",)),
    ("spotlight or oral papers on attacks", ("oral", "spotlight"), ()),
    ("What moral values do models have?", (), ()),
    ("How does position encoding work?", (), ()),
    ("Which benchmarks test graph unlearning?", (), ()),
    ("Which papers hide a poster session?", (), ()),
])  # fmt: skip
def test_only_words_that_mean_a_decision_or_track_are_conditions(
    question: str, decisions: tuple[str, ...], tracks: tuple[str, ...], known: KnownPapers
) -> None:
    filters = read_filters(question, known).filters
    assert filters == Filters(tracks=tracks, decisions=decisions)


def test_the_words_that_set_conditions_are_taken_out(opened: Assistant, known: KnownPapers) -> None:
    assert read_filters("Which spotlights study privacy?", known).rest == "Which papers study privacy?"
    query = opened.read("Which spotlights study privacy?")
    assert query.text == "Which papers study privacy?"
    assert query.question == "Which spotlights study privacy?"
    assert (query.kind, query.everything) == ("list", False)


def test_a_condition_narrows_a_topic(opened: Assistant) -> None:
    answer = opened.ask("Which spotlights study privacy?")
    shown = [cited.paper for cited in (*answer.papers, *answer.borderline)]
    assert shown
    assert {paper.decision for paper in shown} == {"spotlight"}
    assert answer.looked_at == 19


def test_a_value_that_the_corpus_lacks_is_no_condition(tiny: Assistant) -> None:
    assert tiny.read("list the orals").filters == Filters()


@pytest.mark.parametrize(
    ("rest", "nothing"),
    [
        ("list all the papers", True),
        ("please show me any papers!", True),
        ("列出所有论文", True),
        ("papers on owls", False),
        ("论文 猫", False),
    ],
)
def test_a_question_says_nothing_else_where_it_only_asks_for_papers(rest: str, nothing: bool) -> None:
    assert says_nothing_else(rest) is nothing


def test_a_paper_passes_where_it_meets_every_condition_in_any_case() -> None:
    paper = Paper("p", "", Source("a.txt", 1), "P", track="Main", decision="oral")
    assert passes(paper, Filters())
    assert passes(paper, Filters(tracks=("main", "position"), decisions=("ORAL",), files=("A.txt",)))
    assert not passes(paper, Filters(tracks=("main",), decisions=("poster",)))
    assert not passes(paper, Filters(files=("b.txt",)))
    assert not passes(Paper("q", "", Source("a.txt", 2), "Q"), Filters(decisions=("oral",)))
