"""A sentence → a question that a language model wrote about it and that passed its own check; see prompt.md."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from string import Template
from typing import Literal, NamedTuple

from assistant import ChatModelError, Progress, Turn
from assistant.models.yes_no import YesNoChat

from .papers import ReadPaper, ReadPapers, Search, Text
from .specific import Asked, is_clear, is_sound, one_fact
from .storage import Draft, folded

_TEXT = Path(__file__).with_name("prompt.md").read_text("utf-8")
_PROMPTS = {part: Template(text.strip()) for part, text in re.findall(r"^## (\w+: \w+)\n(.+?)(?=^## |\Z)", _TEXT, re.M | re.S)}
# Changes with any character of the prompts.
FINGERPRINT = f"draft-v{re.findall(r'^version: ([0-9]+)$', _TEXT, re.M)[0]}-{hashlib.sha256(_TEXT.encode()).hexdigest()[:8]}"
_REPLY = re.compile(r"(?:^|\n)\W*(?:question\W*:)?\s*([^\n?]{10,400}\?)(?:.*?\n\W*answer\W*:\s*([^\n]+))?", re.I | re.S)
# Sentences at a time, and tried for one question that is wanted.
_AT_ONCE, _TRIES = 4, 4

Report = Callable[[Progress], None]


class Writing(NamedTuple):
    """What came of it: `broken` and `failed` count questions that broke a rule or failed the check; `problem` ended it."""

    drafts: tuple[Draft, ...]
    broken: int
    failed: int
    problem: str = ""


def written_drafts(
    chat: YesNoChat, sentences: Sequence[tuple[ReadPaper, Text]], papers: ReadPapers, search: Search, count: int, report: Report
) -> Writing:
    """At most `count` questions, four sentences at a time, in their order; what there is is kept when the endpoint fails."""
    kept: dict[str, Draft] = {}
    broken = failed = 0
    problem = ""
    left = list(sentences[: count * _TRIES])
    with ThreadPoolExecutor(_AT_ONCE) as threads:
        while left and len(kept) < count and not problem:
            report(Progress("writing questions", len(kept), count))
            batch, left = left[:_AT_ONCE], left[_AT_ONCE:]
            for job in [threads.submit(_write, chat, paper, sentence, papers, search) for paper, sentence in batch]:
                try:
                    made = job.result()
                except ChatModelError as error:
                    problem = problem or error.cause
                    continue
                if isinstance(made, Draft):
                    kept.setdefault(folded(made.question.text), made)
                broken, failed = broken + (made == "broken"), failed + (made == "failed")
    return Writing(tuple(kept.values())[:count], broken, failed, problem)


def _write(chat: YesNoChat, paper: ReadPaper, sentence: Text, papers: ReadPapers, search: Search) -> Draft | Literal["broken", "failed"]:
    request = _PROMPTS["write: user"].substitute(title=paper.title, sentence=sentence.plain)
    reply = _REPLY.search("".join(chat.stream(_PROMPTS["write: system"].template, [Turn("user", request)])))
    if reply is None:
        return "broken"
    question, answer = (" ".join(text.split()).strip('"“”* ') for text in (reply[1], reply[2] or sentence.plain))
    draft = one_fact(paper, sentence, Asked(question, answer, "written"), f"model: {chat.name}, {FINGERPRINT}")
    if not is_clear(question) or not is_sound(draft, papers):
        return "broken"
    near = next((name for name in search(question) if name != paper.reference), None)

    def answers(text: str) -> bool:
        request = _PROMPTS["check: user"].substitute(text=text, question=question)
        return (chat.verdict(_PROMPTS["check: system"].template, request).yes or 0.0) >= 0.5

    return (
        draft
        if answers(sentence.plain) and not any(answers(other.plain) for other in papers.papers if other.reference == near)
        else "failed"
    )
