"""Conditions, what no paper meets, and tallies, said in every language."""

from __future__ import annotations

import re

import pytest

from assistant.answering.conditions import ambiguities, counts, described, none_meets
from assistant.languages import CODES
from assistant.types import FIELDS, Condition, Field, Filters, Paper, Query, Source, Tally

PAPERS = {
    name: Paper(name, f"{name} text.", Source("f", n), f"On {name}", year=2020 + n, authors=(f"X{n} Ng",), track=f"T{n}")
    for n, name in enumerate(("owls", "bats", "newts"), 1)
}
VALUES: dict[Field, str] = {"venue": "VV", "year": "1999", "track": "TT", "decision": "DD", "author": "Zz", "file": "ff"}
ENGLISH = re.compile(r"\b(?:papers|from|only|meets?|none|or|not|later|authors?|more|given|besides|the)\b")


def query(code: str, filters: Filters, tally: Tally | None = None, *focus: str) -> Query:
    return Query("?", "?", "list", code, focus=focus, only_focus=bool(focus), filters=filters, tally=tally)


def said(code: str) -> list[str]:
    """Everything that can be said of conditions."""
    one = {name: Filters(((Condition(name, (value,)),),)) for name, value in VALUES.items()}
    span, later = Condition("year", ("2021-2022", "2023-")), Condition("year", ("-2019",), excluded=True)
    everyone = Condition("author", tuple(f"Q{n} Ng" for n in range(12)), said="Ng")
    both = Filters(((Condition("year", ("2021",)), Condition("track", ("T2",))), (span, later)))
    return [
        *(none_meets(query(code, filters), PAPERS) for filters in one.values()),
        none_meets(query(code, both), PAPERS), none_meets(query(code, one["year"], None, "owls", "bats"), PAPERS),
        none_meets(query(code, both, None, "owls", "bats"), PAPERS), described(both, code),
        none_meets(query(code, Filters(((Condition("year", ("2020-2029",), excluded=True),),))), PAPERS),
        *ambiguities(Filters(((everyone,),)), code), *ambiguities(Filters(((Condition("author", ("A Ng", "B Ng"), said="Ng"),),)), code),
        *(counts(query(code, filters, tally), tally, PAPERS) for tally in ("paper", *FIELDS) for filters in (Filters(), both)),
    ]  # fmt: skip


@pytest.mark.parametrize("code", CODES)
def test_conditions_and_tallies_can_be_said_in_every_language(code: str) -> None:
    every = said(code)
    assert not any(brace in sentence for sentence in every for brace in "{}")
    assert all(sentence.strip() for sentence in every)
    for value, sentence in zip(VALUES.values(), every, strict=False):
        known = value in ("1999", "TT", "Zz", "ff")
        assert (value in sentence) == known, "a field that no paper has is not asked for by its value"
    assert "2021" in every[1]
    assert "2023" in every[1]


@pytest.mark.parametrize("code", sorted(set(CODES) - {"en", "nl"}))
def test_no_english_is_left_in_another_language(code: str) -> None:
    assert [sentence for sentence in said(code) if ENGLISH.search(sentence)] == []
