"""JSON and JSON Lines, as exports, conference sites, OpenReview and arXiv write them → raw records with the lines where they start."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping

from assistant.corpus.fields import has_abstract
from assistant.corpus.records import Raw
from assistant.errors import CorpusError
from assistant.types import Rejection

_ONE_A_LINE = "Put one JSON object on each line."
_DEEPEST = 4


def read_jsonl(file: str, text: str) -> Iterator[Raw | Rejection]:
    """Records of a text with one JSON object a line; blank lines are passed over."""
    for n, content in enumerate(text.split("\n"), 1):
        if not content.strip():
            continue
        try:
            fields = json.loads(content)
        except (ValueError, RecursionError) as error:
            yield Rejection(file, f"line {n}", f"not JSON ({_message(error)}).", _ONE_A_LINE)
            continue
        if isinstance(fields, dict):
            yield Raw(f"line {n}", fields)
        else:
            yield Rejection(file, f"line {n}", "not a JSON object.", _ONE_A_LINE)


def read_json(file: str, text: str, mapping: Mapping[str, str]) -> Iterator[Raw | Rejection]:
    """Records of one JSON value: an array of them, an object that holds such arrays, objects by key, or one record.

    A file of JSON lines under this ending, as arXiv's dump, is read as such.

    Raises:
        CorpusError: it is not JSON, or holds no list of objects.
    """
    if text.lstrip().startswith("["):
        yield from _array(file, text)
        return
    try:
        value = json.loads(text)
    except (ValueError, RecursionError) as error:
        if _starts_with_objects(text):
            yield from read_jsonl(file, text)
            return
        at = text.count("\n", 0, error.pos) + 1 if isinstance(error, json.JSONDecodeError) else 1
        raise CorpusError(f"{file}, line {at}: not JSON ({_message(error)}).", "Correct it, or name its format with --format.") from None
    found = list(_records(value, mapping, 0)) if isinstance(value, dict) else []
    if not found:
        raise CorpusError(f"{file}: no list of records in it.", "Give a list of objects with an `abstract`, or JSON lines.")
    for n, fields in enumerate(found, 1):
        yield Raw(f"record {n}", fields)


def _starts_with_objects(text: str) -> bool:
    """Whether the first line with content is an object of its own, and is not all."""
    first, _, rest = text.strip().partition("\n")
    try:
        return isinstance(json.loads(first), dict) and bool(rest)
    except (ValueError, RecursionError):
        return False


def _array(file: str, text: str) -> Iterator[Raw | Rejection]:
    """Elements one by one, so that each has its line, and those before a mistake are kept."""
    decoder = json.JSONDecoder()
    at, line, counted = text.index("[") + 1, 1, 0
    expected = "an element"
    while True:
        while at < len(text) and text[at] in " \t\n\r":
            at += 1
        line, counted = line + text.count("\n", counted, at), at
        here = text[at : at + 1]
        if here == "]" and expected != "another element":
            rest = text[at + 1 :].strip()
            if rest:
                yield Rejection(file, f"line {line}", "something follows the array's end and is not read.", "Make it one array.")
            return
        if expected == "a comma":
            if here != ",":
                yield Rejection(
                    file, f"line {line}", "not JSON (a comma or ] is missing); the rest of the file is not read.", "Correct it."
                )
                return
            at, expected = at + 1, "another element"
            continue
        try:
            value, at = decoder.raw_decode(text, at)
        except (ValueError, RecursionError) as error:
            yield Rejection(file, f"line {line}", f"not JSON ({_message(error)}); the rest of the file is not read.", "Correct it.")
            return
        expected = "a comma"
        yield (
            Raw(f"line {line}", value) if isinstance(value, dict) else Rejection(file, f"line {line}", "not a JSON object.", "Correct it.")
        )


def _records(value: Mapping[str, object], mapping: Mapping[str, str], depth: int) -> Iterator[Mapping[str, object]]:
    """Every record inside; lists of other objects are given too where nothing inside has an abstract, to be named as rejected."""
    if has_abstract(value, mapping):
        yield value
        return
    lists = [item for item in value.values() if isinstance(item, list) and item and all(isinstance(entry, Mapping) for entry in item)]
    told = [entries for entries in lists if any(has_abstract(entry, mapping) for entry in entries)]
    if told:
        for entries in told:
            yield from entries
        return
    inside = [item for item in value.values() if isinstance(item, Mapping)]
    deeper = [record for item in inside for record in _records(item, mapping, depth + 1)] if depth < _DEEPEST else []
    yield from deeper or max(lists, key=len, default=[])


def _message(error: Exception) -> str:
    return str(getattr(error, "msg", type(error).__name__))
