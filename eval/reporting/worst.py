"""A run → its worst questions, with what was retrieved and cited beside the gold."""

from __future__ import annotations

from dataclasses import dataclass

from ..comparing.gate import worst_questions
from ..gold.corpus import Corpus
from ..running.runs import Run
from ..scoring.catalog import BY_NAME, PRIMARY
from ..scoring.judging import cited_places, gold_places
from ..scoring.metrics import same_sentence

_RETRIEVED = 5


@dataclass(frozen=True, slots=True)
class Line:
    """A paper or sentence, and whether the other side has it, too; `neutral` ones count neither way."""

    text: str
    hit: bool
    neutral: bool = False


@dataclass(frozen=True, slots=True)
class Case:
    """One question. Texts and papers are empty for the test split, which nobody is to learn from."""

    id: str
    kind: str
    value: float
    question: str = ""
    history: tuple[str, ...] = ()
    abstained: bool = False
    retrieved: tuple[Line, ...] = ()
    answered: tuple[Line, ...] = ()
    gold_papers: tuple[Line, ...] = ()
    cited: tuple[Line, ...] = ()
    gold_sentences: tuple[Line, ...] = ()


def worst_cases(run: Run, corpus: Corpus, count: int = 20) -> list[Case]:
    """The `count` questions of least quality, worst first; those of the split `test` by id only."""
    by_id = {question.id: question for question in run.questions}
    cases = []
    for score in worst_questions(run.scores.questions, BY_NAME[PRIMARY], count):
        question, record = by_id[score.id], run.records[score.id]
        value = score.values[PRIMARY]
        if question.split == "test":
            cases.append(Case(score.id, score.kind, value))
            continue

        def papers(names: tuple[str, ...], among: tuple[str, ...], neutral: tuple[str, ...] = ()) -> tuple[Line, ...]:
            return tuple(Line(_name(name, corpus), name in among, name in neutral) for name in names)

        gold, cited = gold_places(question, corpus), cited_places(record, corpus)
        history = tuple(f"{turn.role}: {turn.content}" for turn in question.history)
        top = tuple(ranked.paper for ranked in record.ranking[:_RETRIEVED])
        cases.append(
            Case(
                score.id, score.kind, value, question.text, history, record.abstained,
                retrieved=papers(top, question.relevant, question.borderline),
                answered=papers(record.returned, question.relevant, question.borderline),
                gold_papers=papers(question.relevant, record.returned),
                cited=tuple(Line(_cut(p.paper, p.start, p.end, corpus), any(same_sentence(p, g) for g in gold)) for p in cited),
                gold_sentences=tuple(Line(_cut(g.paper, g.start, g.end, corpus), any(same_sentence(g, p) for p in cited)) for g in gold),
            )
        )  # fmt: skip
    return cases


def _name(reference: str, corpus: Corpus) -> str:
    paper = corpus.papers.get(reference)
    return f"{reference.split('_')[0]}#{reference.rpartition('#')[2]} {paper.title or paper.label}" if paper else reference


def _cut(reference: str, start: int, end: int, corpus: Corpus) -> str:
    paper = corpus.papers.get(reference)
    return f"[{reference.split('_')[0]}#{reference.rpartition('#')[2]}] {paper.abstract[start:end]}" if paper else "an invalid citation"
