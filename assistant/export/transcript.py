"""A conversation → a transcript as Markdown or JSON, and the references that a copied answer brings along."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable
from typing import Literal

from assistant.export.rows import address, arxiv_identifier, one_line
from assistant.export.tables import inert
from assistant.serialization import answer_object
from assistant.types import Answer, CitedPaper

TranscriptForm = Literal["markdown", "json"]
# What would be a link, a picture or the address of a reference in the papers' words; our own frame uses none of them.
_LINKING = re.compile(r"\](?=[(:\[])|!(?=\[)")
_ADJACENT = re.compile(r"\]\\(?=\[\d+\])")


def transcript(exchanges: Iterable[tuple[str, Answer | None]], form: TranscriptForm) -> str:
    """The questions with their answers, oldest first; None is a question that got no answer."""
    if form == "json":
        made = [{"question": question, "answer": answer_object(answer) if answer else None} for question, answer in exchanges]
        return json.dumps({"exchanges": made}, ensure_ascii=False, indent=2).encode("utf-8", "backslashreplace").decode("utf-8") + "\n"
    parts = []
    for question, answer in exchanges:
        parts += [f"## {inert(question)}", harmless(copied(answer)) if answer else "*Not answered.*"]
    return "\n\n".join(parts) + "\n"


def copied(answer: Answer) -> str:
    """The answer's Markdown as it is copied: its text, and below it what its numbers stand for."""
    sources = sorted((*answer.papers, *answer.borderline), key=lambda source: source.n)
    return "\n\n".join([answer.text, "\n".join(_reference(source) for source in sources)]) if sources else answer.text


def harmless(text: str) -> str:
    """Markdown in which no word of a paper is an element, a link or a picture."""
    escaped = text.encode("utf-8", "replace").decode("utf-8").replace("&", "&amp;").replace("<", "&lt;")
    return _ADJACENT.sub("]", _LINKING.sub(lambda match: f"\\{match.group()}" if match.group() == "!" else "]\\", escaped))


def _reference(source: CitedPaper) -> str:
    paper = source.paper
    arxiv = arxiv_identifier(paper.arxiv)
    where = " ".join(part for part in (paper.venue, str(paper.year or "")) if part)
    parts = [
        one_line(paper.label),
        one_line(", ".join(paper.authors)),
        one_line(where),
        address(paper.url),
        f"arXiv:{arxiv}" if arxiv else "",
    ]
    return f"- [{source.n}] {'. '.join(part.rstrip('.') for part in parts if part)}"
