"""A question for the judge → `Judgement`, asked once: the answer is kept in a file that only grows."""

from __future__ import annotations

import hashlib
import json
import threading
import time
from collections.abc import Callable, Iterator, Mapping
from dataclasses import asdict, dataclass
from pathlib import Path

from assistant import ChatModelError
from assistant.models.yes_no import YesNoChat

from ..errors import RunError
from .prompts import judge_prompt

THRESHOLD = 0.5


@dataclass(frozen=True, slots=True)
class Judgement:
    """What the judge said: `yes` is the probability of Yes (0–1), or None where its reply was neither; `seconds` is the call's time."""

    key: str
    metric: str
    yes: float | None
    graded: bool
    tokens_in: int
    tokens_out: int
    seconds: float

    @property
    def says_yes(self) -> bool | None:
        """The judge's word."""
        return None if self.yes is None else self.yes >= THRESHOLD


Ask = Callable[[str, Mapping[str, str]], Judgement]


class JudgementFile:
    """One judgement a line; a line that a kill left half-written is passed over. Safe for several threads.

    Args:
        path: the file; it need not exist.
    """

    def __init__(self, path: Path) -> None:
        self.path = path
        self._lock = threading.Lock()
        self._known = {judgement.key: judgement for judgement in self._read()}

    def __len__(self) -> int:
        return len(self._known)

    def get(self, key: str) -> Judgement | None:
        """The judgement with this key, if it was made before."""
        return self._known.get(key)

    def append(self, judgement: Judgement) -> None:
        """Keep a judgement.

        Raises:
            RunError: the file cannot be written.
        """
        line = json.dumps(asdict(judgement)) + "\n"
        try:
            with self._lock:
                self.path.parent.mkdir(parents=True, exist_ok=True)
                with self.path.open("a", encoding="utf-8") as file:
                    file.write(line)
                self._known[judgement.key] = judgement
        except OSError as error:
            raise RunError(f"{self.path}: cannot be written ({error.strerror}).", "Set ASSISTANT_DATA_DIR to another folder.") from None

    def _read(self) -> Iterator[Judgement]:
        if not self.path.is_file():
            return
        text = self.path.read_text("utf-8", "replace")
        if text and not text.endswith("\n"):
            # What a kill cut short must not swallow the next line.
            with self.path.open("a", encoding="utf-8") as file:
                file.write("\n")
        for line in text.split("\n"):
            try:
                yield Judgement(**json.loads(line))
            except (ValueError, TypeError):
                continue


class Judge:
    """Asks the model what `file` does not know yet, under a key of model, endpoint, prompt and filled-in values."""

    def __init__(self, chat: YesNoChat, where: str, file: JudgementFile) -> None:
        self._chat = chat
        self._where = where
        self._file = file
        self._lock = threading.Lock()
        self._stopped = threading.Event()
        self.asked = 0

    def stop(self) -> None:
        """Ask no more: whoever still wants a judgement that is not known gets an error."""
        self._stopped.set()

    def ask(self, metric: str, values: Mapping[str, str]) -> Judgement:
        """The judgement of one filled-in prompt.

        Raises:
            ChatModelError: the endpoint failed, or the judge was stopped.
            RunError: the file of judgements cannot be written.
        """
        prompt = judge_prompt(metric)
        question = prompt.question.substitute(values)
        parts = [self._where, self._chat.name, prompt.system, question]
        key = hashlib.sha256(json.dumps(parts).encode()).hexdigest()[:16]
        if (known := self._file.get(key)) is not None:
            return known
        if self._stopped.is_set():
            raise ChatModelError("The judge was stopped.")
        started = time.monotonic()
        verdict = self._chat.verdict(prompt.system, question)
        seconds = round(time.monotonic() - started, 3)
        usage = verdict.usage
        judgement = Judgement(key, metric, verdict.yes, verdict.graded, usage.prompt_tokens, usage.completion_tokens, seconds)
        self._file.append(judgement)
        with self._lock:
            self.asked += 1
        return judgement
