"""What an ingest reports is what it did: changed, renamed, removed, duplicate and rejected records; a trial run writes nothing."""

from __future__ import annotations

import hashlib
import itertools
import json
import os
from collections.abc import Callable
from pathlib import Path

import pytest
from fakes import workshop

from assistant import Assistant, CorpusError
from assistant.pipeline import Pipeline
from assistant.types import IngestReport
from assistant.wiring import Workshop

OWLS, BATS, NEWTS = "We study owls at night.", "We study bats at dusk.", "We study newts in ponds."
OWLS_REVISED = "We study owls at night in Norway."


def abstracts(made: Workshop) -> list[str]:
    return [paper.abstract for paper in made.open().papers.values()]


def counts(report: IngestReport) -> dict[str, int]:
    found = {
        "added": report.added, "removed": report.removed, "changed": len(report.changed), "renamed": len(report.renamed),
        "updated": report.updated, "duplicates": len(report.duplicates), "rejected": len(report.rejected),
    }  # fmt: skip
    return {name: count for name, count in found.items() if count}


def state(folder: Path) -> dict[str, str]:
    return {str(path): hashlib.sha256(path.read_bytes()).hexdigest() for path in sorted(folder.rglob("*")) if path.is_file()}


BEFORE = [{"title": "Owls", "abstract": OWLS}, {"title": "Bats", "abstract": BATS}]
AFTER: dict[str, tuple[list[dict[str, object]], dict[str, int]]] = {
    "nothing": (BEFORE, {}),
    "another order": (BEFORE[::-1], {}),
    "one more": ([*BEFORE, {"abstract": NEWTS}], {"added": 1}),
    "one less": (BEFORE[:1], {"removed": 1}),
    "another abstract": ([{"title": "Owls", "abstract": "Wholly other words stand here now."}, BEFORE[1]], {"changed": 1}),
    "another abstract without a title": ([{"abstract": OWLS_REVISED}, BEFORE[1]], {"changed": 1}),
    "another title": ([{"title": "Night Owls", "abstract": OWLS}, BEFORE[1]], {"renamed": 1}),
    "another link": ([{**BEFORE[0], "url": "https://example.org"}, BEFORE[1]], {"updated": 1}),
    "one paper for another": ([{"title": "Newts", "abstract": "Amphibians swim."}, BEFORE[1]], {"added": 1, "removed": 1}),
    "one twice": ([*BEFORE, BEFORE[0]], {"duplicates": 1}),
    "one spoilt": ([BEFORE[0], {"title": "Bats"}], {"rejected": 1}),
}


@pytest.mark.parametrize("case", AFTER)
def test_the_report_names_what_became_of_every_record_and_a_trial_run_said_so_before(case: str, tmp_path: Path, rewrite) -> None:
    records, expected = AFTER[case]
    made = workshop(tmp_path / "data")
    made.ingest([rewrite(*BEFORE)])
    before = state(tmp_path / "data")
    trial = workshop(tmp_path / "data").ingest([rewrite(*records)], dry_run=True)
    assert state(tmp_path / "data") == before
    report = made.ingest([rewrite(*records)])
    assert counts(report) == counts(trial) == expected
    assert (report.total, report.embeddings) == (trial.total, trial.embeddings)
    assert len(abstracts(made)) == report.total
    assert trial.dry_run
    assert not report.dry_run


def test_a_trial_run_makes_no_data_folder_and_counts_the_passages_to_encode(tmp_path: Path, rewrite) -> None:
    report = workshop(tmp_path / "data").ingest([rewrite()], dry_run=True)
    assert (report.added, report.embeddings) == (6, 6)
    assert not (tmp_path / "data").exists()


def test_a_record_that_was_spoilt_keeps_its_paper_until_the_file_is_whole_again(tmp_path: Path, rewrite) -> None:
    made = workshop(tmp_path / "data")
    made.ingest([rewrite(*BEFORE)])
    report = made.ingest([rewrite(BEFORE[0], {"title": "Bats"}, NEWTS)])
    assert set(abstracts(made)) == {OWLS, BATS, NEWTS}
    assert [(rejection.place, rejection.file.endswith("papers.jsonl")) for rejection in report.rejected] == [("line 2", True)]
    assert any("stay until" in note for note in report.notes)
    assert made.ingest([rewrite(BEFORE[0], NEWTS)]).removed == 1
    assert set(abstracts(made)) == {OWLS, NEWTS}


