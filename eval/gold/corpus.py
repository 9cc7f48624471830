"""Papers → `Corpus`: papers by reference (`FILE.txt#n`), the name that gold files use."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property

from assistant import Paper
from assistant.corpus import read_papers
from assistant.resources import folder


def reference(paper: Paper) -> str:
    """`FILE#n`: where the paper was read, file name and 1-based position."""
    return f"{paper.source.file}#{paper.source.n}"


@dataclass(frozen=True)
class Corpus:
    """The papers that questions are judged against, by reference."""

    papers: dict[str, Paper]

    @classmethod
    def of(cls, papers: Iterable[Paper]) -> Corpus:
        """The corpus of an assistant's papers: `Corpus.of(assistant.papers.values())`."""
        return cls({reference(paper): paper for paper in papers})

    @classmethod
    def seeds(cls) -> Corpus:
        """The bundled papers, read from their files without an index."""
        return cls.of(read_papers([folder("assistant_seeds")]))

    @cached_property
    def fingerprint(self) -> str:
        """First 16 hex digits of SHA-256 over references, titles and abstracts: other papers, other fingerprint."""
        digest = hashlib.sha256()
        for name in sorted(self.papers):
            paper = self.papers[name]
            for part in (name, paper.title, paper.abstract):
                digest.update(part.encode("utf-8", "surrogatepass") + b"\0")
        return digest.hexdigest()[:16]

    @cached_property
    def reference_of(self) -> dict[str, str]:
        """Reference by paper id."""
        return {paper.id: name for name, paper in self.papers.items()}
