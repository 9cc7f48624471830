"""Text → one unit vector, with the bundled bge-small-en-v1.5 (Xiao et al. 2023, C-Pack; int8 ONNX)."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from assistant.interfaces import Floats
from assistant.models.heads import load_heads
from assistant.models.parallel import in_threads
from assistant.models.weights import load

BUNDLED = "bundled:bge-small-en-v1.5"
INSTRUCTION = "Represent this sentence for searching relevant passages: "


class BundledEncoder:
    """384 dimensions; the vector of the [CLS] token, as the model's authors prescribe; texts past 512 tokens are cut.

    Args:
        threads: 0 takes all cores.
        adapted: whether questions' vectors go through the trained head; without it, the model is as its authors made it.
    """

    def __init__(self, threads: int = 0, *, adapted: bool = True) -> None:
        self._weights = load("bge_small_en")
        self._threads = threads
        self._adapted = adapted
        self.fingerprint = f"{BUNDLED}@{self._weights.fingerprint}"

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

    def get_query_embedding(self, query: str) -> list[float]:
        """Unit vector of a question, shape (384,)."""
        vector = self.encode(INSTRUCTION + query)
        return [float(value) for value in (load_heads().adapted(vector) if self._adapted else vector)]

    def get_text_embedding_batch(self, texts: Sequence[str]) -> list[list[float]]:
        """Unit vectors of passages, shape (texts, 384), on all cores."""
        return [vector.tolist() for vector in in_threads(self.encode, texts, self._threads)]
