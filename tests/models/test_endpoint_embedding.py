"""The dense encoder at an OpenAI-compatible endpoint, over real HTTP."""

from __future__ import annotations

import json
from http.server import BaseHTTPRequestHandler

import numpy as np
import pytest
from endpoint import KEY, Endpoint, Reply, fails, says, sends

from assistant import ConfigurationError, EncoderError, Settings, load_settings
from assistant.models.endpoint_embedding import EndpointEncoder


def settings(url: str, embedding: str = "openai:embedder") -> Settings:
    return load_settings(openai_api_key=KEY, openai_base_url=url, embedding=embedding, chat={"retries": 0, "timeout_seconds": 1})


def embeds(endpoint: Endpoint, *, leave_out: int = 0) -> Reply:
    """Each text's length and its first character's code as a vector, last text first, as an endpoint may send them."""

    def reply(handler: BaseHTTPRequestHandler) -> None:
        texts = endpoint.requests[-1]["input"]
        data = [{"object": "embedding", "index": n, "embedding": [len(text), ord(text[0])]} for n, text in enumerate(texts)]
        sends(json.dumps({"object": "list", "model": "m", "data": data[leave_out:][::-1]}), kind="application/json")(handler)

    return reply


def test_vectors_are_unit_vectors_in_the_order_of_the_texts_and_asked_for_in_batches(endpoint: Endpoint) -> None:
    endpoint.script(embeds(endpoint))
    texts = ["x" * (n + 1) for n in range(150)]
    found = np.array(EndpointEncoder(settings(endpoint.url)).get_text_embedding_batch(texts))
    expected = np.array([[len(text), ord("x")] for text in texts], float)
    assert np.allclose(found, expected / np.linalg.norm(expected, axis=1, keepdims=True), atol=1e-6)
    assert sum(len(request["input"]) for request in endpoint.requests) == 150
    assert max(len(request["input"]) for request in endpoint.requests) < 150
    assert {request["model"] for request in endpoint.requests} == {"embedder"}


def test_a_question_is_one_vector_and_the_fingerprint_names_the_model(endpoint: Endpoint) -> None:
    endpoint.script(embeds(endpoint))
    encoder = EndpointEncoder(settings(endpoint.url))
    assert np.isclose(np.linalg.norm(encoder.get_query_embedding("owls")), 1)
    assert encoder.fingerprint == "openai:embedder"


FAULTS: dict[str, Reply] = {
    "a refused key": fails(401),
    "a fault": fails(500),
    "an unknown model": fails(404),
    "a web page": sends("<html></html>", kind="text/html"),
    "JSON of another shape": sends('{"data": [{"embedding": "text", "index": 0}]}', kind="application/json"),
    "no data": sends("{}", kind="application/json"),
    "broken JSON": sends('{"data": ', kind="application/json"),
    "a chat reply": says("Hello."),
}


@pytest.mark.parametrize("fault", FAULTS)
def test_a_fault_is_one_plain_error_without_the_key(fault: str, endpoint: Endpoint) -> None:
    endpoint.script(FAULTS[fault])
    with pytest.raises(EncoderError, match="embeddings endpoint") as caught:
        EndpointEncoder(settings(endpoint.url)).get_query_embedding("owls")
    assert KEY not in str(caught.value)
    assert "\n" not in str(caught.value)


def test_a_missing_vector_is_an_error(endpoint: Endpoint) -> None:
    endpoint.script(embeds(endpoint, leave_out=1))
    with pytest.raises(EncoderError, match="1 vectors for 2 texts"):
        EndpointEncoder(settings(endpoint.url)).get_text_embedding_batch(["a", "b"])


def test_a_name_without_a_model_or_without_an_endpoint_is_an_error(endpoint: Endpoint) -> None:
    with pytest.raises(ConfigurationError, match="names no model"):
        EndpointEncoder(settings(endpoint.url, "openai:"))
    with pytest.raises(ConfigurationError, match="needs an endpoint"):
        EndpointEncoder(load_settings(embedding="openai:embedder"))
