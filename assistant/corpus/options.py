"""What the user says about the files to be read, as a value; a `FIELD=NAME` of the terminal → a pair."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from assistant.corpus.fields import ALIASES
from assistant.errors import CorpusError
from assistant.settings import CorpusSettings

FORMATS = ("text", "jsonl", "json", "csv", "bibtex", "ris", "pdf")


@dataclass(frozen=True)
class ReadOptions:
    """How files are read.

    Args:
        format: one of `FORMATS` for every file, whatever its ending; empty: the ending tells.
        encoding: of every file; empty: UTF-8, a byte-order mark, or a guess that is told.
        mapping: field of a paper → name, or dotted path, of the file's field.
        limits: what is still read.
    """

    format: str = ""
    encoding: str = ""
    mapping: Mapping[str, str] = field(default_factory=dict)
    limits: CorpusSettings = field(default_factory=CorpusSettings)

    @classmethod
    def of(cls, format: str, encoding: str, pairs: Sequence[str], limits: CorpusSettings) -> ReadOptions:  # noqa: A002
        """Options of the terminal's words.

        Raises:
            CorpusError: a format, an encoding or a field that does not exist.
        """
        if format and format not in FORMATS:
            raise CorpusError(f"There is no format {format!r}.", f"Give one of {', '.join(FORMATS)} (tables with tabs are csv too).")
        try:
            "".encode(encoding or "utf-8")
        except LookupError:
            raise CorpusError(f"There is no encoding {encoding!r}.", "Give one as utf-8, cp1252, gb18030 or utf-16.") from None
        mapping = {}
        for pair in pairs:
            name, equals, path = pair.partition("=")
            if not equals or name not in ALIASES or not path:
                raise CorpusError(f"--map {pair}: not FIELD=NAME.", f"FIELD is one of {', '.join(ALIASES)}; NAME is the file's.")
            mapping[name] = path
        return cls(format, encoding, mapping, limits)
