"""A true statement → the same statement with one fault put in, by kind. The word lists are this file's own, not the checker's."""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Sequence

_NUMBER = re.compile(r"(?<![\w.-])\d+(?:\.\d+)?(?![\w-])")
_SPELT = "two three four five six seven eight nine ten".split()
_AUXILIARY = re.compile(r"\b(is|are|was|were|can|could|may|might|will|should|does|do|has|have)\b(?! not\b)", re.I)
_NOT = re.compile(r"\b(?:do|does|did) not |\bnot (?!only)|\bcannot\b")
_VERBS = {
    "shows": "does not show", "show": "do not show", "improves": "does not improve", "outperforms": "does not outperform",
    "achieves": "does not achieve", "leads": "does not lead", "reduces": "does not reduce", "extends": "does not extend",
    "provides": "does not provide", "adapts": "does not adapt", "uses": "does not use", "learns": "does not learn",
    "gives": "does not give", "makes": "does not make", "builds": "does not build", "needs": "does not need", "allows": "does not allow",
    "requires": "does not require", "admits": "does not admit", "typically": "never", "always": "never", "consistently": "never",
    "extend": "do not extend", "improve": "do not improve", "need": "do not need", "achieve": "do not achieve",
    "investigate": "do not investigate", "study": "do not study", "introduce": "do not introduce", "develop": "do not develop",
    "demonstrate": "do not demonstrate", "present": "do not present", "propose": "do not propose", "provide": "do not provide",
}  # fmt: skip
_NAMES = ("ZephyrNet", "QUOLL", "FastGibbon-2", "TopiarySGD", "OmniFerret")
_METHODS = ("a genetic algorithm", "simulated annealing", "a quantum circuit", "crowdsourced labels", "a knowledge graph")
_DIRECTIONS = (
    ("increases", "decreases"), ("increase", "decrease"), ("improves", "worsens"), ("improve", "worsen"), ("improving", "worsening"),
    ("improvements", "losses"), ("improvement", "loss"), ("reduces", "raises"), ("reduce", "raise"), ("reduction", "increase"), ("raise", "reduce"),
    ("faster", "slower"), ("quicker", "slower"), ("better", "worse"), ("higher", "lower"), ("lower", "higher"), ("more", "less"),
    ("less", "more"), ("fewer", "more"), ("larger", "smaller"), ("outperforms", "underperforms"), ("outperform", "underperform"),
    ("stronger", "weaker"), ("upper", "lower"), ("robust", "fragile"), ("efficient", "inefficient"), ("before", "after"),
    ("success", "failure"), ("succeeds", "fails"), ("difficult", "easy"), ("harder", "easier"), ("possible", "impossible"),
    ("large", "small"), ("wide", "narrow"), ("high", "low"), ("best", "worst"), ("minimize", "maximize"), ("maximizes", "minimizes"),
    ("converges", "diverges"), ("advantages", "drawbacks"), ("favorably", "unfavorably"), ("popular", "unpopular"), ("grows", "shrinks"),
    ("expands", "shrinks"), ("strong", "weak"), ("positive", "negative"), ("negative", "positive"), ("optimal", "suboptimal"),
    ("effectively", "ineffectively"), ("successfully", "unsuccessfully"),
)  # fmt: skip
_HEDGES: tuple[tuple[str, str], ...] = (
    (r"\b(?:may|might|could) (?:only )?(?:be|remain)\b", "is"), (r"\b(?:may|might|could)\b ?", ""), (r",? ?\b(?:often|typically|usually|generally|sometimes|possibly|potentially|probably|commonly|partly|partially|mostly|mainly)\b,?", ""),
    (r"\b(suggest)(s?) that\b", r"prove\2 that"), (r"\bsuggests?\b", "proves"), (r"\b(?:nearly|almost)[- ]", ""),
    (r"\b(?:try|attempt|aim|seek)(s?) to (\w+)", r"\2\1"), (r"\b(?:appears?|seems?|tends?) to be\b", "is"), (r"\b(?:appears?|seems?|tends?) to\b ?", ""),
    (r"\b(?:have|has) the potential to\b", "always"), (r"\bpotential advantages\b", "advantages"), (r"\bmost likely\b ?", ""),
)  # fmt: skip
_RELATION = re.compile(
    r"\b(?:than|outperforms?|from|into|instead of|rather than|improves?|reduces?|causes?|leads? to|requires?|depends? on|predicts?|"
    r"extends?|compared with|compared to|beats?|contains?|without|against)\b"
)
_CONTENT = re.compile(r"[A-Za-z][\w-]{3,}")
_DULL = frozenset(
    "than over from into that this these those with which where when while show shows shown such also been were have their there they them "
    "then both each more most less many some very does using used uses between through under about only other others after before against "
    "without instead rather respect terms present presents propose proposed proposes introduce introduced paper authors method methods "
    "approach approaches work works study studies based several existing general different furthermore moreover finally however extend "
    "extends extended improve improves reduce reduces require requires outperform outperforms compared could might would faster better "
    "worse higher lower larger smaller fewer typically usually often generally achieve achieves learn learned learning efficient effective "
    "given gives give need needs needed like likely contrast".split()
)

