"""`assistant eval`: arguments → runs, comparisons, sweeps; tables on stdout, progress on stderr."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from .dialogues.command import dialogues
from .drafting.command import feedback, init, review
from .faults.command import faults
from .injections.command import injections
from .languages.command import languages
from .llm_judge.command import judge
from .peers.command import peers
from .public.command import beir, claims

if TYPE_CHECKING:
    from .running.runs import Run
    from .sessions import Session

app = typer.Typer(help="Measure answers against the gold questions, and compare runs.", invoke_without_command=True, no_args_is_help=False)

Split = Annotated[str, typer.Option("--split", help="dev, test or all. Nobody tunes on test.")]
Kinds = Annotated[list[str] | None, typer.Option("--kind", help="Only this kind of question; may be repeated.")]
Ids = Annotated[list[str] | None, typer.Option("--ids", help="Only these questions, separated by commas; may be repeated.")]
Limit = Annotated[int, typer.Option("--limit", min=0, help="At most so many questions, taken evenly; 0 takes all.")]
Corpus = Annotated[Path | None, typer.Option("--corpus", help="Papers instead of the seeds; needs --gold.")]
GoldFolder = Annotated[Path | None, typer.Option("--gold", help="Folder of gold files instead of the bundled ones.")]
Json = Annotated[bool, typer.Option("--json", help="Print one JSON object instead of a table.")]
Fresh = Annotated[bool, typer.Option("--fresh", help="Make every answer anew, as for measuring latency.")]


@app.callback()
def evaluate(
    context: typer.Context,
    split: Split = "dev",
    kind: Kinds = None,
    ids: Ids = None,
    limit: Limit = 0,
    name: Annotated[str, typer.Option("--name", help="Name of the run; split and folder where none is given.")] = "",
    out: Annotated[Path | None, typer.Option("--out", help="Run folder; an existing one is gone on with.")] = None,
    changes: Annotated[list[str] | None, typer.Option("--set", help="A setting as NAME=VALUE; may be repeated.")] = None,
    model: Annotated[str | None, typer.Option("--model", help="Chat model of the endpoint that the environment names.")] = None,
    workers: Annotated[int, typer.Option("--workers", min=0, max=64, help="Answers made at a time; 0: one, or four with an endpoint.")] = 0,
    gate: Annotated[Path | None, typer.Option("--gate", help="File of floors; exit code 1 where one is not held.")] = None,
    corpus: Corpus = None,
    gold: GoldFolder = None,
    as_json: Json = False,
    fresh: Fresh = False,
) -> None:
    """Answer the gold questions, score the answers, and write a run folder with answers, scores and reports."""
    if context.invoked_subcommand is not None:
        return
    from .comparing.gate import findings, read_gate
    from .gold.selection import Selection
    from .running.sweep import named_values

    floors = read_gate(gate) if gate else None
    session = _session(corpus, gold, dict(named_values(changes or ())) | ({"model": model} if model else {}))
    if floors:
        floors.require(session.gold.fingerprint)
    run = session.run(Selection.of_options(split, kind, ids, limit), name, out, fresh=fresh, workers=workers)
    found = findings(floors, run.scores, fell_back=run.environment.fell_back) if floors else []
    if as_json:
        counts = {"fell_back": run.environment.fell_back, "unusable": run.environment.unusable}
        typer.echo(
            json.dumps({**run.scores.fields(each=False), **counts, "folder": str(run.folder), "breaches": found}, ensure_ascii=False)
        )
    else:
        _show(run)
        typer.echo(f"Answers, scores and reports: {run.folder}")
    for breach in found:
        typer.echo(f"Gate: {breach}", err=True)
    if found:
        raise typer.Exit(1)


@app.command("compare")
def compare_runs(
    runs: Annotated[list[Path], typer.Argument(metavar="RUN_A RUN_B…", help="Run folders: the one to compare with, then the new ones.")],
    every: Annotated[bool, typer.Option("--slices", help="Show every slice, not only what is more than chance.")] = False,
    html: Annotated[Path | None, typer.Option("--html", help="Write a page with differences and answers side by side.")] = None,
    markdown: Annotated[Path | None, typer.Option("--markdown", help="Write the differences for a pull request.")] = None,
    corpus: Corpus = None,
    gold: GoldFolder = None,
    as_json: Json = False,
) -> None:
    """Tell whether runs are better than the first one, by metric and slice, and on which questions."""
    from dataclasses import asdict

    from .comparing.compare import compare_all
    from .files import write_whole
    from .reporting.compared import compared_markdown, compared_page, letters, sentence
    from .reporting.tables import differences, show
    from .running.runs import finished_scores

    if len(runs) < 2:
        raise typer.BadParameter("give two run folders or more", param_hint="RUN_A RUN_B…")
    scores = [finished_scores(folder)[1] for folder in runs]
    found = compare_all(scores[0], scores[1:])
    if markdown:
        write_whole(markdown, compared_markdown(found))
    if html:
        from .gold.reading import FOLDER, read_gold
        from .reporting.reading import read_run
        from .sessions import papers_of

        papers = papers_of(corpus, gold)
        questions = read_gold(papers, gold or FOLDER)
        write_whole(html, compared_page([read_run(folder, questions, papers) for folder in runs], found, papers))
    if as_json:
        typer.echo(json.dumps({"comparisons": [asdict(each) for each in found]}, ensure_ascii=False))
        return
    for letter, each in zip(letters(len(runs))[1:], found, strict=True):
        show(differences(each, letter, all_slices=every))
        if each.note:
            typer.echo(each.note)
        for way, names in (("better", each.primary.wins), ("worse", each.primary.losses)):
            typer.echo(f"{letter} {way} on ({each.primary.metric}): {', '.join(names) or 'nothing'}")
        typer.echo(sentence(each, letter))
    real, tested = sum(len(each.real) for each in found), sum(len(each.tested) for each in found)
    typer.echo(f"{real} of {tested} tested differences are more than chance (p below 0.05 after Holm's correction).")


@app.command()
def score(
    folder: Annotated[Path, typer.Argument(help="A run folder.")], corpus: Corpus = None, gold: GoldFolder = None, as_json: Json = False
) -> None:
    """Score a run's answers again, by the gold as it is now; nothing is asked."""
    run = _session(corpus, gold, {}).score(folder)
    if as_json:
        typer.echo(json.dumps(run.scores.fields(each=False), ensure_ascii=False))
    else:
        _show(run)


