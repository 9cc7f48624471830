"""A corpus of three papers, and short ways to make questions, records and scores."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from assistant import Answer, Candidate, Citation, CitedPaper, Paper, Settings, Source, Turn, load_settings
from assistant_eval.gold.corpus import Corpus
from assistant_eval.gold.questions import Nugget, Question, Sentence, split_of
from assistant_eval.records import AnswerRecord, Quote, Ranked
from assistant_eval.running.fingerprints import System
from assistant_eval.scoring.scorefile import Scores
from assistant_eval.scoring.scoring import QuestionScore, summarise

ABSTRACTS = {
    "t.txt#1": "Cats sleep a lot. Cats eat fish. Cats hunt at night.",
    "t.txt#2": "Dogs bark loudly. Dogs eat meat.",
    "t.txt#3": "Birds fly south. Birds eat seeds.",
}
TITLES = {"t.txt#1": "On the Secret Life of Cats", "t.txt#2": "Dogs", "t.txt#3": "Birds"}


def papers() -> list[Paper]:
    return [
        Paper(id=f"p{n}", abstract=text, source=Source("t.txt", n), label=TITLES[name], title=TITLES[name])
        for n, (name, text) in enumerate(ABSTRACTS.items(), 1)
    ]


def corpus() -> Corpus:
    return Corpus.of(papers())


def question(id: str = "q", kind: str = "specific", **fields: object) -> Question:  # noqa: A002
    """A valid question: a specific one is about the cats' food and sleep, with one vital nugget and one other."""
    values: dict[str, object] = {"type": "paraphrase", "lang": "en", "messy": False, "text": f"What of {id}?"}
    if kind in ("specific", "compare", "followup", "false-premise"):
        values |= {
            "relevant": ("t.txt#1",),
            "evidence": (Sentence("t.txt#1", "Cats sleep a lot."), Sentence("t.txt#1", "Cats eat fish.")),
            "nuggets": (Nugget("fish", True, (1,)), Nugget("sleep", False, (0,))),
        }
    if kind == "followup":
        values["history"] = (Turn("user", "Tell me about cats."), Turn("assistant", "Cats are animals."))
    if kind in ("list", "facet"):
        values |= {"relevant": ("t.txt#1", "t.txt#2")}
    return Question(id=id, split=split_of(id), kind=kind, **{**values, **fields})  # type: ignore[arg-type]


def quote(paper: str, text: str, n: int = 1) -> Quote:
    start = ABSTRACTS[paper].index(text)
    return Quote(n, paper, text, start, start + len(text), "supported")


def record(id: str = "q", **fields: object) -> AnswerRecord:  # noqa: A002
    values: dict[str, object] = {
        "key": "k", "kind": "specific", "text": "Cats eat fish.", "abstained": False, "answerable": 0.9,
        "ranking": (Ranked("t.txt#1", 0.9),),
        "papers": ("t.txt#1",), "borderline": (), "citations": (), "model": "extractive", "timings_ms": {"total": 10.0},
    }  # fmt: skip
    return AnswerRecord(id=id, **{**values, **fields})  # type: ignore[arg-type]


def score(id: str, values: dict[str, float], *, answerable: bool = True, **fields: object) -> QuestionScore:  # noqa: A002
    base: dict[str, object] = {
        "split": split_of(id), "kind": "specific", "type": "paraphrase", "lang": "en", "messy": False, "abstained": False,
        "confidence": 0.5,
    }  # fmt: skip
    return QuestionScore(id=id, answerable=answerable, values=values, **{**base, **fields})  # type: ignore[arg-type]


def scores(each: Sequence[QuestionScore], name: str = "run", split: str = "all") -> Scores:
    return Scores(name, split, "gold", "corpus", summarise(each), tuple(each))


def system(version: str = "1") -> System:
    return System(version, "source", "prompts", corpus().fingerprint, {}, False, {})


def settings(folder: Path) -> Settings:
    return load_settings(data_dir=folder)


class FakeAssistant:
    """Cites the cats' food for every question; counts what it is asked, and fails at question number `dies_at`."""

    def __init__(self, dies_at: int = 0) -> None:
        self.papers = {paper.id: paper for paper in papers()}
        self.writes = False
        self.asked: list[str] = []
        self.histories: list[tuple[Turn, ...]] = []
        self._dies_at = dies_at

    def search(self, text: str, k: int = 20, history: Sequence[Turn] = ()) -> list[Candidate]:
        self.histories.append(tuple(history))
        return [Candidate(paper, 0.9 - n / 10) for n, paper in enumerate(self.papers.values())][:k]

    def ask(self, text: str, history: Sequence[Turn] = (), *, id: str = "") -> Answer:  # noqa: A002
        if id:
            self.asked.append(id)
            if len(self.asked) == self._dies_at:
                raise KeyboardInterrupt
        cats = self.papers["p1"]
        start = cats.abstract.index("Cats eat fish.")
        citation = Citation(1, "p1", "Cats eat fish.", start, start + 14, "supported")
        cited = (CitedPaper(1, cats, 0.9),)
        return Answer(
            id=id, question=text, kind="specific", text="Cats eat fish. [1]", abstained=False, papers=cited, borderline=(),
            citations=(citation,),
            model="extractive", timings_ms={"total": 5.0}, answerable=0.9,
        )  # fmt: skip
