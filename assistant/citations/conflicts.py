"""Claim + quote → the ways in which the one says something else than the other, by rules.

Pure. A rule fires only where both texts speak of the same thing, that is, share the words beside the one that differs; what merely
is not in the quote is left to the score (`entailment`).
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Literal

from assistant.citations.reading import Token, fold, numbers, percentages, stem, tokens

Conflict = Literal["number", "negation", "direction", "quantifier", "hedge", "order"]

_NEGATORS = frozenset("no not never neither nor without cannot fail fails failed failing lack lacks lacking unlike hardly none".split())
# Words that deny what follows them, or what they are made of, without being a negator.
_DENIALS = frozenset(
    "avoid avoids avoiding eliminate eliminates eliminating remove removes removing instead rather free absent absence prevent prevents "
    "bypass bypasses bypassing beyond unable hard difficult impossible limited rarely seldom only less few little unnecessary".split()
)
_SCOPE = 4
_MARKS = frozenset(",;:()")
# "Not only" denies nothing.
_ONLY = frozenset("only just merely simply".split())
_NO_DENIALS = frozenset("under union unit units unique uniform unified unify universal understand understanding until unless".split())
_UNIVERSAL = frozenset("all every always any never entirely completely fully guarantee guarantees guaranteed universally whole".split())
_TOTAL = frozenset("each both whole entire arbitrary no regardless consistently throughout across universal without invariably".split())
_HEDGES = frozenset(
    "may might could possibly potentially perhaps likely probably suggest suggests suggested suggesting suggestive appear appears seem seems "
    "tend tends often sometimes typically usually generally mostly partially partly some many nearly almost approximately roughly "
    "about around preliminary potential possible occasionally largely can try tries seek seeks regularly mainly primarily hypothesize conjecture believe aim aims attempt hope expected "
    "indicate indicates indicating certain most limited commonly frequently mild moderately plausible plausibly tentative up".split()
)
# Those of them without which a statement is a stronger one.
_WEAKENING = frozenset(
    "may might could possibly potentially perhaps likely probably suggest suggests suggested suggesting appear appears seem seems tend tends "
    "often sometimes typically usually generally mostly partially partly some nearly almost occasionally largely conjecture "
    "hypothesize commonly frequently attempt attempts aim aims try tries seek seeks potential".split()
)
# "We suggest a method" is no reserve, "the results suggest that" is.
_SUGGEST = stem("suggest")
_OPPOSITES: tuple[tuple[str, str], ...] = (
    (
        "increase increases increasing raise raises rise rises grow grows boost boosts enlarge expand amplify elevate elevated",
        "decrease reduce lower fall falls drop decline shrink diminish cut lessen attenuate suppress weaken minimize mitigate",
    ),
    (
        "higher more larger greater bigger longer highest largest most maximize maximum",
        "lower less fewer smaller shorter lowest smallest least minimize minimum",
    ),
    (
        "improve enhance better best superior outperform exceed surpass beat",
        "degrade worsen worse worst inferior underperform harm hurt deteriorate impair",
    ),
    ("faster quicker accelerate speed fast", "slower slow decelerate"),
    ("strong stronger strengthen", "weak weaker weaken"),
    ("tight tighter", "loose looser"),
    ("easy easier simple simpler", "hard harder difficult complex"),
    ("stable stabilize", "unstable destabilize instability"),
    ("before", "after"),
    ("above", "below"),
    ("upper", "lower"),
    ("success succeed successful", "failure fail unsuccessful"),
    ("robust", "vulnerable brittle fragile"),
    ("possible", "impossible"),
    ("sufficient", "insufficient"),
    ("allow enable permit", "prevent prohibit block"),
    ("promote activate induce", "inhibit suppress block"),
    ("include", "exclude"),
    ("accept", "reject"),
    ("same identical", "different"),
    ("reduction", "increase"),
    ("gain improvement advantage benefit", "loss degradation drawback"),
    ("wide broad", "narrow"),
    ("converge", "diverge"),
    ("increasingly", "decreasingly"),
    ("independent", "dependent"),
    ("positive", "negative"),
    ("large big", "small tiny"),
    ("long", "short"),
    ("high", "low"),
    ("dense", "sparse"),
    ("known", "unknown"),
    ("common", "rare"),
    ("cheap inexpensive", "expensive costly"),
    ("efficient", "inefficient"),
    ("supervised", "unsupervised"),
    ("deterministic", "stochastic random"),
    ("static", "dynamic"),
    ("online", "offline"),
    ("local", "global"),
    ("linear", "nonlinear"),
    ("maximize", "minimize"),
    ("necessary", "unnecessary"),
    ("over", "under"),
)
_DENYING = ("un", "in", "im", "non", "dis", "ir", "sub", "mis")
_PAIRS = tuple((frozenset(map(stem, left.split())), frozenset(map(stem, right.split()))) for left, right in _OPPOSITES)
# What stands between two parties and says which is which.
_RELATIONS = frozenset(
    map(
        stem,
        "outperform exceed surpass beat improve reduce increase decrease cause lead imply depend train predict generate produce replace "
        "extend generalize transfer map convert translate guide drive require enable help inform teach distill dominate "
        "contain include follow precede affect influence determine explain inhibit activate induce promote regulate bind encode "
        "decode supervise approximate match reach need combine embed project compress reconstruct "
        "provide give show yield compare contrast lag better worse faster slower higher lower larger smaller more less fewer than from "
        "to into over by instead rather before after via without using use through against toward towards on in of for with".split(),
    )
)
# The relations that hold two parties apart even where nothing else stands between them.
_BETWEEN_TWO = frozenset(map(stem, "from into than over without instead against toward towards before after by".split()))
_SAME = {stem(word): "outperform" for word in ("exceed", "surpass", "beat", "outperform")}
_PASSIVE = re.compile(r"\b(?:is|are|was|were|be|been|being)\s+(?:\w+ly\s+)?\w+(?:ed|en|wn|lt|ne|de)\s+by\b|\bby\b", re.I)
_ROUNDED = re.compile(r"\b(?:about|around|roughly|approximately|nearly|almost|over|more than|close to|some|up to)\b|[~≈]", re.I)
_QUANTITY = re.compile(r"(\d+(?:[.,]\d+)*)\s*(%|percent|[^\W\d_]+(?:-[^\W\d_]+)*)?")


def conflicts(claim: str, quote: str) -> frozenset[Conflict]:
    """What the claim says otherwise than the quote."""
    said, cited = fold(claim), fold(quote)
    a, b = tokens(said), tokens(cited)
    found: set[Conflict] = set()
    if _other_numbers(said, cited):
        found.add("number")
    turned = [negated for negated in (_negation(a, b), _direction(a, b), _order(a, b, said, cited)) if negated]
    # Two turns make the old statement: "not higher" for "lower", "B is slower than A" for "A is faster than B".
    if len(turned) % 2:
        found |= set(turned)
    if _stronger(a, b):
        found.add("quantifier")
    if _unhedged(a, b):
        found.add("hedge")
    return frozenset(found)


def _other_numbers(said: str, cited: str) -> bool:
    known = numbers(cited)
    for number in numbers(said) - known:
        if not (_ROUNDED.search(said) and any(_rounds(number, other) for other in known)):
            return True
    if any(not _holds(percentage, percentages(cited), said) for percentage in percentages(said)):
        return True
    # The same numbers, each with what it counts: "3 meadows and 40 watts" is not "40 meadows and 3 watts".
    a, b = _counted(said), _counted(cited)
    return any(
        a[number] and b[number] and not a[number] & b[number] and any(a[number] & units for other, units in b.items() if other != number)
        for number in a.keys() & b.keys()
    )


def _holds(number: str, known: set[str], said: str) -> bool:
    return number in known or (_ROUNDED.search(said) is not None and any(_rounds(number, other) for other in known))


def _rounds(short: str, exact: str) -> bool:
    """Whether the first number is the second one, rounded to its digits."""
    try:
        a, b = float(short.replace(",", "")), float(exact.replace(",", ""))
    except ValueError:
        return False
    digits = len(short.partition(".")[2])
    zeros = len(short) - len(short.rstrip("0")) if "." not in short else 0
    return abs(a - b) <= 0.5 * 10.0 ** (zeros - digits)


def _counted(text: str) -> dict[str, set[str]]:
    found: dict[str, set[str]] = {}
    for number, unit in _QUANTITY.findall(re.sub(r"(?<=\d),(?=\d{3}\b)", "", text)):
        found.setdefault(number, set()).update({stem(unit.lower())} if unit else ())
    return found


def _negation(a: Sequence[Token], b: Sequence[Token]) -> Conflict | None:
    """A word that one text only denies, and that the other one says without any denial beside it."""
    for one, other in ((a, b), (b, a)):
        denied = _denied(one)
        said = {token.stem for n, token in enumerate(one) if token.content and n not in denied}
        for stretch in _stretches(one):
            shared = [token.stem for token in stretch if token.stem not in said and any(token.stem == word.stem for word in other)]
            if shared and not any(_doubted(other, word, {token.text for token in one}) for word in shared):
                return "negation"
    return None


def _stretches(text: Sequence[Token]) -> Iterator[list[Token]]:
    """What each negator denies: the next content words of its clause."""
    for n, token in enumerate(text):
        if token.text in _NEGATORS and (n + 1 == len(text) or text[n + 1].text not in _ONLY):
            yield [text[m] for m in _scope(text, n)]


def _denied(text: Sequence[Token]) -> set[int]:
    return {m for n, token in enumerate(text) if token.text in _NEGATORS for m in _scope(text, n)}


def _scope(text: Sequence[Token], n: int) -> list[int]:
    found: list[int] = []
    for m in range(n + 1, len(text)):
        if text[m].text in _MARKS or len(found) == _SCOPE:
            break
        if text[m].content:
            found.append(m)
    return found


def _doubted(text: Sequence[Token], word: str, common: set[str]) -> bool:
    """Whether a denial stands near one of the places of the word; what both texts say ("prevent", "nonconvex") denies nothing anew."""
    places = [n for n, token in enumerate(text) if token.stem == word]
    return any(
        token.text in _NEGATORS
        or (token.text not in common and token.text in _DENIALS)
        or (token.text not in common and token.text.startswith(("un", "non")) and token.text not in _NO_DENIALS)
        for place in places
        for token in text[max(0, place - 6) : place + 4]
    )


def _direction(a: Sequence[Token], b: Sequence[Token]) -> Conflict | None:
    first, second = ({token.text for token in text if token.content} for text in (a, b))
    for one, other in ((first, second), (second, first)):
        # "Unpopular" for "popular": the same word but for a denying syllable.
        if any(f"{prefix}{word}" in one for word in other - one for prefix in _DENYING if f"{prefix}{word}" not in other):
            return "direction"
    for left, right in _PAIRS:
        for up, down in ((left, right), (right, left)):
            for n, token in enumerate(a):
                if token.stem not in up or token.stem in down:
                    continue
                beside = _beside(a, n)
                against = [m for m, other in enumerate(b) if other.stem in down and other.stem not in up and beside & _beside(b, m)]
                along = [m for m, other in enumerate(b) if other.stem in up and beside & _beside(b, m)]
                if against and not along:
                    return "direction"
    return None


def _beside(text: Sequence[Token], n: int, width: int = 3) -> set[str]:
    before = [token.stem for token in text[:n] if token.content][-width:]
    after = [token.stem for token in text[n + 1 :] if token.content][:width]
    return {*before, *after}


def _stronger(a: Sequence[Token], b: Sequence[Token]) -> bool:
    words = {token.text for token in b}
    claimed = {token.text for token in a} & _UNIVERSAL
    return bool(claimed) and not words & (_UNIVERSAL | _TOTAL)


def _unhedged(a: Sequence[Token], b: Sequence[Token]) -> bool:
    """A word that the quote only says with reserve, and the claim without any."""
    for n, token in enumerate(b):
        if token.text not in _WEAKENING or (token.stem == _SUGGEST and "that" not in [word.text for word in b[n + 1 : n + 3]]):
            continue
        beside = _beside(b, n, 4)
        places = [m for m, word in enumerate(a) if word.content and word.stem in beside]
        if len({a[m].stem for m in places}) < min(2, len(beside)):
            continue
        # What hedges another part of the quote does not hedge this one.
        elsewhere = {word.stem for m, word in enumerate(b) if m != n and word.text in _HEDGES} - {token.stem}
        if not any(word.text in _HEDGES and word.stem not in elsewhere for m in places for word in a[max(0, m - 6) : m + 7]):
            return True
    return False


def _order(a: Sequence[Token], b: Sequence[Token], said: str, cited: str) -> Conflict | None:
    """Two parties that changed places around what relates them, where neither text is in the passive voice of the other."""
    if (_PASSIVE.search(said) is None) != (_PASSIVE.search(cited) is None):
        return None
    first, second = ([_SAME.get(token.stem, token.stem) for token in text] for text in (a, b))
    places = {word: n for n, word in enumerate(second) if second.count(word) == 1}
    matched = [
        (n, places[word])
        for n, (word, token) in enumerate(zip(first, a, strict=True))
        if token.content and first.count(word) == 1 and word in places
    ]
    for start, end, is_pair in _exchanges([place for _, place in matched]):
        core = [place for _, place in matched[start:end]]
        # What stands between the parties, in either text.
        here = first[matched[start][0] + 1 : matched[end - 1][0]]
        there = second[min(core) + 1 : max(core)]
        if set(here) & set(there) & (_BETWEEN_TWO if is_pair else _RELATIONS):
            return "order"
    mine, theirs = _standard(a), _standard(b)
    if mine and theirs:
        rest, others = ({token.stem for token in text if token.content} - standard for text, standard in ((a, mine), (b, theirs)))
        if (mine - theirs) & others and (theirs - mine) & rest and not mine & theirs:
            return "order"
    return None


def _standard(text: Sequence[Token]) -> set[str]:
    """What something is compared with: the content words after "than", "compared with" or "outperforms"."""
    found: set[str] = set()
    for n, token in enumerate(text):
        before = text[n - 1].text if n else ""
        if (
            token.text == "than"
            or token.stem in _SAME
            or (token.text in ("with", "to") and before in ("compared", "relative", "comparison"))
        ):
            words: list[str] = []
            for word in text[n + 1 :]:
                if word.text in _MARKS or len(words) == 3:
                    break
                if word.content:
                    words.append(word.stem)
            found.update(words)
    return found


def _exchanges(places: Sequence[int]) -> Iterator[tuple[int, int, bool]]:
    """The stretch of the order, if any, of which the first and last block changed places; whether nothing else stands between them."""
    start, end = 0, len(places)
    while start < end and places[start] == min(places[start:]):
        start += 1
    while end > start and places[end - 1] == max(places[:end]):
        end -= 1
    core = places[start:end]
    if any(min(core[:one]) > max(core[one:]) for one in range(1, len(core))):
        yield start, end, True
    if any(
        min(core[:one]) > max(core[one:two]) and min(core[one:two]) > max(core[two:])
        for one in range(1, len(core))
        for two in range(one + 1, len(core))
    ):
        yield start, end, False
