"""Question and conversation → whether the question leans on it, and on which of its papers."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache

from assistant.languages import apart_headings
from assistant.question.known import KnownPapers
from assistant.question.language import language
from assistant.types import Turn

_REFERS_BACK = re.compile(
    r"\b(?:it|its|they|them|their|theirs)\b|\b(?:this|that|those|these)(?: (?:ones?|papers?|methods?|works?|approach|attack|model|authors?)\b|\W*$)|\bthe (?:method|paper|work|authors?|approach|model|attack|benchmark|"
    r"first|second|third|fourth|fifth|last|former|latter|other|same|two|three)\b|^(?:and|also|but|so|what about|how about)\b|\bof (?:those|these|them)\b|\beach\b",
    re.I,
)
_REFERS_BACK_ZH = re.compile(
    r"它|他们|她|这篇|那篇|这个|那个|其中|这些|那些|前者|后者|第[一二三四五六七八九十\d]+[篇个]|最后一[篇个]|该(?:方法|论文|工作|文)|上面|上述|刚才|呢[??]?$"
)
_NAME_LIKE = re.compile(r"\b(?=\w*\d|\w*[A-Z]\w*[A-Z])[A-Za-z][\w-]+")
# What may be asked of any paper without naming it: "what datasets were used?"
_OF_ANY_PAPER = frozenset(
    "datasets dataset data benchmark benchmarks baseline baselines experiments experiment limitations limitation code accuracy evaluated"
    " evaluation evaluate metrics metric contribution contributions idea conclusion conclusions numbers numbers details why".split()
)
_ASKS_FOR_PAPERS = re.compile(
    r"\b(?:which|what|any|other|list|show|find)\b[^?.]{0,30}\b(?:papers|works|articles|studies)\b|^\W*(?:papers|works)\b", re.I
)
_ENOUGH_WORDS = 5
_NEW_TOPIC = re.compile(
    r"\b(?:something else|different (?:topic|question|subject)|unrelated|changing (?:the )?(?:topic|subject)|new (?:topic|question)|another question"
    r"|ok(?:ay)? thanks|thanks)\b|换个话题|另外(?:问|一个)|换一个问题",
    re.I,
)
_SUBSET = re.compile(
    r"\b(?:of|among|from|out of) (?:those|these|them)\b|\bwhich (?:of (?:those|these|them)|ones?)\b|\bdo any of (?:those|these|them)\b|其中|这些(?:论文|文章|工作)?(?:里|中|当中)|哪(?:一篇|几篇)",
    re.I,
)
_ORDINALS = {
    "first": 0, "1st": 0, "former": 0, "second": 1, "2nd": 1, "third": 2, "3rd": 2, "fourth": 3, "4th": 3, "fifth": 4, "5th": 4, "sixth": 5,
    "last": -1, "latter": -1,
}  # fmt: skip
_ORDINAL = re.compile(r"\b(?:the )(" + "|".join(_ORDINALS) + r")\b(?! time| step| order| place| stage)", re.I)
_ORDINAL_ZH = re.compile(r"第([一二三四五六七八九十]|\d+)[篇个]|(前者)|(后者)|(最后)一[篇个]")
_HAN_DIGITS = {digit: n for n, digit in enumerate("一二三四五六七八九十")}
_MARKER = re.compile(r"\[(\d+)\]")
_TOPIC_WORDS = re.compile(r"[^\W\d_]{4,}")
_FUNCTION_WORDS = frozenset(
    "what which does that this with from they them their have been into than then there these those each about much many some "
    "such were when where would could should also more most only over used uses using need needs paper papers work works "
    "method methods first second third last former latter authors other same approach training data model models results "
    "result other tell show give fine exactly".split()
)


def leans_on_history(text: str, known: KnownPapers) -> bool:
    """Whether the question cannot be read alone: it refers back, or says too little to be about something new."""
    if known.mentioned(text):
        return False
    refers = bool(_REFERS_BACK.search(text) or _REFERS_BACK_ZH.search(text))
    if language(text) == "zh":
        return refers
    content = _content(text)
    if _ASKS_FOR_PAPERS.search(text) and not narrows(text):
        return False
    return (refers and len(content) <= 8) or all(word in _OF_ANY_PAPER for word in content)


def says_enough(text: str) -> bool:
    """Whether a question that leans on the conversation could, by its own words, be about something new as well."""
    return language(text) == "zh" or len(_content(text)) >= _ENOUGH_WORDS


def _content(text: str) -> list[str]:
    """Words that say what a question is about; short ones count where they hold a digit or two capitals, as GPT-4 does."""
    words = [word for word in _TOPIC_WORDS.findall(text.lower()) if word not in _FUNCTION_WORDS]
    return words + [word for word in _NAME_LIKE.findall(text) if word.lower() not in words]


@lru_cache(maxsize=1)
def _apart() -> re.Pattern[str]:
    return re.compile("|".join(map(re.escape, apart_headings())))


def papers_of(history: Sequence[Turn], known: KnownPapers) -> list[str]:
    """Papers of the latest assistant turn that names any, in the order of mention; of a list, those that are not shown apart."""
    for wanted in ("assistant", "user"):
        for turn in reversed(history):
            if turn.role == wanted:
                listed = _apart().split(turn.content, maxsplit=1)[0]
                # An answer names its papers by title; names inside its quotes are often those of other people's methods.
                mentioned = known.titled(listed) or known.titled(turn.content) or known.mentioned(turn.content)
                if mentioned:
                    return mentioned
    return []


def chosen(text: str, earlier: list[str]) -> list[str]:
    """The papers that "the second one", "[2]" or "the latter" pick; all of them where nothing is picked."""
    places: list[int] = [int(n) - 1 for n in _MARKER.findall(text)]
    places += [_ORDINALS[match.group(1).lower()] for match in _ORDINAL.finditer(text)]
    for match in _ORDINAL_ZH.finditer(text):
        number, former, latter, last = match.groups()
        if number:
            places.append(int(number) - 1 if number.isdigit() else _HAN_DIGITS[number])
        elif former:
            places.append(0)
        elif latter or last:
            places.append(-1)
    chosen = [earlier[place] for place in places if -len(earlier) <= place < len(earlier)]
    return list(dict.fromkeys(chosen)) or earlier


def narrows(text: str) -> bool:
    """Whether the question asks which of the conversation's papers meet a condition."""
    return bool(_SUBSET.search(text))


def changes_topic(text: str) -> bool:
    """Whether the question says that it is about something else."""
    return bool(_NEW_TOPIC.search(text))
