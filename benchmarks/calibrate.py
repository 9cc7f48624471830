"""Fit `assistant/retrieval/calibration.json` on the dev questions of eval/gold and on three other sets of papers; test questions are not read.

    python benchmarks/calibrate.py ../shared/corpus/ml_abstracts.jsonl.gz [--write] [--cache FOLDER]

Four logistic models (L2-penalised, on standardised features, scipy's L-BFGS-B): is a paper relevant to a list question; is there
anything for the list; is a question answerable; is a sentence evidence. Each is printed as
fitted without the set that it is then tried on: the seeds' dev questions, and `c` of benchmarks/data/corpora. The cache
keeps indexes and features from one fit to the next.
"""

from __future__ import annotations

import json
import pickle
import re
import sys
import tempfile
from dataclasses import dataclass, replace
from itertools import combinations_with_replacement
from math import prod
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray
from other_corpora import open_corpus
from scipy.optimize import minimize
from scipy.stats import rankdata

from assistant import Assistant, Turn
from assistant.retrieval.finder import best_features
from assistant.types import Query

ROOT = Path(__file__).parent.parent
FEATURES = {
    "relevance": [
        "fused", "gap", "dense", "late", "late_telling", "late_telling_z", "late_lead", "dense_lead", "lexical_z", "lexical_share", "coverage",
    ],
    "listable": ["late", "late_telling", "late_lead", "dense", "dense_lead", "lexical", "fused", "coverage"],
    # None that depends on how many papers there are: three papers must be as answerable as three hundred.
    "answerable": ["whole", "read", "read_second", "sentence_late", "dense", "late", "coverage", "weakest", "weak", "spread", "words"],
    "sentence": ["late", "late_below_best", "read", "read_below_best", "whole", "whole_below_best", "gap", "first_paper", "position", "opening"],
}  # fmt: skip
PENALTY = {"relevance": 1.0, "listable": 1.0, "answerable": 1.0, "sentence": 50.0}
# Its products of two features as well: +.03 to +.06 average precision on sets left out; the others gain nothing by them.
WITH_PRODUCTS = ("sentence",)
YES_OR_NO = ("answerable", "listable")
# A question that touches the seeds' topics may have an answer there: only the rest count as unanswerable.
SEED_TOPICS = re.compile(
    r"priva|fair|bias|attack|adversar|robust|backdoor|poison|jailbreak|unlearn|forget|interpret|explain|concept|safe|align|federat|decentrali|bandit"
    r"|shapley|attribut|memori|strateg|agent|leak|secur|trust|toxic|harm|recourse|causal|watermark|deepfake|out-of-distribution|\bood\b|uncertain"
    r"|reason|steer|spars|neuro|brain|spik|forecast|time series|climate|traffic|transport|matching|preference|reward|hallucinat|caption|sentiment"
    r"|optimi[sz]er|gradient|convergence|imitation|batch size|scaling|mixture|expert|side.channel|verif|certif|distill|condens|emotion|persona|creativ"
    r"|公平|隐私|攻击|后门|鲁棒|对抗|解释|安全|对齐|联邦|遗忘|毒|智能体|因果|推理|稀疏|优化|梯度|收敛|蒸馏|偏见|归因|预测",
    re.I,
)


@dataclass
class Rows:
    """Training rows: features by name, labels, weights, and the question each row belongs to."""

    x: list[dict[str, float]]
    y: list[bool]
    w: list[float]
    group: list[int]


def terms(model: str) -> list[str]:
    """The names of a model's weights: features, and products of two as `a*b`."""
    names = FEATURES[model]
    return names + [f"{a}*{b}" for a, b in combinations_with_replacement(names, 2)] if model in WITH_PRODUCTS else names


def fit(x: NDArray[Any], y: NDArray[Any], w: NDArray[Any], penalty: float) -> tuple[NDArray[Any], float]:
    """Weights and bias on the features' own scale."""
    mean, spread = np.average(x, axis=0, weights=w), x.std(axis=0) + 1e-9
    z = (x - mean) / spread

    def loss(theta: NDArray[Any]) -> tuple[float, NDArray[Any]]:
        t = z @ theta[:-1] + theta[-1]
        p = 1 / (1 + np.exp(-np.clip(t, -30, 30)))
        value = -np.sum(w * np.where(y, np.log(p + 1e-12), np.log(1 - p + 1e-12))) + penalty / 2 * theta[:-1] @ theta[:-1]
        error = w * (p - y)
        return float(value), np.append(z.T @ error + penalty * theta[:-1], error.sum())

    theta = minimize(loss, np.zeros(x.shape[1] + 1), jac=True, method="L-BFGS-B").x
    weights = theta[:-1] / spread
    return weights, float(theta[-1] - weights @ mean)


