"""Questions, answers, progress and errors → the HTML of the chat's messages.

Gradio's sanitizer keeps `class`, `id`, `title` and `href`, and drops `data-…` and `aria-…`: what the page's script needs
to know is therefore said in classes and fragments (`#source-2-178` is the quote of source 2 that begins at character 178).
"""

from __future__ import annotations

from collections.abc import Sequence

from assistant.errors import AssistantError
from assistant.export import Format, copied
from assistant.types import Answer, Progress
from assistant.ui.cards import cards
from assistant.ui.markdown import to_html
from assistant.ui.markup import escape
from assistant.ui.table import listing

_NAMES: dict[Format, str] = {"bibtex": "BibTeX", "csv": "CSV", "markdown": "Markdown", "json": "JSON"}


def question(text: str, n: int | None = None) -> str:
    """The asker's words, as typed; with `n`, its number in the conversation, it can be edited."""
    edit = f'<button type="button" class="edit" value="{n}">Edit</button>' if n is not None else ""
    return f'<div class="question" dir="auto">{escape(text)}</div>{edit}{_markdown(text)}'


def answer(made: Answer) -> str:
    """A whole answer with its sources, which the page shows beside it."""
    titles = {source.n: source.paper.label for source in (*made.papers, *made.borderline)}
    text = listing(made, titles) or to_html(made.text, titles, made.citations)
    return (
        f'<div class="answer" id="answer-{escape(made.id)}">'
        f'<div class="text" dir="auto">{text}</div>{_foot(made, len(titles))}'
        f'<div class="answer-sources">{cards(made)}</div>{_markdown(copied(made))}</div>'
    )


def growing(pieces: Sequence[str], stages: Sequence[Progress] = ()) -> str:
    """The checked pieces that have come so far; their markers become links when the sources are known."""
    text = "\n\n".join(pieces)
    doing = working(stages) if stages else ""
    return f'<div class="answer growing"><div class="text" dir="auto">{to_html(text, {})}</div>{doing}{_markdown(text)}</div>'


def working(stages: Sequence[Progress] = ()) -> str:
    """What was done and is being done; the latest word of every stage."""
    latest = {progress.stage: progress for progress in stages}
    doing = ", ".join(filter(None, map(_stage, latest.values()))) or "Reading the abstracts"
    return f'<div class="working"><span class="pulse"></span>{escape(doing[:1].upper() + doing[1:])}…</div>'


def _stage(progress: Progress) -> str:
    match progress.stage:
        case "searched":
            return f"searched {progress.done} of {progress.total} papers"
        case "candidates":
            return f"{_count(progress.done, 'candidate')}" if progress.done else ""
        case "checking" if progress.total:
            return f"checked {_count(progress.done, 'claim')}" if progress.done else f"checking {_count(progress.total, 'claim')}"
        case _:
            return ""


def _count(number: int, noun: str) -> str:
    return f"{number} {noun}{'' if number == 1 else 's'}"


def stopped(shown: str) -> str:
    """A message that was not finished because the asker stopped it."""
    kept = shown if 'class="answer growing"' in shown else ""
    return f'{kept}<div class="notice">Stopped.</div>'


def not_answered() -> str:
    """A question of an earlier visit that got no answer."""
    return '<div class="notice">Not answered.</div>'


def outdated() -> str:
    """An answer of an earlier visit whose papers or quotes are not in the index any more."""
    return '<div class="notice">The index has changed since: some of this answer’s sources are not in it any more.</div>'


def problem(error: AssistantError) -> str:
    """What went wrong and what can be done about it."""
    again = " Trying again may help." if error.retryable else ""
    return f'<div class="problem"><strong>{escape(error.cause)}</strong> {escape(error.remedy)}{again}</div>'


def unexpected() -> str:
    """An error nobody foresaw: its details are for the server's log, not for the reader."""
    return problem(AssistantError("Something went wrong while answering.", "Try again; the details are in the server's log."))


def _foot(made: Answer, sources: int) -> str:
    seconds = made.timings_ms.get("total", 0.0) / 1000
    how = "Quoted from the abstracts" if made.model == "extractive" else f"Written by {made.model}, checked against the abstracts"
    facts = [how, f"{made.looked_at} papers searched", f"{seconds:.1f} s"]
    listed = f'<a class="show-sources" href="#sources">{sources} source{"s" if sources > 1 else ""}</a>' if sources else ""
    return f'<div class="foot">{listed}<span>{escape(" · ".join(facts))}</span>{_exports() if sources else ""}</div>'


def _exports() -> str:
    buttons = "".join(f'<button type="button" class="export" value="{form}">{name}</button>' for form, name in _NAMES.items())
    return f'<span class="exports"><span>Save the papers:</span>{buttons}</span>'


def _markdown(text: str) -> str:
    """The text as Markdown, hidden: what the copy button copies."""
    return f'<pre class="markdown">{escape(text)}</pre>'
