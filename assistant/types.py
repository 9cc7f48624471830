"""The frozen values that cross the steps, in the order in which the flow makes them."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal, NamedTuple, get_args

Kind = Literal["specific", "list", "compare", "other"]
Failure = Literal["", "endpoint", "reply"]
Status = Literal["supported", "partial", "unsupported"]
Field = Literal["venue", "year", "track", "decision", "author", "file"]
Tally = Literal["paper", "venue", "year", "track", "decision", "author", "file"]
FIELDS: tuple[Field, ...] = get_args(Field)


class Span(NamedTuple):
    """Half-open character range `[start, end)` of a stored text."""

    start: int
    end: int


@dataclass(frozen=True, slots=True)
class Source:
    """Where a paper was read: file name, 1-based position among its papers, and its heading; `path` tells equal names apart."""

    file: str
    n: int
    path: str = ""
    heading: str = ""


@dataclass(frozen=True, slots=True)
class Paper:
    """One paper. `abstract` is kept exactly as stored; every quote is a slice of it. `names` are those of its method."""

    id: str
    abstract: str
    source: Source
    label: str
    title: str = ""
    authors: tuple[str, ...] = ()
    venue: str = ""
    year: int | None = None
    track: str = ""
    decision: str = ""
    url: str = ""
    arxiv: str = ""
    names: tuple[str, ...] = ()
    sentences: tuple[Span, ...] = ()
    doi: str = ""
    keywords: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Passage:
    """A sentence-aligned window of one abstract.

    `text` is the cleaned form that encoders see (title first, where there is one); `sentence_spans` are the
    ranges in `text` of the abstract's sentences `first_sentence`, `first_sentence + 1`, …
    """

    id: str
    paper_id: str
    start: int
    end: int
    first_sentence: int
    text: str
    sentence_spans: tuple[Span, ...]


@dataclass(frozen=True, slots=True)
class Turn:
    """One message of the conversation so far.

    Of an assistant's turn, `papers` and `apart` are the ids of the papers that it showed, in the order of their numbers, where
    whoever keeps the conversation knows them; else they are read from the text.
    """

    role: Literal["user", "assistant"]
    content: str
    papers: tuple[str, ...] = ()
    apart: tuple[str, ...] = ()


def facts(paper: Paper, name: Field) -> tuple[str, ...]:
    """What the metadata say of a paper in one field; nothing where they are silent, several values for authors only."""
    if name == "author":
        return paper.authors
    value = paper.source.file if name == "file" else getattr(paper, name)
    return (str(value),) if value not in ("", None) else ()


@dataclass(frozen=True, slots=True)
class Condition:
    """One of a paper's values of `field` is among `values`, or with `excluded` none is.

    Values are compared without case. A year may be a range with both ends in it: `2020-2022`, `2023-`, `-2019`. `said` is how
    the asker called the values, where that is something else: a surname that several authors have.
    """

    field: Field
    values: tuple[str, ...]
    excluded: bool = False
    said: str = ""

    def holds(self, paper: Paper) -> bool:
        """Whether a paper meets it."""
        found = facts(paper, self.field)
        if self.field == "year":
            met = any(_within(year, wanted) for year in found for wanted in self.values)
        else:
            met = not {value.casefold() for value in found}.isdisjoint(value.casefold() for value in self.values)
        return met != self.excluded


def _within(year: str, wanted: str) -> bool:
    first, dash, last = wanted.partition("-")
    return int(first or 0) <= int(year) <= int(last or 9999) if dash else int(year) == int(wanted)


@dataclass(frozen=True, slots=True)
class Filters:
    """Conditions on metadata: a paper passes that meets every condition of one of the `alternatives`; of none, all pass."""

    alternatives: tuple[tuple[Condition, ...], ...] = ()

    def __bool__(self) -> bool:
        return bool(self.alternatives)

    def admits(self, paper: Paper) -> bool:
        """Whether a paper passes."""
        return not self or any(all(condition.holds(paper) for condition in each) for each in self.alternatives)

    def also(self, other: Filters) -> Filters:
        """Both together: what passes each of the two."""
        if not (self and other):
            return self or other
        both = (tuple(dict.fromkeys((*mine, *theirs))) for mine in self.alternatives for theirs in other.alternatives)
        return Filters(tuple(dict.fromkeys(both)))


NO_FILTERS = Filters()


Reason = Literal["no_conversation", "out_of_range", "several", "no_match"]


@dataclass(frozen=True, slots=True)
class Unresolved:
    """Words that refer to something in the conversation which is not there, or not only once; `papers` are those it has."""

    reason: Reason
    words: str
    papers: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Query:
    """A question as the engine reads it.

    `text` stands alone (references to earlier turns resolved, words that became filters taken out). `focus` are the papers
    that the question names or the conversation is about; `only_focus` says that the answer must come from them, and
    `tentative` that the question may yet be about something new. With
    `everything`, the filters are the whole condition; with a `tally`, papers are only to be counted.
    `words` are English words for a question in another language.
    `understood` is the question as the conversation made it, where it did; papers in `without` are not to be found again;
    a question with `unresolved` cannot be answered.
    """

    question: str
    text: str
    kind: Kind
    language: str = "en"
    focus: tuple[str, ...] = ()
    only_focus: bool = False
    tentative: bool = False
    filters: Filters = field(default_factory=Filters)
    everything: bool = False
    tally: Tally | None = None
    words: str = ""
    understood: str = ""
    without: tuple[str, ...] = ()
    unresolved: Unresolved | None = None

    @property
    def english(self) -> str:
        """What encoders that read English are given: `words`, where the question is in another language."""
        return self.words or self.text

    @property
    def asked(self) -> str:
        """What rules about the wording are given: they know English and Chinese, so for other languages the English words too."""
        return self.question if self.language in ("en", "zh") else f"{self.question}\n{self.words}"


@dataclass(frozen=True, slots=True)
class Evidence:
    """One sentence of a paper with its probability (0–1) of answering the query."""

    paper_id: str
    sentence: int
    span: Span
    score: float


@dataclass(frozen=True, slots=True)
class Candidate:
    """A paper with its calibrated probability (0–1) of being relevant and its evidence, best first."""

    paper: Paper
    score: float
    evidence: tuple[Evidence, ...] = ()
    features: tuple[tuple[str, float], ...] = ()


@dataclass(frozen=True, slots=True)
class Ranking:
    """Candidates best first; `looked_at` papers were scored; `answerable` is the probability that they answer.

    `admitted` is how many papers the question's conditions leave, those among them that were not scored too.
    """

    candidates: tuple[Candidate, ...]
    looked_at: int
    answerable: float
    admitted: int = 0


@dataclass(frozen=True, slots=True)
class Reference:
    """A draft's claim to be supported by one sentence: not yet checked."""

    paper_id: str
    sentence: int


