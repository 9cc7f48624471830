"""Words of a question → conditions on the papers' metadata, and what is left of the question without them."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from typing import NamedTuple

from assistant.question.known import KnownPapers
from assistant.question.mentions import LISTING, PAPERS, Mention, any_of, decisions, files, tracks, venues
from assistant.question.people import people
from assistant.question.years import years
from assistant.types import Condition, Filters

_READERS: tuple[Callable[[str, KnownPapers], Iterator[Mention]], ...] = (files, people, venues, decisions, tracks, years)
_EXCEPTION = r"(?:except(?:ing)?(?: for)?|excluding|excludes?|other than|besides|apart from|outside(?: of)?|without|neither|nor|rather than|instead of|minus)"
_NOT = re.compile(
    rf"(?:\b(?:but\s+)?(?:not|(?:is|are|was|were|did|do|does)n['’]?t|{_EXCEPTION})|\bnon|[,;]\s*no|\bbut no)[\s-]*"
    r"(?:(?:the|a|an|any|those|ones?|that|which|are|is|were|was|in|at|from|by|accepted|published|presented|written|authored|as|being|of|all|years?|tracks?|venues?|to|papers?|works?)[\s-]+)*$"
    r"|(?:不是|并非|除了?|排除|不包括|不含|不在|不属于|(?<!有)没有|非)\s*(?:由|在|来自|发表于|于|被|作为|录用为|属于)?\s*$",
    re.I,
)
_NAMES_PAPERS = re.compile(rf"\b{PAPERS}\b|论文|文章", re.I)
_AFTER_ZH = re.compile(r"\s*(?:的?(?:论文|文章)?\s*(?:以外|之外|外)的?)")
_ASKING = re.compile(
    r"\b(?:which|what|list|show|give|me|all|the|of|are|is|were|was|there|any|papers?|please|pls|find|every|presentations?|talks?|accepted|as|here|in|this|do|does|did|you|have|has|had"
    r"|works?|articles?|publications?|how|many|much|number|count|total|to|for|us|name|named|called|titles?|corpus|collection|data ?set|conference|tracks?|venues?|files?|neurips|2025|a|an"
    r"|who|wrote|write|writes|written|(?:co-?)?authored|authors?|co-?authors?|publish(?:ed)?|present(?:ed)?|appear(?:ed|ing)?|released|someone|somebody|people|person|by|at|from|with|and|or|but|not"
    r"|only|both|either|neither|nor|also|that|those|these|ones?|it|i|we|can|could|would|like|want|see|tell|get|got|display|exist(?:s|ing)?|your|year|years|decisions?|contribut(?:ed|e)|together"
    r"|other|than|except|then|be|been|being|its|selected|chosen|ever|everything|anything|stuff|things?|submissions?|abstracts?|studies|research|submitted)\b"
    r"|\b(?:about|on)\b(?=\W*$)|哪些|哪几|论文|文章|工作|研究(?=[?？]|$)|是|有|列出|列举|所有|全部|的|请|给我|找出|一共|总共|共|多少|几|篇|写|了|过|发表|作者|在|中|里|上|都|被|录用|为|接收|收录|会议|以及|和|或者|或"
    r"|吗|呢|由|什么|我|想|看|不|没|年|名|叫|人|那些|哪|以外|之外|外|类|报告|展示|属于|文件|来自",
    re.I,
)
_CONTENT = re.compile(r"[^\W\d_]{2,}|[\u4e00-\u9fff]")
_DANGLING = re.compile(r"\s+(?:(?:that|which|who)\s+(?:are|is|were|was)|(?:are|is|were|was)|and|or|but|by|from|in|at|nor)(?=\W*$)", re.I)
# "Is DiffBreak a spotlight?" asks for no papers.
_ASKS_WHETHER = re.compile(r"^\W*(?:is|was|are|were)\s+(?!there\b|any\b)", re.I)


class ReadFilters(NamedTuple):
    """The conditions, and what is left of the question without the words that set them."""

    filters: Filters
    rest: str


class _Unit(NamedTuple):
    """Mentions that are one condition together, and how the unit stands to the one before it."""

    conditions: tuple[Condition, ...]
    head: bool
    excluded: bool
    joint: str
    beside: bool


def read_filters(text: str, known: KnownPapers) -> ReadFilters:
    """Conditions on metadata that the question's words set."""
    if _ASKS_WHETHER.search(text) and known.mentioned(text):
        return ReadFilters(Filters(), text)
    mentions = _accepted(text, (mention for reader in _READERS for mention in reader(text, known)))
    if not mentions:
        return ReadFilters(Filters(), text)
    units, cuts = _units(text, mentions)
    rest = text
    first = next((mention for mention in mentions if mention.head), None)
    for (start, end), mention in reversed(list(zip(cuts, mentions, strict=True))):
        # "papers" keeps the sentence readable for the encoders, and asks for nothing more.
        needed = mention is first and not _NAMES_PAPERS.search(text[:start])
        rest = f"{rest[:start]} {'papers' if needed else ''} {rest[end:]}"
    rest = re.sub(r"\b(papers)(?:[\s,]*(?:and|or|,)?\s*papers\b)+", r"\1", " ".join(rest.split()), flags=re.I)
    rest = re.sub(r"\s+([?.!,;])", r"\1", _DANGLING.sub("", rest))
    return ReadFilters(_combined(units), rest.strip(" ,;"))


