"""Text of a title or abstract and a position → the notation that begins there: maths, a TeX command, TeX quotes, emphasis.

Abstracts mix prose, Markdown and TeX, and a dollar may be money. What is recognised here is shown as its author meant it;
everything else stays plain text.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Literal

Kind = Literal["math", "display", "style", "link", "symbol"]

_STYLES = {
    "emph": "em", "textit": "em", "textsl": "em", "textbf": "strong", "texttt": "code", "textsc": "smallcaps",
    "textrm": "plain", "textsf": "plain", "textnormal": "plain", "text": "plain", "mbox": "plain", "underline": "plain", "num": "plain",
}  # fmt: skip
_COMMAND = re.compile(r"\\([A-Za-z]+)\s*\{")
_ESCAPED = re.compile(r"\\([$%&_#{}])")
_QUOTED = re.compile(r"``(?!`)([^`]{1,300}?)(?:''|\")")
_STRONG = re.compile(r"(?<![\w*])\*\*(?=[^\s*])((?:(?!\*\*).){1,400}?)(?<=[^\s*])\*\*(?![\w*])", re.DOTALL)
_EMPHASIS = re.compile(r"(?<![\w*])\*(?=[\w(\"'“‘])([^*]{1,400}?)(?<=\S)\*(?![\w*])")
_ADDRESS = re.compile(r"(?<!\w)https?://[^\s<>\"'{}|\\^`]*[^\s<>\"'{}|\\^`.,;:!?)\]]")
_TEX_SIGN = re.compile(r"[\\^_{}=<>+]")
_AMOUNT_THEN_PROSE = re.compile(r"\d[\d.,]*(?:\s*[-–]\s*|\s+|[KkMB]\b\s*)[^\W\d_]{2,}")
_LONGEST_MATHS = 600
_LONGEST_ARGUMENT = 600
_DEEPEST_ARGUMENT = 6


@dataclass(frozen=True, slots=True)
class Notation:
    """A recognised piece of the text, `[start, end)`.

    `inner` is the range of the text that is its content: the TeX of maths, the words of a style or link. `name` is the
    style (`em`, `strong`, `code`, `smallcaps`, `quoted`, `plain`), the link's address, or the symbol's character.
    """

    kind: Kind
    start: int
    end: int
    inner: tuple[int, int]
    name: str = ""


def recognise(text: str, at: int, *, markdown: bool = True) -> Notation | None:
    """The notation that begins at `at`, or None.

    Args:
        text: the whole text.
        at: a position in it.
        markdown: whether `*emphasis*` and bare addresses count too (False where a Markdown parser runs anyway).
    """
    character = text[at]
    if character == "$":
        return _dollars(text, at)
    if character == "\\":
        return _brackets(text, at) or _command(text, at) or _escaped(text, at)
    if character == "`":
        return _styled(_QUOTED.match(text, at), "quoted")
    if markdown and character == "*":
        return _styled(_STRONG.match(text, at), "strong") or _styled(_EMPHASIS.match(text, at), "em")
    if markdown and character == "h" and (match := _ADDRESS.match(text, at)):
        return Notation("link", at, match.end(), match.span(), match.group())
    return None


def is_money(tex: str) -> bool:
    """Whether what stands between two dollars is an amount followed by prose, as in `$5 million were spent on $`."""
    return bool(_AMOUNT_THEN_PROSE.match(tex)) and not _TEX_SIGN.search(tex)


def _dollars(text: str, at: int) -> Notation | None:
    """`$…$` and `$$…$$`, by Pandoc's rule: no space inside the dollars, no digit after the closing one, and no money."""
    width = 2 if text.startswith("$$", at) else 1
    begin = at + width
    end = _closing_dollar(text, begin)
    if end is None or not text.startswith("$" * width, end):
        return None
    tex = text[begin:end]
    if not tex.strip() or "\n\n" in tex:
        return None
    if width == 2:
        return Notation("display", at, end + 2, (begin, end))
    if tex[0].isspace() or tex[-1].isspace() or text[end + 1 : end + 2].isdigit() or is_money(tex):
        return None
    return Notation("math", at, end + 1, (begin, end))


def _closing_dollar(text: str, begin: int) -> int | None:
    """Position of the next dollar that no backslash escapes."""
    position = begin
    while (position := text.find("$", position, begin + _LONGEST_MATHS)) >= 0:
        if text[position - 1] != "\\":
            return position
        position += 1
    return None


def _brackets(text: str, at: int) -> Notation | None:
    r"""`\(…\)` and `\[…\]`."""
    closing = {"\\(": "\\)", "\\[": "\\]"}.get(text[at : at + 2])
    end = text.find(closing, at + 2, at + 2 + _LONGEST_MATHS) if closing else -1
    if end < 0 or not text[at + 2 : end].strip():
        return None
    return Notation("math" if closing == "\\)" else "display", at, end + 2, (at + 2, end))


def _command(text: str, at: int) -> Notation | None:
    r"""`\emph{…}` and its like, `\url{…}` and `\href{…}{…}`."""
    match = _COMMAND.match(text, at)
    end = _closing_brace(text, match.end()) if match else None
    if match is None or end is None:
        return None
    name, inner = match.group(1), (match.end(), end)
    if name in _STYLES:
        return Notation("style", at, end + 1, inner, _STYLES[name])
    if name == "url":
        return Notation("link", at, end + 1, inner, text[slice(*inner)].strip())
    if name == "href" and text.startswith("{", end + 1) and (last := _closing_brace(text, end + 2)) is not None:
        return Notation("link", at, last + 1, (end + 2, last), text[slice(*inner)].strip())
    return None


def _closing_brace(text: str, begin: int) -> int | None:
    """Position of the brace that closes the one before `begin`; None where it is far away or nested too deep to be shown."""
    depth = 1
    for position in range(begin, min(len(text), begin + _LONGEST_ARGUMENT)):
        if text[position - 1] == "\\" and text[position] in "{}":
            continue
        depth += {"{": 1, "}": -1}.get(text[position], 0)
        if depth == 0:
            return position
        if depth > _DEEPEST_ARGUMENT:
            return None
    return None


def _escaped(text: str, at: int) -> Notation | None:
    match = _ESCAPED.match(text, at)
    return Notation("symbol", at, match.end(), match.span(1), match.group(1)) if match else None


def _styled(match: re.Match[str] | None, name: str) -> Notation | None:
    return Notation("style", match.start(), match.end(), match.span(1), name) if match else None
