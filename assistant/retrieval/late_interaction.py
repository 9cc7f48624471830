"""Token vectors of passages ↔ memory-mapped files; a question's token vectors → MaxSim scores of passages and of sentences.

MaxSim (Khattab & Zaharia 2020): every token of the question takes its best cosine among the text's tokens. Scores are
means over the question's tokens, so that they lie between −1 and 1 and can be compared across questions.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from assistant.errors import IndexingError
from assistant.interfaces import Floats, Int8s


class TokenIndex:
    """Token vectors (int8, shape (tokens, dimension)), their sentences, and where each passage's tokens begin."""

    def __init__(self, vectors: Int8s, sentences: NDArray[np.int16], bounds: NDArray[np.int64]) -> None:
        self._vectors = vectors
        self._sentences = sentences
        self._bounds = bounds

    @classmethod
    def build(cls, matrices: Sequence[tuple[Int8s, NDArray[np.int16]]], dimension: int) -> TokenIndex:
        """Index of one (vectors, sentence numbers) pair a passage."""
        bounds = np.cumsum([0, *(len(vectors) for vectors, _ in matrices)], dtype=np.int64)
        vectors = np.concatenate([v for v, _ in matrices]) if matrices else np.zeros((0, dimension), np.int8)
        sentences = np.concatenate([s for _, s in matrices]) if matrices else np.zeros(0, np.int16)
        return cls(vectors, sentences, bounds)

    def save(self, folder: Path) -> None:
        """Write three .npy files into `folder`."""
        folder.mkdir()
        for name, array in (("vectors", self._vectors), ("sentences", self._sentences), ("bounds", self._bounds)):
            np.save(folder / f"{name}.npy", array)

    @classmethod
    def load(cls, folder: Path, count: int) -> TokenIndex:
        """Memory-map the index of `count` passages.

        Raises:
            IndexingError: it is damaged or of another number of passages.
        """
        try:
            vectors = np.load(folder / "vectors.npy", mmap_mode="r")
            sentences = np.load(folder / "sentences.npy", mmap_mode="r")
            bounds = np.load(folder / "bounds.npy")
        except (OSError, ValueError, EOFError) as error:
            raise IndexingError(f"The token index at {folder} is damaged ({error}).", "Run assistant ingest --rebuild.") from None
        if len(bounds) != count + 1 or bounds[-1] != len(vectors) or len(sentences) != len(vectors):
            raise IndexingError(f"The token index at {folder} does not fit the {count} passages.", "Run assistant ingest --rebuild.")
        return cls(vectors, sentences, bounds)

    def passage(self, row: int) -> tuple[Int8s, NDArray[np.int16]]:
        """Vectors and sentence numbers of one passage."""
        span = slice(self._bounds[row], self._bounds[row + 1])
        return self._vectors[span], self._sentences[span]

    def best_matches(self, query: Floats, rows: Sequence[int]) -> Floats:
        """Every question token's best cosine in each passage, shape (rows, question tokens); the mean of a row is MaxSim."""
        if not len(rows):
            return np.zeros((0, len(query)), np.float32)
        lengths = [self._bounds[row + 1] - self._bounds[row] for row in rows]
        tokens = np.concatenate([self._vectors[self._bounds[row] : self._bounds[row + 1]] for row in rows])
        similarities = tokens.astype(np.float32) @ query.T
        starts = np.cumsum([0, *lengths[:-1]])
        return np.asarray(np.maximum.reduceat(similarities, starts, axis=0) / 127, np.float32)

    def sentence_matches(self, query: Floats, rows: Sequence[int], count: int) -> NDArray[np.float64]:
        """Every question token's best cosine in each of a paper's `count` sentences, shape (count, question tokens).

        The mean of a row is the sentence's MaxSim. A sentence without a token, as one of punctuation only, has −1.
        """
        found = np.full((count, len(query)), -1.0)
        for row in rows:
            vectors, sentences = self.passage(row)
            similarities = vectors.astype(np.float32) @ query.T / 127
            for sentence in np.unique(sentences[sentences >= 0]):
                np.maximum(found[sentence], similarities[sentences == sentence].max(axis=0), out=found[sentence])
        return found
