"""Fit `assistant/question/forms.npz`: which form of answer a question asks for.

    python benchmarks/fit_forms.py [--write [english] [other]]

Trained on benchmarks/data/question_forms.jsonl (sentences written for this, on other topics than the gold questions) and on
the gold questions whose split is dev. Prints five-fold accuracy, and for each language but English that of
a model which saw none of its questions; the test questions are not read.
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
from assistant.question.forms import FILE, KINDS, features, mean_direction
from assistant.question.language import language
from assistant.question.translation import english_words

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
    spoken = [language(text) for text, _ in examples]
    y = np.array([KINDS.index(kind) for _, kind in examples])
    fold = np.arange(len(y)) % 5
    english = np.array([code == "en" for code in spoken])
    stored = {}
    mine = [text for text, known in zip((text for text, _ in examples), english, strict=True) if known]
    x = np.array([features(text, mean_direction(tokens.encode_query(text))) for text in mine])
    held = np.mean(
        [
            accuracy(fit(x[fold[english] != f], y[english][fold[english] != f]), x[fold[english] == f], y[english][fold[english] == f])
            for f in range(5)
        ]
    )
    print(f"english: {len(mine)} questions, five-fold accuracy {held:.3f}")
    stored["english"] = fit(x, y[english]).astype(np.float32)
    # The multilingual encoder puts questions of all languages into one space: English ones teach the others.
    words = ["" if code in ("en", "zh", "zh-hant") else english_words(text, code) for (text, _), code in zip(examples, spoken, strict=True)]
    x = np.array([
        features(seen or text, np.array(multilingual.get_query_embedding(text))) for (text, _), seen in zip(examples, words, strict=True)
    ])  # fmt: skip
    for code in sorted({*spoken} - {"en"}):
        these = np.array([s == code for s in spoken])
        without = accuracy(fit(x[~these], y[~these]), x[these], y[these])
        print(f"{code}: {these.sum()} questions, accuracy {without:.3f} by a model that saw none of them")
    stored["other"] = fit(x, y).astype(np.float32)
    if "--write" in sys.argv:
        with np.load(FILE) as before:
            wanted = sys.argv[sys.argv.index("--write") + 1 :] or list(stored)
            np.savez(FILE, **{name: stored[name] if name in wanted else before[name] for name in stored})


if __name__ == "__main__":
    main()
