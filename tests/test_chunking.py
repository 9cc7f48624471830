"""Sentences are slices that cover an abstract without overlap; passages are whole sentences within a limit."""

from __future__ import annotations

import random
from itertools import pairwise
from pathlib import Path

import pytest

from assistant import Paper, Source
from assistant.chunking import passages, split_sentences, with_sentences
from assistant.corpus import clean, read_papers
from assistant.settings import ChunkingSettings

SPLITS: dict[str, list[str]] = {
    "two sentences": ["Owls hide.", "Bats do not."],
    "a list of authors": ["We follow Lee et al. [2023] and extend them.", "It works."],
    "authors and a year": ["As in Lee et al. 2023, we count owls.", "It works."],
    "authors and a verb": ["Lee et al. show that owls hide.", "It works."],
    "independent and identical": ["We assume i.i.d. samples of owls.", "It works."],
    "for example": ["Birds, e.g. Eagle Owls, hide.", "It works."],
    "that is": ["Birds, i.e. Owls, hide.", "It works."],
    "with respect to": ["Robust w.r.t. Gaussian noise.", "It works."],
    "versus and figure": ["Owls vs. Bats are in Fig. 3 of it.", "It works."],
    "a decimal": ["Accuracy is 91.5 on owls.", "It works."],
    "a version": ["Version v1.2.3 is faster.", "It works."],
    "a question": ["Do owls hide?", "They do!", "Always."],
    "Chinese full stops": ["猫头鹰会躲藏。", "蝙蝠不会！", "是吗？", "是的。"],
    "both scripts": ["We study 猫头鹰。", "它们会躲藏。", "It works."],
}


@pytest.mark.parametrize("name", SPLITS)
def test_sentences_end_where_a_reader_ends_them(name: str) -> None:
    text = " ".join(SPLITS[name])
    assert [text[start:end] for start, end in split_sentences(text)] == SPLITS[name]


def check_cover(text: str) -> None:
    """Every sentence is a trimmed slice, in order, without overlap, and only white space is outside all of them."""
    spans = split_sentences(text)
    assert all(text[start:end] == text[start:end].strip() != "" for start, end in spans)
    assert all(before.end <= after.start for before, after in pairwise(spans))
    edges = [0, *(edge for span in spans for edge in span), len(text)]
    assert all(not text[start:end].strip() for start, end in zip(edges[::2], edges[1::2], strict=True))


def test_the_seeds_sentences_cover_their_abstracts(seeds: Path) -> None:
    for paper in read_papers([seeds]):
        check_cover(paper.abstract)
        spans = split_sentences(paper.abstract)
        assert len(spans) >= 3, paper.id
        assert min(end - start for start, end in spans) >= 15, paper.id


def test_the_sentences_of_any_text_cover_it() -> None:
    pieces = [
        "Owls", "hide", ".", "!", "?", "。", " ", "\n", "\n\n", "\t", "et al.", "e.g.", "i.i.d.", "[2023]", "(", ")", ",", "3.5", "a",
        "论文", "\u200b", "\u00a0", "\u2028", "…", '"', "A.", "$x.$", "🦉",
    ]  # fmt: skip
    chance = random.Random(11)
    for _ in range(400):
        check_cover("".join(chance.choices(pieces, k=chance.randint(1, 25))))


def test_white_space_around_an_abstract_does_not_shift_its_sentences() -> None:
    text = " \n Owls hide.  Bats do not.\n "
    assert [text[start:end] for start, end in split_sentences(text)] == ["Owls hide.", "Bats do not."]


def paper(abstract: str, title: str = "") -> Paper:
    return with_sentences(Paper("p", abstract, Source("f", 1), "Label", title=title))


@pytest.mark.parametrize(("limit", "overlap"), [(200, 0), (200, 1), (300, 2), (200, 5), (1800, 1)])
def test_passages_are_exact_windows_within_the_limit(limit: int, overlap: int) -> None:
    settings = ChunkingSettings(max_characters=limit, overlap_sentences=overlap)
    chance = random.Random(3)
    abstract = " ".join(f"Sentence {n} has {'many ' * chance.randint(0, 50)}words." for n in range(30))
    whole = paper(abstract)
    found = passages(whole, settings, clean)
    covered = set()
    for passage in found:
        count = len(passage.sentence_spans)
        mine = whole.sentences[passage.first_sentence : passage.first_sentence + count]
        covered |= set(range(passage.first_sentence, passage.first_sentence + count))
        assert (passage.start, passage.end) == (mine[0].start, mine[-1].end)
        assert passage.end - passage.start <= limit or count == 1
        for span, (start, end) in zip(passage.sentence_spans, mine, strict=True):
            assert passage.text[span.start : span.end] == clean(abstract[start:end])
    assert covered == set(range(len(whole.sentences)))
    assert len({passage.id for passage in found}) == len(found)
    for before, after in pairwise(found):
        shared = before.first_sentence + len(before.sentence_spans) - after.first_sentence
        assert after.first_sentence > before.first_sentence
        assert 0 <= shared <= overlap


def test_a_passage_opens_with_the_title_and_shows_encoders_cleaned_text() -> None:
    (passage,) = passages(paper("We use $l_0$ norms. It works.", r"On \emph{Owls}"), ChunkingSettings(), clean)
    assert passage.text == "On Owls. We use l_0 norms. It works."
    assert [passage.text[start:end] for start, end in passage.sentence_spans] == ["We use l_0 norms.", "It works."]


@pytest.mark.parametrize("abstract", ["x" * 5000, "。", "...", "\u200b", "$$", "**", "[", "Owls"])
def test_an_abstract_that_is_hardly_one_still_has_a_passage(abstract: str) -> None:
    assert len(passages(paper(abstract), ChunkingSettings(), clean)) == 1


def test_every_seed_has_a_passage_for_each_of_its_sentences(seeds: Path) -> None:
    for found in map(with_sentences, read_papers([seeds])):
        windows = passages(found, ChunkingSettings(), clean)
        assert {window.first_sentence + k for window in windows for k in range(len(window.sentence_spans))} == set(
            range(len(found.sentences))
        )
