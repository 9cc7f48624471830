"""`assistant ask` and `assistant search`: the contract that scripts rely on."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from endpoint import KEY, Endpoint, fails
from terminal import run

from assistant import Assistant

PAPER = {"n": int, "paper_id": str, "title": str, "url": str, "source": dict, "score": float}
CITATION = {"n": int, "paper_id": str, "quote": str, "start": int, "end": int, "status": str}
ANSWER = {
    "id": str, "question": str, "kind": str, "answer": str, "abstained": bool, "papers": list, "borderline": list, "citations": list,
    "model": str, "timings_ms": dict,
}  # fmt: skip


def has(value: dict[str, Any], types: dict[str, type]) -> bool:
    return all(type(value[name]) is kind for name, kind in types.items())


def check_answer(found: dict[str, Any], papers: dict) -> None:
    """The object has the contract's keys and types, and its citations are slices of the papers it names."""
    assert has(found, ANSWER)
    assert found["kind"] in ("specific", "list", "compare", "other")
    for paper in found["papers"] + found["borderline"]:
        assert has(paper, PAPER)
        assert 0 <= paper["score"] <= 1
        assert paper["source"] == {"file": papers[paper["paper_id"]].source.file, "n": papers[paper["paper_id"]].source.n}
    numbers = {paper["n"]: paper["paper_id"] for paper in found["papers"] + found["borderline"]}
    assert sorted(numbers) == list(range(1, len(numbers) + 1))
    for citation in found["citations"]:
        assert has(citation, CITATION)
        assert citation["status"] in ("supported", "partial")
        assert numbers[citation["n"]] == citation["paper_id"]
        assert citation["quote"] == papers[citation["paper_id"]].abstract[citation["start"] : citation["end"]]
    assert all(type(value) in (int, float) and value >= 0 for value in found["timings_ms"].values())
    assert "total" in found["timings_ms"]


def test_json_on_stdout_is_one_object_with_all_of_the_contract_s_keys_and_gradio_stays_away(opened: Assistant) -> None:
    done = run("ask", "Which papers study membership inference?", "--json", data=opened.settings.data_dir, watched=True)
    assert done.returncode == 0, done.stderr
    assert done.stdout.count(b"\n") == 1
    found = json.loads(done.stdout)
    check_answer(found, opened.papers)
    assert found["question"] == "Which papers study membership inference?"
    assert found["kind"] == "list"
    assert not found["abstained"]
    assert len([paper for paper in found["papers"] if "membership inference" in paper["title"].lower()]) == 2
    assert done.stderr.decode().split() == ["IMPORTED"]


def test_a_readable_answer_names_its_papers_and_where_they_stand(opened: Assistant) -> None:
    done = run("ask", "How does DiffBreak eliminate gradient mismatches?", data=opened.settings.data_dir)
    text = done.stdout.decode()
    assert done.returncode == 0
    assert done.stderr == b""
    assert "the first reliable toolkit for differentiation through DBP" in text
    assert (
        "[1] DiffBreak: Is Diffusion-Based Purification Robust? (000_fb443eff9790f516.txt #1, Main, poster, https://openreview.net/" in text
    )


def test_an_output_that_speaks_no_unicode_still_gets_json_and_bytes_that_are_no_text_do_no_harm(opened: Assistant) -> None:
    done = run(
        "ask", b"papers on \xff\xfe backdoors \xe5\x90\x8e\xe9\x97\xa8?", "--json", data=opened.settings.data_dir, PYTHONIOENCODING="ascii"
    )
    assert done.returncode == 0, done.stderr
    found = json.loads(done.stdout.decode("utf-8"))
    check_answer(found, opened.papers)
    assert "后门" in found["question"]


def test_an_output_that_speaks_no_unicode_gets_readable_text(opened: Assistant) -> None:
    done = run("search", "backdoor attacks", "-k", "95", data=opened.settings.data_dir, PYTHONIOENCODING="ascii")
    assert done.returncode == 0, done.stderr
    assert done.stdout.isascii()
    assert b"?" in done.stdout
    assert len(done.stdout.splitlines()) == 2 * 95


