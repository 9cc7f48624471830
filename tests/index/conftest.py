"""A small corpus that tests may rewrite, and an index of it made with fake models."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest
from invented import TINY

Rewrite = Callable[..., Path]


@pytest.fixture
def rewrite(tmp_path: Path) -> Rewrite:
    """Writes abstracts (or records) as JSONL, over what was there."""

    def write(*records: object, name: str = "corpus/papers.jsonl") -> Path:
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        found = [{"abstract": record} if isinstance(record, str) else record for record in records or TINY]
        path.write_text("".join(json.dumps(record) + "\n" for record in found), "utf-8")
        return path

    return write
