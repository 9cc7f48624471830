"""Text → one unit vector a token, with the bundled answerai-colbert-small-v1 (Clavié 2024; ColBERT: Khattab & Zaharia 2020)."""

from __future__ import annotations

import string
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from assistant.interfaces import Floats, Int8s
from assistant.models.heads import load_heads
from assistant.models.weights import load
from assistant.types import Passage

QUERY_MARKER = 1  # [unused0]
PASSAGE_MARKER = 2  # [unused1]


class ColBERTEncoder:
    """128 dimensions. The weights lack their projection; benchmarks/train_heads.py trained the one used here.

    It was trained on questions without the [MASK] padding of ColBERT, and so they are read.
    """

    dimension = 128

    def __init__(self) -> None:
        self._weights = load("colbert")
        self._heads = load_heads()
        self.fingerprint = f"bundled:answerai-colbert-small-v1@{self._weights.fingerprint}+{self._heads.fingerprint}"
        self._query_vectors = lru_cache(maxsize=64)(self._read_query)
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

    def _project(self, hidden: Floats) -> Floats:
        projected = hidden @ self._heads.projection
        return np.asarray(projected / np.linalg.norm(projected, axis=1, keepdims=True), np.float32)

    def _read_query(self, text: str) -> Floats:
        hidden = self.hidden(self.ids(text, QUERY_MARKER))
        return self._project(hidden) * self._heads.weights(hidden)[:, None]

    def encode_query(self, text: str) -> Floats:
        """Vectors of the question's tokens, shape (tokens, 128), each as long as the token's weight (1 on average).

        Kept for the next step that reads the same question.
        """
        return self._query_vectors(text)

    def encode_passage(self, passage: Passage) -> tuple[Int8s, NDArray[np.int16]]:
        """Unit vectors times 127 without those of punctuation, shape (tokens, 128), and each token's sentence (−1: title)."""
        hidden, sentence = self.hidden_passage(passage)
        return np.round(self._project(hidden) * 127).astype(np.int8), sentence

    def hidden_passage(self, passage: Passage) -> tuple[Floats, NDArray[np.int16]]:
        """What `encode_passage` projects, shape (tokens, 384), and each token's sentence."""
        encoded = self._weights.tokenizer.encode(passage.text)
        ids = [encoded.ids[0], PASSAGE_MARKER, *encoded.ids[1:]][:512]
        hidden = self.hidden(ids)
        starts = [start for start, _ in [encoded.offsets[0], (0, 0), *encoded.offsets[1:]]][:512]
        sentence = np.searchsorted([span.start for span in passage.sentence_spans], starts, side="right") - 1
        sentence = np.where(sentence >= 0, sentence + passage.first_sentence, -1)
        sentence[[0, 1, -1]] = -1  # markers belong to no sentence
        kept = np.array([i not in self._punctuation for i in ids])
        return hidden[kept], np.minimum(sentence[kept], 32767).astype(np.int16)
