"""Drafts about somebody's own papers: how they are made, kept, decided and exported."""

import json
import random
from dataclasses import replace
from types import SimpleNamespace

import pytest
from endpoint import Endpoint, cut, fails, says, sends
from typer.testing import CliRunner

from assistant import CitedPaper, CorpusError, load_settings
from assistant.corpus import read_papers
from assistant.models.yes_no import YesNoChat
from assistant.types import Answer, Citation
from assistant.ui.feedback import write_feedback
from assistant_eval.command import app
from assistant_eval.drafting.papers import ReadPapers
from assistant_eval.drafting.review import BORDERLINE, NEITHER, RELEVANT, Review, facts_of, revised
from assistant_eval.drafting.specific import questions, telling_sentences
from assistant_eval.drafting.storage import DraftFolder, draft_of
from assistant_eval.drafting.written import FINGERPRINT, written_drafts
from assistant_eval.errors import GoldError
from assistant_eval.gold.corpus import Corpus
from assistant_eval.gold.questions import Nugget, Question, Sentence
from assistant_eval.gold.reading import read_gold

FARM = [
    ("WoolNet: Shearing by Robot", "Shearing by hand is slow. We introduce WoolNet, a robot arm that removes fleece without cuts. "
     "WoolNet reduces shearing time by 40% on hill farms.", ["farm robots", "sheep"]),
    ("Milking Twice a Night", "Dairy cows rest badly in summer heat. We show that nightly milking can improve the rest of dairy cows in "
     "heat waves. Barns stay quiet.", ["dairy cows"]),
    ("Clover Before Wheat", "Wheat needs nitrogen. Clover roots enrich poor soil with nitrogen by hosting bacteria in small nodules. "
     "Yields rise.", ["crop rotation"]),
    ("Why Hens Stop Laying", "Laying hens sometimes pause. The pause of laying hens in autumn stems from shorter days and cold coops. "
     "Lamps help.", ["poultry"]),
    ("A Drone above the Orchard", "Orchards are large. We propose a drone that detects ripe apples beneath dense leaves. "
     "We fly farm robots over 12 orchards.", ["farm robots", "orchards"]),
    ("Cheese without Rennet", "Cheese makers look for plant enzymes. We find that thistle enzymes can replace rennet in hard goat cheese. "
     "Tasters agree.", ["dairy cows", "cheese"]),
]  # fmt: skip


