"""A language model as judge: metrics worked out by hand from an endpoint that answers by a rule."""

import json
import math
from dataclasses import replace

import pytest
from endpoint import KEY, fails, prompt_text, sends
from eval_builders import corpus, question, quote, record, system
from typer.testing import CliRunner

from assistant import ConfigurationError, Turn, load_settings
from assistant.models.yes_no import YesNoChat
from assistant_eval.command import app
from assistant_eval.errors import GoldError, RunError
from assistant_eval.gold.corpus import Corpus
from assistant_eval.gold.questions import Nugget
from assistant_eval.gold.reading import Gold, read_gold
from assistant_eval.llm_judge.calibration import agreement, answer_items, by_family, chosen_labels, context_items, nugget_items
from assistant_eval.llm_judge.judgements import Judge, JudgementFile
from assistant_eval.llm_judge.judging import judge_run, read_material
from assistant_eval.llm_judge.labels import Label, read_labels
from assistant_eval.llm_judge.metrics import asked, rank_weighted_precision, statements
from assistant_eval.records import AnswerFile, Ranked, Statement
from assistant_eval.running.environment import describe, now
from assistant_eval.running.fingerprints import asked as asked_of

ONE, TWO, THREE = "t.txt#1", "t.txt#2", "t.txt#3"
# Two statements with a citation, one answer, three papers, and papers read until a nugget is found: 2 + 2 + 3.
CALLS = 2 + 1 + 3 + 7


def says(yes):
    """A reply whose first token is Yes with this probability, else No."""
    pair = [("Yes", yes), ("No", 1 - yes)] if yes >= 0.5 else [("No", 1 - yes), ("Yes", yes)]
    listed = [{"token": token, "logprob": math.log(p), "bytes": None} for token, p in pair]
    choice = {
        "index": 0, "finish_reason": "stop", "message": {"role": "assistant", "content": listed[0]["token"]},
        "logprobs": {"content": [{**listed[0], "top_logprobs": listed}]},
    }  # fmt: skip
    usage = {"prompt_tokens": 10, "completion_tokens": 1, "total_tokens": 11}
    body = {"id": "c", "object": "chat.completion", "created": 0, "model": "fake", "choices": [choice], "usage": usage}
    return sends(json.dumps(body), kind="application/json")


def is_right(prompt):
    """The rule: a statement or fact must stand in the text word for word, a reply must be about fish, useful papers are two."""
    if "\n\nStatement: " in prompt:
        text, _, rest = prompt.partition("\n\nStatement: ")
        return rest.splitlines()[0] in text
    if "\n\nFact: " in prompt:
        text, _, rest = prompt.partition("\n\nFact: ")
        return rest.splitlines()[0] in text
    if "Reply to judge:" in prompt:
        return "fish" in prompt.partition("Reply to judge:")[2]
    return "Cats" in prompt.partition("Question:")[0] or "Birds" in prompt.partition("Question:")[0]


def by_rule(endpoint):
    return lambda handler: says(0.9 if is_right(prompt_text(endpoint.requests[-1])) else 0.2)(handler)


def one_question():
    nuggets = (Nugget("fish", True, (1,)), Nugget("sleep", False, (0,)), Nugget("milk", False, (0,)))
    return question("cat-1", nuggets=nuggets)


def folder_of(path, questions, records, papers):
    """A run folder as `assistant eval` leaves it."""
    replace(describe("run", "all", questions, "gold", papers, system()), finished=now()).write(path)
    by_id = {each.id: each for each in questions}
    for item in records:
        each = by_id[item.id]
        AnswerFile(path / "answers.jsonl").append(replace(item, key=system().answer_key(each), asked=asked_of(each)))
    return path


def one_record(**fields):
    claims = (Statement("Cats eat fish.", (0,)), Statement("Cats fly.", (0,)), Statement("Cats hunt at night.", ()), Statement("", (), 1))
    ranking = (Ranked(TWO, 0.9), Ranked(ONE, 0.8), Ranked(THREE, 0.1))
    return record("cat-1", **{"claims": claims, "citations": (quote(ONE, "Cats eat fish."),), "ranking": ranking, **fields})


@pytest.fixture
def run(tmp_path):
    return folder_of(tmp_path / "run", [one_question()], [one_record()], corpus())


@pytest.fixture
def judged(tmp_path, run, endpoint):
    """Judges the run folder once more each time it is called, with the same file of judgements."""

    def judge(*replies, workers=1):
        endpoint.script(*replies)
        settings = load_settings(openai_api_key=KEY, openai_base_url=endpoint.url, model="fake", chat={"timeout_seconds": 5, "retries": 0})
        chat, file = YesNoChat(settings), JudgementFile(tmp_path / "judgements.jsonl")
        seeds = Corpus.of([])
        material = read_material(run, Gold((one_question(),), "g"), corpus(), [], seeds, limit=0, calibrate=0)
        return judge_run(material, Judge(chat, endpoint.url, file), "fake", file, workers, lambda progress: None)

    return judge


