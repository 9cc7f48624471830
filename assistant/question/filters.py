"""Words of a question → conditions on the papers' metadata."""

from __future__ import annotations

import re
from collections.abc import Iterable

from assistant.question.known import KnownPapers
from assistant.types import Filters, Paper

_TRACK_WORDS = {"position": r"\bposition papers?\b|立场论文"}
_DECISION_WORDS = {
    "spotlight": r"\bspotlights?\b|聚光",
    "oral": r"\borals?\b|\boral (?:papers?|presentations?)\b|口头报告",
    "poster": r"\bposters?\b(?! session)|海报",
}


def read_filters(text: str, known: KnownPapers) -> Filters:
    """Conditions on decision and track that the question's words set, of those values that the corpus has."""
    decisions = tuple(
        value for value in sorted(known.values("decision")) if re.search(_DECISION_WORDS.get(value.lower(), r"(?!)"), text, re.I)
    )
    tracks = tuple(value for value in sorted(known.values("track")) if re.search(_track_pattern(value), text, re.I))
    return Filters(tracks=tracks, decisions=decisions)


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