def auroc(y: NDArray[Any], p: NDArray[Any]) -> float:
    """Area under the ROC curve, by the Mann–Whitney statistic."""
    positive = int(y.sum())
    return float((rankdata(p)[y].sum() - positive * (positive + 1) / 2) / (positive * (len(y) - positive)))


def add(rows: Rows, features: dict[str, float], label: bool, weight: float, group: int) -> None:
    """Append one training row."""
    rows.x.append(features)
    rows.y.append(label)
    rows.w.append(weight)
    rows.group.append(group)


def others() -> list[dict[str, Any]]:
    """Questions about all of machine learning, written for `fit_forms.py`; most are about nothing that the seeds treat."""
    return [json.loads(line) for line in (ROOT / "benchmarks/data/question_forms.jsonl").open(encoding="utf-8")]


def gather(assistant: Assistant, gold: list[dict[str, Any]], off: list[dict[str, Any]]) -> dict[str, Rows]:
    """Rows of all models from one set's questions; `off` are further questions about nothing that it holds."""
    finder, papers = assistant.index.finder, assistant.papers
    ref = {paper.id: f"{paper.source.file}#{paper.source.n}" for paper in papers.values()}
    rows = {model: Rows([], [], [], []) for model in FEATURES}
    for number, item in enumerate(off, 1000):
        query = replace(assistant.read(item["text"]), kind="specific")
        ranked = finder.rank(query)
        if item["kind"] == "list":
            add(rows["listable"], best_features(ranked), False, 1.0, number)
        elif item["kind"] == "specific":
            inputs = finder.reading_inputs(query, ranked[: assistant.settings.retrieval.rerank])
            add(rows["answerable"], inputs.answerable, False, 1.0, number)
    for number, item in enumerate(gold):
        query = assistant.read(item["question"], [Turn(**turn) for turn in item.get("history", [])])
        plain: Query = replace(query, kind="specific")
        listing = item["kind"] in ("list", "facet") and item["type"] != "text-metadata"
        if listing:
            ranked = finder.rank(plain)
            add(rows["listable"], best_features(ranked), bool(item["relevant"]), 1.0, number)
            for candidate in ranked:
                name = ref[candidate.paper.id]
                weight = 0.0 if name in item.get("borderline", ()) else 1.0
                add(rows["relevance"], dict(candidate.features), name in item["relevant"], weight, number)
        if item["kind"] in ("list", "facet"):
            continue
        among = set(query.focus) if query.only_focus else None
        read = finder.rank(plain, among)[: assistant.settings.retrieval.rerank]
        inputs = finder.reading_inputs(plain, read)
        # Those are on topic: rules of their own find them. A model fitted to them did not carry over to other annotators' ones.
        if not query.only_focus and item["type"] != "near-miss":
            add(rows["answerable"], inputs.answerable, item["kind"] != "unanswerable", 1.0, number)
        if item["kind"] in ("specific", "false-premise", "followup"):
            quotes = {(e["paper"], e["quote"]) for e in item["evidence"]}
            for candidate in read:
                features = inputs.sentences[candidate.paper.id]
                for n, (start, end) in enumerate(candidate.paper.sentences):
                    sentence = candidate.paper.abstract[start:end]
                    seen = {name: float(values[n]) for name, values in features.items()}
                    true = any(p == ref[candidate.paper.id] and (q in sentence or sentence in q) for p, q in quotes)
                    add(rows["sentence"], seen, true, 1.0, number)
    return rows


