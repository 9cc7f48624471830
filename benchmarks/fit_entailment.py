"""Fit `assistant/citations/entailment.json`: the probability that a cited sentence supports a claim.

    python benchmarks/fit_entailment.py ../shared/bench/scifact ../shared/corpus/ml_abstracts.jsonl.gz [--write] [--cache FILE]

Learned from: SciFact's split `train`, each rationale beside its claim; nuggets of the gold questions of split `dev` beside their
sentences; sentences of other papers, with faults put in by `assistant_eval.faults.making`; and the true statements of split `dev` of
`eval/faults/true.jsonl`, with theirs. Held out: SciFact's split `validation`, the reported statements of that file, and
`eval/llm_judge/labels.jsonl`. Thresholds are chosen on predictions for fifths of the training data that a fit did not see.
"""

from __future__ import annotations

import gzip
import json
import pickle
import random
import re
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray
from scipy.optimize import minimize
from scipy.stats import rankdata

from assistant.chunking import split_sentences
from assistant.citations.conflicts import conflicts
from assistant.citations.entailment import FILE, features, is_near
from assistant.citations.support import DOUBT, LIKE
from assistant.interfaces import Floats
from assistant.models.cross_encoder import BundledCrossEncoder
from assistant.models.dense import BundledEncoder
from assistant.models.pair_reader import BundledPairReader
from assistant.types import PairSignals
from assistant_eval.faults.making import MAKERS, with_fault
from assistant_eval.faults.statements import read_statements
from assistant_eval.gold.corpus import Corpus
from assistant_eval.public.claims import read_claims

SENTENCES = 120
PENALTY = 1.0
# Of false pairs of SciFact's training split, whose claims are furthest from ours, less than a tenth pass as supported at this one.
SUPPORTED, PARTIAL = 0.7, 0.55
# How much all examples of a source weigh together.
SHARES = {"scifact": 1.0, "nuggets": 0.5, "other papers": 1.0, "paraphrases": 0.7}
OPENING = re.compile(r"^(?:In this (?:paper|work|article), |Here,? |Finally, |Moreover, |Furthermore, |In addition, |However, )?(?:we|We) "
                     r"(?:also |further )?(?:show|find|demonstrate|prove|observe) that ")  # fmt: skip


class Remembering(BundledPairReader):
    """Keeps what the encoders said in a file, because the rules change more often than they do."""

    def __init__(self, file: Path | None) -> None:
        dense, cross = BundledEncoder(), BundledCrossEncoder()
        super().__init__(lambda: dense, lambda: cross)
        self._file = file
        self._known: dict[object, Any] = pickle.loads(file.read_bytes()) if file and file.exists() else {}
        self._vector = self._remembered  # type: ignore[assignment]

    def _remembered(self, text: str) -> Floats:
        if text not in self._known:
            self._known[text] = self._encode(text)
        return self._known[text]

    def read(self, claim: str, quote: str) -> PairSignals:
        if (claim, quote) not in self._known:
            self._known[claim, quote] = super().read(claim, quote)
        return self._known[claim, quote]

    def save(self) -> None:
        if self._file:
            self._file.write_bytes(pickle.dumps(self._known))


@dataclass(frozen=True)
class Example:
    source: str
    claim: str
    quote: str
    context: tuple[str, str]
    supports: bool
    group: str


def scifact(folder: Path) -> list[Example]:
    return [
        Example("scifact", pair.claim, quote, pair.context, pair.label == "SUPPORT", pair.claim_id)
        for pair in read_claims(folder).pairs
        if not pair.reported
        for quote in pair.quotes
    ]


def nuggets() -> list[Example]:
    found = []
    papers = Corpus.seeds().papers
    for line in (Path(__file__).parent.parent / "eval" / "gold" / "specific.jsonl").read_text("utf-8").splitlines():
        question = json.loads(line)
        if question["split"] != "dev":
            continue
        for nugget in question["nuggets"]:
            if len(nugget["evidence"]) == 1:
                evidence = question["evidence"][nugget["evidence"][0]]
                quote, context = evidence["quote"], (papers[evidence["paper"]].label, papers[evidence["paper"]].abstract)
                others = [e["quote"] for e in question["evidence"] if e["quote"] != quote]
                found.append(Example("nuggets", nugget["text"], quote, context, True, question["id"]))
                found += [Example("nuggets", nugget["text"], other, context, False, question["id"]) for other in others[:1]]
    return found


def faulty(source: str, text: str, quote: str, neighbour: str, abstract: str, group: str, words: list[str]) -> list[Example]:
    context = ("", abstract)
    found = [Example(source, text, quote, context, True, group), Example(source, text, neighbour, context, False, group)]
    faults = (with_fault(kind, text, group, words) for kind in MAKERS)
    found.extend(Example(source, wrong, quote, context, False, group) for wrong in faults if wrong)
    return found


def other_papers(papers: list[dict[str, str]], without: set[str], words: list[str]) -> list[Example]:
    rng = random.Random(7)
    rng.shuffle(papers)
    found: list[Example] = []
    for paper in papers:
        sentences = [paper["abstract"][a:b] for a, b in split_sentences(paper["abstract"])]
        usable = [s for s in sentences if 9 <= len(s.split()) <= 35 and not re.search(r"[$\\{}]|https?:", s)]
        if paper["id"] in without or len(usable) < 3:
            continue
        quote, neighbour = rng.sample(usable, 2)
        shorter = OPENING.sub("", quote)
        text = shorter[0].upper() + shorter[1:] if shorter != quote and rng.random() < 0.8 else quote
        found += faulty("other papers", text, quote, neighbour, paper["abstract"], paper["id"], words)
        if len({example.group for example in found}) >= SENTENCES:
            return found
    return found