def test_a_corpus_of_one_s_own_is_indexed_once(tiny: Assistant, tiny_file: Path) -> None:
    before = {path: path.stat().st_mtime_ns for path in tiny.index.folder.rglob("*.jsonl")}
    done = run("ask", "How accurate is LanternNet at counting fireflies?", "--corpus", tiny_file, "--json", data=tiny.settings.data_dir)
    found = json.loads(done.stdout)
    check_answer(found, tiny.papers)
    assert found["looked_at"] == 6
    assert {paper["source"]["file"] for paper in found["papers"] + found["borderline"]} == {"tiny.jsonl"}
    assert {path: path.stat().st_mtime_ns for path in tiny.index.folder.parent.rglob("*.jsonl")} == before


def test_a_failing_endpoint_is_one_sentence_in_the_answer_and_never_shows_the_key(opened: Assistant, endpoint: Endpoint) -> None:
    endpoint.script(fails(401, "wrong key"))
    environment = {"OPENAI_API_KEY": KEY, "OPENAI_BASE_URL": endpoint.url, "ASSISTANT_MODEL": "fake"}
    done = run("ask", "How does DiffBreak eliminate gradient mismatches?", "--json", data=opened.settings.data_dir, **environment)
    assert done.returncode == 0
    assert len(endpoint.requests) == 1
    found = json.loads(done.stdout)
    check_answer(found, opened.papers)
    assert found["model"] == "extractive"
    assert "refused the key (401)" in found["answer"]
    assert KEY.encode() not in done.stdout + done.stderr


def test_extractive_asks_no_endpoint_though_one_is_set(tiny: Assistant, tiny_file: Path, here, endpoint: Endpoint) -> None:
    environment = {"OPENAI_API_KEY": KEY, "OPENAI_BASE_URL": endpoint.url, "ASSISTANT_MODEL": "fake"}
    arguments = ("ask", "What is LanternNet?", "--json", "--corpus", tiny_file)
    assert json.loads(here(*arguments, "--extractive", data=tiny.settings.data_dir, **environment).out)["notes"] == []
    assert endpoint.requests == []
    here(*arguments, data=tiny.settings.data_dir, **environment)
    assert len(endpoint.requests) == 1


def test_search_ranks_as_many_papers_as_asked_with_their_best_passages(opened: Assistant, here) -> None:
    done = here("search", "backdoor attacks", "-k", "4", "--json", data=opened.settings.data_dir)
    assert done.code == 0
    assert done.err == ""
    assert done.out.count("\n") == 1
    found = json.loads(done.out)
    assert found["query"] == "backdoor attacks"
    assert [paper["n"] for paper in found["papers"]] == [1, 2, 3, 4]
    for paper in found["papers"]:
        assert has(paper, PAPER)
        passage = paper["passage"]
        assert passage["quote"] == opened.papers[paper["paper_id"]].abstract[passage["start"] : passage["end"]] != ""


@pytest.mark.parametrize("arguments", [
    [], ["ask"], ["ask", "A question?", "--batch", "in.jsonl", "--out", "out.jsonl"], ["ask", "--batch", "in.jsonl"],
    ["ask", "Why?", "--out", "x"], ["ask", "Why?", "--no-such-option"], ["search"], ["search", "x", "-k", "0"],
    ["search", "x", "-k", "many"], ["serve", "--port", "0"], ["serve", "--auth", "nopassword"], ["no-such-command"],
])  # fmt: skip
def test_wrong_usage_is_exit_code_2(arguments: list[str], here) -> None:
    done = here(*arguments)
    assert done.code == 2
    assert "Traceback" not in done.err


@pytest.mark.parametrize("command", ["", "ask", "search", "ingest", "status", "serve"])
def test_help_says_what_a_command_does_and_what_its_options_mean(command: str, here) -> None:
    done = here(*([command] if command else []), "--help")
    assert done.code == 0
    options = [line.strip() for line in done.out.splitlines() if line.strip().startswith("-")]
    assert options
    assert all(len(line.split()) > 2 for line in options if "--help" not in line)


