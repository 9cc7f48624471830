"""The seed files: 95 papers, exact, named by their content, with the facts of papers.csv."""

from __future__ import annotations

import csv
from html import unescape
from pathlib import Path

import pytest

from assistant import CorpusError, Paper
from assistant.corpus import ReadOptions, read, read_papers
from assistant.corpus.identity import paper_id

ONE = "We study owls at night. They see well."
TWO = "We study bats at dusk. They hear well."
# The first, the 48th and the last seed: whoever changes them breaks every stored reference to a paper.
IDS = ("etkps2ifbzra", "hcfajwzolxbd", "opoo5ccucwb7")


@pytest.fixture(scope="module")
def papers(seeds: Path) -> list[Paper]:
    return read_papers([seeds])


def write(folder: Path, content: str | bytes, name: str = "papers.txt") -> Path:
    path = folder / name
    path.write_bytes(content if isinstance(content, bytes) else content.encode())
    return path


def abstracts(path: Path) -> list[str]:
    return [paper.abstract for paper in read_papers([path])]


def test_the_seeds_hold_95_papers_19_a_file(papers: list[Paper]) -> None:
    counts = {paper.source.file: 0 for paper in papers}
    for paper in papers:
        counts[paper.source.file] += 1
        assert paper.source.n == counts[paper.source.file]
    assert len(papers) == 95
    assert list(counts.values()) == [19] * 5


def test_every_abstract_is_a_slice_of_its_file_and_nothing_between_them_is_lost(papers: list[Paper], seeds: Path) -> None:
    for file in sorted(seeds.glob("*.txt")):
        text = file.read_bytes().decode()
        for paper in (paper for paper in papers if paper.source.file == file.name):
            before, found, text = text.partition(paper.abstract)
            assert found
            if paper.source.n > 1:
                assert before.strip() == ""
        assert text.strip() == ""


def test_a_heading_is_never_a_paper(papers: list[Paper], seeds: Path) -> None:
    headings = {file.read_text("utf-8").split("\n", 1)[0].strip() for file in seeds.glob("*.txt")}
    assert all(heading not in paper.abstract for paper in papers for heading in headings)
    assert min(len(paper.abstract) for paper in papers) > 300


def test_ids_are_unique_and_the_same_as_on_the_day_they_were_first_made(papers: list[Paper]) -> None:
    ids = [paper.id for paper in papers]
    assert len(set(ids)) == 95
    assert all(len(paper_id) == 12 and paper_id.isalnum() and paper_id.islower() for paper_id in ids)
    assert (ids[0], ids[47], ids[94]) == IDS


def test_a_paper_inserted_above_renames_no_other(tmp_path: Path) -> None:
    before = read_papers([write(tmp_path, f"Heading\n\n{ONE}\n\n{TWO}\n")])
    after = read_papers([write(tmp_path, f"Heading\n\nA new one comes first.\n\n{ONE}\n\n{TWO}\n")])
    assert [paper.id for paper in after][1:] == [paper.id for paper in before]
    assert [paper.source.n for paper in after] == [1, 2, 3]


def test_papers_csv_gives_every_seed_its_facts(papers: list[Paper], seeds: Path) -> None:
    with (seeds / "papers.csv").open(encoding="utf-8", newline="") as file:
        rows = {(row["file"], int(row["n"])): row for row in csv.DictReader(file)}
    assert len(rows) == 95
    for paper in papers:
        row = rows[paper.source.file, paper.source.n]
        assert paper.title == " ".join(row["title"].split())
        assert paper.authors == tuple(author.strip() for author in unescape(row["authors"]).split(";") if author.strip())
        assert (paper.track, paper.decision, paper.url, paper.arxiv) == (row["track"], row["decision"], row["url"], row["arxiv"])


@pytest.mark.parametrize(("heading", "venue", "year"), [
    ("NeurIPS 2025 Papers", "NeurIPS", 2025), ("NeurIPS 2025 论文列表", "NeurIPS", 2025), ("Fairness papers of ICML 2024", "ICML", 2024),
    ("Papers", "", None), ("Fairness 2024", "", None), ("ICML 20245", "", None),
])  # fmt: skip
def test_a_heading_that_names_venue_and_year_says_so_of_every_paper_below(
    heading: str, venue: str, year: int | None, tmp_path: Path
) -> None:
    for paper in read_papers([write(tmp_path, f"{heading}\n\n{ONE}\n\n{TWO}\n")]):
        assert (paper.venue, paper.year, paper.source.heading) == (venue, year, heading)


