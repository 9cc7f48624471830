"""`assistant ask --batch`: many questions in one process, every bad line reported, the output whole or not at all."""

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest
from terminal import run
from test_ask_command import check_answer

from assistant import Answer, Assistant, ConfigurationError
from assistant.batch import answer_file

TITLE = "**DiffBreak: Is Diffusion-Based Purification Robust?** [1]"
DIFFBREAK = [{"role": "user", "content": "What is DiffBreak?"}, {"role": "assistant", "content": TITLE}]
GOOD = [
    {"id": "specific", "question": "How does DiffBreak eliminate gradient mismatches?"},
    {"id": "list", "question": "Which papers study membership inference?"},
    {"id": 7, "question": "Compare DiffBreak and SNEAKDOOR"},
    {"id": "nothing", "question": "What is the best recipe for sourdough bread?"},
    {"id": "follow-up", "question": "How does it eliminate gradient mismatches?", "history": DIFFBREAK},
    {"id": "中文", "question": "哪些论文研究后门攻击？", "history": []},
]
BAD = [
    b"{oops", b"[]", b'{"id": "x"}', b'{"id": "x", "question": 5}', b'{"id": ["x"], "question": "Why?"}', b'{"id": "x", "question": " "}',
    b'{"id": "x", "question": "Why?", "history": "no"}',
    b'{"id": "x", "question": "Why?", "history": [{"role": "system", "content": "x"}]}',
    b'{"id": "x", "question": "caf\xe9?"}', b"[" * 100_000, b'{"id": "x", "question": "Why?", "n": ' + b"1" * 5000 + b"}",
]  # fmt: skip


def lines(path: Path) -> list[dict]:
    return [json.loads(line) for line in path.read_text("utf-8").splitlines()]


def test_many_questions_are_answered_in_order_and_bad_lines_do_not_stop_the_rest(opened: Assistant, tmp_path: Path) -> None:
    mixed = [json.dumps(GOOD[0]).encode(), *BAD, b"", *(json.dumps(good, ensure_ascii=False).encode() for good in GOOD[1:])]
    (tmp_path / "in.jsonl").write_bytes(b"\xef\xbb\xbf" + b"\r\n".join(mixed))
    done = run("ask", "--batch", tmp_path / "in.jsonl", "--out", tmp_path / "out.jsonl", data=opened.settings.data_dir)
    assert done.returncode == 0
    assert done.stdout == b""
    found = lines(tmp_path / "out.jsonl")
    assert [answer["id"] for answer in found] == [good["id"] for good in GOOD]
    for answer, good in zip(found, GOOD, strict=True):
        check_answer({**answer, "id": str(answer["id"])}, opened.papers)
        assert answer["question"] == good["question"]
    assert [answer["abstained"] for answer in found[:4]] == [False, False, False, True]
    assert [answer["kind"] for answer in found[:4]] == ["specific", "list", "compare", "specific"]
    assert found[4]["papers"][0]["title"].startswith("DiffBreak")
    reported = done.stderr.decode()
    assert all(f"in.jsonl, line {n}: " in reported for n in range(2, 2 + len(BAD)))
    assert "Traceback" not in reported
    assert f"{len(GOOD)} answered, {len(BAD)} not" in reported
    assert [path.name for path in tmp_path.iterdir() if path.name.startswith("out")] == ["out.jsonl"]


class Counting:
    """Answers nothing; counts how often it was asked."""

    def __init__(self) -> None:
        self.asked = 0

    def ask(self, text: str, history: object, **named: str) -> Answer:
        self.asked += 1
        if text == "break":
            raise TypeError("a fault nobody thought of")
        return Answer(named["id"] or "made-up", text, "specific", "-", True, (), (), (), "none", {"total": 1.0})


@pytest.fixture
def counting(monkeypatch: pytest.MonkeyPatch) -> Counting:
    """What the command line opens instead of an index."""
    assistant = Counting()
    monkeypatch.setattr("assistant.cli._open", lambda *arguments, **options: assistant)
    return assistant


def test_a_batch_of_nothing_but_bad_lines_is_a_failure(counting: Counting, here, tmp_path: Path) -> None:
    (tmp_path / "in.jsonl").write_text("{oops\n")
    done = here("ask", "--batch", tmp_path / "in.jsonl", "--out", tmp_path / "out.jsonl")
    assert done.code == 1
    assert done.out == ""
    assert "in.jsonl, line 1: not JSON" in done.err


