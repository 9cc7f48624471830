"""Words of a question → where it says of which years the papers shall be; a year of something else is none."""

from __future__ import annotations

import re
from collections.abc import Iterator

from assistant.question.known import KnownPapers
from assistant.question.mentions import PAPERS, PRESENTED, YEAR, Mention
from assistant.types import Condition

_HEADS = rf"(?:{PAPERS}|{PRESENTED}|ones|those|anything|everything|stuff)"
_DONE = r"(?:published|written|released|accepted|presented|appear\w*|dated|came out|come out|out)"
_LATER = r"(?:since|starting (?:in|from)|no earlier than|as of)"
_AFTER = r"(?:after|later than|newer than|more recent than|past)"
_BEFORE = r"(?:before|prior to|earlier than|older than)"
_UNTIL = r"(?:until|till|up to|through|no later than)"
_TO = r"\s*(?:-|–|—|~|\bto\b|\bthrough\b|\buntil\b|\btill\b|\band\b)\s*"
_LIST = rf"{YEAR}(?:\s*(?:,|/|&|\bor\b|\band\b)\s*(?:or\s+|and\s+)?{YEAR})*"
_PHRASE = re.compile(
    rf"\b(?P<done>{_DONE}\s+)?(?:(?P<between>between|from)\s+(?P<first>{YEAR}){_TO}(?P<last>{YEAR})"
    rf"|(?:in|from|during)\s+(?P<start>(?:19|20)\d\d)\s*(?:-|–|—|~)\s*(?P<stop>(?:19|20)\d\d)(?!\d)"
    rf"|(?P<how>in|from|of|during|{_LATER}|{_AFTER}|{_BEFORE}|{_UNTIL})\s+(?:the\s+)?(?:years?\s+)?(?P<years>{_LIST})"
    r"(?:\s+(?P<open>onwards?|on(?=\W*$)|(?:or|and) (?:later|newer|after|onwards?)|(?:or|and) (?:earlier|older|before))(?![\w-]))?)",
    re.I,
)
_BARE = re.compile(rf"(?P<first>(?:19|20)\d\d)\s*(?:-|–|—)\s*(?P<last>(?:19|20)\d\d)(?!\d)|(?P<years>{_LIST})", re.I)
# What takes a year before it or after it: of which year it is, and not the paper.
_OTHER = (
    r"(?:elections?|data\w*|samples?|census|cris[ie]s|crash|pandemic|games|olympics|cup|season|edition|budget|images?|tokens?|examples?|points?|steps?|users?|recordings?"
    r"|participants|patients|tweets|posts|surveys?|war|wave|outbreak|tasks?|videos?|sentences|questions|prices|news|texts?|records?|logs|models?|corpora|corpus|events?|iterations|nodes)"
)
_ENDS = re.compile(r"\s*(?:[?.!;,)]|$|(?:and|or|but|that|which|with|by|at|about|on|except|not|there|exist)\b)", re.I)
_OPENS = re.compile(
    r"(?:^\W*|\b(?:which|what|list|show|give|me|us|find|any|all|the|how many|are|were|is|other|only|not|non-?|except|excluding|and|or|our|your)\s*[(]?\s*)$",
    re.I,
)
_PAPERS_ZH = r"(?:论文|文章|工作|研究(?!数据)|paper|口头|聚光|海报|立场|作者)"
_ZH = re.compile(
    r"(?:(?P<verb>发表于|发表在|出版于|来自|自从|自|从|在|于)\s*)?(?P<first>(?<!\d)(?:19|20)\d\d)\s*年?\s*(?:(?:到|至|-|–|—|~|和|与)\s*(?P<last>(?:19|20)\d\d)\s*年?\s*(?:之间|间|期间)?)?"
    r"(?P<open>及以后|及以前|以来|至今|起|之后|以后|后|之前|以前|前)?\s*(?P<done>(?:所)?(?:发表|出版|录用|接收|发布))?(?:的)?(?=(?P<after>.?.?.?.?.?))"
)
_AFTER_ZH = re.compile(rf"\s*(?:{_PAPERS_ZH}|哪些|有哪|有什么|有多少|有几|有没|多少|几篇|以外|之外|外|[?？。，,、]|和|或|$)")


