"""Questions + assistant → a run folder: answers are made, or found where they were made before, then scored."""

from __future__ import annotations

import logging
from collections import Counter, deque
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path

from filelock import FileLock, Timeout

from assistant import Progress

from ..errors import RunError
from ..gold.corpus import Corpus
from ..gold.questions import Question
from ..gold.reading import Gold
from ..records import AnswerFile, AnswerRecord
from ..scoring.scorefile import FILE as SCORES
from ..scoring.scorefile import Scores, read_scores
from ..scoring.scoring import score_questions, summarise
from .environment import FILE as ENVIRONMENT
from .environment import Environment, describe, now, read_environment
from .fingerprints import System, answer_key, asked
from .generation import Subject, generate, warm_up

ANSWERS = "answers.jsonl"
REPORTS = ("report.md", "report.html")
JUDGED = "judge.json"
# What is made of answers, and must not stand beside other ones.
RESULTS = (SCORES, *REPORTS, JUDGED)
_LOCK = "run.lock"
_LOG = logging.getLogger(__name__)
# So many questions in a row for which the endpoint failed, after its own retries: it is down, and the rest would be no measurement.
_GIVE_UP = 5
Report = Callable[[Progress], None]


@dataclass(frozen=True)
class Plan:
    """What a run does.

    `cache` is the file of answers shared by runs, or None where there is none; `workers` answers are made at a time. A `fresh` run
    makes every answer anew, also those that the folder has.
    """

    name: str
    split: str
    questions: tuple[Question, ...]
    gold: str
    folder: Path
    cache: Path | None = None
    workers: int = 1
    fresh: bool = False


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
        RunError: the folder is of a run over another corpus, is being written by another run, or cannot be written; or the
            endpoint is down.
        AssistantError: the index or an encoder failed.
    """
    with holding(plan.folder):
        before = read_environment(plan.folder) if (plan.folder / ENVIRONMENT).exists() else None
        if before:
            _require_corpus(before, corpus, plan.folder)
        environment = describe(plan.name, plan.split, plan.questions, plan.gold, corpus, system)
        environment.write(plan.folder)
        answers, cache = AnswerFile(plan.folder / ANSWERS), _Cache(plan.cache)
        missing = _missing(plan, answers, cache, system)
        if missing or (before and before.key != system.key):
            _remove_results(plan.folder)
        if missing:
            warm_up(subject, {question.lang for question, _ in missing})
        reused, in_a_row = len(plan.questions) - len(missing), 0
        for done, record in enumerate(_generate_all(missing, subject, corpus, plan.workers), 1):
            answers.append(record)
            report(Progress("answering", reused + done, len(plan.questions)))
            # A fallback says something about the endpoint's bad hour, not about the assistant.
            if not record.fell_back:
                cache.append(record)
            in_a_row = in_a_row + 1 if record.fell_back else 0
            if in_a_row == _GIVE_UP:
                raise RunError(
                    f"The language model's endpoint failed for {_GIVE_UP} questions in a row ({' '.join(record.notes)}).",
                    f"What was answered is kept; when the endpoint is back, go on with --out {plan.folder}",
                )
        records = answers_of(plan.folder, environment, plan.questions)
        failures = Counter(record.failure for record in records.values())
        environment = replace(
            environment, finished=now(), made=len(missing), reused=reused, fell_back=failures["endpoint"], unusable=failures["reply"]
        )
        result = score(plan.folder, environment, plan.questions, records, corpus)
        # Only now: who finds it finished finds its scores.
        environment.write(plan.folder)
        return result


@contextmanager
def holding(folder: Path) -> Iterator[None]:
    """Be the only one who writes a run folder, which is made where there is none; may be nested.

    Raises:
        RunError: another run is writing to it, or it cannot be written.
    """
    try:
        folder.mkdir(parents=True, exist_ok=True)
        lock = FileLock(folder / _LOCK, timeout=0, is_singleton=True)
        lock.acquire()
    except Timeout:
        raise RunError(f"{folder}: another run is writing to it.", "Wait until it has finished, or give another --out.") from None
    except OSError as error:
        raise RunError(f"{folder}: cannot be written ({error.strerror}).", "Choose another folder with --out.") from None
    try:
        yield
    finally:
        lock.release()


class _Cache:
    """The answers of all runs of one system. One that cannot be used is warned of, and the run goes on without it."""

    def __init__(self, path: Path | None) -> None:
        self._file = AnswerFile(path) if path else None

    def by_key(self) -> dict[str, AnswerRecord]:
        """What was answered before."""
        try:
            return self._file.by_key() if self._file else {}
        except RunError as error:
            self._give_up(error)
            return {}

    def append(self, record: AnswerRecord) -> None:
        """Keep an answer for other runs."""
        try:
            if self._file:
                self._file.append(record)
        except RunError as error:
            self._give_up(error)

    def _give_up(self, error: RunError) -> None:
        _LOG.warning("The answers are not kept for other runs: %s", error.cause)
        self._file = None


def _missing(plan: Plan, answers: AnswerFile, cache: _Cache, system: System) -> list[tuple[Question, str]]:
    """The questions to be answered, each with its answer's key; those that the cache has are answered from it."""
    here, known = ({}, {}) if plan.fresh else ({(record.id, record.key): record for record in answers.records()}, cache.by_key())
    found = []
    for question in plan.questions:
        key = system.answer_key(question)
        if _is_good(here.get((question.id, key))):
            continue
        if _is_good(known.get(key)):
            answers.append(replace(known[key], id=question.id))
        else:
            found.append((question, key))
    return found


