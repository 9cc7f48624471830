"""A judgement is the probability of Yes, or one plain `ChatModelError` within the deadline."""

from __future__ import annotations

import json
import math
import time
from collections.abc import Mapping, Sequence
from typing import Any

import pytest
from endpoint import KEY, Endpoint, Reply, cut, fails, prompt_text, sends, silent

from assistant import ChatModelError, load_settings
from assistant.models.yes_no import Verdict, YesNoChat

DEADLINE = 0.6
NOW = {"Retry_After": "0.01"}
USAGE = {"prompt_tokens": 30, "completion_tokens": 2, "total_tokens": 32}


def completion(text: str | None, *tokens: Mapping[str, float], usage: Mapping[str, int] | None = USAGE) -> Reply:
    """A reply; each token is its alternatives' probabilities, the first of which was chosen."""
    content = []
    for alternatives in tokens:
        listed = [{"token": token, "logprob": math.log(p), "bytes": None} for token, p in alternatives.items()]
        content.append({**listed[0], "top_logprobs": listed})
    choice = {
        "index": 0, "finish_reason": "stop", "message": {"role": "assistant", "content": text},
        "logprobs": {"content": content} if tokens else None,
    }  # fmt: skip
    body = {"id": "c", "object": "chat.completion", "created": 0, "model": "fake", "choices": [choice], "usage": usage}
    return sends(json.dumps(body), kind="application/json")


def chat(endpoint: Endpoint, **settings: object) -> YesNoChat:
    options = {"timeout_seconds": DEADLINE, **settings}
    return YesNoChat(load_settings(openai_api_key=KEY, openai_base_url=endpoint.url, model="fake", chat=options))


def judge(endpoint: Endpoint, *replies: Reply, **settings: object) -> Verdict:
    endpoint.script(*replies)
    return chat(endpoint, **settings).verdict("Say Yes or No.", "Do cats eat fish?")


def test_yes_is_weighed_against_no_by_the_best_spelling_of_each(endpoint: Endpoint) -> None:
    verdict = judge(endpoint, completion("Yes", {"Yes": 0.6, " yes": 0.1, "No": 0.15, "▁NO.": 0.05, "Maybe": 0.1}))
    assert verdict.yes == pytest.approx(0.6 / 0.75)
    assert verdict.graded
    assert (verdict.usage.prompt_tokens, verdict.usage.completion_tokens, verdict.usage.calls) == (30, 2, 1)
    request = endpoint.requests[0]
    assert request["logprobs"] is True
    assert request["top_logprobs"] == 20
    assert prompt_text(request) == "Say Yes or No.\nDo cats eat fish?"
    assert endpoint.keys == [f"Bearer {KEY}"]


def test_the_word_counts_where_it_comes_and_not_what_stands_before_it(endpoint: Endpoint) -> None:
    verdict = judge(endpoint, completion("\nNo", {"\n": 0.9, "Yes": 0.1}, {" No": 0.8, " Yes": 0.2}))
    assert verdict.yes == pytest.approx(0.2)


@pytest.mark.parametrize(
    ("alternatives", "expected"),
    [
        # No can be no likelier than the last that is listed, nor than what the listed ones leave.
        ({"Yes": 0.9, "Sure": 0.05, "Hm": 0.01}, 0.9 / 0.91),
        ({"No": 0.8}, 0.2),
    ],
)
def test_a_word_that_is_not_listed_is_as_likely_as_it_can_be(
    endpoint: Endpoint, alternatives: Mapping[str, float], expected: float
) -> None:
    assert judge(endpoint, completion("?", alternatives)).yes == pytest.approx(expected)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Yes", 1.0), ("no.", 0.0), ("**Yes**, it does.", 1.0), ("<think>No? No, yes.</think>\nNo", 0.0),
        ("There is no doubt about it: yes.", 1.0), ("Perhaps.", None), ("Not known whether.", None),
    ],
)  # fmt: skip
def test_without_token_probabilities_the_text_is_read(endpoint: Endpoint, text: str, expected: float | None) -> None:
    verdict = judge(endpoint, completion(text))
    assert (verdict.yes, verdict.graded) == (expected, False)