def test_the_four_metrics_are_those_worked_out_by_hand(judged, endpoint):
    results = judged(by_rule(endpoint))
    (answer,) = results.answers
    # One of three statements is in its citation; the second and third paper are useful: (1/2 + 2/3) / 2; milk is nowhere.
    assert answer.values == pytest.approx(
        {"faithfulness": 1 / 3, "answer_relevance": 1.0, "context_precision": 7 / 12, "context_recall": 2 / 3}
    )
    assert (len(endpoint.requests), results.judgements, results.asked, results.graded) == (CALLS, CALLS, CALLS, CALLS)
    assert (results.tokens_in, results.tokens_out) == (10 * CALLS, CALLS)
    assert {round(judgement.yes, 6) for judgement in answer.judgements} == {0.9, 0.2}
    # The offline checker holds the first statement alone for supported, too.
    assert results.checker.value == pytest.approx(1 / 3)


def test_a_dying_endpoint_leaves_what_was_judged_and_the_same_call_goes_on(judged, endpoint, tmp_path):
    rule = by_rule(endpoint)
    with pytest.raises(RunError) as caught:
        judged(*[rule] * 5, fails(401))
    assert "refused the key" in caught.value.cause
    assert "5 new judgements were kept" in caught.value.cause
    assert "goes on where it stopped" in caught.value.remedy
    assert KEY not in str(caught.value)

    # A kill may cut the last line short.
    with (tmp_path / "judgements.jsonl").open("a", encoding="utf-8") as file:
        file.write('{"key": "half')
    endpoint.requests.clear()
    results = judged(rule)
    assert len(endpoint.requests) == results.asked == CALLS - 5
    assert results.answers[0].values["context_precision"] == pytest.approx(7 / 12)
    endpoint.requests.clear()
    again = judged(fails(500))
    assert (endpoint.requests, again.asked) == ([], 0)
    assert again.answers == results.answers


def test_a_reply_that_is_neither_yes_nor_no_leaves_its_metric_out_and_is_counted(judged, endpoint):
    perhaps = {"index": 0, "finish_reason": "stop", "message": {"role": "assistant", "content": "Perhaps."}}
    body = {"id": "c", "object": "chat.completion", "created": 0, "model": "fake", "choices": [perhaps]}
    results = judged(sends(json.dumps(body), kind="application/json"), workers=4)
    assert results.answers[0].values == {}
    assert results.unreadable == results.judgements > 0


def test_a_quote_that_is_not_in_its_paper_supports_nothing():
    made_up = one_record(citations=(quote(ONE, "Cats eat fish.")._replace(quote="Cats fly."),))
    assert {quotes for _, quotes in statements(made_up, corpus())} == {()}


def test_a_refusal_says_nothing_and_sentences_stand_in_for_statements_that_were_not_kept():
    assert statements(one_record(abstained=True), corpus()) == []
    fish = (quote(ONE, "Cats eat fish."),)
    old = one_record(claims=(), text="Cats eat fish. [1] They hunt, e.g. mice. [1]\n\nDogs do not.", citations=fish)
    assert statements(old, corpus()) == [("Cats eat fish.", fish), ("They hunt, e.g. mice.", fish), ("Dogs do not.", fish)]


@pytest.mark.parametrize(
    ("useful", "expected"), [([], 0), ([False, False], 0), ([True, False], 1), ([False, True], 0.5), ([True, False, True], (1 + 2 / 3) / 2)]
)
def test_context_precision_weighs_by_rank(useful, expected):
    assert rank_weighted_precision(useful) == pytest.approx(expected)


def test_a_follow_up_is_judged_with_its_conversation():
    follow = question("f", kind="followup", text="And what do they eat?", history=(Turn("user", "Tell me of cats."),))
    assert asked(follow) == "User: Tell me of cats.\nUser: And what do they eat?"


def test_agreement_is_accuracy_kappa_and_auroc():
    found = agreement([True, True, False, False], [True, False, False, False], [0.9, 0.4, 0.4, 0.1])
    # Three of four alike; by chance 1/2 · 1/4 + 1/2 · 3/4; of four pairs three in order and one tied.
    assert (found.n, found.accuracy, found.kappa, found.auroc) == (4, 0.75, 0.5, 3.5 / 4)
    assert agreement([True], [True], [0.9]) is None


def test_families_tell_where_a_judge_is_wrong():
    labels = [Label(str(n), ONE, "q", "s", *kind) for n, kind in enumerate([("supported", "a"), ("unsupported", "b"), ("partial", "b")])]
    assert by_family(labels, [True, True, False]) == (("a", "supported", 1, 1.0), ("b", "partial, unsupported", 2, 0.5))
    assert by_family(labels, [None, True, True]) == (("b", "partial, unsupported", 2, 0.0),)