def says_nothing_else(rest: str) -> bool:
    """Whether a question without its filter words only asks for papers."""
    return not _CONTENT.search(_ASKING.sub(" ", rest))


def _accepted(text: str, mentions: Iterable[Mention]) -> list[Mention]:
    """In order, without those inside others; shy ones only beside one that is certain."""
    merged: dict[tuple[int, int], Mention] = {}
    for mention in mentions:
        same = merged.get(mention[:2])
        if same is None or (same.shy and not mention.shy):
            merged[mention[:2]] = mention
        elif (
            not mention.shy
            and len(same.conditions) == len(mention.conditions) == 1
            and same.conditions[0].field == mention.conditions[0].field
        ):
            merged[mention[:2]] = same._replace(conditions=(any_of(same.conditions[0].field, (same, mention)),))
    sure: list[Mention] = []
    for mention in sorted(merged.values(), key=lambda m: (m.shy, m.start - m.end, m.start)):
        if mention.shy or any(mention.start < other.end and other.start < mention.end for other in sure):
            continue
        sure.append(mention)
    waiting = sorted((m for m in merged.values() if m.shy), key=lambda m: (m.start - m.end, m.start))
    grown = True
    while grown:
        grown = False
        for mention in waiting:
            clear = not any(mention.start < other.end and other.start < mention.end for other in sure)
            if clear and any(_beside(text, mention, other) for other in sure):
                sure.append(mention)
                grown = True
    return sorted(sure)


def _beside(text: str, one: Mention, other: Mention) -> bool:
    first, second = sorted((one, other))
    return bool(LISTING.fullmatch(text, first.end, second.start))


