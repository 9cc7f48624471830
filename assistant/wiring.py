"""`Settings` → the parts, built lazily and put together: the only place where they meet."""

from __future__ import annotations

import hashlib
import logging
import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import cache, cached_property, partial
from pathlib import Path

import numpy as np

from assistant import __version__
from assistant.answering import Writer
from assistant.citations import Checker, load_entailment
from assistant.corpus import ReadOptions, clean, contents
from assistant.errors import ConfigurationError, IndexingError
from assistant.index import records
from assistant.index.generations import Generations
from assistant.index.manifest import SCHEMA, Manifest
from assistant.index.vectors import ChromaVectors
from assistant.ingestion import DENSE, MULTILINGUAL, IngestEncoders, Report, ingest, rejected_lines
from assistant.interfaces import DenseEncoder, Floats
from assistant.models.cross_encoder import BundledCrossEncoder
from assistant.models.dense import BUNDLED, BundledEncoder
from assistant.models.late_interaction import ColBERTEncoder
from assistant.models.multilingual import MultilingualEncoder
from assistant.models.pair_reader import BundledPairReader
from assistant.models.parallel import in_threads
from assistant.pipeline import OpenIndex, Pipeline
from assistant.prompts import load_prompt
from assistant.question import FormModel, KnownPapers, Rewriter
from assistant.question.forms import mean_direction
from assistant.resources import folder
from assistant.retrieval import Finder, LexicalIndex, SearchIndex, TokenIndex, load_calibration
from assistant.retrieval.finder import Encoders
from assistant.settings import Settings, load_settings
from assistant.types import IngestReport, Progress

_log = logging.getLogger(__name__)