def test_an_endpoint_that_refuses_token_probabilities_is_asked_for_fewer_and_then_for_none_and_remembered(endpoint: Endpoint) -> None:
    endpoint.script(fails(400, "top_logprobs must be at most 5"), fails(400, "logprobs is not supported"), completion("Yes"))
    asking = chat(endpoint, timeout_seconds=5)
    assert asking.verdict("", "One?").yes == 1.0
    assert [request.get("top_logprobs") for request in endpoint.requests] == [20, 5, None]
    assert "logprobs" not in endpoint.requests[-1]
    asking.verdict("", "Two?")
    assert len(endpoint.requests) == 4


def test_a_refused_parameter_is_sent_otherwise_or_left_out_and_remembered(endpoint: Endpoint) -> None:
    yes = completion("Yes", {"Yes": 0.9, "No": 0.1})
    endpoint.script(fails(400, "Use 'max_completion_tokens' instead of 'max_tokens'"), fails(400, "temperature"), yes)
    asking = chat(endpoint, timeout_seconds=5)
    asking.verdict("", "One?")
    asking.verdict("", "Two?")
    assert len(endpoint.requests) == 4
    for request in endpoint.requests[2:]:
        assert not {"max_tokens", "temperature"} & request.keys()
        assert request["max_completion_tokens"] == endpoint.requests[0]["max_tokens"]


def test_a_model_that_thinks_first_is_given_the_room_to_finish(endpoint: Endpoint) -> None:
    verdict = judge(endpoint, completion("<think>Well", {"<think>": 1.0}), completion("<think>Well, fish.</think> Yes"))
    assert (verdict.yes, verdict.graded) == (1.0, False)
    assert endpoint.requests[1]["max_tokens"] > endpoint.requests[0]["max_tokens"]
    assert (verdict.usage.prompt_tokens, verdict.usage.calls) == (60, 2)


def test_an_endpoint_that_does_not_count_says_so(endpoint: Endpoint) -> None:
    assert judge(endpoint, completion("Yes", usage=None)).usage.estimated


FAULTS: dict[str, tuple[Sequence[Reply], str]] = {
    "a refused key": ([fails(401)], "refused the key (401)"),
    "an unknown model": ([fails(404)], "does not know the model fake (404)"),
    "limits without end": ([fails(429, **NOW)], "is limiting requests (429)"),
    "a server that is down for ever": ([fails(503, **NOW)], "answered with an error (503)"),
    "a question that is refused": ([fails(400, "content policy")], "answered with an error (400)"),
    "a broken connection": ([cut("{")], "broke off the answer"),
    "an empty answer": ([completion("")], "gave an empty answer"),
    "a web page": ([sends("<html>Welcome</html>", kind="text/html")], "not a chat reply"),
    "silence": ([silent(2)], "did not finish within 0.6 seconds"),
    "a slow drip of bytes": ([sends(*['{"choices": '] * 40, kind="application/json", pause=0.1)], "did not finish within 0.6 seconds"),
}


@pytest.mark.parametrize("fault", FAULTS)
def test_a_fault_is_one_plain_error_within_the_deadline_and_without_the_key(endpoint: Endpoint, fault: str) -> None:
    replies, cause = FAULTS[fault]
    started = time.monotonic()
    with pytest.raises(ChatModelError) as caught:
        judge(endpoint, *replies, retries=0 if fault == "an empty answer" else 2)
    assert time.monotonic() - started < DEADLINE + 0.5
    assert cause in caught.value.cause
    assert KEY not in str(caught.value) + repr(caught.value)


def test_what_may_pass_is_tried_again(endpoint: Endpoint) -> None:
    replies: list[Any] = [fails(500, **NOW), fails(503, **NOW), completion("No")]
    assert judge(endpoint, *replies, timeout_seconds=5).yes == 0.0
    assert len(endpoint.requests) == 3
