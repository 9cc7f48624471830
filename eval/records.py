"""`AnswerRecord`: what one question's answer was, as a line of answers.jsonl; papers by reference."""

from __future__ import annotations

import json
import math
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

    `asked` is the fingerprint of question and history. `failure` says why an answer is extractive that a language model was
    to write: `endpoint` (it failed) or `reply` (what it sent could not be shown); empty where it is as it should be.
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
    failure: str = ""
    asked: str = ""
    notes: tuple[str, ...] = ()

    @property
    def fell_back(self) -> bool:
        """Whether the endpoint failed, so that the answer says nothing about the model."""
        return self.failure == "endpoint"

    @property
    def returned(self) -> tuple[str, ...]:
        """The papers that the answer stands for: none where it abstained."""
        return () if self.abstained else self.papers

    def to_line(self) -> str:
        """One line of JSON."""
        return json.dumps(asdict(self), ensure_ascii=False) + "\n"


def from_fields(fields: dict[str, Any]) -> AnswerRecord:
    """The record of a line's JSON; TypeError, KeyError or ValueError where it is none."""
    record = replace(
        AnswerRecord(**fields),
        ranking=tuple(Ranked(*item) for item in fields["ranking"]),
        papers=tuple(fields["papers"]),
        borderline=tuple(fields["borderline"]),
        citations=tuple(Quote(*item) for item in fields["citations"]),
        notes=tuple(fields["notes"]),
        claims=tuple(Statement(text, tuple(cites), unknown) for text, cites, unknown in fields["claims"]),
        timings_ms=dict(fields["timings_ms"]),
    )
    texts = [record.id, record.key, record.kind, record.text, record.model, record.failure, record.asked, *record.notes]
    texts += [*record.papers, *record.borderline, *(ranked.paper for ranked in record.ranking), *(claim.text for claim in record.claims)]
    texts += [text for quote in record.citations for text in (quote.paper, quote.quote, quote.status)]
    numbers = [record.answerable, record.cost, *record.timings_ms.values(), *(ranked.score for ranked in record.ranking)]
    counts = [record.tokens_in, record.tokens_out, *(claim.out_of_range for claim in record.claims)]
    counts += [count for quote in record.citations for count in (quote.n, quote.start, quote.end)]
    positions = [position for claim in record.claims for position in claim.cites]
    counts += positions
    if not all(isinstance(text, str) for text in texts) or not isinstance(record.abstained, bool):
        raise TypeError("a field has another type")
    if not all(math.isfinite(number) for number in numbers) or not all(isinstance(count, int) for count in counts):
        raise ValueError("a number is none")
    if not all(position in range(len(record.citations)) for position in positions):
        raise ValueError("a statement cites what is not there")
    return record


class AnswerFile:
    """A file of records that only grows, one line an answer; what a kill left half-written is passed over.

    Args:
        path: the file; it need not exist.
    """

    def __init__(self, path: Path) -> None:
        self.path = path

    def by_key(self) -> dict[str, AnswerRecord]:
        """The records by key; of two with one key the later one."""
        return {record.key: record for record in self.records()}

    def by_id(self) -> dict[str, AnswerRecord]:
        """The records by the question's id; of two with one id the later one."""
        return {record.id: record for record in self.records()}

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

    def records(self) -> Iterator[AnswerRecord]:
        """The records in the order of the file; lines that are damaged are passed over.

        Raises:
            RunError: the file cannot be read.
        """
        if not self.path.exists():
            return
        try:
            content = self.path.read_bytes()
        except OSError as error:
            raise RunError(f"{self.path}: cannot be read ({error.strerror}).", "Check its permissions.") from None
        for line in content.split(b"\n"):
            try:
                yield from_fields(json.loads(line.decode("utf-8", "surrogatepass")))
            except (ValueError, TypeError, KeyError, OverflowError, RecursionError):
                continue
