"""Checked claims → the answer's Markdown, in the asker's language; snippets stay verbatim."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from assistant.languages import load_language
from assistant.types import CheckedClaim, Draft, Filters, Paper, Query, Verified

SEPARATOR = "\n\n"


def phrase(language: str, name: str, **values: object) -> str:
    """A sentence of the frame in a language, or in English where there is no such language."""
    return load_language(language).frame[name].format(**values)


def claim_text(claim: CheckedClaim) -> str:
    """The claim followed by its papers' numbers, as in `… robustness. [1][3]`."""
    return f"{' '.join(claim.text.split())} {''.join(f'[{n}]' for n in claim.numbers)}"


def named(paper: Paper, n: int) -> str:
    """A paper's bold title with its number."""
    return f"**{paper.label}** [{n}]"


def _isolated(language: str, title: str) -> str:
    """A title inside a sentence; between isolates where the sentence runs from right to left, so that it does not scatter."""
    return f"\u2068{title}\u2069" if load_language(language).right_to_left else title


def render(query: Query, draft: Draft, verified: Verified, papers: Mapping[str, Paper], looked_at: int) -> str:
    """The whole answer as Markdown.

    Args:
        query: for the language.
        draft: what was to be said.
        verified: what may be said.
        papers: by id.
        looked_at: how many papers were scored.
    """
    number = {paper_id: n for n, paper_id in enumerate(verified.order, 1)}
    if draft.abstained:
        return _refusal(query, draft, number, papers, looked_at)
    if draft.kind == "list":
        return _list(query, draft, verified.claims, number, papers, looked_at)
    if draft.kind == "compare" and draft.model == "extractive":
        blocks = [_block(n, papers[paper_id], verified.claims) for paper_id, n in number.items()]
        return "\n\n".join(block for block in blocks if block)
    if draft.model == "extractive":
        return "\n\n".join(_block(n, papers[paper_id], verified.claims) for paper_id, n in number.items() if n in _cited(verified.claims))
    # Written answers stream claim by claim: what is on the page already must be the beginning of the whole.
    return SEPARATOR.join(claim_text(claim) for claim in verified.claims)


def _cited(claims: Sequence[CheckedClaim]) -> set[int]:
    return {n for claim in claims for n in claim.numbers}


def _block(n: int, paper: Paper, claims: Sequence[CheckedClaim]) -> str:
    sentences = [claim_text(claim) for claim in claims if n in claim.numbers]
    return f"{named(paper, n)}\n\n" + "\n\n".join(f"> {sentence}" for sentence in sentences) if sentences else ""


def _list(
    query: Query, draft: Draft, claims: Sequence[CheckedClaim], number: Mapping[str, int], papers: Mapping[str, Paper], looked_at: int
) -> str:
    why = {n: claim for claim in reversed(claims) for n in claim.numbers}

    def row(paper_id: str, bullet: str) -> str:
        n = number[paper_id]
        if n not in why:
            return f"{bullet} {named(papers[paper_id], n)}"
        return f"{bullet} **{papers[paper_id].label}** — {claim_text(why[n])}"

    count = len(draft.papers)
    lines = [
        phrase(query.language, "listed_one" if count == 1 else "listed_many", count=count, looked_at=looked_at)
        if count
        else phrase(query.language, "none_listed", looked_at=looked_at)
    ]
    lines += ["", *(row(paper_id, f"{i}.") for i, paper_id in enumerate(draft.papers, 1))]
    if not (query.only_focus or query.filters != Filters()) and looked_at < len(papers):
        lines.insert(0, phrase(query.language, "pool", looked_at=looked_at, total=len(papers)))
    if draft.borderline:
        lines += ["", phrase(query.language, "borderline"), "", *(row(paper_id, "-") for paper_id in draft.borderline)]
    return "\n".join(lines)


def _refusal(query: Query, draft: Draft, number: Mapping[str, int], papers: Mapping[str, Paper], looked_at: int) -> str:
    first = papers[draft.borderline[0]] if draft.borderline else None
    if first is not None and draft.on_topic:
        lines = [phrase(query.language, "not_said", title=_isolated(query.language, named(first, number[first.id])))]
    elif not looked_at:
        lines = [phrase(query.language, "none_meets")]
    else:
        lines = [phrase(query.language, "refusal_one" if looked_at == 1 else "refusal", looked_at=looked_at)]
    if draft.borderline:
        lines += [
            "",
            phrase(query.language, "nearest"),
            "",
            *(f"- {named(papers[paper_id], number[paper_id])}" for paper_id in draft.borderline),
        ]
    return "\n".join(lines)
