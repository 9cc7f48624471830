"""A folder of drafts → the draft to look at next, and what becomes of a reviewer's edits and decision; the page shows it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Literal, NamedTuple

from ..gold.corpus import Corpus
from ..gold.questions import LISTS, QUOTED, Nugget, Question, Sentence
from ..gold.rules import faults
from .storage import Draft, DraftFolder

RELEVANT, BORDERLINE, NEITHER = "relevant", "borderline", "neither"
_OVERTAKEN = "This draft was changed elsewhere meanwhile; your change was not saved. Look at it as it is now."
# Marks a fact that is welcome but not needed.
_EXTRA = "+"


class View(NamedTuple):
    """What a tab shows: the draft as stored, the question with unsaved changes, its papers; `turn` counts what was shown."""

    stored: Draft
    question: Question
    papers: tuple[str, ...]
    turn: int


class Step(NamedTuple):
    """What to show now (None: everything is decided), and a sentence about what happened, where there is something to say."""

    view: View | None
    notice: str = ""


@dataclass(frozen=True)
class Review:
    """One reviewer's way through a folder of drafts; several may go through it at once."""

    folder: DraftFolder
    corpus: Corpus

    def standing(self) -> tuple[int, int, int]:
        """How many drafts are decided, how many of those accepted, and how many there are."""
        status = Counter(draft.status for draft in self.folder.drafts())
        return status["accepted"] + status["rejected"], status["accepted"], sum(status.values())

    def undecided(self, view: View | None = None) -> Step:
        """The next draft that nobody decided about, after what the tab shows; at first the first one."""
        drafts = self.folder.drafts()
        after = _place(drafts, view) + 1
        return self._step(next((draft for draft in [*drafts[after:], *drafts[:after]] if draft.status == "draft"), None), view)

    def back(self, view: View | None) -> Step:
        """The draft before this one, whether it is decided or not."""
        drafts = self.folder.drafts()
        return self._step(drafts[(_place(drafts, view) if view else 0) - 1] if drafts else None, view)

    def decide(self, view: View, seen: str, question: Question, status: Literal["accepted", "rejected"]) -> Step:
        """Save the decision about `question` as the reviewer left it, write the gold files anew, and go on.

        An accepted question has to keep the rules. `seen` is the id of the draft that was on the screen; no other one is decided.
        """
        if seen != view.stored.id:
            return Step(view._replace(turn=view.turn + 1), "Nothing was decided: another draft was on the screen.")
        if status == "accepted" and (found := list(faults(question, self.corpus))):
            said = " ".join(text[:1].upper() + text[1:] for text in found)
            return Step(view._replace(question=question, turn=view.turn + 1), f"Not accepted yet: {said}")
        after = Draft(question if status == "accepted" else view.stored.question, status, view.stored.origin)
        if not self.folder.change(view.stored, after):
            return self._step(next((draft for draft in self.folder.drafts() if draft.id == seen), None), view)._replace(notice=_OVERTAKEN)
        self.folder.export(self.corpus)
        return self.undecided(view)

    def _step(self, draft: Draft | None, before: View | None) -> Step:
        turn = before.turn + 1 if before else 0
        return Step(View(draft, draft.question, _papers_shown(draft, self.corpus), turn) if draft else None)


def _place(drafts: Sequence[Draft], view: View | None) -> int:
    return next((at for at, draft in enumerate(drafts) if view and draft.id == view.stored.id), -1)


def _papers_shown(draft: Draft, corpus: Corpus) -> tuple[str, ...]:
    """The papers that a reviewer has to look at: those judged, and the one that a near miss is about."""
    named = (*draft.question.relevant, *draft.question.borderline, draft.origin.rpartition(": ")[2])
    return tuple(dict.fromkeys(name for name in named if name in corpus.papers))


def grade(question: Question, paper: str) -> str:
    """The paper's judgment so far."""
    if paper in question.relevant:
        return RELEVANT
    return BORDERLINE if paper in question.borderline else NEITHER


def facts_of(question: Question) -> str:
    """The nuggets, one a line."""
    return "\n".join(nugget.text if nugget.vital else f"{_EXTRA} {nugget.text}" for nugget in question.nuggets)


def revised(
    question: Question, text: str, kind: str, facts: str, note: str, grades: Mapping[str, str], ticked: Mapping[str, Sequence[str]]
) -> Question:
    """The question as the reviewer left it, with grades and ticked quotes by paper; judgments that its kind does not have are dropped."""
    quoted, listed = kind in QUOTED, kind in LISTS
    chosen = tuple(paper for paper, given in grades.items() if given == RELEVANT and (quoted or listed))
    evidence = tuple(item for item in question.evidence if listed and item.paper in chosen)
    if quoted:
        evidence = tuple(Sentence(paper, quote) for paper in chosen for quote in ticked.get(paper, ()))
    return replace(
        question, kind=kind, text=" ".join(text.split()), note=" ".join(note.split()), relevant=chosen, evidence=evidence,
        borderline=tuple(paper for paper, given in grades.items() if given == BORDERLINE) if listed else (),
        nuggets=_nuggets(question, facts, evidence) if quoted else (),
    )  # fmt: skip


def _nuggets(question: Question, facts: str, evidence: Sequence[Sentence]) -> tuple[Nugget, ...]:
    """A fact that was there before leans on its old evidence as far as that is still ticked, another one on all that is."""
    before = {nugget.text: {question.evidence[at] for at in nugget.evidence} for nugget in question.nuggets}
    found = []
    for line in facts.split("\n"):
        text = " ".join(line.strip().removeprefix(_EXTRA).split())
        if text and evidence:
            old = tuple(at for at, item in enumerate(evidence) if item in before.get(text, ()))
            found.append(Nugget(text, not line.strip().startswith(_EXTRA), old or tuple(range(len(evidence)))))
    return tuple(found)
