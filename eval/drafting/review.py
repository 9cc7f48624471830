"""A folder of drafts → the draft to look at next, and what becomes of a reviewer's decision."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, replace
from typing import Literal, NamedTuple

from assistant import AssistantError

from ..gold.corpus import Corpus
from ..gold.questions import Question
from ..gold.rules import faults
from .book import DraftBook, OvertakenError
from .drafts import Draft
from .export import export_gold
from .form import papers_shown


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


class Standing(NamedTuple):
    """How far the review is, in drafts."""

    decided: int
    accepted: int
    total: int


@dataclass(frozen=True)
class Review:
    """One reviewer's way through a folder of drafts; several may go through it at once."""

    book: DraftBook
    corpus: Corpus

    def standing(self) -> Standing:
        """How far the review is."""
        drafts = self.book.drafts()
        status = Counter(draft.status for draft in drafts)
        return Standing(len(drafts) - status["draft"], status["accepted"], len(drafts))

    def first(self) -> Step:
        """The first draft that nobody decided about."""
        return self._step(self._open(after=-1), 0)

    def skip(self, view: View) -> Step:
        """The next draft that nobody decided about; this one stays as it is."""
        found = self._open(after=self._at(view))
        alone = found is not None and found.id == view.stored.id
        return self._step(found, view.turn, "This is the only one that is left." if alone else "")

    def back(self, view: View | None) -> Step:
        """The draft before this one, whether it is decided or not."""
        drafts = self.book.drafts()
        at = self._at(view) if view else len(drafts)
        return self._step(drafts[at - 1] if drafts else None, view.turn if view else 0)

    def decide(self, view: View, question: Question, status: Literal["accepted", "rejected"]) -> Step:
        """Save the decision, write the gold files anew, and go on; an accepted question has to keep the rules."""
        if status == "accepted" and (found := list(faults(question, self.corpus))):
            return Step(view._replace(question=question, turn=view.turn + 1), "Not accepted yet: " + " ".join(map(_sentence, found)))
        after = Draft(question if status == "accepted" else view.stored.question, status, view.stored.origin)
        try:
            self.book.change(view.stored, after)
        except OvertakenError as error:
            return self._step(self._same(view), view.turn, f"{error.cause} {error.remedy}")
        export_gold(self.book, self.corpus)
        return self._step(self._open(after=self._at(view)), view.turn)

    def _open(self, after: int) -> Draft | None:
        drafts = self.book.drafts()
        return next((draft for draft in [*drafts[after + 1 :], *drafts[: after + 1]] if draft.status == "draft"), None)

    def _at(self, view: View) -> int:
        return next((at for at, draft in enumerate(self.book.drafts()) if draft.id == view.stored.id), -1)

    def _same(self, view: View) -> Draft | None:
        return next((draft for draft in self.book.drafts() if draft.id == view.stored.id), None)

    def _step(self, draft: Draft | None, turn: int, notice: str = "") -> Step:
        if draft is None:
            return Step(None, notice)
        return Step(View(draft, draft.question, papers_shown(draft, self.corpus), turn + 1), notice)


def _sentence(text: str) -> str:
    return text[:1].upper() + text[1:]


def problem(error: AssistantError) -> str:
    """An error as the page says it."""
    return f"{error.cause} {error.remedy}".strip()


def with_paper(view: View, question: Question, paper: str) -> View:
    """The view with one more paper, taken for relevant."""
    papers = view.papers if paper in view.papers else (*view.papers, paper)
    relevant = question.relevant if paper in question.relevant else (*question.relevant, paper)
    if question.kind == "unanswerable":
        relevant = ()
    return View(view.stored, replace(question, relevant=relevant), papers, view.turn + 1)
