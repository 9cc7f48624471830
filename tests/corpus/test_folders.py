"""Folders, patterns and standard input: every file in them is read or named."""

from __future__ import annotations

import io
import os
import sys
import threading
from pathlib import Path
from types import SimpleNamespace

import pytest

from assistant import CorpusError
from assistant.corpus import ReadOptions, read
from assistant.corpus.files import expand

LINE = '{"abstract": "We study %s."}\n'


def write(folder: Path, *names: str) -> None:
    for name in names:
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(LINE % name)


def files(*paths: Path) -> list[str]:
    return [found.path.name for found in expand(paths).found]


def test_a_folder_is_searched_to_its_bottom_but_not_what_is_hidden(tmp_path: Path) -> None:
    write(tmp_path, "b/c/deep.jsonl", "a.jsonl.gz", "b/mid.bib", ".git/x.json", ".hidden.json", "z.JSONL", "notes.md", "b/talk.pptx")
    found = read([tmp_path], ReadOptions())
    assert files(tmp_path) == ["a.jsonl.gz", "deep.jsonl", "mid.bib", "z.JSONL"]
    assert any("2 (.md, .pptx)" in note for note in found.notes)


def test_links_in_circles_end_and_broken_ones_are_named(tmp_path: Path) -> None:
    write(tmp_path, "a/one.jsonl")
    (tmp_path / "a" / "up").symlink_to(tmp_path, target_is_directory=True)
    (tmp_path / "again").symlink_to(tmp_path / "a", target_is_directory=True)
    (tmp_path / "gone.bib").symlink_to(tmp_path / "nowhere.bib")
    (tmp_path / "self.ris").symlink_to(tmp_path / "self.ris")
    found = read([tmp_path], ReadOptions())
    assert [paper.source.file for paper in found.papers] == ["one.jsonl"]
    assert sorted(Path(rejection.file).name for rejection in found.rejected) == ["gone.bib", "self.ris"]


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="this system has no named pipes")
def test_a_pipe_in_a_folder_does_not_make_it_wait(tmp_path: Path) -> None:
    write(tmp_path, "one.jsonl")
    os.mkfifo(tmp_path / "pipe.jsonl")
    assert files(tmp_path) == ["one.jsonl"]


def test_a_pattern_is_expanded_by_the_program_and_a_file_of_that_very_name_comes_first(tmp_path: Path) -> None:
    write(tmp_path, "p1.jsonl", "p2.jsonl", "q.jsonl", "sub/p3.jsonl", "p4.md", "p[1].jsonl")
    assert files(tmp_path / "p?.*") == ["p1.jsonl", "p2.jsonl"]
    assert files(tmp_path / "**" / "p3*") == ["p3.jsonl"]
    assert files(tmp_path / "p[1].jsonl") == ["p[1].jsonl"]
    for pattern in ("none*.bib", "p4.*"):
        with pytest.raises(CorpusError, match=r"no such file|no file that it matches"):
            expand([tmp_path / pattern])


def test_standard_input_is_read_in_the_format_that_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdin", SimpleNamespace(buffer=io.BytesIO((LINE % "owls").encode())))
    (paper,) = read([Path("-")], ReadOptions(format="jsonl")).papers
    assert (paper.source.file, paper.source.n) == ("stdin", 1)
    with pytest.raises(CorpusError, match="no ending that tells its format"):
        read([Path("-")], ReadOptions())


def test_a_file_of_another_ending_is_read_when_its_format_is_named(tmp_path: Path) -> None:
    write(tmp_path, "dump.dat")
    assert len(read([tmp_path / "dump.dat"], ReadOptions(format="jsonl")).papers) == 1


def test_a_papers_csv_with_abstracts_is_a_corpus_file_and_one_about_text_files_is_not(tmp_path: Path) -> None:
    (tmp_path / "papers.csv").write_text("title,abstract\nOwls,We study owls.\n")
    assert [paper.title for paper in read([tmp_path], ReadOptions()).papers] == ["Owls"]
    (tmp_path / "papers.csv").write_text("file,n,title\na.txt,1,Owls\n")
    (tmp_path / "a.txt").write_text("Heading\n\nWe study owls.\n")
    assert [paper.title for paper in read([tmp_path], ReadOptions()).papers] == ["Owls"]


def test_an_empty_list_is_named_and_not_passed_over_in_silence(tmp_path: Path) -> None:
    (tmp_path / "empty.json").write_text("[]")
    assert [rejection.reason for rejection in read([tmp_path], ReadOptions()).rejected] == ["there is no record in it."]


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="this system has no named pipes")
def test_a_pipe_that_is_named_is_read_as_a_stream(tmp_path: Path) -> None:
    pipe = tmp_path / "pipe.jsonl"
    os.mkfifo(pipe)
    writer = threading.Thread(target=lambda: pipe.write_text(LINE % "owls"))
    writer.start()
    (paper,) = read([pipe], ReadOptions()).papers
    writer.join()
    assert (paper.abstract, paper.source.file, paper.source.path) == ("We study owls.", "stdin", "-")


def test_a_file_that_is_given_twice_is_read_once_at_its_first_place(tmp_path: Path) -> None:
    write(tmp_path, "b.jsonl", "a.jsonl")
    assert files(tmp_path / "b.jsonl", tmp_path, tmp_path / "b.jsonl") == ["b.jsonl", "a.jsonl"]
