"""The corpus's papers → who is mentioned in a text, by title or by the name of the method."""

from __future__ import annotations

import re
import unicodedata
from collections import Counter
from collections.abc import Mapping
from functools import cached_property

from assistant.question.authors import Authors
from assistant.types import FIELDS, Field, Paper, facts

# Names are written in Latin letters, also in the middle of Chinese, which sets no spaces around them.
_NAME_WORD = re.compile(r"[^\W_\u3400-\u9fff]+(?:[-+][^\W_\u3400-\u9fff]+)*\+?")
# Two capitals, or a capital and a digit or another capital inside: G-BASE, DCBA, FedAvg
_NAME_LIKE = re.compile(r"[A-Z].*[A-Z]|[A-Z].*\d")
_CAMEL = re.compile(r"[a-z][A-Z]|\d")
_LOWER_WORD = re.compile(r"\b[a-zà-ž]+\b")
_MOST_USES = 2
# A front end may cut titles; fewer characters may be anybody's words.
_TITLE_START = 32
_SHORTEST_QUOTE = 40
# Quotation marks, dashes and Markdown's escapes are written in many ways, and say nothing of which title it is.
_MARKS = re.compile(r"[^\w\s]|_")


class KnownPapers:
    """What the reader needs to know of the corpus: the papers' titles, the names of their methods, and metadata values."""

    def __init__(self, papers: Mapping[str, Paper]) -> None:
        self.papers = papers
        self._titles: dict[str, str] = {}
        self._starts: dict[str, str] = {}
        self._links: dict[str, str] = {}
        owners: dict[str, set[str]] = {}
        for paper in papers.values():
            for title in {_fold(paper.title), _fold(paper.label)} - {""}:
                self._titles.setdefault(title, paper.id)
            self._links |= {link: paper.id for link in (paper.url, paper.arxiv) if link}
            for name in paper.names:
                owners.setdefault(name, set()).add(paper.id)
        self._title_words = Counter(word for paper in papers.values() for word in set(_fold(paper.label).split()))
        starts = Counter(start for title in self._titles if (start := _start(title)))
        self._starts = {start: paper_id for title, paper_id in self._titles.items() if starts[start := _start(title)] == 1}
        used = Counter(
            word
            for paper in papers.values()
            for word in owners.keys() & {form for found in _NAME_WORD.findall(paper.abstract) for form in (found, found.removesuffix("s"))}
        )
        # A name that two papers introduce names neither, and a word that several abstracts use is a term, not a name.
        self._names = {name: next(iter(ids)) for name, ids in owners.items() if len(ids) == 1 and used[name] <= _MOST_USES}

    def titled(self, text: str) -> list[str]:
        """Ids of the papers whose title, or a start of it that no other has, occurs in `text`, in order of first mention."""
        folded = _fold(text)
        found = self._titled(folded)
        found += [(folded.find(start), paper_id) for start, paper_id in self._starts.items() if start in folded]
        return list(dict.fromkeys(paper_id for _, paper_id in sorted(found)))

    def linked(self, text: str) -> list[str]:
        """Ids of the papers whose link or arXiv number occurs in `text`, in order of first mention."""
        found = [(at, paper_id) for link, paper_id in self._links.items() if (at := text.find(link)) >= 0]
        return list(dict.fromkeys(paper_id for _, paper_id in sorted(found)))

    def quoted(self, text: str) -> list[str]:
        """Ids of the papers of which `text` holds a sentence, in order of first mention."""
        folded = _fold(text)
        sentences = (
            (paper.id, sentence)
            for paper in self.papers.values()
            for start, end in paper.sentences
            if len(sentence := _fold(paper.abstract[start:end])) >= _SHORTEST_QUOTE
        )
        found = [(at, paper_id) for paper_id, sentence in sentences if (at := folded.find(sentence)) >= 0]
        return list(dict.fromkeys(paper_id for _, paper_id in sorted(found)))

    def _titled(self, folded: str) -> list[tuple[int, str]]:
        return [(folded.find(title), paper_id) for title, paper_id in self._titles.items() if len(title) >= 8 and title in folded]

    def mentioned(self, text: str) -> list[str]:
        """Ids of the papers whose title or method's name occurs in `text`, in order of first mention.

        Names are matched with a capital at least, unless they have one inside: "raise" is no RAISE, "opengu" is OpenGU.
        """
        text = unicodedata.normalize("NFKC", text).replace("\u2011", "-")
        folded = _fold(text)
        found = self._titled(folded)
        words = {match.group().lower(): (match.start(), match.group()) for match in reversed(list(_NAME_WORD.finditer(text)))}
        for name, paper_id in self._names.items():
            at, word = words.get(name.lower(), (-1, ""))
            if word and (word != word.lower() or _CAMEL.search(name)):
                found.append((at, paper_id))
            elif " " in name and (spoken := _fold(name)) in folded:
                found.append((folded.find(spoken), paper_id))
        for at, word in words.values():
            if _NAME_LIKE.search(word) and word not in self._names:
                owners = self._users(word)
                found += [(at, paper_id) for paper_id in owners] if len(owners) <= _MOST_USES else []
        return list(dict.fromkeys(paper_id for _, paper_id in sorted(found)))

    def _users(self, word: str) -> list[str]:
        """Ids of the papers whose abstracts use a word that looks like a name, alone or in the plural; one more than count at most."""
        pattern = re.compile(rf"(?<![\w-]){re.escape(word)}s?(?![\w-])")
        users = []
        for paper in self.papers.values():
            if word in paper.abstract and pattern.search(paper.abstract):
                users.append(paper.id)
                if len(users) > _MOST_USES:
                    break
        return users

    def named(self, name: str) -> list[str]:
        """The id of the paper whose method is called so, in whatever letters; none where there is no such paper."""
        return [paper_id for known, paper_id in self._names.items() if known.lower() == name.lower()][:1]

    def only_title(self, word: str) -> bool:
        """Whether a word in small letters stands in the title of one paper only."""
        return self._title_words[word] == 1

    def values(self, name: Field) -> set[str]:
        """The values that a metadata field takes in the corpus."""
        return self._values[name]

    @cached_property
    def _values(self) -> dict[Field, set[str]]:
        return {name: {value for paper in self.papers.values() for value in facts(paper, name)} for name in FIELDS}

    @cached_property
    def authors(self) -> Authors:
        """Everybody who wrote one of the papers."""
        return Authors(self.values("author"))

    @cached_property
    def files(self) -> dict[str, str]:
        """The headings of the files that the papers come from, by the files' names."""
        return {paper.source.file: paper.source.heading for paper in self.papers.values()}

    def is_word(self, name: str) -> bool:
        """Whether an abstract uses a name in lower case, as a word."""
        return name.lower() in self._words

    @cached_property
    def _words(self) -> set[str]:
        return {word for paper in self.papers.values() for word in _LOWER_WORD.findall(paper.abstract)}


def _fold(text: str) -> str:
    return " ".join(_MARKS.sub(" ", unicodedata.normalize("NFKC", text).lower()).split())


def _start(title: str) -> str:
    return title[:_TITLE_START].rstrip() if len(title) > _TITLE_START else ""
