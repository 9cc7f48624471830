"""A run folder + a judge → `Results`: every answer and every calibration item is judged, several at a time."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor, as_completed
from dataclasses import dataclass
from pathlib import Path
from typing import TypeVar

from assistant import ChatModelError, Progress

from ..errors import RunError
from ..gold.corpus import Corpus
from ..gold.questions import Question
from ..gold.reading import Gold
from ..gold.selection import evenly
from ..records import AnswerRecord
from ..running.runs import answers_of, finished
from ..scoring.citing import supported_by
from .calibration import (
    Agreement,
    Item,
    agreement,
    answer_items,
    by_family,
    chosen_labels,
    context_items,
    nugget_items,
    statement_items,
)
from .judgements import THRESHOLD, Judge, JudgementFile
from .labels import Label, checker_says, checker_score
from .metrics import Judged, judge_answer, statements
from .prompts import METRICS
from .results import Mean, Results, mean_of, totals

T = TypeVar("T")
Report = Callable[[Progress], None]


@dataclass(frozen=True)
class Material:
    """What is judged: the answers of a run beside their questions, and what the judge is calibrated with.

    `items` begins with those of `labels`, which are about the papers of `seeds`.
    """

    pairs: tuple[tuple[Question, AnswerRecord], ...]
    corpus: Corpus
    items: tuple[Item, ...]
    labels: tuple[Label, ...]
    seeds: Corpus


def read_material(
    folder: Path, gold: Gold, corpus: Corpus, labels: Sequence[Label], seeds: Corpus, *, limit: int, calibrate: int
) -> Material:
    """The answers of a run folder, and the calibration.

    Args:
        folder: a run folder.
        gold: the questions.
        corpus: the run's papers.
        labels: all labelled statements; `seeds` are the papers they are about.
        seeds: the bundled papers.
        limit: at most so many answers, taken evenly; 0 takes all.
        calibrate: at most so many items for each metric; 0 leaves the calibration out.

    Raises:
        RunError: no finished run, another corpus, or an answer or question that is missing or another one.
    """
    environment = finished(folder)
    if environment.corpus != corpus.fingerprint:
        raise RunError(f"{folder} is a run over another corpus.", "Give the --corpus and --gold of that run.")
    questions = {question.id: question for question in gold.questions}
    if gone := [name for name in environment.ids if name not in questions]:
        raise RunError(f"{folder}: the question {gone[0]!r} is not in the gold files.", "Give the --gold of that run.")
    asked = [questions[name] for name in environment.ids]
    records = answers_of(folder, environment, asked)
    chosen = evenly(asked, limit or len(asked))
    some = chosen_labels(labels, calibrate)
    items = [
        *statement_items(some, seeds),
        *answer_items(gold.questions, calibrate),
        *context_items(asked, records, corpus, calibrate),
        *nugget_items(gold.questions, corpus, calibrate),
    ]
    return Material(tuple((question, records[question.id]) for question in chosen), corpus, tuple(items), tuple(some), seeds)


def judge_run(material: Material, judge: Judge, model: str, file: JudgementFile, workers: int, report: Report) -> Results:
    """Judge everything.

    Raises:
        RunError: the endpoint failed; what it judged is kept, and the same call goes on from there.
    """
    tasks: list[Callable[[], Judged]] = [_answer_task(question, record, material.corpus, judge) for question, record in material.pairs]
    tasks += [_item_task(item, judge) for item in material.items]
    try:
        done = _in_parallel(tasks, workers, report, judge.stop)
    except ChatModelError as error:
        kept = f"{judge.asked} new judgements were kept ({file.path})."
        raise RunError(f"{error.cause} {kept}", f"{error.remedy} The same command goes on where it stopped.".strip()) from None
    answers, items = done[: len(material.pairs)], done[len(material.pairs) :]
    return Results(
        model=model,
        answers=tuple(answers),
        agreement=_agreements(material.items, items),
        checker=_checker_mean(material),
        checker_agreement=checker_agreement(material.labels, material.seeds),
        families=by_family(material.labels, [one.judgements[0].says_yes for one in items[: len(material.labels)]]),
        checker_families=by_family(material.labels, [checker_says(label, material.seeds) for label in material.labels]),
        asked=judge.asked,
        **totals([judgement for judged in done for judgement in judged.judgements]),
    )


def checker_agreement(labels: Sequence[Label], seeds: Corpus) -> Agreement | None:
    """The offline checker's agreement with labelled statements."""
    said = [checker_says(label, seeds) for label in labels]
    return agreement([label.is_supported for label in labels], said, [checker_score(label, seeds) for label in labels])


def _answer_task(question: Question, record: AnswerRecord, corpus: Corpus, judge: Judge) -> Callable[[], Judged]:
    return lambda: judge_answer(question, record, corpus, judge.ask)


def _item_task(item: Item, judge: Judge) -> Callable[[], Judged]:
    return lambda: Judged("", "dev", item.metric, {}, (judge.ask(item.metric, item.values),))


def _in_parallel(tasks: Sequence[Callable[[], T]], workers: int, report: Report, stop: Callable[[], None]) -> list[T]:
    """The tasks' results in their order; after the first failure `stop` is called, and nothing is begun any more."""
    with ThreadPoolExecutor(workers, thread_name_prefix="judge") as pool:
        futures = [pool.submit(task) for task in tasks]
        try:
            for done, future in enumerate(as_completed(futures), 1):
                future.result()
                report(Progress("judging", done, len(tasks)))
        except BaseException:
            stop()
            pool.shutdown(wait=False, cancel_futures=True)
            raise
    return [future.result() for future in futures]


def _agreements(items: Sequence[Item], judged: Sequence[Judged]) -> dict[str, Agreement]:
    found = {}
    for metric in METRICS:
        pairs = [(item.is_yes, one.judgements[0].yes) for item, one in zip(items, judged, strict=True) if item.metric == metric]
        known = [(label, yes) for label, yes in pairs if yes is not None]
        scores = [yes for _, yes in known]
        if agreed := agreement([label for label, _ in known], [yes >= THRESHOLD for yes in scores], scores):
            found[metric] = agreed
    return found


def _checker_mean(material: Material) -> Mean | None:
    """Faithfulness of the same answers by the offline checker."""
    shares = []
    for _, record in material.pairs:
        held = [bool(quotes) and supported_by(text, quotes, material.corpus) for text, quotes in statements(record, material.corpus)]
        shares += [sum(held) / len(held)] if held else []
    return mean_of(shares)
