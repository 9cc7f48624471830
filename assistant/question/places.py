"""Text → the places in a list that it names: "the second one", "#3", "the last two", "1 and 3", 倒数第二篇."""

from __future__ import annotations

import difflib
import re
from typing import NamedTuple


class Place(NamedTuple):
    """Places `first` to `last` of a list, from 1, or from its end where negative; `marker` says that a number of the text is meant."""

    words: str
    first: int
    last: int
    marker: bool = False

    def of(self, count: int) -> range | None:
        """Positions from 0 in a list of `count`, or None where the list has no such place."""
        first, last = (place - 1 if place > 0 else count + place for place in (self.first, self.last))
        return range(first, last + 1) if 0 <= first <= last < count else None


_NUMBERS = {word: n for n, word in enumerate("one two three four five six seven eight nine ten".split(), 1)}
_SPELT = "first second third fourth fifth sixth seventh eighth ninth".split()
_TENS = {"twent": 20, "thirt": 30, "fort": 40, "fift": 50}
_ORDINALS = {word: n for n, word in enumerate([*_SPELT, "tenth", "eleventh", "twelfth"], 1)}
_ORDINALS |= {f"{stem}teenth": n for n, stem in enumerate("thir four fif six seven eigh nine".split(), 13)}
_ORDINALS |= {f"{stem}ieth": ten for stem, ten in _TENS.items()}
_ORDINALS |= {f"{stem}y-{word}": ten + n for stem, ten in _TENS.items() for n, word in enumerate(_SPELT, 1)}
_ORDINALS |= {f"{n}{'th' if n in (11, 12, 13) else {1: 'st', 2: 'nd', 3: 'rd'}.get(n % 10, 'th')}": n for n in range(1, 100)}
_ENDS = {"last": -1, "final": -1, "bottom": -1, "top": 1, "former": 1, "latter": -1, "penultimate": -2}
_ORDINAL = "|".join(sorted([*_ORDINALS, *_ENDS], key=len, reverse=True))
_MISSPELT = re.compile(r"(?<=\bthe )[a-z]{4,9}(?= (?:one|paper|work|study)\b|\W*$)", re.I)
_COUNT = "|".join([*_NUMBERS, r"\d{1,2}"])
NOUN = (
    r"(?:ones?|papers?|works?|stud(?:y|ies)|articles?|methods?|approach(?:es)?|models?|benchmarks?|attacks?|defen[cs]es?|datasets?|algorithms?"
    r"|results?|entry|entries|items?|titles?|abstracts?|frameworks?|techniques?|hits?|candidates?|options?|sources?)"
)
# "the first layer", "the first to prove", "the first method that scales" are no places in a list.
_THEN = (
    r"(?=\W*$|['’]s\b|\s*[,;:?.!)]|\s+(?:and|or|with|vs|versus|than|but|then|to the|from the|is|are|was|were|does|do|did|has|have|had|can|could|would|will|uses?|used|works?"
    r"|says?|about|again|please|instead|(?:in|of|on) (?:the|your|that|this|those|these|them)|you|on the list|evaluates?|tests?|proposes?|differs?|compares?|claims?|shows?|finds?|releases?)\b)"
)
_WITH_NOUN = rf"(?:[ -]{NOUN}\b(?!-)(?!\s+(?:to|for|which|of its)\b|\s+that (?!you|we|i\b)))"
_RANGE = re.compile(
    rf"\b(?:the |your )?(first|last|top|bottom|final) (?!one\b|1\b)({_COUNT})\b(?: {NOUN}\b)?(?! (?:layers?|tokens?|steps?|years?|epochs?|days?|weeks?|percent))",
    re.I,
)
_PLACE = re.compile(
    rf"\b(?:the |that |your |no,? )?(?:({_ORDINAL})[ -](?:to|from)[ -](?:the[ -])?last|(?:({_ORDINAL})[ -])?last(?= (?:but one|one))?|({_ORDINAL}))(?:{_WITH_NOUN}|{_THEN}|(?<=former)|(?<=latter))",
    re.I,
)
# "Is the first exact?": the only word that follows says something of the place.
_PREDICATED = re.compile(
    rf"\b(?:is|was|are|does|did|has|can) the ({_ORDINAL})(?= \w+(?: or (?:\w+ ?){{1,2}})?\W*$)(?! (?:layer|token|step|order|stage|time|model|author)s?\b)",
    re.I,
)
_DETERMINED = re.compile(r"^(?:the|that|your)\b|[ -](?:one|paper|work|study|article)s?$|^(?:the )?(?:former|latter)$", re.I)
_MARKER = re.compile(
    r"\[(\d{1,3})\]|(?:#\s?|\b(?:number|no\.|nr\.?|paper|item|entry|result|citation|source|ref(?:erence)?)\s?)(\d{1,3})\b(?![.%]\d|%)"
    r"|\b(?:number|no\.) (one|two|three|four|five|six|seven|eight|nine|ten)\b",
    re.I,
)
_PAIR = re.compile(
    r"(?:^|\b(?:compare|between|numbers?|papers?|about|contrast|nos?\.|do|does|of|are|is|and|or|also|then|for|just)\s+)(?:the\s+)?#?(\d{1,2})((?:\s*,\s*#?\d{1,2})*)\s*,?\s*(?:and|&|vs\.?|versus|with|or|to|from)\s+#?(\d{1,2})\b(?!\s*%|\w|\s+(?!have|differ|compare|use|do|are|in|on|both|by)\w)"
    r"|^\D{0,4}#?(\d{1,2})\W*$",
    re.I,
)
_HAN = {digit: n for n, digit in enumerate("一二三四五六七八九十", 1)} | {"两": 2}
_HAN_NUMBER = r"([一二两三四五六七八九十]{1,3}|\d{1,2})"
_MEASURE = r"(?:篇|个(?!问题|回答|话题|答案|列表)|项|条|种方法|号)"
_RANGE_ZH = re.compile(rf"(前|最?后|最前)面?{_HAN_NUMBER}(?:篇|个|项)")
_PLACE_ZH = re.compile(
    rf"(倒数)?(?:第{_HAN_NUMBER}{_MEASURE}|排(?:在|名)?第{_HAN_NUMBER})|(?<!第)(?<!\d){_HAN_NUMBER}号(?:论文)?|(最后|末尾)(?:的?那)?一?[篇个]|(前者)|(后者)|(首篇)"
)
_PAIR_ZH = re.compile(rf"第?{_HAN_NUMBER}\s*(?:、|和|与|跟|及|以及|对比)\s*第?{_HAN_NUMBER}(?={_MEASURE}|\W*$|比|有|的)")
_JOINED = re.compile(r"(?:\b(?:and|or|vs\.?|than|with|to)|,)\s*$", re.I)
_NEARLY = 0.8
_BARE = re.compile(r"^\W*(?:no|nope|and|ok(?:ay)?|so|but|the)?[\s,]*", re.I)


