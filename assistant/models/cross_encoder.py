"""Question and text → a relevance logit, with the bundled ms-marco-MiniLM-L12-v2 cross-encoder (int8 ONNX)."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from assistant.models.parallel import in_threads
from assistant.models.weights import load


class BundledCrossEncoder:
    """Reads both texts together; one pair at a time, on all cores."""

    def __init__(self, threads: int = 0) -> None:
        self._weights = load("reranker_en")
        self._threads = threads
        self.fingerprint = f"bundled:ms-marco-MiniLM-L12-v2@{self._weights.fingerprint}"

    def scores(self, question: str, texts: Sequence[str]) -> list[float]:
        """Logits, one a text; about −11 (irrelevant) to +11 (relevant)."""

        def score(text: str) -> float:
            encoded = self._weights.tokenizer.encode(question, text)
            inputs = {
                "input_ids": np.array([encoded.ids], np.int64),
                "attention_mask": np.array([encoded.attention_mask], np.int64),
                "token_type_ids": np.array([encoded.type_ids], np.int64),
            }
            return float(self._weights.session.run(["logits"], inputs)[0][0, 0])

        return in_threads(score, texts, self._threads)
