"""Question (+ history) → query → ranking → draft → verified answer: the order of the steps."""

from __future__ import annotations

import time
import uuid
from collections.abc import Callable, Generator, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from functools import reduce
from pathlib import Path

from assistant import citations, question
from assistant.answering import Writer, draft, extractive, may_answer, wording
from assistant.errors import AssistantError, ChatModelError, ConfigurationError, UnusableReplyError
from assistant.index.manifest import Manifest
from assistant.languages import phrase
from assistant.retrieval import Finder
from assistant.settings import Settings
from assistant.types import (
    NO_FILTERS,
    NO_USAGE,
    Answer,
    Candidate,
    CitedPaper,
    Delta,
    Draft,
    Failure,
    Filters,
    Paper,
    Progress,
    Query,
    Ranking,
    Reference,
    Turn,
    Usage,
    Verified,
)

# A conversation's papers answer a follow-up unless another paper is this much likelier to be meant.
_NEW_TOPIC_MARGIN = 0.5
_MOST_ALIKE = 5


@dataclass(frozen=True)
class OpenIndex:
    """A generation that is open for searching."""

    folder: Path
    manifest: Manifest
    papers: dict[str, Paper]
    known: question.KnownPapers
    forms: question.FormModel
    finder: Finder


Event = Progress | Delta | Answer


