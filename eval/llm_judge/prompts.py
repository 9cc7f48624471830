"""Files of this folder → what the judge is asked, a prompt for each metric."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from string import Template

METRICS = ("faithfulness", "answer_relevance", "context_precision", "context_recall")
_FOLDER = Path(__file__).parent


@dataclass(frozen=True, slots=True)
class JudgePrompt:
    """One metric's prompt; `fingerprint` changes with any character of its file.

    All that does not vary is in `system`, which endpoints keep from one call to the next.
    """

    system: str
    question: Template
    fingerprint: str


@cache
def judge_prompt(metric: str) -> JudgePrompt:
    """The prompt of one of `METRICS`, from the file with its name."""
    text = (_FOLDER / f"{metric}.md").read_text("utf-8")
    system, _, question = text.removeprefix("## system\n").partition("\n## user\n")
    return JudgePrompt(system.strip(), Template(question.strip()), f"{metric}-{hashlib.sha256(text.encode()).hexdigest()[:8]}")
