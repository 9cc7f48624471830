"""A paper as PDF → one raw record: its title and the abstract on its first pages."""

from __future__ import annotations

import io
import logging
import re
from collections.abc import Iterator

from assistant.corpus.records import Raw
from assistant.errors import CorpusError

_PAGES = 2
_ABSTRACT = re.compile(r"^[ \t]*abstract[ \t]*(?:[.:—–-]|$)[ \t]*", re.I | re.M)
_END = re.compile(
    r"^[ \t]*(?:(?:\d+\.?|I\.?)?[ \t]*introduction\b|keywords?\b|index terms\b|ccs concepts\b|categories and subject"
    r"|acm reference|\d+[ \t]+[A-Z][a-z]+)",
    re.I | re.M,
)
_UNHELPFUL_TITLE = re.compile(r"(?:untitled|microsoft word.*|.*\.(?:pdf|docx?|tex|dvi)|\W*)", re.I)


def read_pdf(file: str, data: bytes) -> Iterator[Raw]:
    """The paper's record.

    Raises:
        CorpusError: pypdf is not installed, the file is no readable PDF, or no abstract is found in its text.
    """
    try:
        import pypdf
    except ImportError:
        raise CorpusError(
            f"{file}: reading PDF needs pypdf, which is not installed.", "Install it: pip install 'paper-assistant[pdf]'."
        ) from None
    logging.getLogger("pypdf").setLevel(logging.CRITICAL)
    try:
        reader = pypdf.PdfReader(io.BytesIO(data))
        if reader.is_encrypted and not reader.decrypt(""):
            raise CorpusError(f"{file}: the PDF asks for a password.", "Save it without one.")
        text = "\n".join(page.extract_text() or "" for page in reader.pages[:_PAGES])
        stated = str((reader.metadata.title if reader.metadata else "") or "")
    except CorpusError:
        raise
    except Exception as error:  # pypdf fails in many ways on files that are damaged
        raise CorpusError(
            f"{file}: not a readable PDF ({type(error).__name__}).", "Open and save it anew, or give its abstract as text."
        ) from None
    if not text.strip():
        raise CorpusError(
            f"{file}: the PDF holds no text; it may be a scan.", "Run it through text recognition first, or give its abstract as text."
        )
    start = _ABSTRACT.search(text)
    if start is None:
        raise CorpusError(f"{file}: no line of its first pages says Abstract.", "Give its abstract as text.")
    end = _END.search(text, start.end() + 1)
    if end is None:
        raise CorpusError(f"{file}: the end of the abstract is not found on its first pages.", "Give its abstract as text.")
    title = stated if not _UNHELPFUL_TITLE.fullmatch(stated) else next(line for line in text.split("\n") if line.strip())
    yield Raw("page 1", {"abstract": _joined(text[start.end() : end.start()]), "title": title})


def _joined(lines: str) -> str:
    """Lines of a page as running text: a word divided at a line's end is one word again."""
    text = re.sub(
        r"(?<=[a-z])-\n(?=[a-z])", "", lines.strip().translate({0xFB00: "ff", 0xFB01: "fi", 0xFB02: "fl", 0xFB03: "ffi", 0xFB04: "ffl"})
    )
    return " ".join(text.split())
