"""Ranked papers: the same every time and from every thread, filtered without new scores, whole where the pool is small."""

from __future__ import annotations

import json
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path

import pytest
from fakes import workshop

from assistant import Answer, Assistant, Candidate
from assistant.pipeline import Pipeline
from assistant.settings import with_changes
from assistant.wiring import Workshop

QUESTION = "Which papers study membership inference?"


@pytest.fixture(scope="module")
def pooled(opened: Assistant) -> Pipeline:
    """The assistant over the seeds when it scores only ten nearest passages and ten with the rarest words."""
    settings = with_changes(opened.settings, {"retrieval.pool": "10"})
    made = Workshop(settings)
    made.__dict__ |= {name: getattr(opened.workshop, name) for name in ("dense", "tokens", "multilingual", "cross", "forms")}
    return Pipeline(settings, made.open)


def titles(found: list[Candidate]) -> list[str]:
    return [candidate.paper.title for candidate in found]


def test_every_paper_of_a_small_corpus_is_scored_best_first(opened: Assistant) -> None:
    found = opened.index.finder.rank(opened.read(QUESTION))
    assert {candidate.paper.id for candidate in found} == set(opened.papers)
    fused = [dict(candidate.features)["fused"] for candidate in found]
    assert fused == sorted(fused, reverse=True)
    assert all(0 <= candidate.score <= 1 and not candidate.evidence for candidate in found)


def test_a_filter_changes_who_is_there_and_nobody_s_score(opened: Assistant) -> None:
    query = opened.read(QUESTION)
    finder = opened.index.finder
    everyone = finder.rank(query)
    some = {candidate.paper.id for candidate in everyone[::7]}
    assert finder.rank(query, some) == [candidate for candidate in everyone if candidate.paper.id in some]
    assert finder.rank(query, set()) == []


def test_evidence_is_every_sentence_of_the_first_papers_best_first(opened: Assistant) -> None:
    query = opened.read("How does AdaptDel choose the deletion rate?")
    ranking = opened.index.finder.find(query)
    read, rest = ranking.candidates[:3], ranking.candidates[3:]
    assert (ranking.looked_at, len(ranking.candidates)) == (95, 95)
    assert read[0].paper.title.startswith("AdaptDel")
    for candidate in read:
        scores = [item.score for item in candidate.evidence]
        assert scores == sorted(scores, reverse=True)
        assert sorted(item.sentence for item in candidate.evidence) == list(range(len(candidate.paper.sentences)))
        assert all(item.span == candidate.paper.sentences[item.sentence] and 0 <= item.score <= 1 for item in candidate.evidence)
    assert not any(candidate.evidence for candidate in rest)


def test_papers_in_focus_are_read_first(opened: Assistant) -> None:
    query = opened.read(QUESTION)
    last = opened.index.finder.rank(query)[-1].paper.id
    assert opened.index.finder.find(replace(query, kind="specific", focus=(last,))).candidates[0].paper.id == last


def test_nothing_to_choose_from_is_an_empty_ranking(opened: Assistant) -> None:
    ranking = opened.index.finder.find(opened.read(QUESTION), set())
    assert (ranking.candidates, ranking.looked_at, ranking.answerable) == ((), 0, 0.0)
    assert opened.index.finder.listable([]) == 0


def test_a_large_corpus_is_scored_in_part(pooled: Pipeline) -> None:
    assert 10 <= len(pooled.search(QUESTION, 95)) < 40


def test_a_small_pool_finds_a_paper_by_its_exact_title(pooled: Pipeline) -> None:
    for paper in list(pooled.papers.values())[::9]:
        assert pooled.search(paper.title, 3)[0].paper == paper


def test_a_small_pool_still_ranks_every_paper_of_a_small_choice(pooled: Pipeline) -> None:
    finder = pooled._current().finder
    query = pooled.read(QUESTION)
    chosen = set(list(pooled.papers)[3::12])
    assert len(chosen) <= 10
    assert {candidate.paper.id for candidate in finder.rank(query, chosen)} == chosen
    ranking = finder.find(query, chosen)
    assert {candidate.paper.id for candidate in ranking.candidates} == chosen
    assert ranking.looked_at == len(chosen)


