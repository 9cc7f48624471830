"""The manifest says what an index was made with; whatever differs is an error that names it."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest

from assistant import IndexingError
from assistant.index.manifest import FILE, SCHEMA, Manifest

GOOD = Manifest(SCHEMA, "dense", 8, "tokens", "multilingual", {"max_characters": 900, "overlap_sentences": 1}, 3, 4, "2025-01-01", "abc")


def test_a_manifest_comes_back_as_it_was_written(tmp_path: Path) -> None:
    (tmp_path / "papers.jsonl").write_text("x")
    GOOD.write(tmp_path)
    assert Manifest.read(tmp_path) == replace(GOOD, files={"papers.jsonl": 1})


@pytest.mark.parametrize("change", [
    {"encoder": "other"}, {"dimension": 9}, {"token_encoder": "other"}, {"multilingual_encoder": "other"},
    {"chunking": {"max_characters": 500, "overlap_sentences": 1}},
])  # fmt: skip
def test_a_difference_is_an_error_that_names_it_and_the_remedy(change: dict[str, object]) -> None:
    GOOD.require(GOOD)
    with pytest.raises(IndexingError, match="--rebuild") as caught:
        GOOD.require(replace(GOOD, **change))
    assert next(iter(change)).replace("_", " ") in caught.value.cause


def test_what_may_differ_may_differ() -> None:
    GOOD.require(replace(GOOD, papers=9, passages=9, created="later", corpus="other"))


@pytest.mark.parametrize(
    "content", ["", "{", "[]", "{}", json.dumps({"schema": SCHEMA}), json.dumps({"schema": SCHEMA, "more": 1}), "\x00"]
)
def test_an_unreadable_manifest_is_an_error_with_the_remedy(content: str, tmp_path: Path) -> None:
    (tmp_path / FILE).write_text(content)
    with pytest.raises(IndexingError, match=r"no readable manifest.*--rebuild"):
        Manifest.read(tmp_path)


def test_an_index_of_another_schema_is_an_error_that_says_so(tmp_path: Path) -> None:
    (tmp_path / FILE).write_text(json.dumps({"schema": SCHEMA + 1, "something": "new"}))
    with pytest.raises(IndexingError, match=f"schema {SCHEMA + 1}, this program reads {SCHEMA}"):
        Manifest.read(tmp_path)
