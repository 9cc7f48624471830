"""The chat endpoint over real HTTP: every fault ends in one plain `ChatModelError` within the deadline, or in success."""

from __future__ import annotations

import json
import socket
import time
from collections.abc import Sequence
from itertools import islice

import pytest
from endpoint import KEY, Endpoint, Reply, chunk, cut, fails, prompt_text, says, sends, silent

from assistant import ChatModelError, Settings, Turn, load_settings
from assistant.models.chat import EndpointChat
from assistant.types import Usage

DEADLINE = 0.6
NOW = {"Retry_After": "0.01"}
COMPLETION = {"id": "c", "object": "chat.completion", "choices": [{"index": 0, "message": {"role": "assistant", "content": "Hi."}}]}


def settings(url: str, **chat: object) -> Settings:
    return load_settings(openai_api_key=KEY, openai_base_url=url, model="fake", chat={"timeout_seconds": 20, **chat})


def ask(endpoint: Endpoint, *replies: Reply) -> str:
    endpoint.script(*replies)
    return "".join(EndpointChat(settings(endpoint.url)).stream("Be brief.", [Turn("user", "Hello?")]))


def test_a_reply_arrives_in_its_pieces_and_the_request_carries_key_model_and_messages(endpoint: Endpoint) -> None:
    endpoint.script(says("One ", "two", "", " three."))
    pieces = list(EndpointChat(settings(endpoint.url)).stream("Be brief.", [Turn("user", "A"), Turn("assistant", "B"), Turn("user", "C")]))
    assert pieces == ["One ", "two", " three."]
    assert endpoint.keys == [f"Bearer {KEY}"]
    request = endpoint.requests[0]
    assert request["model"] == "fake"
    assert [message["role"] for message in request["messages"]] == ["system", "user", "assistant", "user"]
    assert prompt_text(request) == "Be brief.\nA\nB\nC"


FAULTS: dict[str, tuple[Sequence[Reply], str]] = {
    "a refused key": ([fails(401)], "refused the key (401)"),
    "a forbidden key": ([fails(403)], "refused the key (403)"),
    "an unknown model": ([fails(404)], "does not know the model fake (404)"),
    "a used-up quota": ([fails(429, code="insufficient_quota")], "says the quota is used up (429)"),
    "limits without end": ([fails(429, **NOW)], "is limiting requests (429)"),
    "a long pause asked for": ([fails(429, Retry_After="3600")], "is limiting requests (429)"),
    "a server that is down for ever": ([fails(503, **NOW)], "answered with an error (503)"),
    "a question that is refused": ([fails(400, "content policy")], "answered with an error (400)"),
    "a stream that is cut": ([cut(chunk("The start"))], "broke off the answer"),
    "an error in mid-stream": (
        [sends(chunk("A"), 'data: {"error": {"message": "out of memory"}}\n\n')],
        "broke off the answer with an error",
    ),
    "no choices": ([sends(chunk(None, choices=[]), "data: [DONE]\n\n", **NOW)], "gave an empty answer"),
    "null choices": ([sends(chunk(None, choices=None), "data: [DONE]\n\n", **NOW)], "gave an empty answer"),
    "only white space": ([says("  ", "\n")], "gave an empty answer"),
    "a web page": ([sends("<html><body>Welcome to the hotel network</body></html>", kind="text/html")], "gave an empty answer"),
    "JSON that is no stream": ([sends(json.dumps(COMPLETION), kind="application/json")], "gave an empty answer"),
    "broken JSON": ([sends("data: {oops\n\n")], "sent something that is not a chat reply"),
    "JSON of another shape": ([sends('data: {"choices": [{"delta": "text"}]}\n\n')], "sent something that is not a chat reply"),
    "a list instead of text": ([sends(chunk(None, choices=[{"delta": {"content": ["text"]}}]))], "sent something that is not a chat reply"),
    "a time-out of the server's own without end": ([fails(408, **NOW)], "answered with an error (408)"),
    "a refusal in its own field": ([sends(chunk(None, choices=[{"index": 0, "delta": {"refusal": "I can't."}}]))], "declined to answer"),
    "a content filter": (
        [sends(chunk(None, choices=[{"index": 0, "delta": {}, "finish_reason": "content_filter"}]))],
        "declined to answer",
    ),
    "silence": ([silent(2)], "did not finish within 0.6 seconds"),
    "a slow drip of words": ([says(*["word "] * 40, pause=0.1)], "did not finish within 0.6 seconds"),
    "a slow drip of bytes": ([sends(*'data: {"choices": ' * 4, pause=0.1)], "did not finish within 0.6 seconds"),
    "a drip of keep-alive comments": ([sends(*[": ping\n\n"] * 40, pause=0.1)], "did not finish within 0.6 seconds"),
    "silence after the first words": ([sends(chunk("A"), chunk("B"), pause=0.45)] * 2, "did not finish within 0.6 seconds"),
}


