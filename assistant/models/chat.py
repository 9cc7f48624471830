"""A system text and messages → pieces of a reply, from any OpenAI-compatible endpoint, within one total deadline."""

from __future__ import annotations

import random
import socket
import ssl
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from typing import Any
from urllib.parse import urlsplit

import openai
from openai.types.chat import ChatCompletionChunk

from assistant.errors import ChatModelError
from assistant.models.deadline import until
from assistant.settings import ChatSettings, Settings
from assistant.types import Turn, Usage

_DEFAULT_MODEL = "gpt-4.1-mini"
# What to send instead of a parameter that an endpoint refuses; None: leave it out.
INSTEAD: dict[str, str | None] = {
    "max_tokens": "max_completion_tokens", "temperature": None, "seed": None, "max_completion_tokens": None, "stream_options": None,
}  # fmt: skip
# Where an endpoint does not count; English text has about four characters a token.
_CHARACTERS_PER_TOKEN = 4
# Names, because the HTTP library behind the client differs between its versions.
_BROKEN = {"RemoteProtocolError", "ReadError"}


class EndpointChat:
    """One chat model at one endpoint. The key lives only in the client and is never part of an error."""

    def __init__(self, settings: Settings) -> None:
        self._settings: ChatSettings = settings.chat
        self._key = settings.openai_api_key.get_secret_value()
        self._client = openai.OpenAI(
            api_key=self._key or "none",
            base_url=settings.openai_base_url or None,
            max_retries=0,
            timeout=settings.chat.timeout_seconds,
        )
        self._name = settings.model or ("" if settings.openai_base_url else _DEFAULT_MODEL)
        self._where = (settings.openai_base_url and urlsplit(settings.openai_base_url).hostname) or "the endpoint"

    @property
    def name(self) -> str:
        """The model's name; the endpoint's first model where none was set.

        Raises:
            ChatModelError: the endpoint does not list its models.
        """
        if not self._name:
            deadline = time.monotonic() + self._settings.timeout_seconds
            try:
                self._name = next(until(deadline, self._models(), self._too_slow), "")
            except Exception as error:
                raise self._translated(error) from None
            if not self._name:
                raise ChatModelError(f"{self._where} serves no model.", "Set ASSISTANT_MODEL.")
        return self._name

    def _models(self) -> Iterator[str]:
        yield from (str(model.id) for model in self._client.models.list().data)

    def stream(self, system: str, messages: Sequence[Turn], report: Callable[[Usage], None] = lambda usage: None) -> Iterator[str]:
        """Pieces of the reply as they arrive; `report` is told the usage of every try that said something.

        A failure that may pass (limits, server faults, broken connections) is tried again, as long as nothing was
        said yet, with growing, jittered pauses or the pause the endpoint asks for. The deadline covers everything.

        Raises:
            ChatModelError: no usable reply within the deadline; `cause` is fit to be shown.
        """
        deadline = time.monotonic() + self._settings.timeout_seconds
        parameters: dict[str, Any] = {
            "temperature": self._settings.temperature, "max_tokens": self._settings.max_tokens, "seed": 0,
            "stream_options": {"include_usage": True},
        }  # fmt: skip
        tries = 0
        while True:
            said = False
            length, counted = 0, list[Usage]()
            try:
                try:
                    for piece in self._within(deadline, system, messages, parameters, counted):
                        said = said or bool(piece.strip())
                        length += len(piece)
                        yield piece
                finally:
                    # Also where the reader has heard enough and hangs up.
                    if counted or length:
                        report(counted[-1] if counted else _estimate(system, messages, length))
                if not said:
                    raise ChatModelError(f"{self._where} gave an empty answer.", retryable=True)
                return
            except Exception as error:
                refused = refused_parameter(error, parameters)
                if refused:
                    value = parameters.pop(refused)
                    if (instead := INSTEAD[refused]) is not None:
                        parameters[instead] = value
                    continue
                failure = error if isinstance(error, ChatModelError) else self._translated(error)
                pause = pause_before_retry(error, tries)
                if said or not failure.retryable or tries >= self._settings.retries or time.monotonic() + pause >= deadline:
                    raise failure from None
                tries += 1
                time.sleep(pause)

    def _within(
        self, deadline: float, system: str, messages: Sequence[Turn], parameters: dict[str, Any], counted: list[Usage]
    ) -> Iterator[str]:
        opened: list[openai.Stream[Any]] = []

        def hang_up() -> None:
            for stream in opened:
                # The reading thread may be closing it at this moment.
                with suppress(Exception):
                    stream.close()

        return until(deadline, self._once(system, messages, parameters, deadline, opened, counted), self._too_slow, hang_up)

    def _once(
        self,
        system: str,
        messages: Sequence[Turn],
        parameters: dict[str, Any],
        deadline: float,
        opened: list[openai.Stream[Any]],
        counted: list[Usage],
    ) -> Iterator[str]:
        """Pieces of one try; the open stream is put into `opened`, for whoever has to close it from outside, the usage into `counted`."""
        reply: openai.Stream[ChatCompletionChunk] = self._client.chat.completions.create(  # type: ignore[assignment]
            model=self.name,
            messages=[{"role": "system", "content": system}, *({"role": turn.role, "content": turn.content} for turn in messages)],  # type: ignore[list-item]
            stream=True,
            timeout=max(0.1, deadline - time.monotonic()),
            **parameters,
        )
        with reply as chunks:
            opened.append(chunks)
            for chunk in chunks:
                if chunk.usage is not None:
                    counted.append(Usage(chunk.usage.prompt_tokens, chunk.usage.completion_tokens, 1))
                for choice in chunk.choices or []:
                    if choice.delta is not None and choice.delta.content:
                        yield choice.delta.content
                    if choice.finish_reason == "content_filter" or (choice.delta is not None and choice.delta.refusal):
                        raise ChatModelError(f"{self._where} declined to answer.", "Ask in other words, or take another model.")

    def _too_slow(self) -> ChatModelError:
        return ChatModelError(
            f"{self._where} did not finish within {self._settings.timeout_seconds:g} seconds.",
            "Try again, or set ASSISTANT_CHAT__TIMEOUT_SECONDS.",
        )

    def _translated(self, error: Exception) -> ChatModelError:
        """The vendor's exception as ours; its text may hold the key and is shown only where the endpoint wrote it about the request."""
        where = self._where
        match error:
            case ChatModelError():
                return error
            case openai.APITimeoutError():
                return self._too_slow()
            case _ if type(error.__cause__ or error).__name__ in _BROKEN:
                return ChatModelError(f"{where} broke off the answer.", "Try again.", retryable=True)
            case openai.APIConnectionError() if reason := _unconnected(error):
                return ChatModelError(f"{where} {reason}.", "Check OPENAI_BASE_URL and the network.", retryable=False)
            case openai.APIConnectionError():
                return ChatModelError(f"{where} cannot be reached.", "Check OPENAI_BASE_URL and the network.", retryable=True)
            case openai.AuthenticationError() | openai.PermissionDeniedError():
                return ChatModelError(f"{where} refused the key ({error.status_code}).", "Check OPENAI_API_KEY.")
            case openai.RateLimitError():
                exhausted = getattr(error, "code", "") == "insufficient_quota"
                what = "says the quota is used up" if exhausted else "is limiting requests"
                return ChatModelError(
                    f"{where} {what} (429).", "Check the plan." if exhausted else "Try again later.", retryable=not exhausted
                )
            case openai.NotFoundError():
                return ChatModelError(
                    f"{where} does not know the model {self._name or ''} (404).".replace("  ", " "),
                    "Set ASSISTANT_MODEL, or check OPENAI_BASE_URL.",
                )
            case openai.APIStatusError():
                retryable = error.status_code >= 500 or error.status_code in (408, 409)
                return ChatModelError(f"{where} answered with an error ({error.status_code}).", retryable=retryable)
            case openai.APIError():
                return ChatModelError(f"{where} broke off the answer with an error.", retryable=True)
        return ChatModelError(f"{where} sent something that is not a chat reply ({type(error).__name__}).", retryable=False)


