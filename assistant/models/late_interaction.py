"""Text → one unit vector a token, with the bundled answerai-colbert-small-v1 (Clavié 2024; ColBERT: Khattab & Zaharia 2020)."""

from __future__ import annotations

import string
from functools import lru_cache
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from assistant.interfaces import Floats, Int8s
from assistant.models.weights import load
from assistant.types import Passage

QUERY_MARKER = 1  # [unused0]
PASSAGE_MARKER = 2  # [unused1]
_PROJECTION = Path(__file__).parent / "colbert_projection.npy"


class ColBERTEncoder:
    """128 dimensions. The weights lack their projection; benchmarks/fit_projection.py made the one used here.

    Questions are not padded with [MASK] as in ColBERT: without the original projection that costs hits.
    """

    dimension = 128

    def __init__(self) -> None:
        self._weights = load("colbert")
        self._projection = np.load(_PROJECTION).astype(np.float32)
        self.fingerprint = f"bundled:answerai-colbert-small-v1@{self._weights.fingerprint}+pca128"
        self._query_vectors = lru_cache(maxsize=64)(lambda text: self._vectors(self.ids(text, QUERY_MARKER)))
        tokenizer = self._weights.tokenizer
        self._punctuation = {tokenizer.token_to_id(mark) for mark in string.punctuation} - {None}

    def ids(self, text: str, marker: int) -> list[int]:
        """Token ids with the marker after [CLS]; at most 512."""
        first, *rest = self._weights.tokenizer.encode(text).ids
        return [first, marker, *rest][:512]

    def hidden(self, ids: list[int]) -> Floats:
        """Unit vectors as the weights give them, shape (tokens, 384)."""
        inputs = {
            "input_ids": np.array([ids], np.int64),
            "attention_mask": np.ones((1, len(ids)), np.int64),
            "token_type_ids": np.zeros((1, len(ids)), np.int64),
        }
        hidden = self._weights.session.run(["last_hidden_state"], inputs)[0][0]
        return np.asarray(hidden / np.linalg.norm(hidden, axis=1, keepdims=True), np.float32)

    def _vectors(self, ids: list[int]) -> Floats:
        projected = self.hidden(ids) @ self._projection
        return np.asarray(projected / np.linalg.norm(projected, axis=1, keepdims=True), np.float32)

    def encode_query(self, text: str) -> Floats:
        """Unit vectors of the question's tokens, shape (tokens, 128); kept for the next step that reads the same question."""
        return self._query_vectors(text)

    def encode_passage(self, passage: Passage) -> tuple[Int8s, NDArray[np.int16]]:
        """Unit vectors times 127 without those of punctuation, shape (tokens, 128), and each token's sentence (−1: title)."""
        encoded = self._weights.tokenizer.encode(passage.text)
        ids = [encoded.ids[0], PASSAGE_MARKER, *encoded.ids[1:]][:512]
        vectors = self._vectors(ids)
        starts = [start for start, _ in [encoded.offsets[0], (0, 0), *encoded.offsets[1:]]][:512]
        sentence = np.searchsorted([span.start for span in passage.sentence_spans], starts, side="right") - 1
        sentence = np.where(sentence >= 0, sentence + passage.first_sentence, -1)
        sentence[[0, 1, -1]] = -1  # markers belong to no sentence
        kept = np.array([i not in self._punctuation for i in ids])
        return np.round(vectors[kept] * 127).astype(np.int8), np.minimum(sentence[kept], 32767).astype(np.int16)