@app.command()
def sweep(
    changes: Annotated[list[str], typer.Option("--set", help="A setting and its values: NAME=VALUE,VALUE…; may be repeated.")],
    kind: Kinds = None,
    ids: Ids = None,
    limit: Limit = 0,
    out: Annotated[Path, typer.Option("--out", help="Folder for one run folder a combination.")] = Path("runs/sweep"),
    corpus: Corpus = None,
    gold: GoldFolder = None,
) -> None:
    """Run every combination of some settings on the split dev, and print them side by side."""
    from .gold.selection import Selection
    from .reporting.tables import show, side_by_side
    from .running.sweep import combinations, label

    runs = []
    for chosen in combinations(changes):
        name = label(chosen)
        runs.append(_session(corpus, gold, chosen).run(Selection.of_options("dev", kind, ids, limit), name, out / name.replace(" ", "_")))
    show(side_by_side([run.scores for run in runs], [run.environment.fell_back for run in runs]))


@app.command()
def check(corpus: Corpus = None, gold: GoldFolder = None) -> None:
    """Check gold files against the papers: ids, references, quotes, nuggets, leaked titles, splits."""
    from collections import Counter

    from .gold.reading import FOLDER, read_gold
    from .sessions import papers_of

    found = read_gold(papers_of(corpus, gold), gold or FOLDER)
    sorts = {name: [getattr(question, name) for question in found.questions] for name in ("split", "kind", "lang")}
    # One's own types are not checked: a slip of the pen is seen here.
    sorts["type"] = [f"{question.kind}/{question.type}" for question in found.questions]
    for name, values in sorts.items():
        typer.echo(f"{name}: " + ", ".join(f"{value} {count}" for value, count in Counter(values).most_common()))
    typer.echo(f"{len(found.questions)} questions, all valid; fingerprint {found.fingerprint}")


