"""A BEIR folder → `Outcome`: every stage of the retrieval, measured over the folder's queries; and its JSON."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, get_args

from assistant import ConfigurationError, Progress, Settings, with_changes
from assistant.settings import RetrievalSettings

from ..running.fingerprints import ANSWERING, SCORING, package_versions
from .collection import Collection, Home, build, collect
from .folder import Benchmark
from .ranking import MEASURES, Gain, Stage, gains, rank

SCHEMA = 1
STAGES: tuple[str, ...] = get_args(RetrievalSettings.model_fields["fusion"].annotation)
_KEPT = 10


@dataclass(frozen=True)
class Outcome:
    """A measured benchmark: the first stage is the one that is compared with the others."""

    benchmark: Benchmark
    collection: Collection
    home: Home
    stages: tuple[Stage, ...]
    gains: tuple[Gain, ...]
    settings: dict[str, Any]

    def fields(self, *, each: bool = True) -> dict[str, Any]:
        """As JSON objects; without the queries where `each` is false. Times are milliseconds, an index's seconds."""
        return {
            "schema": SCHEMA,
            "benchmark": self.benchmark.name,
            "split": self.benchmark.split,
            "corpus": self.collection.fingerprint,
            "documents": len(self.benchmark.documents),
            "without_text": list(self.collection.untold),
            "title_only": list(self.collection.only_title),
            "doubled": self.collection.doubled,
            "absent": list(self.benchmark.absent),
            "queries": len(self.benchmark.queries),
            "unanswered": self.benchmark.unanswered,
            "index": {"papers": self.home.papers, "seconds": self.home.seconds},
            "settings": self.settings,
            "packages": package_versions(sorted({*ANSWERING, *SCORING})),
            "stages": {stage.name: _stage(stage, each=each) for stage in self.stages},
            "gains": [gain._asdict() for gain in self.gains],
        }


def evaluate(
    benchmark: Benchmark,
    below: Path,
    settings: Settings,
    stages: Sequence[str] = (),
    workers: int = 1,
    report: Callable[[Progress], None] = lambda progress: None,
) -> Outcome:
    """Index a benchmark where that was not done, rank its queries by every stage, and measure.

    Args:
        benchmark: documents, queries, judgments.
        below: folder for the benchmarks' data folders.
        settings: of the assistant; its `retrieval.fusion` is the stage that is compared with the others.
        stages: values of `retrieval.fusion`; none takes all.
        workers: searches at once.
        report: told about progress.

    Raises:
        ConfigurationError: a stage that does not exist.
        AssistantError: the index or an encoder failed.
    """
    if unknown := [name for name in stages if name not in STAGES]:
        raise ConfigurationError(f"There is no stage {unknown[0]!r}.", f"Give --stage with one of {', '.join(STAGES)}.")
    own = settings.retrieval.fusion
    chosen = sorted(dict.fromkeys(stages or STAGES), key=lambda name: name != own)
    collection = collect(benchmark.documents)
    home = build(benchmark.name, collection, below, settings, report)
    measured = []
    for name in chosen:
        assistant = home.open(with_changes(settings, {"retrieval.fusion": name}))
        measured.append(rank(name, benchmark.queries, assistant, collection.documents, workers, report))
    shown = settings.model_dump(mode="json", exclude={"data_dir", "openai_api_key"})
    return Outcome(benchmark, collection, home, tuple(measured), tuple(gains(measured[0], measured[1:])), shown)


def _stage(stage: Stage, *, each: bool) -> dict[str, Any]:
    found: dict[str, Any] = {
        **{name: stage.mean(name) for name in MEASURES},
        "latency_p50_ms": stage.latency(50),
        "latency_p95_ms": stage.latency(95),
        "shallow": stage.shallow,
    }
    if each:
        found["each"] = {
            query: {**values, "latency_ms": stage.rankings[query].milliseconds, "top": stage.rankings[query].documents[:_KEPT]}
            for query, values in stage.values.items()
        }
    return found
