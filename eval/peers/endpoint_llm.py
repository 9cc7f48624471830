"""The endpoint's chat model as llama-index sees a language model, so that every system of a run has the same client and limits."""

from __future__ import annotations

from collections.abc import Sequence
from functools import reduce
from typing import Any, Literal

from llama_index.core.base.llms.types import (
    ChatMessage,
    ChatResponse,
    CompletionResponse,
    CompletionResponseGen,
    LLMMetadata,
    MessageRole,
)
from llama_index.core.llms import CustomLLM
from pydantic import PrivateAttr

from assistant import Settings, Turn
from assistant.models.chat import EndpointChat
from assistant.types import Usage


class EndpointLLM(CustomLLM):
    """A chat model behind an OpenAI-compatible endpoint; what is asked for besides the messages is left to the settings."""

    _chat: EndpointChat = PrivateAttr()
    _used: list[Usage] = PrivateAttr(default_factory=list)
    _longest: int = PrivateAttr()

    def __init__(self, settings: Settings) -> None:
        super().__init__()
        self._chat = EndpointChat(settings)
        self._longest = settings.chat.max_tokens

    @property
    def metadata(self) -> LLMMetadata:
        """llama-index's defaults for a model that it does not know, but for the length of an answer."""
        return LLMMetadata(num_output=self._longest, is_chat_model=True, model_name=self._chat.name)

    def chat(self, messages: Sequence[ChatMessage], **kwargs: Any) -> ChatResponse:
        """The reply to a conversation."""
        system = "\n".join(message.content or "" for message in messages if message.role == MessageRole.SYSTEM)
        turns = [Turn(_role(message), message.content or "") for message in messages if message.role != MessageRole.SYSTEM]
        text = "".join(self._chat.stream(system, turns, self._used.append))
        return ChatResponse(message=ChatMessage(role=MessageRole.ASSISTANT, content=text))

    def complete(self, prompt: str, formatted: bool = False, **kwargs: Any) -> CompletionResponse:
        """The reply to one text."""
        return CompletionResponse(text=self.chat([ChatMessage(role=MessageRole.USER, content=prompt)]).message.content or "")

    def stream_complete(self, prompt: str, formatted: bool = False, **kwargs: Any) -> CompletionResponseGen:
        """The same in one piece: nobody watches an evaluation."""
        whole = self.complete(prompt)
        yield CompletionResponse(text=whole.text, delta=whole.text)

    def take_usage(self) -> Usage:
        """What was used since this was last asked."""
        used, self._used = self._used, []
        return reduce(Usage.plus, used, Usage())


def _role(message: ChatMessage) -> Literal["user", "assistant"]:
    return "assistant" if message.role == MessageRole.ASSISTANT else "user"
