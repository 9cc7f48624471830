"""Claim + quote + what encoders see of them → the probability that the quote says what the claim says.

A logistic model over a few features, fitted by benchmarks/fit_entailment.py. Pure but for `load_entailment`, which reads its weights;
the encoders are handed in as a `PairReader`.
"""

from __future__ import annotations

import json
import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path

import numpy as np

from assistant.citations.conflicts import conflicts
from assistant.citations.reading import Token, fold, tokens
from assistant.errors import ConfigurationError
from assistant.interfaces import PairReader
from assistant.types import Status

FILE = Path(__file__).parent / "entailment.json"
# How like two words must be, out of context, to pass for one another; bge's cosine of unrelated words is about .5.
_SYNONYM = 0.7
_NEAR_COPY = 0.6


@dataclass(frozen=True)
class Entailment:
    """`p = 1 / (1 + exp(−(bias + Σ weight · feature)))`, and the probabilities from which a claim is supported, or partly so.

    Claims in the quote's words and claims in other words have weights of their own: what makes the first false is one word that
    differs, what makes the second false is that the quote speaks of something else.
    """

    near: Mapping[str, float]
    far: Mapping[str, float]
    supported: float
    partial: float

    def probability(self, features: Mapping[str, float]) -> float:
        """Probability (0–1) that the quote supports the claim."""
        weights = self.near if is_near(features) else self.far
        total = weights["bias"] + sum(weight * features[name] for name, weight in weights.items() if name != "bias")
        return 1 / (1 + math.exp(-max(-30.0, min(30.0, total))))

    def status(self, probability: float) -> Status:
        """What a quote with this probability is called."""
        return "supported" if probability >= self.supported else "partial" if probability >= self.partial else "unsupported"


def is_near(features: Mapping[str, float]) -> bool:
    """Whether the claim is mostly in the quote's words."""
    return features["coverage"] >= _NEAR_COPY


def load_entailment(path: Path = FILE) -> Entailment:
    """Read the fitted weights.

    Raises:
        ConfigurationError: the file is missing or malformed.
    """
    try:
        return Entailment(**json.loads(path.read_text("utf-8")))
    except (OSError, ValueError, TypeError) as error:
        raise ConfigurationError(f"{path} cannot be read ({error}).", "Reinstall, or run benchmarks/fit_entailment.py.") from None


def features(claim: str, quote: str, context: Sequence[str], reader: PairReader) -> dict[str, float]:
    """What the model weighs, by name.

    Args:
        claim: one statement.
        quote: the sentence it cites.
        context: the paper's label, then other text of it.
        reader: the encoders.
    """
    a, b = tokens(fold(claim)), tokens(fold(quote))
    said, cited = _content(a), _content(b)
    around = {token.stem for text in context for token in tokens(fold(text))}
    here = {token.stem for token in b}
    missing = [token for token in said if token.stem not in here]
    likeness = reader.likeness([token.text for token in missing], sorted({token.text for token in cited}))
    nearest = likeness.max(axis=1) if likeness.size else np.ones(len(missing), np.float32)
    signals = reader.read(claim, quote)
    count = max(len(said), 1)
    found = conflicts(claim, quote)
    return {
        "coverage": 1 - len(missing) / count,
        "answered": 1 - float((1 - np.minimum(nearest, 1)).sum()) / count if missing else 1.0,
        "strange": float((nearest < _SYNONYM).sum()) / count,
        "farthest": float(nearest.min()) if missing else 1.0,
        "elsewhere": sum(token.stem in around for token in missing) / count,
        "reverse": sum(token.stem in {t.stem for t in said} for token in cited) / max(len(cited), 1),
        "neighbours": _neighbours(said, cited),
        "length": math.log(count / max(len(cited), 1)),
        "cosine": signals.cosine,
        "forward": signals.forward,
        "backward": signals.backward,
        "replaced": 1.0 - replaced(a, b, reader),
        **{name: float(name in found) for name in ("negation", "direction", "quantifier", "hedge", "order", "number")},
    }


def _content(text: Sequence[Token]) -> list[Token]:
    return [token for token in text if token.content]


def _neighbours(said: Sequence[Token], cited: Sequence[Token]) -> float:
    """Share of the claim's words next to one another that are at most one word apart in the quote; 1 where none could be."""
    places = {token.stem: n for n, token in enumerate(cited)}
    pairs = [(one.stem, two.stem) for one, two in pairwise(said) if one.stem in places and two.stem in places]
    return sum(0 < places[two] - places[one] <= 2 for one, two in pairs) / len(pairs) if pairs else 1.0


def replaced(a: Sequence[Token], b: Sequence[Token], reader: PairReader) -> float:
    """Likeness (0–1) of the least like word that stands in a near copy where the quote has another one; 1 where there is none."""
    said, cited = _content(a), _content(b)
    places = {token.stem: n for n, token in enumerate(cited)}
    inside = [token.stem in places for token in said]
    if not said or sum(inside) / len(said) < _NEAR_COPY:
        return 1.0
    least = 1.0
    for n, token in enumerate(said):
        if inside[n]:
            continue
        before = places[said[n - 1].stem] if n and inside[n - 1] else -1 if not n else None
        after = places[said[n + 1].stem] if n + 1 < len(said) and inside[n + 1] else len(cited) if n + 1 == len(said) else None
        if before is None or after is None or not 1 < after - before <= 4:
            continue
        others = [other.text for other in cited[before + 1 : after] if other.stem not in {t.stem for t in said}]
        if others:
            least = min(least, float(reader.likeness([token.text], others).max()))
    return least
