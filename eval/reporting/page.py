"""A run → one HTML page that needs no network: tables, plots by kind, the worst questions beside the gold."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape

from ..gold.corpus import Corpus
from ..running.runs import Run
from ..scoring.catalog import METRICS, PRIMARY
from ..scoring.metrics import risk_coverage
from .plots import Bar, bars, risk_curve
from .tables import Grid, by_slice, headline, number
from .worst import Case, Line, worst_cases

SLICED = ("quality", "hit@1", "recall@5", "list_f1", "evidence_f1", "nugget_recall_vital", "abstention_accuracy", "latency_p50_ms")
_STYLE = """
:root{color-scheme:light dark;--ink:#1d2733;--paper:#fff;--soft:#667;--line:#d8dde3;--bar:#2f6f9f;--good:#1f7a4d;--bad:#b3372f}
@media(prefers-color-scheme:dark){:root{--ink:#e3e8ee;--paper:#14181d;--soft:#9aa4b0;--line:#333b45;--bar:#6aaede;--good:#5cc08c;--bad:#ef8279}}
body{font:15px/1.5 system-ui,sans-serif;color:var(--ink);background:var(--paper);max-width:1080px;margin:2rem auto;padding:0 1rem}
h1{font-size:1.5rem}h2{font-size:1.15rem;margin-top:2.2rem}p.note{color:var(--soft)}
.wide{overflow-x:auto}table{border-collapse:collapse;font-variant-numeric:tabular-nums;font-size:13px}
th,td{padding:.25rem .6rem;border-bottom:1px solid var(--line)}
th,td{text-align:right;white-space:nowrap}
th:first-child,td:first-child{text-align:left}
.plots{display:grid;grid-template-columns:repeat(auto-fit,minmax(440px,1fr));gap:1.2rem}
figure{margin:0}figcaption{font-weight:600;margin-bottom:.3rem}
svg{width:100%;height:auto;font-size:12px}svg text{fill:var(--ink)}
.bar{fill:var(--bar)}.line{fill:none;stroke:var(--bar);stroke-width:2}.grid{stroke:var(--line)}
details{border-bottom:1px solid var(--line);padding:.4rem 0}summary{cursor:pointer}ul{margin:.2rem 0 .6rem;padding-left:1.2rem}
.sides{display:grid;grid-template-columns:1fr 1fr;gap:1.2rem}@media(max-width:700px){.sides{grid-template-columns:1fr}}
.hit::marker{content:"✓ ";color:var(--good)}.miss::marker{content:"✗ ";color:var(--bad)}.neutral::marker{content:"· "}
"""


def page(run: Run, corpus: Corpus) -> str:
    """The whole page; it names its split and n, and shows texts of the split dev only."""
    scores, environment = run.scores, run.environment
    title = f"Evaluation {scores.name}"
    facts = (
        f"Split <b>{escape(scores.split)}</b>, {len(scores.questions)} questions over {environment.papers} papers. "
        f"Answers by {escape(model_of(run))}; made {environment.made}, reused {environment.reused}. Started {escape(environment.started)}."
    )
    meanings = Grid("", ("metric", "meaning", "source"), tuple((m.name, m.meaning, m.source) for m in METRICS))
    return "".join(
        [
            f'<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">'
            f"<title>{escape(title)}</title><style>{_STYLE}</style></head><body><h1>{escape(title)}</h1><p>{facts}</p>",
            _table(headline(scores)),
            f'<h2>By kind</h2><div class="plots">{_plots(run)}</div>',
            "<h2>By slice</h2>",
            _table(by_slice(scores, SLICED)),
            "<h2>The worst questions</h2>",
            _cases(worst_cases(run, corpus)),
            "<h2>What the metrics mean</h2>",
            _table(meanings),
            "</body></html>\n",
        ]
    )


def model_of(run: Run) -> str:
    """The names of what wrote the answers."""
    return ", ".join(sorted({record.model for record in run.records.values()}))


def _plots(run: Run) -> str:
    scores = run.scores
    tables = {kind: scores.slices[f"kind:{kind}"] for kind in scores.kinds}
    kinds = [kind for kind in tables if PRIMARY in tables[kind]]
    timed = [kind for kind in tables if "latency_p95_ms" in tables[kind]]
    quality = [Bar(kind, tables[kind][PRIMARY].value, f"{tables[kind][PRIMARY].value:.2f} (n {tables[kind][PRIMARY].n})") for kind in kinds]
    drawn = [bars("Quality (0–1)", quality, top=1.0)]
    for name, title in (("latency_p50_ms", "Latency, median (ms)"), ("latency_p95_ms", "Latency, 95th percentile (ms)")):
        drawn.append(bars(title, [Bar(kind, tables[kind][name].value, number(name, tables[kind][name].value)) for kind in timed]))
    judged = [score for score in scores.questions if score.answerable is not None]
    if judged:
        drawn.append(risk_curve("Risk by coverage", risk_coverage([s.confidence for s in judged], [s.loss for s in judged])))
    return "".join(drawn)


def _table(grid: Grid) -> str:
    heads = "".join(f"<th>{escape(head)}</th>" for head in grid.heads)
    rows = "".join("<tr>" + "".join(f"<td>{escape(cell)}</td>" for cell in row) + "</tr>" for row in grid.rows)
    return f'<div class="wide"><table><thead><tr>{heads}</tr></thead><tbody>{rows}</tbody></table></div>'


def _cases(cases: Sequence[Case]) -> str:
    shown = [case for case in cases if case.question]
    hidden = [case for case in cases if not case.question]
    parts = [_case(case) for case in shown]
    if hidden:
        ids = ", ".join(escape(case.id) for case in hidden)
        parts.append(f'<p class="note">Of the split test, ids only, so that nobody tunes on it: {ids}.</p>')
    return "".join(parts) or '<p class="note">Every question has the best value.</p>'


def _case(case: Case) -> str:
    history = "".join(f'<p class="note">{escape(turn)}</p>' for turn in case.history)
    verdict = "<p>The assistant refused to answer.</p>" if case.abstained else ""
    left = _list("Retrieved", case.retrieved) + _list("Answered from", case.answered) + _list("Cited", case.cited)
    right = _list("Relevant papers", case.gold_papers) + _list("Gold evidence", case.gold_sentences)
    return (
        f"<details><summary><b>{case.value:.2f}</b> {escape(case.question)} <small>{escape(case.id)}, {escape(case.kind)}</small></summary>"
        f'{history}{verdict}<div class="sides"><div>{left}</div><div>{right}</div></div></details>'
    )


def _list(title: str, lines: Sequence[Line]) -> str:
    marks = ["neutral" if line.neutral else "hit" if line.hit else "miss" for line in lines]
    items = "".join(f'<li class="{mark}">{escape(line.text)}</li>' for mark, line in zip(marks, lines, strict=True))
    return f"<b>{title}</b><ul>{items or '<li class=neutral>none</li>'}</ul>"
