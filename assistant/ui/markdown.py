"""An answer's Markdown (our frame around verbatim, untrusted sentences) → inert HTML with [n] as links to the sources.

The parsing happens here and not in the browser, so that one tested place decides what is maths, money, a marker or text.
Raw HTML, images and reference definitions are off: they would hide text or fetch from outside.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from markdown_it import MarkdownIt
from markdown_it.renderer import RendererHTML
from markdown_it.rules_inline import StateInline
from markdown_it.token import Token
from markdown_it.utils import EnvType, OptionsDict

from assistant.types import Citation
from assistant.ui.markup import escape, web_address, wrap
from assistant.ui.notation import recognise

_MARKER = re.compile(r"\[(\d{1,3})\]")
_OFF = ["image", "html_inline", "html_block", "code", "lheading", "heading", "reference", "autolink", "table", "hr"]


def to_html(text: str, titles: Mapping[int, str], citations: Sequence[Citation] = ()) -> str:
    """HTML of an answer.

    Args:
        text: the answer's Markdown.
        titles: the sources' titles by number; a marker whose number is not among them stays text.
        citations: the checked quotes; a marker after one of them leads to that quote.
    """
    return str(_parser().render(text, {"titles": titles, "citations": citations}))


def _parser() -> MarkdownIt:
    parser = MarkdownIt("commonmark", {"html": False, "breaks": True})
    parser.disable(_OFF, ignoreInvalid=True)
    parser.inline.ruler.before("escape", "notation", _notation)
    parser.inline.ruler.before("link", "marker", _marker)
    parser.add_render_rule("fragment", _fragment)
    parser.add_render_rule("text", _text)
    parser.add_render_rule("link_open", _link_open)
    parser.validateLink = lambda url: bool(web_address(url))  # type: ignore[method-assign]
    return parser


def _notation(state: StateInline, silent: bool) -> bool:
    """Maths and TeX commands; their words may hold markers and Markdown again."""
    notation = recognise(state.src, state.pos, markdown=False)
    if notation is None or notation.end > state.posMax:
        return False
    if not silent:
        inner = state.src[slice(*notation.inner)]
        content = escape(inner) if notation.kind == "link" else state.md.renderInline(inner, state.env) if notation.kind == "style" else ""
        state.push("fragment", "", 0).content = wrap(notation, content, state.src)
    state.pos = notation.end
    return True


def _marker(state: StateInline, silent: bool) -> bool:
    """A known number in brackets is a link to that source's card, and to the quote that stands before it."""
    match = _MARKER.match(state.src, state.pos)
    number = int(match.group(1)) if match else 0
    if match is None or number not in state.env["titles"]:
        return False
    if not silent:
        quote = _quoted_before(state.src[: state.pos], number, state.env["citations"])
        at = f"-{quote.start}" if quote else ""
        title = escape(state.env["titles"][number])
        state.push("fragment", "", 0).content = f'<a class="cite" href="#source-{number}{at}" title="{title}">[{number}]</a>'
    state.pos = match.end()
    return True


def _quoted_before(text: str, number: int, citations: Sequence[Citation]) -> Citation | None:
    quotes = [(text.rfind(" ".join(citation.quote.split())), citation) for citation in citations if citation.n == number]
    return max(((at, citation) for at, citation in quotes if at >= 0), key=lambda pair: pair[0], default=(0, None))[1]


def _fragment(self: RendererHTML, tokens: Sequence[Token], index: int, options: OptionsDict, env: EnvType) -> str:
    return tokens[index].content


def _text(self: RendererHTML, tokens: Sequence[Token], index: int, options: OptionsDict, env: EnvType) -> str:
    return escape(tokens[index].content)


def _link_open(self: RendererHTML, tokens: Sequence[Token], index: int, options: OptionsDict, env: EnvType) -> str:
    return f'<a href="{escape(str(tokens[index].attrGet("href") or ""))}" target="_blank" rel="noopener noreferrer">'
