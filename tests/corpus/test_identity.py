"""Ids come from the content alone; a paper without a title is called after its method or its first clause."""

from __future__ import annotations

import unicodedata

import pytest

from assistant.corpus.cleaning import clean
from assistant.corpus.identity import label, paper_id

TEXT = "Résumé of owls. They see well."


@pytest.mark.parametrize(
    "same", [TEXT + "\n", "  " + TEXT, TEXT.replace(" ", "\n"), TEXT.replace(" ", "  "), unicodedata.normalize("NFD", TEXT)]
)
def test_white_space_and_unicode_form_do_not_change_an_id(same: str) -> None:
    assert paper_id(same) == paper_id(TEXT)


@pytest.mark.parametrize("other", [TEXT[:-1], TEXT.replace("owls", "Owls"), TEXT + " So.", TEXT.replace("well", "we11")])
def test_any_other_change_changes_the_id(other: str) -> None:
    assert paper_id(other) != paper_id(TEXT)


@pytest.mark.parametrize(("abstract", "expected"), [
    ("Owls hide. We introduce NightWatch, a new detector.", "NightWatch"),
    ("Owls hide. We propose a novel framework called OwlNet-2 for this.", "OwlNet-2"),
    ("Owls hide. To support this, we present \\textsc{OwlBench}, a benchmark.", "OwlBench"),
    ("Owls hide. We develop **OWL3D** for scenes.", "OWL3D"),
    ("We propose Bayesian Owl Watching (BOW), an adaptive method.", "BOW"),
    ("Large Language Models (LLMs) are large, and owls are not. We measure both.", "Large Language Models"),
    ("Watching owls is hard: they hide. We measure how hard.", "Watching owls is hard"),
    ("Owls see well. Bats hear well.", "Owls see well"),
])  # fmt: skip
def test_a_label_is_the_method_s_name_or_the_first_clause(abstract: str, expected: str) -> None:
    assert label(abstract, clean(abstract.split(". ", 1)[0])) == expected


def test_a_long_first_clause_is_cut_at_a_word() -> None:
    words = " ".join(f"word{n}" for n in range(40))
    found = label(words, words)
    assert found.endswith("…")
    assert words.startswith(found[:-1])
    assert len(found.split()) == 12
