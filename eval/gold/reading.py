"""Folder of gold files → `Gold`, every question checked against the corpus."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import chain
from pathlib import Path
from typing import Any, NamedTuple

from ..errors import GoldError
from .corpus import Corpus
from .questions import Question, parse
from .rules import faults, unknown_fields, unknown_type

FOLDER = Path(__file__).parent


@dataclass(frozen=True)
class Gold:
    """The questions, in the order of the files; `fingerprint` changes with any byte of them."""

    questions: tuple[Question, ...]
    fingerprint: str


class Line(NamedTuple):
    """One JSON object of a file, and where it stands (`FILE, line n`)."""

    where: str
    fields: Mapping[str, Any]


def lines(path: Path) -> Iterator[Line]:
    """The objects of a JSONL file; blank lines are passed over.

    Raises:
        GoldError: the file cannot be read, or a line is no JSON object.
    """
    try:
        text = path.read_bytes().decode("utf-8-sig")
    except FileNotFoundError:
        raise GoldError(f"{path}: there is no such file.", "Check the path.") from None
    except OSError as error:
        raise GoldError(f"{path}: cannot be read ({error.strerror}).", "Check its permissions.") from None
    except UnicodeDecodeError as error:
        raise GoldError(f"{path}: not UTF-8 ({error.reason} at byte {error.start}).", "Save the file as UTF-8.") from None
    for number, content in enumerate(text.split("\n"), 1):
        where = f"{path.name}, line {number}"
        if not content.strip():
            continue
        try:
            fields = json.loads(content, object_pairs_hook=_once)
            json.dumps(fields, ensure_ascii=False).encode()
        except json.JSONDecodeError as error:
            raise GoldError(f"{where}: not JSON ({error.msg}).", "Put one JSON object on each line.") from None
        except UnicodeEncodeError:
            raise GoldError(f"{where}: half a character (a surrogate that stands alone).", "Write the whole character.") from None
        except RecursionError:
            raise GoldError(f"{where}: too deeply nested.", "Put one JSON object on each line.") from None
        except ValueError as error:
            raise GoldError(f"{where}: {error}.", "See eval/README.md for the form.") from None
        if not isinstance(fields, dict):
            raise GoldError(f"{where}: not a JSON object.", "Put one JSON object on each line.")
        yield Line(where, fields)


def _once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    fields = dict(pairs)
    if len(fields) < len(pairs):
        names = [name for name, _ in pairs]
        raise ValueError(f"`{next(name for name in names if names.count(name) > 1)}` stands twice in an object")
    return fields


def read_gold(corpus: Corpus, folder: Path = FOLDER) -> Gold:
    """The questions of all `*.jsonl` files of a folder.

    Raises:
        GoldError: a file is malformed or breaks a rule; the error names the first fault's file and line.
    """
    files = sorted(folder.glob("*.jsonl"))
    if not files:
        raise GoldError(f"{folder}: there are no gold files.", "Give a folder with *.jsonl files; see eval/README.md.")
    found: dict[str, Question] = {}
    places: dict[str, str] = {}
    digest = hashlib.sha256()
    for path in files:
        for where, fields in lines(path):
            try:
                question = parse(fields)
            except ValueError as error:
                raise GoldError(f"{where}: {error}.", "See eval/README.md for the form.") from None
            if question.id in found:
                raise GoldError(f"{where}: the id {question.id!r} was used in {places[question.id]}.", "Give it an id of its own.")
            for fault in chain(faults(question, corpus), unknown_fields(fields), unknown_type(question) if folder == FOLDER else ()):
                raise GoldError(f"{where} ({question.id}): {fault}", "Correct the line; see eval/README.md for the rules.")
            found[question.id] = question
            places[question.id] = where
            digest.update(json.dumps(fields, sort_keys=True).encode())
    if not found:
        raise GoldError(f"{folder}: the gold files hold no question.", "Put one JSON object on each line; see eval/README.md.")
    return Gold(tuple(found.values()), digest.hexdigest()[:16])
