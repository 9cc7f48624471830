"""The exceptions a user of the assistant may meet: each names its cause, its remedy and whether a retry can help.

AssistantError
├── ConfigurationError     a setting that cannot be used
├── CorpusError            a file that cannot be read as papers
├── IndexingError          the index is missing, damaged, locked or made with other settings
├── EncoderError           an encoder's weights are missing, altered or refuse the text
└── ChatModelError         the language model's endpoint failed (retryable: limits, time-outs, server faults)
    └── UnusableReplyError  it replied, but with nothing that the papers support
"""

from __future__ import annotations


class AssistantError(Exception):
    """Base of all errors raised on purpose.

    Args:
        cause: what went wrong, in one sentence.
        remedy: what the user can do about it, in one sentence.
        retryable: whether the same call may succeed later.
    """

    def __init__(self, cause: str, remedy: str = "", *, retryable: bool = False) -> None:
        super().__init__(f"{cause} {remedy}".strip())
        self.cause = cause
        self.remedy = remedy
        self.retryable = retryable


class ConfigurationError(AssistantError):
    """A setting, argument or prompt file that cannot be used."""


class CorpusError(AssistantError):
    """A file that cannot be read as papers; `cause` names file and line. `also` are further rejected records, a line each."""

    def __init__(self, cause: str, remedy: str = "", *, retryable: bool = False, also: tuple[str, ...] = ()) -> None:
        super().__init__(cause, remedy, retryable=retryable)
        self.also = also


class IndexingError(AssistantError):
    """The index is missing, damaged, locked, or was made with other settings."""


class EncoderError(AssistantError):
    """An encoder's weights are missing or altered, or an embedding endpoint failed."""


class ChatModelError(AssistantError):
    """The language model did not give a usable answer; `cause` is fit to be shown to the user."""


class UnusableReplyError(ChatModelError):
    """The language model replied, but nothing of it can be shown: asking again would give the same."""
