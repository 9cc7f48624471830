"""Checked claims → the answer's Markdown, in the asker's language; snippets stay verbatim."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from assistant.answering.conditions import ambiguities, counts, described, none_meets
from assistant.languages import load_language, part, phrase
from assistant.types import (
    CheckedClaim,
    Draft,
    Filters,
    Paper,
    Query,
    Unresolved,
    Verified,
)

SEPARATOR = "\n\n"


def claim_text(claim: CheckedClaim) -> str:
    """The claim followed by its papers' numbers, as in `… robustness. [1][3]`."""
    return f"{' '.join(claim.text.split())} {''.join(f'[{n}]' for n in claim.numbers)}"


def named(paper: Paper, n: int) -> str:
    """A paper's bold title with its number."""
    return f"**{paper.label}** [{n}]"


def understood(query: Query) -> str:
    """The line that says what a follow-up was taken to mean; "" where the conversation changed nothing."""
    return f"_{phrase(query.language, 'understood', text=query.understood)}_" if query.understood else ""


def unresolved(language: str, why: Unresolved, papers: Mapping[str, Paper]) -> str:
    """What cannot be told, and the papers that the conversation has, numbered."""
    count = part(language, "papers_one" if len(why.papers) == 1 else "papers_many", count=len(why.papers))
    rows = [f"{n}. {named(papers[paper_id], n)}" for n, paper_id in enumerate(why.papers, 1)]
    return "\n".join([phrase(language, why.reason, words=why.words, count=count), *(["", *rows] if rows else [])])


def _isolated(language: str, title: str) -> str:
    """A title inside a sentence; between isolates where the sentence runs from right to left, so that it does not scatter."""
    return f"\u2068{title}\u2069" if load_language(language).right_to_left else title


def render(query: Query, draft: Draft, verified: Verified, papers: Mapping[str, Paper], looked_at: int, admitted: int = 0) -> str:
    """The whole answer as Markdown.

    Args:
        query: for the language and the conditions.
        draft: what was to be said.
        verified: what may be said.
        papers: by id.
        looked_at: how many papers were scored.
        admitted: how many papers the conditions leave.
    """
    if query.tally:
        return counts(query, query.tally, papers)
    body = _body(query, draft, verified, papers, looked_at, admitted)
    notes = ambiguities(query.filters, query.language) if admitted else []
    if admitted and query.filters and draft.kind != "list" and not _refuses_plainly(draft):
        notes.insert(0, _under(query, "searched_of", admitted, total=len(papers)))
    return SEPARATOR.join([body, *notes])


def searched(language: str, filters: Filters, admitted: int, total: int, papers: Mapping[str, Paper]) -> str:
    """Which conditions held and how many papers meet them, or why none does; whom an ambiguous name may mean."""
    query = Query("", "", "list", language, filters=filters)
    if not admitted:
        return none_meets(query, papers)
    return " ".join([_under(query, "searched_of", admitted, total=total), *ambiguities(filters, language)])


def _refuses_plainly(draft: Draft) -> bool:
    return draft.abstained and not draft.on_topic


def _under(query: Query, name: str, admitted: int, **values: object) -> str:
    """A phrase that names the conditions."""
    several = any(len(each) > 1 for each in query.filters.alternatives) or len(query.filters.alternatives) > 1
    single = values.get("count", admitted) == 1 if name == "meet" else name == "refusal_one_of"
    meets = part(query.language, f"meets_{'many' if several else 'one'}{'_single' if single else ''}")
    return phrase(query.language, name, meets=meets, conditions=described(query.filters, query.language), admitted=admitted, **values)


def _body(query: Query, draft: Draft, verified: Verified, papers: Mapping[str, Paper], looked_at: int, admitted: int) -> str:
    number = {paper_id: n for n, paper_id in enumerate(verified.order, 1)}
    if draft.abstained:
        return _refusal(query, draft, number, papers, looked_at, admitted)
    if draft.kind == "list":
        return _list(query, draft, verified.claims, number, papers, looked_at, admitted)
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
    query: Query,
    draft: Draft,
    claims: Sequence[CheckedClaim],
    number: Mapping[str, int],
    papers: Mapping[str, Paper],
    looked_at: int,
    admitted: int,
) -> str:
    why = {n: claim for claim in reversed(claims) for n in claim.numbers}

    def row(paper_id: str, bullet: str) -> str:
        n = number[paper_id]
        if n not in why:
            return f"{bullet} {named(papers[paper_id], n)}"
        return f"{bullet} **{papers[paper_id].label}** — {claim_text(why[n])}"

    count = len(draft.papers)
    fit = part(query.language, "fit_one" if count == 1 else "fit_many")
    if not query.filters:
        name = "listed" if count else "none_listed"
        lines = [phrase(query.language, name, count=count, looked_at=looked_at, fit=fit)]
    elif query.everything:
        total = len(query.focus) if query.only_focus else len(papers)
        lines = [_under(query, "meet", admitted, count=count, total=total)]
    else:
        lines = [_under(query, "listed_of" if count else "none_listed_of", admitted, count=count, fit=fit)]
        if looked_at < admitted:
            lines.append(phrase(query.language, "pool_of", looked_at=looked_at))
    lines += ["", *(row(paper_id, f"{i}.") for i, paper_id in enumerate(draft.papers, 1))]
    if not (query.only_focus or query.filters) and looked_at < len(papers):
        lines.insert(0, phrase(query.language, "pool", looked_at=looked_at, total=len(papers)))
    if draft.borderline:
        lines += ["", phrase(query.language, "borderline"), "", *(row(paper_id, "-") for paper_id in draft.borderline)]
    return "\n".join(lines)


def _refusal(query: Query, draft: Draft, number: Mapping[str, int], papers: Mapping[str, Paper], looked_at: int, admitted: int) -> str:
    first = papers[draft.borderline[0]] if draft.borderline else None
    if first is not None and draft.on_topic:
        lines = [phrase(query.language, "not_said", title=_isolated(query.language, named(first, number[first.id])))]
    elif not looked_at:
        lines = [none_meets(query, papers)]
    elif query.filters:
        lines = [_under(query, "refusal_one_of" if admitted == 1 else "refusal_of", admitted)]
        if looked_at < admitted:
            lines.append(phrase(query.language, "pool_of", looked_at=looked_at))
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
