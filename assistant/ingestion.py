"""Papers → passages → vectors → a new generation of the index, switched to in one step when it is whole."""

from __future__ import annotations

import hashlib
import json
import time
from collections.abc import Callable, Collection, Sequence
from dataclasses import asdict, dataclass, replace
from pathlib import Path

import numpy as np

from assistant import chunking
from assistant.corpus import clean, read_papers
from assistant.errors import EncoderError, IndexingError
from assistant.index import records
from assistant.index.generations import Generations
from assistant.index.manifest import SCHEMA, Manifest
from assistant.index.vectors import ChromaVectors
from assistant.interfaces import DenseEncoder, Floats, Int8s, TokenEncoder
from assistant.retrieval import LexicalIndex, TokenIndex
from assistant.settings import ChunkingSettings
from assistant.types import IngestReport, Paper, Passage, Progress

DENSE = "passages"
MULTILINGUAL = "passages-multilingual"
_BATCH = 16

Report = Callable[[Progress], None]


@dataclass(frozen=True)
class IngestEncoders:
    """The models that read passages."""

    dense: DenseEncoder
    tokens: TokenEncoder
    multilingual: DenseEncoder
    in_threads: Callable[..., list[tuple[Int8s, np.ndarray]]]


@dataclass(frozen=True)
class _Known:
    """What the current generation already holds, by passage text."""

    dense: dict[str, np.ndarray]
    multilingual: dict[str, np.ndarray]
    tokens: dict[str, tuple[Int8s, np.ndarray]]


def ingest(
    paths: Sequence[Path],
    generations: Generations,
    encoders: IngestEncoders,
    settings: ChunkingSettings,
    *,
    rebuild: bool = False,
    report: Report = lambda progress: None,
) -> IngestReport:
    """Make the index hold the papers of `paths` beside those of other files.

    A file that was ingested before is brought up to date: its changed abstracts replace the old ones, its removed papers
    go, and so do those of a file that was taken out of one of the folders. Nothing is written where nothing changed; readers
    see the old index until the new one is whole.

    Args:
        paths: files or folders; with `rebuild`, may be empty: the stored papers are indexed anew.
        generations: the index's folder.
        encoders: models that read passages.
        settings: chunking.
        rebuild: encode everything again, whatever the current generation was made with.
        report: told about progress.

    Raises:
        CorpusError: a file cannot be read as papers; the index stays as it was.
        IndexingError: another process writes, or the index was made with other settings and `rebuild` is false.
    """
    fresh = read_papers(paths) if paths else []
    folders = {str(path.resolve()) for path in paths if path.is_dir()}
    with generations.writer():
        old_folder, old_papers, old_passages, old_manifest = _stored(generations, rebuild)
        papers = merge(old_papers, fresh, folders)
        corpus = fingerprint(papers)
        wanted = Manifest(
            schema=SCHEMA,
            encoder=encoders.dense.fingerprint,
            dimension=old_manifest.dimension if old_manifest else 0,
            token_encoder=encoders.tokens.fingerprint,
            multilingual_encoder=encoders.multilingual.fingerprint,
            chunking=settings.model_dump(),
            papers=len(papers),
            passages=0,
            created=time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime()),
            corpus=corpus,
        )
        known = _Known({}, {}, {})
        if old_folder and old_manifest:
            old_manifest.require(wanted)
            if old_manifest.corpus == corpus:
                return IngestReport(0, 0, len(papers), len(papers), old_folder.name)
            known = _vectors_of(old_folder, old_passages)
        if not papers:
            raise IndexingError("There is nothing to index.", "Give files: assistant ingest PATH…")
        papers = [paper if paper.sentences and not rebuild else chunking.with_sentences(paper) for paper in papers]
        passages = [passage for paper in papers for passage in chunking.passages(paper, settings, clean)]
        with generations.new() as folder:
            _write(folder, papers, passages, encoders, known, replace(wanted, passages=len(passages)), report)
    before, after = {paper.id for paper in old_papers}, {paper.id for paper in papers}
    return IngestReport(len(after - before), len(before - after), len(after & before), len(papers), folder.name)


def merge(old: Sequence[Paper], fresh: Sequence[Paper], folders: Collection[str] = ()) -> list[Paper]:
    """The old papers with the freshly read files and whole folders brought up to date; a paper keeps its place where it stays."""
    read_again = {paper.source.path for paper in fresh}
    by_id = {paper.id: paper for paper in fresh}

    def stays(paper: Paper) -> bool:
        path = paper.source.path
        return paper.id in by_id or not (path in read_again or str(Path(path).parent) in folders)

    kept = [by_id.pop(paper.id, paper) for paper in old if stays(paper)]
    return kept + list(by_id.values())