FAILURES: dict[str, tuple[list[str], dict[str, str], str]] = {
    "a setting": (["ask", "Why?"], {"ASSISTANT_THREADS": "many"}, "threads"),
    "an address": (["ask", "Why?"], {"OPENAI_BASE_URL": "localhost/v1"}, "OPENAI_BASE_URL"),
    "a missing corpus": (["ask", "Why?", "--corpus", "no-such.txt"], {}, "no-such.txt"),
    "an unknown encoder": (["ask", "Why?"], {"ASSISTANT_EMBEDDING": "magic"}, "magic"),
    "a folder that is a file": (["ask", "Why?", "--data-dir", __file__], {}, "test_ask_command.py"),
}


@pytest.mark.parametrize("name", FAILURES)
def test_a_failure_is_exit_code_1_and_one_line_with_the_cause(name: str, here, tmp_path: Path) -> None:
    arguments, environment, cause = FAILURES[name]
    done = here(*arguments, data=tmp_path, **environment)
    assert done.failed_plainly
    assert cause in done.err


def test_another_chunking_than_the_index_s_is_a_failure_with_the_remedy(opened: Assistant, here) -> None:
    done = here("ask", "Why?", data=opened.settings.data_dir, ASSISTANT_CHUNKING__MAX_CHARACTERS="500")
    assert done.failed_plainly
    assert "assistant ingest --rebuild" in done.err


def test_an_empty_question_is_a_failure_that_says_so(opened: Assistant, here) -> None:
    for question in ("", "  "):
        done = here("ask", question, data=opened.settings.data_dir)
        assert done.failed_plainly
        assert "question is empty" in done.err


def test_options_set_conditions_which_json_and_text_name(opened: Assistant, here) -> None:
    arguments = ("ask", "list all papers", "--decision", "ORAL", "--decision", "spotlight", "--track", "main", "--year", "2020-2025")
    found = json.loads(here(*arguments, "--json", data=opened.settings.data_dir).out)
    assert len(found["papers"]) == 19
    assert [(each["field"], each["values"]) for each in found["conditions"][0]] == [
        ("year", ["2020-2025"]), ("track", ["Main"]), ("decision", ["oral", "spotlight"]),
    ]  # fmt: skip
    said = "19 of the 95 papers meet the conditions (year: 2020 to 2025; track: Main; decision: oral or spotlight):"
    assert here(*arguments, data=opened.settings.data_dir).out.startswith(said)
    ranked = here("search", "privacy", "-k", "95", "--json", "--decision", "oral", data=opened.settings.data_dir)
    assert len(json.loads(ranked.out)["papers"]) == 2


@pytest.mark.parametrize("command", ["ask", "search"])
def test_a_value_that_no_paper_has_is_a_failure_that_names_those_there_are(command: str, opened: Assistant, here) -> None:
    done = here(command, "privacy", "--decision", "reject", data=opened.settings.data_dir)
    assert done.failed_plainly
    assert "There are: oral, poster, spotlight." in done.err


@pytest.mark.parametrize(
    ("form", "starts"), [("bibtex", "@inproceedings{"), ("csv", '"n","title"'), ("markdown", "# Which"), ("json", "{")]
)
def test_ask_prints_the_papers_for_other_programs_and_nothing_else(opened: Assistant, form: str, starts: str) -> None:
    question = "Which papers study membership inference?"
    done = run("ask", question, "--format", form, data=opened.settings.data_dir, PYTHONIOENCODING="ascii")
    assert done.returncode == 0
    out = done.stdout.decode()
    assert out.startswith(starts)
    assert "Johan Östman" in out or form == "markdown"
    assert "Practical Bayes-Optimal Membership Inference Attacks" in out


def test_a_form_of_export_goes_without_json_and_batch() -> None:
    assert run("ask", "Q?", "--json", "--format", "csv").returncode == 2
    assert run("ask", "Q?", "--format", "xml").returncode == 2
