"""`heads.npz` → the small layers trained on top of the bundled encoders, by benchmarks/train_heads.py."""

from __future__ import annotations

import hashlib
from functools import lru_cache
from pathlib import Path
from typing import NamedTuple

import numpy as np

from assistant.interfaces import Floats

FILE = Path(__file__).parent / "heads.npz"


class Heads(NamedTuple):
    """Weights as float32.

    `projection` (384, 128) takes ColBERT's hidden vectors to those that are compared; `salience` (384,) weighs a question's
    tokens; `query_in` (384, r) and `query_out` (r, 384) move a question's dense vector towards the abstracts that answer it.
    """

    projection: Floats
    salience: Floats
    query_in: Floats
    query_out: Floats

    @property
    def fingerprint(self) -> str:
        """First 8 hex digits of SHA-256 over the projection, on which stored token vectors depend."""
        return hashlib.sha256(self.projection.tobytes()).hexdigest()[:8]

    def weights(self, hidden: Floats) -> Floats:
        """Weight of each question token, shape (tokens,), 1 on average: softplus of a linear score, 1 where the score is 0."""
        raw = np.log1p(np.exp(hidden @ self.salience + np.log(np.e - 1)))
        return np.asarray(raw / raw.mean(), np.float32)

    def adapted(self, query: Floats) -> Floats:
        """A question's dense unit vector, moved: `q + tanh(q A) B`, at unit length."""
        moved = query + np.tanh(query @ self.query_in) @ self.query_out
        return np.asarray(moved / np.linalg.norm(moved), np.float32)


@lru_cache(maxsize=1)
def load_heads() -> Heads:
    """The trained weights."""
    with np.load(FILE) as stored:
        return Heads(**{name: np.asarray(stored[name], np.float32) for name in Heads._fields})
