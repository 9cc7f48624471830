"""`Environment`: what a run was made with, kept beside its answers as environment.json."""

from __future__ import annotations

import json
import os
import platform
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from datetime import UTC, datetime
from pathlib import Path

import assistant

from ..errors import RunError
from ..files import write_whole
from ..gold.corpus import Corpus
from ..gold.questions import Question
from .fingerprints import SCORING, System, git_revision, package_versions

FILE = "environment.json"


@dataclass(frozen=True, slots=True)
class Environment:
    """A run's circumstances; `finished` is empty while the run goes on, and `key` is the system's.

    `made` and `reused` count answers; `fell_back` those for which the endpoint failed, `unusable` those whose reply could not be
    shown. `packages` are those that compute the scores.
    """

    name: str
    split: str
    ids: tuple[str, ...]
    gold: str
    corpus: str
    papers: int
    system: System
    key: str
    git: str
    python: str
    platform: str
    cpus: int
    packages: dict[str, str]
    started: str
    finished: str = ""
    made: int = 0
    reused: int = 0
    fell_back: int = 0
    unusable: int = 0

    def write(self, folder: Path) -> None:
        """Put it into the run folder.

        Raises:
            RunError: the folder cannot be written.
        """
        try:
            folder.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise RunError(f"{folder}: cannot be written ({error.strerror}).", "Choose another folder with --out.") from None
        write_whole(folder / FILE, json.dumps(asdict(self), indent=2, ensure_ascii=False) + "\n")


def now() -> str:
    """The time in UTC, to the second, in ISO 8601."""
    return datetime.now(UTC).isoformat(timespec="seconds")


def describe(name: str, split: str, questions: Sequence[Question], gold: str, corpus: Corpus, system: System) -> Environment:
    """The environment of a run that starts now."""
    return Environment(
        name=name,
        split=split,
        ids=tuple(question.id for question in questions),
        gold=gold,
        corpus=corpus.fingerprint,
        papers=len(corpus.papers),
        system=system,
        key=system.key,
        git=git_revision(Path(assistant.__file__).parent),
        python=platform.python_version(),
        platform=platform.platform(),
        cpus=os.cpu_count() or 0,
        packages=package_versions(SCORING),
        started=now(),
    )


def read_environment(folder: Path) -> Environment:
    """The environment of a run folder.

    Raises:
        RunError: there is none, or it is damaged.
    """
    path = folder / FILE
    try:
        fields = json.loads(path.read_text("utf-8"))
        environment = Environment(**{**fields, "ids": tuple(fields["ids"]), "system": System(**fields["system"])})
        if environment.key != environment.system.key:
            raise ValueError("its key is not that of its system")
        return environment
    except FileNotFoundError:
        raise RunError(f"{folder} is no run folder: it has no {FILE}.", "Give a folder that assistant eval wrote.") from None
    except (OSError, ValueError, TypeError, KeyError) as error:
        raise RunError(f"{path} is damaged, or of another version ({error}).", "Run the evaluation again with another --out.") from None
