"""A question and the conversation so far → the conversation as it grows, until the answer or an error ends it."""

from __future__ import annotations

import logging
from collections.abc import Iterator, Sequence
from typing import Protocol

from assistant.errors import AssistantError
from assistant.types import Answer, Delta, Progress, Turn
from assistant.ui import messages
from assistant.ui.conversation import Conversation, Exchange, history

logger = logging.getLogger(__name__)


class Streams(Protocol):
    """What the page needs of an assistant to answer."""

    def stream(self, text: str, history: Sequence[Turn] = ()) -> Iterator[Progress | Delta | Answer]:
        """Progress, checked pieces, and last the answer."""


def respond(assistant: Streams, question: str, past: Conversation) -> Iterator[Conversation]:
    """Answer `question` after the conversation `past`; every value is the whole conversation as it is to be shown.

    No exception leaves: an `AssistantError` is shown as its cause and remedy, anything else as a plain sentence.
    """
    pieces: list[str] = []
    yield (*past, Exchange(question, messages.working()))
    try:
        for event in assistant.stream(question, history(past)):
            match event:
                case Progress():
                    yield (*past, Exchange(question, messages.working(event)))
                case Delta(text):
                    pieces.append(text)
                    yield (*past, Exchange(question, messages.growing(pieces)))
                case Answer():
                    yield (*past, Exchange(question, messages.answer(event), event))
    except AssistantError as error:
        yield (*past, Exchange(question, messages.problem(error)))
    except Exception:
        logger.exception("The question %r could not be answered", question)
        yield (*past, Exchange(question, messages.unexpected()))