@dataclass(frozen=True, slots=True)
class Claim:
    """One statement of a draft and the sentences it leans on. `verbatim` claims are copies of their sentence."""

    text: str
    references: tuple[Reference, ...]
    verbatim: bool = False
    paper_id: str = ""


class PairSignals(NamedTuple):
    """What encoders see of a claim beside a sentence: cosine (−1 to 1), cross-encoder's logits claim → sentence and sentence → claim."""

    cosine: float
    forward: float
    backward: float


@dataclass(frozen=True, slots=True)
class Draft:
    """What a drafting step wants to say, before anything was checked. A refusal that is `on_topic` misses only a detail."""

    kind: Kind
    claims: tuple[Claim, ...]
    abstained: bool = False
    on_topic: bool = False
    papers: tuple[str, ...] = ()
    borderline: tuple[str, ...] = ()
    lead: str = ""
    notes: tuple[str, ...] = ()
    model: str = "extractive"


@dataclass(frozen=True, slots=True)
class Citation:
    """A checked quote: `quote == abstract[start:end]` of the paper numbered `n` in the answer."""

    n: int
    paper_id: str
    quote: str
    start: int
    end: int
    status: Status


@dataclass(frozen=True, slots=True)
class CheckedClaim:
    """A claim with its surviving citations; `numbers` are the papers' numbers in the order to be shown."""

    text: str
    numbers: tuple[int, ...]
    citations: tuple[Citation, ...]


