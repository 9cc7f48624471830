"""A writer that is killed at any moment leaves the old index whole; a second writer waits, then says why it gave up."""

from __future__ import annotations

import multiprocessing
import signal
from multiprocessing.context import ForkServerContext
from pathlib import Path

import interrupted
import pytest
from fakes import workshop

from assistant import IndexingError

pytestmark = pytest.mark.skipif(not hasattr(signal, "SIGKILL"), reason="this system cannot kill a process outright")

OWLS, BATS = "We study owls at night.", "We study bats at dusk."
MOMENTS = [
    "papers.jsonl", "passages.jsonl", "vocab.index.json", "vectors.npy", "chroma.sqlite3", "manifest.json", "CURRENT.new",
]  # fmt: skip


@pytest.fixture(scope="module")
def processes() -> ForkServerContext:
    """Fresh processes that do not pay for the imports each."""
    context = multiprocessing.get_context("forkserver")
    context.set_forkserver_preload(["assistant.wiring", "llama_index.core.node_parser", "nltk"])
    return context


def abstracts(data: Path) -> set[str]:
    return {paper.abstract for paper in workshop(data).open().papers.values()}


@pytest.mark.parametrize("moment", MOMENTS)
def test_an_ingest_killed_half_way_leaves_the_old_index_and_the_next_one_works(moment: str, tmp_path: Path, rewrite, processes) -> None:
    workshop(tmp_path).ingest([rewrite(OWLS, name="owls.jsonl")])
    corpus = rewrite(OWLS, BATS, name="owls.jsonl")
    victim = processes.Process(target=interrupted.ingest_and_die, args=(tmp_path, corpus, moment))
    victim.start()
    victim.join(60)
    assert victim.exitcode == -signal.SIGKILL
    generations = workshop(tmp_path).generations
    assert generations.current() == generations.folder / "generation-000001"
    assert len(list(generations.folder.glob("generation-*"))) == 2, "it was killed before it wrote anything"
    assert abstracts(tmp_path) == {OWLS}
    assert workshop(tmp_path).ingest([corpus]).added == 1
    assert abstracts(tmp_path) == {OWLS, BATS}
    assert sorted(path.name for path in generations.folder.glob("*.new")) == []


def test_a_first_ingest_that_was_killed_is_as_if_it_had_never_been(tmp_path: Path, rewrite, processes) -> None:
    corpus = rewrite(OWLS)
    victim = processes.Process(target=interrupted.ingest_and_die, args=(tmp_path, corpus, "manifest.json"))
    victim.start()
    victim.join(60)
    with pytest.raises(IndexingError, match="Nothing is indexed yet"):
        workshop(tmp_path).open()
    assert workshop(tmp_path).ingest([corpus]).added == 1
    assert abstracts(tmp_path) == {OWLS}


def test_a_second_writer_is_told_that_another_one_writes_and_readers_go_on(tmp_path: Path, rewrite, processes) -> None:
    workshop(tmp_path).ingest([rewrite(OWLS)])
    held, release = processes.Event(), processes.Event()
    first = processes.Process(target=interrupted.hold_the_lock, args=(tmp_path, held, release))
    first.start()
    try:
        assert held.wait(60)
        second = workshop(tmp_path).generations.writer(wait_seconds=0.1)
        with pytest.raises(IndexingError, match="Another process is writing") as caught, second:
            pass
        assert caught.value.retryable
        assert caught.value.remedy
        assert abstracts(tmp_path) == {OWLS}
    finally:
        release.set()
        first.join(60)
    with workshop(tmp_path).generations.writer(wait_seconds=0.1):
        pass


def test_a_writer_that_waits_gets_its_turn(tmp_path: Path, rewrite, processes) -> None:
    held, release = processes.Event(), processes.Event()
    first = processes.Process(target=interrupted.hold_the_lock, args=(tmp_path, held, release))
    first.start()
    assert held.wait(60)
    release.set()
    assert workshop(tmp_path).ingest([rewrite(OWLS)]).added == 1
    first.join(60)


def test_a_full_disk_is_an_error_that_leaves_the_old_index(tmp_path: Path, rewrite, monkeypatch: pytest.MonkeyPatch) -> None:
    made = workshop(tmp_path)
    made.ingest([rewrite(OWLS)])

    def full(*arguments: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("os.fsync", full)
    with pytest.raises(IndexingError, match=r"No space left on device.*--data-dir"):
        made.ingest([rewrite(OWLS, BATS)])
    assert [path.name for path in made.generations.folder.glob("generation-*")] == ["generation-000001"]
    assert abstracts(tmp_path) == {OWLS}