def test_papers_csv_overrules_a_heading(tmp_path: Path) -> None:
    write(tmp_path, "file,n,venue,year\npapers.txt,1,,\npapers.txt,2,COLT,2019\n", "papers.csv")
    first, second = read_papers([write(tmp_path, f"ICML 2024\n\n{ONE}\n\n{TWO}\n")])
    assert [(paper.venue, paper.year) for paper in (first, second)] == [("ICML", 2024), ("COLT", 2019)]


@pytest.mark.parametrize("content", [
    f"Heading\n\n{ONE}\n\n{TWO}\n",
    f"Heading\n\n{ONE}\n\n{TWO}",
    f"Heading\r\n\r\n{ONE}\r\n\r\n{TWO}\r\n",
    f"Heading\r\r{ONE}\r\r{TWO}\r",
    f"\ufeffHeading\n\n{ONE}\n\n{TWO}\n",
    f"\n\n\nHeading\n\n\n\n{ONE}\n\n\n{TWO}\n\n\n",
    f"Heading\n  \t\n{ONE}\n \n\t\n{TWO}\n   \n",
    f"Heading\n{ONE}\n\n{TWO}\n",
    f"论文列表\n\n{ONE}\n\n{TWO}\n",
    f"{ONE}\n\n{TWO}\n",
])  # fmt: skip
def test_the_same_papers_are_found_whatever_the_lines_look_like(content: str, tmp_path: Path) -> None:
    assert abstracts(write(tmp_path, content)) == [ONE, TWO]


def test_an_abstract_of_several_lines_is_one_paper_and_keeps_its_lines(tmp_path: Path) -> None:
    broken = "We study owls\n  at night.\nThey see well."
    assert abstracts(write(tmp_path, f"Heading\n\n{broken}\n\n{TWO}\n")) == [broken, TWO]


def test_of_two_equal_abstracts_one_is_kept(tmp_path: Path) -> None:
    assert abstracts(write(tmp_path, f"Heading\n\n{ONE}\n\n{TWO}\n\n{ONE}\n")) == [ONE, TWO]


def test_only_a_heading_is_an_error_that_says_so(tmp_path: Path) -> None:
    with pytest.raises(CorpusError, match="line 1: there is a heading and no abstract"):
        abstracts(write(tmp_path, "Heading\n\n"))


def test_facts_of_other_files_in_papers_csv_are_not_used(tmp_path: Path) -> None:
    write(tmp_path, 'file,n,title\nother.txt,1,Wrong\npapers.txt,2,"Bats, with a\u2028 separator"\npapers.txt,1,\n', "papers.csv")
    one, two = read_papers([write(tmp_path, f"Heading\n\n{ONE}\n\n{TWO}\n")])
    assert (one.title, two.title) == ("", "Bats, with a separator")
    assert two.abstract == TWO


@pytest.mark.parametrize(("content", "named"), [
    ("title\nx\n", "line 1"),
    ("file,n,title\npapers.txt,1,A\npapers.txt,two,B\n", "line 3"),
    ("file,n,title\npapers.txt,\u00b2,A\n", "line 2"),
    ('file,n,title\npapers.txt,1,"A\n', "line 2"),
    ("file,n\npapers.txt,1,extra\n", "line 2"),
    ("file,n,title\npapers.txt,1,A\npapers.txt,1,B\n", "line 3"),
    ("", "papers.csv"),
])  # fmt: skip
def test_a_malformed_papers_csv_is_an_error_that_names_its_line(content: str, named: str, tmp_path: Path) -> None:
    write(tmp_path, content, "papers.csv")
    with pytest.raises(CorpusError) as caught:
        read_papers([write(tmp_path, f"Heading\n\n{ONE}\n")])
    assert "papers.csv" in caught.value.cause
    assert named in caught.value.cause


def titles(folder: Path, blocks: list[str], rows: str) -> tuple[list[str], list[str]]:
    """Titles of the papers, and the notes, of one text file beside a papers.csv with these rows."""
    write(folder, rows, "papers.csv")
    found = read([write(folder, "Heading\n\n" + "\n\n".join(blocks) + "\n")], ReadOptions())
    assert [paper.abstract for paper in found.papers] == blocks
    return [paper.title for paper in found.papers], found.notes


