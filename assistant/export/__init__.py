"""An `Answer` → its papers as a file for other programs: BibTeX, CSV, Markdown, JSON."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal, NamedTuple, get_args

from assistant.export.bibliography import bibtex
from assistant.export.objects import json_text
from assistant.export.rows import rows
from assistant.export.spreadsheet import csv_text
from assistant.export.tables import markdown
from assistant.export.transcript import TranscriptForm, copied, transcript
from assistant.types import Answer

__all__ = [
    "FORMATS",
    "TRANSCRIPT_FORMS",
    "ExportedFile",
    "Format",
    "TranscriptForm",
    "copied",
    "export",
    "exported_file",
    "transcript",
    "transcript_file",
]

Format = Literal["bibtex", "csv", "markdown", "json"]
FORMATS: tuple[Format, ...] = get_args(Format)
TRANSCRIPT_FORMS: tuple[TranscriptForm, ...] = get_args(TranscriptForm)


class ExportedFile(NamedTuple):
    """A text with the name and the media type under which it is saved."""

    name: str
    media_type: str
    text: str


def export(answer: Answer, form: Format) -> str:
    """The answer's papers, those shown apart after the others, as text in `form`; ends in a line feed."""
    listed = rows(answer)
    match form:
        case "bibtex":
            return bibtex(listed)
        case "csv":
            return csv_text(listed)
        case "markdown":
            return markdown(answer, listed)
        case "json":
            return json_text(answer, listed)


def exported_file(answer: Answer, form: Format) -> ExportedFile:
    """What a browser saves. A CSV file begins with a byte order mark: without one, Excel reads it as Latin."""
    suffix, media_type = {
        "bibtex": ("bib", "application/x-bibtex"),
        "csv": ("csv", "text/csv"),
        "markdown": ("md", "text/markdown"),
        "json": ("json", "application/json"),
    }[form]
    mark = "\ufeff" if form == "csv" else ""
    return ExportedFile(f"papers-{answer.id}.{suffix}", f"{media_type};charset=utf-8", mark + export(answer, form))


def transcript_file(exchanges: Sequence[tuple[str, Answer | None]], form: TranscriptForm) -> ExportedFile:
    """A conversation as a browser saves it."""
    name, media_type = ("conversation.md", "text/markdown") if form == "markdown" else ("conversation.json", "application/json")
    return ExportedFile(name, f"{media_type};charset=utf-8", transcript(exchanges, form))
