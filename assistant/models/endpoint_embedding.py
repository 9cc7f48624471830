"""Text → one unit vector, from an OpenAI-compatible embeddings endpoint, as a llama-index embedding."""

from __future__ import annotations

import numpy as np
import openai
from llama_index.core.base.embeddings.base import BaseEmbedding
from pydantic import PrivateAttr

from assistant.errors import ConfigurationError, EncoderError
from assistant.settings import Settings

PREFIX = "openai:"
_BATCH = 64


class EndpointEmbedding(BaseEmbedding):
    """The model named after `openai:` in the setting `embedding`."""

    _client: openai.OpenAI = PrivateAttr()

    def __init__(self, settings: Settings) -> None:
        model = settings.embedding.removeprefix(PREFIX)
        if not model:
            raise ConfigurationError("ASSISTANT_EMBEDDING names no model.", "Write openai:MODEL.")
        if not settings.has_chat_model:
            raise ConfigurationError(f"ASSISTANT_EMBEDDING={settings.embedding} needs an endpoint.", "Set OPENAI_API_KEY, or OPENAI_BASE_URL.")
        super().__init__(model_name=model, embed_batch_size=_BATCH)
        self._client = openai.OpenAI(
            api_key=settings.openai_api_key.get_secret_value() or "none",
            base_url=settings.openai_base_url or None,
            max_retries=settings.chat.retries,
            timeout=settings.chat.timeout_seconds,
        )

    @property
    def fingerprint(self) -> str:
        """Name of the model."""
        return PREFIX + self.model_name

    def _encode(self, texts: list[str]) -> list[list[float]]:
        try:
            data = self._client.embeddings.create(model=self.model_name, input=texts, encoding_format="float").data
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

    def _get_query_embedding(self, query: str) -> list[float]:
        return self._encode([query])[0]

    async def _aget_query_embedding(self, query: str) -> list[float]:
        return self._get_query_embedding(query)

    def _get_text_embedding(self, text: str) -> list[float]:
        return self._encode([text])[0]

    def _get_text_embeddings(self, texts: list[str]) -> list[list[float]]:
        return self._encode(texts)
