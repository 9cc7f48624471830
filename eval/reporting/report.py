"""A run → report.md for a pull request and report.html to look into; the newest page is also offered by the chat page."""

from __future__ import annotations

from pathlib import Path

from assistant.ui.evaluation import report_path

from ..errors import RunError
from ..files import write_whole
from ..gold.corpus import Corpus
from ..running.runs import REPORTS, Run
from .cases import cases, worst
from .page import SLICED, failures, model_of, page
from .tables import by_slice, folded, headline

MARKDOWN, HTML = REPORTS
_WORST = 10


def write_reports(run: Run, corpus: Corpus) -> None:
    """Put both reports into the run folder.

    Raises:
        RunError: the folder cannot be written.
    """
    write_whole(run.folder / MARKDOWN, markdown(run, corpus))
    write_whole(run.folder / HTML, page(run, corpus))


def publish(folder: Path, data_dir: Path) -> Path:
    """Offer a run folder's page in the chat page of the data folder, in place of an earlier one; gives where it is.

    Raises:
        RunError: there is no page in the folder, or the data folder cannot be written.
    """
    target = report_path(data_dir)
    try:
        text = (folder / HTML).read_text("utf-8")
        target.parent.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise RunError(f"{error.filename}: the report cannot be copied ({error.strerror}).", "Check both folders.") from None
    write_whole(target, text)
    return target


def markdown(run: Run, corpus: Corpus) -> str:
    """The headline table; folded, the slices and the worst questions (those of the split test by id)."""
    environment = run.environment
    commit = f", commit {environment.git[:10]}" if environment.git else ""
    lines = []
    for case in worst(cases([run], corpus), _WORST):
        words = " ".join(case.question.split())
        lines.append(f"- {case.score.values['quality']:.2f} `{case.score.id}` ({case.score.kind}) {words}".rstrip())
    parts = [
        *([f"**{notice}**"] if (notice := failures(run)) else []),
        headline(run.scores).markdown(),
        folded("By slice", by_slice(run.scores, SLICED).markdown()),
        folded("Worst questions", "\n".join(lines) or "none"),
        f"Answers by {model_of(run)}; assistant {environment.system.version}{commit}, source {environment.system.source}, "
        f"corpus {environment.corpus}, gold {environment.gold}; started {environment.started}.",
    ]
    return "\n\n".join(parts) + "\n"