def test_an_output_that_cannot_be_written_is_one_line(counting: Counting, here, tmp_path: Path) -> None:
    (tmp_path / "in.jsonl").write_text(json.dumps(GOOD[0]))
    done = here("ask", "--batch", tmp_path / "in.jsonl", "--out", tmp_path / "no" / "out.jsonl")
    assert done.failed_plainly
    assert "out.jsonl cannot be written" in done.err


@pytest.mark.parametrize("target", [".", "no/such/out.jsonl", "in.jsonl/out.jsonl"])
def test_no_question_is_answered_for_an_output_that_cannot_be_written(target: str, tmp_path: Path) -> None:
    (tmp_path / "in.jsonl").write_text(json.dumps(GOOD[0]))
    assistant = Counting()
    with pytest.raises(ConfigurationError, match="cannot be written"):
        answer_file(assistant, tmp_path / "in.jsonl", tmp_path / target)
    assert assistant.asked == 0


@pytest.mark.parametrize("source", ["missing.jsonl", "."])
def test_an_input_that_cannot_be_read_is_an_error(source: str, tmp_path: Path) -> None:
    with pytest.raises(ConfigurationError, match="cannot be read"):
        answer_file(Counting(), tmp_path / source, tmp_path / "out.jsonl")
    assert not (tmp_path / "out.jsonl").exists()


def test_an_unforeseen_fault_costs_one_answer_only(tmp_path: Path) -> None:
    (tmp_path / "in.jsonl").write_text("\n".join(json.dumps({"id": n, "question": text}) for n, text in enumerate(["a", "break", "c"], 1)))
    report = answer_file(Counting(), tmp_path / "in.jsonl", tmp_path / "out.jsonl")
    assert report.answered == 2
    assert len(report.problems) == 1
    assert "line 2" in report.problems[0]
    assert [answer["id"] for answer in lines(tmp_path / "out.jsonl")] == [1, 3]


def test_a_line_without_an_id_gets_one(tmp_path: Path) -> None:
    (tmp_path / "in.jsonl").write_text('{"question": "a"}\n')
    answer_file(Counting(), tmp_path / "in.jsonl", tmp_path / "out.jsonl")
    assert lines(tmp_path / "out.jsonl")[0]["id"] == "made-up"


def test_an_interrupted_batch_leaves_the_output_of_the_last_one(tmp_path: Path) -> None:
    class Interrupted(Counting):
        def ask(self, text: str, history: object, **named: str) -> Answer:
            raise KeyboardInterrupt

    (tmp_path / "in.jsonl").write_text(json.dumps(GOOD[0]))
    (tmp_path / "out.jsonl").write_text("the last one")
    with pytest.raises(KeyboardInterrupt):
        answer_file(Interrupted(), tmp_path / "in.jsonl", tmp_path / "out.jsonl")
    assert (tmp_path / "out.jsonl").read_text() == "the last one"


def test_the_output_may_be_a_pipe_or_a_device(tmp_path: Path) -> None:
    (tmp_path / "in.jsonl").write_text(json.dumps(GOOD[0]))
    device = Path(os.devnull)
    assert answer_file(Counting(), tmp_path / "in.jsonl", device).answered == 1
    # Written to, and not replaced by a file of that name.
    assert not device.is_file()


def test_answers_do_not_overwrite_their_questions(tmp_path: Path, tiny: Assistant) -> None:
    questions = tmp_path / "questions.jsonl"
    questions.write_text('{"id": 1, "question": "Why?"}\n')
    done = run("ask", "--batch", questions, "--out", questions, data=tiny.settings.data_dir)
    assert done.returncode == 2
    assert b"overwrite" in done.stderr
    assert questions.read_text() == '{"id": 1, "question": "Why?"}\n'


def test_conditions_of_a_line_and_of_the_options_hold_together(opened: Assistant, here, tmp_path: Path) -> None:
    questions = [
        {"id": "own", "question": "list all papers", "filters": {"decision": ["oral", "spotlight"], "year": 2025}},
        {"id": "none", "question": "list the orals"},
        {"id": "unknown", "question": "list the orals", "filters": {"year": 1999}},
        {"id": "odd", "question": "list the orals", "filters": {"year": {"from": 1}}},
    ]
    (tmp_path / "in.jsonl").write_text("".join(json.dumps(line) + "\n" for line in questions))
    done = here("ask", "--batch", tmp_path / "in.jsonl", "--out", tmp_path / "out.jsonl", "--track", "MAIN", data=opened.settings.data_dir)
    assert [(answer["id"], len(answer["papers"])) for answer in lines(tmp_path / "out.jsonl")] == [("own", 19), ("none", 1)]
    assert "line 3: No paper has the year '1999'. There is: 2025." in done.err
    assert 'line 4: "filters" is not an object' in done.err