def fit(x: NDArray[np.float64], y: NDArray[np.float64], weight: NDArray[np.float64]) -> tuple[NDArray[np.float64], float]:
    """Weights and bias on the raw features, L2-penalised on standardised ones."""
    mean, scale = x.mean(0), x.std(0) + 1e-9
    z = (x - mean) / scale

    def loss(parameters: NDArray[np.float64]) -> tuple[float, NDArray[np.float64]]:
        total = z @ parameters[:-1] + parameters[-1]
        error = weight * (1 / (1 + np.exp(-total)) - y)
        value = float(np.sum(weight * (np.logaddexp(0, total) - y * total)) + PENALTY / 2 * np.sum(parameters[:-1] ** 2))
        return value, np.append(z.T @ error + PENALTY * parameters[:-1], error.sum())

    found = minimize(loss, np.zeros(x.shape[1] + 1), jac=True, method="L-BFGS-B").x
    return found[:-1] / scale, float(found[-1] - (found[:-1] / scale) @ mean)


def auroc(scores: NDArray[np.float64], truth: NDArray[np.bool_]) -> float:
    positives = int(truth.sum())
    return float((rankdata(scores)[truth].sum() - positives * (positives + 1) / 2) / (positives * (len(truth) - positives)))


def main(folder: Path, corpus: Path, cache: Path | None, write: bool) -> None:
    statements = read_statements()
    words = sorted({word for s in statements for word in re.findall(r"\b[a-z]{5,}\b", s.neighbour)})
    with gzip.open(corpus, "rt", encoding="utf-8") as lines:
        papers = [json.loads(line) for line in lines]
    abstracts = {paper["id"]: paper["abstract"] for paper in papers}
    examples = [*scifact(folder), *nuggets()]
    for s in statements:
        if s.split == "dev":
            for part, text in (("sentence", s.sentence), ("paraphrase", s.paraphrase)):
                examples += faulty("paraphrases", text, s.sentence, s.neighbour, abstracts[s.paper], f"{s.id} {part}", words)
            if s.swapped:
                examples.append(Example("paraphrases", s.swapped, s.sentence, ("", abstracts[s.paper]), False, s.id))
    examples += other_papers(papers, {s.paper for s in statements}, words)
    reader = Remembering(cache)
    seen_of = []
    for n, example in enumerate(examples):
        seen_of.append(features(example.claim, example.quote, example.context, reader))
        if n % 200 == 0:
            print(f"{n} of {len(examples)}", file=sys.stderr, flush=True)
            reader.save()
    reader.save()
    names = list(seen_of[0])
    x = np.array([list(row.values()) for row in seen_of])
    y = np.array([float(e.supports) for e in examples])
    source = np.array([e.source for e in examples])
    weight = np.zeros(len(examples))
    for name, share in SHARES.items():
        for truth in (0.0, 1.0):
            rows = (source == name) & (y == truth)
            weight[rows] = share * 500 / max(rows.sum(), 1)
    groups = sorted({e.group for e in examples})
    random.Random(3).shuffle(groups)
    fold = np.array([groups.index(e.group) % 5 for e in examples])
    held = np.zeros(len(examples))
    near = np.array([is_near(row) for row in seen_of])
    models = {}
    for name, kind in (("near", near), ("far", ~near)):
        for k in range(5):
            seen, new = kind & (fold != k), kind & (fold == k)
            weights, bias = fit(x[seen], y[seen], weight[seen])
            held[new] = 1 / (1 + np.exp(-(x[new] @ weights + bias)))
        weights, bias = fit(x[kind], y[kind], weight[kind])
        models[name] = {**{n: round(float(value), 4) for n, value in zip(names, weights, strict=True)}, "bias": round(bias, 4)}
    print("held-out fifths of the training data:")
    for name in SHARES:
        rows = source == name
        print(f"  {name:<13} {int(rows.sum()):>5} examples, AUROC {auroc(held[rows], y[rows] > 0):.3f}")
    for name in (*names, "bias"):
        print(f"  {name:<12} near {models['near'][name]:+8.3f}  far {models['far'][name]:+8.3f}")
    # As the checker does: what conflicts is never more than doubtful.
    held *= np.array(
        [DOUBT if conflicts(e.claim, e.quote) or row["replaced"] > 1 - LIKE else 1.0 for e, row in zip(examples, seen_of, strict=True)]
    )
    for threshold in (0.4, 0.5, 0.55, 0.6, 0.65, 0.7, 0.75, 0.8):
        kept = {(name, truth): np.mean(held[(source == name) & (y == truth)] >= threshold) for name in SHARES for truth in (0, 1)}
        row = "  ".join(f"{name} {kept[name, 1]:.2f}/{kept[name, 0]:.2f}" for name in SHARES)
        print(f"  at {threshold}: true kept/false kept: {row}")
    if write:
        model = {**models, "supported": SUPPORTED, "partial": PARTIAL}
        FILE.write_text(json.dumps(model, indent=1) + "\n", "utf-8")
        print(f"written: {FILE}")


if __name__ == "__main__":
    arguments = [argument for argument in sys.argv[1:] if argument != "--write"]
    kept = Path(arguments.pop(arguments.index("--cache") + 1)) if "--cache" in arguments else None
    paths = [Path(argument) for argument in arguments if argument != "--cache"]
    main(paths[0], paths[1], kept, "--write" in sys.argv)
