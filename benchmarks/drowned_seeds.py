"""The seeds among distractor papers → a folder in BEIR's form, on which `assistant eval beir` measures the ranking.

    python benchmarks/drowned_seeds.py ../shared/corpus/ml_abstracts.jsonl.gz FOLDER --distractors 6000
    assistant eval beir --data FOLDER --split paraphrase-test

The queries are the gold's English specific questions, by split: `dev`, `test`, and of those the paraphrases, `paraphrase-dev` and
`paraphrase-test`. Lists are left out: nobody judged the distractors. A distractor that answers a question counts as a mistake,
so the figures are lower bounds.
"""

from __future__ import annotations

import argparse
import gzip
import json
import random
from pathlib import Path

from assistant_eval.gold.corpus import Corpus
from assistant_eval.gold.reading import read_gold

SEED = 0


def lines(rows: list[dict[str, str]]) -> str:
    """Rows as JSON lines."""
    return "".join(json.dumps(row, ensure_ascii=False) + "\n" for row in rows)


def distractors(abstracts: Path, count: int, taken: set[str]) -> list[dict[str, str]]:
    """A random choice of papers whose titles are not `taken`, in the file's order; all of them where there are no more."""
    with gzip.open(abstracts, "rt", encoding="utf-8") as stored:
        rows = [row for row in map(json.loads, stored) if row["title"].casefold() not in taken]
    chosen = sorted(random.Random(SEED).sample(range(len(rows)), min(count, len(rows))))
    return [{"_id": str(rows[n]["id"]), "title": rows[n]["title"], "text": rows[n]["abstract"]} for n in chosen]


def main() -> None:
    """Write the folder."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("abstracts", type=Path)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--distractors", type=int, default=6000)
    options = parser.parse_args()
    corpus = Corpus.seeds()
    questions = [q for q in read_gold(corpus).questions if q.kind == "specific" and q.lang == "en"]
    seeds = [{"_id": name, "title": paper.title, "text": paper.abstract} for name, paper in corpus.papers.items()]
    others = distractors(options.abstracts, options.distractors, {paper.title.casefold() for paper in corpus.papers.values()})
    (options.folder / "qrels").mkdir(parents=True, exist_ok=True)
    (options.folder / "corpus.jsonl").write_text(lines(seeds + others), "utf-8")
    (options.folder / "queries.jsonl").write_text(lines([{"_id": q.id, "text": q.text} for q in questions]), "utf-8")
    for split in ("dev", "test"):
        for name, kept in ((split, True), (f"paraphrase-{split}", False)):
            judged = [
                f"{q.id}\t{paper}\t1\n" for q in questions if q.split == split and (kept or q.type == "paraphrase") for paper in q.relevant
            ]
            (options.folder / "qrels" / f"{name}.tsv").write_text("query-id\tcorpus-id\tscore\n" + "".join(judged), "utf-8")
    print(f"{len(seeds)} seeds among {len(others)} other papers, {len(questions)} questions: {options.folder}")


if __name__ == "__main__":
    main()
