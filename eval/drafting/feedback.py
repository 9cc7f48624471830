"""feedback.jsonl of the chat page → drafts: liked answers with their judgments, disliked ones with the question alone."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from assistant.corpus import clean

from ..errors import GoldError
from ..gold.corpus import Corpus
from ..gold.questions import Nugget, Question, Sentence, split_of
from .drafts import Draft, folded

DISLIKED = "feedback: thumb down"
_LIKED = "feedback: thumb up"
_CHINESE = re.compile(r"[\u4e00-\u9fff]")
_KINDS = {"list": "list", "compare": "compare"}


@dataclass(frozen=True)
class Feedback:
    """The drafts; `elsewhere` counts answers from papers of another corpus, `damaged` are the numbers of unreadable lines."""

    drafts: tuple[Draft, ...]
    elsewhere: int
    damaged: tuple[int, ...]


def feedback_drafts(path: Path, corpus: Corpus) -> Feedback:
    """One draft for each answer with a thumb; of two thumbs on one answer the later counts, and one that was taken back does not.

    Raises:
        GoldError: there is no feedback, or it cannot be read.
    """
    try:
        lines = path.read_bytes().split(b"\n")
    except FileNotFoundError:
        raise GoldError(
            f"{path}: there is no feedback yet.", "Thumbs on the chat page make it; give --data-dir where it is elsewhere."
        ) from None
    except OSError as error:
        raise GoldError(f"{path}: cannot be read ({error.strerror}).", "Check its permissions.") from None
    thumbs: dict[str, Mapping[str, Any]] = {}
    damaged = []
    for number, line in enumerate(lines, 1):
        if not line.strip():
            continue
        try:
            fields = json.loads(line.decode())
            thumbs[_text(fields, "answer")] = {**fields, "question": _text(fields, "question"), "papers": list(fields["papers"])}
        except (ValueError, TypeError, KeyError, AttributeError):
            damaged.append(number)
    judged = [fields for fields in thumbs.values() if isinstance(fields.get("liked"), bool)]
    here = [fields for fields in judged if all(paper in corpus.reference_of for paper in fields["papers"])]
    return Feedback(tuple(_draft(fields, corpus) for fields in here), len(judged) - len(here), tuple(damaged))


def _draft(fields: Mapping[str, Any], corpus: Corpus) -> Draft:
    asked = " ".join(fields["question"].split())
    alone = " ".join(str(fields.get("standalone") or asked).split())
    note = "" if folded(alone) == folded(asked) else f"Asked in a conversation as: {asked}"
    kind = _KINDS.get(str(fields.get("kind")), "specific")
    name = f"chat-{fields['answer']}"
    question = Question(name, split_of(name), kind, "asked", "zh" if _CHINESE.search(alone) else "en", False, alone, note=note)
    if not fields["liked"]:
        return Draft(question, "draft", DISLIKED)
    if fields.get("abstained"):
        return Draft(replace(question, kind="unanswerable"), "draft", _LIKED)
    if kind == "list":
        return Draft(
            replace(question, relevant=tuple(dict.fromkeys(corpus.reference_of[paper] for paper in fields["papers"]))), "draft", _LIKED
        )
    evidence = _evidence(fields, corpus)
    relevant = tuple(dict.fromkeys(item.paper for item in evidence)) or tuple(corpus.reference_of[paper] for paper in fields["papers"])
    nuggets = tuple(Nugget(" ".join(clean(item.quote).split()), n == 0, (n,)) for n, item in enumerate(evidence))
    return Draft(replace(question, relevant=relevant, evidence=evidence, nuggets=nuggets), "draft", _LIKED)


def _evidence(fields: Mapping[str, Any], corpus: Corpus) -> tuple[Sentence, ...]:
    """The quotes of the answer that are in the corpus as they were shown."""
    found = []
    citations = fields.get("citations")
    for item in citations if isinstance(citations, list) else []:
        name = corpus.reference_of.get(str(item.get("paper"))) if isinstance(item, dict) else None
        if name and isinstance(item.get("quote"), str) and item["quote"].strip() and item["quote"] in corpus.papers[name].abstract:
            found.append(Sentence(name, item["quote"]))
    return tuple(dict.fromkeys(found))


def _text(fields: Mapping[str, Any], name: str) -> str:
    if not isinstance(fields[name], str) or not fields[name].strip():
        raise ValueError(f"`{name}` is no text")
    return str(fields[name])
