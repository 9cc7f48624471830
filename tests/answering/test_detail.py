"""A number, a licence or hardware that is asked for must be stated, else the question is not answered."""

from __future__ import annotations

import pytest

from assistant.answering.detail import is_missing

STATED = [
    ("How many owls were counted?", "We counted 312 owls."),
    ("How many owls were counted?", "Two owls were counted."),
    ("What percentage of owls hides?", "Half of the owls hide."),
    ("By what factor is it faster?", "It is $3\\times$ faster."),
    ("How much faster is it?", "It is orders of magnitude faster."),
    ("How many more owls than 10 were seen?", "Not 10 but 14 owls were seen."),
    ("How large is the error?", "The error is O(n log n)."),
    ("支持多少种数据集？", "It supports 37 datasets."),
]
NOT_STATED = [
    ("How many owls were counted?", "Many owls were counted."),
    ("What percentage of owls hides?", "Most owls hide."),
    ("How many owls does Owl-2B see?", "Owl-2B sees owls."),
    ("Which of the 10 owls is fastest, and how fast, at what rate?", "All 10 owls are fast."),
    ("支持多少种数据集？", "It supports many datasets."),
]


@pytest.mark.parametrize(("question", "sentence"), STATED)
def test_a_number_that_is_stated_is_not_missing(question: str, sentence: str) -> None:
    assert not is_missing(question, [sentence], sentence)


@pytest.mark.parametrize(("question", "sentence"), NOT_STATED)
def test_a_number_that_no_sentence_states_is_missing(question: str, sentence: str) -> None:
    assert is_missing(question, [sentence], sentence)


def test_a_number_elsewhere_in_the_abstract_does_not_answer() -> None:
    assert is_missing("How many owls hide?", ["Owls hide."], "Owls hide. We saw 7 bats.")
    assert not is_missing("How many owls hide?", ["Owls hide.", "We saw 7."], "")


@pytest.mark.parametrize(("question", "says"), [
    ("Which GPUs were used?", "It runs on one A100 GPU."),
    ("Under which licence is it released?", "The code is MIT licensed."),
    ("What learning rate is used?", "The learning rate is 0.1."),
    ("At which university was it made?", "A survey of a university."),
    ("Which optimizer trains it?", "We use AdamW."),
    ("Who funded it?", "Funding came from owls: it was funded well."),
    ("使用了什么优化器？", "Trained with SGD, an optimizer."),
    ("Which datasets were used?", "Tested on three benchmarks."),
])  # fmt: skip
def test_what_abstracts_seldom_say_is_missing_unless_this_one_says_it(question: str, says: str) -> None:
    assert is_missing(question, ["Owls hide."], "Owls hide.")
    assert not is_missing(question, [says], says)


@pytest.mark.parametrize("question", ["Why do owls hide?", "How does it work?", "What is an owl?", "为什么？", "Is it faster?"])
def test_a_question_for_no_such_detail_misses_none(question: str) -> None:
    assert not is_missing(question, ["Owls hide."], "Owls hide.")
