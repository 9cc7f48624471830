"""`assistant ingest` and `assistant status`: what is indexed, and one line for what cannot be."""

from __future__ import annotations

import io
import json
import shutil
from pathlib import Path

import pytest
from fakes import WordEncoder, WordTokens
from terminal import run

from assistant import Assistant


def test_ingesting_again_changes_nothing_and_a_bad_file_neither(opened: Assistant, seeds: Path, here, tmp_path: Path) -> None:
    data = opened.settings.data_dir
    (tmp_path / "bad.txt").write_bytes("Heading\n\nA café".encode()[:-1])
    before = (data / "indexes" / "default" / "CURRENT").read_text()
    failed = here("ingest", tmp_path / "bad.txt", data=data)
    assert failed.failed_plainly
    assert "bad.txt, line 3: half of a surrogate pair" in failed.err
    again = run("ingest", seeds, data=data)
    assert again.returncode == 0
    assert b"95 papers indexed: 0 added, 0 removed, 95 unchanged" in again.stdout
    assert (data / "indexes" / "default" / "CURRENT").read_text() == before


def test_status_says_what_is_indexed_with_which_encoder_where_and_how_large(opened: Assistant, here) -> None:
    done = here("status", "--json", data=opened.settings.data_dir)
    found = json.loads(done.out)
    assert done.code == 0
    assert found["indexed"] is True
    assert found["papers"] == 95
    assert found["passages"] >= 95
    assert found["encoder"].startswith("bundled:bge-small-en-v1.5")
    assert found["dimension"] == 384
    assert Path(found["folder"]).is_relative_to(opened.settings.data_dir)
    assert 0.5 < found["megabytes"] < 100
    assert "none" in found["chat_model"]
    readable = here("status", data=opened.settings.data_dir).out
    assert all(str(value) in readable for value in (95, found["encoder"], found["folder"], found["megabytes"]))


def test_status_of_an_empty_data_folder_says_so_and_makes_nothing(here, tmp_path: Path) -> None:
    done = here("status", data=tmp_path / "data")
    assert done.code == 0
    assert "Nothing is indexed" in done.out
    assert json.loads(here("status", "--json", data=tmp_path / "data").out)["indexed"] is False
    assert not (tmp_path / "data").exists()


def test_a_bad_file_makes_no_index_and_an_explicit_data_folder_beats_the_environment(here, tmp_path: Path) -> None:
    (tmp_path / "empty.txt").write_bytes(b"")
    done = here("ingest", tmp_path / "empty.txt", "--data-dir", tmp_path / "mine", data=tmp_path / "other")
    assert done.failed_plainly
    assert "empty.txt" in done.err
    assert not (tmp_path / "other").exists()
    assert "Nothing is indexed" in here("status", "--data-dir", tmp_path / "mine").out


@pytest.fixture
def quick(monkeypatch: pytest.MonkeyPatch, tiny_file: Path) -> None:
    """Small models, and six papers as seeds."""
    monkeypatch.setattr("assistant.resources.folder", lambda package: tiny_file.parent)
    for name, model in (("BundledEncoder", WordEncoder), ("ColBERTEncoder", WordTokens), ("MultilingualEncoder", WordEncoder)):
        monkeypatch.setattr(f"assistant.wiring.{name}", lambda *arguments, model=model: model())


@pytest.mark.usefixtures("quick")
def test_the_remedy_that_a_damaged_index_names_is_one_that_works(here, tmp_path: Path) -> None:
    assert "6 papers indexed: 6 added" in here("ingest", data=tmp_path).out
    (tmp_path / "indexes" / "default" / "generation-000001" / "papers.jsonl").write_text("{oops")
    damaged = here("search", "fireflies", data=tmp_path)
    assert damaged.failed_plainly
    assert "assistant ingest --rebuild" in damaged.err
    assert "6 papers indexed" in here("ingest", "--rebuild", data=tmp_path).out
    assert "LanternNet" in here("search", "fireflies", data=tmp_path).out


MIXED = '{"summary": "We study owls.", "name": "Owls"}\n{"name": "Nothing"}\n{oops\n{"summary": "We study bats."}\n'


