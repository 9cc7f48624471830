"""Paths and options → a hash that stays the same as long as reading the files would give the same."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from pathlib import Path

from assistant.corpus.files import METADATA_FILE, expand
from assistant.corpus.options import ReadOptions


def contents(paths: Sequence[Path], options: ReadOptions) -> str:
    """Hash of names and bytes of the files, and of the papers.csv beside them; empty where one cannot be read, or only once, as a pipe.

    Bytes are read and not times compared: reading them costs a hundredth of making papers of them.

    Raises:
        CorpusError: as `read`, for paths that do not exist or are not read.
    """
    files = expand(paths, options.format)
    beside = {found.path.parent / METADATA_FILE for found in files.found}
    try:
        held = [(found.path, found.format, _hash(found.path) if found.path.is_file() else None) for found in files.found]
        facts = [(path, _hash(path)) for path in sorted(beside) if path.is_file()]
    except OSError:
        return ""
    if files.unreadable or any(of_bytes is None for _, _, of_bytes in held):
        return ""
    return hashlib.sha256(repr((options, held, facts)).encode()).hexdigest()


def _hash(path: Path) -> str:
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()
