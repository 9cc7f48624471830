"""A run → one HTML page that needs no network: tables, figures, and every question with its answer beside the gold."""

from __future__ import annotations

from collections import Counter
from html import escape

from ..gold.corpus import Corpus
from ..running.runs import Run
from ..scoring.catalog import METRICS
from ..scoring.scorefile import Scores
from .browser import browser
from .cases import cases, worst_first
from .document import document, table
from .figures import calibration_figures, latency_figures, quality_figures, risk_figures
from .tables import Grid, by_slice, headline, interval, number

SLICED = ("quality", "hit@1", "recall@5", "list_f1", "evidence_f1", "nugget_recall_vital", "abstention_accuracy", "latency_p50_ms")
_TILES = {
    "quality": "Quality", "hit@1": "Right paper first", "list_f1": "Lists, F1", "evidence_f1": "Evidence, F1",
    "nugget_recall_vital": "Vital facts", "abstention_recall": "Unanswerable refused", "false_refusal_rate": "Refused by mistake",
    "latency_p50_ms": "Median time, ms",
}  # fmt: skip


def page(run: Run, corpus: Corpus) -> str:
    """The whole page; it names its split and n, and shows texts of the split dev only."""
    meanings = Grid("What the metrics mean", ("metric", "meaning", "source"), tuple((m.name, m.meaning, m.source) for m in METRICS))
    sections = [
        ("summary", "Summary", _tiles(run.scores) + table(headline(run.scores))),
        ("quality", "Quality", quality_figures(run)),
        ("latency", "Latency", latency_figures(run) + _stale(run)),
        ("calibration", "Calibration", calibration_figures(run)),
        ("risk", "Risk and coverage", risk_figures(run)),
        ("all-questions", "Questions", _hidden(run) + browser(worst_first(cases([run], corpus)))),
        ("slices", "Slices", table(by_slice(run.scores, SLICED))),
        ("metrics", "Metrics", f'<div class="prose">{table(meanings)}</div>'),
    ]
    warning = f'<p class="warning">{escape(notice)}</p>' if (notice := failures(run)) else ""
    return document(f"Evaluation: {run.scores.name}", sections, f"<p>{facts(run)}</p>{warning}")


def facts(run: Run) -> str:
    """One paragraph of HTML: split, number of questions, model, version, when."""
    scores, environment = run.scores, run.environment
    commit = f", commit {escape(environment.git[:10])}" if environment.git else ""
    return (
        f"Split <b>{escape(scores.split)}</b>, {len(scores.questions)} questions over {environment.papers} papers. "
        f"Answers by {escape(model_of(run))}, assistant {escape(environment.system.version)}{commit}; "
        f"{environment.made} made, {environment.reused} reused. "
        f"Started <time>{escape(environment.started.replace('T', ' ').replace('+00:00', ' UTC'))}</time>."
    )


def failures(run: Run) -> str:
    """A sentence about the answers that are extractive, though a language model was to write them; empty where there is none."""
    counts = Counter(record.failure for record in run.records.values())
    causes = (("endpoint", "the endpoint failed"), ("reply", "the model's reply could not be shown"))
    parts = [f"{counts[name]} because {cause}" for name, cause in causes if counts[name]]
    return f"Of {len(run.records)} answers, not by the model: {', '.join(parts)}." if parts else ""


def model_of(run: Run) -> str:
    """The names of what wrote the answers."""
    return ", ".join(sorted({record.model for record in run.records.values()}))


def _tiles(scores: Scores) -> str:
    parts = []
    for name, word in _TILES.items():
        if name in scores.overall:
            measured = scores.overall[name]
            between = interval(scores, name)
            spread = "" if between == "–" else f"{between}, "
            parts.append(f"<div><dt>{escape(word)}</dt><dd>{number(name, measured.value)}<small>{spread}n {measured.n}</small></dd></div>")
    return f'<dl class="tiles">{"".join(parts)}</dl>'


def _stale(run: Run) -> str:
    if not run.environment.reused:
        return ""
    return (
        f'<p class="note">{run.environment.reused} answers were reused: their times are of when they were made. '
        "Measure with <code>--fresh</code>.</p>"
    )


def _hidden(run: Run) -> str:
    count = sum(score.split == "test" for score in run.scores.questions)
    return (
        f'<p class="note">{count} questions are of the split test: ids and values only, so that nobody tunes on them.</p>' if count else ""
    )
