"""Question → the metadata field by whose values papers are to be counted, where that is all it asks."""

from __future__ import annotations

import re

from assistant.types import Tally

_FIELD = (
    r"(?P<{0}>(?:tracks?|categor(?:y|ies))|(?:decisions?|presentation types?)|years?|(?:venues?|conferences?)|(?:source )?files?|authors?)"
)
_OF_PAPERS = r"(?:papers?|articles|works|abstracts)"
_HERE = r"(?:\s+(?:are there|do you have|do we have|does (?:the|this) (?:corpus|collection) (?:have|hold|contain|cover)|are (?:here|indexed|in (?:the|this) (?:corpus|collection|index))))?"
_IN = r"(?:\s+(?:in|of) (?:the|this) (?:corpus|collection|conference|index|data ?set)|\s+(?:here|in total|altogether|overall))*"
_PATTERNS = tuple(
    re.compile(rf"\W*(?:please\s+)?{pattern}\W*", re.I)
    for pattern in (
        rf"how many {_OF_PAPERS}{_HERE}{_IN}\s+(?:per|by|in each|for each|of each|from each|in every|at each)\s+{_FIELD.format('a')}{_HERE}{_IN}",
        rf"(?:(?:the )?(?:number|count|distribution|breakdown)|counts) of {_OF_PAPERS} (?:per|by|in each|for each|across)\s+{_FIELD.format('b')}{_IN}",
        rf"(?:count(?: the)?\s+)?{_OF_PAPERS} per {_FIELD.format('c')}{_IN}",
        rf"count (?:the |all )?{_OF_PAPERS} by {_FIELD.format('f')}{_IN}",
        rf"(?:which|what) {_FIELD.format('d')}(?: (?:are|is) there| are (?:in the corpus|covered|indexed|here)| do you (?:have|cover)| does (?:the|this) (?:corpus|collection) (?:have|hold|contain|cover)){_IN}",
        r"(?:每个?|各个?)(?P<e>赛道|类别|年份|年|会议|文件|录用形式|决定)(?:分别|各)?(?:都)?有(?:多少|几)篇?(?:论文|文章)?",
    )
)
_TOTAL = re.compile(
    rf"\W*(?:how many {_OF_PAPERS}{_HERE}{_IN}|(?:what is )?the (?:total )?number of {_OF_PAPERS}{_IN}|(?:这里|语料库里?|一共|总共|共)*有(?:多少|几)篇?(?:论文|文章))\W*",
    re.I,
)
_WORDS: tuple[tuple[str, Tally], ...] = (
    ("track|categor|赛道|类别", "track"), ("decision|presentation|录用|决定", "decision"), ("year|年", "year"), ("venue|conference|会议", "venue"),
    ("file|文件", "file"), ("author", "author"),
)  # fmt: skip


def counted_by(text: str) -> Tally | None:
    """The field, `paper` for how many papers there are, or None where the question asks something else."""
    if _TOTAL.fullmatch(text):
        return "paper"
    for pattern in _PATTERNS:
        found = pattern.fullmatch(text)
        if found:
            said = next(group for group in found.groups() if group)
            return next(tally for words, tally in _WORDS if re.search(words, said, re.I))
    return None
