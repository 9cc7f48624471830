"""Papers → llama-index's VectorStoreIndex with its defaults, answering as retrieval, as chat, or as CitationQueryEngine."""

from __future__ import annotations

import re
from collections.abc import Sequence

from llama_index.core import VectorStoreIndex
from llama_index.core.base.llms.types import ChatMessage
from llama_index.core.memory import ChatMemoryBuffer
from llama_index.core.node_parser import SentenceSplitter
from llama_index.core.query_engine import CitationQueryEngine
from llama_index.core.schema import Document, NodeWithScore

from assistant import Settings, Turn
from assistant.engine import PaperEmbedding
from assistant.models.dense import BundledEncoder

from ..gold.corpus import Corpus
from .endpoint_llm import EndpointLLM
from .reading import Reply, Source, cited, listed, uncited

# What CitationQueryEngine writes above each source.
_HEADING = re.compile(r"^Source \d+:\n")


class RetrievalPeer:
    """The index alone: a document a paper, title as metadata, cut by SentenceSplitter; the two best pieces are shown."""

    def __init__(self, corpus: Corpus, settings: Settings) -> None:
        self._papers = {paper.id: paper for paper in corpus.papers.values()}
        documents = [
            Document(text=paper.abstract, doc_id=paper.id, metadata={"title": paper.title} if paper.title else {})
            for paper in self._papers.values()
        ]
        self._index = VectorStoreIndex.from_documents(
            documents, transformations=[SentenceSplitter()], embed_model=PaperEmbedding(BundledEncoder(settings.threads, adapted=False))
        )

    def rank(self, text: str, k: int) -> list[tuple[str, float]]:
        """Papers of the `k` best pieces, best first; the same index asked for more than it answers from."""
        best: dict[str, float] = {}
        for source in _sources(self._index.as_retriever(similarity_top_k=k).retrieve(text)):
            best.setdefault(source.paper, source.score)
        return list(best.items())

    def reply(self, text: str, history: Sequence[Turn] = ()) -> Reply:
        """The pieces that a query engine answers from."""
        return listed(_sources(self._index.as_retriever().retrieve(text)), self._papers)


class ChatPeer(RetrievalPeer):
    """The index's chat engine in its default mode: condenses the conversation, retrieves two pieces, answers without markers."""

    def __init__(self, corpus: Corpus, settings: Settings) -> None:
        super().__init__(corpus, settings)
        self._llm = EndpointLLM(settings)
        # The default memory keeps a database open for ever.
        self._chat = self._index.as_chat_engine(llm=self._llm, memory=ChatMemoryBuffer.from_defaults(llm=self._llm))

    def reply(self, text: str, history: Sequence[Turn] = ()) -> Reply:
        """The chat engine's answer in its conversation.

        Raises:
            ChatModelError: the endpoint failed.
        """
        earlier = [ChatMessage(role=turn.role, content=turn.content) for turn in history]
        try:
            response = self._chat.chat(text, chat_history=earlier)
        finally:
            used = self._llm.take_usage()
        return uncited(response.response, _sources(response.source_nodes), used)


class CitationPeer(RetrievalPeer):
    """CitationQueryEngine with its defaults; its [n] is its n-th source node. It knows no conversation."""

    def __init__(self, corpus: Corpus, settings: Settings) -> None:
        super().__init__(corpus, settings)
        self._llm = EndpointLLM(settings)
        self._citing = CitationQueryEngine.from_args(self._index, llm=self._llm)

    def reply(self, text: str, history: Sequence[Turn] = ()) -> Reply:
        """The engine's answer.

        Raises:
            ChatModelError: the endpoint failed.
        """
        try:
            response = self._citing.query(text)
        finally:
            used = self._llm.take_usage()
        return cited(str(response), _sources(response.source_nodes), used)


def _sources(nodes: Sequence[NodeWithScore]) -> list[Source]:
    found = []
    for node in nodes:
        text = _HEADING.sub("", node.node.get_content()).strip()
        found.append(Source(node.node.ref_doc_id or "", text, float(node.score or 0.0)))
    return found
