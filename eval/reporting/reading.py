"""A run folder → `Run`, as it was scored; nothing is asked, scored or written."""

from __future__ import annotations

from pathlib import Path

from ..errors import RunError
from ..gold.corpus import Corpus
from ..gold.reading import Gold
from ..records import AnswerFile
from ..running.environment import read_environment
from ..running.runs import ANSWERS, Run
from ..scoring.scorefile import read_scores


def read_run(folder: Path, gold: Gold, corpus: Corpus) -> Run:
    """A finished run with its questions and answers.

    Raises:
        RunError: the folder is no finished run, or one over other papers or gold than those given.
    """
    environment, scores = read_environment(folder), read_scores(folder)
    if scores.corpus != corpus.fingerprint:
        raise RunError(f"{folder} is a run over another corpus.", "Give the --corpus and --gold of that run.")
    if scores.gold != gold.fingerprint:
        raise RunError(f"{folder} was scored by other gold than there is now.", f"Score it again: assistant eval score {folder}")
    records = AnswerFile(folder / ANSWERS).by_id()
    by_id = {question.id: question for question in gold.questions}
    ids = [score.id for score in scores.questions]
    if missing := [name for name in ids if name not in records or name not in by_id]:
        raise RunError(f"{folder}: the answer to {missing[0]!r} is missing.", f"Go on with assistant eval --out {folder}")
    return Run(folder, environment, tuple(by_id[name] for name in ids), {name: records[name] for name in ids}, scores)
