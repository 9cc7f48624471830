"""SciFact's claims and abstracts (Wadden et al. 2020) → `Pair`s: a claim, an abstract, and what the one says of the other."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple

from assistant.chunking import split_sentences
from assistant.corpus import clean

from ..errors import RunError
from ..gold.reading import Line
from ..gold.selection import evenly
from .folder import Document, objects, read_documents

FILE = "claims_with_rationales.jsonl"
LABELS = ("SUPPORT", "CONTRADICT", "NONE")
_SHAPE = "See SciFact's claims_with_rationales.jsonl: split, id, claim, evidence_doc_id, evidence_label, evidence_sentences, cited_doc_ids."
_WORD = re.compile(r"[^\W_]{3,}")


@dataclass(frozen=True, slots=True)
class Pair:
    """A claim and one abstract. `rationales` are sets of sentence numbers, each set enough by itself; none where the label is NONE."""

    claim_id: str
    claim: str
    document: str
    title: str
    abstract: str
    sentences: tuple[str, ...]
    label: str
    rationales: tuple[tuple[int, ...], ...]
    split: str

    @property
    def context(self) -> tuple[str, str]:
        """The paper's label and its abstract, as the assistant's checker is given them."""
        return clean(self.title), self.abstract

    @property
    def reported(self) -> bool:
        """Whether the claim is one of those that are reported; on the file's split `train` the checker and thresholds are fitted."""
        return self.split != "train"

    @property
    def quotes(self) -> tuple[str, ...]:
        """What a citation would quote: each rationale's sentences; without one, the sentence that shares most words with the claim."""
        if self.rationales:
            return tuple(" ".join(self.sentences[number] for number in rationale) for rationale in self.rationales)
        said = _words(self.claim)
        return (max(self.sentences, key=lambda sentence: len(said & _words(sentence))),)


class Claims(NamedTuple):
    """The pairs in the file's order; how many claims have no label, and how many rationales name a sentence that there is not."""

    pairs: tuple[Pair, ...]
    hidden: int
    misplaced: int


@dataclass
class _Found:
    """What the file's lines say of one claim and one abstract."""

    claim: str
    split: str
    labels: list[str]
    rationales: list[tuple[int, ...]]


def read_claims(folder: Path, limit: int = 0, *, only_reported: bool = False) -> Claims:
    """The pairs of a folder that has corpus.jsonl and claims_with_rationales.jsonl.

    An abstract that a claim cites and that holds no evidence has the label NONE. Sentences are divided as the assistant
    divides them, because the folder keeps whole abstracts; a rationale that names a sentence past the end is left out.

    Args:
        folder: the set's folder.
        limit: at most so many pairs, taken evenly; 0 takes all.
        only_reported: without the pairs of the split `train`.

    Raises:
        RunError: a file is missing or malformed; the error names file and line.
    """
    documents = {document.id: document for document in read_documents(folder)}
    found: dict[tuple[str, str], _Found] = {}
    seen: set[str] = set()
    for line in objects(folder / FILE):
        claim_id, claim, label, evidence, cited = (
            _text(line, name) for name in ("id", "claim", "evidence_label", "evidence_doc_id", "cited_doc_ids")
        )
        split = _text(line, "split")
        seen.add(claim_id)
        for name in {*_numbers(cited), *([evidence] if evidence else [])}:
            if name not in documents:
                raise RunError(f"{line.where}: there is no document {name!r} in corpus.jsonl.", "Give the corpus of these claims.")
            found.setdefault((claim_id, name), _Found(claim, split, [], []))
        if evidence:
            if label not in ("SUPPORT", "CONTRADICT"):
                raise RunError(f"{line.where}: {label!r} is no label.", "Give SUPPORT or CONTRADICT, or no evidence.")
            found[claim_id, evidence].labels.append(label)
            found[claim_id, evidence].rationales.append(tuple(map(int, _numbers(_text(line, "evidence_sentences")))))
    if not found:
        raise RunError(f"{folder / FILE}: no claim cites an abstract.", _SHAPE)
    wanted = [item for item in found.items() if not (only_reported and item[1].split == "train")]
    pairs, misplaced = _pairs(evenly(wanted, limit or len(wanted)), documents)
    return Claims(pairs, len(seen - {claim_id for claim_id, _ in found}), misplaced)


def _pairs(found: Iterable[tuple[tuple[str, str], _Found]], documents: dict[str, Document]) -> tuple[tuple[Pair, ...], int]:
    pairs = []
    misplaced = 0
    for (claim_id, name), item in found:
        document = documents[name]
        sentences = tuple(document.text[start:end] for start, end in split_sentences(document.text)) or (document.title,)
        rationales = tuple(dict.fromkeys(r for r in item.rationales if r and max(r) < len(sentences)))
        misplaced += len(set(item.rationales)) - len(rationales)
        if item.labels and not rationales:
            continue
        label = next((label for label in LABELS if label in item.labels), "NONE")
        pairs.append(Pair(claim_id, item.claim, name, document.title, document.text, sentences, label, rationales, item.split))
    return tuple(pairs), misplaced


def _numbers(text: str) -> list[str]:
    return re.findall(r"\d+", text)


def _words(text: str) -> set[str]:
    return set(_WORD.findall(text.lower()))


def _text(line: Line, name: str) -> str:
    value = line.fields.get(name)
    if isinstance(value, list):
        return json.dumps(value)
    if not isinstance(value, str | int):
        raise RunError(f"{line.where}: there is no `{name}`.", _SHAPE)
    return str(value)
