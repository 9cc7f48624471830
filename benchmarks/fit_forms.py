"""Fit `assistant/question/forms.npz`: which form of answer a question asks for.

    python benchmarks/fit_forms.py [--write]

Trained on benchmarks/data/question_forms.jsonl (sentences written for this, on other topics than the gold questions) and on
the gold questions whose split is dev. Prints five-fold accuracy; the test questions are not read.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray
from scipy.optimize import minimize
from scipy.special import log_softmax, softmax

from assistant.models.late_interaction import ColBERTEncoder
from assistant.models.multilingual import MultilingualEncoder
from assistant.question.forms import FILE, KINDS, by_pattern, features, mean_direction
from assistant.question.language import language

ROOT = Path(__file__).parent.parent
PENALTY = 6.0
GOLD_KINDS = {"specific": "specific", "false-premise": "specific", "list": "list", "facet": "list", "compare": "compare"}


def fit(x: NDArray[Any], y: NDArray[Any]) -> NDArray[Any]:
    """Weights of the multinomial logistic model, shape (kinds, features + 1)."""
    x = np.column_stack([x, np.ones(len(x))])
    target = np.eye(len(KINDS))[y]

    def loss(flat: NDArray[Any]) -> tuple[float, NDArray[Any]]:
        theta = flat.reshape(len(KINDS), -1)
        scores = x @ theta.T
        value = -np.sum(target * log_softmax(scores, axis=1)) + PENALTY / 2 * np.sum(theta[:, :-1] ** 2)
        gradient = (softmax(scores, axis=1) - target).T @ x
        gradient[:, :-1] += PENALTY * theta[:, :-1]
        return float(value), gradient.ravel()

    return minimize(loss, np.zeros(len(KINDS) * x.shape[1]), jac=True, method="L-BFGS-B").x.reshape(len(KINDS), -1)


def accuracy(theta: NDArray[Any], x: NDArray[Any], y: NDArray[Any]) -> float:
    """Share of questions whose likeliest form is the right one."""
    return float((np.argmax(np.column_stack([x, np.ones(len(x))]) @ theta.T, axis=1) == y).mean())


def main() -> None:
    """Read, fit, report, write."""
    tokens, multilingual = ColBERTEncoder(), MultilingualEncoder()
    examples = [
        (item["text"], item["kind"]) for item in map(json.loads, (ROOT / "benchmarks/data/question_forms.jsonl").open(encoding="utf-8"))
    ]
    for path in sorted((ROOT / "eval/gold").glob("*.jsonl")):
        gold = map(json.loads, path.open(encoding="utf-8"))
        examples += [(g["question"], GOLD_KINDS[g["kind"]]) for g in gold if g["split"] == "dev" and g["kind"] in GOLD_KINDS]
    stored = {}
    for group in ("english", "other"):
        mine = [(text, kind) for text, kind in examples if (language(text) == "en") == (group == "english")]
        vectors = [
            mean_direction(tokens.encode_query(t)) if group == "english" else np.array(multilingual.get_query_embedding(t)) for t, _ in mine
        ]
        x = np.array([features(text, vector) for (text, _), vector in zip(mine, vectors, strict=True)])
        y = np.array([KINDS.index(kind) for _, kind in mine])
        fold = np.arange(len(y)) % 5
        held = np.mean([accuracy(fit(x[fold != f], y[fold != f]), x[fold == f], y[fold == f]) for f in range(5)])
        patterns = np.mean([by_pattern(text) == kind for text, kind in mine])
        print(f"{group}: {len(mine)} questions, five-fold accuracy {held:.3f}, patterns alone {patterns:.3f}")
        stored[group] = fit(x, y).astype(np.float32)
    if "--write" in sys.argv:
        np.savez(FILE, **stored)


if __name__ == "__main__":
    main()