def _units(text: str, mentions: list[Mention]) -> tuple[list[_Unit], list[tuple[int, int]]]:
    """Listed values of one field become one unit; also the stretches of words that set the conditions."""
    units: list[_Unit] = []
    cuts: list[tuple[int, int]] = []
    end = 0
    for mention in mentions:
        between = text[end : mention.start]
        negation = _NOT.search(between)
        listed = bool(cuts) and bool(LISTING.fullmatch(between if not negation else between[: negation.start()]))
        before = units[-1] if units else None
        word = re.search(r"\b(and|or|nor)\b|或|和|与|及", between, re.I)
        joint = "" if not cuts or not word else "or" if word.group().lower() in ("or", "nor", "或") else "and"
        joint = joint or ("and" if listed and re.search(r"[,、/&，]", between) else "")
        if re.fullmatch(rf"\s*{PAPERS}\s+(?:and|or)\s+(?:the\s+)?", between, re.I) and mention.conditions[0].field != "author":
            joint = "or"  # "ICML papers and NeurIPS spotlights"
        excluded = bool(negation)
        if before and before.excluded and not negation and listed and joint:
            # "not spotlights or orals", "except spotlights and position papers", but "not orals and from 2024"
            excluded = _field(before) == mention.conditions[0].field or joint == "or" or (before.head and mention.head)
        if before and listed and joint and excluded == before.excluded and _mergeable(before, mention, joint):
            merged = any_of(mention.conditions[0].field, (Mention(0, 0, before.conditions), mention))
            units[-1] = before._replace(conditions=(merged,))
        else:
            # "lantern spotlights and glacier orals" lists two kinds of papers; "spotlights that are position papers" does not.
            lists = listed or joint == "or" or (before is not None and before.head and mention.head)
            units.append(_Unit(mention.conditions, mention.head, excluded, joint if lists else "", bool(cuts) and not between.strip()))
        after = _AFTER_ZH.match(text, mention.end) if excluded else None
        end = after.end() if after else mention.end
        begin = mention.start - (len(between) - negation.start() if negation else 0)
        cuts.append((begin - (len(between) if listed and not negation else 0), end))
    return units, cuts


def _field(unit: _Unit) -> str:
    return unit.conditions[0].field


def _mergeable(before: _Unit, mention: Mention, joint: str) -> bool:
    """Whether listed values can be met by either: of what a paper has once, and of authors with "or"."""
    single = len(before.conditions) == len(mention.conditions) == 1 and _field(before) == mention.conditions[0].field
    return single and (_field(before) != "author" or joint == "or" or before.excluded)


def _combined(units: list[_Unit]) -> Filters:
    """Alternatives where heads are listed or "or" stands between two fields; what is excluded holds in all of them."""
    clauses: list[list[_Unit]] = [[]]
    positive = [unit for unit in units if not unit.excluded]
    for at, unit in enumerate(positive):
        heads = unit.head or _leads_to_head(positive[at + 1 :])
        if clauses[-1] and unit.joint and ((heads and any(u.head for u in clauses[-1])) or unit.joint == "or"):
            clauses.append([])
        clauses[-1].append(unit)
    filters = (
        Filters(tuple(tuple(c for unit in clause for c in unit.conditions) for clause in _shared(clauses))) if clauses[0] else Filters()
    )
    for unit in units:
        if unit.excluded:
            # Not "ICML 2024" is not ICML, or not 2024.
            filters = filters.also(Filters(tuple((Condition(c.field, c.values, True, c.said),) for c in unit.conditions)))
    return filters


def _leads_to_head(following: list[_Unit]) -> bool:
    """Whether a head comes with nothing in between, as after "ICML" in "ICML orals"."""
    for unit in following:
        if not unit.beside or unit.head:
            return unit.beside
    return False


def _shared(clauses: list[list[_Unit]]) -> list[list[_Unit]]:
    """What stands before the first head or after the last is said of all heads that have nothing of their own."""
    if len(clauses) == 1 or not all(any(unit.head for unit in clause) for clause in clauses):
        return clauses
    first, last = clauses[0], clauses[-1]
    leading = first[: next(at for at, unit in enumerate(first) if unit.head)]
    trailing = [unit for unit in last if not unit.head]
    shared = []
    for clause in clauses:
        fields = {_field(unit) for unit in clause}
        more = [unit for unit in leading if _field(unit) not in fields]
        bare = all(unit.head or unit in leading for unit in clause)
        more += [unit for unit in trailing if bare and unit not in clause and _field(unit) not in fields]
        shared.append([*more, *clause])
    return shared