def test_a_changed_abstract_beside_a_spoilt_record_replaces_the_old_one(tmp_path: Path, rewrite) -> None:
    made = workshop(tmp_path / "data")
    made.ingest([rewrite(*BEFORE)])
    report = made.ingest([rewrite({"title": "Owls", "abstract": OWLS_REVISED}, {"title": "Bats"})])
    assert set(abstracts(made)) == {OWLS_REVISED, BATS}
    assert counts(report) == {"changed": 1, "rejected": 1}


def test_strict_refuses_everything_and_names_every_rejected_record(tmp_path: Path, rewrite) -> None:
    made = workshop(tmp_path / "data")
    made.ingest([rewrite(OWLS)])
    with pytest.raises(CorpusError, match="2 of 4 records were rejected; nothing was changed") as caught:
        made.ingest([rewrite(OWLS, {"title": "A"}, BATS, {"title": "B"})], strict=True)
    assert ["line 2" in caught.value.also[0], "line 4" in caught.value.also[1]] == [True, True]
    assert abstracts(made) == [OWLS]


def test_a_renamed_file_takes_its_papers_along(tmp_path: Path, rewrite) -> None:
    made = workshop(tmp_path / "data")
    old = rewrite(OWLS, BATS, name="old.jsonl")
    made.ingest([old])
    new = old.rename(tmp_path / "new.jsonl")
    report = made.ingest([new])
    assert counts(report) == {"renamed": 2}
    assert [paper.source.file for paper in made.open().papers.values()] == ["new.jsonl", "new.jsonl"]


def test_a_copy_in_another_file_is_a_duplicate_and_outlives_the_first(tmp_path: Path, rewrite) -> None:
    made = workshop(tmp_path / "data")
    first, second = rewrite(OWLS, BATS, name="a/p.jsonl"), rewrite(OWLS, name="b/p.jsonl")
    report = made.ingest([first, second])
    (duplicate,) = report.duplicates
    assert (duplicate.left_out.path, duplicate.kept.path) == (str(second), str(first))
    assert [(count.papers, count.duplicates) for count in report.files] == [(2, 0), (0, 1)]
    assert counts(made.ingest([second])) == {"duplicates": 1}
    assert abstracts(made) == [OWLS, BATS]


def test_the_camera_ready_version_takes_the_preprint_s_place_whichever_is_ingested_last(tmp_path: Path, rewrite) -> None:
    preprint = {"title": "Owls", "abstract": OWLS, "arxiv": "2301.00001", "year": 2023}
    published = {"title": "Owls", "abstract": OWLS_REVISED, "arxiv": "2301.00001v2", "venue": "ICKN", "year": 2024}
    made = workshop(tmp_path / "data")
    made.ingest([rewrite(preprint, name="arxiv.jsonl")])
    report = made.ingest([rewrite(published, name="ickn.jsonl")])
    assert [(d.left_out.file, d.kept.file, d.why) for d in report.duplicates] == [("arxiv.jsonl", "ickn.jsonl", "the same arXiv id")]
    assert abstracts(made) == [OWLS_REVISED]
    again = made.ingest([tmp_path / "arxiv.jsonl"])
    assert abstracts(made) == [OWLS_REVISED]
    assert len(again.duplicates) == 1


def test_what_a_file_below_an_ingested_folder_loses_goes_and_what_cannot_be_read_stays(tmp_path: Path, rewrite) -> None:
    made = workshop(tmp_path / "data")
    rewrite(OWLS, name="corpus/deep/er/a.jsonl")
    gone = rewrite(BATS, name="corpus/deep/b.jsonl")
    spoilt = rewrite(NEWTS, name="corpus/c.jsonl")
    assert made.ingest([tmp_path / "corpus"]).added == 3
    gone.unlink()
    spoilt.write_bytes(b"\x00\x01\x02\x00" * 50)
    report = made.ingest([tmp_path / "corpus"])
    assert counts(report) == {"removed": 1, "rejected": 1}
    assert set(abstracts(made)) == {OWLS, NEWTS}


def test_two_papers_of_one_title_are_both_found(tmp_path: Path, rewrite) -> None:
    made = workshop(tmp_path / "data")
    made.ingest([rewrite({"title": "A Survey", "abstract": OWLS}, {"title": "A Survey", "abstract": "Proteins fold by other laws."})])
    assert len(abstracts(made)) == 2