def stored_papers(generations: Generations) -> list[Paper]:
    """Papers of the current generation; none where there is no generation or its papers cannot be read."""
    try:
        folder = generations.current()
        return records.read_papers(folder) if folder else []
    except IndexingError:
        return []


def fingerprint(papers: Sequence[Paper]) -> str:
    """Hash of everything stored about the papers, in order."""
    digest = hashlib.sha256()
    for paper in papers:
        digest.update(json.dumps(asdict(replace(paper, sentences=())), sort_keys=True).encode())
    return digest.hexdigest()[:16]


def _stored(generations: Generations, rebuild: bool) -> tuple[Path | None, list[Paper], list[Passage], Manifest | None]:
    if rebuild:
        # Only the papers are of use, and only they have to be readable.
        return None, stored_papers(generations), [], None
    folder = generations.current()
    if folder is None:
        return None, [], [], None
    manifest = Manifest.read(folder)
    return folder, records.read_papers(folder), records.read_passages(folder), manifest


def _vectors_of(folder: Path, passages: Sequence[Passage]) -> _Known:
    """Vectors of the current generation, so that nothing that was encoded is encoded again."""
    text_of = {passage.id: passage.text for passage in passages}
    with ChromaVectors(folder / "chroma") as vectors:
        dense, multilingual = (
            {text_of[i]: vector for ids, batch in vectors.read(name) for i, vector in zip(ids, batch, strict=True) if i in text_of}
            for name in (DENSE, MULTILINGUAL)
        )
    tokens = TokenIndex.load(folder / "tokens", len(passages))
    return _Known(dense, multilingual, {passage.text: tokens.passage(row) for row, passage in enumerate(passages)})


def _write(
    folder: Path,
    papers: Sequence[Paper],
    passages: Sequence[Passage],
    encoders: IngestEncoders,
    known: _Known,
    manifest: Manifest,
    report: Report,
) -> None:
    dense = _encode("dense vectors", passages, known.dense, encoders.dense, report)
    multilingual = _encode("multilingual vectors", passages, known.multilingual, encoders.multilingual, report)
    matrices: list[tuple[Int8s, np.ndarray]] = []
    for at in range(0, len(passages), _BATCH):
        batch = passages[at : at + _BATCH]
        missing = [passage for passage in batch if passage.text not in known.tokens]
        made = dict(zip((p.text for p in missing), encoders.in_threads(encoders.tokens.encode_passage, missing), strict=True))
        matrices += [known.tokens[p.text] if p.text in known.tokens else made[p.text] for p in batch]
        report(Progress("token vectors", at + len(batch), len(passages)))
    records.write(folder, papers, passages)
    texts = [passage.text for passage in passages]
    LexicalIndex.build(texts).save(folder / "lexical")
    TokenIndex.build(matrices, encoders.tokens.dimension).save(folder / "tokens")
    ids, paper_ids = [passage.id for passage in passages], [passage.paper_id for passage in passages]
    with ChromaVectors(folder / "chroma") as vectors:
        for name, matrix in ((DENSE, dense), (MULTILINGUAL, multilingual)):
            vectors.write(name, ids, paper_ids, texts, matrix)
    replace(manifest, dimension=dense.shape[1]).write(folder)
    report(Progress("index written", len(passages), len(passages)))


def _encode(stage: str, passages: Sequence[Passage], known: dict[str, np.ndarray], encoder: DenseEncoder, report: Report) -> Floats:
    rows: list[np.ndarray] = []
    for at in range(0, len(passages), _BATCH):
        batch = [passage.text for passage in passages[at : at + _BATCH]]
        missing = [text for text in batch if text not in known]
        made = dict(zip(missing, map(np.asarray, encoder.get_text_embedding_batch(missing) if missing else []), strict=True))
        rows += [known[text] if text in known else made[text] for text in batch]
        report(Progress(stage, at + len(batch), len(passages)))
    if len({len(row) for row in rows}) != 1:
        raise EncoderError(f"The encoder {encoder.fingerprint} gives vectors of different lengths.", "Run assistant ingest --rebuild.")
    return np.array(rows, np.float32)
