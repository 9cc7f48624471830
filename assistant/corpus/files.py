"""Paths, folders and patterns → the files behind them with their formats, and what of a folder is passed over."""

from __future__ import annotations

import glob
import os
import stat
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from assistant.corpus.decoding import STDIN
from assistant.errors import CorpusError
from assistant.types import Rejection

ENDINGS = {
    ".txt": "text", ".jsonl": "jsonl", ".ndjson": "jsonl", ".json": "json", ".csv": "csv", ".tsv": "csv", ".tab": "csv",
    ".bib": "bibtex", ".bibtex": "bibtex", ".ris": "ris", ".pdf": "pdf",
}  # fmt: skip
METADATA_FILE = "papers.csv"
_READ = "Give text, JSONL, JSON, CSV, BibTeX, RIS or PDF (docs/ingestion.md), or name the format with --format."


@dataclass(frozen=True)
class Found:
    """A file to be read."""

    path: Path
    format: str


@dataclass
class Files:
    """What stands behind the paths: files in order, folders that were looked through, and what is not read."""

    found: list[Found] = field(default_factory=list)
    folders: set[str] = field(default_factory=set)
    passed_over: list[Path] = field(default_factory=list)
    unreadable: list[Rejection] = field(default_factory=list)


def format_of(path: Path) -> str:
    """The format that a file's ending tells, also before .gz; empty for any other ending."""
    name = path.name.lower().removesuffix(".gz")
    return ENDINGS.get(Path(name).suffix, "")


def expand(paths: Sequence[Path], format: str = "") -> Files:  # noqa: A002
    """The files behind `paths`: a folder stands for what is in and below it, a pattern for what it matches.

    Raises:
        CorpusError: a path does not exist, a folder or pattern gives nothing that is read, or a named file has another ending.
    """
    files = Files()
    for path in paths:
        try:
            _add(files, path, format)
        except OSError as error:
            raise CorpusError(f"{path}: cannot be read ({error.strerror}).", "Check the path.") from None
        except ValueError:
            raise CorpusError(f"{str(path)!r}: no path.", "Check the path.") from None
    first: dict[Path, Found] = {}
    for found in files.found:
        first.setdefault(found.path, found)
    files.found = list(first.values())
    return files


def _add(files: Files, path: Path, format: str) -> None:  # noqa: A002
    if path == STDIN:
        if not format:
            raise CorpusError("-: standard input has no ending that tells its format.", "Name it: assistant ingest - --format jsonl.")
        files.found.append(Found(STDIN, format))
    elif path.is_dir():
        _add_folder(files, path, format)
    elif path.exists():
        known = format or format_of(path)
        if not known:
            raise CorpusError(f"{path}: files ending in {path.suffix or 'nothing'} are not read.", _READ)
        # A shell's <(…) is a pipe, and has no other name.
        files.found.append(Found(_real(path) if path.is_file() else path, known))
    else:
        matches = sorted(glob.glob(str(path), recursive=True)) if glob.has_magic(str(path)) else []
        if not matches:
            raise CorpusError(f"{path}: there is no such file.", "Check the path.")
        before = len(files.found)
        for match in map(Path, matches):
            if match.is_dir() or format or format_of(match):
                _add(files, match, format)
            else:
                files.passed_over.append(match)
        if len(files.found) == before:
            raise CorpusError(f"{path}: no file that it matches is read.", _READ)


def _add_folder(files: Files, folder: Path, format: str) -> None:  # noqa: A002
    files.folders.add(str(_real(folder)))
    inside = False
    for path in _below(folder, files, set()):
        known = format_of(path)
        if path.name == METADATA_FILE and is_metadata(path):
            continue
        if known:
            inside = True
            files.found.append(Found(_real(path), format or known))
        else:
            files.passed_over.append(path)
    if not inside and not files.unreadable:
        raise CorpusError(f"{folder}: the folder holds no file that is read.", _READ)


def _real(path: Path) -> Path:
    # Unlike Path.resolve, this does not fail on a link that leads to itself.
    return Path(os.path.realpath(path))


def _below(folder: Path, files: Files, seen: set[tuple[int, int]]) -> Iterator[Path]:
    """Regular files in the order of their names; hidden ones are left out, and a folder that links lead to twice is read once."""
    status = folder.stat()
    if (status.st_dev, status.st_ino) in seen:
        return
    seen.add((status.st_dev, status.st_ino))
    try:
        entries = sorted(folder.iterdir())
    except OSError as error:
        files.unreadable.append(Rejection(str(folder), "", f"the folder cannot be read ({error.strerror}).", "Check its permissions."))
        return
    for path in entries:
        if path.name.startswith("."):
            continue
        try:
            mode = path.stat().st_mode
        except OSError as error:
            files.unreadable.append(
                Rejection(str(path), "", f"cannot be read ({os.strerror(error.errno or 0)}).", "Check the link or its permissions.")
            )
            continue
        if stat.S_ISDIR(mode):
            yield from _below(path, files, seen)
        elif stat.S_ISREG(mode):
            yield path
        else:
            files.passed_over.append(path)


def is_metadata(path: Path) -> bool:
    """Whether a papers.csv holds facts about text files beside it (its header names them by `file` and `n`) and not papers of its own."""
    try:
        with path.open("rb") as file:
            header = file.readline(10_000).decode("utf-8-sig", "replace").lower()
    except OSError:
        return False
    names = {name.strip().strip('"') for name in header.split(",")}
    return {"file", "n"} <= names or ("abstract" not in names and any(path.parent.glob("*.txt")))
