"""A JSONL file of questions → a JSONL file of answers, in one process; a bad line is reported and does not stop the rest."""

from __future__ import annotations

import errno
import json
import os
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, TextIO

from assistant.errors import ConfigurationError
from assistant.pipeline import Pipeline
from assistant.question import Given
from assistant.serialization import answer_object
from assistant.types import NO_FILTERS, Filters, Turn


@dataclass(frozen=True, slots=True)
class BatchReport:
    """How many lines were answered, and what was wrong with the others."""

    answered: int
    problems: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class _Line:
    id: str | int
    question: str
    history: tuple[Turn, ...]
    filters: Mapping[str, Given] = field(default_factory=dict)


def answer_file(
    assistant: Pipeline,
    source: Path,
    target: Path,
    report: Callable[[int, int], None] = lambda done, total: None,
    filters: Filters = NO_FILTERS,
) -> BatchReport:
    """Answer every line of `source`; `target` appears whole, when all are done, or not at all.

    Args:
        assistant: answers.
        source: lines `{"id", "question", "history"?, "filters"?}`; `filters` as in `{"year": ["2020-2022"], "author": "Doe"}`.
        target: one output object a line, with the same id, in the same order.
        report: told how many of how many lines are done.
        filters: conditions that hold for every line, beside its own.

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
    try:
        with _whole(target) as out:
            for done, (n, content) in enumerate(numbered, 1):
                try:
                    line = _parse(content)
                    conditions = filters.also(assistant.where(**line.filters)) if line.filters else filters
                    answer = assistant.ask(line.question, line.history, id=str(line.id), filters=conditions)
                except Exception as error:  # whatever one question does must not cost the others their answers
                    problems.append(f"{source}, line {n}: {error}")
                else:
                    out.write(json.dumps({**answer_object(answer), "id": line.id or answer.id}, ensure_ascii=False) + "\n")
                    answered += 1
                report(done, len(numbered))
    except OSError as error:
        raise ConfigurationError(f"{target} cannot be written ({error.strerror}).", "Give another --out.") from None
    return BatchReport(answered, tuple(problems))


@contextmanager
def _whole(target: Path) -> Iterator[TextIO]:
    """A file that takes the place of `target` at the end; a terminal or a pipe is written as it is."""
    if target.is_dir():
        raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR))
    in_place = target.exists() and not target.is_file()
    partial = target if in_place else target.parent / f"{target.name}.part"
    # Half of a surrogate pair becomes its escape, so that the line stays JSON.
    with partial.open("w", encoding="utf-8", errors="backslashreplace") as out:
        yield out
    if not in_place:
        os.replace(partial, target)


def _parse(content: bytes) -> _Line:
    try:
        data: Any = json.loads(content.decode("utf-8-sig"))
    except UnicodeDecodeError:
        raise ValueError("not UTF-8") from None
    except (ValueError, RecursionError) as error:
        raise ValueError(f"not JSON ({getattr(error, 'msg', type(error).__name__)})") from None
    if not isinstance(data, dict) or not isinstance(data.get("question"), str):
        raise ValueError('not an object with a text "question"')
    if not isinstance(data.get("id", ""), str | int):
        raise ValueError('"id" is neither text nor a number')
    filters = data.get("filters") or {}
    if not isinstance(filters, dict) or not all(_is_given(value) for value in filters.values()):
        raise ValueError('"filters" is not an object of texts, numbers or lists of them')
    return _Line(data.get("id", ""), data["question"], tuple(_turns(data.get("history") or [])), filters)


def _is_given(value: Any) -> bool:
    values = value if isinstance(value, list) else [value]
    return all(isinstance(each, str | int) and not isinstance(each, bool) for each in values)


def _turns(history: Any) -> Iterator[Turn]:
    if not isinstance(history, list):
        raise ValueError('"history" is not a list')
    for turn in history:
        if not isinstance(turn, dict) or turn.get("role") not in ("user", "assistant") or not isinstance(turn.get("content"), str):
            raise ValueError('"history" holds something that is not {"role": "user" or "assistant", "content": text}')
        papers, apart = (_ids(turn.get(name)) for name in ("papers", "borderline"))
        yield Turn(turn["role"], turn["content"], papers, apart)


def _ids(shown: Any) -> tuple[str, ...]:
    """Ids of the papers that a turn showed: texts, or objects as an answer's output line has them."""
    ids = [paper.get("paper_id") if isinstance(paper, dict) else paper for paper in shown] if isinstance(shown, list) else []
    return tuple(paper_id for paper_id in ids if isinstance(paper_id, str))
