"""A title or name with LaTeX, as BibTeX files have them → Unicode, with mathematics left as it is."""

from __future__ import annotations

import re
from functools import lru_cache

from pylatexenc.latex2text import LatexNodes2Text


@lru_cache(maxsize=1)
def _converter() -> LatexNodes2Text:
    return LatexNodes2Text(math_mode="verbatim", keep_comments=True)


def from_latex(text: str) -> str:
    """Accents as letters, braces and macros gone, white space folded; `text` itself where it is not LaTeX."""
    if not re.search(r"[\\{}~]|--|``|''", text):
        return " ".join(text.split())
    # Neither is LaTeX's own in a title: a percent sign would start a comment, an ampersand a column.
    protected = re.sub(r"(?<!\\)([%&#])", r"\\\1", text)
    try:
        converted = str(_converter().latex_to_text(protected))
    except Exception:  # pylatexenc gives up in many ways on what is not LaTeX
        converted = text
    return " ".join(converted.split())
