"""`Query` → ranked papers with evidence: dense, lexical and late-interaction scores, fused and calibrated."""

from __future__ import annotations

from assistant.retrieval.calibration import Calibration, load_calibration
from assistant.retrieval.finder import Finder, SearchIndex
from assistant.retrieval.late_interaction import TokenIndex
from assistant.retrieval.lexical import LexicalIndex

__all__ = ["Calibration", "Finder", "LexicalIndex", "SearchIndex", "TokenIndex", "load_calibration"]