def places(text: str) -> list[Place]:
    """The places that a text names, in the order in which they stand; each once."""
    text = _MISSPELT.sub(_spelt, text)
    found: dict[int, Place] = {}
    taken: list[range] = []

    def add(match: re.Match[str], *named: tuple[int, int], marker: bool = False) -> None:
        if any(match.start() in span or match.end() - 1 in span for span in taken):
            return
        taken.append(range(match.start(), match.end()))
        for n, (first, last) in enumerate(named):
            found[match.start() * 8 + n] = Place(match.group().strip(" ,"), first, last, marker)

    for match in _RANGE.finditer(text):
        count = _NUMBERS.get(match.group(2).lower()) or int(match.group(2))
        if count > 0:
            add(match, (1, count) if match.group(1).lower() in ("first", "top") else (-count, -1))
    for match in _PAIR.finditer(text):
        numbers = [int(n) for n in re.findall(r"\d+", match.group())]
        add(match, *((n, n) for n in numbers if n > 0), marker=True)
    for match in _MARKER.finditer(text):
        n = int(match.group(1) or match.group(2) or _NUMBERS[match.group(3).lower()])
        add(match, *([(n, n)] if n else []), marker=True)
    for match in _PLACE.finditer(text):
        # "first, what does it do?" and "last year" are no places: a bare ordinal counts with an article, a noun, or alone.
        alone = not _BARE.sub("", text[: match.start()]) and not text[match.end() :].strip(" ?.!")
        if not (_DETERMINED.search(match.group()) or alone or (taken and _JOINED.search(text[: match.start()]))):
            continue
        from_end, before_last, place = (group and group.lower() for group in match.groups())
        if from_end or before_last:
            n = -_ORDINALS.get(from_end or before_last or "", 1)
        elif place:
            n = _ORDINALS.get(place) or _ENDS[place]
        else:
            n = -2 if re.search(r"\blast but one", text[match.start() :], re.I) else -1
        add(match, (n, n))
    for match in _PREDICATED.finditer(text):
        place = match.group(1).lower()
        n = _ORDINALS.get(place) or _ENDS[place]
        if not found:
            add(match, (n, n))
    for match in _RANGE_ZH.finditer(text):
        count = _han(match.group(2))
        add(match, (1, count) if match.group(1) in ("前", "最前") else (-count, -1))
    for match in _PAIR_ZH.finditer(text):
        add(match, *((_han(n), _han(n)) for n in match.groups()))
    for match in _PLACE_ZH.finditer(text):
        backwards, number, ranked, named, _last, former, _latter, head = match.groups()
        place = _han(number or ranked or named) if number or ranked or named else 1 if former or head else -1
        n = -place if backwards else place
        add(match, (n, n), marker=bool(named))
    return [found[at] for at in sorted(found)]


def _spelt(word: re.Match[str]) -> str:
    """An ordinal that a slip of the finger changed ("thrid"), or the word as it is."""
    if word.group().lower() in (*_ENDS, "other"):
        return word.group()
    return next(iter(difflib.get_close_matches(word.group().lower(), _SPELT, 1, _NEARLY)), word.group())


def _han(number: str) -> int:
    if number.isdigit():
        return int(number)
    tens, ten, ones = number.rpartition("十")
    return (_HAN.get(tens, 1) * 10 if ten else 0) + _HAN.get(ones, 0)
