"""A sentence → a question that a language model wrote about it and that passed its own check; see prompt.md."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from string import Template
from typing import TYPE_CHECKING, Literal, NamedTuple, Protocol

from assistant import ChatModelError, Progress, Turn

from .drafts import Draft, folded
from .patterns import is_clear
from .shelf import ReadPaper, Shelf, Text
from .specific import is_sound, one_fact

if TYPE_CHECKING:
    from assistant.models.yes_no import YesNoChat

FILE = Path(__file__).with_name("prompt.md")
_PARTS = re.compile(r"^## (write|check): (system|user)\n(.+?)(?=^## |\Z)", re.M | re.S)
_VERSION = re.compile(r"^version: (\d+)$", re.M)
_REPLY = re.compile(
    r"(?:^|\n)\W*(?:question\W*:)?\s*(?P<question>[^\n?]{10,400}\?)(?:.*?\n\W*answer\W*:\s*(?P<answer>[^\n]+))?", re.I | re.S
)
_AT_ONCE = 4
# How many sentences are tried for one question that is wanted.
_TRIES = 4
_YES = 0.5

Report = Callable[[Progress], None]
# The paper that the ranking finds nearest to a question, other than the one it was made from.
Distractor = Callable[[str, ReadPaper], ReadPaper | None]


class Author(Protocol):
    """A language model that writes a text; see `assistant.models.yes_no.YesNoChat`."""

    @property
    def name(self) -> str:
        """The model's name."""
        ...

    def write(self, system: str, user: str) -> str:
        """The reply; raises ChatModelError."""
        ...

    def says_yes(self, system: str, user: str) -> bool:
        """Whether the reply to a yes-or-no question is Yes; raises ChatModelError."""
        ...


class EndpointAuthor:
    """The chat model that the settings name.

    Args:
        chat: speaks to the endpoint.
    """

    def __init__(self, chat: YesNoChat) -> None:
        self._chat = chat

    @property
    def name(self) -> str:
        """The model's name; raises ChatModelError."""
        return self._chat.name

    def write(self, system: str, user: str) -> str:
        """The reply; raises ChatModelError."""
        return "".join(self._chat.stream(system, [Turn("user", user)]))

    def says_yes(self, system: str, user: str) -> bool:
        """Whether Yes is likelier than No; raises ChatModelError."""
        return (self._chat.verdict(system, user).yes or 0.0) >= _YES


class Prompts(NamedTuple):
    """The four texts of prompt.md; `fingerprint` changes with any character of it."""

    write: tuple[str, Template]
    check: tuple[str, Template]
    fingerprint: str


@dataclass(frozen=True)
class Writing:
    """What came of it: `broken` and `failed` count questions that broke a rule or failed the check; `problem` ended it."""

    drafts: tuple[Draft, ...]
    broken: int
    failed: int
    problem: str = ""


@cache
def prompts() -> Prompts:
    """The texts that the model is given."""
    text = FILE.read_text("utf-8")
    parts = {(task, role): body.strip() for task, role, body in _PARTS.findall(text)}
    version = _VERSION.search(text)
    assert version is not None
    digest = hashlib.sha256(text.encode()).hexdigest()[:8]
    ask, check = ((parts[task, "system"], Template(parts[task, "user"])) for task in ("write", "check"))
    return Prompts(ask, check, f"draft-v{version[1]}-{digest}")


def written_drafts(
    author: Author,
    sentences: Sequence[tuple[ReadPaper, Text]],
    shelf: Shelf,
    distractor: Distractor,
    count: int,
    report: Report = lambda progress: None,
) -> Writing:
    """At most `count` questions, four sentences at a time, in their order; what there is is kept when the endpoint fails."""
    kept: dict[str, Draft] = {}
    broken = failed = 0
    left = list(sentences[: count * _TRIES])
    with ThreadPoolExecutor(_AT_ONCE) as threads:
        while left and len(kept) < count:
            report(Progress("writing questions", len(kept), count))
            batch, left = left[:_AT_ONCE], left[_AT_ONCE:]
            jobs = [threads.submit(_write, author, paper, sentence, shelf, distractor) for paper, sentence in batch]
            problem = ""
            for job in jobs:
                try:
                    made = job.result()
                except ChatModelError as error:
                    problem = problem or error.cause
                    continue
                if isinstance(made, Draft):
                    kept.setdefault(folded(made.question.text), made)
                broken += made == "broken"
                failed += made == "failed"
            if problem:
                return Writing(tuple(kept.values())[:count], broken, failed, problem)
    report(Progress("writing questions", count, count))
    return Writing(tuple(kept.values())[:count], broken, failed)


def _write(author: Author, paper: ReadPaper, sentence: Text, shelf: Shelf, distractor: Distractor) -> Draft | Literal["broken", "failed"]:
    ask, check, fingerprint = prompts()
    reply = _REPLY.search(author.write(ask[0], ask[1].substitute(title=paper.title, sentence=sentence.plain)))
    if reply is None:
        return "broken"
    question = " ".join(reply["question"].split()).strip('"“”* ')
    answer = " ".join((reply["answer"] or sentence.plain).split()).strip('"“”* ')
    draft = one_fact(paper, sentence, "written", question, answer, f"model: {author.name}, {fingerprint}")
    if not is_clear(question) or not is_sound(draft, shelf):
        return "broken"
    other = distractor(question, paper)

    def answers(text: str) -> bool:
        return author.says_yes(check[0], check[1].substitute(text=text, question=question))

    return draft if answers(sentence.plain) and not (other and answers(other.plain)) else "failed"
