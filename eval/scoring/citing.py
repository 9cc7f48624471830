"""An answer's statements and their citations → citation recall and precision as in ALCE (Gao et al. 2023), with the checker as judge."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from assistant.citations import support
from assistant.wiring import bundled_checker

from ..gold.corpus import Corpus
from ..records import AnswerRecord, Quote, Statement
from .judging import is_valid

Supports = Callable[[str, Sequence[Quote], Corpus], bool]


def supported_by(statement: str, quotes: Sequence[Quote], corpus: Corpus) -> bool:
    """Whether the quotes together support the statement, by the checker that also decides what is shown."""
    said, text = " ".join(statement.split()), " ".join(" ".join(quote.quote.split()) for quote in quotes)
    papers = [corpus.papers[quote.paper] for quote in quotes]
    # A short sentence says too little for the checker to judge it, but a copy needs no judge.
    context = [part for paper in papers for part in (paper.label, paper.abstract)]
    return said in text or support(said, text, context, bundled_checker()) == "supported"


def citation_metrics(record: AnswerRecord, corpus: Corpus, supports: Supports = supported_by) -> dict[str, float]:
    """`citation_recall` and `citation_precision` of one answer; nothing where it refused or says nothing.

    Recall: share of the statements that their citations together support. Precision: share of the citations that are needed;
    a citation is not where its statement is not supported, or where it alone does not support it and the others
    do without it. Invalid quotes support nothing; they and markers that name no source are citations that are not needed.
    """
    if record.abstained or not record.claims:
        return {}
    recalled, needed, cited = [], 0, 0
    for claim in record.claims:
        quotes = [record.citations[position] for position in claim.cites]
        valid = [quote for quote in quotes if is_valid(quote, corpus)]
        cited += len(quotes) + claim.out_of_range
        if not claim.text:
            continue
        recalled.append(bool(valid) and supports(claim.text, valid, corpus))
        if recalled[-1]:
            needed += sum(_is_needed(claim, valid, position, corpus, supports) for position in range(len(valid)))
    values = {"citation_recall": sum(recalled) / len(recalled)} if recalled else {}
    if cited:
        values["citation_precision"] = needed / cited
    return values


def _is_needed(claim: Statement, quotes: Sequence[Quote], position: int, corpus: Corpus, supports: Supports) -> bool:
    rest = [quote for other, quote in enumerate(quotes) if other != position]
    return supports(claim.text, [quotes[position]], corpus) or not rest or not supports(claim.text, rest, corpus)
