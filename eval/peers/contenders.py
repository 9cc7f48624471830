"""The peers by name: what each needs, its version, and how it is opened."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from importlib.metadata import PackageNotFoundError, version
from typing import Literal

from assistant import ConfigurationError, Settings

from ..gold.corpus import Corpus
from .peer import Peer

_EXTRA = 'Install the extra: pip install -e ".[peers]".'
_ENDPOINT = "Give --base-url (and --model), or set OPENAI_API_KEY."


@dataclass(frozen=True, slots=True)
class Contender:
    """A peer that may or may not be able to run here. `package` is the distribution whose version is stated."""

    name: str
    package: str
    endpoint: Literal["unused", "optional", "needed"]
    open: Callable[[Corpus, Settings], Peer]

    def writes(self, settings: Settings) -> bool:
        """Whether a language model would write its answers."""
        return self.endpoint != "unused" and settings.has_chat_model

    def title(self, settings: Settings) -> str:
        """Its name in tables, with the version, and what it does without an endpoint."""
        alone = ", retrieval only" if self.endpoint == "optional" and not settings.has_chat_model else ""
        return f"{self.name}{alone} ({self.package} {version(self.package)})"

    def obstacle(self, settings: Settings) -> Absent | None:
        """Why it cannot run here, or None."""
        try:
            version(self.package)
        except PackageNotFoundError:
            return Absent(self.name, f"{self.package} is not installed.", _EXTRA)
        if self.endpoint == "needed" and not settings.has_chat_model:
            return Absent(self.name, "It needs a language model.", _ENDPOINT)
        return None


@dataclass(frozen=True, slots=True)
class Absent:
    """A peer that does not run, why, and what would help."""

    name: str
    cause: str
    remedy: str

    def __str__(self) -> str:
        return f"{self.name} was left out: {self.cause} {self.remedy}"


def _bm25(corpus: Corpus, settings: Settings) -> Peer:
    from .bm25 import Bm25Peer

    return Bm25Peer(corpus)


def _llama_index(corpus: Corpus, settings: Settings) -> Peer:
    from .vector_index import ChatPeer, RetrievalPeer

    return (ChatPeer if settings.has_chat_model else RetrievalPeer)(corpus, settings)


def _citation_query_engine(corpus: Corpus, settings: Settings) -> Peer:
    from .vector_index import CitationPeer

    return CitationPeer(corpus, settings)


def _paper_qa(corpus: Corpus, settings: Settings) -> Peer:
    from .paper_qa import PaperQaPeer

    return PaperQaPeer(corpus, settings)


CONTENDERS = (
    Contender("bm25", "bm25s", "unused", _bm25),
    Contender("llama-index", "llama-index-core", "optional", _llama_index),
    Contender("citation-query-engine", "llama-index-core", "needed", _citation_query_engine),
    Contender("paper-qa", "paper-qa", "needed", _paper_qa),
)


def choose(names: Sequence[str], settings: Settings) -> tuple[list[Contender], list[Absent]]:
    """The peers that run, and those that cannot; all where no name is given.

    Raises:
        ConfigurationError: a name that no peer has, or a peer asked for by name that cannot run.
    """
    known = {contender.name: contender for contender in CONTENDERS}
    if unknown := [name for name in names if name not in known]:
        raise ConfigurationError(f"There is no peer {unknown[0]!r}.", f"Give --peer with one of {', '.join(known)}.")
    obstacles = {name: known[name].obstacle(settings) for name in dict.fromkeys(names or known)}
    absent = [obstacle for obstacle in obstacles.values() if obstacle]
    if names and absent:
        raise ConfigurationError(f"{absent[0].name} cannot run: {absent[0].cause}", absent[0].remedy)
    return [known[name] for name, obstacle in obstacles.items() if obstacle is None], absent
