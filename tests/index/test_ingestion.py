"""Ingesting: the index follows its files, encodes nothing twice, and stays whole whatever goes wrong."""

from __future__ import annotations

from pathlib import Path

import pytest
from fakes import WordEncoder, workshop
from invented import TINY

from assistant import CorpusError, EncoderError, IndexingError
from assistant.wiring import Workshop

OWLS, BATS, NEWTS = "We study owls at night.", "We study bats at dusk.", "We study newts in ponds."


def abstracts(made: Workshop) -> list[str]:
    return [paper.abstract for paper in made.open().papers.values()]


def encoded(made: Workshop) -> list[str]:
    """The texts that the encoders were given since this was last asked; all three get the same."""
    seen = [encoder.seen for encoder in (made.dense, made.tokens, made.multilingual)]  # type: ignore[attr-defined]
    first = list(seen[0])
    assert seen[1] == first
    assert seen[2] == first
    for texts in seen:
        texts.clear()
    return first


def test_ingesting_twice_changes_nothing(tmp_path: Path, rewrite) -> None:
    made = workshop(tmp_path)
    first = made.ingest([rewrite()])
    folder = made.generations.current()
    encoded(made)
    second = made.ingest([rewrite()])
    assert (first.added, first.removed, first.unchanged, first.total) == (6, 0, 0, 6)
    assert (second.added, second.removed, second.unchanged, second.total) == (0, 0, 6, 6)
    assert second.generation == first.generation
    assert made.generations.current() == folder
    assert encoded(made) == []


def test_a_changed_abstract_replaces_the_old_one_and_only_it_is_encoded(tmp_path: Path, rewrite) -> None:
    made = workshop(tmp_path)
    made.ingest([rewrite(OWLS, BATS, NEWTS)])
    encoded(made)
    report = made.ingest([rewrite(OWLS, BATS + " New.", NEWTS)])
    assert (report.added, report.removed, report.unchanged, len(report.changed)) == (0, 0, 2, 1)
    assert set(abstracts(made)) == {OWLS, BATS + " New.", NEWTS}
    assert encoded(made) == [BATS + " New."]


def test_a_removed_abstract_goes(tmp_path: Path, rewrite) -> None:
    made = workshop(tmp_path)
    made.ingest([rewrite(OWLS, BATS, NEWTS)])
    report = made.ingest([rewrite(OWLS, NEWTS)])
    assert (report.added, report.removed, report.unchanged) == (0, 1, 2)
    assert abstracts(made) == [OWLS, NEWTS]


def test_a_changed_fact_is_taken_over(tmp_path: Path, rewrite) -> None:
    made = workshop(tmp_path)
    made.ingest([rewrite({"abstract": OWLS, "url": "https://old.example"})])
    made.ingest([rewrite({"abstract": OWLS, "url": "https://new.example"})])
    assert [paper.url for paper in made.open().papers.values()] == ["https://new.example"]


def test_another_file_is_added_and_one_of_the_same_name_elsewhere_replaces_nothing(tmp_path: Path, rewrite) -> None:
    made = workshop(tmp_path)
    made.ingest([rewrite(OWLS)])
    made.ingest([rewrite(BATS, name="elsewhere/papers.jsonl")])
    made.ingest([rewrite(NEWTS, name="corpus/more.jsonl")])
    assert abstracts(made) == [OWLS, BATS, NEWTS]


def test_a_file_taken_out_of_an_ingested_folder_takes_its_papers_with_it(tmp_path: Path, rewrite) -> None:
    made = workshop(tmp_path)
    folder = rewrite(OWLS).parent
    gone = rewrite(BATS, name="corpus/more.jsonl")
    made.ingest([folder, rewrite(NEWTS, name="elsewhere/papers.jsonl")])
    gone.unlink()
    made.ingest([folder])
    assert set(abstracts(made)) == {OWLS, NEWTS}


@pytest.mark.parametrize("strict", [False, True])
@pytest.mark.parametrize("bad", [b"", b"\x00\x01", b'{"title": "T"}\n', "Ein Käfer".encode("latin-1"), None])
def test_a_file_that_cannot_be_read_leaves_the_index_as_it_was(bad: bytes | None, strict: bool, tmp_path: Path, rewrite) -> None:
    made = workshop(tmp_path)
    good = rewrite(OWLS)
    made.ingest([good])
    broken = tmp_path / "broken.jsonl"
    if bad is not None:
        broken.write_bytes(bad)
    # Beside a good file only a missing one, or --strict, refuses everything.
    others = [rewrite(BATS, name="fine.jsonl")] if strict or bad is None else []
    with pytest.raises(CorpusError) as caught:
        made.ingest([*others, broken], strict=strict)
    assert "broken.jsonl" in "\n".join((str(caught.value), *caught.value.also))
    assert abstracts(workshop(tmp_path)) == [OWLS]


