"""An `Answer` → one row for each of its papers, in the order of their numbers."""

from __future__ import annotations

import math
import re
from typing import NamedTuple
from urllib.parse import urlsplit

from assistant.types import Answer, Citation, Paper

_CONTROL = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f\x7f\ud800-\udfff]")
_ARXIV = re.compile(r"(?:arXiv:)?((?:\d{4}\.\d{4,5}|[a-z-]+(?:\.[A-Z]{2})?/\d{7})(?:v\d+)?)", re.I)


class Row(NamedTuple):
    """A paper of an answer: its number there, why it was chosen, how probably it is relevant (0–1)."""

    n: int
    paper: Paper
    borderline: bool
    confidence: float
    why: str
    quotes: tuple[Citation, ...]


def rows(answer: Answer) -> tuple[Row, ...]:
    """The papers of the answer, then those that it shows apart."""
    why: dict[int, list[str]] = {}
    for claim in answer.claims:
        for n in claim.numbers:
            why.setdefault(n, []).append(one_line(claim.text))
    return tuple(
        Row(
            source.n, source.paper, borderline, source.score, " ".join(dict.fromkeys(why.get(source.n, ()))),
            tuple(citation for citation in answer.citations if citation.n == source.n),
        )
        for borderline, sources in ((False, answer.papers), (True, answer.borderline))
        for source in sources
    )  # fmt: skip


def one_line(text: str) -> str:
    """The text on one line, without characters that files of text cannot hold."""
    return " ".join(_CONTROL.sub("\ufffd", text).split())


def percent(confidence: float) -> str:
    """A probability as whole percents, rounded down: 100% is certain, as a paper that meets a condition on its metadata."""
    return f"{math.floor(confidence * 100)}%"


def address(text: str) -> str:
    """The text where it is an http(s) address, else nothing: an export must not carry a script into another program."""
    url = text.strip()
    try:
        parts = urlsplit(url)
    except ValueError:
        return ""
    return url if parts.scheme.lower() in ("http", "https") and parts.hostname and not re.search(r"[\s<>\"\\{}|^`]", url) else ""


def arxiv_identifier(text: str) -> str:
    """The arXiv identifier that the text is, else nothing."""
    match = _ARXIV.fullmatch(text.strip())
    return match.group(1) if match else ""
