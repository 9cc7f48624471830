"""JSONL and CSV files: the fields of a paper, under any capitals, as exact as the file gives them."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from assistant import Paper
from assistant.corpus import read_papers

FULL = {
    "title": "Owls  at\nNight",
    "abstract": " We study owls,\n\nat night. ",
    "authors": ["Ann Lee", {"name": "Bo  Li"}],
    "venue": "NeurIPS",
    "year": 2025,
    "track": "Main",
    "decision": "oral",
    "url": "https://example.org/1",
    "arxiv": "2501.00001",
}


def jsonl(folder: Path, *records: object) -> list[Paper]:
    path = folder / "papers.jsonl"
    path.write_text("\n\n".join(json.dumps(record) for record in records), "utf-8")
    return read_papers([path])


def csv(folder: Path, content: str) -> list[Paper]:
    path = folder / "papers-of-2025.csv"
    path.write_bytes(content.encode())
    return read_papers([path])


def test_a_jsonl_record_becomes_a_paper_with_all_its_facts(tmp_path: Path) -> None:
    (paper,) = jsonl(tmp_path, FULL)
    assert paper.abstract == FULL["abstract"]
    assert paper.title == "Owls at Night"
    assert paper.authors == ("Ann Lee", "Bo Li")
    assert (paper.venue, paper.year, paper.track, paper.decision) == ("NeurIPS", 2025, "Main", "oral")
    assert (paper.url, paper.arxiv) == ("https://example.org/1", "2501.00001")
    assert (paper.source.file, paper.source.n) == ("papers.jsonl", 1)


def test_field_names_may_be_written_in_any_capitals_and_unknown_ones_are_passed_over(tmp_path: Path) -> None:
    (paper,) = jsonl(tmp_path, {"Abstract": "We study owls.", " TITLE ": "Owls", "citations": [1, 2], "venue": None})
    assert (paper.abstract, paper.title, paper.venue) == ("We study owls.", "Owls", "")


@pytest.mark.parametrize(("authors", "expected"), [
    ("Ann Lee; Bo Li", ("Ann Lee", "Bo Li")),
    ("Ann Lee, Bo Li", ("Ann Lee", "Bo Li")),
    ("Lee, Ann; Li, Bo", ("Ann Lee", "Bo Li")),
    ([], ()),
    ("", ()),
])  # fmt: skip
def test_authors_are_a_list_or_a_text_with_separators(authors: object, expected: tuple[str, ...], tmp_path: Path) -> None:
    assert jsonl(tmp_path, {"abstract": "A.", "authors": authors})[0].authors == expected


@pytest.mark.parametrize(
    ("year", "expected"), [(2025, 2025), ("2025", 2025), (2025.0, 2025), ("", None), ("in press", None), ("²", None), (1e99, None)]
)
def test_a_year_that_is_no_year_is_left_out(year: object, expected: int | None, tmp_path: Path) -> None:
    assert jsonl(tmp_path, {"abstract": "A.", "year": year})[0].year == expected


def test_line_separators_inside_a_record_do_not_end_it(tmp_path: Path) -> None:
    abstract = "One\u2028two\u2029three\x85four\x0bfive."
    path = tmp_path / "papers.jsonl"
    path.write_text(json.dumps({"abstract": abstract}, ensure_ascii=False) + "\n", "utf-8")
    assert read_papers([path])[0].abstract == abstract


def test_csv_fields_may_hold_commas_quotes_and_line_ends(tmp_path: Path) -> None:
    one, two = csv(tmp_path, '\ufeffTitle,Abstract\r\n"Owls, ""night""","We study\r\nowls."\r\n\r\nBats,We study bats.\r\n')
    assert (one.title, one.abstract) == ('Owls, "night"', "We study\nowls.")
    assert (two.title, two.abstract, two.source.n) == ("Bats", "We study bats.", 2)


def test_a_csv_field_may_be_longer_than_the_reader_s_default_limit(tmp_path: Path) -> None:
    long = "owl " * 40_000
    assert csv(tmp_path, f"abstract\n{long}\n")[0].abstract == long


def test_the_same_abstract_has_the_same_id_in_every_kind_of_file(tmp_path: Path) -> None:
    (tmp_path / "a.txt").write_text("Heading\n\nWe study owls.\n")
    ids = {jsonl(tmp_path, {"abstract": "We study owls."})[0].id, csv(tmp_path, "abstract\nWe study owls.\n")[0].id}
    assert ids == {read_papers([tmp_path / "a.txt"])[0].id}
