"""The frozen values that cross the steps, in the order in which the flow makes them."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal, NamedTuple

# What stands above the papers that a list answer shows apart; a follow-up's "those" are the papers before it.
APART_HEADINGS = {"en": "Borderline, shown apart:", "zh": "相关性不确定，单独列出："}

Kind = Literal["specific", "list", "compare", "other"]
Failure = Literal["", "endpoint", "reply"]
Status = Literal["supported", "partial", "unsupported"]


class Span(NamedTuple):
    """Half-open character range `[start, end)` of a stored text."""

    start: int
    end: int


@dataclass(frozen=True, slots=True)
class Source:
    """Where a paper was read: file name and 1-based position among the file's papers; `path` tells equal names apart."""

    file: str
    n: int
    path: str = ""


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
    """One message of the conversation so far."""

    role: Literal["user", "assistant"]
    content: str


@dataclass(frozen=True, slots=True)
class Filters:
    """Conditions on metadata; empty means no condition. Values are compared case-insensitively."""

    tracks: tuple[str, ...] = ()
    decisions: tuple[str, ...] = ()
    files: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Query:
    """A question as the engine reads it.

    `text` stands alone (references to earlier turns resolved, words that became filters taken out). `focus` are the papers
    that the question names or the conversation is about; `only_focus` says that the answer must come from them, and
    `tentative` that the question may yet be about something new. With
    `everything`, the filters are the whole condition. `words` are English words for a question in another language.
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
    words: str = ""

    @property
    def english(self) -> str:
        """What encoders that read English are given: `words`, where the question is in another language."""
        return self.words or self.text


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
    """Candidates best first; `looked_at` papers were scored; `answerable` is the probability that they answer."""

    candidates: tuple[Candidate, ...]
    looked_at: int
    answerable: float


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
    claims: tuple[CheckedClaim, ...] = ()
    usage: Usage = NO_USAGE
    cost: float | None = None
    failure: Failure = ""


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


@dataclass(frozen=True, slots=True)
class IngestReport:
    """What an ingest did to the index, in papers."""

    added: int
    removed: int
    unchanged: int
    total: int
    generation: str
