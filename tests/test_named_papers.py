"""A question that names a paper's method is answered from that paper: nobody asks for a name by chance."""

from __future__ import annotations

import pytest

from assistant import Assistant

NAMES = ["DiffBreak", "AdaptDel", "SNEAKDOOR", "OpenGU", "TraffiDent"]


@pytest.mark.parametrize("name", NAMES)
def test_asking_what_a_named_method_is_gets_an_answer_from_its_paper(name: str, opened: Assistant) -> None:
    (paper,) = [paper for paper in opened.papers.values() if paper.title.startswith(f"{name}:")]
    answer = opened.ask(f"What is {name}?")
    assert not answer.abstained
    assert answer.papers[0].paper == paper
    assert any(citation.paper_id == paper.id for citation in answer.citations)
