"""A question and the conversation so far → the conversation as it grows, until the answer or an error ends it."""

from __future__ import annotations

import logging
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Protocol

from assistant.errors import AssistantError
from assistant.types import Answer, Delta, Progress, Turn
from assistant.ui import messages
from assistant.ui.conversation import Conversation, Exchange, history

logger = logging.getLogger(__name__)


class Answers(Protocol):
    """What the page needs of an assistant to answer."""

    def stream(self, text: str, history: Sequence[Turn] = ()) -> Iterator[Progress | Delta | Answer]:
        """Progress, checked pieces, and last the answer."""

    def more_like(self, paper_id: str) -> Answer:
        """The papers most like one."""


def respond(assistant: Answers, question: str, past: Conversation, *, like: str = "") -> Iterator[Conversation]:
    """Answer `question` after the conversation `past`; every value is the whole conversation as it is to be shown.

    With `like`, a paper's id, the answer is the papers most like it. No exception leaves: an `AssistantError` is shown as its
    cause and remedy, anything else as a plain sentence.
    """
    pieces: list[str] = []
    stages: list[Progress] = []
    asked = Exchange(question, messages.working(), like=like)
    yield (*past, asked)
    try:
        for event in [assistant.more_like(like)] if like else assistant.stream(question, history(past)):
            match event:
                case Progress():
                    stages.append(event)
                case Delta(text):
                    pieces.append(text)
                case Answer():
                    yield (*past, replace(asked, shown=messages.answer(event), answer=event))
                    return
            yield (*past, replace(asked, shown=messages.growing(pieces, stages) if pieces else messages.working(stages)))
    except AssistantError as error:
        yield (*past, replace(asked, shown=messages.problem(error)))
    except Exception:
        logger.exception("The question %r could not be answered", question)
        yield (*past, replace(asked, shown=messages.unexpected()))