def _remove_results(folder: Path) -> None:
    try:
        for name in RESULTS:
            (folder / name).unlink(missing_ok=True)
    except OSError as error:
        raise RunError(f"{error.filename}: cannot be removed ({error.strerror}).", "Choose another folder with --out.") from None


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
        RunError: the run did not finish, the corpus is another one, or a question of the run is no longer there, or no longer the same.
    """
    environment = finished(folder)
    _require_corpus(environment, corpus, folder)
    by_id = {question.id: question for question in gold.questions}
    if gone := [name for name in environment.ids if name not in by_id]:
        raise RunError(f"{folder}: the question {gone[0]!r} is not in the gold files any more.", "Run the evaluation again.")
    questions = tuple(by_id[name] for name in environment.ids)
    records = answers_of(folder, environment, questions)
    with holding(folder):
        return score(folder, replace(environment, gold=gold.fingerprint), questions, records, corpus)


def finished(folder: Path) -> Environment:
    """The environment of a run that is finished, with an answer of its own system to each of its questions.

    Raises:
        RunError: there is none, it did not finish, or its answers are of several systems.
    """
    environment = read_environment(folder)
    if not environment.finished:
        raise RunError(f"{folder}: the run did not finish.", _go_on(folder))
    _own(folder, environment, environment.ids)
    return environment


def finished_scores(folder: Path) -> tuple[Environment, Scores]:
    """The environment and the scores of a finished run.

    Raises:
        RunError: as `finished`; or there are no scores, or those of other answers.
    """
    environment, scores = finished(folder), read_scores(folder)
    if [score.id for score in scores.questions] != list(environment.ids) or scores.corpus != environment.corpus:
        raise RunError(f"{folder}: the scores are not of these answers.", f"Score it again: assistant eval score {folder}")
    return environment, scores


def answers_of(folder: Path, environment: Environment, questions: Sequence[Question]) -> dict[str, AnswerRecord]:
    """The answers of a run folder to these questions by id; only those of the run's own system, to the questions as they are now.

    Raises:
        RunError: an answer is missing, or the words of a question or of its history changed.
    """
    own = _own(folder, environment, [question.id for question in questions])
    if changed := [question.id for question in questions if (question.id, asked(question)) not in own]:
        cause = f"{folder}: the words of {len(changed)} questions changed since they were answered, {changed[0]} first."
        raise RunError(cause, _go_on(folder))
    return {question.id: own[question.id, asked(question)] for question in questions}


def _own(folder: Path, environment: Environment, ids: Sequence[str]) -> dict[tuple[str, str], AnswerRecord]:
    """The answers that the run's own system gave, by id and by what was asked; of two the later one."""
    records = AnswerFile(folder / ANSWERS).records()
    own = {(record.id, record.asked): record for record in records if record.key == answer_key(environment.key, record.asked)}
    answered = {name for name, _ in own}
    if missing := [name for name in ids if name not in answered]:
        raise RunError(f"{folder}: {len(missing)} answers are missing or by another system, {missing[0]} first.", _go_on(folder))
    return own


def _go_on(folder: Path) -> str:
    return f"Go on with assistant eval --out {folder}"


def score(folder: Path, environment: Environment, questions: Sequence[Question], records: dict[str, AnswerRecord], corpus: Corpus) -> Run:
    """Score the records and write scores.json."""
    each = score_questions(questions, records, corpus)
    scores = Scores(environment.name, environment.split, environment.gold, corpus.fingerprint, summarise(each), tuple(each))
    scores.write(folder)
    return Run(folder, environment, tuple(questions), records, scores)


def _is_good(record: AnswerRecord | None) -> bool:
    return record is not None and not record.fell_back


def _require_corpus(environment: Environment, corpus: Corpus, folder: Path) -> None:
    if environment.corpus != corpus.fingerprint:
        then, today = f"{environment.papers} papers, {environment.corpus}", f"{len(corpus.papers)}, {corpus.fingerprint}"
        raise RunError(
            f"{folder} is a run over another corpus (then {then}; now {today}).",
            "Give another --out, or the --corpus of that run.",
        )
