"""Words of a question → where it mentions a decision, a track, a venue or a file as a condition, and not as a topic."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from typing import NamedTuple

from assistant.question.known import KnownPapers
from assistant.types import Condition, Field

PAPERS = r"(?:papers?|works?|articles?|studies|publications?|abstracts?|submissions?|contributions?|research)"
PRESENTED = r"(?:spotlights?|orals?|posters?)"
_PAPERS_ZH = r"(?:论文|文章|工作|paper)"
# What stands between two conditions that are listed.
LISTING = re.compile(
    r"\s*(?:,|、|/|&|，)?\s*(?:\b(?:and|or|nor)\b|以及|或者|和|或|与|及)?\s*(?:also\s+|the\s+|all\s+|any\s+|either\s+)*", re.I
)
_CALLS_FOR = r"\b(?:which|what|list|show|give|me|us|find|any|all|the|every|many|other|are|were|is|only|both|either|also|get|than)\s+"
_OPENS = re.compile(
    rf"(?:^\W*|{_CALLS_FOR}|\bnon-?\s*|(?:\b(?:not|except|excluding|without|neither|nor|but)|n['’]t)\s+(?:the\s+|any\s+)?|\d\s+)$", re.I
)
_TOPICAL = re.compile(
    r"(?<!look )(?<!looking )(?<!search )(?<!searching )(?<!ask )(?<!asking )\b(?:about|on|regarding|concerning|of|for|into|using|against|with)\s+(?:an?\s+)?$",
    re.I,
)
_DECISIONS = ("spotlight", "oral", "poster")
_DECISIONS_ZH = {
    "spotlight": r"聚光(?:灯)?(?:论文|文章|报告|展示)?|亮点论文",
    "oral": r"口头(?:报告|展示|论文)(?:论文|文章)?",
    "poster": rf"海报(?:论文|展示|报告)|(?<=哪些)海报|(?<=所有)海报|(?<=不是)海报|(?<=列出)海报|(?<=篇)海报|(?<=非)海报|(?<=除了)海报|海报(?=以外|之外)|海报(?=有哪些|有多少|有几篇)|海报(?=类?的?{_PAPERS_ZH})",
}
_KNOWN_TRACKS = ("main", "position", "datasets and benchmarks", "workshop", "journal", "industry", "demo", "findings", "creative ai")
# Conferences that a question may name though the corpus has none of their papers; lower case only where that is no word.
_KNOWN_VENUES = (
    "NeurIPS ICML ICLR AAAI IJCAI AISTATS UAI COLT ALT KDD CVPR ICCV ECCV WACV ACL EMNLP NAACL EACL COLING SIGIR WSDM CIKM RecSys FAccT AIES"
    " CHI CCS NDSS ICRA IROS CoRL TMLR JMLR TACL ICASSP INTERSPEECH VLDB SIGMOD STOC FOCS SODA MLSys CoLM"
).split()
_ALIASES = {"nips": "neurips"}
YEAR = r"(?<![\w.,$-])(?:19|20)\d\d(?!\d|[.,]\d|%|[A-Za-z])"
# A conference's reviews and workshops are topics.
_OF_A_VENUE = re.compile(
    r"\s*['’]?s?\s*(?:19|20)?\d*\s*(?:review\w*|workshops?|checklists?|competitions?|challenges?|deadlines?|templates?|experiment|consistency|data\w*|tutorials?|rebuttals?)\b",
    re.I,
)


class Mention(NamedTuple):
    """Where a question sets conditions, all of which must hold: `[start, end)` are the words that do so.

    A `head` is what is asked for ("spotlights"), not what is said of it ("from 2024"). A `shy` one counts only beside another.
    """

    start: int
    end: int
    conditions: tuple[Condition, ...]
    head: bool = False
    shy: bool = False


def decisions(text: str, known: KnownPapers) -> Iterator[Mention]:
    """Mentions of spotlights, orals, posters and the corpus's other decisions."""
    values = known.values("decision")
    for word in _DECISIONS:
        condition = (Condition("decision", tuple(sorted(v for v in values if word in v.lower())) or (word,)),)
        lenient = word != "poster"
        for found in re.finditer(
            rf"\b{word}s\b(?!\s+session)|\b{word}[\s-]+{PAPERS}\b|\b{word}[\s-]+(?:presentations?|talks?)\b", text, re.I
        ):
            before = text[: found.start()]
            plain = lenient and not re.search(r"(?:presentation|talk)s?$", found.group(), re.I) and not _TOPICAL.search(before)
            opened = (
                plain or bool(_OPENS.search(before)) or bool(re.search(rf"{PAPERS}$", found.group(), re.I) and not _TOPICAL.search(before))
            )
            if opened or not _TOPICAL.search(before):
                yield Mention(*found.span(), condition, head=True, shy=not opened)
        accepted = rf"\b(?:accepted|presented|selected|chosen|published|shown|appear\w*)\s+(?:as|for)\s+(?:an?\s+|the\s+)?{word}s?(?:\s+(?:presentations?|talks?|papers?))?\b"
        state = rf"(?:(?<=\bis )|(?<=\bare )|(?<=\bwas )|(?<=\bwere )|(?<=\bnot )|(?<=\bas )|(?<=\bgot )|(?<=\breceived )|(?<=\ban )|(?<=\ba )|(?<=\bor )|(?<=\bnor ))(?:an?\s+)?{word}\b(?=\W*$|[,;.]|\s+(?:and|or|nor|but|by|from|at)\b)"
        for found in re.finditer(rf"{accepted}|\bdecision\s*(?:is|=|:|of)?\s*{word}\b", text, re.I):
            yield Mention(*found.span(), condition)
        for found in re.finditer(state, text, re.I):
            yield Mention(
                *found.span(),
                condition,
                shy=not re.search(r"\b(?:is|are|was|were|not|as|got|received)(?: an?)? $", text[: found.start()], re.I),
            )
        for found in re.finditer(
            rf"\b{word}\b(?=(?:\s*(?:,|/|&|\bor\b|\band\b))+\s*{PRESENTED}\b|\s+(?:position[\s-]+papers?|main[\s-]track|datasets?\s+(?:and|&)|d&b)\b)",
            text,
            re.I,
        ):
            if not _TOPICAL.search(text[: found.start()]):
                yield Mention(*found.span(), condition, head=True, shy=True)
        for found in re.finditer(rf"(?<=\bwhich ){word}(?=\s+(?:is|was|has|deals|studies)\b)", text, re.I):
            yield Mention(*found.span(), condition, head=True)
        if lenient and re.fullmatch(rf"\W*{word}\W*", text, re.I):
            yield Mention(0, len(text), condition, head=True)
        for found in re.finditer(_DECISIONS_ZH[word], text):
            yield Mention(*found.span(), condition, head=True)
    for value in values:
        if not any(word in value.lower() for word in _DECISIONS):
            for found in re.finditer(rf"\b{re.escape(value)}(?:e?d)?\s+{PAPERS}\b", text, re.I):
                yield Mention(*found.span(), (Condition("decision", (value,)),), head=True)


