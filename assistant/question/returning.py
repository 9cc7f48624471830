"""Text of a question + the conversation → the earlier turn that it goes back to, and what it asks about that turn's papers."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cache
from typing import NamedTuple

from assistant.question.conversation import Exchange
from assistant.question.descriptions import described_words

_LIST = r"(?:papers?|ones|list(?:ing)?|results?|answers?|questions?|topic|works?|set|overview|quer(?:y|ies)|search|turn|stud(?:y|ies))"
_ORDINAL = r"(?P<turn>first|second|third|fourth|original|initial|last|latest|previous)"
_START = r"(?:(?:from|at|in) the (?:very )?(?:start|beginning|outset)|initially|at first|to begin with)"
_SAID = r"(?:listed|gave|showed|mentioned|named|found|had|presented|discussed|talked about|started with|saw|looked at|asked(?: about)?|came up with)"
# Whatever stands before the words that go back: "ok, could we please …".
_LED = r"^\W*(?:(?:ok(?:ay)?|and|so|now|then|well|alright|please|let(?:['’]s| us)|can|could|may|we|you|i|want|would|like|['’]d|to|take|me|us|just|i'd|i['’]ll|right|hm+)\W+)*"
_TO_TURN = re.compile(
    rf"\b(?:the|my|your|our|that) (?:very )?{_ORDINAL} (?:{_LIST}\b(?<!papers)(?<!ones)(?<!paper)(?<!works)(?<!work)(?<!study)(?<!studies))(?! of (?:its|their))"
    r"|第(?P<zh>[一二三四])(?:个|次|轮)?(?:问题|回答|列表|答案|话题)|(?P<zh_last>上一?个)(?:问题|回答|列表|答案|话题)",
    re.I,
)
# "… of the papers in your first list are spotlights" asks about its papers.
_IN_TURN = re.compile(rf"\b(?:in|from|of|on) (?:{_TO_TURN.pattern.partition('|第')[0]})", re.I)
_TO_START = re.compile(rf"\b{_START}\b|\bback to (?:the |our )?(?:very )?(?:start|beginning|top)\b|最初|最开始|一开始|开头|最早", re.I)
_BACK = re.compile(
    rf"{_LED}(?:(?:go(?:ing)?|jump(?:ing)?|get(?:ting)?|com(?:e|ing)|switch(?:ing)?|return(?:ing)?|circl(?:e|ing)) )?(?:back|return(?:ing)?)(?: to\b|\W*$)|回到|返回|回头看|再看一?[下遍]|重新列|再列一[遍次]",
    re.I,
)
_AGAIN = re.compile(
    r"\b(?:show|list|give|display|repeat|print|see)\b[^.?!]*\b(?:again|once more|one more time)\b|\brepeat (?:the|that|your)\b|^\W*(?:the|those|these|your) [^.?!]*\b(?:again|once more)\b",
    re.I,
)
_EARLIER = re.compile(
    rf"\b(?:you|we|i) (?:\w+ )?{_SAID}\b[^.?!]*\b(?:earlier|before|previously|first|{_START})|\b(?:earlier|before|previously|{_START}),? (?:you|we|i) (?:\w+ )?{_SAID}\b"
    rf"|\b(?:the|those|these|your|my)\b[^.?!,]{{0,40}}\b{_LIST}\b(?: \w+){{0,3}}? (?:from )?(?:earlier|before|previously)\b(?! (?:the|they|an?|it)\b)|\b(?:the|those|your|my) earlier (?:\w+ )?{_LIST}\b"
    rf"|\b(?:the|your|those)\b[^.?!]{{0,60}}\b{_LIST}\b[^.?!]{{0,30}}\b{_START}(?:\W|$)|\b(?:the|your) (?:full|whole|complete|entire|original|initial) list\b(?! of)|\b(?:in|from|of) (?:the|your) [\w-]+(?: [\w-]+)?? list\b"
    r"|(?:刚才|之前|先前|前面|早先|最初|最开始|一开始)(?:你|我们|我)?(?:的|列|提到|说|给|问|讲|找)[^，,。？?]*(?:列表|论文|那些|那几篇|结果|文章|问题|回答)|(?:刚才|之前|先前|前面)[^，,。？?]*(?:列表|那份)",
    re.I,
)
_TURNS = {word: n for n, word in enumerate("first second third fourth".split(), 1)} | {digit: n for n, digit in enumerate("一二三四", 1)}
_TURNS |= {"original": 1, "initial": 1, "last": -1, "latest": -1, "previous": -1}
_CLAUSES = re.compile(r"(?<=[.!?;:。！？；：,，])\s*|\s+[–—-]\s+")
_SHOW = re.compile(r"^\W*(?:please |can you |could you |just )*(?:show|list|give|display|repeat|print|再|请|列)\b", re.I)
_ASKS = re.compile(
    r"\b(?:which|what|whats|how|who|why|where|when|does|do|did|is|are|any|compare|summari[sz]e|tell|explain)\b|哪|什么|怎|多少|几|谁|吗|是否",
    re.I,
)
_ONE = re.compile(r"\b(?:one|paper|study|article|work)\b(?! (?:list|quest))|[那这]一?篇", re.I)
_NO_TOPIC = frozenset(
    "list listing back again earlier start beginning first original initial question answer full whole please give gave show showed listed result chat conversation return going before previously let paper".split()
)


class Return(NamedTuple):
    """Words that go back, the turn that they name (from 1, negative from the latest; None where they name none), and what is asked then."""

    words: str
    turn: int | None
    ask: str = ""


def returning(text: str) -> Return | None:
    """How a question goes back to an earlier turn, or None where it does not."""
    clauses = [clause for clause in _CLAUSES.split(text) if clause.strip(" ,.!?，。？！")]
    for at, clause in enumerate(clauses):
        turn = _turn(clause)
        back = _BACK.search(clause)
        if turn is None and not (back or _AGAIN.search(clause) or _EARLIER.search(clause)):
            continue
        if turn is None and back and _ONE.search(clause):
            return None  # "Back to the unlearning one" is a description.
        rest = [each for n, each in enumerate(clauses) if n != at and not (_SHOW.match(each) or _AGAIN.search(each)) and len(each) > 2]
        ask = " ".join(rest) if at == 0 or any(_ASKS.search(each) for each in rest) else ""
        asked_in_it = not back and _ASKS.search(clause) and not _SHOW.match(clause)
        return Return(clause.strip(" ,.!?"), turn, _IN_TURN.sub("", text) if asked_in_it or (ask and at > 0) else ask)
    return None


def _turn(clause: str) -> int | None:
    if named := _TO_TURN.search(clause):
        word = named["turn"] or named["zh"] or "last"
        return _TURNS[word.lower()]
    return 1 if _TO_START.search(clause) and (_BACK.search(clause) or _EARLIER.search(clause) or _AGAIN.search(clause)) else None


def exchange_of(back: Return, exchanges: Sequence[Exchange]) -> Exchange | None:
    """The exchange that is gone back to: by its number, by the words of its question, or the latest other list; None if there is none."""
    if back.turn is not None:
        at = back.turn - 1 if back.turn > 0 else len(exchanges) + back.turn
        return exchanges[at] if 0 <= at < len(exchanges) else None
    words = {word for word in described_words(back.words) if word not in _no_topic()}
    scores = [len(words & set(described_words(exchange.question))) * 2 + (len(exchange.meant) > 1) for exchange in exchanges]
    if words and max(scores) > 1:
        return exchanges[scores.index(max(scores))]
    latest = exchanges[-1].meant
    return next((each for each in reversed(exchanges[:-1]) if len(each.meant) > 1 and set(each.meant) != set(latest)), exchanges[0])


@cache
def _no_topic() -> frozenset[str]:
    return frozenset(stem for word in _NO_TOPIC for stem in described_words(word))
