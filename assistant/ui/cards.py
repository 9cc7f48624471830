"""The sources of an answer → HTML cards: title, authors, where it appeared, links, the abstract with the quotes highlighted."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence

from assistant.export.rows import percent
from assistant.types import Answer, Citation, CitedPaper, Paper, Status
from assistant.ui.markup import arxiv_address, escape, link, typeset

_VERDICTS: dict[Status, str] = {"supported": "supported", "partial": "partly supported", "unsupported": "not supported"}


def cards(answer: Answer) -> str:
    """HTML of the answer's sources in the order of their numbers; empty where it has none."""
    apart = {source.n for source in answer.borderline}
    sources = sorted((*answer.papers, *answer.borderline), key=lambda source: source.n)
    return "".join(
        _card(source, [c for c in answer.citations if c.n == source.n], answer, borderline=source.n in apart and not answer.abstained)
        for source in sources
    )


def highlighted(abstract: str, citations: Iterable[Citation]) -> str:
    """HTML of an abstract with each cited range `abstract[start:end]` in a `<mark>`; ranges that overlap are one."""
    ranges = _merged(citations, len(abstract))
    boundaries = frozenset(edge for start, end, _ in ranges for edge in (start, end))
    parts: list[str] = []
    position = 0
    for start, end, status in ranges:
        parts.append(typeset(abstract, position, start, boundaries))
        quote = typeset(abstract, start, end, boundaries)
        parts.append(f'<mark class="{status} from-{start} to-{end}">{quote}</mark>')
        position = end
    parts.append(typeset(abstract, position, len(abstract), boundaries))
    return "".join(parts)


def _merged(citations: Iterable[Citation], length: int) -> list[tuple[int, int, str]]:
    merged: list[tuple[int, int, str]] = []
    for citation in sorted(citations, key=lambda c: (c.start, c.end)):
        start, end = max(0, citation.start), min(length, citation.end)
        if start >= end:
            continue
        if merged and start < merged[-1][1]:
            merged[-1] = (merged[-1][0], max(end, merged[-1][1]), merged[-1][2])
        else:
            merged.append((start, end, citation.status))
    return merged


def _card(source: CitedPaper, citations: Sequence[Citation], answer: Answer, *, borderline: bool) -> str:
    paper = source.paper
    authors = f'<span class="authors">{escape(_authors(paper))}</span>' if paper.authors else ""
    return (
        f'<details class="card">'
        f'<summary><span class="number">{source.n}</span><span class="heading">'
        f'<span class="title">{typeset(paper.label)}</span>{authors}<span class="facts">{_facts(paper, citations, borderline)}</span>'
        f"</span></summary>"
        f'<div class="body">{_reason(source, citations, answer, borderline)}'
        f'<p class="abstract" dir="auto">{highlighted(paper.abstract, citations)}</p>{_links(paper)}</div>'
        f"</details>"
    )


def _reason(source: CitedPaper, citations: Sequence[Citation], answer: Answer, borderline: bool) -> str:
    """Why the paper is among the sources, and what the check of its quotes found."""
    if answer.abstained:
        why = "It is one of the nearest papers, but does not answer"
    elif borderline:
        why = "It may fit: the answer shows it apart"
    elif answer.kind == "list":
        why = "It fits what was asked"
    else:
        why = "It is quoted in the answer"
    return f'<p class="reason">{why} (relevance {percent(source.score)}). {_verdict(citations)}</p>'


def _verdict(citations: Sequence[Citation]) -> str:
    quotes = {(citation.start, citation.end): citation.status for citation in citations}
    if not quotes:
        return "Nothing of it is quoted."
    if len(quotes) == 1:
        return f"Check: the quote is an exact piece of the abstract, and its statement is {_VERDICTS[next(iter(quotes.values()))]}."
    counted = Counter(quotes.values())
    found = ", ".join(f"{counted[status]} {words}" for status, words in _VERDICTS.items() if counted[status])
    return f"Check: all {len(quotes)} quotes are exact pieces of the abstract; statements: {found}."


def _authors(paper: Paper) -> str:
    return ", ".join(paper.authors)


def _facts(paper: Paper, citations: Sequence[Citation], borderline: bool) -> str:
    """Track, decision, venue and year as they are known; then how the answer uses the paper."""
    where = " ".join(part for part in (paper.venue, str(paper.year or "")) if part)
    known = [fact for fact in (where, paper.track, paper.decision) if fact]
    quotes = len({(citation.start, citation.end) for citation in citations})
    use = [f"{quotes} quote{'s' if quotes > 1 else ''}"] if quotes else []
    facts = "".join(f'<span class="fact">{escape(fact)}</span>' for fact in known)
    facts += '<span class="fact doubtful">borderline</span>' if borderline else ""
    return facts + "".join(f'<span class="use">{text}</span>' for text in use)


def _links(paper: Paper) -> str:
    links = [
        link(paper.url, _page_name(_host(paper.url))) if link(paper.url, "") else "",
        link(arxiv_address(paper.arxiv), "arXiv") if arxiv_address(paper.arxiv) else "",
    ]
    shown = "".join(item for item in links if item)
    where = f"{escape(paper.source.file)}, paper {paper.source.n}"
    ask = f'<button type="button" class="about" value="{escape(paper.id)}">Ask about this paper</button>'
    like = f'<button type="button" class="like" value="{escape(paper.id)}">More like this</button>'
    return f'<p class="links">{shown}<span class="file">{where}</span></p><p class="links">{ask}{like}</p>'


def _page_name(host: str) -> str:
    return "OpenReview" if host == "openreview.net" else f"Paper page<span class='away'> ({escape(host)})</span>"


def _host(address: str) -> str:
    return address.split("/")[2] if address.count("/") >= 2 else address
