"""Passage texts → BM25 scores (bm25s, Lù 2024; stemmed by Snowball)."""

from __future__ import annotations

import logging
import re
import unicodedata
from collections.abc import Sequence
from pathlib import Path

import bm25s
import numpy as np
import Stemmer
from bm25s.stopwords import STOPWORDS_EN

from assistant.errors import IndexingError
from assistant.interfaces import Floats

# Words of questions, not of papers.
_ASKING = {"paper", "papers", "study", "studies", "work", "works", "anything", "what", "which", "how", "does", "do", "did", "who", "list"}
_STOPWORDS = set(STOPWORDS_EN) | _ASKING
_WORD = re.compile(r"[^\W_]+(?:[_'][^\W_]+)*")


class LexicalIndex:
    """BM25 over the passages, in their order. A hyphenated word counts in its parts."""

    def __init__(self, index: bm25s.BM25 | None, count: int) -> None:
        self._index = index
        self._count = count
        # bm25s reports each step at DEBUG through a handler of its own.
        logging.getLogger("bm25s").setLevel(logging.WARNING)
        self._stemmer = Stemmer.Stemmer("english")

    @classmethod
    def build(cls, texts: Sequence[str]) -> LexicalIndex:
        """Index the texts."""
        self = cls(None, len(texts))
        tokens = [self.terms(text) for text in texts]
        if any(tokens):
            self._index = bm25s.BM25()
            self._index.index(tokens, show_progress=False)
        return self

    def save(self, folder: Path) -> None:
        """Write the index into `folder`."""
        folder.mkdir()
        if self._index is not None:
            self._index.save(str(folder))

    @classmethod
    def load(cls, folder: Path, count: int) -> LexicalIndex:
        """Read the index of `count` texts.

        Raises:
            IndexingError: it is damaged or of another number of texts.
        """
        if not folder.is_dir():
            raise IndexingError(f"The lexical index at {folder} is gone.", "Run assistant ingest --rebuild.")
        if not any(folder.iterdir()):
            return cls(None, count)
        try:
            index = bm25s.BM25.load(str(folder), mmap=True)
        except (OSError, ValueError, KeyError) as error:
            raise IndexingError(f"The lexical index at {folder} is damaged ({error}).", "Run assistant ingest --rebuild.") from None
        if index.scores["num_docs"] != count:
            raise IndexingError(
                f"The lexical index at {folder} covers {index.scores['num_docs']} passages, not {count}.",
                "Run assistant ingest --rebuild.",
            )
        return cls(index, count)

    def terms(self, text: str) -> list[str]:
        """Stemmed terms of a text, without the words that only ask."""
        words = _WORD.findall(unicodedata.normalize("NFKC", text).lower())
        return list(self._stemmer.stemWords([word for word in words if word not in _STOPWORDS]))

    def scores(self, text: str) -> Floats:
        """BM25 score of every passage, shape (passages,); zero where no term of the text is known."""
        terms = [] if self._index is None else [term for term in self.terms(text) if term in self._index.vocab_dict]
        if not terms or self._index is None:
            return np.zeros(self._count, np.float32)
        return np.asarray(self._index.get_scores(terms), np.float32)

    def coverage(self, text: str) -> Floats:
        """Share (0–1) of the text's terms, weighted by inverse document frequency, that each passage holds; shape (passages,).

        Terms that no passage holds count most: they are what a corpus lacks.
        """
        terms = set(self.terms(text))
        covered, total = np.zeros(self._count, np.float32), 0.0
        for term in terms:
            known = self._index is not None and term in self._index.vocab_dict
            present = self._index.get_scores([term]) > 0 if self._index is not None and known else np.zeros(self._count, bool)
            weight = float(np.log((self._count + 1) / (present.sum() + 1)))
            covered += weight * present
            total += weight
        return covered / np.float32(total) if total > 0 else covered
