"""`Query` → `Ranking`: which papers, how likely each is relevant, which of their sentences answer, and whether any does."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import lru_cache

import numpy as np

from assistant.interfaces import CrossEncoder, DenseEncoder, Floats, PassageIndex, TokenEncoder
from assistant.retrieval.calibration import Calibration
from assistant.retrieval.evidence import SentenceScores, answerable_features, sentence_features
from assistant.retrieval.late_interaction import TokenIndex
from assistant.retrieval.lexical import LexicalIndex
from assistant.retrieval.scores import Scores, SignalScores, by_paper, fuse, relevance_features, telling
from assistant.settings import RetrievalSettings
from assistant.types import Candidate, Evidence, Paper, Passage, Query, Ranking

# Fewer papers than the smallest set that the model of `listable` was fitted on has by far.
_FEW = 30


@dataclass(frozen=True)
class SearchIndex:
    """Everything that is searched: papers, passages in the order of the lexical and token indexes, and vectors."""

    papers: dict[str, Paper]
    passages: tuple[Passage, ...]
    dense: PassageIndex
    multilingual: PassageIndex
    lexical: LexicalIndex
    tokens: TokenIndex
    rows_of: dict[str, tuple[int, ...]]


@dataclass(frozen=True)
class Encoders:
    """The models that read questions; the cross-encoder is loaded when first needed: lists do without."""

    dense: DenseEncoder
    tokens: TokenEncoder
    multilingual: DenseEncoder
    cross: Callable[[], CrossEncoder]


@dataclass(frozen=True)
class _Pool:
    """The papers that are scored for one question."""

    paper_ids: tuple[str, ...]
    signals: SignalScores
    fused: Scores


@dataclass(frozen=True)
class ReadingInputs:
    """Features of the candidates' sentences, by paper, and of the question's answerability."""

    sentences: dict[str, dict[str, Scores]]
    answerable: dict[str, float]


def best_features(candidates: Sequence[Candidate]) -> dict[str, float]:
    """Each feature's best value among the candidates."""
    features = [dict(candidate.features) for candidate in candidates]
    return {name: max(values[name] for values in features) for name in features[0]}


