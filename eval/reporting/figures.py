"""A run → the figures of its report: quality, latency, calibration, risk and coverage; overall and by kind."""

from __future__ import annotations

from collections.abc import Sequence

from ..running.runs import Run
from ..scoring.catalog import PRIMARY
from ..scoring.metrics import aurc, percentile, risk_coverage
from ..scoring.scoring import QuestionScore
from .calibration import calibration_error, reliability
from .plots import Row, Stack, bars, dots, reliability_diagram, risk_curve, risk_panels, stacks
from .tables import interval_of

# In the order in which the assistant goes through them.
STAGES = ("question", "retrieval", "drafting", "writing", "checking")
_FROM_RANKING = "the first papers of each list question's ranking, borderline ones left out"


def quality_figures(run: Run) -> str:
    """Quality and the right paper first, by kind, each with its 95% interval."""
    found = [
        dots("Quality by kind", "mean and 95% interval, 0–1", _means(run, PRIMARY), 1.0),
        dots("Right paper first by kind", "hit@1, mean and 95% interval, 0–1", _means(run, "hit@1"), 1.0),
    ]
    return _grid(found)


def latency_figures(run: Run) -> str:
    """Median and 95th percentile by kind, and the mean time of each stage by kind."""
    times = {kind: [s.values["latency_ms"] for s in scores if "latency_ms" in s.values] for kind, scores in _by_kind(run).items()}
    rows = []
    for kind, values in times.items():
        if values:
            middle, most = percentile(values, 50), percentile(values, 95)
            rows.append(Row(_label(kind, len(values)), middle, middle, most, f"{middle:,.0f} – {most:,.0f} ms"))
    return _grid([bars("Latency by kind", "bar: median; line: up to the 95th percentile", rows), _stages(run)])


def calibration_figures(run: Run) -> str:
    """Reliability of `answerable`, and of the papers' scores of list questions."""
    judged = [score for score in run.scores.questions if score.answerable is not None]
    shown = [([score.confidence for score in judged], [bool(score.answerable) for score in judged])]
    ranked = [
        (paper.score, paper.paper in question.relevant)
        for question in run.questions
        if question.is_list
        for paper in run.records[question.id].ranking
        if paper.paper not in question.borderline
    ]
    shown.append(([score for score, _ in ranked], [relevant for _, relevant in ranked]))
    titles = (
        ("Is it answerable?", "whether the corpus answers the question", "answerable", "share answered by the corpus"),
        ("Is the paper relevant?", _FROM_RANKING, "score of a paper", "share relevant"),
    )
    found = []
    for (title, what, below, beside), (predicted, came_true) in zip(titles, shown, strict=True):
        if predicted:
            bins = reliability(predicted, came_true)
            note = f"{what}; n {len(predicted)}, expected calibration error {calibration_error(bins):.3f}"
            found.append(reliability_diagram(title, note, bins, below, beside))
    return _grid(found) or '<p class="note">No question has a judged answer.</p>'


def risk_figures(run: Run) -> str:
    """Risk over coverage by `answerable`, over all questions and by kind."""
    judged = [score for score in run.scores.questions if score.answerable is not None]
    if not judged:
        return '<p class="note">No question has a judged answer.</p>'
    everything = risk_coverage(*_confidence_and_loss(judged))
    panels = []
    for kind, scores in _by_kind(run).items():
        inside = [score for score in scores if score.answerable is not None]
        if inside:
            area = aurc(*_confidence_and_loss(inside))
            panels.append((f"{_label(kind, len(inside))}, area {area:.2f}", risk_coverage(*_confidence_and_loss(inside))))
    area = aurc(*_confidence_and_loss(judged))
    return _grid(
        [
            risk_curve("Risk by coverage", f"n {len(judged)}, area {area:.3f}; risk: no right paper first, or no answer", everything),
            risk_panels("Risk by coverage and kind", "both axes 0–1; dashed: all questions", panels, everything),
        ]
    )


def _means(run: Run, metric: str) -> list[Row]:
    rows = []
    for kind, scores in _by_kind(run).items():
        values = tuple(score.values[metric] for score in scores if metric in score.values)
        if values:
            low, high = interval_of(values)
            mean = sum(values) / len(values)
            rows.append(Row(_label(kind, len(values)), mean, low, high, f"{mean:.2f}"))
    return rows


def _stages(run: Run) -> str:
    rows = []
    for kind, scores in _by_kind(run).items():
        timings = [run.records[score.id].timings_ms for score in scores]
        parts = [sum(timing.get(stage, 0.0) for timing in timings) / len(timings) for stage in STAGES]
        total = sum(timing.get("total", 0.0) for timing in timings) / len(timings)
        # What no stage measured; clocks are rounded, so it may come out below zero.
        rows.append(Stack(_label(kind, len(timings)), (*parts, max(total - sum(parts), 0.0)), f"{total:,.0f} ms"))
    return stacks("Latency by stage", "mean time", (*STAGES, "other"), rows)


def _by_kind(run: Run) -> dict[str, list[QuestionScore]]:
    return {kind: [score for score in run.scores.questions if score.kind == kind] for kind in run.scores.kinds}


def _confidence_and_loss(scores: Sequence[QuestionScore]) -> tuple[list[float], list[float]]:
    return [score.confidence for score in scores], [score.loss for score in scores]


def _label(kind: str, n: int) -> str:
    return f"{kind} ({n})"


def _grid(found: Sequence[str]) -> str:
    return f'<div class="figures">{"".join(found)}</div>' if found else ""