@pytest.mark.parametrize("fault", FAULTS)
def test_a_fault_is_one_plain_error_within_the_deadline_and_without_the_key(endpoint: Endpoint, fault: str) -> None:
    replies, cause = FAULTS[fault]
    # On a busy machine even a fault that comes at once takes a while.
    deadline = DEADLINE if "did not finish" in cause else 20
    endpoint.script(*replies)
    started = time.monotonic()
    with pytest.raises(ChatModelError) as caught:
        list(EndpointChat(settings(endpoint.url, timeout_seconds=deadline)).stream("Be brief.", [Turn("user", "Hello?")]))
    assert time.monotonic() - started < deadline + 0.5
    assert cause in caught.value.cause
    assert caught.value.cause.startswith("127.0.0.1 ")
    assert "\n" not in str(caught.value)
    assert KEY not in str(caught.value) + repr(caught.value)


RECOVERIES: dict[str, Sequence[Reply]] = {
    "a limit that passes": [fails(429, Retry_After="0.05"), says("Fine.")],
    "two server faults": [fails(500, **NOW), fails(502, **NOW), says("Fine.")],
    "an overloaded server": [fails(503, Retry_After="Wed, 21 Oct 2015 07:28:00 GMT"), says("Fine.")],
    "a connection that breaks before the first word": [cut(), says("Fine.")],
    "an empty answer": [says(""), says("Fine.")],
    "max_tokens is refused": [fails(400, "Unsupported parameter: 'max_tokens'"), says("Fine.")],
    "temperature is refused": [fails(400, "Unsupported value: 'temperature' does not support 0"), says("Fine.")],
    "a count of tokens is refused": [fails(400, "Unknown parameter: stream_options"), says("Fine.")],
    "seed is refused": [fails(422, "seed: extra fields not permitted"), says("Fine.")],
}


@pytest.mark.parametrize("fault", RECOVERIES)
def test_a_fault_that_passes_is_tried_again(endpoint: Endpoint, fault: str) -> None:
    endpoint.script(*RECOVERIES[fault])
    pieces = EndpointChat(settings(endpoint.url, timeout_seconds=5)).stream("", [Turn("user", "Hello?")])
    assert "".join(pieces) == "Fine."
    assert len(endpoint.requests) == len(RECOVERIES[fault])


def test_a_refused_parameter_is_sent_under_its_new_name_or_left_out(endpoint: Endpoint) -> None:
    ask(endpoint, fails(400, "Use 'max_completion_tokens' instead of 'max_tokens'"), fails(400, "temperature"), says("Fine."))
    assert "max_tokens" in endpoint.requests[0]
    assert "max_completion_tokens" not in endpoint.requests[0]
    assert endpoint.requests[1]["max_completion_tokens"] == endpoint.requests[0]["max_tokens"]
    assert "temperature" not in endpoint.requests[2]
    assert "max_tokens" not in endpoint.requests[2]


@pytest.mark.parametrize(
    ("reply", "times"), [(fails(401), 1), (fails(404), 1), (fails(429, code="insufficient_quota"), 1), (fails(500, **NOW), 3)]
)
def test_only_what_may_pass_is_tried_again(endpoint: Endpoint, reply: Reply, times: int) -> None:
    with pytest.raises(ChatModelError):
        ask(endpoint, reply)
    assert len(endpoint.requests) == times