@dataclass(frozen=True, slots=True)
class Verified:
    """A draft after the check. `order` are paper ids by their number (from 1); `removed` counts withdrawn citations."""

    claims: tuple[CheckedClaim, ...]
    order: tuple[str, ...]
    removed: int
    dropped: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class CitedPaper:
    """A paper of an answer: its number in the text and its relevance score (0–1)."""

    n: int
    paper: Paper
    score: float


class Usage(NamedTuple):
    """Tokens of a language model, as its endpoint reports them; `estimated` from the texts' length where it does not."""

    prompt_tokens: int = 0
    completion_tokens: int = 0
    calls: int = 0
    estimated: bool = False

    def plus(self, other: Usage) -> Usage:
        """Both together."""
        return Usage(
            self.prompt_tokens + other.prompt_tokens,
            self.completion_tokens + other.completion_tokens,
            self.calls + other.calls,
            self.estimated or other.estimated,
        )


NO_USAGE = Usage()


@dataclass(frozen=True, slots=True)
class Answer:
    """What the user sees. `text` is Markdown whose [n] are numbers of `papers` (or of `borderline`); `claims` are its statements.

    `cost` is in US dollars, from the prices in the settings; None where no price is set. `failure` says why an answer that
    a language model should have written is extractive: its endpoint failed, or nothing of its reply could be shown.
    `understood` is the question as the conversation made it, and `unresolved` says that it could not be made out.
    """

    id: str
    question: str
    kind: Kind
    text: str
    abstained: bool
    papers: tuple[CitedPaper, ...]
    borderline: tuple[CitedPaper, ...]
    citations: tuple[Citation, ...]
    model: str
    timings_ms: dict[str, float]
    notes: tuple[str, ...] = ()
    looked_at: int = 0
    answerable: float = 0.0
    standalone: str = ""
    filters: Filters = field(default_factory=Filters)
    claims: tuple[CheckedClaim, ...] = ()
    usage: Usage = NO_USAGE
    cost: float | None = None
    failure: Failure = ""
    understood: str = ""
    unresolved: bool = False

    def turns(self) -> tuple[Turn, Turn]:
        """Question and answer, as the next question's history."""
        papers, apart = (tuple(cited.paper.id for cited in group) for group in (self.papers, self.borderline))
        return Turn("user", self.question), Turn("assistant", self.text, papers, apart)


@dataclass(frozen=True, slots=True)
class Progress:
    """How far a long task is: `done` of `total` units of `stage`."""

    stage: str
    done: int
    total: int


@dataclass(frozen=True, slots=True)
class Delta:
    """A checked piece of an answer's text, shown while the rest is still being made."""

    text: str


class Rejection(NamedTuple):
    """A record, or a whole file where `place` is empty, that did not become a paper. `place` is as "line 7" or "record 3"."""

    file: str
    place: str
    reason: str
    remedy: str

    @property
    def where(self) -> str:
        """File and place in one phrase."""
        return f"{self.file}, {self.place}" if self.place else self.file


class Duplicate(NamedTuple):
    """Two records of one paper: the source that was left out, the one that was kept, and what tells that they are the same."""

    left_out: Source
    kept: Source
    why: str


class Change(NamedTuple):
    """A paper before and after an ingest."""

    before: Paper
    after: Paper


@dataclass(frozen=True, slots=True)
class FileCount:
    """What one file gave, in records."""

    file: str
    papers: int
    rejected: int
    duplicates: int


@dataclass(frozen=True, slots=True)
class IngestReport:
    """What an ingest did to the index (or, with `dry_run`, would do), in papers.

    `changed` have another abstract than before, `renamed` the same abstract under another title or in another file, `updated`
    other facts; `unchanged` counts every paper whose abstract stayed. `embeddings` are passages that each encoder had to read. `notes`
    are sentences that the user should see.
    """

    added: int
    removed: int
    unchanged: int
    total: int
    generation: str
    changed: tuple[Change, ...] = ()
    renamed: tuple[Change, ...] = ()
    updated: int = 0
    gone: tuple[Paper, ...] = ()
    files: tuple[FileCount, ...] = ()
    rejected: tuple[Rejection, ...] = ()
    duplicates: tuple[Duplicate, ...] = ()
    notes: tuple[str, ...] = ()
    embeddings: int = 0
    dry_run: bool = False
