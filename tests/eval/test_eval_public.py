"""Public sets, through the real commands over folders of a few lines, and their measures against numbers worked out by hand."""

import json
import math

import numpy as np
import pytest
from typer.testing import CliRunner

from assistant import ConfigurationError, load_settings
from assistant.citations import coverage, support
from assistant.wiring import bundled_checker
from assistant_eval.command import app
from assistant_eval.errors import RunError
from assistant_eval.public.beir import STAGES
from assistant_eval.public.checking import JUDGES
from assistant_eval.public.collection import build, collect
from assistant_eval.public.decisions import best_threshold, decisions, measured_at
from assistant_eval.public.folder import Document, Query, read_benchmark
from assistant_eval.public.published import published
from assistant_eval.public.ranking import Ranked, Stage, gains, measure
from assistant_eval.scoring.metrics import auroc

DOCUMENTS = [
    {"_id": "cats", "title": "Cats", "text": "Cats sleep a lot. Cats eat fish.", "metadata": {}},
    {"_id": "dogs", "title": "Dogs", "text": "Dogs bark <i>loudly</i>. Dogs eat meat."},
    {"_id": "cats2", "title": "Cats again", "text": "Cats sleep a lot. Cats eat fish."},
    {"_id": "owls", "title": "Owls hunt mice at night", "text": ""},
    {"_id": "nothing", "title": "", "text": " "},
]
QUERIES = [{"_id": "q1", "text": "what do cats eat"}, {"_id": "q2", "text": "which bird hunts mice"}, {"_id": "q3", "text": "who barks"}]
QRELS = "query-id\tcorpus-id\tscore\nq1\tcats\t2\nq1\tcats2\t1\nq1\tdogs\t0\nq2\towls\t1\nq2\tgone\t1\nq3\tdogs\t-1\n"


