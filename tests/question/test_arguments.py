"""Conditions that are given as options: what they select, what they refuse, and that they hold beside those of the words."""

from __future__ import annotations

import csv
import json
from collections import Counter
from html import unescape
from pathlib import Path
from typing import Any

import pytest
from catalogue import catalogue

from assistant import Assistant, ConfigurationError, Turn
from assistant.question import KnownPapers, filters_of
from assistant.settings import Settings


@pytest.fixture(scope="module")
def lamps(tmp_path_factory: pytest.TempPathFactory, seed_settings: Settings) -> Assistant:
    path = tmp_path_factory.mktemp("catalogue") / "lamps.jsonl"
    path.write_text("".join(json.dumps(record) + "\n" for record in catalogue()), "utf-8")
    return Assistant.open(path, settings=seed_settings)


@pytest.mark.parametrize("field", ["decision", "track", "file", "author"])
def test_every_value_of_the_seeds_selects_as_many_papers_as_papers_csv_says(field: str, seeds: Path, known: KnownPapers) -> None:
    with (seeds / "papers.csv").open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    column, parting = ("authors", ";") if field == "author" else (field, "\0")
    counts = Counter(value.strip() for row in rows for value in unescape(row[column]).split(parting) if value.strip())
    for value, count in counts.items():
        for said in (value, value.upper(), value.lower()):
            filters = filters_of({field: said}, known)
            assert sum(filters.admits(paper) for paper in known.papers.values()) == count, said


@pytest.mark.parametrize(
    ("given", "count"),
    [
        ({"year": 2020}, 7),
        ({"year": ["2020", 2023]}, 14),
        ({"year": "2020-2021"}, 14),
        ({"year": "2023-"}, 14),
        ({"year": "-2020"}, 7),
        ({"year": ["-2020", "2024-"]}, 14),
        ({"author": "doe"}, 8),
        ({"author": ["ZOLA", "Angstrom"]}, 8),
        ({"author": "J. Smith"}, 8),
        ({"file": "LAMPS.jsonl"}, 28),
        ({"file": "lamps"}, 28),
        ({"venue": "icml"}, 10),
        ({"venue": "ICML", "year": 2024}, 3),
        ({"author": []}, 28),
        ({}, 28),
    ],
)
def test_values_of_a_field_are_alternatives_and_fields_hold_together(given: dict[str, Any], count: int, lamps: Assistant) -> None:
    filters = lamps.where(**given)
    assert sum(filters.admits(paper) for paper in lamps.papers.values()) == count
    assert len(lamps.search("lanterns", 100, filters=filters)) == count
    assert len(lamps.ask("list all papers", filters=filters).papers) == count


@pytest.mark.parametrize(
    ("given", "said"),
    [
        ({"year": 1999}, "No paper has the year '1999'. There are: 2020, 2021, 2023, 2024."),
        ({"year": "2030-"}, "There are: 2020, 2021"),
        ({"year": "last"}, "'last' is no year."),
        ({"year": "-"}, "'-' is no year."),
        ({"year": "2024-2020"}, "ends before it begins"),
        ({"venue": "CVPR"}, "There are: ICML, Journal of Lamps, NeurIPS."),
        ({"track": "demo"}, "There are: Datasets and Benchmarks, Main, Position."),
        ({"decision": "reject"}, "There are: oral, poster, spotlight."),
        ({"file": "x.txt"}, "There is: lamps.jsonl."),
        ({"author": "Jane Do"}, "None of the corpus's 14 authors is called 'Jane Do'. Did you mean Jane Doe"),
        ({"author": "Xyz"}, "Check the spelling."),
        ({"author": ""}, "is called ''"),
        ({"decision": ""}, "the decision ''"),
        ({"topic": "bees"}, "There is no condition 'topic'. Use venue, year"),
        ({"year": True}, "neither text nor a number"),
        ({"author": [["Doe"]]}, "neither text nor a number"),
    ],
)
def test_what_the_corpus_lacks_is_an_error_that_says_what_there_is(given: dict[str, Any], said: str, lamps: Assistant) -> None:
    with pytest.raises(ConfigurationError) as caught:
        lamps.where(**given)
    assert said in str(caught.value)


def test_a_field_that_the_metadata_never_fill_is_an_error(tiny: Assistant) -> None:
    with pytest.raises(ConfigurationError, match="say nothing about decisions"):
        tiny.where(decision="oral")


def test_options_and_words_hold_together(lamps: Assistant) -> None:
    answer = lamps.ask("papers by Doe", filters=lamps.where(year="2023-"))
    wanted = {row["title"] for row in catalogue() if row["year"] >= 2023 and {"Jane Doe", "John Doe"} & set(row["authors"])}
    assert {cited.paper.title for cited in answer.papers} == wanted
    assert "4 of the 28 papers meet the conditions (author: Doe; year: 2023 or later):" in answer.text
    nothing = lamps.ask("papers from 2020", filters=lamps.where(year=2024))
    assert nothing.abstained
    assert nothing.text == "No paper of the corpus meets these conditions together: year: 2020 (7 papers); year: 2024 (7 papers)."


def test_options_narrow_a_topic_and_a_specific_question(lamps: Assistant) -> None:
    answer = lamps.ask("List the papers on lanterns", filters=lamps.where(venue="ICML"))
    assert answer.papers
    assert {cited.paper.venue for cited in (*answer.papers, *answer.borderline)} == {"ICML"}
    assert "of the 10 papers that meet the condition (venue: ICML)" in answer.text
    answer = lamps.ask("How are lanterns counted?", filters=lamps.where(year=2021))
    assert {cited.paper.year for cited in (*answer.papers, *answer.borderline)} == {2021}
    assert "(year: 2021)" in answer.text


def test_a_follow_up_keeps_to_its_own_options_and_inherits_none(lamps: Assistant) -> None:
    first = lamps.ask("list the orals", filters=lamps.where(year=2020))
    history = [Turn("user", "list the orals"), Turn("assistant", first.text)]
    assert lamps.ask("list the orals", history).looked_at == 7
    beside = lamps.ask("How are they counted?", history, filters=lamps.where(year=2024))
    assert beside.abstained
    assert beside.papers == ()
