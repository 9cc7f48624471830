"""A damaged index gives an error with a remedy that works, or the same results as before: never a traceback, never other results."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from pathlib import Path
from typing import TypeVar

import pytest
from fakes import workshop

from assistant import AssistantError
from assistant.index.manifest import Manifest
from assistant.types import Query
from assistant.wiring import Workshop

QUERIES = [Query(text, text, "specific", language) for text in ("counting fireflies from video", "bees") for language in ("en", "zh")]
T = TypeVar("T")
Results = list[list[tuple[str, float]]]


def results(made: Workshop) -> Results:
    """Everything a search gives, by all signals: order and scores of the papers."""
    finder = made.open().finder
    return [[(found.paper.id, round(found.score, 4)) for found in finder.find(query).candidates] for query in QUERIES]


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory, tiny_file: Path) -> Path:
    """A data folder with a good index; tests copy it."""
    data = tmp_path_factory.mktemp("whole")
    workshop(data).ingest([tiny_file])
    return data


@pytest.fixture(scope="module")
def expected(whole: Path) -> Results:
    return results(workshop(whole))


def attempt(action: Callable[[], T]) -> T | AssistantError:
    """What an action gives, or our error; any other exception passes through and fails the test."""
    try:
        return action()
    except AssistantError as error:
        return error


def generation(data: Path) -> Path:
    return data / "indexes" / "default" / "generation-000001"


def heals(data: Path, expected: Results, tiny_file: Path) -> None:
    """An ordinary ingest may refuse, naming the remedy; the remedy gives the results from before."""
    refusal = attempt(lambda: workshop(data).ingest([tiny_file]))
    assert not isinstance(refusal, AssistantError) or "--rebuild" in refusal.remedy
    workshop(data).ingest([tiny_file], rebuild=True)
    assert results(workshop(data)) == expected


DAMAGE: dict[str, Callable[[Path], object]] = {
    "cut in half": lambda path: path.write_bytes(path.read_bytes()[: path.stat().st_size // 2]),
    "emptied": lambda path: path.write_bytes(b""),
    "overwritten": lambda path: path.write_bytes(b"\xff\x00 no such thing"),
    "removed": lambda path: path.unlink(),
}


@pytest.mark.parametrize("damage", DAMAGE)
def test_each_damaged_file_is_an_error_or_does_no_harm(damage: str, whole: Path, expected: Results, tmp_path: Path) -> None:
    files = [path.relative_to(whole) for path in sorted(whole.rglob("*")) if path.is_file() and path.name != "writer.lock"]
    assert len(files) >= 13
    harmless = []
    for n, file in enumerate(files):
        data = tmp_path / str(n)
        shutil.copytree(whole, data)
        DAMAGE[damage](data / file)
        outcome = attempt(lambda data=data: results(workshop(data)))
        if isinstance(outcome, AssistantError):
            assert outcome.remedy, file
            assert "\n" not in str(outcome), file
        else:
            assert outcome == expected, file
            harmless.append(file)
    # Below 1,000 passages Chroma keeps its graph's files, but does not read them.
    assert all(file.suffix == ".bin" for file in harmless)


def test_the_manifest_knows_the_size_of_every_file(whole: Path) -> None:
    folder = generation(whole)
    files = {path.relative_to(folder).as_posix(): path.stat().st_size for path in folder.rglob("*") if path.is_file()}
    files.pop("manifest.json")
    assert Manifest.read(folder).files == files


@pytest.mark.parametrize("name", ["../CURRENT", "manifest.json", "papers.jsonl", "chroma/chroma.sqlite3", "tokens/bounds.npy"])
def test_a_rebuild_heals_a_damaged_file(name: str, whole: Path, expected: Results, tiny_file: Path, tmp_path: Path) -> None:
    shutil.copytree(whole, tmp_path / "data")
    DAMAGE["overwritten"](generation(tmp_path / "data") / name)
    heals(tmp_path / "data", expected, tiny_file)


@pytest.mark.parametrize("emptied", [False, True])
@pytest.mark.parametrize("name", [".", "chroma", "lexical", "tokens"])
def test_a_lost_folder_is_an_error_and_a_rebuild_heals_it(
    name: str, emptied: bool, whole: Path, expected, tiny_file: Path, tmp_path: Path
) -> None:
    shutil.copytree(whole, tmp_path / "data")
    folder = generation(tmp_path / "data") / name
    shutil.rmtree(folder)
    if emptied:
        folder.mkdir()
    with pytest.raises(AssistantError, match="--rebuild"):
        results(workshop(tmp_path / "data"))
    heals(tmp_path / "data", expected, tiny_file)


@pytest.mark.parametrize("name", ["papers.jsonl", "passages.jsonl"])
def test_lines_that_do_not_match_the_manifest_are_noticed(name: str, whole: Path, tmp_path: Path) -> None:
    shutil.copytree(whole, tmp_path / "data")
    path = generation(tmp_path / "data") / name
    lines = path.read_text("utf-8").splitlines(keepends=True)
    path.write_text("".join([*lines, lines[-1]]), "utf-8")
    with pytest.raises(AssistantError, match="--rebuild"):
        results(workshop(tmp_path / "data"))


def test_a_data_folder_that_is_a_file_is_an_error(tmp_path: Path, tiny_file: Path) -> None:
    (tmp_path / "data").write_text("I am a file.")
    for attempt in (lambda: workshop(tmp_path / "data").open(), lambda: workshop(tmp_path / "data").ingest([tiny_file])):
        with pytest.raises(AssistantError, match="data"):
            attempt()


def test_a_rebuild_without_files_takes_the_stored_papers_though_everything_else_is_gone(whole: Path, expected, tmp_path: Path) -> None:
    shutil.copytree(whole, tmp_path / "data")
    for path in generation(tmp_path / "data").iterdir():
        if path.is_dir():
            shutil.rmtree(path)
        elif path.name != "papers.jsonl":
            path.unlink()
    assert workshop(tmp_path / "data").ingest([], rebuild=True).unchanged == 6
    assert results(workshop(tmp_path / "data")) == expected
