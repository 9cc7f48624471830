"""Lines of a dialogue file → `Dialogue`s, every fault named with its place."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from ..errors import GoldError
from ..gold.corpus import Corpus
from ..gold.reading import lines

FOLDER = Path(__file__).parent
SPLITS = ("dev", "test")
KINDS = ("pronoun", "position", "description", "name", "set", "comparison", "topic", "correction", "return", "new", "unresolvable")
LANGUAGES = ("en", "zh")
_PLACE = re.compile(r"(\d+):(-?[1-9]\d*)")
_CLAIMS = ("about", "among", "beyond", "same_as", "new", "cannot")
_EXPECTED = frozenset({*_CLAIMS, "all", "lists", "not_lists"})


@dataclass(frozen=True, slots=True)
class Expectation:
    """What an answer has to show; papers are references (`FILE.txt#n`) or places (`turn:position`), turns count from 1.

    Exactly one of `about`, `among`, `beyond`, `same_as`, `new`, `cannot` is set.
    """

    about: tuple[str, ...] = ()
    every: bool = False
    among: int = 0
    beyond: int = 0
    same_as: int = 0
    new: bool = False
    cannot: bool = False
    lists: tuple[str, ...] = ()
    not_lists: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Step:
    """One question of a dialogue; without an expectation it only leads on."""

    ask: str
    kind: str = ""
    expect: Expectation | None = None


@dataclass(frozen=True, slots=True)
class Dialogue:
    """Questions that are asked one after the other."""

    id: str
    split: str
    lang: str
    steps: tuple[Step, ...]


def place_of(paper: str) -> tuple[int, int] | None:
    """Turn and position of a place (`2:-1`), or None for a paper's reference."""
    match = _PLACE.fullmatch(paper)
    return (int(match.group(1)), int(match.group(2))) if match else None


def read_dialogues(corpus: Corpus, folder: Path = FOLDER) -> tuple[Dialogue, ...]:
    """The dialogues of a folder's `dev.jsonl` and `test.jsonl`, or of every `*.jsonl` of a folder of one's own.

    Raises:
        GoldError: a line is malformed or breaks a rule; the error names file and line.
    """
    files = sorted(folder.glob("*.jsonl"))
    if not files:
        raise GoldError(f"{folder}: there are no dialogues.", "Give a folder with *.jsonl files; see eval/README.md.")
    found: dict[str, Dialogue] = {}
    for path in files:
        for where, fields in lines(path):
            try:
                dialogue = _parse(fields)
                for fault in _faults(dialogue, corpus):
                    raise ValueError(fault)
                if dialogue.id in found:
                    raise ValueError(f"the id {dialogue.id!r} stands twice")
            except ValueError as error:
                raise GoldError(f"{where}: {error}.", "See eval/README.md for the form.") from None
            found[dialogue.id] = dialogue
    return tuple(found.values())


def _parse(fields: Mapping[str, Any]) -> Dialogue:
    for name in ("id", "split", "lang"):
        if not isinstance(fields.get(name), str) or not fields[name].strip():
            raise ValueError(f"`{name}` is missing or no text")
    if strange := set(fields) - {"id", "split", "lang", "turns", "note"}:
        raise ValueError(f"there is no field {min(strange)!r}")
    turns = fields.get("turns")
    if not isinstance(turns, list) or not turns or not all(isinstance(turn, dict) for turn in turns):
        raise ValueError("`turns` is missing or no list of objects")
    return Dialogue(fields["id"], fields["split"], fields["lang"], tuple(_step(turn) for turn in turns))


def _step(fields: Mapping[str, Any]) -> Step:
    if strange := set(fields) - {"ask", "kind", "expect", "note"}:
        raise ValueError(f"a turn has no field {min(strange)!r}")
    ask, kind, expect = fields.get("ask"), fields.get("kind", ""), fields.get("expect")
    if not isinstance(ask, str) or not ask.strip():
        raise ValueError("a turn needs the text `ask`")
    if (expect is None) != (kind == ""):
        raise ValueError(f"{ask[:40]!r}: `kind` and `expect` go together")
    if kind and kind not in KINDS:
        raise ValueError(f"kind {kind!r} is none of {', '.join(KINDS)}")
    return Step(ask, kind, None if expect is None else _expectation(expect, ask))


def _expectation(fields: Any, ask: str) -> Expectation:
    if not isinstance(fields, dict):
        raise ValueError(f"{ask[:40]!r}: `expect` is no object")
    if strange := set(fields) - _EXPECTED:
        raise ValueError(f"{ask[:40]!r}: `expect` has no field {min(strange)!r}")
    if sum(name in fields for name in _CLAIMS) != 1:
        raise ValueError(f"{ask[:40]!r}: `expect` needs exactly one of {', '.join(_CLAIMS)}")
    for name in ("about", "lists", "not_lists"):
        papers = fields.get(name, ["-"])
        if not isinstance(papers, list) or not papers or not all(isinstance(paper, str) for paper in papers):
            raise ValueError(f"{ask[:40]!r}: `{name}` is no list of papers")
    for name in ("among", "beyond", "same_as"):
        if name in fields and (type(fields[name]) is not int or fields[name] < 1):
            raise ValueError(f"{ask[:40]!r}: `{name}` is no turn's number")
    for name in ("new", "cannot", "all"):
        if name in fields and fields[name] is not True:
            raise ValueError(f"{ask[:40]!r}: `{name}` can only be true")
    if "all" in fields and "about" not in fields:
        raise ValueError(f"{ask[:40]!r}: `all` goes with `about`")
    return Expectation(
        about=tuple(fields.get("about", ())),
        every="all" in fields,
        among=fields.get("among", 0),
        beyond=fields.get("beyond", 0),
        same_as=fields.get("same_as", 0),
        new="new" in fields,
        cannot="cannot" in fields,
        lists=tuple(fields.get("lists", ())),
        not_lists=tuple(fields.get("not_lists", ())),
    )


def _faults(dialogue: Dialogue, corpus: Corpus) -> Iterator[str]:
    if dialogue.split not in SPLITS:
        yield f"split {dialogue.split!r} is none of {', '.join(SPLITS)}"
    if dialogue.lang not in LANGUAGES:
        yield f"lang {dialogue.lang!r} is none of {', '.join(LANGUAGES)}"
    if not any(step.expect for step in dialogue.steps):
        yield "no turn has an expectation"
    for turn, step in enumerate(dialogue.steps, 1):
        if step.expect is None:
            continue
        expect = step.expect
        for paper in (*expect.about, *expect.lists, *expect.not_lists):
            place = place_of(paper)
            if place is None and paper not in corpus.papers:
                yield f"turn {turn}: there is no paper {paper!r}, and it is no place like 1:2"
            if place is not None and not 1 <= place[0] < turn:
                yield f"turn {turn}: {paper!r} is not of an earlier turn"
        for earlier in (expect.among, expect.beyond, expect.same_as):
            if earlier >= turn:
                yield f"turn {turn}: turn {earlier} is not an earlier one"
