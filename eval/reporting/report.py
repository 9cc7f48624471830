"""A run → report.md for a pull request and report.html to look into."""

from __future__ import annotations

from ..errors import RunError
from ..gold.corpus import Corpus
from ..running.runs import Run
from .page import SLICED, model_of, page
from .tables import by_slice, headline
from .worst import worst_cases

MARKDOWN, HTML = "report.md", "report.html"


def write_reports(run: Run, corpus: Corpus) -> None:
    """Put both reports into the run folder.

    Raises:
        RunError: the folder cannot be written.
    """
    try:
        (run.folder / MARKDOWN).write_text(markdown(run, corpus), "utf-8")
        (run.folder / HTML).write_text(page(run, corpus), "utf-8")
    except OSError as error:
        raise RunError(f"{run.folder}: cannot be written ({error.strerror}).", "Choose another folder with --out.") from None


def markdown(run: Run, corpus: Corpus) -> str:
    """The headline table, the slices, and the worst questions (those of the split test by id)."""
    environment = run.environment
    commit = f", commit {environment.git[:10]}" if environment.git else ""
    worst = [f"- {case.value:.2f} `{case.id}` ({case.kind}) {case.question}".rstrip() for case in worst_cases(run, corpus, 10)]
    parts = [
        headline(run.scores).markdown(),
        by_slice(run.scores, SLICED).markdown(),
        "**Worst questions**\n\n" + ("\n".join(worst) or "none"),
        f"Answers by {model_of(run)}; assistant {environment.system.version}{commit}, source {environment.system.source}, "
        f"corpus {environment.corpus}, gold {environment.gold}; started {environment.started}.",
    ]
    return "\n\n".join(parts) + "\n"
