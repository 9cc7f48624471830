"""Question and conversation → `Query`: its kind, its language, what "it" and "the second one" mean, conditions on metadata.

Rules only: the same question is read the same way every time, with or without a language model.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from assistant.types import Filters, Kind, Paper, Query, Turn

MAX_QUESTION = 4000

_HAN = re.compile(r"[\u3400-\u9fff]")
_WORKS = (
    r"(?:papers|works(?! (?:without|best|well|by|when|if|even))|articles|studies|publications|contributions|abstracts|literature|spotlights|orals|posters|approaches|techniques"
    r"|(?:paper|work|research|article|study|spotlight|oral|poster)(?! (?:best|well)))"
)
_LIST = re.compile(
    # "which papers …", "what differential privacy work is there", "any recent papers"
    rf"\b(?:which|any|all|other|more|list|show|find|give me|name|are there|is there|every)\b(?:\W+[\w-]+){{0,4}}?\W+{_WORKS[:-1]}s?)\b(?!-)"
    rf"|\bwhat\b(?:\W+[\w-]+){{0,4}}?\W+{_WORKS}\b (?:is|are|exists?|do we have|deals?|on|about|covers?|studies)\b"
    # a noun phrase that names works: "papers on law", "fairness papers that also prove something", "interpretability spotlights"
    rf"|^(?!(?:how|why|what|when|where|who|whom|does|do|did|is|are|can|could|should|would|will|was|were|if|in|after|under|the)\b)[^?.!]{{0,40}}\b{_WORKS}\b(?! (?:is|was|best|well))"
    r"|^(?:ways|methods|attacks|defen[sc]es|models|algorithms|benchmarks|datasets|theory|adversaries|surveys) (?:to|that|on|for|against|of|tampering|which)\b"
    r"|^[\w -]{3,60}\b(?:applied to|in the context of)\b[\w -]{3,40}$"
    r"|\b(?:papers?|works|research|spotlights|orals|posters)\W*(?:list|pls|please|\?|$)"
    r"|\b(?:which|what) (?:[\w-]+ ){0,2}(?:attacks|defen[sc]es|methods|benchmarks|datasets|algorithms|approaches|techniques|frameworks|metrics|tools|authors|people|researchers|groups)"
    r" (?:are|exist|have|do|does|deal|use|target|try|here|on|for|against|that|to|can)\b"
    r"|\b(?:has|have|is|does|did) (?:any|some)(?:one|body|thing)\b|\bwho (?:has|have|is|else)\b|\boverview of\b|\blooking for (?:[\w-]+ ){0,3}(?:papers|works?|research|articles)\b"
    r"|\bis there (?:[\w-]+ ){0,3}(?:papers?|work|research|literature)\b|\bwhat do we (?:know|have)\b|\bacross (?:the|all|these) papers\b"
    r"|\bwhich (?:ones?|of (?:them|those|these))\b|\bwho (?:works on|studies)\b|\bhow many papers\b|\ball of em\b"
    r"|\b(?:everything|anything|all|stuff) (?:here )?(?:on|about|u have|you have|related)\b|\blist (?:it all|everything|them)\b|\bwhat is (?:in here|known about)\b"
    r"|\bis there any\b\W*$|\banything u have\b|\bof (?:those|these|them),? (?:which|what|are)\b|^what do people\b|^which \w+s (?:are|deal|study|use|try|put|prove|show|combine|look)\b",
    re.I,
)
_LIST_ZH = re.compile(
    r"(?:哪些|哪几|有什么|有哪|所有|全部|列出|列举|找出|给我|都有哪|还有别的).{0,40}(?:论文|文章|工作|研究|paper)"
    r"|(?:论文|文章|工作|研究|paper)s?.{0,8}(?:有哪些|有什么|有哪几|都有哪|列出|列一下|有几篇)|有没有.{0,40}(?:论文|文章|工作)",
    re.I,
)
_COMPARE = re.compile(
    r"\b(?:compare|comparison|versus|vs\.?|differ|differs|differences?|contrast|in common)\b"
    r"|\bboth\b.{5,120}\b(?:each|what|which|how)\b|\bwhere .{3,60}, and where\b",
    re.I | re.S,
)
_COMPARE_ZH = re.compile(r"比较|区别|对比|不同之处|有何不同|相同点|异同")
_SINGLE = re.compile(r"\b(?:which|what) (?:paper|article|study)\b", re.I)

_REFERS_BACK = re.compile(
    r"\b(?:it|its|they|them|their|theirs)\b|\b(?:this|that|those|these)(?: (?:ones?|papers?|methods?|works?|approach|attack|model|authors?)\b|\W*$)|\bthe (?:method|paper|work|authors?|approach|model|attack|benchmark|"
    r"first|second|third|fourth|fifth|last|former|latter|other|same|two|three)\b|^(?:and|also|but|so|what about|how about)\b|\bof (?:those|these|them)\b|\beach\b",
    re.I,
)
_REFERS_BACK_ZH = re.compile(
    r"它|他们|她|这篇|那篇|这个|那个|其中|这些|那些|前者|后者|第[一二三四五六七八九十\d]+[篇个]|该(?:方法|论文|工作|文)|上面|上述|刚才|呢[??]?$"
)
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
    [
        "what",
        "which",
        "does",
        "that",
        "this",
        "with",
        "from",
        "they",
        "them",
        "their",
        "have",
        "been",
        "into",
        "than",
        "then",
        "there",
        "these",
        "those",
        "each",
        "about",
        "much",
        "many",
        "some",
        "such",
        "were",
        "when",
        "where",
        "would",
        "could",
        "should",
        "also",
        "more",
        "most",
        "only",
        "over",
        "used",
        "uses",
        "using",
        "need",
        "needs",
        "paper",
        "papers",
        "work",
        "works",
        "method",
        "methods",
        "first",
        "second",
        "third",
        "last",
        "former",
        "latter",
        "authors",
        "other",
        "same",
        "approach",
        "training",
        "data",
        "model",
        "models",
        "results",
        "result",
        "other",
        "tell",
        "show",
        "give",
        "fine",
        "exactly",
    ]
)


@dataclass(frozen=True, slots=True)
class KnownPapers:
    """What the reader needs to know of the corpus: its papers, by id."""

    papers: dict[str, Paper]

    def mentioned(self, text: str) -> list[str]:
        """Ids of the papers whose full title or label occurs in `text`, in order of first mention."""
        folded = _fold(text)
        found = []
        for paper in self.papers.values():
            for name in {paper.title, paper.label}:
                name = _fold(name)
                at = folded.find(name) if len(name) >= 4 else -1
                if at >= 0:
                    found.append((at, -len(name), paper.id))
                    break
        return list(dict.fromkeys(paper_id for _, _, paper_id in sorted(found)))

    def values(self, field: str) -> set[str]:
        """The values that a metadata field takes in the corpus."""
        return {value for paper in self.papers.values() if (value := getattr(paper, field))}


def _fold(text: str) -> str:
    return " ".join(unicodedata.normalize("NFKC", text).lower().replace("\u2011", "-").split())


def language(text: str) -> str:
    """`zh` where a fifth of the letters are Han characters, else `en` (all encoders but one read English only)."""
    letters = [character for character in text if character.isalpha()]
    han = sum(1 for character in letters if _HAN.match(character))
    return "zh" if letters and han / len(letters) >= 0.2 else "en"


def kind(text: str) -> Kind:
    """What form of answer the question asks for."""
    if _COMPARE.search(text) or _COMPARE_ZH.search(text):
        return "compare"
    if _LIST_ZH.search(text):
        return "list"
    if _LIST.search(text) and not _SINGLE.search(text):
        return "list"
    return "specific"


def read(question: str, history: Sequence[Turn], known: KnownPapers) -> Query:
    """Read a question in its conversation.

    Args:
        question: what the user typed; not empty.
        history: earlier turns, oldest first.
        known: the corpus's papers.
    """
    text = " ".join(question.split())[:MAX_QUESTION]
    how = kind(text)
    filters = read_filters(text, known)
    earlier = _papers_of(history, known)
    if not earlier or _NEW_TOPIC.search(text) or not _leans_on_history(text, known):
        return Query(question, text, how, language(text), filters=filters)
    chosen = _chosen(text, earlier)
    subset = bool(_SUBSET.search(text)) and len(earlier) > 1
    if subset:
        return Query(question, text, "list", language(text), focus=tuple(earlier), only_focus=True, filters=filters)
    # A question about one paper names it, so that encoders see what "it" is.
    names = ". ".join(known.papers[paper_id].label for paper_id in chosen[:3])
    if how == "list" and len(chosen) > 1:
        how = "compare"
    return Query(
        question, f"{text} ({names})" if names else text, how, language(text), focus=tuple(chosen), only_focus=bool(chosen), filters=filters
    )


def _leans_on_history(text: str, known: KnownPapers) -> bool:
    """Whether the question cannot be read alone: it refers back, or says too little to be about something new."""
    if known.mentioned(text):
        return False
    refers = bool(_REFERS_BACK.search(text) or _REFERS_BACK_ZH.search(text))
    if language(text) == "zh":
        return refers
    content = [word for word in _TOPIC_WORDS.findall(text.lower()) if word not in _FUNCTION_WORDS]
    return (refers and len(content) <= 8) or len(content) <= 2


def _papers_of(history: Sequence[Turn], known: KnownPapers) -> list[str]:
    """Papers of the latest assistant turn that names any, in the order of their numbers or mention."""
    for turn in reversed(history):
        if turn.role == "assistant":
            mentioned = known.mentioned(turn.content)
            if mentioned:
                return mentioned
    for turn in reversed(history):
        mentioned = known.mentioned(turn.content)
        if mentioned:
            return mentioned
    return []


def _chosen(text: str, earlier: list[str]) -> list[str]:
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


_TRACK_WORDS = {"position": r"\bposition papers?\b|立场论文"}
_DECISION_WORDS = {
    "spotlight": r"\bspotlights?\b|聚光",
    "oral": r"\borals?\b|\boral (?:papers?|presentations?)\b|口头报告",
    "poster": r"\bposters?\b(?! session)|海报",
}


def read_filters(text: str, known: KnownPapers) -> Filters:
    """Conditions on decision and track that the question's words set, of those values that the corpus has."""
    decisions = tuple(
        value for value in sorted(known.values("decision")) if re.search(_DECISION_WORDS.get(value.lower(), r"(?!)"), text, re.I)
    )
    tracks = tuple(value for value in sorted(known.values("track")) if re.search(_track_pattern(value), text, re.I))
    return Filters(tracks=tracks, decisions=decisions)


def _track_pattern(track: str) -> str:
    words = track.lower()
    if words in _TRACK_WORDS:
        return _TRACK_WORDS[words]
    if "benchmark" in words:
        return r"\b(?:datasets? (?:and|&) benchmarks?|d&b|benchmarks?) track\b|数据集与基准"
    return rf"\b{re.escape(words)} track\b"


def passes(paper: Paper, filters: Filters) -> bool:
    """Whether a paper meets the conditions."""

    def among(value: str, wanted: Iterable[str]) -> bool:
        wanted = [item.lower() for item in wanted]
        return not wanted or value.lower() in wanted

    return among(paper.track, filters.tracks) and among(paper.decision, filters.decisions) and among(paper.source.file, filters.files)
