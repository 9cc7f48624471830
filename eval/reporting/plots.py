"""Numbers → figures as HTML with inline SVG. Colours and type come from page.css; nothing needs a script.

Rows are tables whose middle cell is drawn: the words stay text of full size on any screen, and readers of tables can read them.
"""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from typing import NamedTuple

from ..scoring.metrics import RiskPoint
from .calibration import Bin

_LEFT, _RIGHT, _TOP, _BOTTOM, _WIDTH, _HEIGHT = 54.0, 350.0, 10.0, 196.0, 360, 240
_STRIP = 44.0


class Row(NamedTuple):
    """A labelled value with an interval, and the text at its end; all in the unit of the chart."""

    label: str
    value: float
    low: float
    high: float
    text: str


class Stack(NamedTuple):
    """A labelled row of parts that add up, in the order of the chart's names, and the text at its end."""

    label: str
    parts: tuple[float, ...]
    text: str


def dots(title: str, note: str, rows: Sequence[Row], top: float) -> str:
    """A dot with its interval for each row, from 0 to `top`."""
    return _rows(title, note, [(row.label, dot(row, 0.0, top), row.text) for row in rows])


def bars(title: str, note: str, rows: Sequence[Row]) -> str:
    """A bar up to each row's value and a line on to `high`, from 0 to the largest `high`."""
    top = max((row.high for row in rows), default=1.0) or 1.0
    drawn = [
        _track(
            _rail() + f'<rect class="bar" x="0" y="4" width="{_percent(row.value, 0, top)}" height="12" rx="2"/>' + _whisker(row, 0, top)
        )
        for row in rows
    ]
    return _rows(title, note, [(row.label, track, row.text) for row, track in zip(rows, drawn, strict=True)])


def stacks(title: str, note: str, names: Sequence[str], rows: Sequence[Stack]) -> str:
    """Parts that add up, with a legend; the longest row fills the width."""
    top = max((sum(row.parts) for row in rows), default=1.0) or 1.0
    used = [position for position in range(len(names)) if any(row.parts[position] for row in rows)]
    drawn = []
    for row in rows:
        parts, start = [], 0.0
        for position in used:
            part = row.parts[position]
            box = f'x="{_percent(start, 0, top)}" y="4" width="{_percent(part, 0, top)}" height="12"'
            parts.append(f'<rect class="part{position}" {box}><title>{escape(names[position])}: {part:,.1f}</title></rect>')
            start += part
        drawn.append((row.label, _track(_rail() + "".join(parts)), row.text))
    key = '<li><svg aria-hidden="true"><rect class="part{}" width="10" height="10" rx="2"/></svg>{}</li>'
    keys = "".join(key.format(position, escape(names[position])) for position in used)
    return _rows(title, note, drawn, f'<ul class="legend">{keys}</ul>')


def dot(row: Row, bottom: float, top: float, *, zero: bool = False) -> str:
    """One row's dot and interval between `bottom` and `top`; with a line at 0 where `zero` is set."""
    middle = f'<line class="zero" x1="{_percent(0, bottom, top)}" x2="{_percent(0, bottom, top)}" y1="0" y2="20"/>' if zero else ""
    circle = f'<circle class="dot" cx="{_percent(row.value, bottom, top)}" cy="10" r="5"/>'
    return _track(_rail() + middle + _whisker(row, bottom, top) + circle)


def risk_curve(title: str, note: str, points: Sequence[RiskPoint]) -> str:
    """Risk (0 at the bottom, 1 at the top) over coverage (0–1)."""
    axes = _axes("coverage: share answered, most confident first", "risk")
    return _figure(title, note, _plot(title, axes + f'<path class="line" d="{_path(points)}"/>'))


def risk_panels(title: str, note: str, panels: Sequence[tuple[str, Sequence[RiskPoint]]], everything: Sequence[RiskPoint]) -> str:
    """A small risk–coverage curve for each label, over the one of all questions."""
    drawn = []
    for label, points in panels:
        frame = f'<rect class="frame" x="{_LEFT}" y="{_TOP}" width="{_RIGHT - _LEFT}" height="{_BOTTOM - _TOP}"/>'
        lines = f'<path class="ghost" d="{_path(everything)}"/><path class="line" d="{_path(points)}"/>'
        box = f"{_LEFT - 2} {_TOP - 2} {_RIGHT - _LEFT + 4} {_BOTTOM - _TOP + 4}"
        svg = f'<svg viewBox="{box}" role="img" aria-label="{escape(f"{title}: {label}")}">{frame}{lines}</svg>'
        drawn.append(f'<div class="panel">{svg}<span>{escape(label)}</span></div>')
    return _figure(title, note, f'<div class="panels">{"".join(drawn)}</div>')


