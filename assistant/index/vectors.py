"""Passage ids and unit vectors ↔ a Chroma collection on disk; a question's vector → cosine similarities."""

from __future__ import annotations

import threading
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from types import TracebackType

import chromadb
import numpy as np
from chromadb.api.collection_configuration import CreateCollectionConfiguration
from chromadb.config import Settings as ChromaSettings
from chromadb.errors import ChromaError

from assistant.errors import IndexingError
from assistant.interfaces import Floats

_REMEDY = "Run assistant ingest --rebuild."
# HNSW's defaults lose recall as a collection grows; 400 keeps it above .98 (see docs/architecture.md).
_HNSW = CreateCollectionConfiguration(hnsw={"space": "cosine", "ef_search": 400, "ef_construction": 200, "max_neighbors": 32})


@contextmanager
def _translated(what: str) -> Iterator[None]:
    """Chroma's errors as ours, in one line."""
    try:
        yield
    except ChromaError as error:
        raise IndexingError(f"Chroma could not {what} ({' '.join(str(error).split())}).", _REMEDY) from None


class ChromaVectors:
    """Named collections of one Chroma folder. Below 1,000 vectors Chroma itself searches exactly."""

    def __init__(self, folder: Path) -> None:
        try:
            self._client = chromadb.PersistentClient(str(folder), settings=ChromaSettings(anonymized_telemetry=False))
        except Exception as error:  # Chroma's Rust core raises its own panics beside ChromaError
            raise IndexingError(f"The vector store at {folder} cannot be opened ({error}).", _REMEDY) from None
        # One call at a time: Chroma's client is shared by the page's worker threads.
        self._lock = threading.Lock()
        self._folder = folder

    def __enter__(self) -> ChromaVectors:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        self.close()

    def close(self) -> None:
        """Release the files."""
        # Public since Chroma 1.2, but not part of the ClientAPI class.
        self._client.close()  # type: ignore[attr-defined]

    def write(self, collection: str, ids: Sequence[str], paper_ids: Sequence[str], texts: Sequence[str], vectors: Floats) -> None:
        """Create a collection of unit vectors, shape (ids, dimension), in batches that Chroma accepts."""
        step = min(self._client.get_max_batch_size(), 1000)
        with _translated("write"):
            target = self._client.create_collection(collection, configuration=_HNSW, embedding_function=None)
            for at in range(0, len(ids), step):
                chunk = slice(at, at + step)
                target.add(
                    ids=list(ids[chunk]),
                    embeddings=vectors[chunk],
                    documents=list(texts[chunk]),
                    metadatas=[{"paper_id": paper_id} for paper_id in paper_ids[chunk]],
                )

    def read(self, collection: str) -> Iterator[tuple[list[str], Floats]]:
        """Ids and vectors of a whole collection, in batches."""
        source = self._open(collection)
        with _translated("read"):
            count = source.count()
        for at in range(0, count, 2000):
            with _translated("read"):
                batch = source.get(limit=2000, offset=at, include=["embeddings"])
            yield batch["ids"], np.asarray(batch["embeddings"], np.float32)

    def collection(self, name: str, expected: int) -> ChromaCollection:
        """A collection for searching.

        Raises:
            IndexingError: it is missing or does not hold `expected` vectors.
        """
        found = self._open(name)
        with self._lock, _translated("read"):
            count = found.count()
        if count != expected:
            raise IndexingError(f"The collection {name} holds {count} vectors, the manifest says {expected}.", _REMEDY)
        return ChromaCollection(found, count, self._lock)

    def _open(self, name: str) -> chromadb.Collection:
        try:
            return self._client.get_collection(name, embedding_function=None)
        except (ChromaError, ValueError) as error:
            raise IndexingError(f"The vector store at {self._folder} has no collection {name} ({error}).", _REMEDY) from None


class ChromaCollection:
    """One collection, open for searching."""

    def __init__(self, collection: chromadb.Collection, count: int, lock: threading.Lock) -> None:
        self._collection = collection
        self._count = count
        self._lock = lock

    def nearest(self, vector: Sequence[float], count: int) -> dict[str, float]:
        """Cosine similarity by passage id of the `count` nearest passages, or of all where there are fewer."""
        if not self._count:
            return {}
        with self._lock, _translated("search"):
            found = self._collection.query(
                query_embeddings=np.asarray([vector], np.float32), n_results=min(count, self._count), include=["distances"]
            )
        distances = found["distances"]
        assert distances is not None
        return {passage: 1 - distance for passage, distance in zip(found["ids"][0], distances[0], strict=True)}

    def similarities(self, vector: Sequence[float], ids: Sequence[str]) -> dict[str, float]:
        """Cosine similarity by passage id of the given passages."""
        if not ids:
            return {}
        with self._lock, _translated("read"):
            found = self._collection.get(ids=list(ids), include=["embeddings"])
        matrix = np.asarray(found["embeddings"], np.float32)
        scores = matrix @ np.asarray(vector, np.float32) / np.linalg.norm(matrix, axis=1)
        return dict(zip(found["ids"], scores.tolist(), strict=True))