def sets(abstracts: Path, cache: Path) -> dict[str, dict[str, Rows]]:
    """Rows of all models by set: the seeds' dev questions (`dev`) and the other corpora."""
    found: dict[str, dict[str, Rows]] = {}
    for name in ("dev", "a", "b", "c"):
        kept = cache / f"{name}.pickle"
        if kept.exists():
            found[name] = pickle.loads(kept.read_bytes())
            continue
        if name == "dev":
            gold = [json.loads(line) for path in sorted((ROOT / "eval/gold").glob("*.jsonl")) for line in path.open(encoding="utf-8")]
            off = [item for item in others() if not SEED_TOPICS.search(item["text"])]
            found[name] = gather(Assistant.open(), [item for item in gold if item["split"] == "dev"], off)
        else:
            found[name] = gather(*open_corpus(name, abstracts, cache), [])
        kept.write_bytes(pickle.dumps(found[name]))
    return found


def joined(parts: list[Rows]) -> Rows:
    """The rows of several sets; their questions stay apart."""
    whole = Rows([], [], [], [])
    for number, part in enumerate(parts):
        for x, y, w, g in zip(part.x, part.y, part.w, part.group, strict=True):
            add(whole, x, y, w, 10_000 * number + g)
    return whole


def arrays(model: str, rows: Rows) -> tuple[NDArray[Any], NDArray[Any], NDArray[Any], NDArray[Any]]:
    """Features, labels, weights and groups; yes-or-no models have as many false as true ones, so that 0.5 is the even point."""
    x = np.array([[prod(row[part] for part in name.split("*")) for name in terms(model)] for row in rows.x])
    y, w, g = np.array(rows.y), np.array(rows.w), np.array(rows.group)
    if model in YES_OR_NO:
        w = w * np.where(y, 0.5 / y.mean(), 0.5 / (1 - y.mean()))
    return x, y, w, g


def main() -> None:
    """Fit, print figures on sets left out, and write with --write."""
    cache = Path(sys.argv[sys.argv.index("--cache") + 1]) if "--cache" in sys.argv else Path(tempfile.mkdtemp())
    found = sets(Path(sys.argv[1]), cache)
    result: dict[str, Any] = {}
    for model in FEATURES:
        for held in ("dev", "c"):
            weights, bias = fit(*arrays(model, joined([rows[model] for name, rows in found.items() if name != held]))[:3], PENALTY[model])
            x, y, w, g = arrays(model, found[held][model])
            p = 1 / (1 + np.exp(-(x @ weights + bias)))
            print(f"{model:11} on {held}: rows {len(y):5} positive {int(y.sum()):4} questions {len(set(g)):3} AUROC {auroc(y, p):.3f}")
            report(model, p, y, w, g)
        weights, bias = fit(*arrays(model, joined([rows[model] for rows in found.values()]))[:3], PENALTY[model])
        named = {name: float(f"{value:.6g}") for name, value in zip(terms(model), weights, strict=True)}
        result[model] = {"weights": named, "bias": round(bias, 6)}
    if "--write" in sys.argv:
        (ROOT / "assistant/retrieval/calibration.json").write_text(json.dumps(result, indent=1) + "\n", "utf-8")


def report(model: str, p: NDArray[Any], y: NDArray[Any], w: NDArray[Any], g: NDArray[Any]) -> None:
    """Figures by which thresholds are chosen."""
    if model in YES_OR_NO:
        for share in (0.02, 0.03, 0.05, 0.1):
            threshold = np.quantile(p[y], share)
            print(
                f"    threshold {threshold:.3f}: refuses {share:.0%} of the answerable, {(p[~y] < threshold).mean():.0%} of the unanswerable"
            )
        return
    for threshold in (0.06, 0.08, 0.1, 0.15, 0.2, 0.25, 0.3, 0.35, 0.4, 0.5):
        precision, recall, f1 = [], [], []
        for question in np.unique(g):
            mine = (g == question) & (w > 0)
            chosen = mine & (p >= threshold)
            if model == "sentence" and not chosen.any():
                chosen = mine & (p == p[mine].max())
            true = int((chosen & y).sum())
            if not (y & mine).any():
                continue
            precision.append(true / chosen.sum() if chosen.any() else 0.0)
            recall.append(true / (y & mine).sum())
            f1.append(2 * true / (chosen.sum() + (y & mine).sum()))
        print(f"    threshold {threshold:.2f}: precision {np.mean(precision):.3f} recall {np.mean(recall):.3f} F1 {np.mean(f1):.3f}")


if __name__ == "__main__":
    main()
