"""Scores and comparisons → tables: for the terminal (rich) and for a pull request (Markdown), with the same cells."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache

from rich.box import SIMPLE_HEAD
from rich.console import Console
from rich.table import Table

from ..comparing.compare import NOT_TESTED, TOO_FEW, Comparison, Difference
from ..comparing.statistics import Interval, mean_interval
from ..scoring.catalog import BY_NAME, COSTS, METRICS
from ..scoring.scorefile import Scores
from ..scoring.scoring import ALL, Measured

_WIDEST = 400
SHOWN = (
    "quality", "hit@1", "ndcg@10", "list_f1", "evidence_f1", "nugget_recall_vital", "abstention_accuracy", "false_refusal_rate",
    "latency_p50_ms",
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Grid:
    """A table as text: its title, the column heads and the rows."""

    title: str
    heads: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]

    def markdown(self) -> str:
        """A Markdown table under its title."""
        lines = [f"**{self.title}**", "", "| " + " | ".join(self.heads) + " |", "|---" + "|---:" * (len(self.heads) - 1) + "|"]
        return "\n".join(lines + ["| " + " | ".join(cell.replace("|", "\\|") for cell in row) + " |" for row in self.rows])

    def rich(self) -> Table:
        """A table for the terminal."""
        table = Table(title=self.title, title_justify="left", box=SIMPLE_HEAD, pad_edge=False, padding=(0, 1, 0, 0))
        for position, head in enumerate(self.heads):
            table.add_column(head, justify="right" if position else "left", no_wrap=position == 0)
        for row in self.rows:
            table.add_row(*row)
        return table


def show(grid: Grid) -> None:
    """Print a table on stdout; where that is narrower than the table, the terminal wraps it and nothing is cut."""
    console = Console()
    table = grid.rich()
    console.width = max(console.width, Console(width=_WIDEST).measure(table).maximum)
    console.print(table)


def number(metric: str, value: float) -> str:
    """A value as shown: costs as whole numbers, all else with three decimals."""
    if metric == "cost_usd":
        return f"{value:.5f}"
    return f"{value:,.0f}" if metric in COSTS else f"{value:.3f}"


def folded(title: str, content: str) -> str:
    """Markdown that a pull request shows closed, under its title."""
    return f"<details><summary>{title}</summary>\n\n{content}\n\n</details>"


def headline(scores: Scores) -> Grid:
    """Every headline metric: over all questions with its 95% interval and n, then by kind."""
    rows = []
    for metric in METRICS:
        if not metric.headline or metric.name not in scores.overall:
            continue
        overall = scores.overall[metric.name]
        cells = [metric.name, number(metric.name, overall.value), interval(scores, metric.name), str(overall.n)]
        rows.append((*cells, *(_cell(metric.name, scores.slices[f"kind:{kind}"]) for kind in scores.kinds)))
    counts = {kind: sum(score.kind == kind for score in scores.questions) for kind in scores.kinds}
    heads = ("metric", "all", "95% interval", "n", *(f"{kind} ({counts[kind]})" for kind in scores.kinds))
    return Grid(f"{scores.name}: split {scores.split}, {len(scores.questions)} questions", heads, tuple(rows))


def summary(scores: Scores) -> Grid:
    """The headline metrics over all questions only, narrow enough for a terminal."""
    whole = headline(scores)
    return Grid(whole.title, whole.heads[:4], tuple(row[:4] for row in whole.rows))


def by_kind(scores: Scores, metrics: Mapping[str, str]) -> Grid:
    """One row a kind; `metrics` gives the column heads of the metrics."""
    rows = []
    for kind in scores.kinds:
        n = sum(score.kind == kind for score in scores.questions)
        rows.append((kind, str(n), *(_cell(metric, scores.slices[f"kind:{kind}"]) for metric in metrics)))
    return Grid(f"By kind (split {scores.split})", ("kind", "n", *metrics.values()), tuple(rows))


def by_slice(scores: Scores, metrics: Sequence[str]) -> Grid:
    """Some metrics by language, messiness and type, with the number of questions."""
    rows = []
    for name, table in scores.slices.items():
        if not name.startswith(("all", "kind:")):
            rows.append((name, str(max(m.n for m in table.values())), *(_cell(metric, table) for metric in metrics)))
    return Grid(f"By slice (split {scores.split})", ("slice", "n", *metrics), tuple(rows))


def differences(comparison: Comparison, letter: str = "B", *, all_slices: bool = False) -> Grid:
    """The run `letter` − A over all questions, and whatever is more than chance elsewhere."""
    shown = [d for d in comparison.differences if all_slices or d.slice == ALL or d.is_real]
    title = f"A = {comparison.a}, {letter} = {comparison.b}: split {comparison.split}, {comparison.n} questions"
    return Grid(title, difference_heads(letter), tuple(difference_cells(d) for d in shown))


def difference_heads(letter: str) -> tuple[str, ...]:
    """The heads over `difference_cells`."""
    return ("metric", "slice", "n", "A", letter, f"{letter} − A", "95% interval", "p", "Holm p", "wins/losses", f"verdict of {letter}")


def difference_cells(d: Difference) -> tuple[str, ...]:
    """A difference as text; without p where none was or could be computed, without wins where neither way is better."""
    signs = [f"{value:+,.1f}" if d.metric in COSTS else f"{value:+.3f}" for value in (d.delta, d.interval.low, d.interval.high)]
    p, adjusted = ("–", "–") if d.verdict in (NOT_TESTED, TOO_FEW) else (f"{d.p:.4f}", f"{d.adjusted:.4f}")
    won = f"{len(d.wins)}/{len(d.losses)}" if BY_NAME[d.metric].directed else "–"
    return (
        d.metric, d.slice, str(d.n), number(d.metric, d.a), number(d.metric, d.b), signs[0], f"{signs[1]} … {signs[2]}", p, adjusted,
        won, d.verdict,
    )  # fmt: skip


def _cell(metric: str, table: dict[str, Measured]) -> str:
    return number(metric, table[metric].value) if metric in table else "–"


def interval(scores: Scores, metric: str) -> str:
    """The 95% interval of a mean as text; a dash for what is no mean of the questions' values."""
    if not BY_NAME[metric].mean:
        return "–"
    low, high = interval_of(tuple(score.values[metric] for score in scores.questions if metric in score.values))
    return f"{number(metric, low)} … {number(metric, high)}"


