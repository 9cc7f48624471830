"""labels.jsonl → `Label`s: statements about a quoted sentence, and whether it supports them; and the offline checker's view."""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

from assistant.wiring import bundled_checker

from ..errors import GoldError
from ..gold.corpus import Corpus
from ..gold.reading import lines
from ..gold.rules import misquotes

FILE = Path(__file__).parent / "labels.jsonl"
LABELS = ("supported", "partial", "unsupported")


class Label(NamedTuple):
    """A statement, the sentence it cites, the annotator's judgement, and the kind of fault (or of faithful wording)."""

    id: str
    paper: str
    quote: str
    statement: str
    label: str
    family: str

    @property
    def is_supported(self) -> bool:
        """Whether the sentence supports the whole statement."""
        return self.label == "supported"


def read_labels(corpus: Corpus, path: Path = FILE) -> list[Label]:
    """The labels, in the file's order.

    Raises:
        GoldError: a line is malformed or misquotes; with file and line.
    """
    found: dict[str, Label] = {}
    for where, fields in lines(path):
        try:
            label = Label(**fields)
        except TypeError:
            raise GoldError(f"{where}: the fields are not those of a label.", f"Give {', '.join(Label._fields)}.") from None
        if label.label not in LABELS or not all(isinstance(part, str) and part.strip() for part in label):
            raise GoldError(f"{where}: a field is empty, or the label is unknown.", f"Labels are {', '.join(LABELS)}.")
        if label.id in found:
            raise GoldError(f"{where}: the id {label.id!r} was used before.", "Give it an id of its own.")
        for fault in misquotes(label.paper, label.quote, corpus):
            raise GoldError(f"{where}: {fault}", "Copy the sentence from the abstract.")
        found[label.id] = label
    return list(found.values())


def checker_says(label: Label, corpus: Corpus) -> bool:
    """Whether the offline checker calls the statement supported."""
    return bundled_checker().model.status(checker_score(label, corpus)) == "supported"


def checker_score(label: Label, corpus: Corpus) -> float:
    """The offline checker's probability (0–1) that the sentence supports the statement."""
    paper = corpus.papers[label.paper]
    return bundled_checker().score(label.statement, label.quote, (paper.label, paper.abstract))
