"""Whatever happens to an index, a rebuild keeps what can be read and says what it could not keep; the seeds never take its place."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from pathlib import Path

import pytest
from fakes import workshop

from assistant import IndexingError
from assistant.wiring import Workshop

OWLS, BATS, NEWTS = "We study owls at night.", "We study bats at dusk.", "We study newts in ponds."


def abstracts(made: Workshop) -> set[str]:
    return {paper.abstract for paper in made.open().papers.values()}


@pytest.fixture
def made(tmp_path: Path, rewrite) -> Workshop:
    """An index in its second generation, of two files."""
    made = workshop(tmp_path / "data")
    made.ingest([rewrite(OWLS, BATS, name="a.jsonl")])
    made.ingest([rewrite(NEWTS, name="b.jsonl")])
    return made


def second(made: Workshop) -> Path:
    return made.generations.folder / "generation-000002"


def cut(path: Path, keep: int) -> None:
    path.write_bytes(path.read_bytes()[:keep])


DAMAGE: dict[str, Callable[[Workshop], object]] = {
    "one line overwritten": lambda made: (second(made) / "papers.jsonl").write_bytes(
        b"{oops\n" + (second(made) / "papers.jsonl").read_bytes().split(b"\n", 1)[1]
    ),
    "cut off": lambda made: cut(second(made) / "papers.jsonl", 500),
    "papers gone": lambda made: (second(made) / "papers.jsonl").unlink(),
    "manifest and papers gone": lambda made: [(second(made) / name).unlink() for name in ("papers.jsonl", "manifest.json")],
    "generation gone": lambda made: shutil.rmtree(second(made)),
    "CURRENT overwritten": lambda made: (made.generations.folder / "CURRENT").write_bytes(b"\xff\x00"),
    "CURRENT names nothing": lambda made: (made.generations.folder / "CURRENT").write_text("generation-000009"),
}


@pytest.mark.parametrize("files_left", [True, False])
@pytest.mark.parametrize("damage", DAMAGE)
def test_a_rebuild_of_a_damaged_index_keeps_what_can_be_had_and_says_what_it_did(
    damage: str, files_left: bool, made: Workshop, tmp_path: Path
) -> None:
    DAMAGE[damage](made)
    if not files_left:
        (tmp_path / "a.jsonl").unlink()
        (tmp_path / "b.jsonl").unlink()
    report = workshop(tmp_path / "data").ingest([], rebuild=True)
    found = abstracts(workshop(tmp_path / "data"))
    assert {OWLS, BATS} <= found
    told = " ".join(report.notes)
    assert report.notes
    assert str(made.generations.folder) in told
    if NEWTS not in found:
        # The first generation did not know it, and the file is gone: that has to be said.
        assert not files_left or damage in ("manifest and papers gone", "generation gone")
        assert "could not be recovered" in told or "is not known" in told


def test_nothing_recoverable_is_an_error_that_changes_nothing(tmp_path: Path, rewrite) -> None:
    made = workshop(tmp_path / "data")
    made.ingest([rewrite(OWLS, name="a.jsonl")])
    folder = made.generations.folder / "generation-000001"
    (folder / "papers.jsonl").write_text("{oops")
    (tmp_path / "a.jsonl").unlink()
    before = sorted(path.name for path in folder.rglob("*"))
    with pytest.raises(IndexingError, match=r"None of its papers can be recovered.*nothing was changed"):
        workshop(tmp_path / "data").ingest([], rebuild=True)
    assert sorted(path.name for path in folder.rglob("*")) == before


def test_a_rebuild_with_files_says_that_the_rest_is_lost(tmp_path: Path, rewrite) -> None:
    made = workshop(tmp_path / "data")
    made.ingest([rewrite(OWLS, name="a.jsonl")])
    (made.generations.folder / "generation-000001" / "papers.jsonl").write_text("{oops")
    (tmp_path / "a.jsonl").unlink()
    report = workshop(tmp_path / "data").ingest([rewrite(BATS, name="b.jsonl")], rebuild=True)
    assert abstracts(workshop(tmp_path / "data")) == {BATS}
    assert "1 papers could not be recovered" in " ".join(report.notes)
    assert "a.jsonl" in " ".join(report.notes)


def test_an_undamaged_index_is_rebuilt_without_a_word(made: Workshop) -> None:
    assert made.ingest([], rebuild=True).notes == ()


@pytest.mark.parametrize("way", ["ingest", "start"])
def test_an_index_whose_current_file_is_gone_is_taken_up_again(way: str, made: Workshop, tmp_path: Path, rewrite) -> None:
    (made.generations.folder / "CURRENT").unlink()
    again = workshop(tmp_path / "data")
    if way == "ingest":
        again.ingest([rewrite("We study voles.", name="c.jsonl")])
    else:
        again.ensure()
    assert {OWLS, BATS, NEWTS} <= abstracts(again)
    assert len(abstracts(again)) == 3 + (way == "ingest")
