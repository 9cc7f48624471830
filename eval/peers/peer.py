"""A peer + the corpus → something that is asked like the assistant."""

from __future__ import annotations

import time
import uuid
from collections.abc import Sequence
from typing import Protocol

from assistant import Answer, Candidate, ChatModelError, Citation, CitedPaper, Turn
from assistant.types import CheckedClaim, Failure

from ..gold.corpus import Corpus
from .reading import Reply, Source


class Peer(Protocol):
    """What an adapter has to offer."""

    def rank(self, text: str, k: int) -> list[tuple[str, float]]:
        """At most `k` paper ids with the peer's scores, best first."""
        ...

    def reply(self, text: str, history: Sequence[Turn]) -> Reply:
        """The peer's answer.

        Raises:
            ChatModelError: the endpoint failed.
        """
        ...


class PeerSubject:
    """A peer as `running.generation.Subject`.

    Args:
        peer: who answers.
        corpus: what about.
        model: the language model that writes the answers; empty where none does.
    """

    def __init__(self, peer: Peer, corpus: Corpus, model: str = "") -> None:
        self._peer = peer
        self._model = model
        self.papers = {paper.id: paper for paper in corpus.papers.values()}
        self.writes = bool(model)

    def search(self, text: str, k: int = 20, history: Sequence[Turn] = ()) -> list[Candidate]:
        """The best papers by the peer's retrieval, best first; peers do not see the conversation here."""
        return [Candidate(self.papers[paper], score) for paper, score in self._peer.rank(text, k)]

    def ask(self, text: str, history: Sequence[Turn] = (), *, id: str = "") -> Answer:  # noqa: A002
        """The peer's answer. Where the endpoint fails it is empty, and the next run makes it again."""
        begin = time.perf_counter()
        failure: Failure = ""
        notes: tuple[str, ...] = ()
        try:
            reply = self._peer.reply(text, history)
        except ChatModelError as error:
            reply, failure, notes = Reply("", (), (), {}), "endpoint", (error.cause,)
        spent = (time.perf_counter() - begin) * 1000
        scores = {source.paper: source.score for source in reversed(reply.sources)}
        claims = tuple(self._claim(said.text, said.cites, reply) for said in reply.said)
        citations = tuple(citation for claim in claims for citation in claim.citations)
        if not citations and reply.numbers:
            # Written without markers: the sources stand below the answer.
            citations = tuple(self._citation(source, reply.numbers[source.paper]) for source in reply.sources)
        return Answer(
            id=id or uuid.uuid4().hex[:12],
            question=text,
            kind="other",
            text=reply.text,
            abstained=reply.refused,
            papers=tuple(CitedPaper(n, self.papers[paper], scores[paper]) for paper, n in reply.numbers.items()),
            borderline=(),
            citations=citations,
            model=self._model or "none",
            failure=failure,
            timings_ms={"total": spent},
            notes=notes,
            looked_at=len(self.papers),
            answerable=float(not reply.refused),
            standalone=text,
            claims=claims,
            usage=reply.usage,
        )

    def _claim(self, text: str, cites: Sequence[int], reply: Reply) -> CheckedClaim:
        sources = [reply.sources[position] for position in cites]
        numbers = tuple(dict.fromkeys(reply.numbers[source.paper] for source in sources))
        return CheckedClaim(text, numbers, tuple(self._citation(source, reply.numbers[source.paper]) for source in sources))

    def _citation(self, source: Source, n: int) -> Citation:
        """The source's place in its abstract; an empty place, which is never valid, where it does not stand there."""
        start = self.papers[source.paper].abstract.find(source.text) if source.text else -1
        start, end, status = (start, start + len(source.text), "supported") if start >= 0 else (0, 0, "unsupported")
        return Citation(n, source.paper, source.text, start, end, status)  # type: ignore[arg-type]
