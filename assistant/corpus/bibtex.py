"""BibTeX text → raw records, titles and authors in Unicode, abstracts as they are written."""

from __future__ import annotations

import logging
from collections.abc import Iterator

from bibtexparser.entrypoint import parse_string
from bibtexparser.library import Library
from bibtexparser.middlewares import RemoveEnclosingMiddleware, ResolveStringReferencesMiddleware
from bibtexparser.model import Block, DuplicateBlockKeyBlock, DuplicateFieldKeyBlock, Entry, ParsingFailedBlock

from assistant.corpus.latex import from_latex
from assistant.corpus.records import Raw
from assistant.errors import CorpusError
from assistant.types import Rejection

_KEPT_AS_WRITTEN = ("abstract", "author", "url", "doi", "eprint")


def read_bibtex(file: str, text: str) -> Iterator[Raw | Rejection]:
    """Records of all entries; an entry whose key was used before is read too.

    Raises:
        CorpusError: there is no entry.
    """
    # What it would log, the rejections say.
    logging.getLogger("bibtexparser").setLevel(logging.CRITICAL)
    library = _parsed(text)
    strings = "\n".join(block.raw or "" for block in library.strings)
    found = False
    for block in library.blocks:
        place = f"line {(block.start_line or 0) + 1}"
        entry = _entry(block, strings)
        if entry is not None:
            found = True
            fields = {field.key.lower(): str(field.value) for field in reversed(entry.fields)}
            yield Raw(place, {name: value if name in _KEPT_AS_WRITTEN else from_latex(value) for name, value in fields.items()})
        elif isinstance(block, ParsingFailedBlock):
            found = True
            yield Rejection(file, place, "not BibTeX (a brace or quote is not closed).", "Correct the entry.")
    if not found:
        raise CorpusError(f"{file}, line 1: there is no BibTeX entry.", "Give a file with entries like @article{key, title = {…}, …}.")


def _parsed(text: str) -> Library:
    return parse_string(text, parse_stack=[ResolveStringReferencesMiddleware(), RemoveEnclosingMiddleware()])


def _entry(block: Block, strings: str) -> Entry | None:
    """The entry of a block, also of one that the parser sets aside because its key, or the name of a field, stood before."""
    if isinstance(block, DuplicateBlockKeyBlock):
        return next(iter(_parsed(f"{strings}\n{block.raw}").entries), None)
    if isinstance(block, DuplicateFieldKeyBlock) and isinstance(block.ignore_error_block, Entry):
        plain = RemoveEnclosingMiddleware().transform_entry(block.ignore_error_block, Library())
        return plain if isinstance(plain, Entry) else None
    return block if isinstance(block, Entry) else None
