"""A run folder → `Run`, as it was scored; nothing is asked, scored or written."""

from __future__ import annotations

from pathlib import Path

from ..errors import RunError
from ..gold.corpus import Corpus
from ..gold.reading import Gold
from ..running.runs import Run, answers_of, finished_scores


def read_run(folder: Path, gold: Gold, corpus: Corpus) -> Run:
    """A finished run with its questions and answers.

    Raises:
        RunError: the folder is no finished run, or one over other papers or gold than those given.
    """
    environment, scores = finished_scores(folder)
    if scores.corpus != corpus.fingerprint:
        raise RunError(f"{folder} is a run over another corpus.", "Give the --corpus and --gold of that run.")
    if scores.gold != gold.fingerprint:
        raise RunError(f"{folder} was scored by other gold than there is now.", f"Score it again: assistant eval score {folder}")
    by_id = {question.id: question for question in gold.questions}
    questions = tuple(by_id[name] for name in environment.ids)
    return Run(folder, environment, questions, answers_of(folder, environment, questions), scores)
