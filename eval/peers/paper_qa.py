"""Papers → PaperQA2's `Docs` with its default steps: retrieve ten texts, let the model summarise and grade each, then answer.

Its language model is the endpoint (through litellm); its embedding is the bundled encoder, because paper-qa's own choices are
OpenAI's, a download, or a tokeniser that is downloaded. Neither its agent nor its search for metadata is used: both reach outside.
"""

from __future__ import annotations

import asyncio
import logging
import os
from collections.abc import Sequence
from typing import Any

# Before litellm is imported: it would otherwise fetch a table of prices.
os.environ.setdefault("LITELLM_LOCAL_MODEL_COST_MAP", "True")

import litellm
import paperqa

from assistant import ChatModelError, Settings, Turn
from assistant.models.chat import EndpointChat
from assistant.models.dense import BundledEncoder
from assistant.types import Usage

from ..gold.corpus import Corpus
from .reading import Reply, Source, cited, with_markers


class _Embedding:
    """The bundled encoder with the methods that `Docs` calls on an embedding model."""

    def __init__(self, encoder: BundledEncoder) -> None:
        self._encoder = encoder
        self._asks = False

    def set_mode(self, mode: str) -> None:
        """Whether what follows are questions or documents."""
        self._asks = str(mode) == "query"

    async def embed_documents(self, texts: list[str]) -> list[list[float]]:
        """Unit vectors, shape (texts, 384)."""
        if self._asks:
            return [self._encoder.get_query_embedding(text) for text in texts]
        return self._encoder.get_text_embedding_batch(texts)


class PaperQaPeer:
    """`Docs.aquery` over one text a paper; it knows no conversation."""

    def __init__(self, corpus: Corpus, settings: Settings) -> None:
        for name in ("paperqa", "LiteLLM", "LiteLLM Router", "lmi"):
            logging.getLogger(name).setLevel(logging.CRITICAL)
        litellm.telemetry = False
        litellm.suppress_debug_info = True
        self._settings = _settings(settings)
        self._embedding = _Embedding(BundledEncoder(settings.threads, adapted=False))
        self._docs = paperqa.Docs()
        asyncio.run(self._add(corpus))

    def rank(self, text: str, k: int) -> list[tuple[str, float]]:
        """Papers in the order in which paper-qa retrieves them (maximal marginal relevance); the score is 1 / rank."""
        found = asyncio.run(self._docs.retrieve_texts(text, k, self._settings, self._embedding))
        return [(item.doc.dockey, 1 / n) for n, item in enumerate(found, 1)]

    def reply(self, text: str, history: Sequence[Turn] = ()) -> Reply:
        """PaperQA2's answer, its keys of contexts as markers.

        Raises:
            ChatModelError: the endpoint failed.
        """
        try:
            session = asyncio.run(self._docs.aquery(text, self._settings, embedding_model=self._embedding))
        except Exception as error:
            # Some two dozen of litellm's own, without a common base.
            raise ChatModelError(f"paper-qa failed with {type(error).__name__}.", "Check the endpoint.") from error
        contexts = sorted(session.contexts, key=lambda context: (-context.score, context.text.name))
        sources = [Source(context.text.doc.dockey, context.text.text, float(context.score)) for context in contexts]
        asked, said = (sum(counts[side] for counts in session.token_counts.values()) for side in (0, 1))
        return cited(with_markers(session.raw_answer, [context.id for context in contexts]), sources, Usage(asked, said, len(contexts) + 1))

    async def _add(self, corpus: Corpus) -> None:
        for paper in corpus.papers.values():
            name = paper.title or paper.label
            doc = paperqa.Doc(docname=paper.id, dockey=paper.id, citation=name)
            await self._docs.aadd_texts([paperqa.Text(text=paper.abstract, name=paper.id, doc=doc)], doc, self._settings, self._embedding)


def _settings(settings: Settings) -> Any:
    """PaperQA2's defaults with the endpoint as every model."""
    name = f"openai/{EndpointChat(settings).name}"
    parameters = {
        "model": name,
        "api_key": settings.openai_api_key.get_secret_value() or "none",
        "temperature": settings.chat.temperature,
        "max_tokens": settings.chat.max_tokens,
        "timeout": settings.chat.timeout_seconds,
    }
    if settings.openai_base_url:
        parameters["api_base"] = settings.openai_base_url
    config = {"model_list": [{"model_name": name, "litellm_params": parameters}], "router_kwargs": {"num_retries": settings.chat.retries}}
    return paperqa.Settings(llm=name, llm_config=config, summary_llm=name, summary_llm_config=config)
