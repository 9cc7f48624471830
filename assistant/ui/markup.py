"""Untrusted text → HTML that shows it and does nothing else: escaping, links, and the delimiters of maths.

Maths is handed to the browser between characters of the private use area, never between dollars: no text of a paper can
contain them (`escape` takes them out), so a dollar sign that reaches the page is always just a dollar sign.
"""

from __future__ import annotations

import html
import re
from urllib.parse import urlsplit

from assistant.ui.notation import Notation, recognise

INLINE = ("\ue000", "\ue001")
DISPLAY = ("\ue002", "\ue003")
LATEX_DELIMITERS: list[dict[str, str | bool]] = [
    {"left": INLINE[0], "right": INLINE[1], "display": False},
    {"left": DISPLAY[0], "right": DISPLAY[1], "display": True},
]

_PRIVATE = re.compile("[\ue000-\ue003\x00-\x08\x0b\x0c\x0e-\x1f]")
_ARXIV = re.compile(r"(?:\d{4}\.\d{4,5}|[a-z-]+(?:\.[A-Z]{2})?/\d{7})(?:v\d+)?")
_WRAPPERS = {
    "em": ("<em>", "</em>"), "strong": ("<strong>", "</strong>"), "code": ("<code>", "</code>"),
    "smallcaps": ('<span class="smallcaps">', "</span>"), "quoted": ("“", "”"), "plain": ("", ""),
}  # fmt: skip


def escape(text: str) -> str:
    """`text` for HTML content and double-quoted attributes."""
    return html.escape(_PRIVATE.sub("\ufffd", text), quote=True)


def web_address(text: str) -> str:
    """`text` where it is an http(s) address with a host, else an empty string."""
    address = text.strip()
    try:
        parts = urlsplit(address)
    except ValueError:
        return ""
    usable = parts.scheme.lower() in ("http", "https") and parts.hostname and not re.search(r"[\s<>\"\\]", address)
    return address if usable else ""


def arxiv_address(text: str) -> str:
    """Address of the arXiv page that an identifier or address names, else an empty string."""
    identifier = text.strip().removeprefix("arXiv:")
    return f"https://arxiv.org/abs/{identifier}" if _ARXIV.fullmatch(identifier) else web_address(text)


def link(address: str, content: str, classes: str = "") -> str:
    """`content` (HTML) as a link that opens in a new tab; only `content` where the address is not one of the web."""
    target = web_address(address)
    if not target:
        return content
    named = f' class="{classes}"' if classes else ""
    return f'<a{named} href="{escape(target)}" target="_blank" rel="noopener noreferrer">{content}</a>'


def maths(tex: str, *, display: bool = False) -> str:
    """TeX as the element that KaTeX fills in the browser."""
    left, right = DISPLAY if display else INLINE
    return f'<span class="{"maths display" if display else "maths"}">{left}{escape(tex)}{right}</span>'


def wrap(notation: Notation, content: str, text: str) -> str:
    """HTML of a notation of `text` around its content (HTML)."""
    match notation.kind:
        case "math" | "display":
            return maths(text[slice(*notation.inner)], display=notation.kind == "display")
        case "symbol":
            return escape(notation.name)
        case "link":
            return link(notation.name, content)
        case "style":
            before, after = _WRAPPERS[notation.name]
            return f"{before}{content}{after}"


def typeset(text: str, start: int = 0, end: int | None = None, boundaries: frozenset[int] = frozenset()) -> str:
    """HTML of `text[start:end]` with its notation shown as meant.

    Args:
        text: a title or an abstract.
        start: where to begin.
        end: where to stop; the text's end where None.
        boundaries: positions that no notation may contain: there the source stays as it is, so that slices are exact.
    """
    end = len(text) if end is None else end
    parts: list[str] = []
    plain = position = start
    while position < end:
        notation = recognise(text, position)
        if notation is None or notation.end > end or any(notation.start < b < notation.end for b in boundaries):
            position += 1
            continue
        parts.append(escape(text[plain:position]))
        content = escape(text[slice(*notation.inner)]) if notation.kind == "link" else typeset(text, *notation.inner, boundaries)
        parts.append(wrap(notation, content, text))
        plain = position = notation.end
    parts.append(escape(text[plain:end]))
    return "".join(parts)
