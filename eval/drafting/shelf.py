"""`Corpus` → `Shelf`: the papers as drafting reads them: plain sentences, word stems, how many papers use a word."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

import Stemmer

from assistant import Paper
from assistant.chunking import with_sentences
from assistant.corpus import clean

from ..gold.corpus import Corpus

_STEMMER = Stemmer.Stemmer("english")
_WORD = re.compile(r"[^\W_]+(?:[-'’][^\W_]+)*")
_NO_NAME = re.compile(
    r"-[a-z]+(?:ed|ible|able|like)$|^[A-Z-]+s$|^(?:[CDGRSB]NN|GAN|GPT|LLM|LSTM|MDP|MLP|NLP|PCA|RL|SGD|SVD|SVM|VAE|CRF|HMM|CAD|DNA|RNA|MRI|PDE|ODE)s?$"
)
# Words before a name that is given here: "we introduce X", "dubbed X".
_GIVEN = r"(?:introduc\w+|propos\w+|present\w*|develop\w*|design\w*|releas\w+|call(?:ed)?|nam(?:ed|ely)|term(?:ed)?|dub(?:bed)?|denoted|is)"
# A name in brackets after a preposition is that of something else: "a rule made with Extreme Value Theory (EVT)".
_NEAR = r"(?:(?!\b(?:using|via|with|for|from|by|to|in|on|which|that|of|where)\b)[^.,]){0,120}"
# Words that say nothing about what a question or a paper is about.
EMPTY = frozenset(
    """a about above across after against all along also although among an and another any anything are as at be because been before
    being between both but by can cannot compared could did do does done due during each either else even every few first for from had has
    have he her his how however if in into is it its itself just kind known less like list made make makes many may might more most much
    must near need needs neither no nor not now of off often on one only onto or other others our out over own paper papers per possible
    rather s same several she should show shows shown since so some such study studies than that the their them then there these they this
    those three through thus to together too two under until up upon us use used uses using very via was we well were what when where
    whether which while who whose why will with within without work works would yet you your new novel approach approaches method methods
    result results propose proposed proposes present presents introduce introduces based different existing recent various problem
    problems""".split()
)


class Text(NamedTuple):
    """A sentence as it is stored, and without markup on one line."""

    quote: str
    plain: str


@dataclass(frozen=True)
class ReadPaper:
    """A paper with its title and sentences in plain text."""

    reference: str
    paper: Paper
    title: str
    sentences: tuple[Text, ...]

    @cached_property
    def plain(self) -> str:
        """Title and abstract."""
        return " ".join([f"{self.title}.", *(sentence.plain for sentence in self.sentences)])

    @cached_property
    def stems(self) -> frozenset[str]:
        """Stems of the words that carry meaning."""
        return frozenset(stems(self.plain))


@dataclass(frozen=True)
class Shelf:
    """The papers in the order of their references, and what is counted over all of them."""

    corpus: Corpus
    papers: tuple[ReadPaper, ...]

    @classmethod
    def of(cls, corpus: Corpus) -> Shelf:
        """Read the papers; sentences are split where that was not done."""
        return cls(corpus, tuple(_read(name, paper) for name, paper in sorted(corpus.papers.items(), key=lambda item: _order(item[0]))))

    @cached_property
    def used_by(self) -> Counter[str]:
        """How many papers use a stem."""
        return Counter(stem for paper in self.papers for stem in paper.stems)

    @cached_property
    def proper(self) -> frozenset[str]:
        """Words that keep their capital inside a sentence."""
        inside: Counter[str] = Counter()
        for paper in self.papers:
            for sentence in paper.sentences:
                inside.update(sentence.plain.replace("(", "").split()[1:])
        return frozenset(word for word in inside if word[:1].isupper() and inside[word] > inside[word.lower()])

    @cached_property
    def vocabulary(self) -> frozenset[str]:
        """Words that some abstract writes in lower case."""
        return frozenset(word for paper in self.papers for word in _WORD.findall(paper.plain) if word.islower())

    def lowered(self, text: str) -> str:
        """The text with a small first letter, except where its first word is a name."""
        first = text.split(" ", 1)[0].rstrip(",")
        return text if first in self.proper or not first[1:].islower() else text[:1].lower() + text[1:]

    def small(self, word: str) -> str:
        """A title's word in lower case, where the abstracts write it so."""
        return word.lower() if word.istitle() and (word.lower() in self.vocabulary or word.endswith(("ing", "ed", "ly"))) else word

    def matching(self, text: str, share: float) -> list[ReadPaper]:
        """Papers that use at least this share (0–1) of the words of a text."""
        wanted = set(stems(text))
        return [paper for paper in self.papers if wanted and len(wanted & paper.stems) >= share * len(wanted)]


def words(text: str) -> list[str]:
    """Words; a hyphenated one is one word."""
    return _WORD.findall(text)


def stems(text: str) -> list[str]:
    """Stems of the words that carry meaning, in order; a hyphenated word gives its parts."""
    parts = [part for word in words(text.lower()) for part in re.split(r"[-'’]", word)]
    return [str(stem) for stem in _STEMMER.stemWords([part for part in parts if len(part) > 1 and part not in EMPTY])]


def names_of(papers: Iterable[ReadPaper]) -> dict[str, str]:
    """The name that a paper gives its method, by reference; only names that no other paper uses."""
    papers = list(papers)
    found = {}
    for paper in papers:
        for name in paper.paper.names:
            whole = re.compile(rf"(?<![\w-]){re.escape(name)}(?![\w-])")
            if _is_a_name(name) and naming(paper, name) and sum(bool(whole.search(other.plain)) for other in papers) == 1:
                found[paper.reference] = name
                break
    return found


def naming(paper: ReadPaper, name: str) -> Text | None:
    """The sentence that gives the name."""
    word = re.escape(name)
    given = re.compile(rf"\b{_GIVEN} [\"'“‘`]*{word}(?![\w-])|\b{_GIVEN}\b{_NEAR}(?:\({word}\)|, {word},)|(?<![\w-]){word},? (?:is )?an? ")
    return next((sentence for sentence in paper.sentences if given.search(sentence.plain)), None)


def _is_a_name(name: str) -> bool:
    """Whether it is one word with a capital inside, as names of methods are, and neither "ML-compatible" nor "GNNs"."""
    capitals = sum(letter.isupper() for letter in name)
    return " " not in name and capitals >= 2 and not _NO_NAME.search(name)


def _read(reference: str, paper: Paper) -> ReadPaper:
    paper = paper if paper.sentences else with_sentences(paper)
    quotes = [paper.abstract[start:end] for start, end in paper.sentences]
    return ReadPaper(reference, paper, " ".join(clean(paper.title).split()), tuple(Text(q, " ".join(clean(q).split())) for q in quotes))


def _order(reference: str) -> tuple[str, int]:
    file, _, n = reference.rpartition("#")
    return file, int(n)