def test_a_corpus_of_one_s_own_says_what_of_it_was_rejected(tmp_path: Path, rewrite, caplog: pytest.LogCaptureFixture) -> None:
    made = workshop(tmp_path / "data", rewrite(OWLS, {"title": "B"}))
    made.ensure()
    assert abstracts(made) == [OWLS]
    assert "line 2: the record has no abstract" in caplog.text


def test_keywords_and_doi_are_stored(tmp_path: Path, rewrite) -> None:
    made = workshop(tmp_path / "data")
    made.ingest([rewrite({"abstract": OWLS, "doi": "https://doi.org/10.5555/ABC", "keywords": "owls; night"})])
    (paper,) = workshop(tmp_path / "data").open().papers.values()
    assert (paper.doi, paper.keywords, paper.url) == ("10.5555/abc", ("owls", "night"), "https://doi.org/10.5555/ABC")
    stored = json.loads((made.open().folder / "manifest.json").read_text())
    assert stored["sources"] == [paper.source.path]


CHANGES: dict[str, Callable[[Path], object]] = {
    "another abstract of equal length under its old date": lambda file: redated(file, file.read_bytes().replace(b"night", b"dusky")),
    "a file more": lambda file: (file.parent / "more.txt").write_text(f"Heading\n\n{NEWTS}\n"),
    "a file less": lambda file: (file.parent / "b.txt").unlink(),
    "facts beside a text": lambda file: (file.parent / "papers.csv").write_text("file,n,title\nb.txt,1,Bats at Dusk\n"),
    "a file under another name": lambda file: file.rename(file.parent / "renamed.jsonl"),
}


def redated(file: Path, content: bytes) -> None:
    times = file.stat()
    file.write_bytes(content)
    os.utime(file, ns=(times.st_atime_ns, times.st_mtime_ns))


def stored(data: Path, corpus: Path) -> list[tuple[str, str, str]]:
    """Abstracts, titles and files, as the next start sees them."""
    made = workshop(data, corpus)
    made.ensure()
    return sorted((paper.abstract, paper.title, paper.source.file) for paper in made.open().papers.values())


@pytest.mark.parametrize("change", CHANGES)
def test_every_change_of_a_corpus_of_one_s_own_is_taken_up_at_the_next_start(change: str, tmp_path: Path, rewrite) -> None:
    file = rewrite(OWLS)
    (file.parent / "b.txt").write_text(f"Heading\n\n{BATS}\n")
    before = stored(tmp_path / "data", file.parent)
    CHANGES[change](file)
    after = stored(tmp_path / "data", file.parent)
    assert after != before
    assert after == stored(tmp_path / "anew", file.parent)


def test_a_corpus_of_one_s_own_is_read_once_while_it_stays_the_same(
    tmp_path: Path, rewrite, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = rewrite(OWLS, {"title": "B"})
    before = stored(tmp_path / "data", file)
    assert caplog.text.count("the record has no abstract") == 1
    assert stored(tmp_path / "data", file) == before
    assert caplog.text.count("the record has no abstract") == 1
    # Records are judged by the settings too.
    monkeypatch.setenv("ASSISTANT_CORPUS__MAX_ABSTRACT", "1000")
    assert stored(tmp_path / "data", file) == before
    assert caplog.text.count("the record has no abstract") == 2


@pytest.mark.parametrize("name", ["papers.jsonl", "passages.jsonl", "manifest.json", "chroma/chroma.sqlite3", "../CURRENT"])
def test_a_damaged_index_of_a_corpus_that_stayed_the_same_is_made_anew(name: str, tmp_path: Path, rewrite) -> None:
    file = rewrite(OWLS, BATS)
    before = stored(tmp_path / "data", file)
    made = workshop(tmp_path / "data", file)
    damaged = made.generations.folder / "generation-000001" / name
    damaged.write_bytes(b"\xff" * damaged.stat().st_size)
    assert stored(tmp_path / "data", file) == before


@pytest.mark.parametrize("question", ["Compare OpenGU and TraffiDent.", "list the orals", "What is LanternNet?"])
def test_a_question_during_which_a_new_generation_comes_is_read_and_answered_from_the_old_one(
    question: str, tiny: Assistant, opened: Assistant
) -> None:
    generations = itertools.chain([tiny.index], itertools.repeat(opened.index))
    changing = Pipeline(tiny.settings, lambda: next(generations))
    answer = changing.ask(question)
    assert (answer.text, answer.looked_at) == ((before := tiny.ask(question)).text, before.looked_at)
