"""A fragment ("and for fairness?") and the questions before it → the whole question that it stands for."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import NamedTuple

from assistant.question.language import has_han, is_chinese
from assistant.types import Paper

_PREPOSITION = r"for|on|in|with|about|of|against|to|under|over|regarding|using"
_FRAGMENT = re.compile(
    rf"^\W*(?:(?:ok(?:ay)?|and|but|so|then|now|also)\b[,\s]*)*(?P<lead>(?:what|how) about|and|also|the same (?:question )?(?:for|but for|with|about)|same (?:question |thing )?(?:for|but for|with|about)|now|then|or)?\s*"
    rf"(?:papers |ones |those |work )?(?:(?P<preposition>{_PREPOSITION})\s+)?(?P<topic>[^?.!]{{2,60}}?)(?: (?:then|instead|too|as well|please))?\W*$",
    re.I,
)
_FRAGMENT_ZH = re.compile(
    r"^(?:那么?|还有|以及|换成|那)?[，,]?(?:关于|对于|针对|在|换成)?(?P<topic>[^，。？?]{1,16}?)(?:方面|上面|领域)?(?:的)?(?:论文|研究|工作)?(?:呢|怎么样|如何)[？?]*$"
)
# "Now decision trees. What's there?" and "and which ones about backdoors?" say no more than "and decision trees?".
_TAG = re.compile(
    r"(?<=\w)[.,;:!?–—-]+\s*(?:what(?:['’]s| is|s)? (?:there|in there|here)|what (?:do|have) (?:you|we) (?:have|got|there)|what about (?:that|those)|anything(?: there)?|any(?: papers)?)\W*$|(?<=呢)[，,]?\s*(?:有哪些|有没有|有吗|有什么)(?:论文|文章|研究)?[？?]*$",
    re.I,
)
_ONES_ABOUT = re.compile(r"(?<=\band )(?:which|what) ones (?:are |is )?(?=(?:about|on|for|with|in|against)\b)", re.I)
_CLAUSE = re.compile(
    r"\b(?:is|are|was|were|does|do|did|has|have|had|can|could|will|would|should|which|what|how|why|who|where|when|use[sd]?|using|it|its|they|them|their|this|that|these|those"
    r"|compare|tell|explain|list|show|give|summari[sz]e|describe|first|second|third|last|others?|both|all|each|me|thanks|thank)\b|[哪什怎谁它这那]|多少|第.[篇个]|是否|前者|后者",
    re.I,
)
_HEAD = re.compile(
    r"^(?P<head>.*?\b(?:stud(?:y|ies|ying)|about|cover(?:s|ing)?|address(?:es|ing)?|investigat(?:e|es|ing)|consider(?:s|ing)?|discuss(?:es|ing)?|deal(?:s|ing)? with|propos(?:e|es|ing)|focus(?:es|ing)? on"
    r"|concern(?:s|ing)?|us(?:e|es|ing)|works? on|tackl(?:e|es|ing)|explor(?:e|es|ing)|analy[sz](?:e|es|ing)|examin(?:e|es|ing)|look(?:s|ing)? at|concerning|regarding|evaluat(?:e|es|ing)|introduc(?:e|es|ing)"
    r"|(?:papers?|works?|research|articles?|studies|anything|methods?|benchmarks?|datasets?|attacks?|defen[cs]es?)(?: is there| are there| do you have| exists?)? (?:on|in|for|with|of|against))\s+)(?P<topic>.+?)(?P<end>\s*[?.!]*)$",
    re.I | re.S,
)
_HEAD_ZH = re.compile(
    r"^(?P<head>.*?(?:哪些|哪几篇|有没有|有什么|列出|所有|找)?(?:论文|文章|工作|研究)?.*?(?:研究|关于|涉及|讨论|针对|使用|提出|分析|用到|讲|做))(?:了)?(?P<topic>.+?)(?P<end>(?:的?(?:论文|文章|工作|研究|问题)?(?:有哪些|吗|呢)?)?[？?。]*)$"
)
_TAIL = re.compile(rf"^(?P<topic>.+?)\s+(?P<preposition>{_PREPOSITION})\s+(?P<tail>(?:(?!\b(?:{_PREPOSITION})\b).)+)$", re.I | re.S)
_MOST_WORDS = 7


class Fragment(NamedTuple):
    """A few words that take another topic into the question before; `led` where "what about" or the like brings them in."""

    topic: str
    preposition: str
    led: str


def fragment(text: str) -> Fragment | None:
    """The topic that a fragment names, or None for what is no fragment."""
    text = _TAG.sub("", _ONES_ABOUT.sub("", text))
    if has_han(text):
        match = _FRAGMENT_ZH.match(text)
        if not match or _CLAUSE.search(match["topic"]):
            return None
        return Fragment(match["topic"], "", "呢")
    match = _FRAGMENT.match(text)
    if not match:
        return None
    topic, preposition, lead = match["topic"].strip(" ,;:"), (match["preposition"] or "").lower(), (match["lead"] or "").lower()
    led = lead or ("and" if re.match(r"^\W*(?:and|but|so|also|then|now)\b", text, re.I) else "")
    if not (led or (preposition and len(topic.split()) <= 4)) or len(topic.split()) > _MOST_WORDS or _CLAUSE.search(topic):
        return None
    return Fragment(topic, preposition, led)


def within(frame: str, part: Fragment) -> str:
    """The question `frame` with the fragment's topic in the place of its own."""
    if is_chinese(frame):
        match = _HEAD_ZH.match(frame)
        return f"{match['head']}{part.topic}{match['end']}" if match else f"{part.topic}：{frame}"
    match = _HEAD.match(frame)
    if not match:
        return f"Which papers are about {part.topic}?"
    tail = _TAIL.match(match["topic"])
    same = tail is not None and (part.preposition == tail["preposition"].lower() or (not part.preposition and "about" in part.led))
    if tail is not None and same:
        return f"{match['head']}{tail['topic']} {tail['preposition']} {part.topic}{match['end']}"
    return f"{match['head']}{part.topic}{match['end']}"


def about_paper(frame: str, paper: Paper, before: Sequence[Paper], references: Sequence[str] = ()) -> str:
    """The question `frame` put to `paper` instead of to one of `before` that it names, or that its `references` mean."""
    for words in references:
        if words in frame:
            return frame.replace(words, short(paper), 1)
    for other in before:
        for name in sorted({*other.names, other.label, other.label.split(":")[0]}, key=len, reverse=True):
            if name and re.search(rf"(?<!\w){re.escape(name)}(?!\w)", frame, re.I):
                return re.sub(rf"(?<!\w){re.escape(name)}(?!\w)", lambda _: short(paper), frame, count=1, flags=re.I)
    return f"{frame} ({paper.label})"


def short(paper: Paper) -> str:
    """What a paper is called in a sentence: its method's name where the title begins with it, else the title."""
    start = paper.label.split(":")[0].strip()
    return start if start in paper.names else paper.label