def years(text: str, known: KnownPapers) -> Iterator[Mention]:
    """Mentions of the papers' years."""
    for found in _PHRASE.finditer(text):
        if _is_of_papers(found, text, known):
            yield Mention(*found.span(), (Condition("year", _values(found)),))
        elif not re.match(rf"\s*{_OTHER}\b", text[found.end() :], re.I):
            yield Mention(*found.span(), (Condition("year", _values(found)),), shy=True)
    for found in _BARE.finditer(text):
        before, after = text[: found.start()], text[found.end() :]
        headed = re.match(rf"\s+(?:[\w-]+\s+track\s+|position\s+)?{_HEADS}\b", after, re.I)
        denied = re.search(r"\b(?:not|except|excluding|other than|besides)\s+(?:for\s+|the\s+)?$", before, re.I) and _ENDS.match(after)
        labelled = re.search(r"\byears?\s*(?:is|=|:)\s*$", before, re.I)
        if (headed and _OPENS.search(before)) or denied or labelled:
            yield Mention(*found.span(), (Condition("year", _values(found)),))
        elif not re.match(rf"\s*(?:[\w-]+\s+)?{_OTHER}\b", after, re.I):
            yield Mention(*found.span(), (Condition("year", _values(found)),), shy=True)
    yield from _chinese(text)


def _is_of_papers(found: re.Match[str], text: str, known: KnownPapers) -> bool:
    before, after = text[: found.start()], text[found.end() :]
    if re.match(rf"\s*(?:[\w.]+\s+)?{_OTHER}\b", after, re.I) and not re.match(r"\s+(?:about|on|with|that|which|using|for)\b", after, re.I):
        return False
    if re.search(rf"\b{_HEADS}\s*(?:(?:that|which)\s+)?(?:(?:is|are|was|were)\s+)?(?:only\s+)?$", before, re.I) or found.group("done"):
        return bool(re.search(rf"\b{_HEADS}\b", before, re.I)) or not before.strip()
    asked = re.search(rf"\b{_HEADS}\b", text, re.I)
    if not asked:
        return False
    if not before.strip():
        return bool(re.match(r"\s*(?:,|which|what|how|are|were|is|list|show)", after, re.I))
    if re.search(r"\b(?:is|are|was|were|not|except|excluding|than|but)\s+(?:the ones\s+|those\s+)?$", before, re.I):
        return True
    if re.search(rf"\b{_OTHER}\s*$", before, re.I) or not _ENDS.match(after) or asked.start() > found.start():
        return False
    strict = (found.group("how") or "from").lower() not in ("in", "of", "during")
    return strict or not {value for value in _values(found) if "-" not in value}.isdisjoint(known.values("year"))


def _values(found: re.Match[str]) -> tuple[str, ...]:
    part = found.groupdict()
    first, last = part.get("first") or part.get("start"), part.get("last") or part.get("stop")
    if first and last:
        return ("-".join(sorted((first, last))),)
    stated = re.findall(r"\d{4}", part["years"])
    how, opened = (part.get("how") or "").lower(), (part.get("open") or "").lower()
    low, high = int(min(stated)), int(max(stated))
    if re.search("later|newer|after|on", opened):
        return (f"{low}-",)
    if opened:
        return (f"-{high}",)
    for pattern, value in ((_LATER, f"{low}-"), (_AFTER, f"{high + 1}-"), (_BEFORE, f"-{low - 1}"), (_UNTIL, f"-{high}")):
        if re.fullmatch(pattern, how, re.I):
            return (value,)
    return tuple(dict.fromkeys(stated))


def _chinese(text: str) -> Iterator[Mention]:
    if not re.search(r"[\u3400-\u9fff]", text):
        return
    for found in _ZH.finditer(text):
        part = found.groupdict()
        after = text[found.end() :]
        told = re.match(r"\s*(?:关于|有关|研究|讨论|涉及|与)(?=.*(?:论文|文章|工作))", after)
        if not (part["done"] or part["verb"] == "发表于" or told or _AFTER_ZH.match(after) or re.match(r"\s*[A-Z][A-Za-z]+[A-Z]", after)):
            continue
        first, last, opened = int(part["first"]), part["last"], part["open"] or ""
        if last:
            joined = re.search(r"\d年?\s*[和与]\s*\d", found.group())
            values = (part["first"], last) if joined and "间" not in found.group() else (f"{first}-{last}",)
        elif opened in ("以来", "至今", "起", "及以后"):
            values = (f"{first}-",)
        elif opened in ("之后", "以后", "后"):
            values = (f"{first + 1}-",)
        elif opened:
            values = (f"-{first if opened == '及以前' else first - 1}",)
        else:
            values = (part["first"],)
        yield Mention(*found.span(), (Condition("year", values),))
