"""Files of papers → the authors' keywords, by reference; the assistant itself has no use for them."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from pathlib import Path

from assistant.corpus import expand
from assistant.corpus.files import read_text
from assistant.corpus.records import rows_of

_FIELDS = ("keywords", "keyword", "tags", "index terms")


def read_keywords(path: Path) -> dict[str, tuple[str, ...]]:
    """Keywords of the papers that have some. The files were read as papers before, so that they are known to be sound.

    Raises:
        CorpusError: a file cannot be read.
    """
    found = {}
    for file in expand([path]):
        for n, fields in enumerate(_records(file), 1):
            by_name = {str(name).strip().lower(): value for name, value in fields.items()}
            value = next((by_name[name] for name in _FIELDS if by_name.get(name)), None)
            if keywords := _split(value):
                found[f"{file.name}#{n}"] = keywords
    return found


def _records(file: Path) -> Iterator[Mapping[str, object]]:
    if file.suffix.lower() == ".jsonl":
        yield from (json.loads(line) for line in read_text(file).split("\n") if line.strip())
    elif file.suffix.lower() == ".csv":
        rows = rows_of(file)
        next(rows)
        yield from (fields for _, fields in rows)


def _split(value: object) -> tuple[str, ...]:
    items = re.split(r"[;,]", value) if isinstance(value, str) else value if isinstance(value, list) else []
    return tuple(dict.fromkeys(text for item in items if isinstance(item, str) and (text := " ".join(item.split()))))
