"""Definite descriptions of a question ("the unlearning one", "the spotlight", "the one by Zhang") → the papers that fit them."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from functools import cache, lru_cache
from math import log
from typing import NamedTuple

import Stemmer

from assistant.question.known import KnownPapers
from assistant.question.language import is_chinese
from assistant.question.translation import english_words
from assistant.types import Paper

_WORK = r"(?:ones?|papers?|works?|stud(?:y|ies)|articles?)"
_ABOUT = re.compile(
    rf"\b(?:the|that|this) {_WORK} (?:(?:on|about|with|from|for|dealing with|concerning|using|in|of|called|named)|(?:that|which) (?:is |are |was )?(?:about |on )?|(by))\s*([^?.!,;]+)",
    re.I,
)
_BEFORE = re.compile(
    r"\b(?:the|that) ((?:(?!(?:one|the|that|of|is|are|does|do|and|or|to|in)\b)[\w-]+(?:['’]s)? ){1,4}?)(?:one|paper|work|study|article)\b(?!s)",
    re.I,
)
_POSSESSIVE = re.compile(
    r"\b(?!(?:What|That|It|Let|Here|There|Who|How|Where|When)['’])([A-Z][\w-]+(?: et al\.?)?)['’]s (?:paper|work|study|article|one|method)\b"
)
_DECISION = re.compile(
    r"\b(?:the|that) (?:only )?(spotlight|oral|poster|position)(?: paper| one| presentation| talk)?\b(?! (?:papers|track|session|ones))(?!s)",
    re.I,
)
_ABOUT_ZH = re.compile(
    r"(?:关于|研究|讲|做|讨论|提出|使用|用|基于|针对|叫)?([^，。,.?？和与跟]{1,16}?)(?:的|写的|发表的)(?:那|这)(?:一)?[篇个](?:论文|文章|工作)?|([\w-]{2,})(?:那|这)(?:一)?篇|那一?篇(?:关于|讲|研究|做)([^，。,.?？的]{2,14})的?(?:论文|文章)?"
)
_DECISION_ZH = re.compile(r"(?:那|这)(?:一)?[篇个](聚光灯?|口头报告|海报|立场)|(聚光灯?|口头报告|立场)(?:论文)?的?那(?:一)?[篇个]")
_METADATA = {"聚光": "spotlight", "聚光灯": "spotlight", "口头报告": "oral", "海报": "poster", "立场": "position"}
# Words before "one" or "paper" that describe nothing.
_NO_DESCRIPTION = frozenset(
    "other same first second third fourth fifth sixth last next previous whole entire full original latter former only best right wrong new latest current following"
    " above very research two three four earlier initial final top bottom main given actual penultimate correct exact".split()
)
_LITTLE = frozenset(
    "the and for with that this from about paper papers work study article does what which how use uses used evaluate report propose is are say its their his her into than"
    " compare compared differ different using based new data method methods model models results approach did was were been say tell show more learning 的 those these you your many it its".split()
)
# What may be asked of any paper without naming it: "what datasets were used?"
OF_ANY_PAPER = frozenset(
    "datasets dataset data benchmark benchmarks baseline baselines experiments experiment limitations limitation limits code accuracy evaluated release released"
    " links link titles title best venue year url summarise evaluation evaluate metrics metric contribution contributions idea conclusion conclusions numbers details why github available summary summarize"
    " weaknesses strengths findings takeaway takeaways abstract authors author theory proofs assumptions motivation novelty".split()
)
_WORD = re.compile(r"[^\W_\u3400-\u9fff]{2,}", re.U)
_STEMMER = Stemmer.Stemmer("english")
_SHORTEST = 3
_TITLE, _AUTHOR, _ABSTRACT = 2, 2, 1


class Description(NamedTuple):
    """Words that describe a paper. A `certain` one cannot be but of a paper of the conversation; `by` is of its authors."""

    words: str
    about: str
    certain: bool
    by: bool = False
    decision: bool = False


def descriptions(text: str) -> list[Description]:
    """The descriptions that a question holds, in their order."""
    found: list[tuple[int, Description]] = []
    if is_chinese(text):
        for match in _DECISION_ZH.finditer(text):
            value = next(group for group in match.groups() if group)
            found.append((match.start(), Description(match.group(), _METADATA[value], certain=True, decision=True)))
        if not found:
            for match in _ABOUT_ZH.finditer(text):
                about = next((group for group in match.groups() if group), "")
                about = re.sub(r"^(?:那|请|关于|研究|讲|做|讨论|说说|介绍|比较|总结|不是|我指的是|我说的是|一下)+", "", about)
                if about and not re.fullmatch(r"刚才|上面|最后|前面|之前|第.*", about):
                    found.append((match.start(), Description(match.group(), about, certain=True)))
        return [description for _, description in sorted(found)]
    found += [(m.start(), Description(m.group(), m.group(1).lower(), certain=True, decision=True)) for m in _DECISION.finditer(text)]
    found += [(m.start(), Description(m.group(), m.group(1), certain=True, by=True)) for m in _POSSESSIVE.finditer(text)]
    for match in _BEFORE.finditer(text):
        words = [word for word in match.group(1).split() if word.lower() not in _NO_DESCRIPTION]
        if words and not any(match.start() < at + len(each.words) and at < match.end() for at, each in found):
            found.append((match.start(), Description(match.group(), " ".join(words), certain=match.group().lower().endswith("one"))))
    for match in _ABOUT.finditer(text):
        certain = bool(re.match(r"(?:the|that|this) ones?\b", match.group(), re.I))
        found.append((match.start(), Description(match.group().strip(), match.group(2), certain, by=bool(match.group(1)))))
    return [description for _, description in sorted(found)]


def fitting(description: Description, papers: Sequence[Paper]) -> list[str]:
    """Ids of the papers that fit best: one, several that fit as well, or none."""
    if description.decision:
        return [paper.id for paper in papers if description.about in (paper.decision.lower(), paper.track.lower())]
    words = described_words(description.about)
    if not words:
        return []
    return best_of(words, papers, by=description.by)


def best_of(words: Sequence[str], papers: Sequence[Paper], *, by: bool = False) -> list[str]:
    """Ids of the papers in which the words (stems) stand that are rare among them; several where they fit as well."""
    scores = _scores(words, papers, by=by)
    best = max(scores.values(), default=0.0)
    return [paper_id for paper_id, score in scores.items() if score == best] if best > 0 else []


def titled_about(words: Sequence[str], papers: Iterable[Paper]) -> list[str]:
    """The id of the paper whose title has most of the words, two at least and half of them; none where two fit as well."""
    hits = {paper.id: len(_stems(paper.label) & set(words)) for paper in papers}
    most = max(hits.values(), default=0)
    best = [paper_id for paper_id, count in hits.items() if count == most]
    return best if len(best) == 1 and most >= max(2, (len(words) + 1) // 2) else []


def says_all(paper: Paper, words: Sequence[str]) -> bool:
    """Whether every one of the words (stems) stands in a paper's title or abstract."""
    return all(_place(word, paper, by=False) for word in words)