def test_an_encoder_that_fails_half_way_leaves_the_index_as_it_was(tmp_path: Path, rewrite) -> None:
    class Failing(WordEncoder):
        def get_text_embedding_batch(self, texts) -> list[list[float]]:
            raise EncoderError("The embeddings endpoint failed (500).")

    made = workshop(tmp_path)
    made.ingest([rewrite(OWLS)])
    made.__dict__["multilingual"] = Failing("fake:multilingual")
    with pytest.raises(EncoderError):
        made.ingest([rewrite(OWLS, BATS)])
    assert abstracts(workshop(tmp_path)) == [OWLS]


def test_an_encoder_whose_vectors_differ_in_length_is_refused(tmp_path: Path, rewrite) -> None:
    class Uneven(WordEncoder):
        def get_text_embedding_batch(self, texts) -> list[list[float]]:
            return [[1.0] * (n + 1) for n, _ in enumerate(texts)]

    made = workshop(tmp_path)
    made.__dict__["dense"] = Uneven()
    with pytest.raises(EncoderError, match="different lengths"):
        made.ingest([rewrite(OWLS, BATS)])
    assert made.generations.current() is None


@pytest.mark.parametrize(("name", "value"), [("dense", WordEncoder("fake:other")), ("multilingual", WordEncoder("fake:other"))])
def test_an_index_of_another_encoder_is_neither_searched_nor_added_to_until_it_is_rebuilt(name, value, tmp_path: Path, rewrite) -> None:
    workshop(tmp_path).ingest([rewrite(OWLS)])
    made = workshop(tmp_path)
    made.__dict__[name] = value
    for attempt in (made.open, lambda: made.ingest([rewrite(OWLS, BATS)])):
        with pytest.raises(IndexingError, match=r"fake:other.*assistant ingest --rebuild"):
            attempt()
    assert made.ingest([], rebuild=True).total == 1
    assert abstracts(made) == [OWLS]


def test_an_index_of_another_chunking_is_rebuilt_before_it_is_searched(tmp_path: Path, rewrite) -> None:
    workshop(tmp_path).ingest([rewrite(OWLS)])
    made = workshop(tmp_path, chunking={"max_characters": 500})
    with pytest.raises(IndexingError, match=r"chunking.*assistant ingest --rebuild"):
        made.open()
    made.ingest([], rebuild=True)
    assert abstracts(made) == [OWLS]


def test_an_index_of_another_dimension_under_the_same_name_is_not_searched(tmp_path: Path, rewrite) -> None:
    made = workshop(tmp_path)
    made.ingest([rewrite(OWLS)])
    made.__dict__["dense"] = WordEncoder(dimension=8)
    with pytest.raises((IndexingError, EncoderError), match="--rebuild"):
        made.ingest([rewrite(OWLS, BATS)])


def test_rebuilding_encodes_everything_again_and_keeps_the_papers(tmp_path: Path, rewrite) -> None:
    made = workshop(tmp_path)
    made.ingest([rewrite(OWLS, BATS)])
    encoded(made)
    report = made.ingest([], rebuild=True)
    assert report.generation == "generation-000002"
    assert report.unchanged == 2
    assert encoded(made) == [OWLS, BATS]


def test_nothing_to_index_is_an_error(tmp_path: Path) -> None:
    for rebuild in (False, True):
        with pytest.raises(IndexingError, match="nothing to index"):
            workshop(tmp_path).ingest([], rebuild=rebuild)


def test_progress_reaches_the_end_of_every_stage(tmp_path: Path, rewrite) -> None:
    told = []
    workshop(tmp_path).ingest([rewrite()], report=told.append)
    last = {progress.stage: (progress.done, progress.total) for progress in told}
    assert len(last) >= 3
    assert all(done == total == len(TINY) for done, total in last.values())


def test_a_reader_sees_the_new_index_from_one_search_to_the_next(tmp_path: Path, rewrite) -> None:
    reader = workshop(tmp_path)
    reader.ingest([rewrite(OWLS)])
    assert abstracts(reader) == [OWLS]
    workshop(tmp_path).ingest([rewrite(OWLS, BATS)])
    assert abstracts(reader) == [OWLS, BATS]


def test_old_indexes_do_not_pile_up_on_disk(tmp_path: Path, rewrite) -> None:
    made = workshop(tmp_path)
    for n in range(5):
        made.ingest([rewrite(*[f"We study owl {k}." for k in range(n + 1)])])
    assert made.generations.current() == made.generations.folder / "generation-000005"
    assert len(list(made.generations.folder.glob("generation-*"))) <= 3
