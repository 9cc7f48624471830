"""Papers as drafting reads them: plain sentences, word stems, the names of methods, the authors' keywords."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import NamedTuple

import Stemmer

from assistant import Paper, Settings
from assistant.chunking import with_sentences
from assistant.corpus import clean, read_papers
from assistant.index.generations import Generations
from assistant.ingestion import stored_papers

from ..gold.corpus import Corpus

# References of the best papers for a question, best first.
Search = Callable[[str], Sequence[str]]
# Words that say nothing about what a question or a paper is about.
EMPTY = frozenset(
    """a about across after against all also among an and another any are as at based be because been before being between beyond both
    but by can could did different do does due each even evidence existing few first for from had has have he her his how however if in
    into is it its just known made make makes many may might more most much must near need new no nor not novel now of off often on one
    only onto or other our out over paper papers per possible problem problems propose proposed result results same several should show
    since so some study such than that the their them then there these they this those through thus to together too towards two under
    until up us use used uses using very via was we well were what when where whether which while who whose why will with within without
    work works would yet you your always approach approaches method methods present introduce""".split()
)
_STEMMER = Stemmer.Stemmer("english")
_WORD = re.compile(r"[^\W_]+(?:[-'’][^\W_]+)*")
# "We introduce WoolNet", "we propose a robot arm called WoolNet", "this paper presents Robust Shearing (RS)".
_NAMED = re.compile(
    r"\b(?:[Ww]e|paper|work)(?: \w+)? (?:introduce|propose|present|develop|design|release)s?"
    r"(?: (?!using|via|with|for|from|by|to|of|that)[^\s.,;()]+){0,8}?(?:,? (?:called|named|termed|dubbed))? \W?"
    r"(?P<name>(?=[\w+-]*[A-Z][\w+-]*[A-Z])(?![A-Z]+s\b)[A-Z][\w+-]+)(?=\)|,| ?[–—]| is| an?\b| that| to|$)"
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
class ReadPapers:
    """The papers in the order of their references, and what is known of all of them together."""

    corpus: Corpus
    papers: tuple[ReadPaper, ...]

    @classmethod
    def of(cls, corpus: Corpus) -> ReadPapers:
        """Read the papers; sentences are split where that was not done."""
        order = sorted(corpus.papers.items(), key=lambda item: (item[1].source.file, item[1].source.n))
        return cls(corpus, tuple(_read(name, paper) for name, paper in order))

    @cached_property
    def _proper(self) -> frozenset[str]:
        """Words that keep their capital inside a sentence."""
        texts = [sentence.plain.replace("(", "") for paper in self.papers for sentence in paper.sentences]
        inside = Counter(word.rstrip(".,;:)") for text in texts for word in text.split()[1:])
        return frozenset(word for word in inside if word[:1].isupper() and inside[word] > inside[word.lower()])

    @cached_property
    def names(self) -> dict[str, tuple[str, Text]]:
        """The name that a paper gives its method, and the sentence that gives it, by reference; only names that no other paper uses."""
        found: dict[str, tuple[str, Text]] = {}
        for paper in self.papers:
            for text in paper.sentences:
                if (given := _NAMED.search(text.plain)) and sum(given["name"] in other.plain for other in self.papers) == 1:
                    found.setdefault(paper.reference, (given["name"], text))
        return found

    def lowered(self, text: str) -> str:
        """The text with small first letters, except in names: of a sentence's first word, or of a title's words."""
        return " ".join(word if word in self._proper or not word[1:].islower() else word.lower() for word in text.split())

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


def papers_at(path: Path | None, settings: Settings) -> Corpus:
    """The papers of a file or folder, without indexing; with no path those of the default index, or the seeds where there is none."""
    papers = read_papers([path]) if path else stored_papers(Generations(settings.data_dir / "indexes" / "default"))
    return Corpus.of(papers) if papers else Corpus.seeds()


def read_keywords(path: Path) -> dict[str, tuple[str, ...]]:
    """The authors' keywords by reference, of papers that have some; the files were read as papers before."""
    return {f"{paper.source.file}#{paper.source.n}": paper.keywords for paper in read_papers([path])}


def _read(reference: str, paper: Paper) -> ReadPaper:
    paper = paper if paper.sentences else with_sentences(paper)
    quotes = [paper.abstract[start:end] for start, end in paper.sentences]
    return ReadPaper(reference, paper, " ".join(clean(paper.title).split()), tuple(Text(q, " ".join(clean(q).split())) for q in quotes))
