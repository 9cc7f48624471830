"""Bytes in any encoding end in papers or in a plain message; line numbers stay right; nothing unpacks without bound."""

from __future__ import annotations

import gzip
import json
import random
import sys
from pathlib import Path

import pytest

from assistant import CorpusError
from assistant.corpus import Reading, ReadOptions, read
from assistant.settings import CorpusSettings

LATIN = "Über Käfer:\n\nWe study “naïve” beetles – slowly.\n"


def reading(folder: Path, name: str, content: bytes, encoding: str = "", **limits: int) -> Reading:
    path = folder / name
    path.write_bytes(content)
    return read([path], ReadOptions(encoding=encoding, limits=CorpusSettings(**limits)))


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "utf-16-le", "utf-16-be", "utf-32", "cp1252"])
def test_a_western_text_is_read_in_any_encoding_and_a_guess_is_told(encoding: str, tmp_path: Path) -> None:
    found = reading(tmp_path, "a.txt", LATIN.encode(encoding))
    assert [paper.abstract for paper in found.papers] == ["We study “naïve” beetles – slowly."]
    guessed = encoding in ("utf-16-le", "utf-16-be", "cp1252")
    assert [("a.txt" in note and "--encoding" in note) for note in found.notes] == [True] * guessed


@pytest.mark.parametrize(("encoding", "text"), [
    ("gb18030", "猫头鹰\n\n我们研究猫头鹰在夜间的行为，它们看得很清楚。\n"),
    ("shift_jis", "題名\n\nフクロウを研究する。夜の森で声を録音した。\n"),
    ("cp1251", "Совы\n\nМы изучаем сов ночью. Они хорошо видят в темноте.\n"),
])  # fmt: skip
def test_other_scripts_are_guessed_or_read_in_the_encoding_that_is_named(encoding: str, text: str, tmp_path: Path) -> None:
    for named in ("", encoding):
        found = reading(tmp_path, "a.txt", text.encode(encoding), named)
        assert found.papers[0].abstract == text.split("\n")[2]
        assert len(found.notes) == (not named)


def test_an_encoding_that_does_not_fit_is_a_plain_message(tmp_path: Path) -> None:
    found = reading(tmp_path, "a.txt", LATIN.encode("cp1252"), "utf-8")
    assert "not in the encoding utf-8" in found.rejected[0].reason
    with pytest.raises(CorpusError, match="no encoding 'klingon'"):
        ReadOptions.of("", "klingon", [], CorpusSettings())


def test_a_damaged_byte_costs_only_its_own_record(tmp_path: Path) -> None:
    lines = [json.dumps({"abstract": f"We study 猫头鹰 {n}."}, ensure_ascii=False).encode() for n in range(3)]
    found = reading(tmp_path, "a.jsonl", b"\n".join([lines[0], lines[1].replace(b"We", b"W\xe9"), lines[2]]))
    assert [paper.abstract[-2:] for paper in found.papers] == ["0.", "2."]
    assert [rejection.place for rejection in found.rejected] == ["line 2"]


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
def test_line_numbers_are_those_of_an_editor_whatever_ends_a_line(end: str, tmp_path: Path) -> None:
    rows = ['{"abstract": "One."}', "", '{"abstract": 5}', '{"abstract": "Two."}', "{oops", '{"abstract": "a \\u0000 NUL"}']
    found = reading(tmp_path, "a.jsonl", end.join(rows).encode())
    assert [rejection.place for rejection in found.rejected] == ["line 3", "line 5", "line 6"]
    assert [paper.source.n for paper in found.papers] == [1, 3]


def test_control_characters_do_not_reach_a_terminal(tmp_path: Path) -> None:
    record = {"title": "Red\x1b[31m owls\x07", "abstract": "We \x1b[2Jstudy\tred\x9b owls.\n", "authors": ["Ann\x08 Lee"]}
    found = reading(tmp_path, "a.jsonl", json.dumps(record).encode())
    (paper,) = found.papers
    assert paper.abstract == "We [2Jstudy\tred owls.\n"
    assert not any(ord(character) < 32 for text in (paper.title, paper.label, *paper.authors) for character in text)
    assert "control characters" in found.notes[0]


