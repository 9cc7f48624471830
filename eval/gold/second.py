"""Folder of the second annotation → `Judgment`s: what another annotator, blind of the gold, held for right."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from ..errors import GoldError
from .corpus import Corpus
from .questions import Question, Sentence, sentence
from .reading import FOLDER as GOLD
from .reading import Gold, lines
from .rules import misquotes
from .settled import Settlement, first_opinion

FOLDER = GOLD / "second"


@dataclass(frozen=True, slots=True)
class Judgment:
    """A question and the second annotator's papers and evidence, by reference."""

    question: Question
    relevant: tuple[str, ...]
    borderline: tuple[str, ...]
    evidence: tuple[Sentence, ...]


def before_settling(judgments: Sequence[Judgment], cases: Sequence[Settlement]) -> list[Judgment]:
    """The judgments beside the questions as the first annotator had judged them."""
    return [replace(j, question=first_opinion(j.question, [case for case in cases if case.id == j.question.id])) for j in judgments]


def read_second(gold: Gold, corpus: Corpus, folder: Path = FOLDER) -> list[Judgment]:
    """The second judgments, each beside its question.

    Raises:
        GoldError: a line is malformed, is about a question or paper that does not exist, or misquotes; with file and line.
    """
    questions = {question.id: question for question in gold.questions}
    judgments: dict[str, Judgment] = {}
    for path in sorted(folder.glob("*.jsonl")):
        for where, fields in lines(path):
            question = questions.get(str(fields.get("id")))
            if question is None:
                raise GoldError(f"{where}: there is no question {fields.get('id')!r}.", "Use ids of the gold files.")
            if question.id in judgments:
                raise GoldError(f"{where}: {question.id!r} was judged before.", "Keep one line.")
            try:
                evidence = tuple(sentence(item) for item in fields.get("evidence", ()))
                relevant, borderline = tuple(map(str, fields["relevant"])), tuple(map(str, fields.get("borderline", ())))
            except (ValueError, KeyError, TypeError, AttributeError) as error:
                raise GoldError(f"{where}: {error}.", "A judgment has `id`, `relevant`, and `borderline` or `evidence`.") from None
            for paper in (*relevant, *borderline):
                if paper not in corpus.papers:
                    raise GoldError(f"{where}: there is no paper {paper!r} in the corpus.", "Correct the reference.")
            for item in evidence:
                for fault in misquotes(item.paper, item.quote, corpus):
                    raise GoldError(f"{where}: {fault}", "Copy the sentence from the abstract.")
            judgments[question.id] = Judgment(question, relevant, borderline, evidence)
    return list(judgments.values())
