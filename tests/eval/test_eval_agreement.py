"""Agreement of two annotators, worked out by hand."""

import json
from dataclasses import replace

import pytest
from eval_builders import ABSTRACTS, corpus, question
from typer.testing import CliRunner

from assistant_eval.command import app
from assistant_eval.comparing.agreement import disagreement, list_agreement, specific_agreement, three_class_kappa
from assistant_eval.errors import GoldError, RunError
from assistant_eval.gold.corpus import Corpus
from assistant_eval.gold.questions import Sentence, split_of
from assistant_eval.gold.reading import Gold, read_gold
from assistant_eval.gold.second import Judgment, before_settling, read_second
from assistant_eval.gold.settled import Settlement, read_settled

ONE, TWO, THREE = ABSTRACTS


def lists():
    return [Judgment(question(kind="list", relevant=(ONE, TWO), borderline=()), (ONE,), (TWO,), ())]


def test_a_paper_borderline_for_one_is_left_out_or_counted_as_not_relevant():
    neutral = list_agreement(lists(), list(ABSTRACTS), strict=False)
    assert (neutral.judgments, neutral.jaccard, neutral.f1, neutral.kappa) == (2, 1, 1, 1)
    strict = list_agreement(lists(), list(ABSTRACTS), strict=True)
    # Observed 2/3; by chance 2/3 · 1/3 + 1/3 · 2/3 = 4/9; (6/9 − 4/9) / (5/9).
    assert (strict.judgments, strict.jaccard) == (3, 0.5)
    assert (strict.f1, strict.kappa) == pytest.approx((2 / 3, 0.4))


def test_three_classes_leave_nothing_out():
    # Classes 2, 2, 0 and 2, 1, 0: observed 2/3, by chance (2·1 + 1·1) / 9 = 1/3.
    assert three_class_kappa(lists(), list(ABSTRACTS)) == pytest.approx(0.5)


def test_agreement_on_papers_and_sentences():
    same = Judgment(question(), (ONE,), (), (Sentence(ONE, "Cats eat fish."),))
    other = Judgment(question("r"), (TWO,), (), (Sentence(TWO, "Dogs eat meat."),))
    refused = Judgment(question("u", kind="unanswerable"), (), (), ())
    found = specific_agreement([same, other, refused], corpus())
    assert (found.same_papers, found.jaccard) == pytest.approx((2 / 3, 2 / 3))
    assert found.answerable_kappa == 1
    assert (found.quoted, found.evidence_f1) == (2, pytest.approx((2 / 3 + 0) / 2))


DEV, TEST = (next(name for name in (f"l{n}" for n in range(40)) if split_of(name) == split) for split in ("dev", "test"))


@pytest.mark.parametrize(
    ("relevant", "borderline"), [((ONE, TWO), (THREE,)), ((ONE, TWO, THREE), ()), ((ONE,), ()), ((ONE,), (TWO,)), ((), (ONE, TWO))]
)
def test_every_difference_in_a_list_is_a_disagreement_also_one_between_borderline_and_nothing(relevant, borderline):
    judged = question(DEV, kind="list", relevant=(ONE, TWO), borderline=())
    found = disagreement(Judgment(judged, relevant, borderline, ()), corpus())
    assert set(found["only_gold"]) == {ONE, TWO} - set(relevant)
    assert set(found["only_second"]) == set(relevant) - {ONE, TWO}
    assert set(found["borderline_only_second"]) == set(borderline)
    assert disagreement(Judgment(replace(judged, borderline=(THREE,)), (ONE, TWO), (), ()), corpus())["borderline_only_gold"] == [THREE]


def test_of_the_split_test_only_the_id_is_written():
    assert disagreement(Judgment(question(TEST), (TWO,), (), ()), corpus()) == {"id": TEST, "split": "test"}


def test_a_file_for_disagreements_that_cannot_be_written_is_told(tmp_path):
    result = CliRunner().invoke(app, ["agreement", "--disagreements", str(tmp_path / "nowhere" / "open.jsonl")])
    assert isinstance(result.exception, RunError)
    assert "cannot be written" in result.exception.cause


