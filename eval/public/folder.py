"""Folder in BEIR's form (Thakur et al. 2021) → `Benchmark`: documents, queries of one split and their judgments."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path

from ..errors import GoldError, RunError
from ..gold.reading import Line, lines
from ..gold.selection import evenly

_SHAPE = "A BEIR folder has corpus.jsonl, queries.jsonl and qrels/SPLIT.tsv."


@dataclass(frozen=True, slots=True)
class Document:
    """One document; title and text may be empty."""

    id: str
    title: str
    text: str


@dataclass(frozen=True, slots=True)
class Query:
    """A question and its relevant documents: id → grade, 1 or more."""

    id: str
    text: str
    relevant: dict[str, int]


@dataclass(frozen=True)
class Benchmark:
    """A collection and the queries of one split that have a relevant document.

    `unanswered` counts the judged queries without one; `absent` are relevant documents that the corpus lacks, which
    count as not found.
    """

    name: str
    split: str
    documents: tuple[Document, ...]
    queries: tuple[Query, ...]
    unanswered: int
    absent: tuple[str, ...]

    def limited(self, count: int) -> Benchmark:
        """The same with at most `count` queries, taken evenly; 0 takes all."""
        return replace(self, queries=tuple(evenly(self.queries, count or len(self.queries))))


def read_benchmark(folder: Path, split: str) -> Benchmark:
    """The benchmark of a folder.

    Raises:
        RunError: the folder or one of its files is missing or malformed; the error names the file and the line.
    """
    documents = read_documents(folder)
    texts = {_id(line): _text(line, "text") for line in objects(folder / "queries.jsonl")}
    judged = _judgments(folder, split)
    if unknown := [query for query in judged if query not in texts]:
        raise RunError(f"{folder / 'queries.jsonl'}: there is no query {unknown[0]!r}, which qrels/{split}.tsv judges.", _SHAPE)
    if blank := [query for query in judged if not texts[query].strip()]:
        raise RunError(f"{folder / 'queries.jsonl'}: the query {blank[0]!r} has no text.", "Correct the line.")
    queries = tuple(Query(name, texts[name], relevant) for name, relevant in judged.items() if relevant)
    if not queries:
        raise RunError(f"{folder / 'qrels' / split}.tsv: no document is relevant to any query.", "Check the third column: 1 or more.")
    known = {document.id for document in documents}
    absent = tuple(dict.fromkeys(name for query in queries for name in query.relevant if name not in known))
    return Benchmark(folder.resolve().name, split, documents, queries, len(judged) - len(queries), absent)


def read_documents(folder: Path) -> tuple[Document, ...]:
    """The documents of corpus.jsonl, in the file's order.

    Raises:
        RunError: the file is missing, empty or malformed, or gives an id twice.
    """
    documents: dict[str, Document] = {}
    for line in objects(folder / "corpus.jsonl"):
        document = Document(_id(line), _text(line, "title"), _text(line, "text"))
        if document.id in documents:
            raise RunError(f"{line.where}: the id {document.id!r} was used before.", "Give every document an id of its own.")
        documents[document.id] = document
    if not documents:
        raise RunError(f"{folder / 'corpus.jsonl'}: there are no documents.", _SHAPE)
    return tuple(documents.values())


def objects(path: Path) -> Iterator[Line]:
    """The objects of a JSONL file.

    Raises:
        RunError: the file cannot be read, or a line is no JSON object.
    """
    if not path.parent.is_dir():
        raise RunError(f"{path.parent}: there is no such folder.", _SHAPE)
    if not path.is_file():
        raise RunError(f"{path}: there is no such file.", _SHAPE)
    try:
        yield from lines(path)
    except GoldError as error:
        raise RunError(error.cause, error.remedy) from None


def _judgments(folder: Path, split: str) -> dict[str, dict[str, int]]:
    """Query id → relevant document id → grade; a query that only has zeros keeps its place, empty."""
    path = folder / "qrels" / f"{split}.tsv"
    try:
        rows = path.read_bytes().decode("utf-8-sig").splitlines()
    except FileNotFoundError:
        found = ", ".join(sorted(file.stem for file in path.parent.glob("*.tsv"))) or "none"
        raise RunError(f"{path}: there is no such file.", f"Give --split with one of those in qrels/: {found}.") from None
    except (OSError, UnicodeDecodeError) as error:
        raise RunError(f"{path}: cannot be read ({error}).", "Save it as UTF-8.") from None
    judged: dict[str, dict[str, int]] = {}
    for number, row in enumerate(rows, 1):
        cells = row.split("\t")
        if not row.strip() or (number == 1 and cells[-1].strip() == "score"):
            continue
        if len(cells) != 3 or not cells[2].strip().removeprefix("-").isdecimal():
            raise RunError(f"{path}, line {number}: not a query, a document and a whole number.", "Part the three with tabs.")
        query, document, grade = cells[0].strip(), cells[1].strip(), int(cells[2])
        relevant = judged.setdefault(query, {})
        if grade > 0:
            relevant[document] = grade
    return judged


def _id(line: Line) -> str:
    value = line.fields.get("_id")
    if not isinstance(value, str | int) or not str(value):
        raise RunError(f"{line.where}: there is no `_id`.", _SHAPE)
    return str(value)


def _text(line: Line, name: str) -> str:
    value = line.fields.get(name) or ""
    if not isinstance(value, str):
        raise RunError(f"{line.where}: `{name}` is not text.", _SHAPE)
    return value
