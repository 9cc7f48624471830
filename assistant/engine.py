"""The assistant and its parts as llama-index sees them: an embedding, a retriever, a query engine; and the way back.

from assistant.engine import PaperQueryEngine
response = PaperQueryEngine(Assistant.open()).query("Which papers study membership inference?")
response.source_nodes   # one per checked citation, with its offsets in the metadata
"""

from __future__ import annotations

from typing import Any

from llama_index.core.base.base_query_engine import BaseQueryEngine
from llama_index.core.base.base_retriever import BaseRetriever
from llama_index.core.base.embeddings.base import BaseEmbedding
from llama_index.core.base.response.schema import Response
from llama_index.core.prompts.mixin import PromptMixinType
from llama_index.core.schema import NodeWithScore, QueryBundle, TextNode
from pydantic import PrivateAttr

from assistant.interfaces import DenseEncoder
from assistant.pipeline import Pipeline
from assistant.types import Paper, Span


class PaperEmbedding(BaseEmbedding):
    """A dense encoder of the assistant as a llama-index embedding, for a llama-index pipeline of one's own."""

    _encoder: DenseEncoder = PrivateAttr()

    def __init__(self, encoder: DenseEncoder) -> None:
        super().__init__(model_name=encoder.fingerprint)
        self._encoder = encoder

    def _get_query_embedding(self, query: str) -> list[float]:
        return self._encoder.get_query_embedding(query)

    async def _aget_query_embedding(self, query: str) -> list[float]:
        return self._get_query_embedding(query)

    def _get_text_embedding(self, text: str) -> list[float]:
        return self._encoder.get_text_embedding_batch([text])[0]

    def _get_text_embeddings(self, texts: list[str]) -> list[list[float]]:
        return self._encoder.get_text_embedding_batch(texts)


class LlamaIndexEncoder:
    """Any llama-index embedding as a dense encoder of the assistant: `Assistant.open(encoder=LlamaIndexEncoder(…))`."""

    def __init__(self, embedding: BaseEmbedding) -> None:
        self._embedding = embedding
        self.fingerprint = f"llama-index:{type(embedding).__name__}:{embedding.model_name}"

    def get_query_embedding(self, query: str) -> list[float]:
        """Vector of a question."""
        return self._embedding.get_query_embedding(query)

    def get_text_embedding_batch(self, texts: Any) -> list[list[float]]:
        """Vectors of passages."""
        return self._embedding.get_text_embedding_batch(list(texts))


class PaperRetriever(BaseRetriever):
    """Ranked papers as nodes: the text is the stored abstract, the score the calibrated relevance (0–1)."""

    def __init__(self, assistant: Pipeline, k: int = 20) -> None:
        super().__init__()
        self._assistant = assistant
        self._k = k

    def _retrieve(self, query_bundle: QueryBundle) -> list[NodeWithScore]:
        found = self._assistant.search(query_bundle.query_str, self._k)
        return [_node(c.paper, Span(0, len(c.paper.abstract)), c.score) for c in found]


class PaperQueryEngine(BaseQueryEngine):
    """The whole assistant as a llama-index query engine. `response.metadata["answer"]` is the `Answer`."""

    def __init__(self, assistant: Pipeline) -> None:
        super().__init__(callback_manager=None)
        self._assistant = assistant

    def _query(self, query_bundle: QueryBundle) -> Response:
        answer = self._assistant.ask(query_bundle.query_str)
        papers = {cited.paper.id: cited for cited in (*answer.papers, *answer.borderline)}
        nodes = [
            _node(papers[citation.paper_id].paper, Span(citation.start, citation.end), papers[citation.paper_id].score, citation.n)
            for citation in answer.citations
        ]
        return Response(answer.text, source_nodes=nodes, metadata={"answer": answer})

    async def _aquery(self, query_bundle: QueryBundle) -> Response:
        return self._query(query_bundle)

    def _get_prompt_modules(self) -> PromptMixinType:
        return {}


def _node(paper: Paper, span: Span, score: float, n: int | None = None) -> NodeWithScore:
    metadata = {
        "paper_id": paper.id,
        "title": paper.label,
        "url": paper.url,
        "file": paper.source.file,
        "start": span.start,
        "end": span.end,
    }
    if n is not None:
        metadata["n"] = n
    text = paper.abstract[span.start : span.end]
    return NodeWithScore(node=TextNode(id_=f"{paper.id}:{span.start}-{span.end}", text=text, metadata=metadata), score=score)
