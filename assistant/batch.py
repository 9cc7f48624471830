"""A JSONL file of questions → a JSONL file of answers, in one process; a bad line is reported and does not stop the rest."""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from assistant.errors import AssistantError, ConfigurationError
from assistant.pipeline import Pipeline
from assistant.serialization import answer_object
from assistant.types import Turn


@dataclass(frozen=True, slots=True)
class BatchReport:
    """How many lines were answered, and what was wrong with the others."""

    answered: int
    problems: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class _Line:
    id: str
    question: str
    history: tuple[Turn, ...]


def answer_file(
    assistant: Pipeline, source: Path, target: Path, report: Callable[[int, int], None] = lambda done, total: None
) -> BatchReport:
    """Answer every line of `source`; `target` appears whole, when all are done, or not at all.

    Args:
        assistant: answers.
        source: lines `{"id", "question", "history"?}`.
        target: one output object a line, with the same id, in the same order.
        report: told how many of how many lines are done.

    Raises:
        ConfigurationError: `source` cannot be read or `target` cannot be written.
    """
    try:
        lines = source.read_bytes().split(b"\n")
    except OSError as error:
        raise ConfigurationError(f"{source} cannot be read ({error.strerror}).", "Check the path.") from None
    numbered = [(n, line) for n, line in enumerate(lines, 1) if line.strip()]
    problems: list[str] = []
    answered = 0
    partial = target.with_name(target.name + ".part")
    try:
        with partial.open("w", encoding="utf-8", errors="surrogatepass") as out:
            for done, (n, content) in enumerate(numbered, 1):
                try:
                    line = _parse(content)
                    answer = assistant.ask(line.question, line.history, id=line.id)
                    out.write(json.dumps({**answer_object(answer), "id": line.id}, ensure_ascii=False) + "\n")
                    answered += 1
                except (AssistantError, ValueError) as error:
                    problems.append(f"{source}, line {n}: {error}")
                report(done, len(numbered))
        os.replace(partial, target)
    except OSError as error:
        raise ConfigurationError(f"{target} cannot be written ({error.strerror}).", "Give another --out.") from None
    return BatchReport(answered, tuple(problems))


def _parse(content: bytes) -> _Line:
    try:
        data: Any = json.loads(content.decode("utf-8-sig"))
    except UnicodeDecodeError:
        raise ValueError("not UTF-8") from None
    except json.JSONDecodeError as error:
        raise ValueError(f"not JSON ({error.msg})") from None
    if not isinstance(data, dict) or not isinstance(data.get("question"), str):
        raise ValueError('not an object with a text "question"')
    if not isinstance(data.get("id", ""), str | int):
        raise ValueError('"id" is neither text nor a number')
    return _Line(str(data.get("id", "")), data["question"], tuple(_turns(data.get("history") or [])))


def _turns(history: Any) -> Iterator[Turn]:
    if not isinstance(history, list):
        raise ValueError('"history" is not a list')
    for turn in history:
        if not isinstance(turn, dict) or turn.get("role") not in ("user", "assistant") or not isinstance(turn.get("content"), str):
            raise ValueError('"history" holds something that is not {"role": "user" or "assistant", "content": text}')
        yield Turn(turn["role"], turn["content"])
