"""The seeds' papers as the question's reader knows them; no index is needed for that."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from assistant.corpus import read_papers
from assistant.question import KnownPapers
from assistant.types import Paper

Find = Callable[[str], Paper]


@pytest.fixture(scope="session")
def known(seeds: Path) -> KnownPapers:
    return KnownPapers({paper.id: paper for paper in read_papers([seeds])})


@pytest.fixture(scope="session")
def titled(known: KnownPapers) -> Find:
    """The seed whose title begins so."""

    def find(start: str) -> Paper:
        (paper,) = [paper for paper in known.papers.values() if paper.title.startswith(start)]
        return paper

    return find
