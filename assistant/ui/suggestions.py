"""An answer → a few questions that could come next, each of which the papers answer."""

from __future__ import annotations

import logging
import threading
from collections.abc import Iterator, Sequence
from itertools import islice
from typing import Protocol

from assistant.errors import AssistantError
from assistant.question import language
from assistant.types import Answer, Turn

logger = logging.getLogger(__name__)
_checking = threading.Lock()

_MOST = 3
_TRIED = 4
_WORDS = {
    "en": ("Compare {a} and {b}.", "What does {a} propose?", "What do the experiments of {a} show?"),
    "zh": ("比较 {a} 和 {b}。", "{a} 提出了什么方法？", "{a} 的实验结果如何？"),
}


class Judges(Protocol):
    """What is needed of an assistant to check a question."""

    def answerable(self, text: str, history: Sequence[Turn] = ()) -> bool:
        """Whether the papers' own sentences answer the question."""


def suggestions(assistant: Judges, answer: Answer) -> tuple[str, ...]:
    """At most three questions about the answer's papers that have a name, in Chinese or English; none is the one just asked.

    None at all while another reader's are being checked: under load, answers come first.
    """
    if not _checking.acquire(blocking=False):
        return ()
    try:
        tried = islice(_questions(answer), _TRIED)
        return tuple(islice((text for text in tried if assistant.answerable(text)), _MOST))
    except AssistantError as error:
        logger.warning("No further questions are suggested: %s", error)
        return ()
    finally:
        _checking.release()


def _questions(answer: Answer) -> Iterator[str]:
    names = list(dict.fromkeys(source.paper.names[0] for source in answer.papers if source.paper.names))
    compare, propose, show = _WORDS["zh" if language(answer.question).startswith("zh") else "en"]
    asked = answer.question.casefold()
    # About the paper that the answer is about, what is not said yet; about several, what each is.
    questions = [show.format(a=name) for name in names[:1]] if answer.kind == "specific" else []
    questions += [compare.format(a=names[0], b=names[1])] if len(names) > 1 else []
    questions += [form.format(a=name) for name in names[:2] for form in (propose, show)]
    yield from (text for text in dict.fromkeys(questions) if text.casefold() != asked)
