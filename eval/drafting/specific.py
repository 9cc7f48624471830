"""`Shelf` → specific draft questions, each from one sentence of one paper, and by-name ones from titles."""

from __future__ import annotations

import random
import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace

from ..gold.questions import Nugget, Sentence
from ..gold.rules import faults
from .drafts import Draft, draft_of, folded
from .patterns import is_plain, questions
from .shelf import EMPTY, ReadPaper, Shelf, Text, names_of, naming, stems

# A question that another paper could as well be meant by is no specific one.
_SHARE = 0.8
_FEWEST_STEMS = 4
_FEWEST_SAID = 3
_A_PAPER = 2
_LONGEST_SENTENCE = 500
# At most this share of the questions for each way to use a title.
_OF_TITLES = 0.2
_OWN = re.compile(r"\b(?:we|our|this (?:paper|work|study|article))\b", re.I)
_OFFERS = re.compile(r"\b(?:propose|introduce|present|develop|show|study)\b", re.I)
_STATES = re.compile(
    r"\b(?:show|prove|find|demonstrate|achiev|reduc|improv|increas|outperform|by \w+ing|because|due to|introduc|propos|\d+(?:\.\d+)?\s?%)",
    re.I,
)


def specific_drafts(shelf: Shelf, count: int, rng: random.Random) -> list[Draft]:
    """At most `count` questions, spread over the papers and over the types of question."""
    names = names_of(shelf.papers)
    pools: list[list[Draft]] = [list(_of_paper(paper, names.get(paper.reference, ""), shelf)) for paper in shelf.papers]
    for pool in pools:
        rng.shuffle(pool)
    rng.shuffle(pools)
    return _spread(pools, count)


def telling_sentences(shelf: Shelf, rng: random.Random) -> list[tuple[ReadPaper, Text]]:
    """The sentence of each paper that states most, for a language model to ask about; then the second of each."""
    order = list(shelf.papers)
    rng.shuffle(order)
    ranked = [(paper, sorted(paper.sentences, key=lambda text: -len(_STATES.findall(text.plain)))[:2]) for paper in order]
    return [(paper, texts[turn]) for turn in range(2) for paper, texts in ranked if len(texts) > turn and _STATES.search(texts[turn].plain)]


def one_fact(paper: ReadPaper, sentence: Text, type_: str, question: str, answer: str, origin: str) -> Draft:
    """A specific question that one sentence of one paper answers."""
    return draft_of(
        "specific", type_, question, origin,
        relevant=(paper.reference,), evidence=(Sentence(paper.reference, sentence.quote),), nuggets=(Nugget(answer, True, (0,)),),
    )  # fmt: skip


def is_sound(draft: Draft, shelf: Shelf) -> bool:
    """Whether it breaks no rule, leaks no title, and no other paper has most of its words."""
    text = draft.question.text
    if next(iter(faults(replace(draft.question, type=""), shelf.corpus)), None):
        return False
    told = set(stems(text))
    return len(told) >= _FEWEST_STEMS and all(paper.reference in draft.question.relevant for paper in shelf.matching(text, _SHARE))


def _of_paper(paper: ReadPaper, name: str, shelf: Shelf) -> Iterator[Draft]:
    for sentence in paper.sentences:
        if len(sentence.plain) > _LONGEST_SENTENCE:
            continue
        for asked in questions(sentence.plain, name, shelf.lowered)[:1]:
            is_named = bool(name) and name in asked.question
            draft = one_fact(paper, sentence, "by-name" if is_named else asked.type, asked.question, asked.answer, f"pattern: {asked.type}")
            if is_sound(draft, shelf):
                yield draft
    yield from filter(None, (_by_title(paper, name) if name else None, _by_keywords(paper, shelf)))


def _by_keywords(paper: ReadPaper, shelf: Shelf) -> Draft | None:
    """The title's terms, last one first, as somebody types them into a search box; the sentence that says most of them is the evidence."""
    terms = [term[-2:] for term in _terms(paper.title) if len(term) > 1]
    text = ", ".join(" ".join(shelf.small(word) for word in term) for term in reversed(terms[:4]))
    wanted = set(stems(text))
    saying = [text for text in paper.sentences if _OWN.search(text.plain) and len(text.plain) <= _LONGEST_SENTENCE and is_plain(text.plain)]
    best = max(saying, key=lambda text: (len(wanted & set(stems(text.plain))), bool(_OFFERS.search(text.plain))), default=None)
    if len(terms) < 2 or best is None or len(wanted & set(stems(best.plain))) < _FEWEST_SAID:
        return None
    draft = one_fact(paper, best, "keywords", text, best.plain, "title: key words")
    return draft if is_sound(draft, shelf) else None


def _terms(title: str) -> list[list[str]]:
    """Runs of words between punctuation and words that say nothing."""
    runs: list[list[str]] = [[]]
    for part in re.findall(r"[^\W_]+(?:[-'’][^\W_]+)*|[^\w\s]", title):
        if part.lower() in EMPTY or not part[0].isalnum():
            runs.append([])
        else:
            runs[-1].append(part)
    return [run for run in runs if run]


def _by_title(paper: ReadPaper, name: str) -> Draft | None:
    """`What is NAME?`, where the title is "NAME: …" and a sentence of the abstract says it."""
    said = naming(paper, name) if paper.title.startswith(f"{name}:") else None
    return one_fact(paper, said, "by-name", f"What is {name}, and what is it for?", said.plain, "title") if said else None


def _spread(pools: Sequence[list[Draft]], count: int) -> list[Draft]:
    """One question a paper first, of the origin that was used least so far; then a second one."""
    chosen: list[Draft] = []
    used: Counter[str] = Counter()
    asked: set[str] = set()
    for _ in range(_A_PAPER):
        for pool in pools:
            if len(chosen) == count:
                return chosen
            pool.sort(key=lambda draft: used[draft.origin])
            for draft in pool:
                over = draft.origin.startswith("title") and used[draft.origin] >= count * _OF_TITLES
                if not over and (text := folded(draft.question.text)) not in asked:
                    chosen.append(draft)
                    used[draft.origin] += 1
                    asked.add(text)
                    pool.remove(draft)
                    break
    return chosen
