"""Chroma on disk: what was written is found again, by exact cosine, in the right batches; faults are ours."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import numpy as np
import pytest

from assistant import IndexingError
from assistant.index.vectors import ChromaVectors

COUNT, DIMENSION = 1200, 12


@pytest.fixture(scope="module")
def unit() -> np.ndarray:
    vectors = np.random.default_rng(5).standard_normal((COUNT, DIMENSION)).astype(np.float32)
    return vectors / np.linalg.norm(vectors, axis=1, keepdims=True)


@pytest.fixture(scope="module")
def store(tmp_path_factory: pytest.TempPathFactory, unit: np.ndarray):
    """More vectors than one batch takes and than Chroma searches without a graph."""
    folder = tmp_path_factory.mktemp("chroma")
    ids = [f"p{n}" for n in range(COUNT)]
    with ChromaVectors(folder) as vectors:
        vectors.write("passages", ids, ids, ids, unit)
    with ChromaVectors(folder) as vectors:
        yield vectors


def test_all_vectors_come_back_as_they_were(store: ChromaVectors, unit: np.ndarray) -> None:
    found = {name: vector for ids, batch in store.read("passages") for name, vector in zip(ids, batch, strict=True)}
    assert len(found) == COUNT
    assert np.allclose([found[f"p{n}"] for n in range(COUNT)], unit, atol=1e-6)


def test_similarities_are_exact_cosines(store: ChromaVectors, unit: np.ndarray) -> None:
    wanted = [f"p{n}" for n in range(0, COUNT, 7)]
    found = store.collection("passages", COUNT).similarities((unit[3] * 5).tolist(), wanted)
    assert set(found) == set(wanted)
    assert all(np.isclose(found[f"p{n}"], 5 * unit[3] @ unit[n], atol=1e-4) for n in range(0, COUNT, 7))


def test_the_nearest_are_the_nearest(store: ChromaVectors, unit: np.ndarray) -> None:
    collection = store.collection("passages", COUNT)
    hits = 0
    for n in range(20):
        exact = np.argsort(-(unit @ unit[n]))[:10]
        found = collection.nearest(unit[n].tolist(), 10)
        assert next(iter(found)) == f"p{n}"
        assert found[f"p{n}"] == pytest.approx(1, abs=1e-4)
        hits += len({f"p{k}" for k in exact} & set(found))
    assert hits >= 0.98 * 200


def test_more_than_there_is_gives_all_there_is(store: ChromaVectors, unit: np.ndarray) -> None:
    assert len(store.collection("passages", COUNT).nearest(unit[0].tolist(), COUNT * 2)) == COUNT
    assert store.collection("passages", COUNT).similarities(unit[0].tolist(), []) == {}


def test_many_threads_may_search_at_once(store: ChromaVectors, unit: np.ndarray) -> None:
    collection = store.collection("passages", COUNT)
    with ThreadPoolExecutor(8) as threads:
        found = list(threads.map(lambda n: next(iter(collection.nearest(unit[n].tolist(), 3))), range(64)))
    assert found == [f"p{n}" for n in range(64)]


def test_a_collection_of_another_size_or_name_is_an_error_with_a_remedy(store: ChromaVectors) -> None:
    for name, count in (("passages", COUNT - 1), ("no-such", COUNT)):
        with pytest.raises(IndexingError, match="--rebuild"):
            store.collection(name, count)


def test_a_vector_of_another_dimension_is_an_error_with_a_remedy(store: ChromaVectors) -> None:
    with pytest.raises(IndexingError, match="--rebuild"):
        store.collection("passages", COUNT).nearest([1.0, 0.0], 3)


def test_a_folder_that_cannot_be_one_is_an_error(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("x")
    with pytest.raises(IndexingError, match="cannot be opened"):
        ChromaVectors(tmp_path / "file" / "chroma")
