"""What "it", "the second one" and "of those" mean, and when a question starts anew."""

from __future__ import annotations

import pytest

from assistant import Assistant, Turn
from assistant.languages import CODES, headings
from assistant.question import KnownPapers
from assistant.question.conversation import recall
from assistant.question.places import places

SHOWN = ["OpenGU", "DiffBreak", "WASP"]


@pytest.fixture(scope="module")
def history(titled) -> list[Turn]:
    """A list of three papers and one that was shown apart."""
    rows = [f"{n}. **{titled(name).label}** [{n}]" for n, name in enumerate(SHOWN, 1)]
    apart = f"- **{titled('Panacea').label}** [4]"
    text = "\n".join(["3 of the 95 papers fit:", "", *rows, "", headings("borderline")[CODES.index("en")], "", apart])
    return [Turn("user", "Which papers are about attacks?"), Turn("assistant", text)]


@pytest.fixture(scope="module")
def about_one(titled) -> list[Turn]:
    return [Turn("user", "What is OpenGU?"), Turn("assistant", f"**{titled('OpenGU').label}** [1]\n\n> A benchmark. [1]")]


@pytest.mark.parametrize(
    ("question", "picked"),
    [
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
    ],
)
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


@pytest.mark.parametrize(
    "question",
    [
        "Of those, which are about graphs?",
        "Which of these concern agents?",
        "Do any of them use diffusion?",
        "其中哪些是关于图的？",
    ],
)
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


@pytest.mark.parametrize(
    "question",
    [
        "What does it evaluate?",
        "and what datasets did it use?",
        "how many datasets",
        "它用了哪些数据集？",
        "What are its limits?",
        "Why does this paper matter?",
        "How many people rated each example in it?",
    ],
)
def test_it_stays_with_the_paper_and_names_it_for_the_encoders(question: str, opened: Assistant, about_one: list[Turn], titled) -> None:
    query = opened.read(question, about_one)
    assert query.focus == (titled("OpenGU").id,)
    assert query.only_focus
    assert query.kind == "specific"
    assert query.text == f"{question} ({titled('OpenGU').label})"


def test_a_follow_up_is_answered_from_the_conversation_s_paper(opened: Assistant, about_one: list[Turn], titled) -> None:
    answer = opened.ask("and what datasets did it use?", about_one)
    assert {citation.paper_id for citation in answer.citations} == {titled("OpenGU").id}


@pytest.mark.parametrize(
    "question",
    [
        "Which papers study reinforcement learning?",
        "Why do regression trees know calculus?",
        "Thanks. What does it take to detect face deepfakes?",
        "Something else: how do they certify neural networks?",
        "How does Panacea work?",
        "换个话题，它们如何检测深度伪造？",
        "哪些论文研究公平性？",
    ],
)
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


@pytest.mark.parametrize(
    ("question", "reason"),
    [
        ("what about [9]?", "out_of_range"),
        ("the fifth one", "out_of_range"),
        ("paper 12", "out_of_range"),
        ("第九篇呢？", "out_of_range"),
        ("What does it evaluate?", "several"),
        ("它用了哪些数据集？", "several"),
        ("what do both say?", "several"),
        ("the other one", "several"),
        ("the one by Einstein", "no_match"),
        ("the knitting one", "no_match"),
        ("not that one", "several"),
    ],
)
def test_what_cannot_be_told_is_said_with_the_papers_that_there_are(
    question: str, reason: str, opened: Assistant, history: list[Turn], titled
) -> None:
    answer = opened.ask(question, history)
    query = opened.read(question, history)
    assert query.unresolved is not None
    assert query.unresolved.reason == reason
    assert answer.unresolved
    assert answer.abstained
    assert not answer.citations
    assert not answer.papers
    assert all(titled(name).label in answer.text for name in SHOWN)
    assert [cited.n for cited in answer.borderline] == list(range(1, len(answer.borderline) + 1))


@pytest.mark.parametrize("question", ["the second one", "the third paper", "第二篇呢？", "both of them", "those two", "[2]"])
def test_after_one_paper_there_is_no_second(question: str, opened: Assistant, about_one: list[Turn]) -> None:
    assert opened.ask(question, about_one).unresolved