def write(folder, documents=DOCUMENTS, queries=QUERIES, qrels=QRELS):
    (folder / "qrels").mkdir(parents=True, exist_ok=True)
    for name, rows in (("corpus", documents), ("queries", queries)):
        (folder / f"{name}.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows), "utf-8")
    (folder / "qrels" / "test.tsv").write_text(qrels, "utf-8")
    return folder


def invoke(*arguments):
    return CliRunner().invoke(app, [str(argument) for argument in arguments])


@pytest.fixture(scope="module")
def ranked(tmp_path_factory):
    """The command's output over the five documents, and the folder where everything lies."""
    folder = tmp_path_factory.mktemp("beir")
    write(folder / "pets")
    result = invoke("beir", "--data", folder / "pets", "--index", folder / "indexes", "--out", folder / "out.json")
    assert result.exit_code == 0, result.output
    return folder, result.stdout


def test_every_stage_is_measured_over_the_queries_that_have_an_answer(ranked):
    folder, _ = ranked
    found = json.loads((folder / "out.json").read_text("utf-8"))
    assert set(found["stages"]) == set(STAGES)
    assert (found["queries"], found["unanswered"], found["absent"]) == (2, 1, ["gone"])
    blend = found["stages"]["blend"]
    assert blend["hit@1"] == 1
    # Of the two relevant documents of q2 the corpus has one.
    assert blend["recall@100"] == pytest.approx((1 + 0.5) / 2)
    assert blend["each"]["q2"]["ndcg@10"] == pytest.approx(1 / (1 + 1 / math.log2(3)))
    assert blend["each"]["q1"]["top"][:2] == ["cats", "cats2"]
    assert {(gain["a"], gain["b"]) for gain in found["gains"]} == {("blend", name) for name in STAGES if name != "blend"}


def test_documents_without_text_stop_nothing_and_are_named(ranked):
    _, printed = ranked
    assert "Left out for want of a title and a text: 1 (nothing)" in printed
    assert "Without a text, known by the title: 1 (owls)" in printed
    assert "Documents with the text of another one: 1" in printed
    assert "not in the corpus, counted as not found: 1 (gone)" in printed
    assert "Queries without a relevant document, left out: 1" in printed


def test_an_index_that_is_there_is_used_again(ranked):
    folder, _ = ranked
    built = {path: path.stat().st_mtime_ns for path in folder.glob("indexes/*/indexes/*/generation-*/manifest.json")}
    assert len(built) == 1
    result = invoke("beir", "--data", folder / "pets", "--index", folder / "indexes", "--stage", "lexical", "--limit-queries", 1, "--json")
    assert result.exit_code == 0, result.output
    found = json.loads(result.stdout)
    assert (found["queries"], list(found["stages"]), found["gains"]) == (1, ["lexical"], [])
    assert {path: path.stat().st_mtime_ns for path in folder.glob("indexes/*/indexes/*/generation-*/manifest.json")} == built


def test_an_index_that_was_interrupted_goes_on_where_it_stopped(tmp_path):
    names = ["ants", "bees", "cows", "deer"]
    collection = collect([Document(name, name, f"All about {name}.") for name in names])
    stages = []

    def stop_in_the_second_step(progress):
        stages.append(progress)
        if progress.stage == "dense vectors" and progress.total == 4:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        build("zoo", collection, tmp_path, load_settings(), stop_in_the_second_step, step=2)
    assert [progress.total for progress in stages if progress.stage == "index written"] == [2]
    home = build("zoo", collection, tmp_path, load_settings(), lambda progress: None, step=2)
    assert len(home.open(load_settings()).papers) == 4
    assert home.seconds > 0


def test_grades_are_gains_in_ndcg():
    query = Query("q", "?", {"a": 3, "b": 1})
    values = measure([query], {"q": ["b", "x", "a"]})["q"]
    gain, best = 1 + 3 / math.log2(4), 3 + 1 / math.log2(3)
    assert values == pytest.approx({"ndcg@10": gain / best, "recall@100": 1, "mrr@10": 1, "hit@1": 1})


def test_a_query_for_which_nothing_is_found_counts_as_nothing():
    queries = [Query("q", "?", {"a": 1}), Query("r", "?", {"a": 1})]
    assert set(measure(queries, {"q": [], "r": ["a"]})["q"].values()) == {0.0}
    assert set(measure(queries[:1], {"q": []})["q"].values()) == {0.0}


def test_the_first_stage_is_compared_with_the_others_query_by_query():
    def stage(name, values):
        return Stage(name, {f"q{n}": Ranked((), 1.0) for n in range(len(values))}, {
            f"q{n}": {"ndcg@10": value, "recall@100": 1.0} for n, value in enumerate(values)
        })  # fmt: skip

    first, second = gains(stage("a", [1.0] * 10 + [0.0]), [stage("b", [0.5] * 10 + [1.0])])
    assert (first.measure, first.wins, first.losses, first.delta) == ("ndcg@10", 10, 1, pytest.approx((10 * 0.5 - 1) / 11))
    assert (second.delta, second.adjusted) == (0, 1)


@pytest.mark.parametrize(
    ("change", "named"),
    [
        (lambda folder: (folder / "corpus.jsonl").unlink(), "corpus.jsonl"),
        (lambda folder: (folder / "corpus.jsonl").write_text("\n"), "corpus.jsonl"),
        (lambda folder: (folder / "corpus.jsonl").write_text('{"_id": "a"\n'), "corpus.jsonl, line 1"),
        (lambda folder: (folder / "corpus.jsonl").write_text('{"id": "a", "text": "b"}\n'), "corpus.jsonl, line 1"),
        (lambda folder: (folder / "corpus.jsonl").write_text('{"_id": "a", "text": ["b"]}\n'), "corpus.jsonl, line 1"),
        (lambda folder: (folder / "corpus.jsonl").write_text('{"_id": "a", "text": "b"}\n' * 2), "corpus.jsonl, line 2"),
        (lambda folder: (folder / "queries.jsonl").unlink(), "queries.jsonl"),
        (lambda folder: (folder / "queries.jsonl").write_text('{"_id": "q1", "text": "?"}\n'), "queries.jsonl"),
        (lambda folder: (folder / "queries.jsonl").write_text('[]\n'), "queries.jsonl, line 1"),
        (lambda folder: (folder / "qrels" / "test.tsv").rename(folder / "qrels" / "train.tsv"), "qrels/test.tsv"),
        (lambda folder: (folder / "qrels" / "test.tsv").write_text("q1\tcats\n"), "test.tsv, line 1"),
        (lambda folder: (folder / "qrels" / "test.tsv").write_text("q1\tcats\tmuch\n"), "test.tsv, line 1"),
        (lambda folder: (folder / "qrels" / "test.tsv").write_text("q1\tcats\t0\n"), "qrels/test.tsv"),
    ],
)  # fmt: skip
def test_a_malformed_folder_is_an_error_that_names_the_file(tmp_path, change, named):
    folder = write(tmp_path / "pets")
    change(folder)
    error = invoke("beir", "--data", folder).exception
    assert isinstance(error, RunError)
    assert named in error.cause
    assert error.remedy


def test_a_folder_or_stage_that_is_not_there_says_what_there_is(tmp_path):
    assert "no such folder" in str(invoke("beir", "--data", tmp_path / "nowhere").exception)
    write(tmp_path)
    (tmp_path / "qrels" / "dev.tsv").write_text(QRELS)
    assert "qrels/: dev, test." in str(invoke("beir", "--data", tmp_path, "--split", "train").exception)
    error = invoke("beir", "--data", tmp_path, "--stage", "magic").exception
    assert isinstance(error, ConfigurationError)
    assert "blend" in error.remedy
    assert isinstance(invoke("beir", "--data", tmp_path, "--out", tmp_path / "no" / "x.json").exception, RunError)


def test_queries_are_limited_evenly(tmp_path):
    rows = [{"_id": f"q{n}", "text": "?"} for n in range(10)]
    folder = write(tmp_path, queries=rows, qrels="".join(f"q{n}\tcats\t1\n" for n in range(10)))
    assert [query.id for query in read_benchmark(folder, "test").limited(3).queries] == ["q0", "q3", "q6"]


def test_published_numbers_are_those_of_the_set_and_its_split():
    assert {row.system: row.values["ndcg@10"] for row in published("beir", "scifact")}["bge-small-en-v1.5"] == 0.713
    assert published("beir", "scifact", "train") == []
    assert published("beir", "pets") == []


# Ids of the split on which thresholds are chosen, and of the one that is reported.
CHOSEN, REPORTED = "c1", "c2"
ABSTRACTS = [
    {
        "_id": "1",
        "title": "Statins",
        "text": "We followed many adults. Statins lower blood cholesterol in older adults. Nothing else changed.",
    },
    {"_id": "2", "title": "Vitamins", "text": "Vitamin D does not prevent bone fractures in adults. We asked nurses."},
    {"_id": "3", "title": "Walking", "text": "Walking was popular. The weather was fine."},
]


def claim_rows(claim_id):
    base = {
        "split": "validation" if claim_id == REPORTED else "train",
        "id": claim_id,
        "claim": "Statins lower blood cholesterol in older adults.",
    }
    none = {"evidence_doc_id": "", "evidence_label": "", "evidence_sentences": "[]"}
    return [
        {**base, "evidence_doc_id": "1", "evidence_label": "SUPPORT", "evidence_sentences": "[1]", "cited_doc_ids": "[1 3]"},
        {**base, "id": f"{claim_id}", "claim": base["claim"], "cited_doc_ids": "[3]", **none},
    ]  # fmt: skip


def claims_folder(folder, extra=()):
    write(folder, documents=ABSTRACTS)
    hidden = {"split": "test", "id": "hidden", "claim": "?", "evidence_doc_id": "", "evidence_label": "", "evidence_sentences": "[]",
              "cited_doc_ids": "[]"}  # fmt: skip
    rows = [*claim_rows(CHOSEN), *claim_rows(REPORTED), hidden, *extra]
    (folder / "claims_with_rationales.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows), "utf-8")
    return folder


def contradiction(claim):
    return {
        "split": "validation", "id": REPORTED, "claim": claim, "evidence_doc_id": "2", "evidence_label": "CONTRADICT",
        "evidence_sentences": "[0]", "cited_doc_ids": "[2]",
    }  # fmt: skip


def test_support_contradiction_and_silence_are_told_apart(tmp_path):
    folder = claims_folder(tmp_path / "facts", [contradiction("Vitamin D does prevent bone fractures in adults.")])
    result = invoke("claims", "--data", folder, "--out", tmp_path / "out.json")
    assert result.exit_code == 0, result.output
    found = json.loads((tmp_path / "out.json").read_text("utf-8"))
    assert (found["pairs"], found["reported"], found["hidden_claims"]) == (5, 3, 1)
    for level in found["levels"].values():
        assert level["confusion"]["SUPPORT"] == {"supported": 1, "partial": 0, "unsupported": 0}
        assert level["confusion"]["CONTRADICT"]["supported"] == 0
        assert level["confusion"]["NONE"]["unsupported"] == 1
        assert level["at"]["product"]["auroc"]["value"] == 1
        assert level["passed"] == []
    assert [item["best"] for item in found["each"] if item["label"] == "SUPPORT"] == [1, 1]
    assert "Contradictions shown as support at the level rationale: 0" in result.stdout
    assert "All pairs: 5 (SUPPORT 2, CONTRADICT 1, NONE 2)" in result.stdout


def test_a_contradiction_that_passes_as_support_is_shown_with_its_sentence(tmp_path):
    # Counting words finds all of these in the sentence.
    claim = "Vitamin D does not prevent bone fractures, in adults."
    folder = claims_folder(tmp_path / "facts", [contradiction(claim)])
    result = invoke("claims", "--data", folder, "--checker", "words", "--level", "rationale")
    assert result.exit_code == 0, result.output
    assert "Contradictions shown as support at the level rationale: 1" in result.stdout
    assert f"{REPORTED} × 2: {claim} | Vitamin D does not prevent" in result.stdout
    assert "level abstract" not in result.stdout


def test_without_the_split_on_which_it_is_chosen_there_is_no_chosen_threshold(tmp_path):
    folder = claims_folder(tmp_path / "facts")
    result = invoke("claims", "--data", folder, "--checker", "words", "--only-reported", "--json")
    assert result.exit_code == 0, result.output
    found = json.loads(result.stdout)
    assert (found["pairs"], found["reported"]) == (2, 2)
    assert set(found["levels"]["rationale"]["at"]) == {"product"}


@pytest.mark.parametrize(
    ("fields", "named"),
    [
        ({"evidence_doc_id": "9"}, "no document '9'"),
        ({"evidence_label": "MAYBE"}, "'MAYBE' is no label"),
        ({"claim": None}, "no `claim`"),
    ],
)
def test_a_malformed_line_of_claims_is_an_error_that_names_it(tmp_path, fields, named):
    folder = claims_folder(tmp_path / "facts", [{**contradiction("A claim."), **fields}])
    error = invoke("claims", "--data", folder).exception
    assert isinstance(error, RunError)
    assert "claims_with_rationales.jsonl, line 6" in error.cause
    assert named in error.cause


def test_claims_need_their_file_and_a_checker_that_there_is(tmp_path):
    write(tmp_path)
    assert "claims_with_rationales.jsonl" in str(invoke("claims", "--data", tmp_path).exception)
    error = invoke("claims", "--data", claims_folder(tmp_path), "--checker", "oracle").exception
    assert isinstance(error, ConfigurationError)
    assert "words" in error.remedy


@pytest.mark.parametrize("words", range(1, 9))
def test_the_thresholds_are_those_that_the_product_uses(words):
    said = "apples bananas cherries dates elderberries figs grapes hazelnuts".split()
    claim, quote = " ".join(said), " ".join(said[:words])
    judge = JUDGES["words"]()
    assert judge.score is coverage
    assert judge.status(judge.score(claim, quote, ())) == support(claim, quote)


def test_the_product_is_judged_by_its_own_score_and_thresholds():
    judge, checker = JUDGES["entailment"](), bundled_checker()
    assert (judge.supported, judge.partial) == (checker.model.supported, checker.model.partial)
    for claim in ("Statins lower blood cholesterol.", "Statins raise blood cholesterol."):
        score = judge.score(claim, "Statins lower blood cholesterol in older adults.", ())
        assert judge.status(score) == support(claim, "Statins lower blood cholesterol in older adults.", (), checker)


def test_decisions_at_a_threshold_by_hand():
    values = decisions(np.array([0.9, 0.8, 0.4, 0.1]), np.array([True, False, True, False]), 0.8)
    assert values == {"precision": 0.5, "recall": 0.5, "f1": 0.5, "accuracy": 0.5, "balanced_accuracy": 0.5}
    nothing = decisions(np.array([0.2, 0.1]), np.array([True, False]), 0.9)
    assert nothing == {"precision": 0, "recall": 0, "f1": 0, "accuracy": 0.5, "balanced_accuracy": 0.5}


def test_the_chosen_threshold_parts_best():
    assert best_threshold([0.9, 0.6, 0.5, 0.1], [True, True, False, False]) == 0.6


def test_an_interval_holds_its_value_and_a_claim_counts_with_all_its_abstracts():
    scores, supports = [0.9, 0.2, 0.7, 0.4] * 10, [True, False, False, True] * 10
    alone = measured_at(scores, supports, [f"c{n}" for n in range(40)], {"product": 0.5})["product"]["f1"]
    paired = measured_at(scores, supports, [f"c{n // 4}" for n in range(40)], {"product": 0.5})["product"]["f1"]
    assert alone.value == paired.value == 0.5
    area = measured_at(scores, supports, [str(n) for n in range(40)], {"product": 0.5})["product"]["auroc"]
    positives, negatives = ([score for score, truth in zip(scores, supports, strict=True) if truth == side] for side in (True, False))
    assert area.value == pytest.approx(auroc(positives, negatives))
    assert alone.interval.low < 0.5 < alone.interval.high
    # Every claim has the same four abstracts: drawing claims changes nothing.
    assert paired.interval == (0.5, 0.5)
