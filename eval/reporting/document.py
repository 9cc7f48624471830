"""Title + body → one HTML file that fetches nothing: styles and script are in it, and its policy forbids the network."""

from __future__ import annotations

import base64
import hashlib
from collections.abc import Sequence
from functools import cache
from html import escape
from pathlib import Path

from .tables import Grid

_FOLDER = Path(__file__).parent


def document(title: str, sections: Sequence[tuple[str, str, str]], body: str) -> str:
    """The whole file.

    Only this file's own script and styles may act, known by their hashes: what is written into the page as text stays text.

    Args:
        title: plain text.
        sections: id, heading and HTML of each part; the headings make the page's navigation.
        body: HTML that stands before the parts, under the title.
    """
    style, script = _asset("page.css"), _asset("page.js")
    policy = f"default-src 'none'; style-src '{_hash(style)}'; script-src '{_hash(script)}'; base-uri 'none'; form-action 'none'"
    links = "".join(f'<a href="#{name}">{escape(heading)}</a>' for name, heading, _ in sections)
    parts = "".join(f'<section id="{name}"><h2>{escape(heading)}</h2>{content}</section>' for name, heading, content in sections)
    return (
        '<!doctype html><html lang="en"><head><meta charset="utf-8">'
        f'<meta http-equiv="Content-Security-Policy" content="{policy}">'
        '<meta name="viewport" content="width=device-width,initial-scale=1"><meta name="color-scheme" content="light dark">'
        f"<title>{escape(title)}</title><style>{style}</style></head><body>"
        f'<header><h1>{escape(title)}</h1>{body}</header><nav aria-label="Parts of this page">{links}</nav>'
        f"<main>{parts}</main><script>{script}</script></body></html>\n"
    )


def table(grid: Grid, caption: str = "") -> str:
    """A table that scrolls by itself where the screen is narrow; reachable by keyboard."""
    heads = "".join(f'<th scope="col">{escape(head)}</th>' for head in grid.heads)
    rows = "".join(
        f'<tr><th scope="row">{escape(row[0])}</th>' + "".join(f"<td>{escape(cell)}</td>" for cell in row[1:]) + "</tr>"
        for row in grid.rows
    )
    return scrolling(f"<table><thead><tr>{heads}</tr></thead><tbody>{rows}</tbody></table>", caption or grid.title)


def scrolling(content: str, label: str) -> str:
    """HTML in a region that scrolls sideways."""
    return f'<div class="wide" role="region" tabindex="0" aria-label="{escape(label)}">{content}</div>'


@cache
def _asset(name: str) -> str:
    return (_FOLDER / name).read_text("utf-8")


def _hash(text: str) -> str:
    return "sha256-" + base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()