def test_items_are_from_dev_only_and_hold_as_many_right_as_wrong():
    seeds = Corpus.seeds()
    questions = read_gold(seeds).questions
    papers = list(seeds.papers)
    records = {item.id: record(item.id, ranking=tuple(Ranked(paper, 0.5) for paper in papers)) for item in questions}
    dev = {asked(item) for item in questions if item.split == "dev"}
    facts = {nugget.text for item in questions if item.split == "dev" for nugget in item.nuggets}
    for items in (answer_items(questions, 30), context_items(questions, records, seeds, 30), nugget_items(questions, seeds, 30)):
        assert len(items) == 30
        assert sum(item.is_yes for item in items) == 15
        assert all(item.values["question"] in dev if "question" in item.values else item.values["fact"] in facts for item in items)


def test_the_labelled_statements_are_many_varied_and_about_verbatim_sentences():
    labels = read_labels(Corpus.seeds())
    assert len(labels) >= 120
    assert len({(label.quote, label.statement) for label in labels}) == len(labels)
    assert 0.4 < sum(label.is_supported for label in labels) / len(labels) < 0.5
    assert len({label.family for label in labels}) >= 8
    half = chosen_labels(labels, len(labels) // 2)
    assert {label.family for label in half} == {label.family for label in labels}


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"id": "b", "quote": "Not there."}, "not in the abstract"),
        ({"label": "maybe"}, "label is unknown"),
        ({"extra": "x"}, "fields"),
        ({}, "used before"),
    ],
)
def test_a_bad_label_is_told_with_file_and_line(tmp_path, change, message):
    good = {"id": "a", "paper": ONE, "quote": "Cats eat fish.", "statement": "Fish is eaten.", "label": "supported", "family": "paraphrase"}
    path = tmp_path / "labels.jsonl"
    path.write_text("".join(json.dumps(line) + "\n" for line in (good, {**good, **change})), "utf-8")
    with pytest.raises(GoldError, match=message) as caught:
        read_labels(corpus(), path)
    assert "labels.jsonl, line 2" in caught.value.cause


def test_the_command_prints_agreement_beside_every_metric_and_writes_the_results(tmp_path, endpoint, monkeypatch):
    monkeypatch.setenv("ASSISTANT_DATA_DIR", str(tmp_path / "data"))
    monkeypatch.setenv("OPENAI_API_KEY", KEY)
    seeds = Corpus.seeds()
    chosen = [item for item in read_gold(seeds).questions if item.split == "dev" and item.is_quoted][:2]
    evidence = [item.evidence[0] for item in chosen]
    papers = tuple(Ranked(paper, 0.5) for paper in list(seeds.papers)[:5])
    records = [record(item.id, ranking=papers, text=found.quote, claims=()) for item, found in zip(chosen, evidence, strict=True)]
    folder = folder_of(tmp_path / "run", chosen, records, seeds)
    endpoint.script(says(0.9))
    arguments = ["judge", str(folder), "--base-url", endpoint.url, "--model", "fake", "--calibrate", "4"]
    result = CliRunner().invoke(app, [*arguments, "--json"])
    assert result.exit_code == 0, result.output
    body = json.loads(result.stdout)
    assert json.loads((folder / "judge.json").read_text("utf-8"))["means"] == body["means"]
    assert (body["means"]["context_precision"]["mean"], body["means"]["context_recall"]["n"]) == (1.0, 2)
    # Nothing is cited, so nothing is supported, whatever the judge would say.
    assert body["means"]["faithfulness"]["mean"] == 0
    # A judge that always says Yes agrees by half, which is chance.
    for metric in ("answer_relevance", "context_recall", "context_precision"):
        assert (body["agreement"][metric]["accuracy"], body["agreement"][metric]["auroc"]) == (0.5, 0.5)
        assert body["agreement"][metric]["kappa"] == 0
    assert set(body["prompts"]) == set(body["means"]) - {"faithfulness by the offline checker"}
    assert KEY not in (folder / "judge.json").read_text("utf-8") + result.output
    shown = CliRunner().invoke(app, arguments)
    assert "split dev, 2 answers" in shown.stdout
    assert "(0 new" in shown.stdout


def test_the_labels_need_no_endpoint_and_judging_does(tmp_path, run):
    result = CliRunner().invoke(app, ["judge", "--labels"])
    assert result.exit_code == 0, result.output
    assert "offline checker" in result.stdout
    assert "paraphrase" in result.stdout
    assert isinstance(CliRunner().invoke(app, ["judge", str(run)]).exception, ConfigurationError)
    assert CliRunner().invoke(app, ["judge"]).exit_code == 2


def test_a_folder_of_another_corpus_or_with_a_missing_answer_is_told(tmp_path, run):
    def read(questions, papers):
        return read_material(run, Gold(questions, "g"), papers, [], papers, limit=0, calibrate=0)

    with pytest.raises(RunError, match="another corpus"):
        read((one_question(),), Corpus.of([]))
    with pytest.raises(RunError, match="not in the gold"):
        read((), corpus())
    (run / "answers.jsonl").unlink()
    with pytest.raises(RunError, match="1 answers are missing"):
        read((one_question(),), corpus())