def tracks(text: str, known: KnownPapers) -> Iterator[Mention]:
    """Mentions of the corpus's tracks, and of those that conferences have."""
    values = known.values("track")
    for name in dict.fromkeys((*_KNOWN_TRACKS, *(value.lower() for value in values))):
        condition = (Condition("track", tuple(sorted(value for value in values if value.lower() == name)) or (name,)),)
        for found in re.finditer(_track_pattern(name), text, re.I):
            head = not re.match(r"(?:in|from|of|outside)\b", found.group(), re.I)
            if not (head and _TOPICAL.search(text[: found.start()])):
                yield Mention(*found.span(), condition, head=head)


def _track_pattern(name: str) -> str:
    placed = r"(?:\b(?:in|from|of)\s+(?:the\s+)?)?"
    plain = rf"\b{re.escape(name)}"
    called = rf"{placed}{plain}[\s-]+track(?:\s+{PAPERS})?\b|(?<=\btracks other than ){name}\b|\btrack\s*[:=]\s*{re.escape(name)}\b"
    if name == "main":
        return rf"{called}|{placed}\bmain conference(?: track)?(?:\s+{PAPERS}\b|(?=\W*$))|主(?:赛道|会议|会)(?:的)?{_PAPERS_ZH}?"
    if name == "position":
        return rf"{called}|\bposition[\s-]+papers?\b|立场(?:论文|文章)"
    if name == "datasets and benchmarks":
        long = r"\b(?:datasets?\s+(?:and|&)\s+benchmarks?|d\s?&\s?b)"
        return (
            rf"{placed}(?:{long}|\bbenchmarks?)[\s-]+track(?:\s+{PAPERS})?\b|{long}\s+{PAPERS}\b|{long}(?=\s+{PRESENTED}\b)"
            rf"|\bin (?:the )?datasets and benchmarks(?=\W*$)|数据集与基准(?:测试)?(?:赛道|track|类|方向)?的?{_PAPERS_ZH}|数据集与基准(?:测试)?(?:赛道|track|类)"
        )
    return f"{called}|{plain}\\s+{PAPERS}\\b" if " " in name else called