@pytest.mark.parametrize(
    "question",
    [
        "What datasets does it use?",
        "the second one",
        "of those, which are theory?",
        "compare them",
        "它用了哪些数据集？",
        "第二篇讲了什么？",
        "[2]",
        "any others?",
        "tell me more",
        "back to the first question",
    ],
)
def test_without_a_conversation_a_reference_is_said_to_mean_nothing(question: str, opened: Assistant) -> None:
    answer = opened.ask(question)
    assert answer.unresolved
    assert not answer.papers
    assert not answer.borderline


@pytest.mark.parametrize(
    "question",
    [
        "Is it possible to unlearn concepts in diffusion models?",
        "How hard is it to extract a model from its shards?",
        "Do language models lie when they play games?",
        "Can models keep their promises when they are attacked?",
        "Which papers study agents?",
        "How does it eliminate gradient mismatches?",
        "What does it take to detect face deepfakes?",
        "Who was the first to prove a lower bound?",
        "Why do both the object and the picture generator tuned on it get better when the two are refined in turns?",
        "What really makes the windowed pyramid backbone better than the flat one, and which of its parts are dispensable?",
        "语言模型如何记住它们的训练数据？",
    ],
)
def test_a_question_that_says_itself_what_it_is_about_needs_no_conversation(question: str, opened: Assistant, history: list[Turn]) -> None:
    assert not opened.ask(question).unresolved
    assert opened.read(question).focus == ()
    # After a list of several papers, "it" is asked back about.
    assert "How does it" in question or opened.read(question, history).unresolved is None


def test_a_place_is_of_the_list_from_which_the_last_paper_was_picked(opened: Assistant, history: list[Turn], titled) -> None:
    picked = opened.ask("What does the second one do?", history)
    longer = [*history, *picked.turns()]
    assert opened.read("and the third one?", longer).focus == (titled(SHOWN[2]).id,)
    assert opened.read("no, I meant the first one", longer).focus == (titled(SHOWN[0]).id,)
    assert opened.read("it", longer).focus == (titled(SHOWN[1]).id,)
    assert opened.read("Of those, which are about graphs?", longer).focus == tuple(titled(name).id for name in SHOWN)


@pytest.mark.parametrize(
    ("question", "picked"),
    [
        ("the unlearning one", 0),
        ("the one on diffusion purification", 1),
        ("the paper about web agents: what does it test?", 2),
        ("the one by Kassis", 1),
        ("关于网页智能体的那篇", 2),
    ],
)
def test_a_description_picks_the_paper_that_fits_it(question: str, picked: int, opened: Assistant, history: list[Turn], titled) -> None:
    assert opened.read(question, history).focus == (titled(SHOWN[picked]).id,)


@pytest.mark.parametrize(
    ("question", "whole"),
    [
        ("what about graphs?", "Which papers study membership inference on graphs?"),
        ("and for fairness?", "Which papers study fairness?"),
        ("and fairness?", "Which papers study fairness?"),
    ],
)
def test_a_fragment_takes_its_topic_into_the_question_before(question: str, whole: str, opened: Assistant) -> None:
    turns = opened.ask("Which papers study membership inference on images?").turns()
    query = opened.read(question, turns)
    assert (query.text, query.understood, query.kind, query.only_focus) == (whole, whole, "list", False)


def test_more_of_the_same_finds_no_paper_again(opened: Assistant) -> None:
    first = opened.ask("Which papers study fairness?")
    more = opened.ask("any others?", first.turns())
    assert more.understood.startswith("Which papers study fairness?")
    assert not {cited.paper.id for cited in first.papers} & {cited.paper.id for cited in (*more.papers, *more.borderline)}


def test_the_first_question_is_asked_again(opened: Assistant) -> None:
    first = opened.ask("Which papers study fairness?")
    turns = [*first.turns(), *opened.ask("What is WASP?", first.turns()).turns()]
    again = opened.ask("back to the first question", turns)
    assert again.papers == first.papers