@pytest.mark.parametrize("abstract", ["word", "אנחנו חוקרים ינשופים. הם רואים היטב.", "We study \u202eslwo\u202c.", "🦉", "論文"])
def test_short_and_right_to_left_abstracts_are_papers(abstract: str, tmp_path: Path) -> None:
    found = reading(tmp_path, "a.jsonl", json.dumps({"abstract": abstract}).encode())
    assert [paper.abstract for paper in found.papers] == ([abstract] if abstract != "🦉" else [])


@pytest.mark.parametrize("abstract", ["", " \n", "…", "N/A", "[No abstract available]", "none", "---"])
def test_a_placeholder_is_no_abstract(abstract: str, tmp_path: Path) -> None:
    found = reading(tmp_path, "a.jsonl", json.dumps({"abstract": abstract}).encode())
    assert [rejection.reason for rejection in found.rejected] == ["the record has no abstract."]


def test_an_abstract_of_ten_megabytes_is_rejected_and_its_neighbour_is_not(tmp_path: Path) -> None:
    found = reading(tmp_path, "a.jsonl", json.dumps({"abstract": "owl " * 2_500_000}).encode() + b'\n{"abstract": "Bats."}')
    assert [paper.abstract for paper in found.papers] == ["Bats."]
    assert "10,000,000 characters" in found.rejected[0].reason
    assert "ASSISTANT_CORPUS__MAX_ABSTRACT" in found.rejected[0].remedy


def test_a_packed_file_is_not_unpacked_beyond_its_bounds(tmp_path: Path) -> None:
    bomb = gzip.compress(b'{"abstract": "' + bytes(50_000_000) + b'"}')
    assert "more than 200 times" in reading(tmp_path, "a.jsonl.gz", bomb).rejected[0].reason
    assert "more than 1 MB" in reading(tmp_path, "a.jsonl.gz", bomb, max_megabytes=1, max_ratio=100_000).rejected[0].reason
    plain = json.dumps({"abstract": "owl " * 300_000}).encode()
    assert "more than 1 MB" in reading(tmp_path, "a.jsonl", plain, max_megabytes=1).rejected[0].reason


@pytest.mark.parametrize("ending", ["txt", "jsonl", "json", "csv", "tsv", "bib", "ris", "pdf", "jsonl.gz", "bib.gz"])
def test_noise_is_rejected_and_never_raises(ending: str, tmp_path: Path) -> None:
    chance = random.Random(3)
    pieces = [
        "{",
        "}",
        "[",
        "]",
        '"',
        ",",
        ":",
        "@article{",
        "TY  - ",
        "AB  - ",
        "abstract",
        " = ",
        "\n",
        "\r",
        "\\",
        "é",
        "1",
        "\x00",
        "%",
    ]
    for n in range(60):
        content = chance.randbytes(n * 20) if n % 2 else "".join(chance.choices(pieces, k=n * 3)).encode()
        packed = gzip.compress(content)[: chance.randint(1, 200)] if ending.endswith("gz") else content
        found = reading(tmp_path, f"noise.{ending}", packed)
        assert found.rejected or found.papers
        assert all(rejection.reason and rejection.remedy and "\n" not in rejection.reason for rejection in found.rejected)


def test_a_file_that_changes_while_it_is_read_is_not_half_read(tmp_path: Path) -> None:
    path = tmp_path / "a.jsonl"
    path.write_bytes(b'{"abstract": "Owls."}\n')
    with path.open("ab", buffering=0) as other:

        def write(event: str, arguments: tuple[object, ...]) -> None:
            # A hook cannot be taken away again; once the file is closed, it does nothing.
            if event == "open" and arguments[0] == str(path) and not other.closed:
                other.write(b"{")

        sys.addaudithook(write)
        found = read([path], ReadOptions())
    assert found.papers == []
    assert "changes while it is read" in found.rejected[0].reason


@pytest.mark.parametrize(
    "piece", ["a", " ", "<", "<p ", "</p>", "&amp;", "{", "\\", "$", "and ", ", ", "\n", "A.", "10.1234/", "2024 ", "("]
)
def test_a_hundred_thousand_of_one_piece_in_every_field_come_to_an_end(piece: str, tmp_path: Path) -> None:
    long = piece * 4000 + "!"
    names = ("title", "authors", "venue", "year", "keywords", "doi", "arxiv", "url")
    record = {"abstract": f"Owls {piece * 100_000}"[:190_000], **dict.fromkeys(names, long)}
    found = reading(tmp_path, "a.jsonl", json.dumps(record).encode())
    assert len(found.papers) + len(found.rejected) == 1