def venues(text: str, known: KnownPapers) -> Iterator[Mention]:
    """Mentions of the corpus's venues and of well-known conferences, with the year that follows."""
    lower = text.lower()
    for name, values in _venue_names(known.values("venue")).items():
        if name.lower() not in lower:
            # A library has hundreds of venues; making patterns of them all takes seconds.
            continue
        # "Nature" is a venue, "nature" is not; "icml" can be nothing else.
        exact = "" if re.search(r"[A-Z].*[A-Z]", name) and name not in ("CHI", "ACL", "ALT", "CoRL") else "(?-i:"
        word = rf"{exact}\b{re.escape(name)}\b{')' if exact else ''}"
        year = r"(?:\s*['’]?\s*(?P<year>(?:19|20)\d\d)(?!\d))?"
        following = rf"(?=\s+(?:main[\s-]track\s+)?(?:(?:19|20)\d\d\s+)?(?:{PAPERS}|{PRESENTED}|position papers|d&b|datasets and)\b)"
        placed = r"\b(?:(?:published|presented|accepted|appear\w*)\s+)?(?:at|in|from|of|by)\s+(?:the\s+)?"
        denied = r"(?<=\bnot )|(?<=\bexcept )|(?<=\bexcluding )|(?<=\bother than )|(?<=\bbesides )|(?<=\bthan )|(?<=\bnon-)|(?<=\boutside )"
        for pattern, head in (
            (rf"{placed}{word}{year}", False), (rf"{word}{year}{following}", False), (rf"\bvenue\s*(?:is|=|:)?\s*{word}{year}", False),
            (rf"(?:{denied}){word}{year}", False), (rf"^\W*{word}{year}(?=\W*$)", True), (rf"^{word}{year}(?=\W)", False),
            (rf"(?:在|于|来自)?\s*{name}\s*(?P<year>(?:19|20)\d\d)?\s*年?\s*(?:上|中|里)?\s*(?:发表|录用|接收)?的?(?=\s*(?:{_PAPERS_ZH}|口头|聚光|海报|立场|有哪些|有多少|以外|之外|[?？、和或]|$))", False),
        ):  # fmt: skip
            for found in re.finditer(pattern, text, re.I):
                before = text[: found.start()]
                shy = pattern.startswith(("^\\b", "^(?-i"))
                starts_listed = shy and not re.match(rf"\s*(?:main[\s-]track\s+)?(?:{PAPERS}|{PRESENTED})", text[found.end() :], re.I)
                if not _OF_A_VENUE.match(text[found.end() :]) and not (not head and _TOPICAL.search(before) and following in pattern):
                    on = Condition("venue", values)
                    stated = found.group("year")
                    yield Mention(*found.span(), (on, Condition("year", (stated,))) if stated else (on,), head=False, shy=starts_listed)
        for found in re.finditer(rf"{word}{year}", text, re.I):
            if not _OF_A_VENUE.match(text[found.end() :]):
                stated = found.group("year")
                on = Condition("venue", values)
                yield Mention(*found.span(), (on, Condition("year", (stated,))) if stated else (on,), shy=True)


