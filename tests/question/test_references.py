"""What "it", "the second one" and "of those" mean, and when a question starts anew."""

from __future__ import annotations

import pytest

from assistant import Assistant, Turn
from assistant.languages import CODES, apart_headings
from assistant.question import KnownPapers
from assistant.question.references import chosen, papers_of

SHOWN = ["OpenGU", "DiffBreak", "WASP"]


@pytest.fixture(scope="module")
def history(titled) -> list[Turn]:
    """A list of three papers and one that was shown apart."""
    rows = [f"{n}. **{titled(name).label}** [{n}]" for n, name in enumerate(SHOWN, 1)]
    apart = f"- **{titled('Panacea').label}** [4]"
    text = "\n".join(["3 of the 95 papers fit:", "", *rows, "", apart_headings()[CODES.index("en")], "", apart])
    return [Turn("user", "Which papers are about attacks?"), Turn("assistant", text)]


@pytest.fixture(scope="module")
def about_one(titled) -> list[Turn]:
    return [Turn("user", "What is OpenGU?"), Turn("assistant", f"**{titled('OpenGU').label}** [1]\n\n> A benchmark. [1]")]


@pytest.mark.parametrize(("question", "picked"), [
    ("What does the second one do?", [2]),
    ("What does the first evaluate?", [1]),
    ("and the latter?", [3]),
    ("What does the former evaluate?", [1]),
    ("the last one", [3]),
    ("tell me about [2]", [2]),
    ("[1] and [3]: how do they differ?", [1, 3]),
    ("第二篇讲了什么？", [2]),
    ("第3篇用了什么数据？", [3]),
    ("后者的主要结论是什么？", [3]),
    ("How do they differ?", [1, 2, 3]),
    ("它们有什么区别？", [1, 2, 3]),
    ("what about [9]?", [1, 2, 3]),
])  # fmt: skip
def test_a_reference_picks_papers_by_their_place_in_the_list(
    question: str, picked: list[int], opened: Assistant, history: list[Turn], titled
) -> None:
    query = opened.read(question, history)
    assert query.focus == tuple(titled(SHOWN[n - 1]).id for n in picked)
    assert query.only_focus
    assert query.kind != "list"
    assert query.question == question


def test_the_last_one_in_chinese_is_the_last_one(opened: Assistant, history: list[Turn], titled) -> None:
    assert opened.read("最后一篇是关于什么的？", history).focus == (titled(SHOWN[-1]).id,)


@pytest.mark.parametrize("question", [
    "Of those, which are about graphs?", "Which of these concern agents?", "Do any of them use diffusion?", "其中哪些是关于图的？",
])  # fmt: skip
def test_a_choice_among_those_is_among_the_listed_papers_and_not_among_the_ones_shown_apart(
    question: str, opened: Assistant, history: list[Turn], titled
) -> None:
    query = opened.read(question, history)
    assert query.kind == "list"
    assert query.focus == tuple(titled(name).id for name in SHOWN)
    assert query.only_focus
    answer = opened.ask(question, history)
    assert answer.looked_at == 3
    assert {cited.paper.id for cited in (*answer.papers, *answer.borderline)} <= set(query.focus)
    assert answer.papers


@pytest.mark.parametrize("question", [
    "What does it evaluate?", "and what datasets did it use?", "how many datasets", "它用了哪些数据集？", "What are its limits?",
    "Why does this paper matter?",
])  # fmt: skip
def test_it_stays_with_the_paper_and_names_it_for_the_encoders(question: str, opened: Assistant, about_one: list[Turn], titled) -> None:
    query = opened.read(question, about_one)
    assert query.focus == (titled("OpenGU").id,)
    assert query.only_focus
    assert query.kind == "specific"
    assert query.text == f"{question} ({titled('OpenGU').label})"


def test_a_follow_up_is_answered_from_the_conversation_s_paper(opened: Assistant, about_one: list[Turn], titled) -> None:
    answer = opened.ask("and what datasets did it use?", about_one)
    assert {citation.paper_id for citation in answer.citations} == {titled("OpenGU").id}


