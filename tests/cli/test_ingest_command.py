"""`assistant ingest` and `assistant status`: what is indexed, and one line for what cannot be."""

from __future__ import annotations

import json
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


def test_the_remedy_that_a_damaged_index_names_is_one_that_works(
    here, tiny_file: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("assistant.resources.folder", lambda package: tiny_file.parent)
    for name, model in (("BundledEncoder", WordEncoder), ("ColBERTEncoder", WordTokens), ("MultilingualEncoder", WordEncoder)):
        monkeypatch.setattr(f"assistant.wiring.{name}", lambda *arguments, model=model: model())
    assert "6 papers indexed: 6 added" in here("ingest", data=tmp_path).out
    (tmp_path / "indexes" / "default" / "generation-000001" / "papers.jsonl").write_text("{oops")
    damaged = here("search", "fireflies", data=tmp_path)
    assert damaged.failed_plainly
    assert "assistant ingest --rebuild" in damaged.err
    assert "6 papers indexed" in here("ingest", "--rebuild", data=tmp_path).out
    assert "LanternNet" in here("search", "fireflies", data=tmp_path).out
