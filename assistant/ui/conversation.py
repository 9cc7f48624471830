"""A browser session's conversation as a frozen value → the history that `stream` takes and the messages that the page shows."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

from assistant.types import Answer, Turn
from assistant.ui import messages


@dataclass(frozen=True, slots=True)
class Exchange:
    """A question with what is shown for it (HTML); `answer` is None while it is being made and where there is none.

    `like` is the id of the paper that similar ones were asked for, `suggestions` are questions that could come next.
    """

    question: str
    shown: str
    answer: Answer | None = None
    stopped: bool = False
    like: str = ""
    suggestions: tuple[str, ...] = ()


Conversation = tuple[Exchange, ...]


def history(conversation: Conversation) -> tuple[Turn, ...]:
    """The answered questions, oldest first, as plain Markdown turns that know their papers."""
    return tuple(
        turn
        for exchange in conversation
        if exchange.answer is not None
        for turn in (Turn("user", exchange.question), exchange.answer.turns()[1])
    )


def shown(conversation: Conversation) -> list[dict[str, Any]]:
    """The chat's messages: a user's and an assistant's for every exchange; the last one with what could be asked next."""
    made: list[dict[str, Any]] = [
        message
        for n, exchange in enumerate(conversation)
        for message in (
            {"role": "user", "content": messages.question(exchange.question, None if exchange.like else n)},
            {"role": "assistant", "content": exchange.shown},
        )
    ]
    if conversation and conversation[-1].suggestions:
        made[-1]["options"] = [{"value": text, "label": text} for text in conversation[-1].suggestions]
    return made


def stopped(conversation: Conversation) -> Conversation:
    """The conversation after the asker stopped the answer that was being made."""
    if not conversation or conversation[-1].answer is not None or conversation[-1].stopped:
        return conversation
    last = conversation[-1]
    return (*conversation[:-1], replace(last, shown=messages.stopped(last.shown), stopped=True))


def exchange_of(message: int) -> int:
    """Number of the exchange that the chat's `message`-th message belongs to."""
    return message // 2


def answer_with(conversation: Conversation, answer_id: str) -> Answer | None:
    """The conversation's answer of that id, where it has one."""
    return next((e.answer for e in conversation if e.answer is not None and e.answer.id == answer_id), None)