class Pipeline:
    """Answers questions over one index.

    Args:
        settings: thresholds and limits.
        current: gives the open index; a new generation is picked up from one question to the next.
        writer: the language model's side, or None for extractive answers.
        rewriter: resolves follow-ups that the rules cannot, or None.
        checker: weighs what the writer says in other words; without it, words are counted.
    """

    def __init__(
        self,
        settings: Settings,
        current: Callable[[], OpenIndex],
        writer: Writer | None = None,
        rewriter: question.Rewriter | None = None,
        checker: citations.Checker | None = None,
    ) -> None:
        self.settings = settings
        self._current = current
        self._writer = writer
        self._rewriter = rewriter
        self._checker = checker

    @property
    def papers(self) -> dict[str, Paper]:
        """The indexed papers by id."""
        return self._current().papers

    @property
    def writes(self) -> bool:
        """Whether a language model is configured."""
        return self._writer is not None

    def where(self, **given: question.Given) -> Filters:
        """Conditions for `ask`, `search` and `stream`, as in `where(year=["2020-2022", 2024], author="Doe")`.

        Args:
            given: by field (`venue`, `year`, `track`, `decision`, `author`, `file`) a value or several, of which any will do;
                compared without case. A year may be a range: `2020-2022`, `2023-`, `-2019`.

        Raises:
            ConfigurationError: a field is unknown, or no paper has the value; the error says what there is.
        """
        return question.filters_of(given, self._current().known)

    def conditions(self, text: str, filters: Filters) -> str:
        """A sentence, in the language of `text`, that says which conditions held and how many papers meet them."""
        papers = self.papers
        admitted = sum(filters.admits(paper) for paper in papers.values())
        return wording.searched(question.language(text), filters, admitted, len(papers), papers)

    def search(self, text: str, k: int = 20, history: Sequence[Turn] = (), *, filters: Filters = NO_FILTERS) -> list[Candidate]:
        """The `k` best papers for a query in its conversation, each with its best sentence first in `evidence`."""
        index = self._current()
        query = self._read(text, history, filters, index)
        return index.finder.with_best_sentence(query, index.finder.rank(query, self._among(query, index.papers))[:k])

    def read(self, text: str, history: Sequence[Turn] = (), filters: Filters = NO_FILTERS) -> Query:
        """The question as the engine understands it.

        Raises:
            ConfigurationError: the question is empty.
        """
        return self._read(text, history, filters, self._current())

    @staticmethod
    def _read(text: str, history: Sequence[Turn], filters: Filters, index: OpenIndex) -> Query:
        """As `read`, of the index in which the query is then looked for: a newer one may lack the papers that it names."""
        if not text.strip():
            raise ConfigurationError("The question is empty.", "Type a question.")
        return question.read(text, history, index.known, index.forms, filters)

    def ask(self, text: str, history: Sequence[Turn] = (), *, id: str = "", filters: Filters = NO_FILTERS) -> Answer:  # noqa: A002 - the contract's word
        """Answer a question.

        Args:
            text: the question.
            history: earlier turns of the conversation, oldest first.
            id: the answer's id; a random one where empty.
            filters: conditions beside those that the question's words set (see `where`).

        Raises:
            AssistantError: the index or an encoder failed. An endpoint's failure is no error: the answer is extractive then.
        """
        answer: Answer | None = None
        for event in self.stream(text, history, id=id, filters=filters):
            if isinstance(event, Answer):
                answer = event
        if answer is None:
            raise AssistantError("No answer was made.", "Report this, please.")
        return answer

    def stream(self, text: str, history: Sequence[Turn] = (), *, id: str = "", filters: Filters = NO_FILTERS) -> Iterator[Event]:  # noqa: A002
        """Answer a question bit by bit: what is being done, checked text as it comes, and last the whole `Answer`."""
        clock = Clock()
        used: list[Usage] = []
        index = self._current()
        with clock.stage("question"):
            query = self._read(text, history, filters, index)
            if query.unresolved is not None and self._rewriter is not None:
                query = self._rewritten(query, history, filters, index, used.append)
        if query.unresolved is not None:
            yield self._cannot_tell(id, query, index.papers, clock, used)
            return
        with clock.stage("retrieval"):
            query, ranking = self._find(query, index)
        yield Progress("searched", ranking.looked_at, len(index.papers))
        yield Progress("candidates", sum(1 for candidate in ranking.candidates if candidate.evidence), ranking.looked_at)
        notes: list[str] = []
        failure: Failure = ""
        outcome: _Outcome | None = None
        if (
            self._writer is not None
            and ranking.candidates
            and (may_answer(query, ranking, self.settings.answering) or query.kind != "list")
        ):
            try:
                with clock.stage("writing"):
                    outcome = yield from self._write(query, ranking, index.papers, history, used)
            except ChatModelError as error:
                failure = "reply" if isinstance(error, UnusableReplyError) else "endpoint"
                notes.append(phrase(query.language, "fell_back", cause=error.cause))
        if outcome is None:
            with clock.stage("drafting"):
                drafted = Draft(query.kind, ()) if query.tally else draft(query, ranking, self.settings.answering)
                numbered = replace(drafted, papers=(*drafted.papers, *drafted.borderline))
            yield Progress("checking", 0, len(drafted.claims))
            with clock.stage("checking"):
                outcome = _Outcome(drafted, citations.verify(numbered, index.papers))
        yield replace(self._answer(id, query, ranking, outcome, index.papers, notes, clock, used), failure=failure)

    def _rewritten(
        self, query: Query, history: Sequence[Turn], filters: Filters, index: OpenIndex, report: Callable[[Usage], None]
    ) -> Query:
        """The query that a language model makes of one whose reference the rules cannot resolve; the same one where it cannot either.

        What is counted wrong ("the fifth" of three) is known for certain, and no model is asked about it.
        """
        assert self._rewriter is not None
        assert query.unresolved is not None
        if query.unresolved.reason in ("no_conversation", "out_of_range"):
            return query
        standalone = self._rewriter.rewrite(query.question, history, index.known, report)
        if standalone is None:
            return query
        read = self._read(standalone, (), filters, index)
        if read.unresolved is not None or not read.focus:
            return query
        return replace(read, question=query.question, only_focus=True, understood=standalone)

    def answerable(self, text: str, history: Sequence[Turn] = ()) -> bool:
        """Whether the papers' own sentences answer the question; no language model is asked.

        Raises:
            AssistantError: as `ask`.
        """
        index = self._current()
        query, ranking = self._find(self._read(text, history, NO_FILTERS, index), index)
        return not draft(query, ranking, self.settings.answering).abstained

    def more_like(self, paper_id: str) -> Answer:
        """The papers most like one of the index, as a list answer without that paper.

        Raises:
            ConfigurationError: there is no such paper.
        """
        clock = Clock()
        index = self._current()
        paper = index.papers.get(paper_id)
        if paper is None:
            raise ConfigurationError("The paper is not in the index any more.", "Ask again.")
        # The title alone: the probabilities were fitted on questions, and a whole abstract is not like one.
        query = Query(f"Which papers are most like “{paper.label}”?", paper.label, "list")
        with clock.stage("retrieval"):
            candidates = index.finder.rank(query, index.papers.keys() - {paper_id})
            ranking = Ranking(tuple(index.finder.with_best_sentence(query, candidates[:_MOST_ALIKE])), len(candidates), 1.0)
        drafted = extractive.alike(query, ranking, self.settings.answering)
        checked = citations.verify(replace(drafted, papers=(*drafted.papers, *drafted.borderline)), index.papers)
        return self._answer("", query, ranking, _Outcome(drafted, checked), index.papers, [], clock, [])

    def _find(self, query: Query, index: OpenIndex) -> tuple[Query, Ranking]:
        if query.tally:
            return query, Ranking((), 0, 1.0)
        among = self._among(query, index.papers)
        if query.tentative:
            query, among = self._still_in_focus(query, among, index)
        query, ranking = self._ranked(query, among, index.finder)
        return query, replace(ranking, admitted=len(index.papers if among is None else among))

    def _ranked(self, query: Query, among: set[str] | None, finder: Finder) -> tuple[Query, Ranking]:
        if among is not None and not among:
            return query, Ranking((), 0, 0.0)
        if query.kind == "list":
            # Where metadata are the whole condition, nothing has to be scored, and no pool may leave papers out.
            candidates = finder.unranked(among) if query.everything else finder.rank(query, among)
            # With the conversation's papers as the pool, the most fitting one always answers.
            settings = self.settings.answering
            listed, borderline = extractive.split(candidates, settings)
            if query.only_focus and not listed and candidates:
                candidates = [replace(candidates[0], score=max(candidates[0].score, settings.list_threshold)), *candidates[1:]]
                listed, borderline = extractive.split(candidates, settings)
            shown = finder.with_best_sentence(query, [*listed, *borderline] or candidates[:3])
            known = {candidate.paper.id for candidate in shown}
            answerable = 1.0 if query.only_focus or query.everything else finder.listable(candidates)
            return query, Ranking((*shown, *(c for c in candidates if c.paper.id not in known)), len(candidates), answerable)
        return query, finder.find(query, among)

    def _still_in_focus(self, query: Query, among: set[str] | None, index: OpenIndex) -> tuple[Query, set[str] | None]:
        """A question that only looks like a follow-up is answered from all papers: some other paper fits it far better."""
        alone = replace(query, text=" ".join(query.question.split()), focus=(), only_focus=False, tentative=False, understood="")
        anywhere = self._among(alone, index.papers)
        ranked = index.finder.rank(alone, anywhere)
        inside = max((candidate.score for candidate in ranked if candidate.paper.id in query.focus), default=0.0)
        if ranked and ranked[0].paper.id not in query.focus and ranked[0].score - inside >= _NEW_TOPIC_MARGIN:
            return alone, anywhere
        return query, among

    @staticmethod
    def _among(query: Query, papers: dict[str, Paper]) -> set[str] | None:
        """Ids of the papers that may answer, or None for all."""
        if not (query.filters or query.only_focus or query.without):
            return None
        ids = query.focus if query.only_focus else papers
        return {paper_id for paper_id in ids if paper_id not in query.without and query.filters.admits(papers[paper_id])}

    def _write(
        self, query: Query, ranking: Ranking, papers: dict[str, Paper], history: Sequence[Turn], used: list[Usage]
    ) -> Generator[Event, None, _Outcome]:
        """Stream the model's claims, each after its check; returns what was said. What each call used is put into `used`."""
        assert self._writer is not None
        chat = self.settings.chat
        model = self._writer.name
        if query.understood:
            yield Delta(wording.understood(query) + wording.SEPARATOR)
        if query.kind == "list":
            listed, borderline = extractive.split(ranking.candidates, self.settings.answering)
            base = draft(query, ranking, self.settings.answering)
            verifier = citations.Verifier(papers, (*base.papers, *base.borderline), self._checker)
            candidates: Sequence[Candidate] = [c for c in (*listed, *borderline) if c.evidence]
        else:
            base = Draft(query.kind, ())
            verifier = citations.Verifier(papers, checker=self._checker)
            candidates = ranking.candidates[: chat.evidence_papers]
        sentences = [Reference(c.paper.id, n) for c in candidates for n in range(len(c.paper.sentences))]
        claims = 0
        written = 0
        for item in self._writer.write(query, candidates, history, used.append):
            written += 1
            verifier.count_removed(item.unknown)
            checked = verifier.check(verifier.bind(item.claim, sentences), strict=query.kind == "list")
            yield Progress("checking", written, written)
            if checked is not None:
                claims += 1
                if query.kind != "list":
                    yield Delta((wording.SEPARATOR if claims > 1 else "") + wording.claim_text(checked))
        if query.kind == "list":
            # The set is the calibrated one; the model's words replace a copied sentence only where they passed the check.
            said = {c.paper_id for claim in verifier.result().claims for c in claim.citations}
            for copied in base.claims:
                if copied.paper_id not in said:
                    verifier.check(copied)
            return _Outcome(replace(base, model=model), verifier.result())
        if not written:
            return _Outcome(
                replace(extractive.refusal(query, ranking, on_topic=may_answer(query, ranking, self.settings.answering)), model=model),
                citations.Verifier(papers, [c.paper.id for c in ranking.candidates[:3]]).result(),
            )
        if not claims:
            raise UnusableReplyError(f"{model.rpartition('/')[2]} wrote nothing that the papers support.")
        result = verifier.result()
        return _Outcome(Draft(query.kind, (), papers=result.order, model=model), result)

    def _answer(
        self,
        answer_id: str,
        query: Query,
        ranking: Ranking,
        outcome: _Outcome,
        papers: dict[str, Paper],
        notes: list[str],
        clock: Clock,
        used: Sequence[Usage],
    ) -> Answer:
        drafted, verified = outcome.draft, outcome.verified
        scores = {candidate.paper.id: candidate.score for candidate in ranking.candidates}
        cited = [CitedPaper(n, papers[paper_id], scores.get(paper_id, 0.0)) for n, paper_id in enumerate(verified.order, 1)]
        apart = set(drafted.borderline)
        if verified.removed:
            name = "removed_one" if verified.removed == 1 else "removed_many"
            notes.append(phrase(query.language, name, count=verified.removed))
        usage = reduce(Usage.plus, used, NO_USAGE)
        body = wording.render(query, drafted, verified, papers, ranking.looked_at, ranking.admitted)
        return Answer(
            id=answer_id or uuid.uuid4().hex[:12],
            question=query.question,
            kind=query.kind,
            text="\n\n".join([*filter(None, [wording.understood(query)]), body, *(f"_{note}_" for note in notes)]),
            abstained=drafted.abstained,
            papers=tuple(paper for paper in cited if paper.paper.id not in apart),
            borderline=tuple(paper for paper in cited if paper.paper.id in apart),
            citations=tuple(citation for claim in verified.claims for citation in claim.citations),
            model=drafted.model,
            timings_ms=clock.timings(),
            notes=tuple(notes),
            looked_at=ranking.looked_at,
            answerable=ranking.answerable,
            standalone=query.text,
            filters=query.filters,
            claims=verified.claims,
            usage=usage,
            cost=self._cost(usage),
            understood=query.understood,
        )

    def _cannot_tell(self, answer_id: str, query: Query, papers: dict[str, Paper], clock: Clock, used: Sequence[Usage]) -> Answer:
        """The answer to a question whose reference means nothing, or too much: what the conversation has."""
        assert query.unresolved is not None
        usage = reduce(Usage.plus, used, NO_USAGE)
        return Answer(
            id=answer_id or uuid.uuid4().hex[:12],
            question=query.question,
            kind="other",
            text=wording.unresolved(query.language, query.unresolved, papers),
            abstained=True,
            papers=(),
            borderline=tuple(CitedPaper(n, papers[paper_id], 0.0) for n, paper_id in enumerate(query.unresolved.papers, 1)),
            citations=(),
            model="extractive",
            timings_ms=clock.timings(),
            standalone=query.text,
            usage=usage,
            cost=self._cost(usage),
            unresolved=True,
        )

    def _cost(self, usage: Usage) -> float | None:
        """US dollars, where prices are set."""
        chat = self.settings.chat
        if not (chat.prompt_price or chat.completion_price):
            return None
        return (usage.prompt_tokens * chat.prompt_price + usage.completion_tokens * chat.completion_price) / 1e6


@dataclass(frozen=True)
class _Outcome:
    """A draft and its check."""

    draft: Draft
    verified: Verified


class Clock:
    """Measures stages in milliseconds."""

    def __init__(self) -> None:
        self._start = time.perf_counter()
        self._stages: dict[str, float] = {}

    @contextmanager
    def stage(self, name: str) -> Iterator[None]:
        """Time what happens inside, under `name`."""
        start = time.perf_counter()
        try:
            yield
        finally:
            self._stages[name] = self._stages.get(name, 0.0) + (time.perf_counter() - start) * 1000

    def timings(self) -> dict[str, float]:
        """Milliseconds by stage, and in total."""
        total = (time.perf_counter() - self._start) * 1000
        return {name: round(value, 1) for name, value in {**self._stages, "total": total}.items()}
