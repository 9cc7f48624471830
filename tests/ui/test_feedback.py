"""A thumb is one line of JSON."""

from __future__ import annotations

import json
from pathlib import Path

from page_samples import answer, paper

from assistant.types import Citation
from assistant.ui.feedback import write_feedback


def test_every_thumb_is_one_line(tmp_path: Path) -> None:
    path = tmp_path / "new" / "feedback.jsonl"
    write_feedback(path, answer("Two\nlines — 后门", [paper("Text.")]), True)
    write_feedback(path, answer("x"), None)
    first, second = (json.loads(line) for line in path.read_text(encoding="utf-8").splitlines())
    assert (first["liked"], first["text"], first["papers"], first["question"]) == (True, "Two\nlines — 后门", ["p1"], "Q?")
    assert second["liked"] is None


def test_a_line_holds_what_a_gold_question_can_be_made_of(tmp_path: Path) -> None:
    path = tmp_path / "feedback.jsonl"
    cited = Citation(1, "p1", "Text.", 0, 5, "supported")
    write_feedback(path, answer("Text. [1]", [paper("Text.")], [cited], standalone="And Q of A?"), True)
    line = json.loads(path.read_text(encoding="utf-8"))
    assert (line["kind"], line["abstained"], line["standalone"]) == ("specific", False, "And Q of A?")
    assert line["citations"] == [{"paper": "p1", "quote": "Text."}]
