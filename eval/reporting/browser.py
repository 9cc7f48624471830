"""Cases → a list of questions to look through: filters, order, and each question's answers beside the gold.

Everything is in the page as HTML; the script only hides, sorts and opens, so that without it the list is whole.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from html import escape
from urllib.parse import quote

from ..gold.questions import KINDS
from ..scoring.catalog import COSTS, PRIMARY
from .cases import Case, Line, Side
from .document import scrolling
from .tables import number

_SAME = 1e-9
_REFUSED = "∅"
_DETAIL = ("quality", "hit@1", "recall@5", "ndcg@10", "list_precision", "list_recall", "evidence_precision", "evidence_recall",
           "nugget_recall_vital", "citation_validity", "latency_ms")  # fmt: skip


def browser(found: Sequence[Case], names: Sequence[str] = ("",)) -> str:
    """The list with its filters.

    Args:
        found: the cases, in the order in which they stand where there is no script.
        names: the letters of the runs that the cases' sides are of; a single empty one for the report of one run.
    """
    return (
        _filters(found, names)
        + (f'<p class="note">Numbers are {PRIMARY}, 0–1; {_REFUSED} is a refusal.</p>' if len(names) > 1 else "")
        + '<p id="count" role="status" aria-live="polite"></p>'
        + f'<div id="questions">{"".join(_case(case, names) for case in found)}</div>'
    )


def link(question_id: str) -> str:
    """A link to a question of the list, by its id."""
    return f'<a href="#{_anchor(question_id)}">{escape(question_id)}</a>'


def _filters(found: Sequence[Case], names: Sequence[str]) -> str:
    scores = [case.score for case in found]
    kinds = [kind for kind in KINDS if any(score.kind == kind for score in scores)]
    choices = [
        _select("kind", "Kind", ((kind, kind) for kind in kinds)),
        _select("type", "Type", ((name, name) for name in sorted({score.type for score in scores}))),
        _select("lang", "Language", ((name, name) for name in sorted({score.lang for score in scores}))),
        _select("messy", "Typing", (("no", "careful"), ("yes", "messy"))),
        _select("refused", "Refusal", _refusals(names)),
    ]
    if len(names) > 1:
        outcomes = [(f"{name}-{way}", f"{name} {way}") for name in names[1:] for way in ("better", "worse", "same")]
        choices.append(_select("outcome", "Outcome", outcomes))
    ranges = "".join(
        f'<label>{word}<input type="number" name="{name}" min="0" max="1" step="0.05" inputmode="decimal" placeholder="{hint}"></label>'
        for name, word, hint in (("least", "Quality from", "0"), ("most", "up to", "1"))
    )
    order = "".join(f'<option value="{value}">{escape(word)}</option>' for value, word in _orders(names))
    return (
        '<form id="filters" hidden><label class="search">Search<input type="search" name="text" '
        'placeholder="words of question, answer, papers" autocomplete="off"></label>'
        f'{"".join(choices)}<span class="range">{ranges}</span><label>Order<select name="order">{order}</select></label>'
        '<span class="buttons"><button type="reset">Clear</button><button type="button" id="open-all">Open all</button></span></form>'
    )


def _orders(names: Sequence[str]) -> list[tuple[str, str]]:
    """What the list can be ordered by, the present order first."""
    found = [("quality:up", "worst first"), ("quality:down", "best first"), ("ms:down", "slowest first"), ("words:down", "longest first"),
             ("id:up", "by id")]  # fmt: skip
    if len(names) == 1:
        return found
    gains = [
        (f"gain-{name.lower()}:{way}", f"{name} {word} most") for name in names[1:] for way, word in (("up", "loses"), ("down", "gains"))
    ]
    return [("change:down", "largest difference first"), *gains, *found]


def _refusals(names: Sequence[str]) -> list[tuple[str, str]]:
    if len(names) == 1:
        return [("yes", "refused"), ("no", "answered"), ("wrong", "refused or answered wrongly")]
    ways = (("yes", "refused"), ("wrong", "wrongly refused or answered"))
    return [(f"{name}-{way}", f"{name} {word}") for name in names for way, word in ways]


def _select(name: str, word: str, options: Iterable[tuple[str, str]]) -> str:
    listed = "".join(f'<option value="{escape(value)}">{escape(shown)}</option>' for value, shown in options)
    return f'<label>{escape(word)}<select name="{name}"><option value="">all</option>{listed}</select></label>'


def _case(case: Case, names: Sequence[str]) -> str:
    score = case.score
    heading = escape(case.question) or f"<i>{escape(score.id)}</i>"
    sorts = dict.fromkeys((score.kind, score.type, score.lang))
    facts = " · ".join((score.id, *sorts, *(("messy",) if score.messy else ())))
    column = "chips many" if len(names) > 1 else "chips"
    chips = "".join(_chip(side, name) for side, name in zip(case.sides, names, strict=True))
    return (
        f'<details id="{escape(_anchor(score.id))}" {_data(case, names)}><summary><span class="{column}">{chips}</span>'
        f'<span class="asked">{heading}<small>{escape(facts)}</small></span></summary>{_body(case, names)}</details>'
    )


def _data(case: Case, names: Sequence[str]) -> str:
    score = case.score
    found = {
        "id": score.id, "kind": score.kind, "type": score.type, "lang": score.lang, "messy": "yes" if score.messy else "no",
        "quality": _plain(score.values.get("quality")), "ms": _plain(score.values.get("latency_ms")),
        "words": _plain(score.values.get("answer_words")), "refused": " ".join(_refused(case, names)),
    }  # fmt: skip
    if len(names) > 1:
        gains = {name: gain for name, gain in zip(names[1:], case.gains, strict=True) if gain is not None}
        found |= {f"gain-{name.lower()}": _plain(gain) for name, gain in gains.items()}
        found["change"] = _plain(max((abs(gain) for gain in gains.values()), default=None))
        found["outcome"] = " ".join(f"{name}-{_outcome(gain)}" for name, gain in gains.items())
    return " ".join(f'data-{name}="{escape(value)}"' for name, value in found.items())


def _refused(case: Case, names: Sequence[str]) -> list[str]:
    words = []
    for side, name in zip(case.sides, names, strict=True):
        if side is not None:
            lead = f"{name}-" if name else ""
            words.append(f"{lead}{'yes' if side.score.abstained else 'no'}")
            if side.score.answerable is not None and side.score.abstained == side.score.answerable:
                words.append(f"{lead}wrong")
    return words


def _outcome(gain: float) -> str:
    return "same" if abs(gain) < _SAME else "better" if gain > 0 else "worse"


def _plain(value: float | None) -> str:
    return "" if value is None else f"{value:.4f}"


def _chip(side: Side | None, name: str) -> str:
    lead = f"<b>{escape(name)}</b> " if name else ""
    if side is None:
        return f'<span class="chip">{lead}not asked</span>'
    value, level = "–", "open"
    if side.quality is not None:
        value, level = f"{side.quality:.2f}", "high" if side.quality >= 0.75 else "middle" if side.quality >= 0.35 else "low"
    if not side.score.abstained:
        return f'<span class="chip {level}" title="quality">{lead}{value}</span>'
    if not name:
        return f'<span class="chip {level}" title="quality">{value}</span><span class="refused">refused</span>'
    return f'<span class="chip {level}" title="quality; refused">{lead}{value}<span class="unseen"> refused</span> {_REFUSED}</span>'


def _body(case: Case, names: Sequence[str]) -> str:
    values = _values(case, names)
    if case.is_hidden:
        return f'<div class="body"><p class="note">Of the split test: values only, so that nobody tunes on it.</p>{values}</div>'
    history = "".join(f"<p>{escape(turn)}</p>" for turn in case.history)
    before = f'<div class="history"><b>Before</b>{history}</div>' if history else ""
    sides = "".join(_side(side, name) for side, name in zip(case.sides, names, strict=True))
    return f'<div class="body">{before}<div class="sides n{len(names) + 1}">{sides}{_gold(case)}</div>{values}</div>'


def _side(side: Side | None, name: str) -> str:
    title = f"Answer of {escape(name)}" if name else "Answer"
    if side is None:
        return f"<div><h3>{title}</h3><p>This run did not ask it.</p></div>"
    refused = '<p class="note">The assistant refused to answer.</p>' if side.score.abstained else ""
    retrieved = _list("Retrieved, first five", side.retrieved)
    answered = "" if side.score.abstained else _list("Answered from", side.answered)
    return (
        f'<div><h3>{title}</h3>{refused}<div class="text">{escape(side.text)}</div>{_list("Cited", side.cited)}{answered}{retrieved}</div>'
    )


def _gold(case: Case) -> str:
    if not case.gold_papers:
        found = '<p class="note">Nothing in the corpus answers this: a refusal is right.</p>'
    else:
        facts = tuple(Line(text, "neutral") for text in case.nuggets)
        found = _list("Relevant papers", case.gold_papers)
        found += _list("Evidence", case.gold_sentences) if case.gold_sentences else ""
        found += _list("Facts of a good answer", facts) if facts else ""
    note = f'<p class="note">{escape(case.note)}</p>' if case.note else ""
    return f'<div class="gold"><h3>Gold</h3>{found}{note}</div>'


def _list(title: str, lines: Sequence[Line]) -> str:
    words = {"hit": "right", "miss": "not matched", "neutral": ""}
    items = "".join(
        f'<li class="{line.mark}">'
        + (f'<span class="unseen">{words[line.mark]}: </span>' if words[line.mark] else "")
        + f"{escape(line.text)}</li>"
        for line in lines
    )
    return f"<h4>{escape(title)}</h4><ul>{items or '<li class=neutral>none</li>'}</ul>"


def _values(case: Case, names: Sequence[str]) -> str:
    shown = [metric for metric in _DETAIL if any(side and metric in side.score.values for side in case.sides)]
    heads = "".join(f'<th scope="col">{escape(metric)}</th>' for metric in shown)
    rows = ""
    for side, name in zip(case.sides, names, strict=True):
        if side is not None:
            lead = f'<th scope="row">{escape(name)}</th>' if name else ""
            rows += f"<tr>{lead}{''.join(f'<td>{_value(metric, side)}</td>' for metric in shown)}</tr>"
    corner = "<td></td>" if len(names) > 1 else ""
    return scrolling(f"<table><thead><tr>{corner}{heads}</tr></thead><tbody>{rows}</tbody></table>", "Values")


def _value(metric: str, side: Side) -> str:
    value = side.score.values.get(metric)
    if value is None:
        return "–"
    return f"{value:,.0f} ms" if metric in COSTS else number(metric, value)


def _anchor(question_id: str) -> str:
    return f"q-{quote(question_id, safe='')}"
