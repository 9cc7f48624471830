"""Words of a question → where it says by whom the papers shall be."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from assistant.question.known import KnownPapers
from assistant.question.mentions import PAPERS, PRESENTED, Mention
from assistant.types import Condition

_HEADS = rf"(?:{PAPERS}|{PRESENTED}|ones|those|anything|everything|something|stuff)"
_WROTE = r"(?:co-?)?(?:written|authored|penned)"
_SOMEONE = r"(?:(?:the\s+)?(?:authors?|researchers?|someone|somebody|anyone|a\s+person|people|a\s+researcher|an\s+author)\s+)?(?P<named>(?:named|called)\s+)?"
_WRITE = r"(?:co-?)?(?:writ\w+|author\w*|publish\w*|propos\w+|say|contribut\w+|present\w*|argue\w*|introduc\w+|work|find|found|stud\w+|show\w*|do|have|report)"
_LETTER = r"[^\W\d_\u3400-\u9fff]"
_REST_OF_WORD = rf"{_LETTER}*(?:[-'’]{_LETTER}+)*\.?"
_NAME_WORD = rf"\(?{_LETTER}{_REST_OF_WORD}\)?"
_UNKNOWN = re.compile(rf"(?:[A-Z]{_REST_OF_WORD}\s+){{1,3}}[A-Z][a-zà-ž'’-]{{2,}}")
_UNKNOWN_SURNAME = re.compile(r"[A-Z][a-zà-ž]{5,}")
_MOST_WORDS = 6
_ET_AL = re.compile(r",?\s*(?:et\.?\s+al\b\.?|and (?:colleagues|co-?authors|others|coworkers)\b|等人)", re.I)
_AND = re.compile(r"\s*(?:,?\s*\b(?:and|or)\b|,|&|和|或|与)\s*(?:by\s+)?", re.I)
# Before a name, and what it takes after it.
_BY = re.compile(
    rf"(?:\b{_HEADS}\s+(?:(?:that|which)\s+)?(?:(?:is|are|was|were)\s+)?(?:not\s+)?(?:(?:{_WROTE}|published|presented)\s+)?|\b{_WROTE}\s+|^\W*|\b(?:not|except|and|or|but)\s+)(?P<from>by\s+){_SOMEONE}",
    re.I,
)
_BY_LATER = re.compile(rf"(?<!\wed )(?<!\wen )\b(?P<from>by\s+){_SOMEONE}", re.I)
_DID = re.compile(rf"\b(?P<from>(?:did|does|do|has|have)\s+){_SOMEONE}", re.I)
_LABEL = re.compile(
    r"(?P<from>\b(?:with\s+)?(?:co-?)?authors?\s*(?:is|are|=|:|include|including|named|called)?\s+)(?P<named>)|(?P<from2>(?:作者(?:是|为|叫|名为|：|:|包括|有)?|由)\s*)(?P<named2>)",
    re.I,
)
_STARTS = re.compile(r"(?P<from>^\W*)(?P<named>)")
_ENDS = re.compile(
    r"\W*$|\s*[?.!;,)]|\s+(?:on|about|that|which|who|and|or|but|from|in|at|since|before|after|between|with|for|to|not|except|is|are|was|were|do|does|did|there|regarding"
    r"|concerning|have|has|exist|please|published|presented|accepted|of|other)\b|\s*[\u3400-\u9fff]",
    re.I,
)
# Surnames that are words as well.
_WORDS = frozenset(
    "long young main he will may park rich brown white black green gray grey small sharp price field bell hill king page rice stone wood wise best strong short swift day"
    " love hope bright little large deep fast moon star sun rain frost snow lake rivers banks cook baker hunter mason law case chance new old low high first last good an or"
    " so do see no on in can man men song you me use way fan ma mi yes lay son to be bo kim su sim ong fok mu may lan mai tan dan the this that a as it is at all any him her"
    " us them anyone someone people human machine model design default hand nature adversaries".split()
)


class _Names(NamedTuple):
    end: int
    conditions: tuple[Condition, ...]


def people(text: str, known: KnownPapers) -> Iterator[Mention]:
    """Mentions of authors: only names that authors of the corpus have, and full names of others where nothing else can be meant."""
    for pattern, asks, strict in (
        (_BY, "", False),
        (_BY_LATER, "", True),
        (_DID, rf"\s+(?:ever\s+|also\s+)?{_WRITE}\b", False),
        (_LABEL, "", False),
    ):
        for found in pattern.finditer(text):
            start = next(place for place in (found.start(name) for name in ("from", "from2") if name in found.re.groupindex) if place >= 0)
            if strict and not re.search(rf"\b{_HEADS}\b", text[:start], re.I):
                continue
            # "someone named Jane" has a given name.
            read = _read(text, found.end(), known, given=bool(found.group("named")), asks=asks, strict=strict)
            if read:
                yield Mention(start, read.end, read.conditions)
    for found in _ANY_NAME.finditer(text):
        yield from _named_before(text, found.start(), known)
    if known.authors.full(text.strip(" ?.!")):
        yield Mention(0, len(text), _conditions([text.strip(" ?.!")], known, alternatives=False))
    for name in known.authors.unspaced:
        if name in text:
            for found in re.finditer(
                rf"(?:作者(?:是|为|叫)?|由)?{name}(?:等人?)?(?:所?(?:写|撰写|发表|合著)的?|的(?=论文|文章|工作|研究)|(?=写|发表)|(?=$|[?？]))",
                text,
            ):
                yield Mention(*found.span(), (Condition("author", (name,)),))


_ANY_NAME = re.compile(rf"(?<![\w'’.-])(?={_NAME_WORD})")
_OWNS = re.compile(rf"(?:['’]s?\s+(?=(?:[\w-]+\s+)?{_HEADS}\b)|(?=\s+wrote\b|\s+authored\b))", re.I)
_AS_AUTHOR = re.compile(r"\s+as\s+(?:an?\s+|one of the\s+)?(?:co-?)?authors?\b", re.I)
_OWNS_ZH = re.compile(
    r"\s*(?:等人?)?(?:所)?(?:写|撰写|发表|提出|合著|参与)?(?:过|了)?的?(?=\s*(?:哪些|什么|多少|几篇)?\s*(?:论文|文章|工作|研究))|\s*(?:在|于)?(?=\s*(?:19|20)\d\d\s*年)",
    re.I,
)


def _named_before(text: str, start: int, known: KnownPapers) -> Iterator[Mention]:
    """A name whose mark stands behind it: "Doe's papers", "Doe et al. on …" at the start, "Jane Doe papers"."""
    for end in _ends(text, start):
        name, after = text[start:end], text[end:]
        possessive = re.sub(r"['’]s?$", "", name)
        authors = known.authors.called(possessive)
        if not authors or (not name[:1].isupper() and len(name.split()) < 2):
            continue
        owned = _OWNS.match(text, start + len(possessive))
        led = re.search(r"(?:^\W*|\b(?:by|from|did|does|has|have|papers? of|works? of|what|which)\s+)$", text[:start], re.I)
        et_al = _ET_AL.match(text, end)
        if et_al and led:
            yield Mention(start, et_al.end(), _conditions([possessive], known, alternatives=False))
        elif owned and (len(possessive.split()) > 1 or possessive.lower() not in _WORDS):
            yield Mention(start, owned.end(), _conditions([possessive], known, alternatives=False))
        elif re.search(r"\bwith\s+$", text[:start], re.I) and (role := _AS_AUTHOR.match(text, end)):
            yield Mention(text[:start].rstrip().rfind(" ") + 1, role.end(), _conditions([possessive], known, alternatives=False))
        elif known.authors.full(possessive) and re.match(
            rf"\s+{_HEADS}\b" if text[:start].strip() else rf"\s+(?:{_HEADS}|on|about)\b", after, re.I
        ):
            yield Mention(start, end, _conditions([possessive], known, alternatives=False))
        elif (full := known.authors.full(possessive)) and re.search(rf"\b{_HEADS}\s+(?P<of>of|from|with)\s+$", text[:start], re.I):
            yield Mention(text[:start].rstrip().rfind(" ") + 1, end, _conditions([possessive], known, alternatives=not full))
        elif re.search(r"[\u3400-\u9fff]", text) and (owned := _OWNS_ZH.match(text, end)):
            yield Mention(start, owned.end(), _conditions([possessive], known, alternatives=False))
        else:
            continue
        return


def _ends(text: str, start: int) -> list[int]:
    """Where a name that starts at `start` may end, the longest first."""
    ends = []
    at = start
    for _ in range(_MOST_WORDS):
        word = re.compile(_NAME_WORD).match(text, at)
        if not word:
            break
        ends.append(word.end() - (1 if word.group().endswith(".") and len(word.group()) > 3 else 0))
        at = word.end()
        gap = re.compile(r"[ ,]\s*").match(text, at) if "," in text[at : at + 1] else re.compile(r" +").match(text, at)
        if not gap:
            break
        at = gap.end()
    return ends[::-1]


def _read(text: str, start: int, known: KnownPapers, *, given: bool, asks: str, strict: bool) -> _Names | None:
    """The names that stand at `start`, with "and" or "or" between them."""
    names: list[str] = []
    at, end, either = start, start, False
    while name := _name(text, at, known, given=given, asks=asks, strict=strict):
        names.append(name)
        end = at + len(name)
        et_al = _ET_AL.match(text, end)
        end = et_al.end() if et_al else end
        joint = _AND.match(text, end)
        if not joint:
            break
        either = either or "or" in joint.group().lower() or "或" in joint.group()
        at = joint.end()
    return _Names(end, _conditions(names, known, alternatives=either, given=given)) if names else None


def _name(text: str, start: int, known: KnownPapers, *, given: bool, asks: str, strict: bool) -> str:
    for end in _ends(text, start):
        name = text[start:end]
        if not known.authors.called(name, given=given):
            continue
        et_al = _ET_AL.match(text, end)
        after = text[et_al.end() if et_al else end :]
        if asks and not re.match(rf"(?:{_AND.pattern}[^?]{{2,40}}?)?{asks}", after, re.I):
            continue
        if len(name.split()) > 1 or et_al or asks:
            return name
        common = name.lower() in _WORDS or known.is_word(name)
        if name[:1].isupper() and not common and not strict:
            return name
        if _ENDS.match(after) and (name[:1].isupper() or not common):
            return name
    unknown = _UNKNOWN.match(text, start)
    if unknown and not strict and not re.search(r"[A-Z]{2}", unknown.group()):
        after = text[unknown.end() :]
        if re.match(asks, after, re.I) if asks else re.match(r"\W*$", after):
            return unknown.group()
    spelt = _UNKNOWN_SURNAME.match(text, start)
    if spelt and not strict and re.match(asks or r"\W*$", text[spelt.end() :], re.I) and known.authors.nearest(spelt.group(), 1):
        return spelt.group()
    return ""


def _conditions(names: list[str], known: KnownPapers, *, alternatives: bool, given: bool = False) -> tuple[Condition, ...]:
    """Each name as a condition, or all as one where any of them will do."""
    each = [Condition("author", known.authors.called(name, given=given) or (name,), said=name) for name in names]
    if not alternatives:
        return tuple(each)
    values = tuple(dict.fromkeys(value for condition in each for value in condition.values))
    return (Condition("author", values, said=" or ".join(condition.said for condition in each)),)
