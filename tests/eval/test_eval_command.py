"""`assistant eval` over a real assistant with a corpus of a few lines."""

import json

import pytest
from eval_builders import ABSTRACTS, TITLES
from typer.testing import CliRunner

from assistant import AssistantError, ConfigurationError
from assistant_eval.command import app
from assistant_eval.errors import GateError
from assistant_eval.gold.questions import split_of

IDS = [name for name in (f"cat-{n}" for n in range(20)) if split_of(name) == "dev"][:3]


@pytest.fixture
def project(tmp_path, monkeypatch):
    """A corpus and its gold in a folder of their own; the settings are not those of the machine."""
    for name in ("OPENAI_API_KEY", "OPENAI_BASE_URL"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("ASSISTANT_DATA_DIR", str(tmp_path / "data"))
    monkeypatch.chdir(tmp_path)
    rows = [{"title": TITLES[name], "abstract": text} for name, text in ABSTRACTS.items()]
    (tmp_path / "pets.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows), "utf-8")
    (tmp_path / "gold").mkdir()
    food = {
        "kind": "specific", "relevant": ["pets.jsonl#1"], "evidence": [{"paper": "pets.jsonl#1", "quote": "Cats eat fish."}],
        "nuggets": [{"text": "fish", "vital": True, "evidence": [0]}], "question": "What do cats eat?",
    }  # fmt: skip
    kinds = [
        food,
        {
            "kind": "list",
            "type": "topic",
            "question": "Which papers are about dogs?",
            "relevant": ["pets.jsonl#2"],
            "evidence": [],
            "nuggets": [],
        },
        {
            "kind": "unanswerable",
            "type": "off-field",
            "question": "Who won the chess match?",
            "relevant": [],
            "evidence": [],
            "nuggets": [],
        },
    ]
    lines = [
        {"id": name, "split": "dev", "type": "paraphrase", "lang": "en", "messy": False, **kind}
        for name, kind in zip(IDS, kinds, strict=True)
    ]
    (tmp_path / "gold" / "g.jsonl").write_text("".join(json.dumps(line) + "\n" for line in lines), "utf-8")
    return tmp_path


def invoke(*arguments):
    return CliRunner().invoke(app, ["--corpus", "pets.jsonl", "--gold", "gold", *arguments])


def test_a_run_prints_a_table_writes_reports_and_passes_or_fails_its_gate(project):
    result = invoke("--out", "one", "--name", "first")
    assert result.exit_code == 0, result.output
    assert "first: split dev, 3 questions" in result.stdout
    assert {path.name for path in (project / "one").iterdir()} == {
        "answers.jsonl", "scores.json", "environment.json", "report.md", "report.html", "run.lock",
    }  # fmt: skip

    (project / "gate.toml").write_text('[dev]\ncitation_validity = 1.0\n"hit@1" = 0.5\n', "utf-8")
    passed = invoke("--out", "one", "--gate", "gate.toml", "--json")
    assert passed.exit_code == 0, passed.output
    body = json.loads(passed.stdout)
    assert (body["n"], body["breaches"]) == (3, [])
    assert body["slices"]["all"]["citation_validity"]["value"] == 1
    assert json.loads((project / "one" / "environment.json").read_text())["reused"] == 3

    (project / "gate.toml").write_text("[dev]\nlatency_p50_ms = 0\n", "utf-8")
    failed = invoke("--out", "one", "--gate", "gate.toml")
    assert failed.exit_code == 1
    assert "Gate: dev latency_p50_ms" in failed.stderr
    assert "ceiling 0; worst: cat-" in failed.stderr

    (project / "gate.toml").write_text('gold = "other"\n[dev]\n"hit@1" = 0\n', "utf-8")
    refused = invoke("--out", "new", "--gate", "gate.toml")
    assert isinstance(refused.exception, GateError)
    assert not (project / "new").exists()

    compared = CliRunner().invoke(app, ["compare", "one", "one"])
    assert compared.exit_code == 0, compared.output
    assert "0 of " in compared.stdout


def test_runs_without_a_name_are_called_by_split_and_folder(project):
    for folder in ("a", "b"):
        assert invoke("--out", folder).exit_code == 0
    compared = CliRunner().invoke(app, ["compare", "a", "b"])
    assert "A = dev a, B = dev b" in compared.stdout


def test_a_sweep_puts_settings_side_by_side(project):
    options = ["--corpus", "pets.jsonl", "--gold", "gold", "--set", "retrieval.fusion=rrf,lexical", "--out", "swept"]
    result = CliRunner().invoke(app, ["sweep", *options])
    assert result.exit_code == 0, result.output
    assert "retrieval.fusion=lexical" in result.stdout
    assert len(list((project / "swept").iterdir())) == 2


def test_a_corpus_needs_its_own_gold(project):
    result = CliRunner().invoke(app, ["--corpus", "pets.jsonl"])
    assert isinstance(result.exception, ConfigurationError)
    assert "--gold" in result.exception.remedy


@pytest.mark.parametrize("option", [["--set", "retrieval.fusion=magic"], ["--set", "nothing=1"], ["--split", "train"], ["--ids", "nobody"]])
def test_a_wrong_option_names_its_cause(project, option):
    assert isinstance(invoke(*option).exception, AssistantError)
