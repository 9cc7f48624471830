"""Papers → passages → vectors → a new generation of the index, switched to in one step when it is whole."""

from __future__ import annotations

import hashlib
import json
import time
from collections import Counter
from collections.abc import Callable, Sequence
from contextlib import nullcontext
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import NamedTuple

import numpy as np

from assistant import chunking
from assistant.corpus import STDIN, Reading, ReadOptions, Update, clean, read, update
from assistant.errors import CorpusError, EncoderError, IndexingError
from assistant.index import records
from assistant.index.generations import Generations
from assistant.index.manifest import SCHEMA, Manifest
from assistant.index.recovery import recover
from assistant.index.vectors import ChromaVectors
from assistant.interfaces import DenseEncoder, Floats, Int8s, TokenEncoder
from assistant.retrieval import LexicalIndex, TokenIndex
from assistant.settings import ChunkingSettings
from assistant.types import FileCount, IngestReport, Paper, Passage, Progress, Rejection

DENSE = "passages"
MULTILINGUAL = "passages-multilingual"
_BATCH = 16

Report = Callable[[Progress], None]


class _Old(NamedTuple):
    """What is there before an ingest; without folder and manifest, nothing of it is reused but the papers."""

    folder: Path | None
    papers: list[Paper]
    passages: list[Passage]
    manifest: Manifest | None
    notes: list[str]


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
    options: ReadOptions,
    rebuild: bool = False,
    strict: bool = False,
    dry_run: bool = False,
    report: Report = lambda progress: None,
) -> IngestReport:
    """Make the index hold the papers of `paths` beside those of other files.

    A file that was ingested before is brought up to date: its changed abstracts replace the old ones, its removed papers
    go, and so do those of a file that was taken out of one of the folders. What cannot be read is named in the report, and
    removes nothing. Nothing is written where nothing changed; readers see the old index until the new one is whole.

    Args:
        paths: files, folders or patterns; with `rebuild`, may be empty: the stored papers are indexed anew.
        generations: the index's folder.
        encoders: models that read passages.
        settings: chunking.
        options: how the files are read.
        rebuild: encode everything again, whatever the current generation was made with.
        strict: refuse everything if anything is rejected.
        dry_run: only report; nothing is written, not even a lock.
        report: told about progress.

    Raises:
        CorpusError: nothing can be read as papers, or with `strict` not everything; the index stays as it was.
        IndexingError: another process writes, the index was made with other settings and `rebuild` is false, or nothing of a
            damaged index can be recovered.
    """
    reading = read(paths, options) if paths else Reading()
    _refuse(reading, strict)
    with nullcontext() if dry_run else generations.writer():
        if not (dry_run or rebuild):
            generations.adopt()
        old = _recovered(generations, bool(paths), options) if rebuild else _stored(generations)
        found = update(old.papers, reading)
        papers = found.papers
        if not papers:
            raise IndexingError("There is nothing to index.", "Give files: assistant ingest PATH…")
        told = _report(old.papers, found, reading, old.notes)
        corpus = fingerprint(papers)
        wanted = Manifest(
            schema=SCHEMA,
            encoder=encoders.dense.fingerprint,
            dimension=old.manifest.dimension if old.manifest else 0,
            token_encoder=encoders.tokens.fingerprint,
            multilingual_encoder=encoders.multilingual.fingerprint,
            chunking=settings.model_dump(),
            papers=len(papers),
            passages=0,
            created=time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime()),
            corpus=corpus,
            sources=sorted({paper.source.path for paper in papers}),
        )
        if old.folder and old.manifest:
            old.manifest.require(wanted)
            if old.manifest.corpus == corpus:
                return replace(told, generation=old.folder.name, dry_run=dry_run)
        papers = [paper if paper.sentences and not rebuild else chunking.with_sentences(paper) for paper in papers]
        passages = [passage for paper in papers for passage in chunking.passages(paper, settings, clean)]
        encoded = {passage.text for passage in old.passages}
        told = replace(told, embeddings=sum(passage.text not in encoded for passage in passages))
        if dry_run:
            return replace(told, generation=old.folder.name if old.folder else "", dry_run=True)
        known = _vectors_of(old.folder, old.passages) if old.folder else _Known({}, {}, {})
        with generations.new() as folder:
            _write(folder, papers, passages, encoders, known, replace(wanted, passages=len(passages)), report)
    return replace(told, generation=folder.name)


def stored_papers(generations: Generations) -> list[Paper]:
    """Papers of the current generation; none where nothing was indexed.

    Raises:
        IndexingError: they cannot be read.
    """
    folder = generations.current()
    return records.read_papers(folder) if folder else []


def rejected_lines(rejected: Sequence[Rejection]) -> tuple[str, ...]:
    """Rejections, a line each, with the remedy where it differs from the line's before."""
    lines, before = [], ""
    for rejection in rejected:
        remedy = f" {rejection.remedy}" if rejection.remedy != before else ""
        lines.append(f"{rejection.where}: {rejection.reason}{remedy}")
        before = rejection.remedy
    return tuple(lines)


