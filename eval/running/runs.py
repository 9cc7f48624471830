"""Questions + assistant → a run folder: answers are made, or found where they were made before, then scored."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass, replace
from pathlib import Path

from assistant import Progress

from ..errors import RunError
from ..gold.corpus import Corpus
from ..gold.questions import Question
from ..gold.reading import Gold
from ..records import AnswerFile, AnswerRecord
from ..scoring.scorefile import Scores
from ..scoring.scoring import score_questions, summarise
from .environment import FILE as ENVIRONMENT
from .environment import Environment, describe, now, read_environment
from .fingerprints import System
from .generation import Subject, generate, warm_up

ANSWERS = "answers.jsonl"
# So many questions in a row for which the endpoint failed, after its own retries: it is down, and the rest would be no measurement.
_GIVE_UP = 5
Report = Callable[[Progress], None]


@dataclass(frozen=True)
class Plan:
    """What a run does.

    `cache` is the file of answers shared by runs, or None to make every answer; `workers` answers are made at a time.
    """

    name: str
    split: str
    questions: tuple[Question, ...]
    gold: str
    folder: Path
    cache: Path | None = None
    workers: int = 1


@dataclass(frozen=True)
class Run:
    """A finished run."""

    folder: Path
    environment: Environment
    questions: tuple[Question, ...]
    records: dict[str, AnswerRecord]
    scores: Scores


def run(plan: Plan, subject: Subject, corpus: Corpus, system: System, report: Report = lambda progress: None) -> Run:
    """Make the answers that are not there, then score them all.

    What is done is on disk after each answer: after a kill, the same call goes on where it stopped.

    Raises:
        RunError: the folder is of a run over another corpus, or cannot be written; or the endpoint is down.
        AssistantError: the index or an encoder failed.
    """
    if (plan.folder / ENVIRONMENT).exists():
        _require_corpus(read_environment(plan.folder), corpus, plan.folder)
    environment = describe(plan.name, plan.split, plan.questions, plan.gold, corpus, system)
    environment.write(plan.folder)
    answers = AnswerFile(plan.folder / ANSWERS)
    cache = AnswerFile(plan.cache) if plan.cache else None
    here, known = answers.by_id(), cache.by_key() if cache else {}
    missing: list[tuple[Question, str]] = []
    for question in plan.questions:
        key = system.answer_key(question)
        if _is_good(here.get(question.id), key):
            continue
        if _is_good(known.get(key), key):
            answers.append(replace(known[key], id=question.id))
        else:
            missing.append((question, key))
    made, reused = len(missing), len(plan.questions) - len(missing)
    if missing:
        warm_up(subject, {question.lang for question, _ in missing})
    in_a_row = 0
    for done, record in enumerate(_generate_all(missing, subject, corpus, plan.workers), 1):
        answers.append(record)
        report(Progress("answering", reused + done, len(plan.questions)))
        # A fallback says something about the endpoint's bad hour, not about the assistant.
        if cache and not record.fell_back:
            cache.append(record)
        in_a_row = in_a_row + 1 if record.fell_back else 0
        if in_a_row == _GIVE_UP:
            raise RunError(
                f"The language model's endpoint failed for {_GIVE_UP} questions in a row ({' '.join(record.notes)}).",
                f"What was answered is kept; when the endpoint is back, go on with --out {plan.folder}",
            )
    records = _records(answers, plan.questions, plan.folder)
    fell_back = sum(record.fell_back for record in records.values())
    environment = replace(environment, finished=now(), made=made, reused=reused, fell_back=fell_back)
    environment.write(plan.folder)
    return score(plan.folder, environment, plan.questions, records, corpus)


def _generate_all(missing: Sequence[tuple[Question, str]], subject: Subject, corpus: Corpus, workers: int) -> Iterator[AnswerRecord]:
    """The records in the order of the questions, `workers` made at a time; none is begun when nobody listens any longer."""
    with ThreadPoolExecutor(workers) as threads:
        waiting = deque[Future[AnswerRecord]]()
        try:
            for question, key in missing:
                waiting.append(threads.submit(generate, question, subject, corpus, key))
                if len(waiting) >= workers:
                    yield waiting.popleft().result()
            while waiting:
                yield waiting.popleft().result()
        finally:
            for future in waiting:
                future.cancel()


def score_again(folder: Path, gold: Gold, corpus: Corpus) -> Run:
    """Score the answers of a run folder by the gold as it is now; nothing is asked.

    Raises:
        RunError: answers are missing, the corpus is another one, or a question of the run is no longer there.
    """
    environment = read_environment(folder)
    _require_corpus(environment, corpus, folder)
    by_id = {question.id: question for question in gold.questions}
    if gone := [name for name in environment.ids if name not in by_id]:
        raise RunError(f"{folder}: the question {gone[0]!r} is not in the gold files any more.", "Run the evaluation again.")
    questions = tuple(by_id[name] for name in environment.ids)
    records = _records(AnswerFile(folder / ANSWERS), questions, folder)
    return score(folder, replace(environment, gold=gold.fingerprint), questions, records, corpus)


def score(folder: Path, environment: Environment, questions: Sequence[Question], records: dict[str, AnswerRecord], corpus: Corpus) -> Run:
    """Score the records and write scores.json."""
    each = score_questions(questions, records, corpus)
    scores = Scores(environment.name, environment.split, environment.gold, corpus.fingerprint, summarise(each), tuple(each))
    scores.write(folder)
    return Run(folder, environment, tuple(questions), records, scores)


def _is_good(record: AnswerRecord | None, key: str) -> bool:
    return record is not None and record.key == key and not record.fell_back


def _require_corpus(environment: Environment, corpus: Corpus, folder: Path) -> None:
    if environment.corpus != corpus.fingerprint:
        then, today = f"{environment.papers} papers, {environment.corpus}", f"{len(corpus.papers)}, {corpus.fingerprint}"
        raise RunError(
            f"{folder} is a run over another corpus (then {then}; now {today}).",
            "Give another --out, or the --corpus of that run.",
        )


def _records(answers: AnswerFile, questions: Sequence[Question], folder: Path) -> dict[str, AnswerRecord]:
    found = answers.by_id()
    if missing := [question.id for question in questions if question.id not in found]:
        raise RunError(f"{folder}: {len(missing)} answers are missing, {missing[0]} first.", f"Go on with assistant eval --out {folder}")
    return {question.id: found[question.id] for question in questions}
