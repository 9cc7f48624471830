"""A follow-up that the rules cannot resolve + its conversation → a standalone question by a language model, or None.

What the model writes is believed only as far as it can be checked: one line in the question's language, which names papers of
the conversation and no others.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence

from assistant.errors import ChatModelError
from assistant.interfaces import ChatModel
from assistant.prompts import Prompt
from assistant.question.conversation import recall
from assistant.question.known import KnownPapers
from assistant.question.language import is_chinese, language
from assistant.types import Turn, Usage

_TURNS = 6
_TURN_CHARACTERS = 600
_PAPERS = 40
_LONGEST = 600
_NAME = re.compile(r"(?<![\w-])(?=\w*\d|\w*[A-Z]\w*[A-Z])[A-Za-z][\w-]*\w")
_QUOTES = " \t\"'“”‘’`*"


class Rewriter:
    """Asks a chat model what a follow-up means."""

    def __init__(self, chat: ChatModel, prompt: Prompt) -> None:
        self._chat = chat
        self._prompt = prompt

    def rewrite(
        self, question: str, history: Sequence[Turn], known: KnownPapers, report: Callable[[Usage], None] = lambda usage: None
    ) -> str | None:
        """The standalone question; None where the model fails, is not sure, or wrote what cannot be trusted.

        `report` is told what the call used.
        """
        papers = list(dict.fromkeys(paper_id for exchange in reversed(recall(history, known)) for paper_id in exchange.shown))[:_PAPERS]
        if not papers:
            return None
        system, user = self._prompt.fill(
            papers="\n".join(f"- {known.papers[paper_id].label}" for paper_id in papers),
            conversation="\n".join(f"{turn.role}: {' '.join(turn.content.split())[:_TURN_CHARACTERS]}" for turn in history[-_TURNS:]),
            question=question,
        )
        try:
            reply = "".join(self._chat.stream(system, [Turn("user", user)], report))
        except ChatModelError:
            return None
        return _trusted(reply, question, history, papers, known)


def _same_language(text: str, question: str) -> bool:
    return language(text) == language(question) or (is_chinese(text) and is_chinese(question))


def _trusted(reply: str, question: str, history: Sequence[Turn], papers: Sequence[str], known: KnownPapers) -> str | None:
    """The reply as a question, if it is one that may be asked in the user's name."""
    text = reply.strip().strip(_QUOTES)
    if not text or "\n" in text or len(text) > _LONGEST or "UNCLEAR" in text or not _same_language(text, question):
        return None
    named = known.mentioned(text)
    if not named or not set(named) <= {*papers, *known.mentioned(question)}:
        return None
    # A name of nobody's paper is as invented as a paper of another conversation.
    said = " ".join((question, *(turn.content for turn in history), *(known.papers[paper_id].abstract for paper_id in papers)))
    said += " ".join(known.papers[paper_id].label for paper_id in papers)
    return text if all(name in said for name in _NAME.findall(text)) else None
