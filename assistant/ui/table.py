"""A list answer's Markdown → HTML in which its lists are tables: paper, why, confidence, decision; borderline rows in one of their own.

Narrow screens show rows as blocks, which takes a table's meaning away unless every element has its role. The rest of the text (how
many papers were looked at, headings, notes) stays as it is, and an answer whose lists do not have as many items as it has papers is
shown as written.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from assistant.answering.wording import claim_text
from assistant.export.rows import percent
from assistant.types import Answer, CheckedClaim, CitedPaper
from assistant.ui.markdown import to_html
from assistant.ui.markup import escape, typeset

_ITEMS = re.compile(r"(?:^(?:\d+\.|-) .*(?:\n|\Z))+", re.M)
_HEADINGS = ("Paper", "Why", "Confidence", "Decision")
_UNSORTED = "Why"


def listing(answer: Answer, titles: Mapping[int, str]) -> str | None:
    """HTML of a list answer, or None where the answer is no list.

    Args:
        answer: a whole answer.
        titles: the sources' titles by number.
    """
    groups = [group for group in (answer.papers, answer.borderline) if group]
    runs = list(_ITEMS.finditer(answer.text))
    if answer.kind != "list" or answer.abstained or [len(run.group().splitlines()) for run in runs] != [len(group) for group in groups]:
        return None
    why = {n: claim for claim in reversed(answer.claims) for n in claim.numbers}
    parts: list[str] = []
    position = 0
    for run, group in zip(runs, groups, strict=True):
        parts.append(to_html(answer.text[position : run.start()], titles, answer.citations))
        parts.append(_table(group, why, answer, titles, borderline=group is answer.borderline))
        position = run.end()
    parts.append(to_html(answer.text[position:], titles, answer.citations))
    return "".join(parts)


def _table(
    group: Sequence[CitedPaper], why: Mapping[int, CheckedClaim], answer: Answer, titles: Mapping[int, str], *, borderline: bool
) -> str:
    header = "".join(_heading(column, name) for column, name in enumerate(_HEADINGS))
    rows = "".join(_row(source, why.get(source.n), answer, titles) for source in group)
    kind = "borderline" if borderline else "fitting"
    caption = "Borderline papers" if borderline else f"Papers that fit, of {answer.looked_at} looked at"
    return (
        f'<table class="papers {kind}" role="table"><caption>{caption}</caption><thead role="rowgroup"><tr role="row">{header}</tr></thead>'
        f'<tbody role="rowgroup">{rows}</tbody></table>'
    )


def _heading(column: int, name: str) -> str:
    content = name if name == _UNSORTED else f'<button type="button" class="sort" value="{column}">{name}</button>'
    return f'<th scope="col" role="columnheader" class="{name.lower()}">{content}</th>'


def _row(source: CitedPaper, claim: CheckedClaim | None, answer: Answer, titles: Mapping[int, str]) -> str:
    paper = source.paper
    reason = to_html(claim_text(claim), titles, answer.citations) if claim else to_html(f"[{source.n}]", titles)
    decision = " · ".join(escape(part) for part in (paper.decision, paper.track) if part.strip())
    return (
        f'<tr role="row"><th scope="row" role="rowheader" class="paper">{typeset(paper.label)}</th>'
        f'<td role="cell" class="why">{reason}</td>'
        f'<td role="cell" class="confidence" title="{source.score:.4f}">{percent(source.score)}</td>'
        f'<td role="cell" class="decision">{decision}</td></tr>'
    )
