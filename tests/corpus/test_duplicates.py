"""One paper in two records is one paper; two papers that look alike stay two."""

from __future__ import annotations

from dataclasses import replace

import pytest

from assistant.corpus.duplicates import unique
from assistant.types import Paper, Source

TEXT = "We study owls at night with microphones in a forest and count how often they call each other before dawn."
REVISED = TEXT.replace("in a forest", "in two forests") + " Code is open."
OTHER = "Protein folding is predicted from sequence by a transformer whose attention is limited to nearby residues."


def paper(abstract: str, file: str = "a.jsonl", **facts: object) -> Paper:
    made = Paper(id=abstract[:5] + str(len(abstract)), abstract=abstract, source=Source(file, 1, f"/{file}"), label="")
    return replace(made, **facts)  # type: ignore[arg-type]


PREPRINT = paper(TEXT, "arxiv.jsonl", title="Counting Owls", year=2023, arxiv="2301.00001v1")
PUBLISHED = paper(REVISED, "neurips.bib", title="Counting {Owls}.", year=2024, venue="NeurIPS", arxiv="2301.00001v3")

SAME = {
    "preprint and camera-ready": (PREPRINT, PUBLISHED, "the same arXiv id"),
    "one DOI, another title": (paper(TEXT, title="A", doi="10.1/x"), paper(REVISED, title="B", doi="10.1/x"), "the same DOI"),
    "one title in other letters": (
        paper(TEXT, title="Counting owls: a study"),
        paper(REVISED, title="Counting Owls - A Study", venue="V"),
        "the same title and nearly the same abstract",
    ),
    "one abstract": (paper(TEXT, title="Counting"), paper(TEXT, "b.csv", title="Counting", venue="V"), "the same abstract"),
}
DIFFERENT = {
    "a title that two papers have": (paper(TEXT, title="A Survey"), paper(OTHER, title="A Survey")),
    "the DOI of a whole volume": (paper(TEXT, title="A", doi="10.1/x"), paper(OTHER, title="B", doi="10.1/x")),
    "a revision under another title": (paper(TEXT, title="A"), paper(REVISED, title="B")),
    "no titles": (paper(TEXT), paper(REVISED)),
}


@pytest.mark.parametrize("case", SAME)
@pytest.mark.parametrize("turned", [False, True])
def test_of_two_records_of_a_paper_the_one_that_knows_more_is_kept_whichever_comes_first(case: str, turned: bool) -> None:
    poor, rich, why = SAME[case]
    rich_first = replace(rich, venue=rich.venue or "V")
    found = unique([rich_first, poor] if turned else [poor, rich_first])
    assert found.papers == [rich_first]
    (duplicate,) = found.duplicates
    assert (duplicate.left_out, duplicate.kept, duplicate.why) == (poor.source, rich_first.source, why)


@pytest.mark.parametrize("case", DIFFERENT)
def test_two_papers_are_kept_apart(case: str) -> None:
    assert unique(DIFFERENT[case]).papers == list(DIFFERENT[case])


def test_among_equals_the_first_is_kept_and_each_other_one_is_named() -> None:
    records = [paper(TEXT, f"{n}.jsonl", title="Owls") for n in range(3)]
    found = unique(records)
    assert found.papers == records[:1]
    assert [duplicate.left_out.file for duplicate in found.duplicates] == ["1.jsonl", "2.jsonl"]


def test_no_two_seeds_are_taken_for_one(seeds) -> None:
    from assistant.corpus import ReadOptions, read

    found = unique(read([seeds], ReadOptions()).papers)
    assert (len(found.papers), found.duplicates) == (95, [])
