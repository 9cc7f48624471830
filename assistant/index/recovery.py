"""The folder of an index in any state → the papers that can still be read from it, and what is missing."""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path

from assistant.errors import IndexingError
from assistant.index import records
from assistant.index.generations import CURRENT, PREFIX, Generations
from assistant.index.manifest import FILE
from assistant.types import Paper


@dataclass(frozen=True)
class Recovered:
    """What could be read.

    Args:
        papers: of the newest generation, as far as they are readable.
        older: of the generation before, where papers of the newest may be missing.
        sources: files that the missing papers may come from.
        folder: of the newest generation; None where nothing was ever indexed.
        problem: what is wrong, in a sentence; empty where nothing is.
        expected: how many papers there were; None where that is not known.
    """

    papers: list[Paper]
    older: list[Paper]
    sources: list[str]
    folder: Path | None
    problem: str = ""
    expected: int | None = None


def recover(generations: Generations) -> Recovered:
    """Read what can be read; nothing is written."""
    problem, folder = "", None
    try:
        folder = generations.current()
    except IndexingError as error:
        problem = error.cause
    folders = generations.all()
    if folder is None:
        folder = next((path for path in folders if (path / FILE).is_file()), folders[0] if folders else None)
    if folder is None:
        return Recovered([], [], [], None, problem)
    papers, damaged = records.salvage(folder)
    expected, sources = _promised(folder)
    if problem and _names_another(generations, folder):
        # The newest one is gone altogether; what it had beyond this one, nobody knows.
        expected = None
    short = expected is not None and len(papers) != expected
    if not (damaged or short or (problem and expected is None)):
        return Recovered(papers, [], [], folder, problem, expected)
    problem = problem or f"{folder / records.PAPERS} is damaged."
    older = next((found for path in folders if path != folder and (found := records.salvage(path).papers)), [])
    known = {paper.source.path for paper in (*papers, *older)}
    return Recovered(papers, older, sorted({*sources, *known}), folder, problem, expected)


def _names_another(generations: Generations, folder: Path) -> bool:
    try:
        name = (generations.folder / CURRENT).read_text("utf-8").strip()
    except (OSError, ValueError):
        return False
    return name.startswith(PREFIX) and name != folder.name


def _promised(folder: Path) -> tuple[int | None, list[str]]:
    """How many papers a manifest says there are, and of which files."""
    try:
        data = json.loads((folder / FILE).read_text("utf-8"))
        return int(data["papers"]), [str(path) for path in data.get("sources", [])]
    except (OSError, ValueError, KeyError, TypeError, AttributeError):
        return None, []
