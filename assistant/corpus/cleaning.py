"""Stored text with LaTeX and Markdown → plain text for encoders. Never used for quoting."""

from __future__ import annotations

import re
from functools import lru_cache

from markdown_it import MarkdownIt
from markdown_it.token import Token
from pylatexenc.latex2text import LatexNodes2Text, MacroTextSpec, get_default_latex_context_db
from pylatexenc.latexwalker import LatexWalker
from pylatexenc.latexwalker import get_default_latex_context_db as walker_context_db
from pylatexenc.macrospec import LatexContextDb, MacroSpec

_MATHS = re.compile(r"\$\$.+?\$\$|\$[^$\n]+?\$|\\\(.+?\\\)|\\\[.+?\\\]", re.S)
_MACRO = re.compile(r"\\[A-Za-z]+|\\[%&#_$]")
_DOLLAR = re.compile(r"(?<!\\)\$")
_CURRENCY = re.compile(r"(?<!\\)\$\s?\d[\d,.]*(?:\s?(?:k|K|M|B|bn|million|billion|per)\b)?(?!\s?\$)(?=[\s.,;)]|$)")


@lru_cache(maxsize=1)
def _latex() -> tuple[LatexNodes2Text, LatexContextDb]:
    text_db = get_default_latex_context_db()
    # siunitx is not in pylatexenc's tables; \href keeps its text and drops its address.
    text_db.add_context_category(
        "paper-abstracts",
        prepend=True,
        macros=[
            MacroTextSpec("num", simplify_repl="%s"),
            MacroTextSpec("qty", simplify_repl="%s %s"),
            MacroTextSpec("SI", simplify_repl="%s %s"),
            MacroTextSpec("href", simplify_repl="%(2)s"),
            MacroTextSpec("url", simplify_repl="%s"),
        ],
    )
    # An author's own macro: its name is all that is known of it, and the space after it parts two words.
    text_db.set_unknown_macro_spec(MacroTextSpec("", simplify_repl=lambda node: node.macroname + node.macro_post_space))
    parse_db = walker_context_db()
    parse_db.add_context_category(
        "paper-abstracts",
        prepend=True,
        macros=[MacroSpec("num", "{"), MacroSpec("qty", "{{"), MacroSpec("SI", "{{"), MacroSpec("href", "{{"), MacroSpec("url", "{")],
    )
    return LatexNodes2Text(math_mode="text", latex_context=text_db, keep_comments=True), parse_db


def _from_latex(fragment: str) -> str:
    convert, parse_db = _latex()
    walker = LatexWalker(fragment, latex_context=parse_db, tolerant_parsing=True)
    try:
        nodes, _, _ = walker.get_latex_nodes()
        return str(convert.nodelist_to_text(nodes))
    except Exception:  # pylatexenc gives up in many ways on what is not LaTeX, as a \href without its text
        return fragment


def _has_latex(text: str) -> bool:
    return bool(_MACRO.search(text) or _MATHS.search(text))


def _resolve_latex(text: str) -> str:
    if not _has_latex(text):
        return text
    # A bare % is a comment to LaTeX and a percent sign to everybody who writes abstracts; `$5` is money.
    protected = re.sub(r"(?<!\\)%", r"\\%", text)
    if len(_DOLLAR.findall(protected)) % 2 or not _MATHS.search(_CURRENCY.sub("", protected)):
        protected = _CURRENCY.sub(r"\\\g<0>", protected)
    if len(_DOLLAR.findall(protected)) % 2:
        protected = _DOLLAR.sub(r"\\$", protected)
    protected = re.sub(r"(?<!\\)([&#])", r"\\\1", protected)
    return _from_latex(protected)


@lru_cache(maxsize=1)
def _markdown() -> MarkdownIt:
    return MarkdownIt("commonmark", {"html": False}).disable(
        ["heading", "lheading", "list", "blockquote", "code", "fence", "hr", "reference", "html_block", "escape", "entity"]
    )


def _plain(tokens: list[Token]) -> str:
    parts: list[str] = []
    for token in tokens:
        if token.children is not None:
            parts.append(_plain(token.children))
        elif token.type in ("text", "code_inline", "html_inline"):
            parts.append(token.content)
        elif token.type in ("softbreak", "hardbreak"):
            parts.append(" ")
    return "".join(parts)


def clean(text: str) -> str:
    """Plain text of a piece of an abstract: LaTeX and Markdown resolved, maths as Unicode, white space folded."""
    if any(mark in text for mark in "*_`[<"):
        # Emphasis inside maths is not emphasis: set it aside before Markdown reads the text.
        kept: list[str] = []

        def set_aside(match: re.Match[str]) -> str:
            kept.append(match.group(0))
            return f"\ue000{len(kept) - 1}\ue001"

        text = _plain(_markdown().parse(_MATHS.sub(set_aside, text)))
        text = re.sub("\ue000(\\d+)\ue001", lambda match: kept[int(match.group(1))], text)
    text = _resolve_latex(text)
    # A lone surrogate in a JSON escape is no character, and encoders refuse it.
    text = text.encode("utf-8", "ignore").decode("utf-8")
    return " ".join(text.replace("\u2011", "-").replace("\u00ad", "").split())
