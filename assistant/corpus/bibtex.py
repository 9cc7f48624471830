"""BibTeX text → raw records, titles and authors in Unicode, abstracts as they are written."""

from __future__ import annotations

import logging
from collections.abc import Iterator

from bibtexparser.entrypoint import parse_string
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
    library = parse_string(text, parse_stack=[ResolveStringReferencesMiddleware(), RemoveEnclosingMiddleware()])
    found = False
    for block in library.blocks:
        place = f"line {(block.start_line or 0) + 1}"
        entry = _entry(block)
        if entry is not None:
            found = True
            fields = {field.key.lower(): str(field.value) for field in reversed(entry.fields)}
            yield Raw(place, {name: value if name in _KEPT_AS_WRITTEN else from_latex(value) for name, value in fields.items()})
        elif isinstance(block, ParsingFailedBlock):
            found = True
            yield Rejection(file, place, "not BibTeX (a brace or quote is not closed).", "Correct the entry.")
    if not found:
        raise CorpusError(f"{file}, line 1: there is no BibTeX entry.", "Give a file with entries like @article{key, title = {…}, …}.")


def _entry(block: Block) -> Entry | None:
    """The entry of a block, also of one that the parser sets aside because a key or a field's name stands twice."""
    if isinstance(block, DuplicateBlockKeyBlock | DuplicateFieldKeyBlock):
        inner = block.ignore_error_block
        library = parse_string(block.raw or "", parse_stack=[RemoveEnclosingMiddleware()])
        if isinstance(block, DuplicateBlockKeyBlock) and library.entries:
            return library.entries[0]
        if isinstance(inner, Entry):
            return RemoveEnclosingMiddleware().transform_entry(inner, library)
        return None
    return block if isinstance(block, Entry) else None