Maker = Callable[[str, random.Random, Sequence[str]], str]


def _number(text: str, rng: random.Random, words: Sequence[str]) -> str:
    found = list(_NUMBER.finditer(text))
    if found:
        chosen = rng.choice(found)
        digits = list(chosen.group())
        place = rng.choice([n for n, digit in enumerate(digits) if digit.isdigit()])
        digits[place] = rng.choice([digit for digit in "123456789" if digit != digits[place]])
        return text[: chosen.start()] + "".join(digits) + text[chosen.end() :]
    if spelt := re.search(rf"\b(?:{'|'.join(_SPELT)})\b", text):
        return text[: spelt.start()] + rng.choice([word for word in _SPELT if word != spelt.group()]) + text[spelt.end() :]
    return ""


def _negated(text: str, rng: random.Random, words: Sequence[str]) -> str:
    if dropped := _NOT.search(text):
        return text[: dropped.start()] + ("can" if dropped.group() == "cannot" else "") + text[dropped.end() :]
    verbs = list(re.finditer(rf"\b(?:{'|'.join(_VERBS)})\b", text))
    if auxiliary := _AUXILIARY.search(text):
        return text[: auxiliary.end()] + " not" + text[auxiliary.end() :]
    if verbs:
        return text[: verbs[0].start()] + _VERBS[verbs[0].group()] + text[verbs[0].end() :]
    return ""


def _invented(text: str, rng: random.Random, words: Sequence[str]) -> str:
    name = rng.choice(_NAMES)
    shapes = [f"Using {name}, {_lowered(text)}", f"{text.rstrip('.')}, which is done by {rng.choice(_METHODS)}."]
    if re.match(r"(?:We|It|The authors|The paper) ", text):
        shapes.append(re.sub(r"^(?:We|It|The authors|The paper)", name, text))
    return rng.choice(shapes)


def _lowered(text: str) -> str:
    return text[0].lower() + text[1:] if re.match(r"[A-Z][a-z]+\b(?![A-Z])", text) else text


def _one_word(text: str, rng: random.Random, words: Sequence[str]) -> str:
    places = [
        match for match in _CONTENT.finditer(text) if match.start() and match.group().lower() not in _DULL and match.group().islower()
    ]
    if not places:
        return ""
    chosen = rng.choice(places)
    ending = chosen.group()[-2:]
    others = sorted({word for word in words if word.endswith(ending) and word[:4] != chosen.group()[:4] and word not in text})
    return text[: chosen.start()] + rng.choice(others) + text[chosen.end() :] if others else ""


def _swapped(text: str, rng: random.Random, words: Sequence[str]) -> str:
    for relation in _RELATION.finditer(text):
        before = [match for match in _CONTENT.finditer(text, 0, relation.start()) if match.group().lower() not in _DULL]
        after = [match for match in _CONTENT.finditer(text, relation.end()) if match.group().lower() not in _DULL]
        if before and after and before[-1].group().lower()[:5] != after[0].group().lower()[:5]:
            one, two = before[-1], after[0]
            return text[: one.start()] + two.group() + text[one.end() : two.start()] + one.group() + text[two.end() :]
    return ""


def _turned(text: str, rng: random.Random, words: Sequence[str]) -> str:
    found = [(match, other) for word, other in _DIRECTIONS for match in re.finditer(rf"\b{word}\b", text)]
    if not found:
        return ""
    match, other = rng.choice(found)
    return text[: match.start()] + other + text[match.end() :]


def _unhedged(text: str, rng: random.Random, words: Sequence[str]) -> str:
    for pattern, instead in _HEDGES:
        changed = re.sub(pattern, instead, text, count=1)
        if changed != text:
            return changed[0].upper() + changed[1:]
    return ""


MAKERS: dict[str, Maker] = {
    "altered number": _number,
    "negated claim": _negated,
    "invented method": _invented,
    "one word replaced": _one_word,
    "swapped entities": _swapped,
    "changed direction": _turned,
    "dropped hedge": _unhedged,
}


def with_fault(kind: str, text: str, seed: str, words: Sequence[str]) -> str:
    """The statement with a fault of this kind; empty where it has no place for one. The same on every run.

    Args:
        kind: one of `MAKERS`.
        text: a true statement.
        seed: what the choices are drawn from.
        words: lower-case words to put in the place of others.
    """
    changed = MAKERS[kind](text, random.Random(f"{kind} {seed}"), words)
    return changed if changed != text else ""
