"""What the tests share: a clean environment, the assistant over the seeds, and one over a tiny corpus."""

from __future__ import annotations

import json
import os
from collections.abc import Iterator
from pathlib import Path

import pytest
from endpoint import Endpoint
from invented import TINY

from assistant import Assistant, Settings, load_settings
from assistant.resources import folder


@pytest.fixture(autouse=True, scope="session")
def clean_environment(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """No key, no setting and no data folder of the person who runs the tests."""
    with pytest.MonkeyPatch.context() as patch:
        for name in list(os.environ):
            if name.upper().startswith(("OPENAI_", "ASSISTANT_")):
                patch.delenv(name)
        patch.setenv("ASSISTANT_DATA_DIR", str(tmp_path_factory.mktemp("default-data")))
        patch.setenv("NO_PROXY", "127.0.0.1,localhost")
        yield


@pytest.fixture(scope="session")
def seeds() -> Path:
    """The folder of the seed files."""
    return folder("assistant_seeds")


@pytest.fixture(scope="session")
def seed_settings(tmp_path_factory: pytest.TempPathFactory, clean_environment: None) -> Settings:
    """Settings whose data folder holds the index of the seeds, once `opened` was asked for."""
    return load_settings(data_dir=tmp_path_factory.mktemp("seed-data"))


@pytest.fixture(scope="session")
def opened(seed_settings: Settings) -> Assistant:
    """The assistant over the seeds, without a language model."""
    return Assistant.open(settings=seed_settings)


@pytest.fixture(scope="session")
def tiny_file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Six invented papers as JSONL."""
    path = tmp_path_factory.mktemp("tiny") / "tiny.jsonl"
    path.write_text("".join(json.dumps(paper) + "\n" for paper in TINY), "utf-8")
    return path


@pytest.fixture(scope="session")
def tiny(tiny_file: Path, seed_settings: Settings) -> Assistant:
    """The assistant over the six invented papers, without a language model."""
    return Assistant.open(tiny_file, settings=seed_settings)


@pytest.fixture
def endpoint() -> Iterator[Endpoint]:
    """A chat endpoint on 127.0.0.1 whose replies the test scripts."""
    with Endpoint() as running:
        yield running
