"""Gold files: the bundled ones are good, and every fault is told with file and line."""

import json
import re
from collections import Counter

import pytest
from eval_builders import corpus
from typer.testing import CliRunner

from assistant_eval.command import app
from assistant_eval.errors import GoldError
from assistant_eval.gold import reading
from assistant_eval.gold.corpus import Corpus
from assistant_eval.gold.questions import SOURCES, TYPES, split_of
from assistant_eval.gold.reading import FOLDER, read_gold
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
        ({"evidence": [{"paper": "t.txt#1", "quote": "Cats eat"}]}, "no whole sentence of t.txt#1"),
        ({"evidence": [{"paper": "t.txt#1", "quote": "a lot. Cats eat"}]}, "no whole sentence of t.txt#1"),
        ({"lang": "English"}, "none of en, zh"),
        ({"borderlines": []}, "no field 'borderlines'"),
        ({"evidence": [{"paper": "t.txt#1", "quote": "Cats eat fish.", "page": 1}]}, "`evidence` has no field `page`"),
        ({"nuggets": [{"text": "x", "vital": True, "evidence": [0], "vitl": False}]}, "`nuggets` has no field `vitl`"),
        ({"question": "What do \ud83d eat?"}, "half a character"),
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


@pytest.mark.parametrize(
    ("line", "message"),
    [
        (json.dumps(GOOD)[:-1] + ', "split": "dev"}', "`split` stands twice"),
        (json.dumps(GOOD).replace('"vital": true', '"vital": false, "vital": true'), "`vital` stands twice"),
        ('{"id": ' + "[" * 100_000 + "]" * 100_000 + "}", "too deeply nested"),
        ('{"id": ' + "9" * 5000 + "}", "integer string conversion"),
    ],
)
def test_a_line_that_json_would_let_pass_or_choke_on_is_told(tmp_path, line, message):
    with pytest.raises(GoldError, match=message) as caught:
        read_gold(corpus(), write(tmp_path, line))
    assert "g.jsonl, line 1" in caught.value.cause


def test_more_than_a_sentence_is_evidence_too(tmp_path):
    row = {**GOOD, "evidence": [{"paper": "t.txt#1", "quote": "a lot. Cats eat fish. Cats"}]}
    assert read_gold(corpus(), write(tmp_path, row)).questions


@pytest.mark.parametrize("line", ["{not json", "[1]"])
def test_a_line_that_is_no_object_is_told(tmp_path, line):
    with pytest.raises(GoldError, match=r"g\.jsonl, line 2: not"):
        read_gold(corpus(), write(tmp_path, GOOD, line))


def test_a_folder_without_gold_is_told(tmp_path):
    with pytest.raises(GoldError, match="no gold files"):
        read_gold(corpus(), tmp_path)


@pytest.mark.parametrize(("kind", "type"), [("specific", "parahprase"), ("specific", "topic"), ("unanswerable", "paraphrase")])
def test_a_bundled_question_has_a_type_of_its_kind_and_one_s_own_any(tmp_path, monkeypatch, kind, type):  # noqa: A002
    changed = {"kind": kind, "type": type, **({"relevant": [], "evidence": [], "nuggets": []} if kind == "unanswerable" else {})}
    write(tmp_path, {**GOOD, **changed})
    assert read_gold(corpus(), tmp_path).questions[0].type == type
    monkeypatch.setattr(reading, "FOLDER", tmp_path)
    with pytest.raises(GoldError, match=f"line 1 .*type '{type}' of a {kind} question is none of"):
        read_gold(corpus(), tmp_path)


def test_gold_files_without_a_question_are_told(tmp_path):
    with pytest.raises(GoldError, match="hold no question"):
        read_gold(corpus(), write(tmp_path, ""))


def test_a_question_by_name_may_name_the_paper(tmp_path):
    row = {**GOOD, "type": "by-name", "question": "What does the secret life of cats say on food?"}
    assert read_gold(corpus(), write(tmp_path, row)).questions


def test_two_shared_words_are_no_leak():
    assert leak("secret life of dogs?", "On the Secret Life of Cats") == "secret life of"
    assert leak("secret life, dogs?", "On the Secret Life of Cats") == ""


def test_the_split_of_an_id_never_changes():
    assert [split_of(name) for name in ("zh-002", "compare-002", "a", "b")] == ["dev", "dev", "dev", "dev"]


def test_the_readme_names_the_types_of_every_kind():
    page = (FOLDER.parent / "README.md").read_text("utf-8")
    for kind, types in (*TYPES.items(), ("any", ())):
        (row,) = re.findall(rf"^\| `?{kind}`? \| (.*) \|$", page.split("the bundled ones have these:\n")[1].split("\n\n**")[0], re.M)
        assert re.findall(r"`([\w-]+)`", row) == list(types or SOURCES)
