"""Results and labels → tables, each with its n."""

from __future__ import annotations

from collections.abc import Sequence

from ..gold.corpus import Corpus
from ..reporting.tables import Grid
from .calibration import Agreement, Family, by_family
from .labels import Label, checker_says
from .prompts import METRICS
from .results import Mean, Results

_AGREEMENT_HEADS = ("labels", "accuracy", "kappa", "AUROC")


def judged(results: Results) -> Grid:
    """Every metric with its interval, and beside it how far the judge agrees with labels."""
    rows = [(metric, *_mean(results.mean(metric)), *_agreement(results.agreement.get(metric))) for metric in METRICS]
    checker = ("faithfulness, offline checker", *_mean(results.checker), *_agreement(results.checker_agreement))
    splits = ", ".join(sorted({answer.split for answer in results.answers}))
    title = f"Judge {results.model}: split {splits}, {len(results.answers)} answers; agreement with labels on dev"
    return Grid(title, ("metric", "n", "mean", "95% interval", *_AGREEMENT_HEADS), (*rows, checker))


def families(results: Results) -> Grid:
    """Faithfulness by family of the labelled statements, for the judge and for the offline checker."""
    alike = {family.name: family for family in results.families}
    rows = [
        (checker.name, checker.labels, str(checker.n), _share(alike.get(checker.name)), _share(checker))
        for checker in results.checker_families
    ]
    return Grid("Labelled statements judged alike, by family", ("family", "label", "n", "judge", "offline checker"), tuple(rows))


def checked_labels(labels: Sequence[Label], agreed: Agreement | None, seeds: Corpus) -> list[Grid]:
    """The offline checker beside the labelled statements: over all of them, and by family."""
    whole = Grid("Statements that the cited sentence supports", ("judge", *_AGREEMENT_HEADS), (("offline checker", *_agreement(agreed)),))
    found = by_family(labels, [checker_says(label, seeds) for label in labels])
    rows = tuple((family.name, family.labels, str(family.n), _share(family)) for family in found)
    return [whole, Grid("The same by family", ("family", "label", "n", "judged alike"), rows)]


def _share(family: Family | None) -> str:
    return f"{family.alike:.3f}" if family else "–"


def _mean(mean: Mean | None) -> tuple[str, str, str]:
    return (str(mean.n), f"{mean.value:.3f}", f"{mean.interval.low:.3f} … {mean.interval.high:.3f}") if mean else ("0", "–", "–")


def _agreement(agreed: Agreement | None) -> tuple[str, str, str, str]:
    if agreed is None:
        return ("0", "–", "–", "–")
    return (str(agreed.n), f"{agreed.accuracy:.3f}", f"{agreed.kappa:.3f}", f"{agreed.auroc:.3f}")
