"""Documents of a benchmark → an index of their own in a data folder of their own, which later runs find again."""

from __future__ import annotations

import hashlib
import json
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

from assistant import Assistant, Progress, Settings
from assistant.corpus.identity import paper_id
from assistant.corpus.records import stored_text

from ..errors import RunError
from ..files import write_whole
from .folder import Document

PAPERS = "papers.jsonl"
_BUILT = "built.json"
# An ingest keeps nothing when it is killed, but copies the vectors of the one before it: a kill costs one step at most.
STEP = 1000


@dataclass(frozen=True)
class Collection:
    """Documents as the assistant reads them.

    `rows` are lines of JSON; `documents` gives the ids behind a paper, several where texts are the same; `untold` are the
    ids of documents without title and text, which are left out; the title of those in `only_title` stands for their text.
    """

    rows: tuple[str, ...]
    documents: dict[str, tuple[str, ...]]
    untold: tuple[str, ...]
    only_title: tuple[str, ...]

    @property
    def doubled(self) -> int:
        """Documents whose text another one has as well."""
        return sum(len(ids) - 1 for ids in self.documents.values())

    @property
    def fingerprint(self) -> str:
        """8 hex digits."""
        return hashlib.sha256("".join(self.rows).encode()).hexdigest()[:8]


@dataclass(frozen=True)
class Home:
    """Where a collection's index lies, and how many seconds its making took, which may have been another day."""

    folder: Path
    papers: int
    seconds: float

    def open(self, settings: Settings) -> Assistant:
        """The assistant over the collection."""
        return Assistant.open(self.folder / PAPERS, settings=settings.model_copy(update={"data_dir": self.folder}))


def collect(documents: Sequence[Document]) -> Collection:
    """Documents as papers; one without text is known by its title, one without both is left out."""
    rows: dict[str, str] = {}
    ids: dict[str, list[str]] = {}
    untold, only_title = [], []
    for document in documents:
        abstract = document.text if document.text.strip() else document.title
        if not abstract.strip():
            untold.append(document.id)
            continue
        if abstract != document.text:
            only_title.append(document.id)
        paper = paper_id(stored_text(abstract))
        ids.setdefault(paper, []).append(document.id)
        rows.setdefault(paper, json.dumps({"title": document.title, "abstract": abstract}, ensure_ascii=False) + "\n")
    if not rows:
        raise RunError("No document has a title or a text.", "Check corpus.jsonl.")
    return Collection(tuple(rows.values()), {paper: tuple(names) for paper, names in ids.items()}, tuple(untold), tuple(only_title))


def build(name: str, collection: Collection, below: Path, settings: Settings, report: Callable[[Progress], None], step: int = STEP) -> Home:
    """Index a collection, or find its index as it was left.

    Args:
        name: of the benchmark, for the folder's name.
        collection: what to index.
        below: the folder for all benchmarks' data folders.
        settings: encoders and chunking.
        report: told about progress.
        step: documents that are indexed before the next ones are begun.

    Raises:
        RunError: the folder cannot be written.
        AssistantError: a document or an encoder failed.
    """
    folder = below / f"{name}-{collection.fingerprint}"
    settings = settings.model_copy(update={"data_dir": folder})
    total = len(collection.rows)
    try:
        folder.mkdir(parents=True, exist_ok=True)
        written = _count(folder / PAPERS)
        seconds = _seconds(folder)
        for end in (*range(step, total, step), total):
            if end < written:
                continue
            write_whole(folder / PAPERS, "".join(collection.rows[:end]))
            start = time.perf_counter()
            before = _generations(folder)
            Assistant.open(folder / PAPERS, settings=settings, report=report)
            if _generations(folder) != before:
                # A whole index that is made anew was made with other encoders: the old time is of no interest.
                seconds = (0.0 if written == total else seconds) + time.perf_counter() - start
                write_whole(folder / _BUILT, json.dumps({"papers": end, "seconds": round(seconds, 1)}) + "\n")
    except OSError as error:
        raise RunError(f"{folder}: cannot be written ({error.strerror}).", "Choose another folder with --index.") from None
    return Home(folder, total, seconds)


def _count(path: Path) -> int:
    return path.read_bytes().count(b"\n") if path.is_file() else 0


def _seconds(folder: Path) -> float:
    path = folder / _BUILT
    return float(json.loads(path.read_text("utf-8"))["seconds"]) if path.is_file() else 0.0


def _generations(folder: Path) -> list[str]:
    return [path.read_text("utf-8") for path in sorted(folder.glob("indexes/*/CURRENT"))]