def test_a_small_pool_agrees_with_the_whole_corpus_about_the_first_papers(opened: Assistant, pooled: Pipeline) -> None:
    for question in (QUESTION, "How does a board game engine scale?", "哪些论文研究差分隐私？"):
        assert titles(pooled.search(question, 95))[0] == titles(opened.search(question, 1))[0]


def test_papers_with_equal_scores_keep_the_order_of_the_index(tmp_path: Path) -> None:
    twins = [f"Owls hunt mice{end}" for end in (".", "!", "?", "…")]
    corpus = tmp_path / "twins.jsonl"
    abstracts = ["Bats hear moths.", *twins, "Newts swim in ponds."]
    corpus.write_text("".join(json.dumps({"abstract": text}) + "\n" for text in abstracts), "utf-8")
    made = workshop(tmp_path / "data")
    made.ingest([corpus])
    small = Pipeline(made.settings, made.open)
    for question in ("owls", "mice hunted by owls"):
        found = small.search(question, 6)
        assert [candidate.paper.abstract for candidate in found[:4]] == twins
        assert len({dict(candidate.features)["fused"] for candidate in found[:4]}) == 1


ASKED = [QUESTION, "How does AdaptDel choose the deletion rate?", "哪些论文研究差分隐私？"]


def lasting(answer: Answer) -> Answer:
    """The answer without what is new each time."""
    return replace(answer, id="", timings_ms={})


def test_the_same_question_gets_the_same_answer_again_and_from_four_threads_at_once(opened: Assistant) -> None:
    first = [lasting(opened.ask(question)) for question in ASKED]
    assert [lasting(opened.ask(question)) for question in ASKED] == first
    with ThreadPoolExecutor(4) as threads:
        again = list(threads.map(lambda question: lasting(opened.ask(question)), ASKED * 4))
    assert again == first * 4


def test_a_large_choice_from_a_larger_corpus_is_searched_whole_by_every_signal(opened: Assistant, pooled: Pipeline) -> None:
    """The pool of ten is far smaller than the choice: what the choice's best are is known from the corpus scored whole."""
    finder, whole = pooled._current().finder, opened.index.finder
    for offset, question in enumerate((QUESTION, "graph unlearning", "How does a board game engine scale?", "哪些论文研究差分隐私？")):
        query = pooled.read(question)
        chosen = {paper_id for n, paper_id in enumerate(opened.papers) if n % 4 != offset and n > 20}
        assert len(chosen) > 50
        found = finder.rank(query, chosen)
        assert {candidate.paper.id for candidate in found} <= chosen
        assert len(found) >= 8
        assert found[0].paper == whole.rank(query, chosen)[0].paper


def test_the_last_papers_of_the_corpus_are_not_lost_to_a_choice(pooled: Pipeline) -> None:
    """The nearest papers of the whole corpus are all outside of the choice."""
    finder = pooled._current().finder
    query = pooled.read(QUESTION)
    ranked = [candidate.paper.id for candidate in finder.rank(query, set(pooled.papers))]
    far = set(pooled.papers) - set(ranked)
    assert len(far) > 50
    found = finder.rank(query, far)
    assert len(found) >= 8
    assert {candidate.paper.id for candidate in found} <= far


def test_metadata_alone_select_every_paper_above_the_pool_too(pooled: Pipeline) -> None:
    for question, count in (("Which posters are there?", 73), ("list all papers from 2025", 95), ("papers not by Liu", 78)):
        answer = pooled.ask(question)
        assert (len(answer.papers), answer.looked_at) == (count, count)
        assert answer.text.startswith(f"{count} of the 95 papers meet the condition (")
    some = pooled.ask("Which posters study membership inference?")
    assert some.looked_at < 73
    assert "Of them, the" in some.text
    assert {cited.paper.decision for cited in (*some.papers, *some.borderline)} == {"poster"}