def test_what_was_understood_is_shown_first_and_is_not_taken_for_an_answer(opened: Assistant, history: list[Turn], titled) -> None:
    answer = opened.ask("the first one: what does it integrate?", history)
    assert answer.text.startswith(f"_Understood as: {answer.understood}_")
    (exchange,) = recall(
        [Turn("user", "?"), Turn("assistant", f"_Understood as: x ({titled('WASP').label})_\n\n**{titled('DiffBreak').label}** [1]")],
        opened.index.known,
    )
    assert exchange.shown == (titled("DiffBreak").id,)


@pytest.mark.parametrize(
    "written",
    [
        "1. {0}\n2. {1}",
        "<ol><li><b>{0}</b></li><li>{1}</li></ol>",
        '{{"papers": ["{0}", "{1}"]}}',
        "see {2} and {3}",
        "{4}… and {5}…",
        "* {6}\n* {7}",
    ],
)
def test_papers_are_recovered_from_the_texts_of_other_front_ends(written: str, known: KnownPapers, titled) -> None:
    a, b = titled("OpenGU"), titled("DiffBreak")
    text = written.format(a.label, b.label, a.url, b.url, a.label[:40], b.label[:40], a.label.upper(), b.label.replace("-", "–"))
    (exchange,) = recall([Turn("user", "?"), Turn("assistant", text)], known)
    assert exchange.papers == (a.id, b.id)


def test_papers_that_a_turn_is_told_count_where_its_text_names_none(known: KnownPapers, titled) -> None:
    turns = [
        Turn("user", "?"),
        Turn("assistant", "It integrates algorithms. [1]", (titled("OpenGU").id, "no such id"), (titled("WASP").id,)),
    ]
    (exchange,) = recall(turns, known)
    assert (exchange.papers, exchange.apart) == ((titled("OpenGU").id,), (titled("WASP").id,))


def test_papers_that_only_the_user_names_count_where_the_answer_names_none(known: KnownPapers, titled) -> None:
    turns = [Turn("user", "What is WASP?"), Turn("assistant", "The papers do not answer this.")]
    assert recall(turns, known)[0].papers == (titled("WASP").id,)
    assert recall([], known) == ()


def test_papers_below_the_heading_are_apart(known: KnownPapers, titled) -> None:
    for heading in headings("borderline"):
        (exchange,) = recall([Turn("assistant", f"None fits.\n\n{heading}\n\n- **{titled('WASP').label}** [1]")], known)
        assert (exchange.papers, exchange.apart, exchange.meant) == ((), (titled("WASP").id,), (titled("WASP").id,))


@pytest.mark.parametrize(
    ("question", "picked"),
    [
        ("how does the second differ from the first?", [2, 1]),
        ("how does the last one differ from the others?", [3, 1, 2]),
        ("compare the first with the last", [1, 3]),
        ("第一篇和第三篇有什么不同？", [1, 3]),
    ],
)
def test_what_differs_from_another_is_compared_with_it(
    question: str, picked: list[int], opened: Assistant, history: list[Turn], titled
) -> None:
    query = opened.read(question, history)
    assert (query.kind, query.focus) == ("compare", tuple(titled(SHOWN[n - 1]).id for n in picked))


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("the third-to-last one", [(-3, -3)]),
        ("the last but one", [(-2, -2)]),
        ("the first two", [(1, 2)]),
        ("the last three papers", [(-3, -1)]),
        ("1 and 3", [(1, 1), (3, 3)]),
        ("number two", [(2, 2)]),
        ("#3", [(3, 3)]),
        ("the first, second and fourth", [(1, 1), (2, 2), (4, 4)]),
        ("倒数第二篇", [(-2, -2)]),
        ("前三篇", [(1, 3)]),
        ("第十五篇", [(15, 15)]),
        ("第一和第三篇", [(1, 1), (3, 3)]),
        ("the first time it failed", []),
        ("the last layer", []),
        ("the first method to scale", []),
        ("in the first place", []),
        ("2 and 3 layers", []),
    ],
)
def test_places_are_read_and_other_ordinals_are_not(text: str, expected: list[tuple[int, int]]) -> None:
    assert [(place.first, place.last) for place in places(text)] == expected
