"""Runs + comparisons → one HTML page that needs no network, and Markdown for a pull request."""

from __future__ import annotations

import string
from collections.abc import Mapping, Sequence
from html import escape

from ..comparing.compare import NOT_TESTED, TOO_FEW, Comparison, Difference
from ..gold.corpus import Corpus
from ..running.environment import Environment
from ..running.runs import Run
from ..scoring.catalog import COSTS, PRIMARY
from ..scoring.scoring import ALL
from .browser import browser, link
from .cases import cases
from .document import document, scrolling, table
from .page import model_of
from .plots import Row, dot
from .tables import Grid, difference_cells, difference_heads, folded

_MOST_IDS = 40


def letters(count: int) -> list[str]:
    """A, B, C …: the names of `count` runs in a comparison; A1, B1 … after Z."""
    return [string.ascii_uppercase[n % 26] + (str(n // 26) if n >= 26 else "") for n in range(count)]


def sentence(comparison: Comparison, letter: str) -> str:
    """The verdict as one sentence, by the primary metric."""
    d = comparison.primary
    where = "" if d.slice == ALL else f" of {d.slice}"
    p = "" if d.verdict in (NOT_TESTED, TOO_FEW) else f", Holm p {d.adjusted:.4f}"
    return (
        f"{letter} ({comparison.b}) against A ({comparison.a}): {d.metric}{where} {d.delta:+.3f} "
        f"[{d.interval.low:+.3f}, {d.interval.high:+.3f}]{p}, n {d.n}: {d.verdict}."
    )


def compared_page(runs: Sequence[Run], comparisons: Sequence[Comparison], corpus: Corpus) -> str:
    """The whole page; texts of the split dev only.

    Args:
        runs: the baseline and the runs compared with it.
        comparisons: of each run but the first, in the same order.
        corpus: the papers of all the runs.
    """
    names = letters(len(runs))
    pairs = list(zip(names[1:], comparisons, strict=True))
    verdicts = "".join(_verdict(comparison, name) for name, comparison in pairs)
    found = [case for case in cases(runs, corpus) if any(case.sides[1:])]
    change = {case.score.id: max((abs(gain) for gain in case.gains if gain is not None), default=-1.0) for case in found}
    found.sort(key=lambda case: -change[case.score.id])
    sections = [
        ("runs", "Runs", f'<div class="texts">{table(_runs(runs, names))}</div>'),
        ("differences", "Differences", "".join(_differences(c, name) for name, c in pairs)),
        ("by-kind", f"{PRIMARY.capitalize()} by kind", "".join(_kinds(c, name) for name, c in pairs)),
        ("wins", "Wins and losses", "".join(_wins(c, name) for name, c in pairs)),
        ("all-questions", "Questions", _hidden(comparisons, runs[0]) + browser(found, names)),
    ]
    title = " against ".join((", ".join(comparison.b for comparison in comparisons), runs[0].scores.name))
    return document(f"Comparison: {title}", sections, verdicts)


def compared_markdown(comparisons: Sequence[Comparison]) -> str:
    """Verdicts, the differences over all questions, quality by kind and, folded, wins and losses by id."""
    parts = []
    for letter, comparison in zip(letters(len(comparisons) + 1)[1:], comparisons, strict=True):
        overall = [d for d in comparison.differences if d.slice == ALL]
        kinds = [d for d in comparison.differences if d.slice.startswith("kind:") and d.metric == PRIMARY]
        elsewhere = [d for d in comparison.real if d.slice != ALL and d not in kinds]
        parts += [f"**{sentence(comparison, letter)}**", *((comparison.note,) if comparison.note else ())]
        parts.append(_grid("Over all questions", letter, overall).markdown())
        if kinds or elsewhere:
            parts.append(
                _grid(f"{PRIMARY.capitalize()} by kind, and what else is more than chance", letter, [*kinds, *elsewhere]).markdown()
            )
        d = comparison.primary
        lists = "\n\n".join(
            f"{letter} {way} ({d.metric}, {len(ids)}): {_ids(ids)}" for way, ids in (("better", d.wins), ("worse", d.losses))
        )
        parts.append(folded("Wins and losses", lists))
    parts.append(
        "Paired by question; 95% BCa bootstrap intervals; sign-flip permutation p, Holm-corrected by family; times are not tested."
    )
    return "\n\n".join(parts) + "\n"


def _grid(title: str, letter: str, found: Sequence[Difference]) -> Grid:
    return Grid(title, difference_heads(letter), tuple(difference_cells(d) for d in found))


def _ids(ids: Sequence[str]) -> str:
    more = f" … and {len(ids) - _MOST_IDS} more" if len(ids) > _MOST_IDS else ""
    return (", ".join(f"`{name}`" for name in ids[:_MOST_IDS]) or "none") + more


def _verdict(comparison: Comparison, letter: str) -> str:
    way = _way(comparison.primary)
    note = f'<p class="warning">{escape(comparison.note)}</p>' if comparison.note else ""
    return f'<p class="verdict {way}">{escape(sentence(comparison, letter))}</p>{note}'


def _way(d: Difference) -> str:
    return d.verdict if d.is_real else ""


def _runs(runs: Sequence[Run], names: Sequence[str]) -> Grid:
    environments = [run.environment for run in runs]
    settings = [_flat(environment) for environment in environments]
    # A setting that only one version of the assistant has says nothing that `source` does not.
    common = [name for name in settings[0] if all(name in each for each in settings)]
    differing = [name for name in common if len({each[name] for each in settings}) > 1]
    rows = []
    for name, run, each in zip(names, runs, settings, strict=True):
        e = run.environment
        times = f"{e.made} made, {e.reused} reused"
        changed = ", ".join(f"{key}={each[key]}" for key in differing) or "the same"
        rows.append((name, run.scores.name, run.scores.split, str(len(run.questions)), model_of(run), e.started[:16].replace("T", " "),
                     e.system.source, times, changed))  # fmt: skip
    heads = ("", "run", "split", "n", "model", "started", "source", "answers", "settings that differ")
    return Grid("Runs", heads, tuple(rows))


def _flat(environment: Environment) -> dict[str, str]:
    found: dict[str, str] = {}

    def walk(values: Mapping[str, object], lead: str) -> None:
        for key, value in values.items():
            if isinstance(value, Mapping):
                walk(value, f"{lead}{key}.")
            else:
                found[lead + key] = str(value)

    walk(environment.system.settings, "")
    return found


def _differences(comparison: Comparison, letter: str) -> str:
    found = {True: [d for d in comparison.differences if d.slice.startswith("kind:")]}
    found[False] = [d for d in comparison.differences if d.slice != ALL and d not in found[True]]
    more = "".join(
        f'<details class="every"><summary>{title} ({len(found[by_kind])})</summary>{_drawn(found[by_kind], letter, title)}</details>'
        for by_kind, title in ((True, "Every metric by kind"), (False, "Every metric by language, typing and type"))
        if found[by_kind]
    )
    counts = f"{len(comparison.real)} of {len(comparison.tested)}"
    note = f"{counts} tested differences are more than chance (p below 0.05 after Holm’s correction). Times are not tested."
    overall = _drawn([d for d in comparison.differences if d.slice == ALL], letter, "Differences over all questions")
    return f'{_heading(comparison, letter)}<p class="note">{note}</p>{overall}{more}'


def _kinds(comparison: Comparison, letter: str) -> str:
    found = [d for d in comparison.differences if d.slice.startswith("kind:") and d.metric == PRIMARY]
    content = _drawn(found, letter, f"{PRIMARY} by kind") if found else '<p class="note">All questions are of one kind.</p>'
    return _heading(comparison, letter) + content


def _heading(comparison: Comparison, letter: str) -> str:
    return f"<h3>{escape(letter)} − A: {escape(comparison.b)} against {escape(comparison.a)}</h3>"


def _drawn(found: Sequence[Difference], letter: str, caption: str) -> str:
    """The differences as a table with the interval drawn; costs have units of their own and are not drawn."""
    # A symmetric scale that the widest interval fills.
    top = max((max(abs(d.interval.low), abs(d.interval.high)) for d in found if d.metric not in COSTS), default=0.0) or 1.0
    scale = f"−{top:.2f} … 0 … {top:.2f}"
    heads = ("", f"{letter} − A", scale, "95% interval", "A", letter, "n", "Holm p", "better/worse", f"verdict of {letter}")
    head = "".join(f'<th scope="col"{" class=drawn" if text == scale else ""}>{escape(text)}</th>' for text in heads)
    metrics, slices = {d.metric for d in found}, {d.slice for d in found}
    rows = []
    for d in found:
        cells = difference_cells(d)
        name = " · ".join(
            part for part, varies in ((d.metric, len(metrics) > 1), (d.slice.removeprefix("kind:"), len(slices) > 1)) if varies
        )
        drawing = "" if d.metric in COSTS else dot(Row("", d.delta, d.interval.low, d.interval.high, ""), -top, top, zero=True)
        shown = (cells[6], cells[3], cells[4], cells[2], cells[8], cells[9])
        rest = "".join(f"<td>{escape(cell)}</td>" for cell in shown)
        way = _way(d)
        row = f'<th scope="row">{escape(name or d.metric)}</th><td>{escape(cells[5])}</td><td class="drawn">{drawing}</td>{rest}'
        rows.append(f'<tr class="{f"real {way}" if way else ""}">{row}<td class="{way}">{escape(cells[10])}</td></tr>')
    return scrolling(f"<table><thead><tr>{head}</tr></thead><tbody>{''.join(rows)}</tbody></table>", caption)


def _wins(comparison: Comparison, letter: str) -> str:
    d = comparison.primary
    parts = []
    for way, ids in (("better", d.wins), ("worse", d.losses)):
        items = "".join(f"<li>{link(name)}</li>" for name in ids)
        parts.append(f'<h3>{escape(letter)} is {way} by {escape(d.metric)} on {len(ids)} of {d.n}</h3><ul class="ids">{items}</ul>')
    return "".join(parts)


def _hidden(comparisons: Sequence[Comparison], baseline: Run) -> str:
    count = sum(score.split == "test" for score in baseline.scores.questions)
    note = "Questions that only one run asked are left out. " if any(c.only_a or c.only_b for c in comparisons) else ""
    if count:
        note += f"{count} questions are of the split test: ids and values only, so that nobody tunes on them."
    return f'<p class="note">{note}</p>' if note else ""
