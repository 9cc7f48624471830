"""Rows → BibTeX in UTF-8: what is no formula is escaped, so that any title compiles and no brace ends an entry early."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable

from assistant.export.rows import Row, address, arxiv_identifier, one_line
from assistant.types import Paper

# BibTeX counts braces even behind a backslash: a brace of the text must become a command.
_SPECIAL = {
    "\\": r"\textbackslash{}", "{": r"\textbraceleft{}", "}": r"\textbraceright{}", "~": r"\textasciitilde{}",
    "^": r"\textasciicircum{}", "<": r"\textless{}", ">": r"\textgreater{}", "|": r"\textbar{}",
    **{character: f"\\{character}" for character in "#$%&_"},
}  # fmt: skip
# As pandoc tells maths from money: no space inside the dollars, no digit after them.
_FORMULA = re.compile(r"\$(?=[^\s$])([^$]*?)(?<=[^\s\\])\$(?!\d)")
# Words that read or write files, or define others, have no place in a formula of a title.
_SAFE_COMMANDS = re.compile(
    r"\\(?!(?:input|include|write|openout|openin|read|immediate|def|edef|gdef|xdef|let|catcode|csname|newcommand|renewcommand|usepackage"
    r"|special|directlua|href|url|begin|end)(?![A-Za-z]))[A-Za-z]+|\\[,;:! ]"
)


def bibtex(rows: Iterable[Row]) -> str:
    """One entry for each paper, with keys that are unique in the text."""
    used: dict[str, int] = {}
    entries = []
    for row in rows:
        key = _key(row.paper)
        used[key] = used.get(key, 0) + 1
        entries.append(_entry(row, key if used[key] == 1 else f"{key}-{used[key]}"))
    return "\n\n".join(entries) + "\n" if entries else "% The answer names no paper.\n"


def tex(text: str) -> str:
    """The text for LaTeX; its formulas stay formulas."""
    line = one_line(text)
    parts: list[str] = []
    plain = 0
    for match in _FORMULA.finditer(line):
        if _is_harmless(match.group(1)):
            parts += [_escaped(line[plain : match.start()]), match.group()]
            plain = match.end()
    return "".join([*parts, _escaped(line[plain:])])


def _escaped(text: str) -> str:
    return "".join(_SPECIAL.get(character, character) for character in text)


def _is_harmless(formula: str) -> bool:
    """Whether BibTeX and LaTeX can read the formula as it stands."""
    depth = 0
    for character in formula:
        depth += (character == "{") - (character == "}")
        if depth < 0:
            return False
    return depth == 0 and not re.search(r'[%#&"@~]', formula) and "\\" not in _SAFE_COMMANDS.sub("", formula)


def _entry(row: Row, key: str) -> str:
    paper = row.paper
    arxiv = arxiv_identifier(paper.arxiv)
    notes = [part for part in (paper.track, paper.decision, "borderline" if row.borderline else "") if part.strip()]
    fields = {
        # The second pair of braces keeps capital letters.
        "title": f"{{{tex(paper.label)}}}",
        "author": " and ".join(_author(name) for name in paper.authors if name.strip()),
        "booktitle": tex(paper.venue),
        "year": str(paper.year or ""),
        "url": address(paper.url),
        "eprint": arxiv,
        "archiveprefix": "arXiv" if arxiv else "",
        "note": tex(", ".join(notes)),
        "annote": tex(row.why),
    }
    lines = ",\n".join(f"  {name} = {{{value}}}" for name, value in fields.items() if value)
    return f"@{'inproceedings' if paper.venue.strip() else 'misc'}{{{key},\n{lines}\n}}"


def _author(name: str) -> str:
    """A name; in braces where BibTeX would take it for several or for a name turned round."""
    written = tex(name)
    return f"{{{written}}}" if re.search(r",|\band\b", written, re.I) else written


def _key(paper: Paper) -> str:
    """First author's last name, the year where it is known, and the title's first long word."""
    author = _letters(paper.authors[0]).split()[-1:] if paper.authors else []
    words = [word for word in _letters(paper.label).split() if len(word) > 3][:1]
    return "-".join([*author, *([str(paper.year)] if paper.year else []), *words]) or f"paper-{paper.source.n}"


def _letters(text: str) -> str:
    plain = unicodedata.normalize("NFKD", text).encode("ascii", "ignore").decode().lower()
    return re.sub(r"[^a-z0-9]+", " ", plain)
