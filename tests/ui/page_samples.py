"""Papers, answers and assistants for the page's tests."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from assistant.settings import Settings, load_settings
from assistant.types import Answer, Citation, CitedPaper, Delta, Paper, Progress, Source, Turn

Event = Progress | Delta | Answer


def paper(abstract: str, **fields: object) -> Paper:
    values: dict[str, object] = {"id": "p1", "source": Source("seeds.txt", 3), "label": "A title", "title": "A title", **fields}
    return Paper(abstract=abstract, **values)  # type: ignore[arg-type]


def answer(text: str, papers: Sequence[Paper] = (), citations: Sequence[Citation] = (), **fields: object) -> Answer:
    values: dict[str, object] = {
        "id": "a1", "question": "Q?", "kind": "specific", "abstained": False, "borderline": (), "model": "extractive",
        "timings_ms": {"total": 120.0}, "looked_at": 95, **fields,
    }  # fmt: skip
    cited = tuple(CitedPaper(n, each, 0.9) for n, each in enumerate(papers, 1))
    return Answer(text=text, papers=cited, citations=tuple(citations), **values)  # type: ignore[arg-type]


@dataclass
class Scripted:
    """An assistant that says what it is told to, and remembers what it was asked."""

    events: Callable[[str], Iterator[Event]]
    data_dir: Path
    writes: bool = True
    papers: dict[str, Paper] = field(default_factory=dict)
    asked: list[tuple[str, tuple[Turn, ...]]] = field(default_factory=list)
    closed: threading.Event = field(default_factory=threading.Event)

    @property
    def settings(self) -> Settings:
        return load_settings(data_dir=self.data_dir)

    def stream(self, text: str, history: Sequence[Turn] = ()) -> Iterator[Event]:
        self.asked.append((text, tuple(history)))
        try:
            yield from self.events(text)
        finally:
            self.closed.set()

    def ask(self, text: str, history: Sequence[Turn] = ()) -> Answer:
        return [event for event in self.stream(text, history) if isinstance(event, Answer)][-1]

    def answerable(self, text: str, history: Sequence[Turn] = ()) -> bool:
        return True

    def more_like(self, paper_id: str) -> Answer:
        return self.ask(f"like {paper_id}")