@app.command("raise")
def raise_gate(
    folder: Annotated[Path, typer.Argument(help="The run folder by whose figures floors are raised.")],
    gate: Annotated[Path, typer.Option("--gate", help="File of floors.")],
    margin: Annotated[float, typer.Option("--margin", min=0, max=1, help="How far below what was measured a floor stands.")] = 0.02,
    corpus: Corpus = None,
    gold: GoldFolder = None,
) -> None:
    """Raise the floors of a gate file to what a run over all their questions reached; none is lowered."""
    from .comparing.gate import raise_floors
    from .gold.reading import FOLDER, read_gold
    from .running.runs import finished_scores
    from .sessions import papers_of

    environment, scores = finished_scores(folder)
    questions = read_gold(papers_of(corpus, gold), gold or FOLDER).questions
    moved = raise_floors(gate, scores, questions, margin, fell_back=environment.fell_back)
    typer.echo("\n".join(moved) or "Every floor stands where it did.")


@app.command()
def agreement(
    disagreements: Annotated[
        Path | None, typer.Option("--disagreements", help="Write each disagreement as a line of JSON; of the split test, ids.")
    ] = None,
) -> None:
    """Tell how far the two annotators of the bundled gold agree."""
    from .comparing.agreement import agreement_lines, disagreement
    from .files import write_whole
    from .gold.corpus import Corpus
    from .gold.reading import read_gold
    from .gold.second import before_settling, read_second
    from .gold.settled import read_settled

    papers = Corpus.seeds()
    questions = read_gold(papers)
    cases = read_settled(questions)
    judgments = before_settling(read_second(questions, papers), cases)
    for line in agreement_lines(judgments, len(questions.questions), papers):
        typer.echo(line)
    changed = sum(case.verdict != case.first for case in cases)
    typer.echo(f"{len(cases)} disagreements were settled by a third, {changed} of them against the first annotator (eval/gold/settled).")
    if disagreements:
        found = [item for judgment in judgments if (item := disagreement(judgment, papers))]
        write_whole(disagreements, "".join(json.dumps(item, ensure_ascii=False) + "\n" for item in found))
        typer.echo(f"{len(found)} questions with a disagreement: {disagreements}")


app.command("init")(init)
app.command("review")(review)
app.command("feedback")(feedback)
app.command("peers")(peers)
app.command("languages")(languages)
app.command("beir")(beir)
app.command("claims")(claims)
app.command("faults")(faults)
app.command("injections")(injections)
app.command("judge")(judge)
app.command("dialogues")(dialogues)


def _show(run: Run) -> None:
    """The run's tables; each says its split and the number of questions."""
    from .reporting.page import failures
    from .reporting.tables import by_kind, show, summary

    heads = {
        "quality": "quality", "hit@1": "hit@1", "list_f1": "list F1", "evidence_f1": "evid. F1", "nugget_recall_vital": "nuggets",
        "abstention_accuracy": "abstain", "latency_p50_ms": "p50 ms",
    }  # fmt: skip
    show(summary(run.scores))
    show(by_kind(run.scores, heads))
    if notice := failures(run):
        typer.echo(notice)


def _session(corpus: Path | None, gold: Path | None, changes: dict[str, str]) -> Session:
    from .sessions import open_session

    return open_session(corpus, gold, changes)
