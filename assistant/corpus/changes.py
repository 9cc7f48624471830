"""Papers of the index and a reading of files → the papers of the next index, and how they differ."""

from __future__ import annotations

from collections.abc import Sequence, Set
from dataclasses import dataclass
from pathlib import Path

from assistant.corpus.decoding import STDIN
from assistant.corpus.duplicates import keys, plain_title, similarity, unique
from assistant.corpus.reading import Reading
from assistant.types import Change, Duplicate, Paper

# Share of common words from which an abstract is a new version of another one in the same file.
_NEW_VERSION = 0.5
_MOST_PAIRS = 20_000


@dataclass(frozen=True)
class Update:
    """The papers that the index holds after an ingest, and how they differ from those before.

    `spared` are papers that no longer come from their file, but stay because something of that file was rejected.
    """

    papers: list[Paper]
    added: list[Paper]
    removed: list[Paper]
    changed: list[Change]
    renamed: list[Change]
    updated: list[Change]
    duplicates: list[Duplicate]
    spared: list[Paper]


def update(old: Sequence[Paper], reading: Reading) -> Update:
    """Bring the files that were read up to date in the index; a paper keeps its place where it stays.

    What a file no longer gives goes, and so do papers of files that were taken out of a folder that was read. A file of which
    something was rejected removes nothing.
    """
    fresh = {paper.id for paper in reading.papers}
    stay, spared = [], []
    paths = set(reading.paths)
    for paper in old:
        if not _is_read_again(paper, paths, reading.folders):
            # Its file may be gone because it was renamed.
            stay += [paper] if paper.id not in fresh or _is_there(paper) else []
        elif paper.id not in fresh and _is_incomplete(paper, reading):
            spared.append(paper)
    found = unique([*stay, *reading.papers, *spared])
    before = {paper.id: paper for paper in old}
    places = {paper.id: n for n, paper in enumerate(old)}
    papers = sorted(found.papers, key=lambda paper: places.get(paper.id, len(places)))
    after = {paper.id for paper in papers}
    changed = _new_versions([p for p in old if p.id not in after], [p for p in papers if p.id not in before])
    old_versions, new_versions = {change.before.id for change in changed}, {change.after.id for change in changed}
    both = [Change(before[paper.id], paper) for paper in papers if paper.id in before]
    spared_sources = {paper.source for paper in spared}
    return Update(
        papers=papers,
        added=[paper for paper in papers if paper.id not in before and paper.id not in new_versions],
        removed=[paper for paper in old if paper.id not in after and paper.id not in old_versions],
        changed=changed,
        renamed=[change for change in both if _is_renamed(change)],
        updated=[change for change in both if not _is_renamed(change) and _facts(change.before) != _facts(change.after)],
        # An old version in place of which its file gives a new one is no duplicate.
        duplicates=[duplicate for duplicate in found.duplicates if duplicate.left_out not in spared_sources],
        spared=[paper for paper in spared if paper.id in after],
    )


def _is_read_again(paper: Paper, paths: Set[str], folders: Set[str]) -> bool:
    path = paper.source.path
    if path == str(STDIN):
        return False
    return path in paths or any(str(parent) in folders for parent in Path(path).parents)


def _is_incomplete(paper: Paper, reading: Reading) -> bool:
    path = Path(paper.source.path)
    return any(str(place) in reading.incomplete for place in (path, *path.parents))


def _is_there(paper: Paper) -> bool:
    return paper.source.path in ("", str(STDIN)) or Path(paper.source.path).exists()


def _is_renamed(change: Change) -> bool:
    one, other = change
    return bool(one.title and other.title and plain_title(one) != plain_title(other)) or one.source.path != other.source.path


def _facts(paper: Paper) -> tuple[object, ...]:
    return (
        paper.title, paper.authors, paper.venue, paper.year, paper.track, paper.decision, paper.url, paper.arxiv, paper.doi, paper.keywords,
    )  # fmt: skip


def _new_versions(removed: Sequence[Paper], added: Sequence[Paper]) -> list[Change]:
    """Pairs of a paper that goes and the one that takes its place: by DOI, arXiv id or title, else by the words of one file's abstracts."""
    by_key = {key: paper for paper in reversed(removed) for key in keys(paper)}
    changes: list[Change] = []
    taken: set[str] = set()
    rest = []
    for paper in added:
        known = next((by_key[key] for key in keys(paper) if key in by_key and by_key[key].id not in taken), None)
        if known:
            taken.add(known.id)
            changes.append(Change(known, paper))
        else:
            rest.append(paper)
    left = [paper for paper in removed if paper.id not in taken]
    for paper in rest if len(rest) * len(left) <= _MOST_PAIRS else []:
        near = [other for other in left if other.source.path == paper.source.path and other.id not in taken]
        best = max(near, key=lambda other: similarity(other.abstract, paper.abstract), default=None)
        if best and similarity(best.abstract, paper.abstract) >= _NEW_VERSION:
            taken.add(best.id)
            changes.append(Change(best, paper))
    return changes
