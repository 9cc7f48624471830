"""Sentences and titles → specific draft questions, by a handful of patterns; most sentences fit none."""

from __future__ import annotations

import random
import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from typing import NamedTuple

from ..gold.questions import Nugget, Sentence
from ..gold.rules import faults
from .papers import EMPTY, ReadPaper, ReadPapers, Text, stems, words
from .storage import Draft, draft_of, folded

# A question that another paper could as well be meant by is no specific one.
_SHARE = 0.8
_FEWEST_STEMS, _FEWEST_SAID, _FEWEST_WORDS, _MOST_WORDS = 4, 3, 6, 30
# At most this share of the questions by each pattern; of the patterns that fit a paper, the one that was used least goes first.
_OF_A_PATTERN = 0.3
_STATES = re.compile(r"\b(?:show|prove|find|demonstrate|achiev|reduc|improv|outperform|because|introduc|propos|\d+(?:\.\d+)?\s?%)", re.I)
_OPENING = re.compile(r"^(?:(?:[\w-]+ly|however|moreover|furthermore|here|then|thus|first|(?:in|to|as|for) [^,]{1,90}),\s+)+", re.I)
_BRACKETS = re.compile(r"\s*\([^()]{0,80}\)|\s*\[[\d,; –-]+\]")
_OWN = re.compile(r"\b(?:our|the proposed|this)(?: \w+)? (?:method|approach|framework|model|algorithm|system|benchmark)\b", re.I)
# What is left out of the question, for the answer to add.
_TAIL = re.compile(
    r"(?:;|,? (?:while|which|thereby|even|by (?:\w+ing|up to|~?\d))\b| and present\b|, (?:\w+ing|but|with|so|as|instead)\b).*"
)
_MEANS = re.compile(r",? (?:using|via|through|without|under)\b.*")
# What does not stand alone outside of its abstract, and what is no plain text.
_VAGUE = re.compile(
    r"\b(?:we|our|us|this|these|those|such|they|them|here|above|the authors?|proposed|resulting|existing"
    r"|state-of-the-art|baselines?|superior|competitive|prior|previous|respective(?:ly)?|(?:that|whether) (?:it|its|their|there))\b"
    r"|\bthe (?:\w+ )?(?:methods?|approach(?:es)?|frameworks?|algorithms?|models?|problems?|tasks?|results?|challenges?|settings?|gap)"
    r"(?= (?:is|are|can|to|by|and|with)\b|[?,])",
    re.I,
)
_BROKEN = re.compile(r"[\\{}^_$|<>=:;*`\"“”—]|http|\.\.|\w- \w|--|\s[-–]|\b(?:i\.e|e\.g)\.|[^\x00-ɏͰ-Ͽ‐-’]")
_FOUND = re.compile(
    r"\b(?:we|our|results?|experiments?|evaluations?|analys[ei]s|simulations?|findings?)\b[^,;]{0,80}?"
    r"\b(?:show|prove|find|found|demonstrate|establish|observe|reveal|discover|confirm)(?:s|ed)?,? (?:\w+ly,? )?that (?P<clause>.+)$",
    re.I,
)
# "We introduce NAME, a THING that does something".
_OFFERED = re.compile(
    r"\b(?:[Ww]e|[Tt]his (?:paper|work|article|study)) (?:\w+ )?(?:propose|introduce|present|develop|design|devise|derive|provide)s? "
    r"(?:(?P<name>[A-Z][\w-]+)(?: \([^)]*\))?, )?(?:an?|the first) (?P<thing>[^,]{3,70}?)(?: (?:called|named|termed|dubbed) [\w-]+)?,? "
    r"(?P<what>(?P<that>that|which) (?P<does>(?:\w+ly )?(?:\w+s|can|may|will) .+)|(?:for|to) .+)$"
)
_PRAISE = re.compile(r"(?<![\w-])(?:novel|new|simple|general|efficient|effective|principled|flexible|powerful|and|yet|but)\b,? ?")
_FINDINGS = ("Is there evidence that {}?", "Does any work show that {}?", "Is it known whether {}?")


class Asked(NamedTuple):
    """A question, the part of the sentence that answers it, and its type."""

    question: str
    answer: str
    type: str


def specific_drafts(papers: ReadPapers, count: int, rng: random.Random) -> list[Draft]:
    """At most `count` questions: one a paper first, by the pattern that was used least so far; then a second one."""
    pools = [list(_of_paper(paper, papers)) for paper in rng.sample(papers.papers, len(papers.papers))]
    chosen: dict[str, Draft] = {}
    used: Counter[str] = Counter()
    for pool in pools * 2:
        rng.shuffle(pool)
        pool.sort(key=lambda draft: used[draft.origin])
        if pool and len(chosen) < count and used[pool[0].origin] < count * _OF_A_PATTERN:
            draft = pool.pop(0)
            used[draft.origin] += folded(draft.question.text) not in chosen
            chosen.setdefault(folded(draft.question.text), draft)
    return list(chosen.values())


