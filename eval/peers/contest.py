"""Session + peers → a run folder for the assistant and for each peer, over the same questions and by the same scores."""

from __future__ import annotations

from collections.abc import Sequence
from importlib.metadata import version
from pathlib import Path

import assistant
from assistant import AssistantError, Settings

from ..gold.corpus import Corpus
from ..gold.selection import Selection
from ..reporting.report import write_reports
from ..running.fingerprints import ANSWERING, System, package_versions, tree
from ..running.runs import Plan, Run, holding, run
from ..sessions import Session, progress_bar
from .contenders import Absent, Contender
from .peer import PeerSubject

OURS = "assistant"


def hold(
    session: Session, contenders: Sequence[Contender], selection: Selection, folder: Path, *, fresh: bool = False
) -> tuple[list[Run], list[Absent]]:
    """Answer and score the selected questions by the assistant, then by each peer, each in a folder of its name below `folder`.

    One answer is made at a time, so that times are a lone user's. What is done is on disk after each answer: after a kill, the
    same call goes on where it stopped. The peers that stopped are given beside the runs.

    Args:
        session: with a named model, where there is an endpoint.
        contenders: peers that can run.
        selection: which questions.
        folder: of the run folders.
        fresh: make every answer anew, as for measuring latency.

    Raises:
        AssistantError: the assistant's own run failed.
    """
    title = f"{OURS} {assistant.__version__}" + ("" if session.assistant.writes else ", extractive")
    runs, stopped = [session.run(selection, title, folder / OURS, fresh=fresh, workers=1)], []
    for contender in contenders:
        try:
            runs.append(_run_peer(session, contender, runs[0], folder / contender.name, fresh=fresh))
        except AssistantError as error:
            stopped.append(Absent(contender.name, error.cause, "The same command goes on where it stopped."))
    return runs, stopped


def _run_peer(session: Session, contender: Contender, ours: Run, folder: Path, *, fresh: bool) -> Run:
    settings = session.assistant.settings
    system = system_of_peer(contender, session.corpus, settings)
    cache = None if fresh else settings.data_dir / "evaluation" / f"{system.key}.jsonl"
    plan = Plan(contender.title(settings), ours.environment.split, ours.questions, session.gold.fingerprint, folder, cache, fresh=fresh)
    subject = PeerSubject(contender.open(session.corpus, settings), session.corpus, settings.model if system.writes else "")
    with holding(folder):
        with progress_bar() as report:
            done = run(plan, subject, session.corpus, system, report)
        write_reports(done, session.corpus)
    return done


def system_of_peer(contender: Contender, corpus: Corpus, settings: Settings) -> System:
    """What a peer's answers depend on: its version, the adapters' code, the corpus and, where a model writes, the endpoint."""
    writes = contender.writes(settings)
    chat = {"model": settings.model, "base_url": settings.openai_base_url, **settings.chat.model_dump(mode="json")} if writes else {}
    return System(
        version=f"{contender.package} {version(contender.package)}",
        source=tree(Path(__file__).parent),
        prompts="",
        corpus=corpus.fingerprint,
        settings={"peer": contender.name, **chat},
        writes=writes,
        packages=package_versions((*ANSWERING, contender.package, "litellm")),
    )
