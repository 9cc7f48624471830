"""Measured benchmarks → tables and the lines between them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from ..comparing.statistics import mean_interval
from ..reporting.tables import Grid
from .beir import Outcome
from .checking import STATUSES, Judged, Level, Report
from .claims import LABELS
from .decisions import MEASURES as CHECKED
from .published import Published
from .ranking import DEPTH, MEASURES

_LISTED = 5
_NOTHING = "–"


def rankings(outcome: Outcome, published: Sequence[Published]) -> Grid:
    """One row a stage, with 95% intervals over the queries and the searches' times; then what others published."""
    rows = []
    for stage in outcome.stages:
        cells = []
        for name in MEASURES:
            low, high = mean_interval(stage.column(name))
            cells.append(f"{stage.mean(name):.3f} ({low:.3f}–{high:.3f})")
        rows.append((stage.name, *cells, f"{stage.latency(50):,.0f}", f"{stage.latency(95):,.0f}"))
    for row in published:
        values = (f"{row.values[name]:.3f}" if name in row.values else _NOTHING for name in MEASURES)
        rows.append((f"published: {row.system}", *values, _NOTHING, _NOTHING))
    benchmark = outcome.benchmark
    title = f"{benchmark.name}, split {benchmark.split}: {len(benchmark.queries)} queries, {len(benchmark.documents)} documents"
    return Grid(title, ("ranking", *MEASURES, "p50 ms", "p95 ms"), tuple(rows))


def gains(outcome: Outcome) -> Grid:
    """What the first stage has over each other one, query by query."""
    rows = tuple(
        (
            f"{gain.a} − {gain.b}", gain.measure, f"{gain.delta:+.3f}", f"{gain.interval.low:+.3f} … {gain.interval.high:+.3f}",
            f"{gain.adjusted:.4f}", f"{gain.wins}/{gain.losses}",
        )
        for gain in outcome.gains
    )  # fmt: skip
    return Grid("Paired differences", ("stages", "measure", "difference", "95% interval", "Holm p", "wins/losses"), rows)


def remarks(outcome: Outcome) -> list[str]:
    """What has to be known about the collection and the rankings."""
    benchmark, collection, home = outcome.benchmark, outcome.collection, outcome.home
    found = [f"Index: {home.papers} papers, made in {home.seconds:,.0f} s, in {home.folder}"]
    if collection.untold:
        found.append(f"Left out for want of a title and a text: {_some(collection.untold)}")
    if collection.only_title:
        found.append(f"Without a text, known by the title: {_some(collection.only_title)}")
    if collection.doubled:
        found.append(f"Documents with the text of another one: {collection.doubled}; they share a place in the ranking")
    if benchmark.absent:
        found.append(f"Judged relevant but not in the corpus, counted as not found: {_some(benchmark.absent)}")
    if benchmark.unanswered:
        found.append(f"Queries without a relevant document, left out: {benchmark.unanswered}")
    if shallow := {stage.name: stage.shallow for stage in outcome.stages if stage.shallow and home.papers >= DEPTH}:
        found.append("Queries with fewer than 100 documents ranked: " + ", ".join(f"{name} {count}" for name, count in shallow.items()))
    return found


def sources(published: Sequence[Published]) -> list[str]:
    """Where the published values stand."""
    names: dict[str, list[str]] = {}
    for row in published:
        names.setdefault(row.source, []).append(row.system)
    return [f"Published: {', '.join(systems)}: {source}" for source, systems in names.items()]


def claim_remarks(report: Report) -> list[str]:
    """What has to be known about the pairs."""
    labels = Counter(item.pair.label for item in report.judged)
    counts = ", ".join(f"{label} {labels[label]}" for label in LABELS)
    return [
        f"All pairs: {len(report.judged)} ({counts}); the figures are over the {len(report.reported)} not of the split train",
        f"Claims without a published label, left out: {report.claims.hidden}; rationales past the abstract's end, left out: "
        f"{report.claims.misplaced}",
    ]


def labelling(published: Sequence[Published]) -> list[str]:
    """What others published for labelling claims: another task than ours, so no row of the table."""
    return [f"Published, with three labels: {row.system}: F1 {row.values['f1']:.2f} ({row.source})" for row in published]


def checks(report: Report) -> Grid:
    """The measures by level of evidence and threshold, with 95% intervals."""
    columns = [(level, name, values) for level in report.levels for name, values in level.at.items()]
    rows = [("contradictions that pass", *(_passing(report, level, name) for level, name, _ in columns))]
    for measure in CHECKED:
        cells = (f"{m.value:.3f} ({m.interval.low:.3f}–{m.interval.high:.3f})" for m in (values[measure] for _, _, values in columns))
        rows.append((measure, *cells))
    rows.append(("auroc, support against contradiction", *(_value(level.against_contradictions) for level, _, _ in columns)))
    heads = (f"{level.name}, {name} {level.thresholds[name]:.3f}" for level, name, _ in columns)
    title = f"Checker {report.judge}: {len(report.reported)} pairs of claim and abstract, support against the rest"
    return Grid(title, ("measure", *heads), tuple(rows))


def confusion(report: Report) -> Grid:
    """Label × status by level, at the product's thresholds."""
    rows = tuple((f"{level.name}: {label}", *(str(level.confusion[label][status]) for status in STATUSES))
                 for level in report.levels for label in LABELS)  # fmt: skip
    return Grid("What the product would call them", ("evidence: label", *STATUSES), rows)


def calibration(level: Level) -> Grid:
    """The reliability bins of one level."""
    rows = tuple((f"from {item.low:.1f}", str(item.n), f"{item.predicted:.3f}", f"{item.observed:.3f}") for item in level.bins)
    return Grid(f"Calibration at the level {level.name}: ECE {level.ece:.3f}", ("score", "pairs", "mean score", "share supported"), rows)


def passing(report: Report) -> list[str]:
    """The first contradictions of each level that the product would show as support, with the sentence that passed."""
    found = []
    for level in report.levels:
        found.append(f"Contradictions shown as support at the level {level.name}: {len(level.passed)}")
        found += [
            f"  {item.pair.claim_id} × {item.pair.document}: {item.pair.claim} | {_quoted(item, level)}" for item in level.passed[:_LISTED]
        ]
    return found


def _passing(report: Report, level: Level, threshold: str) -> str:
    scores = [item.score(level.name) for item in report.reported if item.pair.label == "CONTRADICT"]
    return f"{sum(score >= level.thresholds[threshold] for score in scores)} of {len(scores)}"


def _value(value: float | None) -> str:
    return _NOTHING if value is None else f"{value:.3f}"


def _quoted(item: Judged, level: Level) -> str:
    return item.pair.quotes[0] if level.name == "rationale" else item.pair.sentences[item.best]


def _some(names: Sequence[str]) -> str:
    more = f" and {len(names) - _LISTED} more" if len(names) > _LISTED else ""
    return f"{len(names)} ({', '.join(names[:_LISTED])}{more})"
