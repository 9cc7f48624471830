"""Markup is taken out where it is markup, and nothing else is touched."""

from __future__ import annotations

import pytest

from assistant.corpus.markup import without_markup


@pytest.mark.parametrize(("text", "expected"), [
    ("<p>We study <b>owls</b>.</p><p>They see.</p>", "We study owls.\nThey see."),
    ("<jats:sec><jats:title>Aim</jats:title><jats:p>Owls.</jats:p></jats:sec>", "Aim\nOwls."),
    ("&lt;p&gt;Owls &amp;amp; bats&lt;/p&gt;", "Owls & bats"),
    ("CO<sub>2</sub> at 5&#8201;&#x3bc;m", "CO2 at 5\u2009μm"),
    ("Line<br/>end", "Line\nend"),
    ("R&amp;D costs", "R&D costs"),
])  # fmt: skip
def test_markup_becomes_what_a_browser_shows(text: str, expected: str) -> None:
    assert without_markup(text) == expected


@pytest.mark.parametrize("text", [
    "x < y and y > z", "the <sos> token and <b>", "AT&T and R&D; profit", "if a<p then p>b", "&unknownthing; stays", "a <- b -> c",
    "the <think>…</think> tags", " white \n\n space ", "100% of $x<5$", "",
])  # fmt: skip
def test_what_is_no_markup_stays_exactly_as_it_is(text: str) -> None:
    assert without_markup(text) == text
