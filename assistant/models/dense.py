"""Text → one unit vector, with the bundled bge-small-en-v1.5 (Xiao et al. 2023, C-Pack; int8 ONNX), as a llama-index embedding."""

from __future__ import annotations

import numpy as np
from llama_index.core.base.embeddings.base import BaseEmbedding
from pydantic import PrivateAttr

from assistant.interfaces import Floats
from assistant.models.parallel import in_threads
from assistant.models.weights import Weights, load

BUNDLED = "bundled:bge-small-en-v1.5"
_INSTRUCTION = "Represent this sentence for searching relevant passages: "


class BundledEmbedding(BaseEmbedding):
    """384 dimensions; the vector of the [CLS] token, as the model's authors prescribe; texts past 512 tokens are cut."""

    threads: int = 0
    _weights: Weights = PrivateAttr()

    def __init__(self, threads: int = 0) -> None:
        super().__init__(model_name=BUNDLED, threads=threads)
        self._weights = load("bge_small_en")

    @property
    def fingerprint(self) -> str:
        """Name and hash of the weights."""
        return f"{BUNDLED}@{self._weights.fingerprint}"

    def encode(self, text: str) -> Floats:
        """Unit vector of one text, shape (384,). One at a time: dynamic int8 scores shift with padding."""
        encoded = self._weights.tokenizer.encode(text)
        inputs = {
            "input_ids": np.array([encoded.ids], np.int64),
            "attention_mask": np.array([encoded.attention_mask], np.int64),
            "token_type_ids": np.array([encoded.type_ids], np.int64),
        }
        vector = self._weights.session.run(["last_hidden_state"], inputs)[0][0, 0]
        return np.asarray(vector / np.linalg.norm(vector), np.float32)

    def _get_query_embedding(self, query: str) -> list[float]:
        return self.encode(_INSTRUCTION + query).tolist()

    async def _aget_query_embedding(self, query: str) -> list[float]:
        return self._get_query_embedding(query)

    def _get_text_embedding(self, text: str) -> list[float]:
        return self.encode(text).tolist()

    def _get_text_embeddings(self, texts: list[str]) -> list[list[float]]:
        return [vector.tolist() for vector in in_threads(self.encode, texts, self.threads)]