def _unconnected(error: Exception) -> str:
    """Why there is no connection and will be none in a moment either; empty where it may be."""
    cause: BaseException | None = error
    while cause is not None:
        if isinstance(cause, ssl.SSLError):
            trusted = "CERTIFICATE_VERIFY_FAILED" not in str(cause)
            return "does not speak TLS as https needs it" if trusted else "has a certificate that is not trusted"
        if isinstance(cause, socket.gaierror):
            return "is not a known host"
        cause = cause.__cause__ or cause.__context__
    return ""


def _estimate(system: str, messages: Sequence[Turn], length: int) -> Usage:
    asked = len(system) + sum(len(turn.content) for turn in messages)
    return Usage(asked // _CHARACTERS_PER_TOKEN, length // _CHARACTERS_PER_TOKEN, 1, estimated=True)


def refused_parameter(error: Exception, parameters: dict[str, Any]) -> str:
    """The parameter that a 400 complains about, of those that can be sent otherwise or left out."""
    if not isinstance(error, openai.BadRequestError | openai.UnprocessableEntityError):
        return ""
    text = str(error.body or error)
    return next((name for name in INSTEAD if name in parameters and name in text), "")


def pause_before_retry(error: Exception, tries: int) -> float:
    """Seconds to wait before the next try: what the endpoint asks for, or growing and jittered ones."""
    response = getattr(error, "response", None)
    asked = response.headers.get("retry-after", "") if response is not None else ""
    if asked.replace(".", "", 1).isdecimal():
        return float(asked)
    return float(min(8.0, 0.5 * 2**tries) * (0.5 + random.random()))