@pytest.mark.usefixtures("quick")
def test_rejected_records_are_named_on_stderr_and_counted_on_stdout_and_the_rest_is_ingested(here, tmp_path: Path) -> None:
    (tmp_path / "mixed.jsonl").write_text(MIXED)
    (tmp_path / "good.bib").write_text("@misc{k, title={Newts}, abstract={We study newts.}}")
    done = here("ingest", tmp_path / "mixed.jsonl", tmp_path / "g*.bib", data=tmp_path / "data")
    assert done.code == 0
    assert "mixed.jsonl, line 2: the record has no abstract." in done.err
    assert "mixed.jsonl, line 3: not JSON" in done.err
    assert [line.split()[:3] for line in done.out.splitlines()[1:3]] == [["2", "2", "0"], ["1", "0", "0"]]
    assert "3 papers indexed: 3 added, 0 removed, 0 unchanged, 2 rejected" in done.out


@pytest.mark.usefixtures("quick")
def test_a_trial_run_and_a_strict_one_write_nothing(here, tmp_path: Path) -> None:
    (tmp_path / "mixed.jsonl").write_text(MIXED)
    trial = here("ingest", "--dry-run", tmp_path / "mixed.jsonl", data=tmp_path / "data")
    assert "2 papers would be indexed: 2 added, 0 removed, 0 unchanged, 2 rejected; 2 passages to encode. Nothing was written." in trial.out
    strict = here("ingest", "--strict", tmp_path / "mixed.jsonl", data=tmp_path / "data")
    assert (strict.code, strict.out) == (1, "")
    assert "line 2" in strict.err
    assert "line 3" in strict.err
    assert "2 of 4 records were rejected; nothing was changed" in strict.err
    assert not (tmp_path / "data").exists()


@pytest.mark.usefixtures("quick")
def test_standard_input_and_mapped_fields(here, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    content = json.dumps({"inner": {"words": "We study owls."}, "head": "Owls of the North"})
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(content.encode())))
    arguments = ("--format", "jsonl", "--map", "abstract=inner.words", "--map", "title=head")
    assert here("ingest", "-", *arguments, data=tmp_path).code == 0
    assert "Owls of the North  (stdin #1)" in here("search", "owls", data=tmp_path).out


@pytest.mark.parametrize(("arguments", "named"), [
    (("--map", "abstract"), "not FIELD=NAME"), (("--map", "colour=x"), "not FIELD=NAME"), (("--format", "docx"), "no format 'docx'"),
    (("--encoding", "klingon"), "no encoding 'klingon'"),
])  # fmt: skip
def test_an_option_that_means_nothing_is_one_plain_line(arguments: tuple[str, ...], named: str, here, tmp_path: Path) -> None:
    (tmp_path / "mixed.jsonl").write_text(MIXED)
    done = here("ingest", tmp_path / "mixed.jsonl", *arguments, data=tmp_path / "data")
    assert done.failed_plainly
    assert named in done.err


@pytest.mark.usefixtures("quick")
@pytest.mark.parametrize("damage", ["papers.jsonl", "the whole generation"])
def test_a_rebuild_never_puts_the_seeds_in_the_place_of_the_user_s_papers(damage: str, here, tmp_path: Path) -> None:
    mine = tmp_path / "mine.jsonl"
    mine.write_text('{"abstract": "We study owls."}\n')
    here("ingest", mine, data=tmp_path / "data")
    generation = tmp_path / "data" / "indexes" / "default" / "generation-000001"
    if damage == "papers.jsonl":
        (generation / damage).write_text("{oops")
        again = here("ingest", "--rebuild", data=tmp_path / "data")
        assert "1 papers were read again from their files" in again.err
        assert "1 papers indexed: 0 added" in again.out
        (generation.parent / "generation-000002" / damage).write_text("{oops")
        (generation / damage).unlink()
        mine.unlink()
    else:
        shutil.rmtree(generation)
    refused = here("ingest", "--rebuild", data=tmp_path / "data")
    assert refused.failed_plainly
    assert "None of its papers can be recovered" in refused.err
    assert "ingest --rebuild PATH" in refused.err
