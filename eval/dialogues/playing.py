"""Dialogues + an assistant → what it answered to each follow-up, and whether that is what was expected."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

from assistant import Answer, Assistant, Progress, Turn

from ..gold.corpus import Corpus
from .dialogues import Dialogue, Expectation, Step, place_of


@dataclass(frozen=True, slots=True)
class Played:
    """One judged turn; `fault` says what was wrong with the answer, "" where it was right."""

    dialogue: str
    lang: str
    turn: int
    kind: str
    ask: str
    understood: str
    shown: tuple[str, ...]
    fault: str

    @property
    def right(self) -> bool:
        """Whether the follow-up was taken as meant."""
        return not self.fault


def play(
    dialogues: Sequence[Dialogue], assistant: Assistant, corpus: Corpus, report: Callable[[Progress], None] = lambda progress: None
) -> list[Played]:
    """Ask every dialogue's questions in order, each with the assistant's own answers as its history."""
    played: list[Played] = []
    for done, dialogue in enumerate(dialogues, 1):
        history: list[Turn] = []
        answers: list[Answer] = []
        for turn, step in enumerate(dialogue.steps, 1):
            answer = assistant.ask(step.ask, history)
            if step.expect is not None:
                played.append(_played(dialogue, turn, step, step.expect, answer, answers, corpus))
            history += answer.turns()
            answers.append(answer)
        report(Progress("dialogues", done, len(dialogues)))
    return played


def _played(
    dialogue: Dialogue, turn: int, step: Step, expect: Expectation, answer: Answer, earlier: Sequence[Answer], corpus: Corpus
) -> Played:
    fault = judge(expect, answer, earlier, corpus)
    return Played(dialogue.id, dialogue.lang, turn, step.kind, step.ask, answer.understood, tuple(_shown(answer, corpus)), fault)


def judge(expect: Expectation, answer: Answer, earlier: Sequence[Answer], corpus: Corpus) -> str:
    """What is wrong with an answer, "" where nothing is.

    Args:
        expect: what it has to show.
        answer: what was answered.
        earlier: the answers to the turns before it, in order.
        corpus: names papers by reference.
    """
    shown, listed = _shown(answer, corpus), _listed(answer, corpus)
    about = [_paper(paper, earlier, corpus) for paper in expect.about]
    if expect.cannot or None in about:
        # A place that the earlier answer does not have cannot be resolved by anybody.
        return "" if answer.unresolved and not answer.citations else "it should say that this cannot be resolved"
    if answer.unresolved:
        return "it says that this cannot be resolved"
    if fault := _contents(expect, shown, listed, earlier, corpus):
        return fault
    if expect.about:
        wanted = {paper for paper in about if paper}
        if not shown or not set(shown) <= wanted:
            return f"it should be about {_some(wanted)} only"
        return f"it should show all of {_some(wanted)}" if expect.every and set(shown) != wanted else ""
    if expect.among:
        of = set(_shown(earlier[expect.among - 1], corpus))
        return "" if shown and set(shown) <= of else f"it should choose among the papers of turn {expect.among}"
    if expect.beyond:
        again = set(listed) & set(_listed(earlier[expect.beyond - 1], corpus))
        return f"it lists papers of turn {expect.beyond} again: {_some(again)}" if again else ""
    if expect.same_as:
        return "" if set(listed) == set(_listed(earlier[expect.same_as - 1], corpus)) else f"it should list what turn {expect.same_as} did"
    return "" if answer.looked_at == len(corpus.papers) else f"it should look at all papers, not at {answer.looked_at}"


def _contents(expect: Expectation, shown: Sequence[str], listed: Sequence[str], earlier: Sequence[Answer], corpus: Corpus) -> str:
    missing = {paper for name in expect.lists if (paper := _paper(name, earlier, corpus)) and paper not in shown}
    wrong = {paper for name in expect.not_lists if (paper := _paper(name, earlier, corpus)) and paper in listed}
    return f"it lacks {_some(missing)}" if missing else f"it lists {_some(wrong)}" if wrong else ""


def _paper(name: str, earlier: Sequence[Answer], corpus: Corpus) -> str | None:
    """A paper's reference; None for a place that its turn's answer does not have."""
    place = place_of(name)
    if place is None:
        return name
    answer = earlier[place[0] - 1]
    papers = _shown(answer, corpus) if place[1] > 0 else _listed(answer, corpus) or _shown(answer, corpus)
    at = place[1] - 1 if place[1] > 0 else len(papers) + place[1]
    return papers[at] if 0 <= at < len(papers) else None


def _shown(answer: Answer, corpus: Corpus) -> list[str]:
    """References of all papers of an answer, by their numbers."""
    return [corpus.reference_of[cited.paper.id] for cited in (*answer.papers, *answer.borderline)]


def _listed(answer: Answer, corpus: Corpus) -> list[str]:
    """References of the papers that an answer is about, without those shown apart."""
    return [corpus.reference_of[cited.paper.id] for cited in answer.papers]


def _some(papers: Iterable[str]) -> str:
    return ", ".join(sorted(papers)[:4])