def _venue_names(values: Iterable[str]) -> Mapping[str, tuple[str, ...]]:
    """Names as they are written in questions, without a year, with the corpus's values for each."""
    found: dict[str, list[str]] = {}
    for value in sorted(values):
        found.setdefault(re.sub(r"[\s'’]*(?:19|20)?\d\d$", "", value) or value, []).append(value)
    folded = {name.lower(): name for name in found}
    named = {name: tuple(same) for name, same in found.items()}
    for name in _KNOWN_VENUES:
        named.setdefault(folded.get(name.lower(), name), (name,))
    for alias, name in _ALIASES.items():
        named.setdefault(alias.upper(), named[folded.get(name, "NeurIPS")])
    return named


def files(text: str, known: KnownPapers) -> Iterator[Mention]:
    """Mentions of the corpus's files: by name, by the words of their heading, or by the number that the name begins with."""
    placed = r"(?:\b(?:in|from|of|inside|within)\s+)?(?:the\s+)?(?:file\s+|文件\s*)?[\"'“`]?"
    by_words = [
        (found.span(), _words("".join(filter(None, found.groups()))))
        for found in re.finditer(
            r"\b(?:in|from|of)\s+(?:the\s+)?file\s+(\w+)|(?:\b(?:in|from|of)\s+)the\s+((?:[\w-]+\s+){1,4}?)file\b|文件\s*(\w+)", text, re.I
        )
    ]
    lower = text.lower()
    for file, heading in sorted(known.files.items()):
        stem = file.rpartition(".")[0] or file
        condition = (Condition("file", (file,)),)
        for span, said in by_words:
            if said and said <= _words(f"{stem} {heading}"):
                yield Mention(*span, condition)
        if stem.lower() not in lower:
            # Of a folder with a thousand files, no pattern is made but of those that are named.
            continue
        for found in re.finditer(rf"{placed}(?<![\w.]){re.escape(file)}(?![\w])[\"'”`]?(?:\s+file)?", text, re.I):
            yield Mention(*found.span(), condition)
        for found in re.finditer(rf"{placed}(?<![\w.])(?:{re.escape(stem)})(?![\w.])[\"'”`]?(\s+file|\s*(?:这个)?文件)?", text, re.I):
            if re.search(r"file|文件", found.group()) or (len(stem) > 6 and re.search(r"\d", stem)):
                yield Mention(*found.span(), condition)
    for found in re.finditer(r"\b(?:in|from)\s+(?:the\s+)?(?:file\s+)?([\w-]+\.(?:txt|jsonl|csv))\b(?:\s+file)?", text, re.I):
        if found.group(1).lower() not in {file.lower() for file in known.files}:
            yield Mention(*found.span(), (Condition("file", (found.group(1),)),))


def _words(text: str) -> set[str]:
    return set(re.findall(r"[^\W_]+", text.lower()))


def any_of(field: Field, mentions: Iterable[Mention]) -> Condition:
    """One condition for values that are listed."""
    conditions = [condition for mention in mentions for condition in mention.conditions]
    said = ", ".join(dict.fromkeys(condition.said for condition in conditions if condition.said))
    return Condition(field, tuple(dict.fromkeys(value for condition in conditions for value in condition.values)), said=said)
