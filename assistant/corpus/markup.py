"""Text with JATS or HTML tags and entities, as Crossref and feeds give it → text without them."""

from __future__ import annotations

import html
import re

_BLOCK = r"p|title|sec|div|br|list|list-item|li|ul|ol|abstract|h[1-6]"
_INLINE = r"italic|bold|i|b|em|strong|sub|sup|sc|span|u|tt|code|a|inline-formula|disp-formula|alternatives|tex-math|ext-link|xref|monospace"
_NAME = rf"(?:jats:(?:[a-z-]+)|mml:[a-z-]+|{_BLOCK}|{_INLINE})"
_TAG = re.compile(rf"<(/?)((?:jats|mml):)?({_NAME})(?:\s[^<>]*)?/?>", re.I)
# One closing tag shows that the brackets are markup: "<b>" alone may be a token that a paper is about.
_IS_MARKUP = re.compile(rf"</{_NAME}\s*>|<br\s*/?>", re.I)
_ENTITY = re.compile(r"&(?:#\d{1,7}|#[xX][0-9a-fA-F]{1,6}|[A-Za-z][A-Za-z0-9]{1,30});")
_HEADING = re.compile(r"^\s*<(?:jats:)?title[^<>]*>\s*(?:abstract|summary)\s*\.?\s*</(?:jats:)?title>", re.I)
_BLOCKS = re.compile(rf"(?:jats:)?(?:{_BLOCK})", re.I)


def without_markup(text: str) -> str:
    """The text that a browser would show; `text` itself where nothing in it is markup."""
    for _ in range(2):
        # Twice, because some tools escape what was escaped.
        if _IS_MARKUP.search(text):
            text = _HEADING.sub("", text)
            text = _TAG.sub(lambda tag: "\n" if _BLOCKS.fullmatch(tag[3]) else "", text)
            text = "\n".join(line.strip() for line in text.split("\n") if line.strip())
        unescaped = _ENTITY.sub(lambda entity: html.unescape(entity[0]), text)
        if unescaped == text:
            break
        text = unescaped
    return text