class Workshop:
    """Builds each part once, when it is first needed.

    Args:
        settings: what to build.
        corpus: a file or folder whose own index is used instead of the default one.
        encoder: a dense encoder to use instead of the one that the settings name.
    """

    def __init__(self, settings: Settings, corpus: Path | None = None, encoder: DenseEncoder | None = None) -> None:
        self.settings = settings
        self._given_encoder = encoder
        self.corpus = corpus.resolve() if corpus else None
        name = "default"
        if self.corpus:
            name = f"{self.corpus.stem[:40]}-{hashlib.sha256(str(self.corpus).encode()).hexdigest()[:8]}"
        self.generations = Generations(settings.data_dir / "indexes" / name)
        self._open: OpenIndex | None = None
        self._vectors: ChromaVectors | None = None
        self._lock = threading.RLock()

    @cached_property
    def dense(self) -> DenseEncoder:
        """The dense encoder that was given or that the settings name."""
        if self._given_encoder is not None:
            return self._given_encoder
        name = self.settings.embedding
        if name == BUNDLED:
            return BundledEncoder(self.settings.threads)
        if name.startswith("openai:"):
            from assistant.models.endpoint_embedding import EndpointEncoder

            return EndpointEncoder(self.settings)
        raise ConfigurationError(f"There is no encoder {name!r}.", f"Set ASSISTANT_EMBEDDING to {BUNDLED} or openai:MODEL.")

    @cached_property
    def tokens(self) -> ColBERTEncoder:
        """The late-interaction encoder."""
        return ColBERTEncoder()

    @cached_property
    def multilingual(self) -> MultilingualEncoder:
        """The encoder for questions that are not in English."""
        return MultilingualEncoder()

    @cached_property
    def cross(self) -> BundledCrossEncoder:
        """The encoder that reads question and sentence together."""
        return BundledCrossEncoder(self.settings.threads)

    @cached_property
    def forms(self) -> FormModel:
        """Tells what form of answer a question asks for."""

        def encode(text: str, language: str) -> Floats:
            if language == "en":
                return mean_direction(self.tokens.encode_query(text))
            return np.array(self.multilingual.get_query_embedding(text), np.float32)

        return FormModel(encode)

    @cached_property
    def checker(self) -> Checker:
        """Checks claims in other words; its weights were fitted on the bundled encoders, whatever the settings name."""

        def dense() -> DenseEncoder:
            return self.dense if isinstance(self.dense, BundledEncoder) else BundledEncoder(self.settings.threads)

        return Checker(BundledPairReader(dense, lambda: self.cross), load_entailment())

    def writer(self) -> Writer | None:
        """The language model's side, or None where no endpoint is configured."""
        if not self.settings.has_chat_model:
            return None
        # Half a second of imports that extractive answers do without.
        from assistant.models.chat import EndpointChat

        return Writer(EndpointChat(self.settings), load_prompt("answer"), load_prompt("list"), self.settings.chat)

    def rewriter(self) -> Rewriter | None:
        """What resolves follow-ups that the rules cannot, or None where no endpoint is configured."""
        if not self.settings.has_chat_model:
            return None
        from assistant.models.chat import EndpointChat

        return Rewriter(EndpointChat(self.settings), load_prompt("standalone"))

    def ingest(
        self,
        paths: list[Path],
        *,
        options: ReadOptions | None = None,
        rebuild: bool = False,
        strict: bool = False,
        dry_run: bool = False,
        report: Report = lambda progress: None,
    ) -> IngestReport:
        """Bring the index up to date with `paths` (see `ingestion.ingest`)."""
        encoders = IngestEncoders(self.dense, self.tokens, self.multilingual, partial(in_threads, threads=self.settings.threads))
        return ingest(
            paths, self.generations, encoders, self.settings.chunking,
            options=options or self._options, rebuild=rebuild, strict=strict, dry_run=dry_run, report=report,
        )  # fmt: skip

    @property
    def _options(self) -> ReadOptions:
        return ReadOptions(limits=self.settings.corpus)

    def ensure(self, report: Report = lambda progress: None) -> None:
        """Index the seeds, or the chosen corpus, where that was not done; a chosen corpus that changed is brought up to date.

        What of the corpus was rejected is logged when it is read, which is not done again while its files stay the same.
        """
        if self.corpus is not None:
            # A change of the program may change what it reads from the same bytes.
            found = contents([self.corpus], self._options)
            now = f"{__version__} {found}" if found else ""
            try:
                if now and self.generations.holds(now):
                    self.open()
                    return
                result = self.ingest([self.corpus], report=report)
            except IndexingError as error:
                if error.retryable:
                    raise
                # Damaged, or made with other settings: everything in it comes from the corpus, which is at hand.
                result = self.ingest([self.corpus], rebuild=True, report=report)
            self.generations.remember(result.generation, now)
            for line in (*rejected_lines(result.rejected), *result.notes):
                _log.warning("%s", line)
        elif self.generations.current() is None:
            with self.generations.writer():
                adopted = self.generations.adopt()
            if adopted:
                _log.warning("%s said which index is current and was gone; %s is used.", self.generations.folder / "CURRENT", adopted.name)
            else:
                self.ingest([folder("assistant_seeds")], report=report)

    def open(self) -> OpenIndex:
        """The current generation, open for searching; the same object until a new generation is there.

        Raises:
            IndexingError: nothing is indexed, or the index does not fit the settings.
        """
        with self._lock:
            path = self.generations.current()
            if path is None:
                raise IndexingError("Nothing is indexed yet.", "Run assistant ingest PATH…, or assistant serve.")
            if self._open is None or self._open.folder != path:
                previous = self._vectors
                self._open = self._read(path)
                if previous is not None:
                    previous.close()
            return self._open

    def _read(self, path: Path) -> OpenIndex:
        manifest = Manifest.read(path)
        with ThreadPoolExecutor(2) as threads:
            # Reading weights is mostly hashing and parsing outside the interpreter lock.
            jobs = [threads.submit(getattr, self, name) for name in ("tokens", "dense")]
        for job in jobs:
            job.result()
        manifest.require(
            Manifest(
                SCHEMA, self.dense.fingerprint, manifest.dimension, self.tokens.fingerprint, self.multilingual.fingerprint,
                self.settings.chunking.model_dump(), 0, 0, "", "",
            )
        )  # fmt: skip
        papers, passages = records.read(path)
        if (len(papers), len(passages)) != (manifest.papers, manifest.passages):
            raise IndexingError(
                f"The index at {path} has {len(papers)} papers, its manifest says {manifest.papers}.", "Run assistant ingest --rebuild."
            )
        self._vectors = ChromaVectors(path / "chroma")
        rows_of: dict[str, list[int]] = {paper.id: [] for paper in papers}
        for row, passage in enumerate(passages):
            rows_of[passage.paper_id].append(row)
        index = SearchIndex(
            papers={paper.id: paper for paper in papers},
            passages=tuple(passages),
            dense=self._vectors.collection(DENSE, len(passages)),
            multilingual=self._vectors.collection(MULTILINGUAL, len(passages)),
            lexical=LexicalIndex.load(path / "lexical", len(passages)),
            tokens=TokenIndex.load(path / "tokens", len(passages)),
            rows_of={paper_id: tuple(rows) for paper_id, rows in rows_of.items()},
        )
        encoders = Encoders(self.dense, self.tokens, self.multilingual, lambda: self.cross)
        finder = Finder(index, encoders, self.settings.retrieval, load_calibration(), clean)
        return OpenIndex(path, manifest, index.papers, KnownPapers(index.papers), self.forms, finder)


@cache
def bundled_checker() -> Checker:
    """The checker without an assistant, for the evaluation."""
    return Workshop(load_settings(embedding=BUNDLED)).checker


class Assistant(Pipeline):
    """The assistant over the seeds or another corpus.

    >>> answer = Assistant.open().ask("Which papers study membership inference?")
    """

    def __init__(self, workshop: Workshop) -> None:
        super().__init__(workshop.settings, workshop.open, workshop.writer(), workshop.rewriter(), workshop.checker)
        self.workshop = workshop

    @classmethod
    def open(
        cls,
        corpus: str | Path | None = None,
        *,
        settings: Settings | None = None,
        encoder: DenseEncoder | None = None,
        report: Callable[[Progress], None] = lambda progress: None,
    ) -> Assistant:
        """Open the index, making it first where there is none.

        Args:
            corpus: a file or folder to answer from instead of the default index.
            settings: instead of those of the environment.
            encoder: a dense encoder of one's own (see `assistant.engine.LlamaIndexEncoder`).
            report: told about the progress of indexing.

        Raises:
            AssistantError: a setting, the corpus or the index cannot be used.
        """
        workshop = Workshop(settings or load_settings(), Path(corpus) if corpus else None, encoder)
        workshop.ensure(report)
        assistant = cls(workshop)
        workshop.open()
        return assistant

    @property
    def index(self) -> OpenIndex:
        """The open index."""
        return self.workshop.open()
