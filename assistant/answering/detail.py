"""Question and sentences → whether the asked detail (a number, hardware, a licence, …) is stated at all.

A question whose topic is in the corpus but whose detail is not looks as relevant to every encoder as one that is answered.
What gives it away is the kind of thing asked for: a number where the sentences hold none, or a detail that abstracts name in
few ways and this one does not name.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

_ASKS_QUANTITY = re.compile(
    r"\bhow (?:many|much|large|big|long|often|far|few)\b"
    r"|\b(?:what|which|exactly what|by what|at what) (?:[\w-]+ ){0,4}?(?:percentage|percent|share|fraction|accuracy|price|ratio|number|size|rate|score|bill"
    r"|cost|factor|budget|count|amount|value|length|margin)\b|多少|几(?:个|种|篇|条|倍|张|层|次|天|小时|百)|百分之几|多大|多长",
    re.I,
)
# A number of its own: not the "1B" of a model's name.
_QUANTITY = re.compile(
    r"(?<![\w.-])\d[\d,. ]*(?:\\?%|x|×|k|K|M|B)?(?![\w])|\\(?:num|sim|geq|times)|\d+(?:\.\d+)?\s*\$?\\times|\bO\(|\bone\b|\btwo\b|\bthree\b|\bfour\b|\bfive\b"
    r"|\bsix\b|\bseven\b|\beight\b|\bnine\b|\bten\b|\btwice\b|\bdouble[sd]?\b|\bhalf\b|\bthird\b|\bsingle\b|\bdozens?\b|\bhundreds?\b|\bthousands?\b|\bmillions?\b"
    r"|\bbillions?\b|\borders? of magnitude\b|\b(?:linear|quadratic|logarithmic|exponential)(?:ly)?\b|\bno (?:additional|extra|further)\b|\bwithout (?:any )?(?:additional|extra|further)\b",
    re.I,
)
# What abstracts seldom say, and the words with which they say it.
_SELDOM_SAID = [
    re.compile(pattern, re.I)
    for pattern in (
        r"\bgpus?\b|\btpus?\b|\baccelerators?\b|\bhardware\b|\bcpus?\b|\b[avh]\d00s?\b|显卡|硬件",
        r"\baffiliat\w+|\buniversit\w+|\binstitut(?:e|es|ions?)\b|\bcompan(?:y|ies)\b|\bemployers?\b|单位|机构|大学",
        r"\bcountr(?:y|ies)\b|\bus states?\b|\bcit(?:y|ies)\b|\bcalifornia\b|国家|城市",
        r"\blicen[cs]es?\b|\blicen[cs]ed\b|许可",
        r"\blearning rates?\b|学习率",
        r"\bbatch sizes?\b|批大小|批量大小",
        r"\bweight decay\b|\bdropout\b",
        r"\boptimi[sz]ers?\b|\badamw?\b|\bsgd\b|\brmsprop\b|优化器",
        r"\bepochs?\b|轮",
        r"\brandom seeds?\b|\bseeds?\b|随机种子",
        r"\bhyper-?parameters?\b|超参",
        r"\bterabytes?\b|\bgigabytes?\b|\b[tg]b\b|\bvram\b|\bdisk\b|\bmemory\b|显存|内存|磁盘",
        r"\bhours?\b|\bdays?\b|\bweeks?\b|\bwall-?clock\b|小时|几天",
        r"\bdollars?\b|\bapi bill\b|\busd\b|\bprices?\b|美元|花费",
        r"\bvolunteers?\b|\bparticipants?\b|\bhuman subjects?\b|\bannotators?\b|被试|志愿者",
        r"\bpytorch\b|\bjax\b|\btensorflow\b|\bprogramming languages?\b|编程语言",
        r"\bfunding\b|\bfunded\b|\bgrants?\b|资助",
        r"\bacceptance rate\b|\breviewers?\b|审稿",
    )
]
_ASKS_DATA = re.compile(r"\b(?:what|which) (?:[\w-]+ ){0,2}data ?sets?\b|哪些数据集|什么数据集", re.I)
_SAYS_DATA = re.compile(r"data ?sets?|benchmarks?|corpora|corpus|recordings|ImageNet|CIFAR|MNIST|数据集", re.I)


def is_missing(question: str, sentences: Sequence[str], abstract: str) -> bool:
    """Whether the question asks for a detail that is not there.

    Args:
        question: as asked.
        sentences: those chosen to answer it.
        abstract: of the paper that they lead with.
    """
    if any(detail.search(question) and not detail.search(abstract) for detail in _SELDOM_SAID):
        return True
    if _ASKS_DATA.search(question) and not _SAYS_DATA.search(abstract):
        return True
    if not _ASKS_QUANTITY.search(question):
        return False
    asked = set(re.findall(r"\d+", question))
    return not any(
        set(re.findall(r"\d+", found.group())) - asked or not re.search(r"\d", found.group())
        for s in sentences
        for found in _QUANTITY.finditer(s)
    )
