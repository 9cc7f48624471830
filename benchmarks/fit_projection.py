"""Fit the 384 → 128 projection of ColBERT token vectors that ships as `assistant/models/colbert_projection.npy`.

    python benchmarks/fit_projection.py ../shared/corpus/ml_abstracts.jsonl.gz

The bundled ColBERT weights lack their final projection. This one is the 128 leading eigenvectors of the second moment of
unit token vectors over 1,500 abstracts (seed 0) of papers that are not in seeds/, i.e. an uncentred PCA: among orthogonal
projections it loses least of the cosines.
"""

from __future__ import annotations

import csv
import gzip
import json
import random
import sys
from pathlib import Path

import numpy as np

from assistant.models.late_interaction import PASSAGE_MARKER, ColBERTEncoder
from assistant.models.parallel import in_threads

ROOT = Path(__file__).parent.parent


def main(corpus: Path) -> None:
    """Read papers, encode them, write the projection."""
    with (ROOT / "seeds/papers.csv").open(encoding="utf-8") as file:
        seen = {row["title"].lower() for row in csv.DictReader(file)}
    with gzip.open(corpus, "rt", encoding="utf-8") as lines:
        papers = [paper for paper in map(json.loads, lines) if paper["title"].lower() not in seen]
    random.Random(0).shuffle(papers)
    encoder = ColBERTEncoder()

    def second_moment(paper: dict[str, str]) -> np.ndarray:
        vectors = encoder.hidden(encoder.ids(f"{paper['title']}. {paper['abstract']}", PASSAGE_MARKER))
        return vectors.T @ vectors

    total = np.sum(in_threads(second_moment, papers[:1500], 0), axis=0)
    values, eigenvectors = np.linalg.eigh(total)
    kept = eigenvectors[:, ::-1][:, : ColBERTEncoder.dimension]
    print(f"kept {values[::-1][: ColBERTEncoder.dimension].sum() / values.sum():.3f} of the second moment")
    np.save(ROOT / "assistant/models/colbert_projection.npy", kept.astype(np.float16))


if __name__ == "__main__":
    main(Path(sys.argv[1]))
