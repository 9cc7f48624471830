"""Questions about papers other than the seeds → an open assistant over those papers, and the questions in the form of gold.

`data/corpora/*.jsonl`: four sets of 110 papers each of `ml_abstracts.jsonl.gz`, with questions by language-model annotators:
`specific` (paraphrases), `stated` (in the paper's own words), `not-stated` (a detail that no abstract gives), `list` and `facet`
(judged over all 110), `off-corpus`, `off-field`. `a` and `b` were seen by `train_heads.py`, `c` was looked at while building, `d` was not.
"""

from __future__ import annotations

import gzip
import json
from pathlib import Path
from typing import Any

from assistant import Assistant, load_settings

FOLDER = Path(__file__).parent / "data" / "corpora"
_KINDS = {"stated": "specific", "not-stated": "unanswerable", "off-corpus": "unanswerable", "off-field": "unanswerable"}
_TYPES = {"specific": "paraphrase", "not-stated": "near-miss"}


def open_corpus(name: str, abstracts: Path, data_dir: Path) -> tuple[Assistant, list[dict[str, Any]]]:
    """The assistant over the papers of a set, and its questions.

    Args:
        name: of the set, `a` to `d`.
        abstracts: `ml_abstracts.jsonl.gz`.
        data_dir: where the index goes; one that is there is used again.
    """
    head, *questions = (json.loads(line) for line in (FOLDER / f"{name}.jsonl").open(encoding="utf-8"))
    wanted = set(head["papers"])
    with gzip.open(abstracts, "rt", encoding="utf-8") as lines:
        rows = {row["id"]: row for row in map(json.loads, lines) if row["id"] in wanted}
    data_dir.mkdir(parents=True, exist_ok=True)
    path = data_dir / f"{name}.jsonl"
    fields = ("title", "abstract")
    path.write_text("".join(json.dumps({f: rows[paper][f] for f in fields}) + "\n" for paper in head["papers"]), "utf-8")
    assistant = Assistant.open(path, settings=load_settings(data_dir=data_dir / "data", openai_api_key="", openai_base_url=""))
    at = {paper: n for n, paper in enumerate(head["papers"], 1)}
    by_position = {paper.source.n: paper for paper in assistant.papers.values()}

    def reference(paper: str) -> str:
        return f"{path.name}#{at[paper]}"

    def quotes(question: dict[str, Any]) -> list[dict[str, str]]:
        paper = by_position[at[question["relevant"][0]]] if question.get("evidence") else None
        spans = [paper.sentences[n] for n in question["evidence"] if n < len(paper.sentences)] if paper else []
        return [{"paper": reference(question["relevant"][0]), "quote": paper.abstract[s.start : s.end]} for s in spans if paper]

    return assistant, [
        {
            "kind": _KINDS.get(question["kind"], question["kind"]),
            "type": _TYPES.get(question["kind"], question["kind"]),
            "lang": "en",
            "question": question["question"],
            "relevant": [] if question["kind"] == "not-stated" else [reference(paper) for paper in question["relevant"]],
            "borderline": [reference(paper) for paper in question.get("borderline", ())],
            "evidence": quotes(question),
        }
        for question in questions
    ]