@pytest.fixture(scope="module")
def farm(tmp_path_factory):
    """Folder with the papers as JSONL."""
    folder = tmp_path_factory.mktemp("farm")
    rows = [{"title": title, "abstract": abstract, "keywords": keywords} for title, abstract, keywords in FARM]
    (folder / "farm.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows), "utf-8")
    return folder


@pytest.fixture(scope="module")
def drafted(farm):
    """The folder after one `init`."""
    result = invoke("init", "--corpus", farm / "farm.jsonl", "--out", farm / "own", "--count", 12, "--data-dir", farm / "data")
    assert result.exit_code == 0, result.output
    return farm


@pytest.fixture
def corpus(farm):
    return Corpus.of(read_papers([farm / "farm.jsonl"]))


@pytest.fixture
def book(corpus, farm, tmp_path):
    """Three drafts: one that is in order, one that is a list, one that leaks a title."""
    found = DraftFolder(tmp_path / "drafts")
    found.start(corpus, farm / "farm.jsonl")
    quote = "WoolNet reduces shearing time by 40% on hill farms."
    good = {"relevant": ("farm.jsonl#1",), "evidence": (Sentence("farm.jsonl#1", quote),), "nuggets": (Nugget("40%", True, (0,)),)}
    found.add([
        draft_of("specific", "number", "How much faster does a machine take the fleece off?", "test", **good),
        draft_of("list", "topic", "Which papers are on farm machines?", "t", relevant=("farm.jsonl#1",), borderline=("farm.jsonl#5",)),
        draft_of("specific", "number", "How good is shearing by robot?", "test", **good),
    ])  # fmt: skip
    return found


def invoke(*arguments):
    return CliRunner().invoke(app, [str(argument) for argument in arguments])


def gold_of(folder):
    return [json.loads(line) for path in sorted((folder / "gold").glob("*.jsonl")) for line in path.read_text("utf-8").splitlines()]


@pytest.mark.parametrize(("sentence", "question", "answer"), [
    ("However, we find that nightly milking can improve the rest of dairy cows, which matters in summer.",
     "Is there evidence that nightly milking can improve the rest of dairy cows?",
     "nightly milking can improve the rest of dairy cows, which matters in summer"),
    ("In this paper, we propose a novel drone that detects ripening apples beneath leaves.",
     "Is there any drone that detects ripening apples beneath leaves?", "drone that detects ripening apples beneath leaves"),
    ("We introduce WoolNet, a simple robot arm that removes fleece without cuts.", "Which robot arm removes fleece without cuts?",
     "WoolNet"),
    ("We introduce WoolNet, a robot arm for shearing sheep on hill farms.", "Which robot arm is there for shearing sheep on hill farms?",
     "WoolNet"),
])  # fmt: skip
def test_a_sentence_becomes_a_question_that_it_answers(sentence, question, answer):
    made = questions(sentence, "")
    assert made
    forms = ("Is there evidence that", "Does any work show that", "Is it known whether")
    expected = [question.replace(forms[0], form) for form in forms]
    assert made[0].question in expected
    assert made[0].answer == answer


@pytest.mark.parametrize("sentence", [
    "This reduces the time by 40%.", "We show that it can improve the rest of dairy cows in heat waves.", "Sheep are kept in the hills.",
    "We show that our method reduces the shearing time of sheep by 40%.",
    r"We prove that $\epsilon$ noise can improve the rest of dairy cows.", "Prior studies show the sheep rest.",
])  # fmt: skip
def test_a_sentence_that_does_not_stand_alone_gives_no_question(sentence):
    assert questions(sentence, "") == []


def test_our_method_is_called_by_its_name():
    made = questions("We show that our method reduces the shearing time of sheep by 40%.", "WoolNet")
    assert [asked.answer for asked in made] == ["WoolNet reduces the shearing time of sheep by 40%"]


def test_init_drafts_every_kind_and_all_of_it_is_valid_gold(drafted, corpus):
    book = DraftFolder(drafted / "own")
    kinds = {draft.question.kind for draft in book.drafts()}
    assert kinds == {"specific", "list", "unanswerable"}
    assert {draft.status for draft in book.drafts()} == {"draft"}
    result = invoke("review", drafted / "own", "--accept-all")
    assert result.exit_code == 0, result.output
    assert "Nobody looked" in result.stdout
    gold = read_gold(corpus, drafted / "own" / "gold").questions
    assert {question.id for question in gold} == {draft.id for draft in book.drafts()}
    assert {draft.status for draft in book.drafts()} == {"draft"}
    assert all(len(question.evidence) == 1 and question.nuggets[0].vital for question in gold if question.kind == "specific")
    checked = invoke("check", "--corpus", drafted / "farm.jsonl", "--gold", drafted / "own" / "gold")
    assert checked.exit_code == 0, checked.output


def test_a_list_takes_the_papers_whose_authors_name_the_subject(drafted):
    lists = [draft.question for draft in DraftFolder(drafted / "own").drafts() if draft.question.kind == "list"]
    robots = next(question for question in lists if "farm robots" in question.text.lower())
    assert set(robots.relevant) == {"farm.jsonl#1", "farm.jsonl#5"}
    assert robots.borderline


def test_the_same_seed_gives_the_same_drafts_and_init_adds_nothing_twice(drafted):
    before = (drafted / "own" / "drafts.jsonl").read_bytes()
    options = ["--corpus", drafted / "farm.jsonl", "--count", 12, "--data-dir", drafted / "data"]
    again = invoke("init", *options, "--out", drafted / "own")
    assert again.exit_code == 0, again.output
    assert "0 drafts added" in again.stdout
    invoke("init", *options, "--out", drafted / "other")
    assert (drafted / "own" / "drafts.jsonl").read_bytes() == before == (drafted / "other" / "drafts.jsonl").read_bytes()


def test_drafts_of_other_papers_are_refused_and_kept(drafted, tmp_path):
    before = (drafted / "own" / "drafts.jsonl").read_bytes()
    (tmp_path / "one.jsonl").write_text(json.dumps({"title": "Ships", "abstract": "Ships sail on water."}) + "\n")
    result = invoke("init", "--corpus", tmp_path / "one.jsonl", "--out", drafted / "own", "--data-dir", tmp_path / "data")
    assert isinstance(result.exception, GoldError)
    assert "other papers" in result.exception.cause
    assert (drafted / "own" / "drafts.jsonl").read_bytes() == before


@pytest.mark.parametrize("content", [None, ""])
def test_a_missing_or_empty_corpus_makes_no_folder(tmp_path, content):
    if content is not None:
        (tmp_path / "papers.jsonl").write_text(content)
    result = invoke("init", "--corpus", tmp_path / "papers.jsonl", "--out", tmp_path / "own", "--data-dir", tmp_path / "data")
    assert isinstance(result.exception, CorpusError)
    assert not (tmp_path / "own").exists()


@pytest.mark.parametrize("damage", ["{half", '{"id": "x"}', '{"status": "maybe"}'])
def test_a_damaged_line_is_named_and_nothing_is_written_over_it(book, damage):
    with book.path.open("a") as file:
        file.write(damage + "\n")
    before = book.path.read_bytes()
    with pytest.raises(GoldError, match="line 4"):
        book.add([draft_of("list", "topic", "Which?", "test")])
    assert book.path.read_bytes() == before


def test_a_folder_without_drafts_says_how_to_make_some(tmp_path):
    result = invoke("review", tmp_path, "--accept-all")
    assert isinstance(result.exception, GoldError)
    assert "assistant eval init" in result.exception.remedy


def test_of_two_reviewers_the_second_does_not_overwrite_the_first(book, corpus):
    one, two = Review(book, corpus), Review(book, corpus)
    seen = one.undecided().view, two.undecided().view
    assert one.decide(seen[0], seen[0].stored.id, seen[0].question, "rejected").view.stored.id != seen[0].stored.id
    step = two.decide(seen[1], seen[1].stored.id, seen[1].question, "accepted")
    assert "changed elsewhere" in step.notice
    assert step.view.stored.status == "rejected"
    assert [draft.status for draft in book.drafts()] == ["rejected", "draft", "draft"]
    assert not book.change(seen[1].stored, replace(seen[1].stored, status="accepted"))


def test_a_decision_about_a_draft_that_was_not_on_the_screen_decides_nothing(book, corpus):
    review = Review(book, corpus)
    first = review.undecided().view
    second = review.decide(first, first.stored.id, first.question, "accepted").view
    step = review.decide(second, first.stored.id, second.question, "accepted")
    assert "Nothing was decided" in step.notice
    assert step.view.stored == second.stored
    assert [draft.status for draft in book.drafts()] == ["accepted", "draft", "draft"]


def test_the_same_decision_twice_goes_on_as_if_it_came_once(book, corpus):
    review = Review(book, corpus)
    first = review.undecided().view
    steps = [review.decide(first, first.stored.id, first.question, "accepted") for _ in range(2)]
    assert [step.notice for step in steps] == ["", ""]
    assert steps[0].view == steps[1].view
    assert [draft.status for draft in book.drafts()] == ["accepted", "draft", "draft"]


def test_an_accepted_draft_is_in_the_gold_at_once_and_leaves_it_when_rejected(book, corpus):
    review = Review(book, corpus)
    first = review.undecided().view
    step = review.decide(first, first.stored.id, replace(first.question, text="How much time does the machine save?"), "accepted")
    assert [row["question"] for row in gold_of(book.folder)] == ["How much time does the machine save?"]
    assert set(gold_of(book.folder)[0]) == {"id", "split", "kind", "type", "lang", "messy", "question", "relevant", "evidence", "nuggets"}
    assert review.standing() == (1, 1, 3)
    again = review.back(step.view).view
    assert again.stored.status == "accepted"
    review.decide(again, again.stored.id, again.question, "rejected")
    assert gold_of(book.folder) == []


def test_a_question_that_breaks_a_rule_is_not_accepted_and_not_lost(book, corpus):
    review = Review(book, corpus)
    leaking = review.back(None).view
    step = review.decide(leaking, leaking.stored.id, leaking.question, "accepted")
    assert "gives away the title" in step.notice
    assert step.view.question == leaking.question
    assert review.standing()[0] == 0


def test_review_ends_when_all_is_decided_and_skipping_comes_back(book, corpus):
    review = Review(book, corpus)
    view = review.undecided().view
    first = view.stored.id
    for _ in range(3):
        view = review.undecided(view).view
    assert view.stored.id == first
    while view is not None:
        view = review.decide(view, view.stored.id, view.question, "rejected").view
    assert review.standing() == (3, 0, 3)


def test_what_a_reviewer_ticks_becomes_the_judgments():
    question = Question(
        "q", "dev", "specific", "t", "en", False, "Old?", relevant=("a#1",), evidence=(Sentence("a#1", "One."), Sentence("a#1", "Two.")),
        nuggets=(Nugget("one", True, (0,)), Nugget("two", False, (1,))),
    )  # fmt: skip
    grades, ticked = {"a#1": RELEVANT, "a#2": RELEVANT, "a#3": NEITHER}, {"a#1": ["Two."], "a#2": ["Three."], "a#3": ["Four."]}
    assert facts_of(question) == "one\n+ two"
    made = revised(question, " New  one? ", "specific", "one\n+ two\nthree", "", grades, ticked)
    assert (made.text, made.relevant) == ("New one?", ("a#1", "a#2"))
    assert made.evidence == (Sentence("a#1", "Two."), Sentence("a#2", "Three."))
    assert made.nuggets == (Nugget("one", True, (0, 1)), Nugget("two", False, (0,)), Nugget("three", True, (0, 1)))
    listed = revised(question, "Which?", "list", "", "", {"a#1": BORDERLINE, "a#2": RELEVANT}, {})
    assert (listed.relevant, listed.borderline, listed.nuggets) == (("a#2",), ("a#1",), ())
    nothing = revised(question, "Which?", "unanswerable", "one", "", grades, ticked)
    assert (nothing.relevant, nothing.evidence, nothing.nuggets) == ((), (), ())


def verdict(word):
    body = {"id": "c", "object": "chat.completion", "created": 0, "model": "fake",
            "choices": [{"index": 0, "finish_reason": "stop", "message": {"role": "assistant", "content": word}}]}  # fmt: skip
    return sends(json.dumps(body), kind="application/json")


WRITTEN = says("Question: By what share is the time for taking fleece off cut by a machine?\nAnswer: 40%")


def write(endpoint, corpus, tmp_path, sentences=1):
    """What the model at the endpoint writes about the sentence on shearing time."""
    settings = load_settings(data_dir=tmp_path, openai_base_url=endpoint.url, openai_api_key="none", chat={"retries": 0})
    papers = ReadPapers.of(corpus)
    chosen = [(papers.papers[0], papers.papers[0].sentences[2])] * sentences
    return written_drafts(YesNoChat(settings), chosen, papers, lambda question: [papers.papers[1].reference], sentences, print)


def test_a_model_writes_a_question_and_checks_it_against_another_paper(endpoint: Endpoint, corpus, tmp_path):
    endpoint.script(WRITTEN, verdict("Yes"), verdict("No"))
    made = write(endpoint, corpus, tmp_path)
    assert (made.broken, made.failed, made.problem) == (0, 0, "")
    draft = made.drafts[0]
    assert draft.question.nuggets == (Nugget("40%", True, (0,)),)
    assert draft.question.evidence[0].quote == "WoolNet reduces shearing time by 40% on hill farms."
    assert FINGERPRINT in draft.origin
    assert "Dairy cows" in endpoint.requests[2]["messages"][-1]["content"]


@pytest.mark.parametrize(("replies", "broken", "failed"), [
    ([WRITTEN, verdict("No"), verdict("No")], 0, 1),
    ([WRITTEN, verdict("Yes"), verdict("Yes")], 0, 1),
    ([says("Question: What does this paper say about shearing by robot?")], 1, 0),
    ([says("I cannot do that.")], 1, 0),
])  # fmt: skip
def test_a_question_that_fails_its_check_or_a_rule_is_dropped_and_counted(endpoint: Endpoint, corpus, tmp_path, replies, broken, failed):
    endpoint.script(*replies)
    made = write(endpoint, corpus, tmp_path)
    assert (made.drafts, made.broken, made.failed) == ((), broken, failed)


@pytest.mark.parametrize("reply", [fails(500), cut("data: ")])
def test_where_the_endpoint_dies_patterns_go_on_and_it_is_said(endpoint: Endpoint, drafted, tmp_path, reply, monkeypatch):
    monkeypatch.setenv("ASSISTANT_CHAT__RETRIES", "0")
    endpoint.script(reply)
    options = ["--corpus", drafted / "farm.jsonl", "--count", 12, "--data-dir", drafted / "data", "--base-url", endpoint.url]
    result = invoke("init", *options, "--out", tmp_path / "own")
    assert result.exit_code == 0, result.output
    assert "made by patterns" in result.stderr
    assert (tmp_path / "own" / "drafts.jsonl").read_bytes() == (drafted / "own" / "drafts.jsonl").read_bytes()


def test_the_sentences_for_a_model_state_something(corpus):
    chosen = [text.plain for _, text in telling_sentences(ReadPapers.of(corpus), random.Random(0))]
    assert "WoolNet reduces shearing time by 40% on hill farms." in chosen
    assert "Barns stay quiet." not in chosen


def answer(name, corpus, quotes=(), **fields):
    """An answer from the first paper that cites these quotes."""
    paper = corpus.papers["farm.jsonl#1"]
    starts = [(paper.abstract.index(quote), quote) for quote in quotes]
    values = {
        "question": f"What of {name}?", "kind": "specific", "text": "It does. [1]", "abstained": False, "borderline": (),
        "model": "extractive", "timings_ms": {}, "papers": (CitedPaper(1, paper, 0.9),), "standalone": f"What of {name}?", **fields,
    }  # fmt: skip
    return Answer(
        id=name, citations=tuple(Citation(1, paper.id, quote, start, start + len(quote), "supported") for start, quote in starts), **values
    )


def test_thumbs_become_drafts_once(corpus, farm, tmp_path):
    path = tmp_path / "data" / "feedback.jsonl"
    quote = "WoolNet reduces shearing time by 40% on hill farms."
    write_feedback(path, answer("good", corpus, [quote], standalone="What of WoolNet?"), True)
    write_feedback(path, answer("bad", corpus, [quote]), False)
    write_feedback(path, answer("listed", corpus, kind="list"), True)
    write_feedback(path, answer("refused", corpus, abstained=True, papers=()), True)
    write_feedback(path, answer("undone", corpus), True)
    write_feedback(path, answer("undone", corpus), None)
    elsewhere = SimpleNamespace(id="unknown")
    write_feedback(path, answer("far", corpus, papers=(SimpleNamespace(paper=elsewhere),)), True)
    with path.open("a") as file:
        file.write("{half\n")
    options = ["--corpus", farm / "farm.jsonl", "--out", tmp_path / "own", "--data-dir", tmp_path / "data"]
    result = invoke("feedback", *options)
    assert result.exit_code == 0, result.output
    assert "4 drafts added" in result.stdout
    assert "line 8: damaged" in result.stderr
    assert "1 answers are from other papers" in result.stderr
    drafts = {draft.id: draft for draft in DraftFolder(tmp_path / "own").drafts()}
    good = drafts["chat-good"].question
    assert (good.text, good.note) == ("What of WoolNet?", "Asked in a conversation as: What of good?")
    assert (good.evidence, good.nuggets[0].text) == ((Sentence("farm.jsonl#1", quote),), quote)
    bad = drafts["chat-bad"].question
    assert (bad.relevant, bad.evidence, bad.nuggets) == ((), (), ())
    assert drafts["chat-listed"].question.relevant == ("farm.jsonl#1",)
    assert drafts["chat-refused"].question.kind == "unanswerable"
    assert "0 drafts added" in invoke("feedback", *options).stdout
    exported = invoke("review", tmp_path / "own", "--accept-all")
    assert "chat-bad is left out" in exported.stderr
    assert {row["id"] for row in gold_of(tmp_path / "own")} == {"chat-good", "chat-listed", "chat-refused"}


def test_without_feedback_the_error_says_where_it_comes_from(farm, tmp_path):
    result = invoke("feedback", "--corpus", farm / "farm.jsonl", "--out", tmp_path / "own", "--data-dir", tmp_path)
    assert isinstance(result.exception, GoldError)
    assert "Thumbs" in result.exception.remedy
    assert not (tmp_path / "own").exists()
