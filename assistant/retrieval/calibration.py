"""Named features → probabilities, by logistic models whose weights eval/calibrate.py fitted on the dev questions."""

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
    """`p = 1 / (1 + exp(−(bias + Σ weight · feature)))`."""

    weights: Mapping[str, float]
    bias: float

    def probability(self, features: Mapping[str, NDArray[np.float64] | float]) -> NDArray[np.float64]:
        """Probability of each row, in the shape of the features; a feature that is not named here is ignored."""
        total = self.bias + sum(
            (weight * np.asarray(features[name], np.float64) for name, weight in self.weights.items()), start=np.zeros(())
        )
        return np.asarray(1 / (1 + np.exp(-np.clip(total, -30, 30))))


@dataclass(frozen=True)
class Calibration:
    """The three decisions for one group of languages: is a paper relevant, is the question answerable, is a sentence evidence."""

    relevance: LogisticModel
    answerable: LogisticModel
    sentence: LogisticModel


@dataclass(frozen=True)
class Calibrations:
    """English questions are read by all encoders, others by the multilingual one: their scores differ in kind."""

    english: Calibration
    other: Calibration

    def of(self, language: str) -> Calibration:
        """The models for questions in `language`."""
        return self.english if language == "en" else self.other


def load_calibrations(path: Path = FILE) -> Calibrations:
    """Read the fitted weights.

    Raises:
        ConfigurationError: the file is missing or malformed.
    """
    try:
        data = json.loads(path.read_text("utf-8"))
        return Calibrations(
            **{
                group: Calibration(**{name: LogisticModel(**model) for name, model in data[group].items()})
                for group in ("english", "other")
            }
        )
    except (OSError, ValueError, KeyError, TypeError) as error:
        raise ConfigurationError(f"{path} cannot be read ({error}).", "Reinstall, or run benchmarks/calibrate.py.") from None
