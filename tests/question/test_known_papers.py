"""A paper is mentioned by its title or by a name that is its own; common words and shared terms mention nobody."""

from __future__ import annotations

import pytest

from assistant.question import KnownPapers
from assistant.types import Paper, Source


@pytest.mark.parametrize("text", [
    "OpenGU", "opengu", "what does opengu measure?", "is OPENGU public?", "（OpenGU）", "OpenGU's tasks",
])  # fmt: skip
def test_a_name_with_a_capital_inside_is_recognised_in_any_case(text: str, known: KnownPapers, titled) -> None:
    assert known.mentioned(text) == [titled("OpenGU").id]


def test_a_name_is_recognised_where_chinese_is_written_around_it_without_spaces(known: KnownPapers, titled) -> None:
    assert known.mentioned("请问OpenGU支持哪些数据") == [titled("OpenGU").id]


@pytest.mark.parametrize(
    "text", ["how to raise accuracy", "the base rate", "virus infection via email", "sold on panacea claims", "openguard"]
)
def test_a_name_that_is_an_everyday_word_in_small_letters_names_nobody(text: str, known: KnownPapers) -> None:
    assert known.mentioned(text) == []


def test_an_everyday_word_with_a_capital_is_the_name(known: KnownPapers, titled) -> None:
    assert known.mentioned("what does RAISE train?") == [titled("Personalized Safety").id]
    assert known.mentioned("How is Panacea tuned?") == [titled("Panacea").id]


def test_every_title_names_its_paper_alone_whatever_its_case_and_spacing(known: KnownPapers) -> None:
    for paper in known.papers.values():
        assert known.mentioned(paper.title)[0] == paper.id
        assert known.mentioned(f"What is shown in “{'  '.join(paper.label.upper().split(' '))}”?")[0] == paper.id


def test_mentioned_papers_come_in_the_order_of_their_first_mention(known: KnownPapers, titled) -> None:
    wasp, flow, opengu = (titled(name).id for name in ("WASP", "FlowMixer", "OpenGU"))
    assert known.mentioned("WASP, then FlowMixer, then OpenGU, then WASP") == [wasp, flow, opengu]
    assert known.mentioned("OpenGU or FlowMixer or WASP") == [opengu, flow, wasp]


def paper(name: str, abstract: str, *names: str, **facts: str) -> Paper:
    return Paper(name, abstract, Source("f", 1), f"Paper {name}", names=names, **facts)


def known_of(*papers: Paper) -> KnownPapers:
    return KnownPapers({item.id: item for item in papers})


def test_a_term_that_many_abstracts_use_names_nobody() -> None:
    own = paper("one", "We introduce FOG.", "FOG")
    users = [paper(str(n), "FOG is everywhere.") for n in range(2)]
    assert known_of(own, users[0]).mentioned("What is FOG?") == ["one"]
    assert known_of(own, *users).mentioned("What is FOG?") == []


def test_a_name_that_two_papers_give_themselves_names_neither() -> None:
    assert known_of(paper("one", "", "TwinNet"), paper("two", "", "TwinNet", "TwinNetB")).mentioned("TwinNet or TwinNetB") == ["two"]


def test_a_short_title_is_no_mention() -> None:
    assert known_of(paper("one", "", title="Owls")).mentioned("Do owls hoot?") == []


def test_membership_inference_s_own_abbreviation_names_no_paper(known: KnownPapers) -> None:
    assert known.mentioned("What is MIA?") == []


def test_values_are_those_that_occur(known: KnownPapers) -> None:
    assert known.values("decision") == {"oral", "poster", "spotlight"}
    assert known.values("track") == {"Main", "Datasets and Benchmarks", "Position"}
    assert known.values("venue") == {"NeurIPS"}
