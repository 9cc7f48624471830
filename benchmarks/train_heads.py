"""Train `assistant/models/heads.npz`: the small layers on top of the bundled encoders that read questions.

    pip install "jax[cpu]" optax          # for this script only
    python benchmarks/train_heads.py ../shared/corpus/ml_abstracts.jsonl.gz [--write]

Learns from benchmarks/data/paraphrases.jsonl: questions that language-model annotators wrote about papers of the corpus, in
other words than the papers' own (two a paper, none about a paper of seeds/). Nothing of eval/gold is read, nor of
benchmarks/data/corpora/c.jsonl and d.jsonl.

- ColBERT's missing projection, 384 → 128, and a weight for each question token: softmax over the papers of a batch and two
  hard negatives a question, of weighted means of MaxSim (Khattab & Zaharia 2020). It starts from an uncentred PCA.
- The query adapter of the dense encoder, `q + tanh(q A) B`: softmax over all papers. Passages stay as they are, so an index does too.
"""

from __future__ import annotations

import gzip
import json
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

import jax
import jax.numpy as jnp
import numpy as np
import optax

from assistant.chunking import passages, with_sentences
from assistant.corpus import clean
from assistant.models import heads
from assistant.models.dense import INSTRUCTION, BundledEncoder
from assistant.models.late_interaction import QUERY_MARKER, ColBERTEncoder
from assistant.models.parallel import in_threads
from assistant.settings import ChunkingSettings
from assistant.types import Paper, Source

ROOT = Path(__file__).parent.parent
SEED = 0
DIMENSION, RANK = ColBERTEncoder.dimension, 64
LATE_EPOCHS, LATE_BATCH, LATE_RATE, HARD = 3, 16, 1e-3, 2
DENSE_EPOCHS, DENSE_BATCH, DENSE_RATE, DECAY = 14, 128, 2e-3, 0.01
# The nearest papers by the dense encoder, from which hard negatives are drawn.
NEAREST = 30
LONGEST_PASSAGE, LONGEST_QUESTION = 320, 44

Parameters = dict[str, jax.Array]


class Data(NamedTuple):
    """Encoded passages (P) and questions (Q), and the passage that answers each question."""

    passage_vectors: np.ndarray  # (P, 384)
    passage_tokens: np.ndarray  # (P, LONGEST_PASSAGE, 384), float16
    passage_mask: np.ndarray
    question_vectors: np.ndarray  # (Q, 384)
    question_tokens: np.ndarray  # (Q, LONGEST_QUESTION, 384), float16
    question_mask: np.ndarray
    answers: np.ndarray  # (Q,)


def padded(matrices: list[np.ndarray], longest: int) -> tuple[np.ndarray, np.ndarray]:
    """Matrices of different length as one array, and which of its rows are real."""
    array, mask = np.zeros((len(matrices), longest, 384), np.float16), np.zeros((len(matrices), longest), bool)
    for number, matrix in enumerate(matrices):
        array[number, : len(matrix)], mask[number, : len(matrix)] = matrix[:longest], True
    return array, mask


def paper(row: dict[str, Any]) -> Paper:
    """A paper of the corpus file."""
    return Paper(id=str(row["id"]), abstract=row["abstract"], source=Source("corpus", 1), label=row["title"], title=row["title"])


def read(corpus: Path) -> Data:
    """Read and encode the questions and their papers."""
    questions = [json.loads(line) for line in (ROOT / "benchmarks/data/paraphrases.jsonl").open(encoding="utf-8")]
    names = list(dict.fromkeys(question["paper"] for question in questions))
    wanted = set(names)
    with gzip.open(corpus, "rt", encoding="utf-8") as lines:
        rows = {str(row["id"]): row for row in map(json.loads, lines) if str(row["id"]) in wanted}
    whole = ChunkingSettings(max_characters=4000)
    texts = [passages(with_sentences(paper(rows[name])), whole, clean)[0] for name in names]
    dense, tokens = BundledEncoder(adapted=False), ColBERTEncoder()
    print(f"{len(questions)} questions about {len(names)} papers", flush=True)
    at = {name: number for number, name in enumerate(names)}
    passage_tokens, passage_mask = padded(in_threads(lambda passage: tokens.hidden_passage(passage)[0], texts, 0), LONGEST_PASSAGE)
    asked = [" ".join(question["question"].split()) for question in questions]
    question_tokens, question_mask = padded(
        in_threads(lambda text: tokens.hidden(tokens.ids(text, QUERY_MARKER)), asked, 0), LONGEST_QUESTION
    )
    return Data(
        np.array(in_threads(lambda passage: dense.encode(passage.text), texts, 0)),
        passage_tokens,
        passage_mask,
        np.array(in_threads(lambda text: dense.encode(INSTRUCTION + text), asked, 0)),
        question_tokens,
        question_mask,
        np.array([at[question["paper"]] for question in questions]),
    )


def unit(x: jax.Array) -> jax.Array:
    """Rows at unit length."""
    return x / jnp.sqrt((x * x).sum(-1, keepdims=True) + 1e-9)


def late_scores(p: Parameters, q: jax.Array, q_mask: jax.Array, d: jax.Array, d_mask: jax.Array) -> jax.Array:
    """Weighted mean of MaxSim, shape (questions, passages)."""
    matches = jnp.einsum("btk,csk->btcs", unit(q @ p["projection"]), unit(d @ p["projection"]))
    best = jnp.where(d_mask[None, None], matches, -1).max(-1)
    weights = q_mask * jax.nn.softplus(q @ p["salience"] + jnp.log(jnp.e - 1))
    return (best * (weights / weights.sum(1, keepdims=True))[:, :, None]).sum(1)


