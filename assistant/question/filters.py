"""Words of a question → conditions on the papers' metadata."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import NamedTuple

from assistant.question.known import KnownPapers
from assistant.types import Filters, Paper

_TRACK_WORDS = {"position": r"\bposition papers?\b|立场论文"}
_DECISION_WORDS = {
    "spotlight": r"\bspotlights?\b|聚光",
    "oral": r"\borals?\b|\boral (?:papers?|presentations?)\b|口头报告",
    "poster": r"\bposters?\b(?! session)|海报",
}

_ASKING = re.compile(
    r"\b(?:which|what|list|show|give|me|all|the|of|are|is|were|was|there|any|papers?|please|pls|find|every|presentations?|accepted|as|here|in|this|do|you|have"
    r"|works?|how|many|to|for|us|name|corpus|conference|neurips|2025|a|an|an?y)\b|哪些|论文|是|有|列出|所有|全部|的|文章|请|给我",
    re.I,
)
_CONTENT = re.compile(r"[^\W\d_]{2,}|[\u4e00-\u9fff]")


class ReadFilters(NamedTuple):
    """The conditions, and what is left of the question without the words that set them."""

    filters: Filters
    rest: str


def read_filters(text: str, known: KnownPapers) -> ReadFilters:
    """Conditions on decision and track that the question's words set, of those values that the corpus has."""
    found: dict[str, list[str]] = {"decision": [], "track": []}
    rest = text
    for field, pattern_of in (("decision", _decision_pattern), ("track", _track_pattern)):
        for value in sorted(known.values(field)):
            pattern = pattern_of(value)
            if re.search(pattern, text, re.I):
                found[field].append(value)
                # "papers" keeps the sentence readable for the encoders, and asks for nothing more.
                rest = re.sub(pattern, " papers ", rest, flags=re.I)
    return ReadFilters(Filters(tracks=tuple(found["track"]), decisions=tuple(found["decision"])), " ".join(rest.split()))


def says_nothing_else(rest: str) -> bool:
    """Whether a question without its filter words only asks for papers."""
    return not _CONTENT.search(_ASKING.sub(" ", rest))


def _decision_pattern(decision: str) -> str:
    return _DECISION_WORDS.get(decision.lower(), r"(?!)")


def _track_pattern(track: str) -> str:
    words = track.lower()
    if words in _TRACK_WORDS:
        return _TRACK_WORDS[words]
    if "benchmark" in words:
        return r"\b(?:datasets? (?:and|&) benchmarks?|d&b|benchmarks?) track\b|数据集与基准"
    return rf"\b{re.escape(words)} track\b"


def passes(paper: Paper, filters: Filters) -> bool:
    """Whether a paper meets the conditions."""

    def among(value: str, wanted: Iterable[str]) -> bool:
        wanted = [item.lower() for item in wanted]
        return not wanted or value.lower() in wanted

    return among(paper.track, filters.tracks) and among(paper.decision, filters.decisions) and among(paper.source.file, filters.files)
