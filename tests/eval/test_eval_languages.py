"""Gold questions in other languages: what a line must hold, what is measured, and what an answer's frame is in."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from typer.testing import CliRunner

from assistant import Assistant, ConfigurationError
from assistant.languages import CODES, load_language
from assistant_eval.command import app
from assistant_eval.errors import GoldError
from assistant_eval.gold.corpus import Corpus
from assistant_eval.gold.reading import Gold, read_gold
from assistant_eval.languages.measuring import Outcome, framed_in, measure, rates
from assistant_eval.languages.table import grid, lost
from assistant_eval.languages.translations import read_translations


@pytest.fixture(scope="module")
def gold() -> Gold:
    return read_gold(Corpus.seeds())


def written(folder: Path, *lines: dict[str, str]) -> Path:
    (folder / "own.jsonl").write_text("".join(json.dumps(line) + "\n" for line in lines), "utf-8")
    return folder


def test_the_bundled_translations_are_of_every_language_and_of_their_split_alone(gold: Gold) -> None:
    found = read_translations(gold, "dev")
    assert {item.lang for item in found} == set(CODES) - {"en"}
    assert {item.of.split for item in found} == {"dev"}
    kinds = {lang: {item.of.kind for item in found if item.lang == lang} for lang in CODES if lang != "en"}
    assert all(each == {"specific", "list", "compare", "unanswerable"} for each in kinds.values())


LINE = {"of": "list-023", "lang": "fr", "question": "Quels travaux ?"}


@pytest.mark.parametrize(("lines", "said"), [
    ([LINE | {"of": "no-such"}], "there is no question 'no-such'"),
    ([LINE | {"lang": "xx"}], "there is no language 'xx'"),
    ([LINE | {"question": " "}], "not the texts"),
    ([LINE | {"more": "x"}], "not the texts"),
    ([{"of": "list-023", "lang": "fr"}], "not the texts"),
    ([LINE, LINE], "stands twice"),
])  # fmt: skip
def test_a_wrong_line_is_named(lines: list[dict[str, str]], said: str, gold: Gold, tmp_path: Path) -> None:
    with pytest.raises(GoldError, match=r"own\.jsonl, line \d") as caught:
        read_translations(gold, "dev", written(tmp_path, *lines))
    assert said in caught.value.cause


def test_a_split_without_translations_is_said(gold: Gold, tmp_path: Path) -> None:
    with pytest.raises(ConfigurationError, match="No question of the split test"):
        read_translations(gold, "test", written(tmp_path, LINE))
    with pytest.raises(ConfigurationError, match="no split"):
        read_translations(gold, "all of them")


def test_a_translation_is_judged_as_its_english_question_is(gold: Gold, opened: Assistant, tmp_path: Path) -> None:
    lines = [
        {"of": "list-023", "lang": "fr", "question": "Quels travaux y a-t-il sur la confidentialité différentielle ?"},
        {"of": "spec-a-074", "lang": "fr", "question": "Comment AncDAI initialise-t-il le modèle global dans FedGFM+ ?"},
        {"of": "unans-059", "lang": "fr", "question": "Mon ordinateur portable a attrapé un virus, comment m'en débarrasser ?"},
    ]
    seen: list[int] = []
    found = measure(
        read_translations(gold, "dev", written(tmp_path, *lines)), opened, Corpus.of(opened.papers.values()), lambda n, _: seen.append(n)
    )
    listed, specific, refused = (outcome.values for outcome in found)
    assert seen == [1, 2, 3]
    assert set(listed) == {"language", "form", "recall@5", "list F1", "frame", "false refusals"}
    assert specific["hit@1"] == specific["recall@5"] == specific["language"] == 1
    assert refused == {"language": 1, "frame": 1, "refused": 1}


@pytest.mark.parametrize("code", CODES)
def test_an_answer_s_frame_is_in_the_language_of_its_sentences(code: str) -> None:
    frame = load_language(code).frame
    assert code in framed_in(frame["refusal"].format(looked_at=95) + "\n\n" + frame["nearest"])
    assert code in framed_in(frame["not_said"].format(title="**Owls** [1]"))


def test_quotes_alone_have_no_frame() -> None:
    assert framed_in("**Owls** [1]\n\n> Owls hide. [1]") == set()


def test_rates_have_wilson_s_interval_and_losses_are_named() -> None:
    outcomes = [Outcome("fr", "a", {"hit@1": 1.0, "false refusals": 0.0}), Outcome("fr", "b", {"hit@1": 0.0, "false refusals": 1.0})]
    found = rates(outcomes)
    assert found["hit@1"].value == 0.5
    assert found["hit@1"].n == 2
    # Wilson 1927: half of two is between 0.0945 and 0.9055.
    assert found["hit@1"].interval == pytest.approx((0.0945, 0.9055), abs=1e-4)
    assert list(lost(outcomes)) == ["fr b: hit@1, false refusals"]
    table = grid({"fr": found}, "dev", 2)
    assert table.rows[0][0] == "fr"
    assert "0.50 (0.09–0.91) 2" in table.rows[0]


def test_the_command_refuses_a_language_that_there_is_not() -> None:
    result = CliRunner().invoke(app, ["languages", "--lang", "xx"])
    assert isinstance(result.exception, ConfigurationError)
    assert "xx" in result.exception.cause
