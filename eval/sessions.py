"""Arguments → an open assistant with its gold, ready for runs; the edge between the command and the evaluation."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, TextColumn, TimeRemainingColumn
from rich.progress import Progress as Bars

from assistant import Assistant, ConfigurationError, Progress, load_settings, with_changes
from assistant.corpus import read_papers

from .gold.corpus import Corpus
from .gold.reading import FOLDER, Gold, read_gold
from .gold.selection import Selection
from .reporting.report import publish, write_reports
from .running.fingerprints import System, system_of
from .running.runs import Plan, Run, finished, holding, run, score_again

RUNS = Path("runs")
_PARALLEL = 4
_NO_GOLD = "The bundled questions are about the seeds."
_GIVE_GOLD = "Give --gold with questions about the papers of --corpus."


@dataclass(frozen=True)
class Session:
    """An open assistant, its papers and the questions about them."""

    assistant: Assistant
    corpus: Corpus
    gold: Gold
    system: System

    def run(self, selection: Selection, name: str, folder: Path | None = None, *, fresh: bool = False, workers: int = 0) -> Run:
        """Answer and score the selected questions; with reports, in `folder` or in a new one below runs/.

        Without a name the run is called by its split and its folder. `fresh` makes every answer anew, also those in the folder.
        `workers` answers are made at a time; 0 takes one, so that times are a lone user's, or four where an endpoint does the work.
        """
        questions = tuple(selection.of(self.gold.questions))
        folder = folder or RUNS / f"{datetime.now():%Y%m%d-%H%M%S}-{_file_name(name or selection.split)}"
        cache = None if fresh else self.assistant.settings.data_dir / "evaluation" / f"{self.system.key}.jsonl"
        plan = Plan(
            name or f"{selection.split} {folder.resolve().name}", selection.split, questions, self.gold.fingerprint, folder, cache,
            workers or (_PARALLEL if self.assistant.writes else 1), fresh,
        )  # fmt: skip
        with holding(folder):
            with progress_bar() as report:
                done = run(plan, self.assistant, self.corpus, self.system, report)
            write_reports(done, self.corpus)
            publish(folder, self.assistant.settings.data_dir)
        return done

    def score(self, folder: Path) -> Run:
        """Score a run folder again, and write its reports anew.

        Raises:
            RunError: as `score_again`.
        """
        # Nothing, not even a lock, is put into a folder that is no run.
        finished(folder)
        with holding(folder):
            done = score_again(folder, self.gold, self.corpus)
            write_reports(done, self.corpus)
        return done


def open_session(corpus: Path | None = None, gold: Path | None = None, changes: Mapping[str, str] = {}) -> Session:
    """Open the assistant and check the gold against its papers.

    Args:
        corpus: papers instead of the seeds.
        gold: folder of gold files instead of the bundled ones.
        changes: settings by dotted name.

    Raises:
        AssistantError: a setting, the corpus, the index or the gold cannot be used.
    """
    if corpus is not None and gold is None:
        raise ConfigurationError(_NO_GOLD, _GIVE_GOLD)
    settings = with_changes(load_settings(), dict(changes))
    with progress_bar() as report:
        assistant = Assistant.open(corpus, settings=settings, report=report)
    papers = Corpus.of(assistant.papers.values())
    return Session(assistant, papers, read_gold(papers, gold or FOLDER), system_of(assistant.settings, papers, assistant.writes))


def papers_of(corpus: Path | None, gold: Path | None) -> Corpus:
    """The papers that gold files are checked against: those of a file or folder, else the seeds; nothing is indexed.

    Raises:
        AssistantError: papers without gold, or papers that cannot be read.
    """
    if corpus is None:
        return Corpus.seeds()
    if gold is None:
        raise ConfigurationError(_NO_GOLD, _GIVE_GOLD)
    return Corpus.of(read_papers([corpus]))


@contextmanager
def progress_bar() -> Iterator[Callable[[Progress], None]]:
    """A bar on stderr, shown while there is something to report; on a terminal only."""
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Bars(*columns, console=Console(stderr=True), transient=True) as bars:
        tasks: dict[str, int] = {}

        def report(progress: Progress) -> None:
            if progress.stage not in tasks:
                tasks[progress.stage] = int(bars.add_task(progress.stage, total=progress.total))
            bars.update(tasks[progress.stage], completed=progress.done, total=progress.total)  # type: ignore[arg-type]

        yield report


def _file_name(name: str) -> str:
    return "".join(character if character.isalnum() or character in "-_.=" else "-" for character in name)