@lru_cache(maxsize=1024)
def interval_of(values: tuple[float, ...]) -> Interval:
    """`mean_interval`, computed once for the terminal, the page and the pull request."""
    return mean_interval(values)


def side_by_side(runs: Sequence[Scores], failed: Sequence[int] = (), more: Sequence[str] = ()) -> Grid:
    """One row a run; the best value of each column is starred.

    Args:
        runs: the rows.
        failed: for each run, how many answers it lacks; values of a run that lacks some are neither starred nor compared.
        more: metrics beside the usual ones; shown also where nothing was measured.
    """
    columns = [*(name for name in SHOWN if any(name in scores.overall for scores in runs)), *more]
    whole = [not count for count in failed] or [True] * len(runs)
    rows = [[scores.name] for scores in runs]
    for name in columns:
        values = [scores.overall[name].value if name in scores.overall else None for scores in runs]
        compared = [value for value, is_whole in zip(values, whole, strict=True) if is_whole and value is not None]
        best = (max if BY_NAME[name].higher_is_better else min)(compared, default=None) if BY_NAME[name].directed else None
        for row, value, is_whole in zip(rows, values, whole, strict=True):
            row.append("–" if value is None else number(name, value) + "*" * (is_whole and value == best))
    return Grid(f"Split {runs[0].split}, {len(runs[0].questions)} questions; * best", ("settings", *columns), tuple(map(tuple, rows)))
