"""Text → one unit vector, from an OpenAI-compatible embeddings endpoint."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import openai

from assistant.errors import ConfigurationError, EncoderError
from assistant.settings import Settings

PREFIX = "openai:"
_BATCH = 64


class EndpointEncoder:
    """The model named after `openai:` in the setting `embedding`."""

    def __init__(self, settings: Settings) -> None:
        model = settings.embedding.removeprefix(PREFIX)
        if not model:
            raise ConfigurationError("ASSISTANT_EMBEDDING names no model.", "Write openai:MODEL.")
        if not settings.has_chat_model:
            raise ConfigurationError(
                f"ASSISTANT_EMBEDDING={settings.embedding} needs an endpoint.", "Set OPENAI_API_KEY, or OPENAI_BASE_URL."
            )
        self._model = model
        self.fingerprint = PREFIX + model
        self._client = openai.OpenAI(
            api_key=settings.openai_api_key.get_secret_value() or "none",
            base_url=settings.openai_base_url or None,
            max_retries=settings.chat.retries,
            timeout=settings.chat.timeout_seconds,
        )

    def _encode(self, texts: Sequence[str]) -> list[list[float]]:
        try:
            data = self._client.embeddings.create(model=self._model, input=list(texts), encoding_format="float").data
            vectors = np.array([item.embedding for item in sorted(data, key=lambda item: item.index)], np.float32)
        except (openai.OpenAIError, ValueError, TypeError, AttributeError) as error:
            status = getattr(error, "status_code", type(error).__name__)
            raise EncoderError(
                f"The embeddings endpoint failed ({status}).", "Check OPENAI_API_KEY, OPENAI_BASE_URL and the model's name.", retryable=True
            ) from None
        if vectors.ndim != 2 or len(vectors) != len(texts):
            raise EncoderError(f"The embeddings endpoint gave {len(vectors)} vectors for {len(texts)} texts.")
        lengths = np.linalg.norm(vectors, axis=1, keepdims=True)
        return (vectors / np.where(lengths > 0, lengths, 1)).tolist()  # type: ignore[no-any-return]

    def get_query_embedding(self, query: str) -> list[float]:
        """Unit vector of a question, shape (dimension,)."""
        return self._encode([query])[0]

    def get_text_embedding_batch(self, texts: Sequence[str]) -> list[list[float]]:
        """Unit vectors of texts, shape (texts, dimension)."""
        return [vector for at in range(0, len(texts), _BATCH) for vector in self._encode(texts[at : at + _BATCH])]
