"""A question that wants Yes or No → the probability of Yes, from any OpenAI-compatible endpoint, within one total deadline."""

from __future__ import annotations

import math
import re
import time
from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

import openai
from openai.types.chat import ChatCompletion

from assistant.errors import ChatModelError
from assistant.models.chat import INSTEAD, EndpointChat, pause_before_retry, refused_parameter
from assistant.models.deadline import until
from assistant.settings import Settings
from assistant.types import Usage

# The most that OpenAI gives; some servers give five.
_MOST_ALTERNATIVES = 20
_FEW_ALTERNATIVES = 5
# A word, and what a tokenizer may put before it.
_GRADED_TOKENS = 4
_NO_LETTER = re.compile(r"[^a-z]")
_THOUGHT = re.compile(r"<think>.*?(?:</think>|\Z)", re.S)
_AT_AN_END = re.compile(r"\A\W*(yes|no)\b|\b(yes|no)\W*\Z", re.I)


class Verdict(NamedTuple):
    """`yes` is the probability of Yes (0–1), 0 or 1 where it is not `graded` by token probabilities, None where the reply says neither."""

    yes: float | None
    graded: bool
    text: str
    usage: Usage


class YesNoChat(EndpointChat):
    """The chat model of an endpoint as a judge. What the endpoint refuses is remembered, so that it is refused once only."""

    def __init__(self, settings: Settings) -> None:
        super().__init__(settings)
        self._alternatives = _MOST_ALTERNATIVES
        self._refused: list[str] = []

    def verdict(self, system: str, question: str) -> Verdict:
        """The judgement of one question; safe to call from several threads.

        Yes is weighed against No where the endpoint tells the probabilities of tokens, else the reply is read as text: also
        where the reply does not open with either, as that of a model that thinks first. Deadline and tries are those of
        `EndpointChat.stream`.

        Raises:
            ChatModelError: no reply within the deadline; `cause` is fit to be shown.
        """
        deadline = time.monotonic() + self._settings.timeout_seconds
        graded = True
        used = Usage()
        tries = 0
        while True:
            graded = graded and self._alternatives > 0
            parameters = self._parameters(graded)
            try:
                reply = next(until(deadline, self._reply(system, question, parameters, deadline), self._too_slow))
                used = used.plus(_usage(reply))
                if (verdict := self._read(reply, graded, used)) is not None:
                    return verdict
                graded = False
            except Exception as error:
                if self._learn(error, parameters):
                    continue
                failure = error if isinstance(error, ChatModelError) else self._translated(error)
                pause = pause_before_retry(error, tries)
                if not failure.retryable or tries >= self._settings.retries or time.monotonic() + pause >= deadline:
                    raise failure from None
                tries += 1
                time.sleep(pause)

    def _reply(self, system: str, question: str, parameters: dict[str, Any], deadline: float) -> Iterator[ChatCompletion]:
        yield self._client.chat.completions.create(
            model=self.name,
            messages=[{"role": "system", "content": system}, {"role": "user", "content": question}],
            timeout=max(0.1, deadline - time.monotonic()),
            **parameters,
        )

    def _read(self, reply: ChatCompletion, graded: bool, used: Usage) -> Verdict | None:
        """What the reply says; None where it was too short to say anything."""
        text = _THOUGHT.sub("", _text(reply)).strip()
        if graded and (yes := _probability(reply)) is not None:
            return Verdict(yes, True, text, used)
        if said := _AT_AN_END.search(text):
            return Verdict(float((said[1] or said[2]).lower() == "yes"), False, text, used)
        if graded:
            return None
        if not text:
            raise ChatModelError(f"{self._where} gave an empty answer.", retryable=True)
        return Verdict(None, False, text, used)

    def _parameters(self, graded: bool) -> dict[str, Any]:
        wanted: dict[str, Any] = {
            "temperature": self._settings.temperature,
            "seed": 0,
            "max_tokens": _GRADED_TOKENS if graded else self._settings.max_tokens,
        }
        if graded:
            wanted |= {"logprobs": True, "top_logprobs": self._alternatives}
        for name in self._refused:
            value = wanted.pop(name, None)
            if value is not None and (instead := INSTEAD[name]) is not None:
                wanted[instead] = value
        return wanted

    def _learn(self, error: Exception, parameters: Mapping[str, Any]) -> bool:
        """Whether the endpoint refused something of this request that the next one will do without."""
        is_refusal = isinstance(error, openai.BadRequestError | openai.UnprocessableEntityError)
        if is_refusal and "top_logprobs" in parameters and "logprobs" in str(getattr(error, "body", "") or error):
            self._alternatives = _FEW_ALTERNATIVES if parameters["top_logprobs"] > _FEW_ALTERNATIVES else 0
            return True
        name = refused_parameter(error, dict(parameters))
        if name and name not in self._refused:
            self._refused.append(name)
        return bool(name)


def _text(reply: ChatCompletion) -> str:
    return (reply.choices[0].message.content or "") if reply.choices else ""


def _usage(reply: ChatCompletion) -> Usage:
    if reply.usage is None:
        return Usage(calls=1, estimated=True)
    return Usage(reply.usage.prompt_tokens, reply.usage.completion_tokens, 1)


def _probability(reply: ChatCompletion) -> float | None:
    """Of the first token that says Yes or No: exp(a) / (exp(a) + exp(b)), a and b the best spellings of Yes and of No.

    A word that is not among the alternatives is taken for as likely as it can be: no more than the last of them, nor than what
    the listed ones leave.
    """
    logprobs = reply.choices[0].logprobs if reply.choices else None
    for chosen in (logprobs.content if logprobs else None) or []:
        if _word(chosen.token) not in ("yes", "no"):
            continue
        listed = {item.token: item.logprob for item in chosen.top_logprobs} | {chosen.token: chosen.logprob}
        rest = max(1e-12, 1 - math.fsum(map(math.exp, listed.values())))
        unseen = min(*listed.values(), math.log(rest))
        best = {word: max((p for token, p in listed.items() if _word(token) == word), default=unseen) for word in ("yes", "no")}
        return 1 / (1 + math.exp(min(700.0, best["no"] - best["yes"])))
    return None


def _word(token: str) -> str:
    return _NO_LETTER.sub("", token.lower())
