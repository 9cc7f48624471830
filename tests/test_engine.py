"""The assistant in llama-index: an embedding, a retriever and a query engine, and any llama-index embedding in the assistant."""

from __future__ import annotations

from pathlib import Path

import pytest
from fakes import WordEncoder, workshop
from llama_index.core.embeddings import MockEmbedding

from assistant.engine import LlamaIndexEncoder, PaperEmbedding, PaperQueryEngine, PaperRetriever
from assistant.pipeline import Pipeline


@pytest.fixture(scope="module")
def small(tmp_path_factory: pytest.TempPathFactory, tiny_file: Path) -> Pipeline:
    """A pipeline over the invented papers with fake models."""
    made = workshop(tmp_path_factory.mktemp("engine"))
    made.ingest([tiny_file])
    return Pipeline(made.settings, made.open)


def test_the_retriever_gives_ranked_nodes_whose_text_is_the_stored_abstract(small: Pipeline) -> None:
    nodes = PaperRetriever(small, k=3).retrieve("counting fireflies from video")
    assert [node.node.text for node in nodes] == [found.paper.abstract for found in small.search("counting fireflies from video", 3)]
    assert all(0 <= node.score <= 1 for node in nodes)
    assert nodes[0].node.metadata["title"].startswith("LanternNet")


def test_the_query_engine_gives_the_answer_and_a_node_for_each_citation(opened) -> None:
    response = PaperQueryEngine(opened).query("Which papers study membership inference?")
    answer = response.metadata["answer"]
    assert response.response == answer.text
    assert [node.node.text for node in response.source_nodes] == [citation.quote for citation in answer.citations] != []
    for node in response.source_nodes:
        metadata = node.node.metadata
        assert node.node.text == opened.papers[metadata["paper_id"]].abstract[metadata["start"] : metadata["end"]]


def test_an_encoder_of_the_assistant_is_a_llama_index_embedding() -> None:
    encoder = WordEncoder()
    embedding = PaperEmbedding(encoder)
    assert embedding.get_text_embedding("owls hide") == encoder.get_text_embedding_batch(["owls hide"])[0]
    assert embedding.get_query_embedding("owls") == encoder.get_query_embedding("owls")
    assert embedding.model_name == encoder.fingerprint


def test_a_llama_index_embedding_is_an_encoder_of_the_assistant(tmp_path: Path, tiny_file: Path) -> None:
    made = workshop(tmp_path)
    made.__dict__["dense"] = LlamaIndexEncoder(MockEmbedding(embed_dim=8))
    made.ingest([tiny_file])
    assert made.open().manifest.dimension == 8
    assert made.open().manifest.encoder.startswith("llama-index:MockEmbedding")
    assert len(Pipeline(made.settings, made.open).search("owls", 6)) == 6
