"""Claim and sentence → what the bundled encoders see of the two together: `PairSignals`."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache, lru_cache

import numpy as np

from assistant.interfaces import CrossEncoder, DenseEncoder, Floats
from assistant.types import PairSignals

_KEPT = 4096


class BundledPairReader:
    """The dense encoder, the cross-encoder in both directions, and the dense encoder word by word.

    Args:
        dense: gives the encoder of texts; asked for when it is first needed, as `cross` is.
        cross: gives the encoder that reads two texts together.
    """

    def __init__(self, dense: Callable[[], DenseEncoder], cross: Callable[[], CrossEncoder]) -> None:
        self._dense = cache(dense)
        self._cross = cross
        self._vector = lru_cache(maxsize=_KEPT)(self._encode)

    def read(self, claim: str, quote: str) -> PairSignals:
        """Cosine and logits of the two texts."""
        cross = self._cross()
        cosine = float(self._vector(claim) @ self._vector(quote))
        return PairSignals(cosine, cross.scores(claim, [quote])[0], cross.scores(quote, [claim])[0])

    def likeness(self, words: Sequence[str], others: Sequence[str]) -> Floats:
        """Cosine (−1 to 1) of each word with each other one, out of any context, shape (words, others)."""
        if not words or not others:
            return np.zeros((len(words), len(others)), np.float32)
        return np.asarray(
            np.stack([self._vector(word) for word in words]) @ np.stack([self._vector(word) for word in others]).T, np.float32
        )

    def _encode(self, text: str) -> Floats:
        return np.array(self._dense().get_text_embedding_batch([text])[0], np.float32)
