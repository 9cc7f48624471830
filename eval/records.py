"""`AnswerRecord`: what one question's answer was, as a line of answers.jsonl; papers by reference."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Any, NamedTuple

from .errors import RunError


class Ranked(NamedTuple):
    """A paper of the ranking and its score."""

    paper: str
    score: float


class Quote(NamedTuple):
    """A citation as the answer showed it."""

    n: int
    paper: str
    quote: str
    start: int
    end: int
    status: str


class Statement(NamedTuple):
    """One statement of an answer.

    `cites` are positions in the record's citations; `out_of_range` counts its markers that name no source.
    """

    text: str
    cites: tuple[int, ...]
    out_of_range: int = 0


@dataclass(frozen=True, slots=True)
class AnswerRecord:
    """An answer, the ranking behind it, and `key`, which stands for everything that made it. `cost` is in US dollars.

    `fell_back` answers are extractive because the language model's endpoint failed.
    """

    id: str
    key: str
    kind: str
    text: str
    abstained: bool
    answerable: float
    ranking: tuple[Ranked, ...]
    papers: tuple[str, ...]
    borderline: tuple[str, ...]
    citations: tuple[Quote, ...]
    model: str
    timings_ms: dict[str, float]
    claims: tuple[Statement, ...] = ()
    tokens_in: int = 0
    tokens_out: int = 0
    cost: float = 0.0
    fell_back: bool = False
    notes: tuple[str, ...] = ()

    @property
    def returned(self) -> tuple[str, ...]:
        """The papers that the answer stands for: none where it abstained."""
        return () if self.abstained else self.papers

    def to_line(self) -> str:
        """One line of JSON."""
        return json.dumps(asdict(self), ensure_ascii=False) + "\n"


def from_fields(fields: dict[str, Any]) -> AnswerRecord:
    """The record of a line's JSON; TypeError or KeyError where it is none."""
    record = AnswerRecord(**fields)
    return replace(
        record,
        ranking=tuple(Ranked(*item) for item in fields["ranking"]),
        papers=tuple(fields["papers"]),
        borderline=tuple(fields["borderline"]),
        citations=tuple(Quote(*item) for item in fields["citations"]),
        notes=tuple(fields["notes"]),
        claims=tuple(Statement(text, tuple(cites), unknown) for text, cites, unknown in fields["claims"]),
    )


class AnswerFile:
    """A file of records that only grows, one line an answer; what a kill left half-written is passed over.

    Args:
        path: the file; it need not exist.
    """

    def __init__(self, path: Path) -> None:
        self.path = path

    def by_key(self) -> dict[str, AnswerRecord]:
        """The records by key; of two with one key the later one."""
        return {record.key: record for record in self._records()}

    def by_id(self) -> dict[str, AnswerRecord]:
        """The records by the question's id; of two with one id the later one."""
        return {record.id: record for record in self._records()}

    def append(self, record: AnswerRecord) -> None:
        """Add a record.

        Raises:
            RunError: the file cannot be written.
        """
        try:
            self.path.parent.mkdir(parents=True, exist_ok=True)
            with self.path.open("ab") as file:
                # A line that a kill cut short must not swallow the next one.
                broken = file.tell() > 0 and not self._ends_in_newline()
                file.write(b"\n" * broken + record.to_line().encode("utf-8", "surrogatepass"))
        except OSError as error:
            raise RunError(f"{self.path}: cannot be written ({error.strerror}).", "Choose another folder with --out.") from None

    def _ends_in_newline(self) -> bool:
        with self.path.open("rb") as file:
            file.seek(-1, 2)
            return file.read() == b"\n"

    def _records(self) -> Iterator[AnswerRecord]:
        if not self.path.is_file():
            return
        for line in self.path.read_bytes().split(b"\n"):
            try:
                yield from_fields(json.loads(line.decode("utf-8", "surrogatepass")))
            except (ValueError, TypeError, KeyError):
                continue
