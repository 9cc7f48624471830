"""Checked claims → the answer's Markdown, in the asker's language; snippets stay verbatim."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from assistant.types import APART_HEADINGS, NEAREST_HEADINGS, UNDERSTOOD, CheckedClaim, Draft, Filters, Paper, Query, Unresolved, Verified

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
        "none_meets": "No paper has the track or decision that the question asks for.",
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
        "none_meets": "没有论文符合问题所要求的类别或录用形式。",
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
    fit = phrase(query.language, "fit_one" if count == 1 else "fit_many")
    lines = [
        phrase(query.language, "listed", count=count, looked_at=looked_at, fit=fit)
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
        lines = [phrase(query.language, "not_said", title=f"**{first.label}** [{number[first.id]}]")]
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