@pytest.mark.parametrize("question", [
    "Which papers study reinforcement learning?",
    "Why do regression trees know calculus?",
    "Thanks. What does it take to detect face deepfakes?",
    "Something else: how do they certify neural networks?",
    "How does Panacea work?",
    "换个话题，它们如何检测深度伪造？",
    "哪些论文研究公平性？",
])  # fmt: skip
def test_a_new_topic_does_not_stay_with_the_conversation(question: str, opened: Assistant, about_one: list[Turn], titled) -> None:
    query = opened.read(question, about_one)
    assert not query.only_focus
    assert titled("OpenGU").id not in query.focus
    assert query == opened.read(question)


def test_without_a_conversation_it_means_nothing(opened: Assistant) -> None:
    assert opened.read("What does it evaluate?").focus == ()


def test_a_follow_up_that_another_paper_answers_far_better_is_about_that_paper(opened: Assistant, about_one: list[Turn], titled) -> None:
    question = "How does it help to detect deepfakes of faces with generalizable artifacts?"
    assert opened.read(question, about_one).tentative
    assert opened.ask(question, about_one).papers[0].paper.id == titled("From Specificity to Generality").id


def test_the_latest_assistant_turn_that_names_papers_counts(known: KnownPapers, history: list[Turn], about_one: list[Turn], titled) -> None:
    assert papers_of([*history, *about_one], known) == [titled("OpenGU").id]
    assert papers_of([*about_one, *history], known) == [titled(name).id for name in SHOWN]
    assert papers_of([*about_one, Turn("assistant", "I do not know.")], known) == [titled("OpenGU").id]


def test_papers_that_only_the_user_names_count_where_no_answer_names_any(known: KnownPapers, titled) -> None:
    turns = [Turn("user", "What is WASP?"), Turn("assistant", "The papers do not answer this.")]
    assert papers_of(turns, known) == [titled("WASP").id]
    assert papers_of([], known) == []


def test_where_nothing_stands_before_the_heading_those_are_the_papers_shown_apart(known: KnownPapers, titled) -> None:
    for heading in apart_headings():
        assert papers_of([Turn("assistant", f"None fits.\n\n{heading}\n\n- **{titled('WASP').label}** [1]")], known) == [titled("WASP").id]


def test_places_beyond_the_list_and_repeated_ones_pick_no_further_paper() -> None:
    assert chosen("[2] and the second one", ["a", "b"]) == ["b"]
    assert chosen("the fifth", ["a", "b"]) == ["a", "b"]
    assert chosen("the first time it failed", ["a", "b"]) == ["a", "b"]


@pytest.mark.parametrize("question", [
    "et le deuxième ?", "und das zweite?", "e il secondo?", "¿y el segundo?", "e o segundo?", "en de tweede?", "a drugi?", "ya ikincisi?",
    "а второй?", "والثاني؟ وماذا عن الثاني", "二番目は？", "두 번째는?", "อันที่สองล่ะ", "第二篇呢？", "第二個呢？",
])  # fmt: skip
def test_the_second_one_is_the_second_in_every_language(question: str, opened: Assistant, history: list[Turn], titled) -> None:
    query = opened.read(question, history)
    assert query.focus == (titled(SHOWN[1]).id,)
    assert query.only_focus


@pytest.mark.parametrize("question", [
    "Lesquels de ceux-ci utilisent des graphes ?", "Welche davon verwenden Graphen?", "Quali di questi usano grafi?",
    "¿Cuáles de estos usan grafos?", "Quais destes usam grafos?", "Welke daarvan gebruiken grafen?", "Które z nich używają grafów?",
    "Bunlardan hangisi çizge kullanıyor?", "Какие из них используют графы?", "أي منها يستخدم المخططات؟", "そのうちグラフを使うのは？",
    "그중 그래프를 쓰는 것은?", "ในจำนวนนี้อันไหนใช้กราฟ", "其中哪些用到图？", "其中哪些用到圖？",
])  # fmt: skip
def test_of_these_narrows_the_list_in_every_language(question: str, opened: Assistant, history: list[Turn], titled) -> None:
    query = opened.read(question, history)
    assert query.kind == "list"
    assert set(query.focus) == {titled(name).id for name in SHOWN}
