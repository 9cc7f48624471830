"""RIS text, as Zotero, EndNote and publishers export it → raw records with the lines where they start."""

from __future__ import annotations

import re
from collections.abc import Iterator

from rispy import RisParser
from rispy.config import TAG_KEY_MAPPING

from assistant.corpus.records import Raw
from assistant.errors import CorpusError
from assistant.types import Rejection

_START = re.compile(r"^TY  -", re.M)
_LISTS = ["AU", "A1", "KW"]
_TAGS = {**{tag: tag for tag in TAG_KEY_MAPPING}, "DI": "DI"}


def read_ris(file: str, text: str) -> Iterator[Raw | Rejection]:
    """Records of a text; a missing `ER  -` ends where the next record starts.

    Raises:
        CorpusError: there is no record.
    """
    starts = [match.start() for match in _START.finditer(text)]
    if not starts:
        raise CorpusError(f"{file}, line 1: there is no RIS record.", "Give a file whose records start with a line like `TY  - JOUR`.")
    line, counted = 1, 0
    for start, end in zip(starts, [*starts[1:], len(text)], strict=True):
        line, counted = line + text.count("\n", counted, start), start
        # A parser for each record, so that none can take another one with it.
        parser = RisParser(mapping=_TAGS, list_tags=_LISTS, delimiter_tags_mapping={}, skip_unknown_tags=True, enforce_list_tags=False)
        found = parser.parse(text[start:end].rstrip() + "\nER  - \n")
        if not found:
            yield Rejection(file, f"line {line}", "not a RIS record.", "Correct it.")
            continue
        fields = {name: value for name, value in found[0].items() if value}
        yield Raw(
            f"line {line}",
            {
                name: "\n".join(map(str, value)) if name in ("AB", "N2") and isinstance(value, list) else _one(name, value)
                for name, value in fields.items()
            },
        )


def _one(name: str, value: object) -> object:
    """The first of several values where a paper has one, as of several links."""
    return value[0] if isinstance(value, list) and name not in _LISTS else value
