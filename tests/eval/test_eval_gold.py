"""Gold files: the bundled ones are good, and every fault is told with file and line."""

import json
from collections import Counter

import pytest
from eval_builders import corpus
from typer.testing import CliRunner

from assistant_eval.command import app
from assistant_eval.errors import GoldError
from assistant_eval.gold.corpus import Corpus
from assistant_eval.gold.questions import split_of
from assistant_eval.gold.reading import read_gold
from assistant_eval.gold.rules import leak

GOOD = {
    "id": "q1", "split": split_of("q1"), "kind": "specific", "type": "paraphrase", "lang": "en", "messy": False,
    "question": "What do felines eat?",
    "relevant": ["t.txt#1"], "evidence": [{"paper": "t.txt#1", "quote": "Cats eat fish."}],
    "nuggets": [{"text": "fish", "vital": True, "evidence": [0]}],
}  # fmt: skip


def write(folder, *rows):
    lines = [row if isinstance(row, str) else json.dumps(row) for row in rows]
    (folder / "g.jsonl").write_text("\n".join(lines) + "\n", "utf-8")
    return folder


def test_the_bundled_gold_is_good_and_large_enough():
    gold = read_gold(Corpus.seeds())
    assert len(gold.questions) >= 300
    assert min(Counter(question.split for question in gold.questions).values()) > 150
    result = CliRunner().invoke(app, ["check"])
    assert (result.exit_code, "all valid" in result.output) == (0, True)


def test_a_good_line_becomes_a_question(tmp_path):
    gold = read_gold(corpus(), write(tmp_path, GOOD))
    assert gold.questions[0].evidence[0].quote == "Cats eat fish."


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"relevant": ["t.txt#9"]}, "there is no paper 't.txt#9'"),
        ({"evidence": [{"paper": "t.txt#1", "quote": "Cats eat  fish."}]}, "not in the abstract"),
        ({"evidence": [{"paper": "t.txt#2", "quote": "Dogs eat meat."}]}, "neither relevant nor borderline"),
        ({"split": "test" if split_of("q1") == "dev" else "dev"}, "belongs to"),
        ({"split": "train"}, "none of dev, test"),
        ({"kind": "riddle"}, "none of specific"),
        ({"question": "What is the secret life of tigers?"}, "gives away the title"),
        ({"nuggets": [{"text": "x", "vital": True, "evidence": [3]}]}, "evidence that is not there"),
        ({"nuggets": [{"text": "x", "vital": False, "evidence": [0]}]}, "a vital nugget"),
        ({"borderline": ["t.txt#2"]}, "only list and facet"),
        ({"history": [{"role": "user", "content": "hi"}]}, "have a history"),
        ({"kind": "list", "relevant": ["t.txt#1"], "borderline": ["t.txt#1"]}, "at once"),
        ({"kind": "unanswerable"}, "an unanswerable question has"),
        ({"messy": "no"}, "`messy`"),
        ({"question": " "}, "`question`"),
        ({"evidence": ["Cats eat fish."]}, "`evidence`"),
    ],
)
def test_a_fault_is_told_with_file_and_line(tmp_path, change, message):
    with pytest.raises(GoldError) as caught:
        read_gold(corpus(), write(tmp_path, {**GOOD, "id": "q0", "split": split_of("q0")}, {**GOOD, **change}))
    assert "g.jsonl, line 2" in caught.value.cause
    assert message in caught.value.cause
    assert caught.value.remedy


def test_an_id_used_twice_is_told_with_both_lines(tmp_path):
    with pytest.raises(GoldError, match=r"line 2: the id 'q1' was used in g\.jsonl, line 1"):
        read_gold(corpus(), write(tmp_path, GOOD, GOOD))


@pytest.mark.parametrize("line", ["{not json", "[1]"])
def test_a_line_that_is_no_object_is_told(tmp_path, line):
    with pytest.raises(GoldError, match=r"g\.jsonl, line 2: not"):
        read_gold(corpus(), write(tmp_path, GOOD, line))


def test_a_folder_without_gold_is_told(tmp_path):
    with pytest.raises(GoldError, match="no gold files"):
        read_gold(corpus(), tmp_path)


def test_a_question_by_name_may_name_the_paper(tmp_path):
    row = {**GOOD, "type": "by-name", "question": "What does the secret life of cats say on food?"}
    assert read_gold(corpus(), write(tmp_path, row)).questions


def test_two_shared_words_are_no_leak():
    assert leak("secret life of dogs?", "On the Secret Life of Cats") == "secret life of"
    assert leak("secret life, dogs?", "On the Secret Life of Cats") == ""


def test_the_split_of_an_id_never_changes():
    assert [split_of(name) for name in ("zh-002", "compare-002", "a", "b")] == ["dev", "dev", "dev", "dev"]