def telling_sentences(papers: ReadPapers, rng: random.Random) -> list[tuple[ReadPaper, Text]]:
    """The sentence of each paper that states most, for a language model to ask about; then the second of each."""
    order = rng.sample(papers.papers, len(papers.papers))
    ranked = [(paper, sorted(paper.sentences, key=lambda text: -len(_STATES.findall(text.plain)))[:2]) for paper in order]
    return [(paper, texts[turn]) for turn in range(2) for paper, texts in ranked if len(texts) > turn and _STATES.search(texts[turn].plain)]


def one_fact(paper: ReadPaper, sentence: Text, asked: Asked, origin: str) -> Draft:
    """A specific question that one sentence of one paper answers."""
    return draft_of(
        "specific", asked.type, asked.question, origin,
        relevant=(paper.reference,), evidence=(Sentence(paper.reference, sentence.quote),), nuggets=(Nugget(asked.answer, True, (0,)),),
    )  # fmt: skip


def is_sound(draft: Draft, papers: ReadPapers) -> bool:
    """Whether it breaks no rule, leaks no title, and no other paper has most of its words."""
    text = draft.question.text
    is_valid = next(faults(replace(draft.question, type=""), papers.corpus), None) is None
    fitting = {paper.reference for paper in papers.matching(text, _SHARE)}
    return is_valid and len(set(stems(text))) >= _FEWEST_STEMS and fitting <= set(draft.question.relevant)


def is_clear(question: str) -> bool:
    """Whether a question stands alone: no "this" or "we", no formula, neither too short nor too long."""
    fits = _FEWEST_WORDS <= len(question.split()) <= _MOST_WORDS and question.count("?") == 1
    return fits and not _VAGUE.search(question) and not _BROKEN.search(question)


def questions(sentence: str, name: str) -> list[Asked]:
    """Questions that a sentence in plain text answers, the more telling ones first; `name` is that of the paper's method, or empty."""
    bare = _OPENING.sub("", _BRACKETS.sub("", sentence)).strip().rstrip(".")
    bare = _OWN.sub(name, bare) if name else bare
    return [asked for asked in (_of_offer(bare, name), _of_finding(bare)) if asked and is_clear(asked.question)]


def _of_offer(bare: str, name: str) -> Asked | None:
    """`We present X, a drone that detects apples.` → `Which drone detects apples?`; without a name `Is there any drone that …?`."""
    found = _OFFERED.search(bare)
    thing = _PRAISE.sub("", found["thing"]).strip() if found else ""
    if found is None or not thing:
        return None
    name = found["name"] or (name if name and name in found[0] else "")
    what, does = (_TAIL.sub("", text or "") for text in (found["what"], found["does"]))
    if not name:
        return Asked(f"Is there any {thing} {_MEANS.sub('', what)}?", f"{thing} {found['what']}", "paraphrase")
    return Asked(f"Which {thing} {does}?" if does else f"Which {thing} is there {what}?", name, "paraphrase")


def _of_finding(bare: str) -> Asked | None:
    """`We find that owls hunt at dusk.` → `Is there evidence that owls hunt at dusk?`."""
    found = _FOUND.search(bare)
    said = _TAIL.sub("", found["clause"]) if found else ""
    return Asked(_FINDINGS[len(said) % len(_FINDINGS)].format(said), found["clause"].split(";")[0], "finding") if found else None


def _of_paper(paper: ReadPaper, papers: ReadPapers) -> Iterator[Draft]:
    name, naming = papers.names.get(paper.reference, ("", None))
    for sentence in paper.sentences:
        for asked in questions(sentence.plain, name)[:1]:
            type_ = "by-name" if name and name in asked.question else asked.type
            draft = one_fact(paper, sentence, asked._replace(type=type_), f"pattern: {asked.type}")
            if is_sound(draft, papers):
                yield draft
    if naming:
        yield one_fact(paper, naming, Asked(f"What is {name}, and what is it for?", naming.plain, "by-name"), "pattern: name")
    yield from _of_title(paper, papers)


def _of_title(paper: ReadPaper, papers: ReadPapers) -> Iterator[Draft]:
    """The title's terms, last one first, as somebody types them into a search box; the sentence that says most of them is the evidence."""
    abstract = " ".join(stems(" ".join(text.plain for text in paper.sentences)))
    runs = re.split(r"[^\w\s'’-]|\b(?:" + "|".join(EMPTY) + r")\b", paper.title, flags=re.I)
    terms = [" ".join(run[-2:]) for run in map(words, runs) if len(run) > 1]
    terms = [papers.lowered(term) for term in terms if " ".join(stems(term)) in abstract][:3]
    text = ", ".join(reversed(terms))
    wanted = set(stems(text))
    own = [text for text in paper.sentences if re.search(r"\b(?:we|our|this paper)\b", text.plain, re.I) and "\\" not in text.plain]
    said, best = max(((len(wanted & set(stems(text.plain))), text) for text in own), key=lambda item: item[0], default=(0, None))
    if len(terms) >= 2 and best is not None and said >= _FEWEST_SAID:
        draft = one_fact(paper, best, Asked(text, best.plain, "keywords"), "pattern: title")
        if is_sound(draft, papers):
            yield draft
