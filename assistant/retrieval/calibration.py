"""Named features → probabilities, by logistic models whose weights benchmarks/calibrate.py fitted on the dev questions."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from assistant.errors import ConfigurationError

FILE = Path(__file__).parent / "calibration.json"


@dataclass(frozen=True)
class LogisticModel:
    """`p = 1 / (1 + exp(−(bias + Σ weight · feature)))`; `a*b` names the product of two features."""

    weights: Mapping[str, float]
    bias: float

    def probability(self, features: Mapping[str, NDArray[np.float64] | float]) -> NDArray[np.float64]:
        """Probability of each row, in the shape of the features; a feature that is not named here is ignored."""
        terms = (
            weight * np.prod([np.asarray(features[part], np.float64) for part in name.split("*")], axis=0)
            for name, weight in self.weights.items()
        )
        total = self.bias + sum(terms, start=np.zeros(()))
        return np.asarray(1 / (1 + np.exp(-np.clip(total, -30, 30))))


@dataclass(frozen=True)
class Calibration:
    """The decisions: is a paper relevant, is there anything for a list, is the question answerable, is a sentence evidence."""

    relevance: LogisticModel
    listable: LogisticModel
    answerable: LogisticModel
    sentence: LogisticModel


def load_calibration(path: Path = FILE) -> Calibration:
    """Read the fitted weights.

    Raises:
        ConfigurationError: the file is missing or malformed.
    """
    try:
        data = json.loads(path.read_text("utf-8"))
        return Calibration(**{name: LogisticModel(**model) for name, model in data.items()})
    except (OSError, ValueError, KeyError, TypeError, AttributeError) as error:
        raise ConfigurationError(f"{path} cannot be read ({error}).", "Reinstall, or run benchmarks/calibrate.py.") from None
