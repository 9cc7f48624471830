"""Titles and abstracts → ranked papers, by BM25 alone (bm25s with its English stop words and a Snowball stemmer)."""

from __future__ import annotations

import logging
from collections.abc import Sequence

import bm25s
import Stemmer

from assistant import Turn

from ..gold.corpus import Corpus
from .reading import Reply, Source, listed

SHOWN = 5


class Bm25Peer:
    """Shows the five best papers with their abstracts; never refuses, and knows no conversation."""

    def __init__(self, corpus: Corpus) -> None:
        # bm25s reports each step at DEBUG through a handler of its own.
        logging.getLogger("bm25s").setLevel(logging.WARNING)
        self._papers = list(corpus.papers.values())
        self._stemmer = Stemmer.Stemmer("english")
        self._index = bm25s.BM25()
        texts = [f"{paper.title}\n{paper.abstract}" for paper in self._papers]
        self._index.index(self._tokens(texts), show_progress=False)

    def rank(self, text: str, k: int) -> list[tuple[str, float]]:
        """Papers that share a term with the question, best first."""
        (tokens,) = self._tokens([text])
        if not tokens:
            return []
        rows, scores = self._index.retrieve([tokens], k=min(k, len(self._papers)), show_progress=False)
        found = zip(rows[0].tolist(), scores[0].tolist(), strict=True)
        return [(self._papers[row].id, score) for row, score in found if score > 0]

    def reply(self, text: str, history: Sequence[Turn] = ()) -> Reply:
        """The five best papers, each with its abstract as the citation."""
        papers = {paper.id: paper for paper in self._papers}
        return listed([Source(paper, papers[paper].abstract, score) for paper, score in self.rank(text, SHOWN)], papers)

    def _tokens(self, texts: list[str]) -> list[list[str]]:
        return list(bm25s.tokenize(texts, stopwords="en", stemmer=self._stemmer, return_ids=False, show_progress=False))