def titled_like(text: str, papers: Sequence[Paper], known: KnownPapers) -> list[str]:
    """Ids of the conversation's papers that a few words name: a method in small letters, or words of no other paper's title."""
    words = [word.lower() for word in _WORD.findall(text)]
    found = []
    for paper in papers:
        names = {name.lower() for name in paper.names} | {paper.label.split(":")[0].lower()}
        if any(len(name) > 2 and re.search(rf"(?<![\w-]){re.escape(name)}(?![\w-])", text.lower()) for name in names):
            found.append(paper.id)
            continue
        title = [word.lower() for word in _WORD.findall(paper.label)]
        own = [word for word in words if word in title and word not in _LITTLE and len(word) > 4 and known.only_title(word)]
        if own and len(own) * 2 >= len([word for word in words if word not in _LITTLE]):
            found.append(paper.id)
    return found


def described_words(about: str) -> list[str]:
    """Stems of the words that say something, in English."""
    if is_chinese(about):
        about = english_words(about)
    return list(dict.fromkeys(_stem(word) for word in _WORD.findall(about) if word.lower() not in _LITTLE))


def telling(text: str) -> list[str]:
    """Stems of the words that could tell one paper from another."""
    return [word for word in described_words(text) if word not in _generic() and len(word) > _SHORTEST]


@cache
def _generic() -> frozenset[str]:
    return frozenset(_stem(word) for word in OF_ANY_PAPER)


def _stem(word: str) -> str:
    return str(_STEMMER.stemWord(word.lower()))


def _scores(words: Sequence[str], papers: Sequence[Paper], *, by: bool) -> dict[str, float]:
    """How well words fit each paper: by where each stands and how few of the papers have it; 0 where most are missing."""
    places = {paper.id: [_place(word, paper, by=by) for word in words] for paper in papers}
    rarity = [log(1 + len(papers) / max(1, sum(bool(each[n]) for each in places.values()))) for n in range(len(words))]
    scores = {}
    for paper_id, found in places.items():
        hits = sum(map(bool, found))
        # What follows the description in its sentence is among the words: "the paper on purification evaluate".
        fits = hits == len(words) if by else hits * 2 >= len(words) or max(found) == _TITLE
        scores[paper_id] = sum(place * rare for place, rare in zip(found, rarity, strict=True)) if fits else 0.0
    return scores


def _place(word: str, paper: Paper, *, by: bool) -> int:
    if word in _stems(" ".join(paper.authors)):
        return _AUTHOR
    if by:
        return 0
    if word in _stems(f"{paper.label} {' '.join(paper.names)}"):
        return _TITLE
    return _ABSTRACT if word in _stems(paper.abstract) else 0


@lru_cache(maxsize=1024)
def _stems(text: str) -> frozenset[str]:
    return frozenset(_stem(part) for part in _WORD.findall(text))