def reliability_diagram(title: str, note: str, bins: Sequence[Bin], predicted: str, observed: str) -> str:
    """Share that came true over the mean prediction, with its interval, and how many predictions each bin has below."""
    most = max((each.n for each in bins), default=1)
    parts = [f'<line class="ghost" x1="{_x(0)}" y1="{_y(0)}" x2="{_x(1)}" y2="{_y(1)}"/>']
    for each in bins:
        height = max(1.0, (_STRIP - 16) * each.n / most)
        middle, base = (_x(each.low) + _x(each.high)) / 2, _HEIGHT + _STRIP
        words = f"{predicted} {each.predicted:.2f}, {observed} {each.observed:.2f} of {each.n}"
        parts.append(
            f"<g><title>{escape(words)}</title>"
            f'<line class="whisker" x1="{_x(each.predicted):.1f}" x2="{_x(each.predicted):.1f}"'
            f' y1="{_y(each.interval_low):.1f}" y2="{_y(each.interval_high):.1f}"/>'
            f'<circle class="dot" cx="{_x(each.predicted):.1f}" cy="{_y(each.observed):.1f}" r="4.5"/>'
            f'<rect class="bar" x="{_x(each.low) + 1:.1f}" y="{base - height:.1f}"'
            f' width="{_x(each.high) - _x(each.low) - 2:.1f}" height="{height:.1f}"/>'
            f'<text class="small" x="{middle:.1f}" y="{base - height - 3:.1f}" text-anchor="middle">{each.n}</text></g>'
        )
    counts = f'<text class="small" x="{_LEFT - 6}" y="{_HEIGHT + _STRIP - 2}" text-anchor="end">n</text>'
    drawing = _axes(predicted, observed) + "".join(parts) + counts
    return _figure(title, note, _plot(title, drawing, _HEIGHT + _STRIP + 4))


def _rows(title: str, note: str, rows: Sequence[tuple[str, str, str]], legend: str = "") -> str:
    lines = "".join(
        f'<tr><th scope="row">{escape(label)}</th><td class="drawn">{track}</td><td class="value">{escape(text)}</td></tr>'
        for label, track, text in rows
    )
    return _figure(title, note, f'{legend}<table class="chart"><tbody>{lines}</tbody></table>')


def _figure(title: str, note: str, content: str) -> str:
    below = f"<small>{escape(note)}</small>" if note else ""
    return f"<figure><figcaption>{escape(title)}{below}</figcaption>{content}</figure>"


def _track(content: str) -> str:
    return f'<svg class="track" aria-hidden="true">{content}</svg>'


def _rail() -> str:
    return '<line class="grid" x1="0" x2="100%" y1="10" y2="10"/>'


def _whisker(row: Row, bottom: float, top: float) -> str:
    return f'<line class="whisker" x1="{_percent(row.low, bottom, top)}" x2="{_percent(row.high, bottom, top)}" y1="10" y2="10"/>'


def _percent(value: float, bottom: float, top: float) -> str:
    return f"{100 * min(max((value - bottom) / (top - bottom), 0.0), 1.0):.2f}%"


def _plot(title: str, content: str, height: float = _HEIGHT) -> str:
    return f'<svg class="plot" viewBox="0 0 {_WIDTH} {height:g}" role="img" aria-label="{escape(title)}">{content}</svg>'


def _axes(below: str, beside: str) -> str:
    middle = (_TOP + _BOTTOM) / 2
    ticks = "".join(
        f'<line class="grid" x1="{_LEFT}" x2="{_RIGHT}" y1="{_y(t):.1f}" y2="{_y(t):.1f}"/>'
        f'<text x="{_LEFT - 6}" y="{_y(t) + 4:.1f}" text-anchor="end">{t:g}</text>'
        f'<text x="{_x(t):.1f}" y="{_BOTTOM + 16}" text-anchor="middle">{t:g}</text>'
        for t in (0.0, 0.25, 0.5, 0.75, 1.0)
    )
    names = (
        f'<text x="{(_LEFT + _RIGHT) / 2}" y="{_BOTTOM + 34}" text-anchor="middle">{escape(below)}</text>'
        f'<text x="10" y="{middle}" text-anchor="middle" transform="rotate(-90 10 {middle})">{escape(beside)}</text>'
    )
    return ticks + names


def _path(points: Sequence[RiskPoint]) -> str:
    return " ".join(f"{'M' if i == 0 else 'L'}{_x(p.coverage):.1f} {_y(p.risk):.1f}" for i, p in enumerate(points))


def _x(share: float) -> float:
    return _LEFT + (_RIGHT - _LEFT) * share


def _y(share: float) -> float:
    return _BOTTOM - (_BOTTOM - _TOP) * share