def test_a_disagreement_names_what_only_one_has():
    found = disagreement(Judgment(question(DEV), (ONE,), (), (Sentence(ONE, "Cats eat fish."),)), corpus())
    assert found["evidence_only_gold"] == [{"paper": ONE, "quote": "Cats sleep a lot."}]
    assert found["evidence_only_second"] == []
    assert disagreement(Judgment(question(kind="list"), (ONE, TWO), (), ()), corpus()) == {}


@pytest.mark.parametrize(
    ("row", "message"),
    [
        ({"id": "x", "relevant": []}, "no question 'x'"),
        ({"id": "q", "relevant": ["no"]}, "no paper 'no'"),
        ({"id": "q"}, "relevant"),
        ({"id": "q", "relevant": [ONE], "evidence": [{"paper": ONE, "quote": "Cats swim."}]}, "not in the abstract"),
    ],
)
def test_a_bad_second_judgment_is_told_with_file_and_line(tmp_path, row, message):
    (tmp_path / "s.jsonl").write_text(json.dumps(row) + "\n", "utf-8")
    with pytest.raises(GoldError, match=message) as caught:
        read_second(Gold((question(),), "g"), corpus(), tmp_path)
    assert "s.jsonl, line 1" in caught.value.cause


def test_at_least_a_third_of_the_bundled_questions_was_judged_twice(tmp_path):
    target = tmp_path / "open.jsonl"
    result = CliRunner().invoke(app, ["agreement", "--disagreements", str(target)])
    assert result.exit_code == 0
    judged, _, total = result.output.split(" questions")[0].partition(" of ")
    assert int(judged) * 3 >= int(total)
    rows = [json.loads(line) for line in target.read_text("utf-8").splitlines()]
    assert all(row["id"] for row in rows)
    assert {tuple(row) for row in rows if row["split"] == "test"} == {("id", "split")}


def settled(folder, **fields):
    row = {"id": "q", "paper": TWO, "first": "borderline", "second": "relevant", "verdict": "relevant", "reason": "It is about dogs."}
    (folder / "s.jsonl").write_text(json.dumps({**row, **fields}) + "\n", "utf-8")
    return read_settled(Gold((question(kind="list", relevant=(ONE, TWO), borderline=()),), "g"), folder)


def test_agreement_is_measured_against_what_the_first_annotator_had_said_before_settling(tmp_path):
    cases = settled(tmp_path)
    (before,) = before_settling(lists(), cases)
    assert (before.question.relevant, before.question.borderline) == ((ONE,), (TWO,))
    sentence = Settlement("q", ONE, "no", "yes", "yes", "It says what.", "Cats eat fish.")
    (without,) = before_settling([Judgment(question(), (ONE,), (), ())], [sentence])
    assert [item.quote for item in without.question.evidence] == ["Cats sleep a lot."]


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"verdict": "no"}, "settled as 'no', but the gold says 'relevant'"),
        ({"verdict": "perhaps"}, "an opinion or the reason is missing"),
        ({"reason": " "}, "an opinion or the reason is missing"),
        ({"id": "x"}, "no question 'x'"),
        ({"who": "me"}, "unexpected keyword argument 'who'"),
    ],
)
def test_a_case_that_the_gold_does_not_follow_is_told_with_file_and_line(tmp_path, change, message):
    with pytest.raises(GoldError, match=message) as caught:
        settled(tmp_path, **change)
    assert "s.jsonl, line 1" in caught.value.cause


def test_every_disagreement_of_the_bundled_gold_is_settled():
    papers = Corpus.seeds()
    gold = read_gold(papers)
    cases = read_settled(gold)
    judgments = before_settling(read_second(gold, papers), cases)
    settled_ids = {case.id for case in cases}
    assert {found["id"] for each in judgments if (found := disagreement(each, papers))} <= settled_ids
