"""What the steps need of one another, as protocols: wiring decides who provides it.

They are structural: whatever has the methods will do. `engine` wraps them as llama-index's interfaces.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from assistant.types import PairSignals, Passage, Turn, Usage

Floats = NDArray[np.float32]
Int8s = NDArray[np.int8]


class DenseEncoder(Protocol):
    """Text → one unit vector. The methods are llama-index's, so that any `BaseEmbedding` can serve (see `engine`)."""

    fingerprint: str

    def get_query_embedding(self, query: str) -> list[float]:
        """Unit vector of a question, shape (dimension,)."""
        ...

    def get_text_embedding_batch(self, texts: Sequence[str]) -> list[list[float]]:
        """Unit vectors of passages, shape (texts, dimension)."""
        ...


class TokenEncoder(Protocol):
    """Text → one unit vector a token (late interaction)."""

    fingerprint: str
    dimension: int

    def encode_query(self, text: str) -> Floats:
        """Vectors of the question's tokens, shape (tokens, dimension), each as long as the token's weight (1 on average)."""
        ...

    def encode_passage(self, passage: Passage) -> tuple[Int8s, NDArray[np.int16]]:
        """Unit vectors times 127, shape (tokens, dimension), and each token's sentence in the abstract (−1: the title)."""
        ...


class CrossEncoder(Protocol):
    """Reads question and passage together."""

    fingerprint: str

    def scores(self, question: str, texts: Sequence[str]) -> list[float]:
        """Relevance logits, one a text; about −11 (no) to +11 (yes)."""
        ...


class PairReader(Protocol):
    """Reads a claim beside the sentence that it cites."""

    def read(self, claim: str, quote: str) -> PairSignals:
        """What encoders see of the two texts."""
        ...

    def likeness(self, words: Sequence[str], others: Sequence[str]) -> Floats:
        """Cosine (−1 to 1) of each word with each other one, out of any context, shape (words, others)."""
        ...


class PassageIndex(Protocol):
    """Passages' vectors."""

    def nearest(self, vector: Sequence[float], count: int) -> dict[str, float]:
        """Cosine similarity (−1 to 1) by passage id, of the `count` nearest passages or all."""
        ...

    def similarities(self, vector: Sequence[float], ids: Sequence[str]) -> dict[str, float]:
        """Cosine similarity by passage id of the given passages."""
        ...


class ChatModel(Protocol):
    """A language model behind an endpoint."""

    @property
    def name(self) -> str:
        """The model's name."""
        ...

    def stream(self, system: str, messages: Sequence[Turn], report: Callable[[Usage], None]) -> Iterator[str]:
        """Pieces of the reply, as they arrive; `report` is told what it used, once, when it ends or nobody listens any more.

        Raises:
            ChatModelError: the endpoint failed; the error's cause is fit to be shown.
        """
        ...