def dense_scores(p: Parameters, q: jax.Array, d: jax.Array) -> jax.Array:
    """Cosine of the adapted question and the passage, shape (questions, passages)."""
    return unit(q + jnp.tanh(q @ p["query_in"]) @ p["query_out"]) @ d.T


def cross_entropy(scores: jax.Array, right: jax.Array) -> jax.Array:
    """Mean −log softmax of the right column."""
    return -jax.nn.log_softmax(scores)[jnp.arange(len(right)), right].mean()


def descend(
    start: Parameters, loss: Callable[..., jax.Array], batches: Callable[[np.random.Generator], Any], epochs: int, steps: int, rate: float
) -> Parameters:
    """AdamW with warm-up and cosine decay over `epochs` times the batches."""
    schedule = optax.warmup_cosine_decay_schedule(0, rate, 20, steps * epochs, rate * 0.05)
    optimiser = optax.adamw(schedule, weight_decay=DECAY if "query_in" in start else 0.0)
    state, parameters = optimiser.init(start), start

    @jax.jit
    def step(parameters: Parameters, state: Any, batch: Any) -> tuple[Parameters, Any, jax.Array]:
        value, gradient = jax.value_and_grad(loss)(parameters, *batch)
        update, state = optimiser.update(gradient, state, parameters)
        return optax.apply_updates(parameters, update), state, value

    random = np.random.default_rng(SEED)
    for epoch in range(epochs):
        values = []
        for batch in batches(random):
            parameters, state, value = step(parameters, state, batch)
            values.append(float(value))
        print(f"epoch {epoch + 1}: loss {np.mean(values):.3f}", flush=True)
    return parameters


def principal(data: Data) -> np.ndarray:
    """The leading eigenvectors of the second moment of passages' tokens, shape (384, DIMENSION)."""
    moment = sum(t[m].astype(np.float32).T @ t[m].astype(np.float32) for t, m in zip(data.passage_tokens, data.passage_mask, strict=True))
    return np.linalg.eigh(moment)[1][:, ::-1][:, :DIMENSION]


def train_late(data: Data) -> Parameters:
    """Projection and salience."""
    near = np.argsort(-(data.question_vectors @ data.passage_vectors.T), axis=1)[:, :NEAREST]

    def loss(p: Parameters, q: Any, q_mask: Any, d: Any, d_mask: Any, allowed: Any) -> jax.Array:
        scores = late_scores(p, q, q_mask, d, d_mask) * jnp.exp(p["temperature"])
        return cross_entropy(jnp.where(allowed, scores, -1e9), jnp.arange(LATE_BATCH))

    def batches(random: np.random.Generator) -> Any:
        order = random.permutation(len(data.answers))
        for start in range(0, len(order) - LATE_BATCH + 1, LATE_BATCH):
            chosen = order[start : start + LATE_BATCH]
            right = data.answers[chosen]
            hard = np.concatenate([random.choice(near[number], HARD, replace=False) for number in chosen])
            among = np.concatenate([right, hard])
            # A paper may be in a batch twice: it is wrong for nobody whom it answers.
            allowed = (among[None] != right[:, None]) | (np.arange(len(among))[None] == np.arange(LATE_BATCH)[:, None])
            yield (
                data.question_tokens[chosen].astype(np.float32), data.question_mask[chosen],
                data.passage_tokens[among].astype(np.float32), data.passage_mask[among], allowed,
            )  # fmt: skip

    start = {
        "projection": jnp.array(principal(data), jnp.float32),
        "salience": jnp.zeros(384),
        "temperature": jnp.array(np.log(30.0), jnp.float32),
    }
    return descend(start, loss, batches, LATE_EPOCHS, len(data.answers) // LATE_BATCH, LATE_RATE)


def train_dense(data: Data) -> Parameters:
    """The query adapter."""
    vectors = jnp.array(data.passage_vectors)

    def loss(p: Parameters, q: Any, right: Any) -> jax.Array:
        return cross_entropy(dense_scores(p, q, vectors) * jnp.exp(p["temperature"]), right)

    def batches(random: np.random.Generator) -> Any:
        order = random.permutation(len(data.answers))
        for start in range(0, len(order) - DENSE_BATCH + 1, DENSE_BATCH):
            chosen = order[start : start + DENSE_BATCH]
            yield data.question_vectors[chosen], data.answers[chosen]

    random = np.random.default_rng(SEED)
    start = {
        "query_in": jnp.array(random.standard_normal((384, RANK)) * 0.05, jnp.float32),
        "query_out": jnp.zeros((RANK, 384)),
        "temperature": jnp.array(np.log(40.0), jnp.float32),
    }
    return descend(start, loss, batches, DENSE_EPOCHS, len(data.answers) // DENSE_BATCH, DENSE_RATE)


def main() -> None:
    """Read, train, write."""
    data = read(Path(sys.argv[1]))
    trained = {**train_dense(data), **train_late(data)}
    if "--write" in sys.argv:
        np.savez(heads.FILE, **{name: np.asarray(trained[name], np.float16) for name in heads.Heads._fields})


if __name__ == "__main__":
    main()