def _refuse(reading: Reading, strict: bool) -> None:
    """Raise where nothing is left to be ingested, or `strict` wants all or nothing."""
    if not reading.rejected or (reading.papers and not strict):
        return
    first, *others = rejected_lines(reading.rejected)
    if strict and (others or reading.papers):
        records_read = len(reading.papers) + len(reading.rejected)
        raise CorpusError(
            f"{len(reading.rejected)} of {records_read} records were rejected; nothing was changed (--strict).",
            "Correct them, or leave --strict out.",
            also=(first, *others),
        )
    cause = f"{reading.rejected[0].where}: {reading.rejected[0].reason}"
    raise CorpusError(cause, reading.rejected[0].remedy, also=tuple(others))


def _report(old: Sequence[Paper], found: Update, reading: Reading, notes: Sequence[str]) -> IngestReport:
    after = {paper.id for paper in found.papers}
    told = [*notes, *reading.notes]
    if found.spared:
        files = ", ".join(sorted({paper.source.file for paper in found.spared})[:5])
        told.append(f"{len(found.spared)} papers are no longer read from {files}, but stay until nothing of it is rejected.")
    read_from = Counter(paper.source.path for paper in reading.papers)
    rejected = Counter(rejection.file for rejection in reading.rejected)
    double = Counter(duplicate.left_out.path for duplicate in found.duplicates)
    listed = dict.fromkeys([*reading.paths, *rejected])
    return IngestReport(
        added=len(found.added),
        removed=len(found.removed),
        unchanged=sum(paper.id in after for paper in old),
        total=len(found.papers),
        generation="",
        changed=tuple(found.changed),
        renamed=tuple(found.renamed),
        updated=len(found.updated),
        gone=tuple(found.removed),
        files=tuple(FileCount(file, read_from[file] - double[file], rejected[file], double[file]) for file in listed),
        rejected=tuple(reading.rejected),
        duplicates=tuple(found.duplicates),
        notes=tuple(told),
    )


def fingerprint(papers: Sequence[Paper]) -> str:
    """Hash of everything stored about the papers, in order."""
    digest = hashlib.sha256()
    for paper in papers:
        digest.update(json.dumps(asdict(replace(paper, sentences=())), sort_keys=True).encode())
    return digest.hexdigest()[:16]


def _stored(generations: Generations) -> _Old:
    folder = generations.current()
    if folder is None:
        return _Old(None, [], [], None, [])
    manifest = Manifest.read(folder)
    return _Old(folder, records.read_papers(folder), records.read_passages(folder), manifest, [])


def _recovered(generations: Generations, given: bool, options: ReadOptions) -> _Old:
    """The stored papers for a rebuild: of a damaged index as many as can be had, and what became of the others is said.

    Args:
        generations: the index's folder.
        given: whether the user gave files, which are then the rest of the index.
        options: how the missing papers' files are read.

    Raises:
        IndexingError: none can be had, and no files were given.
    """
    found = recover(generations)
    if not found.problem:
        return _Old(None, found.papers, [], None, [])
    sources = [Path(path) for path in found.sources if path not in ("", str(STDIN)) and Path(path).is_file()]
    again = read(sources, options) if sources else Reading()
    read_again = {paper.source.path for paper in again.papers}
    ids = {paper.id for paper in found.papers}
    older = [paper for paper in found.older if paper.source.path not in read_again and paper.id not in ids]
    papers = update([*found.papers, *older], again).papers
    if not papers and not given:
        raise IndexingError(
            f"{found.problem} None of its papers can be recovered.",
            "Give their files again: assistant ingest --rebuild PATH…; nothing was changed.",
        )
    notes = [f"{found.problem} " + (f"{len(found.papers)} papers were read from {found.folder}." if found.folder else "")]
    if len(found.papers) == found.expected:
        return _Old(None, papers, [], None, notes)
    if again.papers:
        notes.append(f"{len(again.papers)} papers were read again from their files: {_some(sorted(read_again))}.")
    if older:
        notes.append(f"{len(older)} papers come from the generation before; some of them may have been changed or removed since.")
    kept = f"The damaged index stays at {found.folder} until the index was written twice more." if found.folder else ""
    if found.expected is None:
        notes.append(f"How many papers there were is not known. Check with assistant status. {kept}")
    elif len(papers) < found.expected:
        lost = _some([path for path in found.sources if path not in read_again]) or "files that are not known"
        notes.append(f"{found.expected - len(papers)} papers could not be recovered. Ingest their files again: {lost}. {kept}")
    return _Old(None, papers, [], None, notes)


def _some(paths: Sequence[str]) -> str:
    return ", ".join(paths[:5]) + (f" and {len(paths) - 5} more" if len(paths) > 5 else "")


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