class Finder:
    """Scores papers for one question after another; holds no state between them."""

    def __init__(
        self, index: SearchIndex, encoders: Encoders, settings: RetrievalSettings, calibration: Calibration, clean: Callable[[str], str]
    ) -> None:
        self._index = index
        self._encoders = encoders
        self._settings = settings
        self._calibration = calibration
        # A sentence of a common abstract is read again and again; cleaning it is the same every time.
        self._clean = lru_cache(maxsize=4096)(clean)
        self._row_of = {passage.id: row for row, passage in enumerate(index.passages)}
        self._paper_of = {passage.id: passage.paper_id for passage in index.passages}

    def rank(self, query: Query, among: Collection[str] | None = None) -> list[Candidate]:
        """Papers, best first, with calibrated relevance and no evidence.

        Args:
            query: as read from the question.
            among: ids of the papers to choose from; None means all. What is usual is measured over the whole pool, so a
                choice among the papers of a small corpus does not change their scores.
        """
        pool = self._pool(query, among)
        if not pool.paper_ids:
            return []
        wanted = set(pool.paper_ids if among is None else among)
        features = relevance_features(pool.signals, pool.fused)
        relevance = self._calibration.relevance.probability(features)
        order = np.lexsort((np.arange(len(pool.fused)), -pool.fused))
        return [
            Candidate(
                self._index.papers[pool.paper_ids[i]],
                float(relevance[i]),
                features=tuple((name, float(values[i])) for name, values in features.items()),
            )
            for i in order
            if pool.paper_ids[i] in wanted
        ]

    def unranked(self, among: Collection[str] | None = None) -> list[Candidate]:
        """All papers, or those `among`, in the index's order, each certain: for questions that metadata alone answer."""
        return [Candidate(paper, 1.0) for paper_id, paper in self._index.papers.items() if among is None or paper_id in among]

    def find(self, query: Query, among: Collection[str] | None = None) -> Ranking:
        """Papers, best first, the first few with their evidence, and the probability that they answer the question."""
        candidates = self.rank(query, among)
        if not candidates:
            return Ranking((), 0, 0.0)
        candidates.sort(key=lambda candidate: candidate.paper.id not in query.focus)
        read = candidates[: self._settings.rerank]
        inputs = self.reading_inputs(query, read)
        models = self._calibration
        answerable = models.answerable.probability(inputs.answerable)
        found = [self._with_evidence(c, models.sentence.probability(inputs.sentences[c.paper.id])) for c in read]
        return Ranking((*found, *candidates[len(read) :]), len(candidates), float(answerable))

    def reading_inputs(self, query: Query, candidates: Sequence[Candidate]) -> ReadingInputs:
        """Read the candidates' sentences: the features of the sentence model and of the answerability model."""
        sentences = self._sentence_scores(query, candidates)
        return ReadingInputs(sentence_features(sentences), answerable_features(sentences, best_features(candidates)))

    def listable(self, candidates: Sequence[Candidate]) -> float:
        """Probability that the corpus has anything at all for a list question, given its ranked papers.

        Among few papers none can stand out, which is what the model looks for: there each paper's own relevance decides.
        """
        if len(candidates) < _FEW:
            return float(bool(candidates))
        return float(self._calibration.listable.probability(best_features(candidates)))

    def with_best_sentence(self, query: Query, candidates: Sequence[Candidate]) -> list[Candidate]:
        """The candidates, each with its sentence that is nearest to the question by late interaction."""
        tokens = self._encoders.tokens.encode_query(query.english)
        found = []
        for candidate in candidates:
            matches = self._index.tokens.sentence_matches(tokens, self._index.rows_of[candidate.paper.id], len(candidate.paper.sentences))
            found.append(self._with_evidence(candidate, matches.mean(axis=1)))
        return found

    def _pool(self, query: Query, among: Collection[str] | None) -> _Pool:
        """Score every paper of a small corpus; of a large one those that a signal puts high."""
        encoders, index = self._encoders, self._index
        collections = [index.dense]
        readers = [(encoders.dense, query.english)]
        if query.language != "en":
            # Loading the multilingual encoder costs a cold start most of a second, and English does without.
            collections.append(index.multilingual)
            readers.append((encoders.multilingual, query.text))
        with ThreadPoolExecutor(len(readers) + 1, thread_name_prefix="query") as threads:
            vector_jobs = [threads.submit(reader.get_query_embedding, text) for reader, text in readers]
            tokens_job = threads.submit(encoders.tokens.encode_query, query.english)
            lexical = index.lexical.scores(query.english)
            vectors, tokens = [job.result() for job in vector_jobs], tokens_job.result()
        near = [self._near(collection, vector, among) for collection, vector in zip(collections, vectors, strict=True)]
        paper_ids = self._pooled(among, near, lexical)
        rows = [row for paper_id in paper_ids for row in index.rows_of[paper_id]]
        row_at = {row: at for at, row in enumerate(rows)}
        local = [[row_at[row] for row in index.rows_of[paper_id]] for paper_id in paper_ids]
        ids = [index.passages[row].id for row in rows]
        similarities = []
        for collection, vector, found in zip(collections, vectors, near, strict=True):
            known = found | collection.similarities(vector, [passage_id for passage_id in ids if passage_id not in found])
            similarities.append(by_paper(local, np.array([known[passage_id] for passage_id in ids])))
        matches = index.tokens.best_matches(tokens, rows)
        signals = SignalScores(
            dense=similarities[0],
            late=by_paper(local, matches.mean(axis=1).astype(np.float64)),
            late_telling=by_paper(local, telling(matches)),
            lexical=by_paper(local, lexical[rows].astype(np.float64)),
            coverage=by_paper(local, index.lexical.coverage(query.english)[rows].astype(np.float64)),
            multilingual=similarities[1] if len(similarities) > 1 else np.zeros(len(paper_ids)),
        )
        return _Pool(tuple(paper_ids), signals, fuse(signals, self._settings.fusion, query.language))

    def _near(self, collection: PassageIndex, vector: Sequence[float], among: Collection[str] | None) -> dict[str, float]:
        """Similarities of the nearest passages; of a large choice at least a pool's worth of its own, or all that it has.

        The choice is made here and not by the vector store, whose filtered search may stop before it has found enough.
        """
        count, total = self._settings.pool, len(self._index.passages)
        found = collection.nearest(vector, count)
        if among is None or len(self._index.papers) <= count or len(among) <= count:
            return found
        chosen = set(among)
        while count < total and sum(self._paper_of[passage_id] in chosen for passage_id in found) < self._settings.pool:
            count = min(4 * count, total)
            found = collection.nearest(vector, count)
        own = [passage_id for passage_id in found if self._paper_of[passage_id] in chosen][: self._settings.pool]
        return {passage_id: found[passage_id] for passage_id in dict.fromkeys((*list(found)[: self._settings.pool], *own))}

    def _pooled(self, among: Collection[str] | None, near: Sequence[dict[str, float]], lexical: Floats) -> list[str]:
        """Ids of the papers to score, in the index's order."""
        index, size = self._index, self._settings.pool
        if len(index.papers) <= size:
            return list(index.papers)
        rows = {self._row_of[passage_id] for found in near for passage_id in found}
        count = min(size, len(lexical))
        best = np.argpartition(-lexical, count - 1)[:count]
        rows |= {int(row) for row in best if lexical[row] > 0}
        if among is not None:
            own = np.array(sorted(row for paper_id in among for row in index.rows_of[paper_id]), np.int64)
            if len(among) > size:
                # Of a large choice, those that a signal puts high in it: the vectors' nearest are there already.
                own = own[np.argsort(-lexical[own], kind="stable")[:size]]
                own = own[lexical[own] > 0]
            rows |= set(own.tolist())
        return list(dict.fromkeys(index.passages[row].paper_id for row in sorted(rows)))

    def _sentence_scores(self, query: Query, candidates: Sequence[Candidate]) -> dict[str, SentenceScores]:
        """Read the candidates' abstracts and sentences, all in one batch."""
        pairs: list[str] = []
        for candidate in candidates:
            paper = candidate.paper
            plain = [self._clean(paper.abstract[start:end]) for start, end in paper.sentences]
            pairs += [f"{self._clean(paper.label)}. {' '.join(plain)}", *plain]
        logits = np.array(self._encoders.cross().scores(query.english, pairs))
        tokens = self._encoders.tokens.encode_query(query.english)
        best_fused = max(dict(candidate.features)["fused"] for candidate in candidates)
        found, at = {}, 0
        for rank, candidate in enumerate(candidates):
            count = len(candidate.paper.sentences)
            matches = self._index.tokens.sentence_matches(tokens, self._index.rows_of[candidate.paper.id], count)
            found[candidate.paper.id] = SentenceScores(
                late=matches.mean(axis=1),
                read=logits[at + 1 : at + 1 + count],
                whole=float(logits[at]),
                gap=best_fused - dict(candidate.features)["fused"],
                first=rank == 0,
                matches=matches / np.maximum(np.linalg.norm(tokens, axis=1), 1e-6),
            )
            at += 1 + count
        return found

    @staticmethod
    def _with_evidence(candidate: Candidate, scores: Scores) -> Candidate:
        paper = candidate.paper
        evidence = [Evidence(paper.id, n, paper.sentences[n], float(score)) for n, score in enumerate(scores)]
        evidence.sort(key=lambda item: (-item.score, item.sentence))
        return Candidate(paper, candidate.score, tuple(evidence), candidate.features)
