"""Numbers → inline SVG: bars by label, and the risk–coverage curve. Colours and type come from the page's style sheet."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from typing import NamedTuple

from ..scoring.metrics import RiskPoint

_WIDTH, _LABEL, _ROW, _MARGIN = 560, 130, 24, 60


class Bar(NamedTuple):
    """A labelled value; `text` is written at its end."""

    label: str
    value: float
    text: str


def bars(title: str, items: Sequence[Bar], top: float | None = None) -> str:
    """Horizontal bars from 0 to `top`, or to the largest value."""
    largest = top or max((item.value for item in items), default=1.0) or 1.0
    span = _WIDTH - _LABEL - _MARGIN
    height = _ROW * len(items) + 4
    parts = [_open(title, height)]
    for position, item in enumerate(items):
        y = position * _ROW + 4
        length = span * min(item.value / largest, 1.0)
        parts.append(
            f'<text x="{_LABEL - 8}" y="{y + 13}" text-anchor="end">{escape(item.label)}</text>'
            f'<rect class="bar" x="{_LABEL}" y="{y}" width="{max(length, 1):.1f}" height="{_ROW - 8}" rx="2"/>'
            f'<text x="{_LABEL + length + 6:.1f}" y="{y + 13}">{escape(item.text)}</text>'
        )
    return "".join([*parts, "</svg></figure>"])


def risk_curve(title: str, points: Sequence[RiskPoint]) -> str:
    """Risk (0 at the bottom, 1 at the top) over coverage (0–1)."""
    left, right, bottom, height = 50, _WIDTH - 20, 190, 230

    def x(coverage: float) -> float:
        return left + (right - left) * coverage

    def y(risk: float) -> float:
        return bottom - (bottom - 12) * risk

    path = " ".join(f"{'M' if i == 0 else 'L'}{x(p.coverage):.1f} {y(p.risk):.1f}" for i, p in enumerate(points))
    ticks = "".join(
        f'<line class="grid" x1="{left}" x2="{right}" y1="{y(t):.1f}" y2="{y(t):.1f}"/>'
        f'<text x="{left - 6}" y="{y(t) + 4:.1f}" text-anchor="end">{t:g}</text>'
        f'<text x="{x(t):.1f}" y="{bottom + 16}" text-anchor="middle">{t:g}</text>'
        for t in (0.0, 0.25, 0.5, 0.75, 1.0)
    )
    caption = "coverage: share of the questions answered, most confident first"
    names = f'<text x="{(left + right) / 2}" y="{height - 6}" text-anchor="middle">{caption}</text>'
    return _open(title, height) + ticks + names + f'<path class="line" d="{path}"/></svg></figure>'


def _open(title: str, height: float) -> str:
    return (
        f"<figure><figcaption>{escape(title)}</figcaption>"
        f'<svg viewBox="0 0 {_WIDTH} {height}" role="img" aria-label="{escape(title, quote=True)}">'
    )
