"""Answers questions over a conference's abstracts with snippets that are checked against the papers.

>>> from assistant import Assistant
>>> answer = Assistant.open().ask("Which papers study membership inference?")
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from assistant.errors import (
    AssistantError,
    ChatModelError,
    ConfigurationError,
    CorpusError,
    EncoderError,
    IndexingError,
    UnusableReplyError,
)
from assistant.settings import Settings, load_settings, with_changes
from assistant.types import Answer, Candidate, Citation, CitedPaper, Delta, Evidence, Paper, Progress, Source, Span, Turn

if TYPE_CHECKING:
    from assistant.wiring import Assistant

__version__ = "0.1.0"

__all__ = [
    "Answer",
    "Assistant",
    "AssistantError",
    "Candidate",
    "ChatModelError",
    "Citation",
    "CitedPaper",
    "ConfigurationError",
    "CorpusError",
    "Delta",
    "EncoderError",
    "Evidence",
    "IndexingError",
    "Paper",
    "Progress",
    "Settings",
    "Source",
    "Span",
    "Turn",
    "UnusableReplyError",
    "load_settings",
    "with_changes",
]


def __getattr__(name: str) -> Any:
    # The parts are imported when the assistant is, not when its errors or values are.
    if name == "Assistant":
        from assistant.wiring import Assistant

        return Assistant
    raise AttributeError(f"module 'assistant' has no attribute {name!r}")
