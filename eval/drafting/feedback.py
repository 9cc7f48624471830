"""feedback.jsonl of the chat page → drafts: liked answers with their judgments, disliked ones with the question alone."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

from assistant.corpus import clean

from ..errors import GoldError
from ..gold.corpus import Corpus
from ..gold.questions import Nugget, Question, Sentence, split_of
from .storage import Draft, folded


def feedback_drafts(path: Path, corpus: Corpus) -> tuple[list[Draft], int, list[int]]:
    """One draft for each answer with a thumb; of two thumbs on one answer the later counts, and one that was taken back does not.

    Returns also the number of answers from papers of another corpus and the numbers of unreadable lines. GoldError: nothing to read.
    """
    try:
        lines = path.read_bytes().split(b"\n")
    except OSError as error:
        remedy = "Thumbs on the chat page make it; give --data-dir where it is elsewhere."
        raise GoldError(f"{path}: there is no feedback that can be read ({error.strerror}).", remedy) from None
    thumbs: dict[str, Mapping[str, Any]] = {}
    damaged = []
    for number, line in enumerate(lines, 1):
        try:
            if line.strip():
                fields = json.loads(line.decode())
                texts = [fields["answer"], fields["question"], *list(fields["papers"])]
                if not all(isinstance(text, str) and text.strip() for text in texts):
                    raise ValueError("a field is no text")
                thumbs[fields["answer"]] = fields
        except (ValueError, TypeError, KeyError):
            damaged.append(number)
    judged = [fields for fields in thumbs.values() if isinstance(fields.get("liked"), bool)]
    here = [fields for fields in judged if all(paper in corpus.reference_of for paper in fields["papers"])]
    return [_draft(fields, corpus) for fields in here], len(judged) - len(here), damaged


def _draft(fields: Mapping[str, Any], corpus: Corpus) -> Draft:
    asked = " ".join(fields["question"].split())
    alone = " ".join(str(fields.get("standalone") or asked).split())
    note = "" if folded(alone) == folded(asked) else f"Asked in a conversation as: {asked}"
    kind = fields["kind"] if fields.get("kind") in ("list", "compare") else "specific"
    name = f"chat-{fields['answer']}"
    question = Question(
        name, split_of(name), kind, "asked", "zh" if re.search(r"[\u4e00-\u9fff]", alone) else "en", False, alone, note=note
    )
    if not fields["liked"]:
        return Draft(question, "draft", "feedback: thumb down")
    papers = tuple(dict.fromkeys(corpus.reference_of[paper] for paper in fields["papers"]))
    if fields.get("abstained"):
        question = replace(question, kind="unanswerable")
    elif kind == "list":
        question = replace(question, relevant=papers)
    else:
        evidence = _evidence(fields, corpus)
        nuggets = tuple(Nugget(" ".join(clean(item.quote).split()), n == 0, (n,)) for n, item in enumerate(evidence))
        relevant = tuple(dict.fromkeys(item.paper for item in evidence)) or papers
        question = replace(question, relevant=relevant, evidence=evidence, nuggets=nuggets)
    return Draft(question, "draft", "feedback: thumb up")


def _evidence(fields: Mapping[str, Any], corpus: Corpus) -> tuple[Sentence, ...]:
    """The quotes of the answer that are in the corpus as they were shown."""
    found = []
    citations = fields.get("citations")
    for item in citations if isinstance(citations, list) else []:
        name, quote = (str(item.get(key) or "") for key in ("paper", "quote")) if isinstance(item, dict) else ("", "")
        if quote.strip() and name in corpus.reference_of and quote in corpus.papers[corpus.reference_of[name]].abstract:
            found.append(Sentence(corpus.reference_of[name], quote))
    return tuple(dict.fromkeys(found))