ROWS = "file,n,title\npapers.txt,1,Owls at Night\npapers.txt,2,Bats at Dusk\n"


@pytest.mark.parametrize(("blocks", "told"), [
    (["A newt comes first.", ONE, TWO], "3 abstracts, but papers.csv has 2 rows"),
    ([ONE], "1 abstracts, but papers.csv has 2 rows"),
    ([TWO, ONE], "but fits the abstract at place"),
    ([ONE, "A newt swims in ponds."], ""),
])  # fmt: skip
def test_a_title_is_never_attached_to_another_paper_s_abstract(blocks: list[str], told: str, tmp_path: Path) -> None:
    right = {ONE: "Owls at Night", TWO: "Bats at Dusk"}
    found, notes = titles(tmp_path, blocks, ROWS)
    assert all(title in ("", right.get(block, "")) for title, block in zip(found, blocks, strict=True)) or not told
    assert any(told in note and "papers.txt" in note for note in notes) == bool(told)


@pytest.mark.parametrize("column", ["opening", "abstract", "id"])
def test_with_a_column_that_tells_the_abstract_rows_go_to_it_wherever_it_stands(column: str, tmp_path: Path) -> None:
    known = {text: {"opening": text[:12], "abstract": text, "id": paper_id(text)}[column] for text in (ONE, TWO)}
    rows = f'file,n,title,{column}\npapers.txt,1,Owls,"{known[ONE]}"\npapers.txt,2,Bats,"{known[TWO]}"\n'
    assert titles(tmp_path, ["Newts come first.", TWO, ONE], rows) == (["", "Bats", "Owls"], [])
    found, notes = titles(tmp_path, ["Newts come first.", ONE], rows)
    assert found == ["", "Owls"]
    assert "1 rows of papers.csv fit no abstract" in notes[0]
    assert "Bats" in notes[0]


def test_a_paper_inserted_into_a_seed_file_shifts_no_title(seeds: Path, tmp_path: Path) -> None:
    for file in seeds.iterdir():
        (tmp_path / file.name).write_bytes(file.read_bytes())
    right = {paper.abstract: paper.title for paper in read_papers([seeds])}
    victim = sorted(tmp_path.glob("*.txt"))[0]
    heading, rest = victim.read_text("utf-8").split("\n\n", 1)
    victim.write_text(f"{heading}\n\nA new abstract about newts in ponds.\n\n{rest}", "utf-8")
    found = read([tmp_path], ReadOptions())
    assert len(found.papers) == 96
    assert sum(bool(paper.title) for paper in found.papers) == 76
    assert all(paper.title in ("", right.get(paper.abstract)) for paper in found.papers)
    assert [victim.name in note for note in found.notes] == [True]


@pytest.mark.parametrize("first", range(0, 18, 3))
def test_two_seeds_that_changed_places_lose_their_titles_and_do_not_swap_them(first: int, seeds: Path, tmp_path: Path) -> None:
    (tmp_path / "papers.csv").write_bytes((seeds / "papers.csv").read_bytes())
    file = sorted(seeds.glob("*.txt"))[1]
    heading, *blocks = file.read_text("utf-8").strip().split("\n\n")
    blocks[first], blocks[first + 1] = blocks[first + 1], blocks[first]
    (tmp_path / file.name).write_text("\n\n".join([heading, *blocks]), "utf-8")
    right = {paper.abstract: paper.title for paper in read_papers([seeds])}
    found = read([tmp_path], ReadOptions())
    assert all(paper.title in ("", right[paper.abstract]) for paper in found.papers)
    assert found.notes


def test_each_text_of_a_folder_has_its_own_rows_of_papers_csv_and_its_encoding_is_told_once(tmp_path: Path) -> None:
    for name, abstract in (("a.txt", ONE), ("b.txt", TWO)):
        (tmp_path / name).write_text(f"Heading\n\n{abstract}\n", "utf-8")
    rows = f'file,n,opening,title\nb.txt,1,"{TWO[:20]}",Zwei Käfer\na.txt,1,"{ONE[:20]}",Ein Käfer\n'
    (tmp_path / "papers.csv").write_bytes(rows.encode("cp1252"))
    found = read([tmp_path], ReadOptions())
    assert [paper.title for paper in found.papers] == ["Ein Käfer", "Zwei Käfer"]
    assert [note.count("read as cp1252") for note in found.notes] == [1]
