"""Everything that is not a readable corpus is an error that names the file and, where there is one, the line; which files a path means."""

from __future__ import annotations

import gzip
from pathlib import Path

import pytest

from assistant import CorpusError
from assistant.corpus import read_papers
from assistant.corpus.files import expand

GOOD = '{"title": "T", "abstract": "We study owls."}\n'

BAD: dict[str, tuple[str, bytes, str]] = {
    "empty": ("a.txt", b"", "empty"),
    "only white space": ("a.jsonl", b"  \n\t\n", "empty"),
    "only a byte-order mark": ("a.txt", b"\xef\xbb\xbf\n", "empty"),
    "only wide spaces": ("a.txt", "\u2003\u00a0\n".encode(), "empty"),
    "binary": ("a.txt", b"Heading\n\nPNG\x00\x01\x02", "line 3: a NUL byte"),
    "mostly NUL": ("a.txt", b"Heading\n\n" + bytes(500), "line 3: NUL bytes"),
    "a zip file": ("a.csv", b"PK\x03\x04\x14\x00\x08", "line 1: a zip archive"),
    "half of UTF-16": ("a.txt", "Heading\n\nWe study owls.".encode("utf-16")[:-1], "its mark says UTF-16"),
    "a cut character": ("a.txt", "Heading\n\nA café".encode()[:-1], "line 3: half of a surrogate pair, or bytes"),
    "a cut gzip file": ("a.txt.gz", gzip.compress(b"Heading\n\nWe study owls.")[:-9], "damaged gzip"),
    "gzip that is none": ("a.txt.gz", b"Heading\n\nWe study owls.", "not a gzip file"),
    "no abstract": ("a.jsonl", (GOOD + '{"title": "T"}\n').encode(), "line 2: the record has no abstract"),
    "an empty abstract": ("a.jsonl", b'\n{"abstract": " \\n"}\n', "line 2: the record has no abstract"),
    "an abstract that is null": ("a.jsonl", b'{"abstract": null}\n', "line 1: the record has no abstract"),
    "an abstract that is a number": ("a.jsonl", b'{"abstract": 5}\n', "line 1: the record has no abstract"),
    "bad JSON": ("a.jsonl", (GOOD * 2 + "{oops\n" + GOOD).encode(), "line 3: not JSON"),
    "a number without end": ("a.jsonl", (GOOD + '{"abstract": "A.", "year": ' + "1" * 5000 + "}").encode(), "line 2: not JSON"),
    "JSON without end": ("a.jsonl", b"[" * 100_000, "line 1: not JSON"),
    "JSON that is no object": ("a.jsonl", (GOOD + '["We study owls."]').encode(), "line 2: not a JSON object"),
    "a title that is a list": ("a.jsonl", b'{"abstract": "A.", "title": ["T", "U"]}', "line 1: `title` is not text"),
    "authors that are a number": ("a.jsonl", b'{"abstract": "A.", "authors": 7}', "line 1: `authors` is neither"),
    "half a surrogate pair": ("a.jsonl", (GOOD + '{"abstract": "An owl \\ud83d."}').encode(), "line 2: half of a surrogate pair"),
    "half a surrogate pair in a name": ("a.jsonl", b'{"abstract": "A.", "authors": ["\\udc00"]}', "line 1: half of a surrogate pair"),
    "CSV without a header": ("a.csv", b"T,We study owls.\n", "line 1: no column is called `abstract`"),
    "CSV with only a header": ("a.csv", b"title,abstract\n", "no record after it"),
    "CSV with too many columns": ("a.csv", b"title,abstract\nT,A.\n\nT,We study owls, bats.\n", "line 4: more columns"),
    "CSV without an abstract": ("a.csv", b'title,abstract\n"T\nT",A.\nT\n', "line 4: the record has no abstract"),
    "CSV with an open quote": ("a.csv", b'title,abstract\nT,A.\nT,"We study owls.\n', "line 3: not CSV"),
}


@pytest.mark.parametrize("name", BAD)
def test_a_bad_file_is_an_error_that_names_file_and_line(name: str, tmp_path: Path) -> None:
    file, content, message = BAD[name]
    path = tmp_path / file
    path.write_bytes(content)
    with pytest.raises(CorpusError) as caught:
        read_papers([path])
    assert str(path) in caught.value.cause
    assert message in caught.value.cause
    assert caught.value.remedy
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize("name", ["missing.txt", "x" * 300 + ".txt", "no/such/folder"])
def test_a_path_that_does_not_exist_is_an_error(name: str, tmp_path: Path) -> None:
    with pytest.raises(CorpusError, match=r"no such file|cannot be read"):
        read_papers([tmp_path / name])


@pytest.mark.parametrize("name", ["paper.doc", "paper.docx", "README"])
def test_another_ending_is_an_error(name: str, tmp_path: Path) -> None:
    (tmp_path / name).write_text("We study owls.")
    with pytest.raises(CorpusError, match="are not read"):
        read_papers([tmp_path / name])


def test_a_folder_stands_for_its_files_in_the_order_of_their_names(tmp_path: Path) -> None:
    for name in ("b.txt", "a.csv", "c.JSONL", "notes.md"):
        (tmp_path / name).write_text("x")
    assert [found.path.name for found in expand([tmp_path]).found] == ["a.csv", "b.txt", "c.JSONL"]


def test_a_file_named_twice_is_read_once(tmp_path: Path) -> None:
    (tmp_path / "a.txt").write_text("x")
    assert len(expand([tmp_path, tmp_path / "a.txt", tmp_path / ".." / tmp_path.name / "a.txt"]).found) == 1


def test_a_folder_without_papers_is_an_error(tmp_path: Path) -> None:
    (tmp_path / "notes.md").write_text("x")
    with pytest.raises(CorpusError, match="holds no file that is read"):
        expand([tmp_path])