def test_nothing_is_said_twice_when_the_stream_breaks_after_the_first_words(endpoint: Endpoint) -> None:
    heard: list[str] = []
    endpoint.script(cut(chunk("Once.")), says("Twice."))
    with pytest.raises(ChatModelError):
        heard.extend(EndpointChat(settings(endpoint.url)).stream("", [Turn("user", "Hello?")]))
    assert heard == ["Once."]
    assert len(endpoint.requests) == 1


def test_a_closed_port_cannot_be_reached() -> None:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        url = f"http://127.0.0.1:{free.getsockname()[1]}/v1"
    with pytest.raises(ChatModelError, match="cannot be reached"):
        list(EndpointChat(settings(url, retries=0)).stream("", [Turn("user", "Hello?")]))


@pytest.mark.parametrize(
    ("scheme", "host", "cause"), [("https", "127.0.0.1", "does not speak TLS"), ("http", "no-such-host.invalid", "is not a known host")]
)
def test_a_connection_that_will_never_be_is_named_plainly_and_not_tried_again(
    endpoint: Endpoint, scheme: str, host: str, cause: str
) -> None:
    url = endpoint.url.replace("http://127.0.0.1", f"{scheme}://{host}")
    with pytest.raises(ChatModelError, match=cause) as caught:
        list(EndpointChat(settings(url)).stream("", [Turn("user", "Hello?")]))
    assert not caught.value.retryable
    assert endpoint.requests == []


def test_without_a_model_name_the_endpoint_s_first_is_asked(endpoint: Endpoint) -> None:
    chat = EndpointChat(load_settings(openai_base_url=endpoint.url))
    assert chat.name == "first-model"
    list(chat.stream("", [Turn("user", "Hello?")]))
    assert endpoint.requests[0]["model"] == "first-model"


def test_closing_the_stream_early_ends_the_request(endpoint: Endpoint) -> None:
    endpoint.script(says("A", "B", "C", pause=0.05))
    stream = EndpointChat(settings(endpoint.url)).stream("", [Turn("user", "Hello?")])
    assert next(iter(stream)) == "A"
    stream.close()  # type: ignore[attr-defined]
    assert list(stream) == []


def used(endpoint: Endpoint, *replies: Reply, wanted: int = 99) -> list[Usage]:
    """What is reported of a reply of which `wanted` pieces are read."""
    endpoint.script(*replies)
    reports: list[Usage] = []
    pieces = EndpointChat(settings(endpoint.url, timeout_seconds=20)).stream("x" * 40, [Turn("user", "y" * 60)], reports.append)
    list(islice(pieces, wanted))
    pieces.close()  # type: ignore[attr-defined]
    return reports


COUNTED = chunk(None, choices=[], usage={"prompt_tokens": 30, "completion_tokens": 5, "total_tokens": 35})


def test_what_a_reply_used_is_reported_as_the_endpoint_counts_it(endpoint: Endpoint) -> None:
    assert used(endpoint, sends(chunk("Fine."), COUNTED, "data: [DONE]\n\n")) == [Usage(30, 5, 1)]
    assert endpoint.requests[-1]["stream_options"] == {"include_usage": True}


def test_where_the_endpoint_does_not_count_the_tokens_are_estimated(endpoint: Endpoint) -> None:
    assert used(endpoint, says("four" * 8)) == [Usage(25, 8, 1, estimated=True)]


def test_a_reply_that_nobody_hears_to_its_end_has_its_usage_all_the_same(endpoint: Endpoint) -> None:
    assert used(endpoint, says(*["four"] * 50, pause=0.01), wanted=2) == [Usage(25, 2, 1, estimated=True)]


def test_every_try_that_said_something_is_counted(endpoint: Endpoint) -> None:
    replies = [sends(chunk(" "), COUNTED, "data: [DONE]\n\n", **NOW), sends(chunk("Fine."), COUNTED, "data: [DONE]\n\n")]
    assert used(endpoint, *replies) == [Usage(30, 5, 1), Usage(30, 5, 1)]
