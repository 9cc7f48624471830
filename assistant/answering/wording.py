"""Checked claims → the answer's Markdown, in the asker's language; snippets stay verbatim."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from assistant.answering.conditions import ambiguities, counts, described, none_meets
from assistant.types import (
    APART_HEADINGS,
    NEAREST_HEADINGS,
    UNDERSTOOD,
    CheckedClaim,
    Draft,
    Filters,
    Paper,
    Query,
    Unresolved,
    Verified,
)

SEPARATOR = "\n\n"

_PHRASES = {
    "en": {
        "listed": "{count} of the {looked_at} papers {fit}:",
        "fit_one": "fits",
        "fit_many": "fit",
        "borderline": APART_HEADINGS["en"],
        "pool": "Of {total} papers, the {looked_at} nearest to the question were scored.",
        "none_listed": "None of the {looked_at} papers clearly fits.",
        "refusal": "The {looked_at} papers do not answer this.",
        "refusal_one": "The one paper that was looked at does not answer this.",
        "not_said": "The abstract of {title} does not say this.",
        "meet": "{count} of the {total} papers {meets} ({conditions}):",
        "listed_of": "{count} of the {admitted} papers that {meets} ({conditions}) {fit}:",
        "none_listed_of": "None of the {admitted} papers that {meets} ({conditions}) clearly fits.",
        "refusal_of": "The {admitted} papers that {meets} ({conditions}) do not answer this.",
        "refusal_one_of": "The one paper that {meets} ({conditions}) does not answer this.",
        "searched_of": "Only papers that {meets} ({conditions}) were searched: {admitted} of {total}.",
        "pool_of": "Of them, the {looked_at} nearest to the question were scored.",
        "meets_one": "meet the condition",
        "meets_many": "meet the conditions",
        "meets_one_single": "meets the condition",
        "meets_many_single": "meets the conditions",
        "nearest": NEAREST_HEADINGS["en"],
        "understood": UNDERSTOOD["en"] + " {text}",
        "no_conversation": "“{words}” refers to something said before, but this conversation names no paper yet. "
        "Ask a whole question, or name the paper.",
        "out_of_range": "There is no “{words}”: the conversation's latest answer shows {count}. Say which one is meant:",
        "several": "“{words}” may be more than one of the conversation's papers. Say which one is meant:",
        "no_match": "None of the conversation's papers is “{words}”. It shows these:",
        "papers_one": "one paper",
        "papers_many": "{count} papers",
        "fell_back": "The answer is made of the papers' own sentences, because the language model failed: {cause}",
        "removed_one": "One citation that the papers do not support was removed.",
        "removed_many": "{count} citations that the papers do not support were removed.",
    },
    "zh": {
        "listed": "{looked_at} 篇论文中有 {count} 篇符合：",
        "fit_one": "",
        "fit_many": "",
        "borderline": APART_HEADINGS["zh"],
        "pool": "在 {total} 篇论文中，对与问题最接近的 {looked_at} 篇进行了评分。",
        "none_listed": "{looked_at} 篇论文中没有明确符合的。",
        "refusal": "这 {looked_at} 篇论文没有回答这个问题。",
        "refusal_one": "查看的这一篇论文没有回答这个问题。",
        "not_said": "{title} 的摘要没有提到这一点。",
        "meet": "{total} 篇论文中有 {count} 篇{meets}（{conditions}）：",
        "listed_of": "在{meets}（{conditions}）的 {admitted} 篇论文中，有 {count} 篇符合：",
        "none_listed_of": "在{meets}（{conditions}）的 {admitted} 篇论文中，没有明确符合的。",
        "refusal_of": "{meets}（{conditions}）的 {admitted} 篇论文没有回答这个问题。",
        "refusal_one_of": "{meets}（{conditions}）的那一篇论文没有回答这个问题。",
        "searched_of": "只检索了{meets}（{conditions}）的论文：{total} 篇中的 {admitted} 篇。",
        "pool_of": "其中对与问题最接近的 {looked_at} 篇进行了评分。",
        "meets_one": "满足条件",
        "meets_many": "满足条件",
        "meets_one_single": "满足条件",
        "meets_many_single": "满足条件",
        "nearest": NEAREST_HEADINGS["zh"],
        "understood": UNDERSTOOD["zh"] + "{text}",
        "no_conversation": "“{words}”指的是前面说过的内容，但这次对话还没有提到任何论文。请提一个完整的问题，或说出论文的名字。",
        "out_of_range": "没有“{words}”：对话中最近的回答只有 {count}。请说明指的是哪一篇：",
        "several": "“{words}”可能指对话中的多篇论文。请说明指的是哪一篇：",
        "no_match": "对话中的论文没有一篇是“{words}”。对话中有：",
        "papers_one": "1 篇论文",
        "papers_many": "{count} 篇论文",
        "fell_back": "语言模型出错（{cause}），因此答案直接摘自论文原句。",
        "removed_one": "有一处引用得不到论文支持，已删除。",
        "removed_many": "有 {count} 处引用得不到论文支持，已删除。",
    },
}


def phrase(language: str, name: str, **values: object) -> str:
    """A sentence of the frame in one of the two languages."""
    return _PHRASES.get(language, _PHRASES["en"])[name].format(**values)


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
    count = phrase(language, "papers_one" if len(why.papers) == 1 else "papers_many", count=len(why.papers))
    rows = [f"{n}. {named(papers[paper_id], n)}" for n, paper_id in enumerate(why.papers, 1)]
    return "\n".join([phrase(language, why.reason, words=why.words, count=count), *(["", *rows] if rows else [])])


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
    meets = phrase(query.language, f"meets_{'many' if several else 'one'}{'_single' if single else ''}")
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
    fit = phrase(query.language, "fit_one" if count == 1 else "fit_many")
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
        lines = [phrase(query.language, "not_said", title=f"**{first.label}** [{number[first.id]}]")]
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
