"""Question → the form of answer it asks for: a list, a comparison, or something specific.

Patterns see the obvious forms; a multinomial logistic model over the question's mean token vector, what the patterns say and
the length decides (`benchmarks/fit_forms.py` fits it on sentences written for the purpose and on dev questions).
"""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from assistant.types import Kind

FILE = Path(__file__).parent / "forms.npz"
KINDS: tuple[Kind, ...] = ("specific", "list", "compare")
# The vector's share against that of the patterns, chosen with the penalty by cross-validation.
_VECTOR_SCALE = 6.0
_LONG = 20

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
_ASKS_QUANTITY = re.compile(r"\bhow (?:many|much)\b", re.I)
_SINGLE = re.compile(r"\b(?:which|what) (?:paper|article|study)\b", re.I)


def mean_direction(vectors: NDArray[np.float32]) -> NDArray[np.float32]:
    """Mean of the tokens' directions, whatever the tokens weigh; (tokens, dimension) → (dimension,)."""
    return np.asarray((vectors / np.maximum(np.linalg.norm(vectors, axis=1, keepdims=True), 1e-6)).mean(axis=0), np.float32)


def by_pattern(text: str) -> Kind:
    """What the patterns alone say."""
    if _COMPARE.search(text) or _COMPARE_ZH.search(text):
        return "compare"
    if _LIST_ZH.search(text):
        return "list"
    if _LIST.search(text) and not _SINGLE.search(text):
        return "list"
    return "specific"


def features(text: str, vector: NDArray[np.float32]) -> NDArray[np.float64]:
    """What the model sees: the unit vector, scaled, what the patterns say, and the length; shape (dimension + 3,)."""
    pattern = by_pattern(text)
    length = min(len(text.split()), _LONG) / 10
    unit = vector / max(float(np.linalg.norm(vector)), 1e-9)
    return np.concatenate([unit * _VECTOR_SCALE, [pattern == "list", pattern == "compare", length]])


class FormModel:
    """The fitted models, one for English questions and one for others.

    Args:
        encode: question and language → its vector: the mean of the late-interaction vectors for English, else the
            multilingual encoder's.
    """

    def __init__(self, encode: Callable[[str, str], NDArray[np.float32]], path: Path = FILE) -> None:
        self._encode = encode
        with np.load(path) as stored:
            self._weights = {name: stored[name].astype(np.float64) for name in stored.files}

    def kind(self, text: str, language: str, words: str = "") -> Kind:
        """The likeliest form; `words` are the question's English words, where the patterns do not know its language."""
        pattern = by_pattern(words or text)
        if language in ("zh", "zh-hant") and pattern != "specific":
            # The Chinese patterns are seldom wrong where they see something; the model is for what they do not see.
            return pattern
        if words and (pattern == "list" or _ASKS_QUANTITY.search(words)):
            # What the glossary makes "which papers" or "how many" was that in the asker's language, however loose the rest is.
            return pattern
        group = "english" if language == "en" else "other"
        seen = features(words or text, self._encode(text, language))
        return KINDS[int(np.argmax(self._weights[group] @ np.append(seen, 1.0)))]
