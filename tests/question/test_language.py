"""The language of a question is that which it is asked in, whatever names, terms and formulas of others it holds."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from assistant.languages import CODES
from assistant.question import language

ROOT = Path(__file__).parents[2]
TEMPLATES = (
    "Which papers study {}?", "What does {} show about robustness?", "how is {} used in training", "{}: is there any work on it?",
    "Does the method of {} beat the baseline, and why?",
)  # fmt: skip
ODD = (
    "Erdős–Rényi graphs",
    "Schrödinger bridges",
    "naïve Bayes à la carte",
    "Les Misérables",
    "São Paulo traffic",
    "the Fréchet inception distance",
    "Gödel machines",
    "Lévy processes",
    "Poincaré embeddings",
    "Hölder smoothness",
    "Nyström approximation",
    "Kähler manifolds",
    "das Adam-Problem",
    "Vapnik–Chervonenkis",
    "El Niño forecasts",
    "La Niña",
    "de novo protein design",
    "ad hoc teamwork",
    "per se fairness",
    "die casting defects",
    "in vivo data",
    "a priori bounds",
    "pro forma audits",
    "Monte Carlo",
    "der Spiegel headlines",
    "en route planning",
    "von Mises–Fisher",
    "van der Waals forces",
    "the word “où”",
    "the title “Über das Lernen”",
    "¿Qué? tokens",
    "Łukasiewicz logic",
    "İstanbul street maps",
    "Björn and Ångström",
    "$\\mathcal{O}(n \\log n)$ de la",
    "\\textbf{le} \\emph{der}",
    "x_{i+1} = W x_i + b",
    "数",
    "差分",
    "隐私 in LLMs",
    "Колмогоров",
    "the Cyrillic letter я",
    "한국",
    "emoji 🤖💸",
    "العربية",
    "ไทย",
    "カタカナ",
    "C++",
    "GPT-4o vs o3",
    "https://example.org/le/la/der/die",
    "ON/OFF signals",
    "DES and AES",
    "SIN and COS",
    "AI / carbon footprint",
    "no no no",
    "Don Quixote",
)
FOREIGN = {
    "zh": ("有哪些论文？", "OpenGU 支持多少种数据集？", "它呢", "LLM 的隐私问题有哪些研究", "㐀㐁", "哪些论文研究 membership inference?"),
    "zh-hant": ("有哪些論文？", "這個方法為什麼有效？"),
    "ja": ("論文はどれですか", "LLMのプライバシーは？", "なぜ？"),
    "ko": ("어떤 논문인가요?", "FRG란?"),
    "th": ("บทความใดบ้าง", "FRG คืออะไร"),
    "ar": ("ما هو FRG؟", "لماذا؟"),
    "ru": ("Что такое машинное обучение?", "Какие papers о membership inference?"),
    "fr": ("Quels papers sur membership inference ?", "Qu'est-ce que FRG ?", "robustesse", "Pourquoi ?", "et le deuxième ?"),
    "de": ("Was ist MINJA?", "Datenschutz", "Warum?", "Welche davon sind Spotlights?"),
    "it": ("Cos'è FRG?", "Perché?", "Quali di questi usano grafi?"),
    "es": ("¿Qué es FRG?", "papers sobre privacy en LLMs", "privacidad", "¿y el segundo?"),
    "pt": ("O que é MINJA?", "Por quê?", "Quais deles usam grafos?"),
    "nl": ("Wat is FRG?", "Waarom?", "Welke daarvan gebruiken grafen?"),
    "pl": ("Czym jest FRG?", "Dlaczego?", "Które z nich używają grafów?"),
    "tr": ("FRG nedir?", "Neden?", "Bunlardan hangisi çizge kullanıyor?"),
}  # fmt: skip


@pytest.mark.parametrize("template", TEMPLATES)
def test_an_english_question_stays_english_whatever_it_is_about(template: str) -> None:
    assert len(ODD) * len(TEMPLATES) >= 200
    assert [asked for odd in ODD if language(asked := template.format(odd)) != "en"] == []


@pytest.mark.parametrize("text", ["", "42 + 17?", "LLM", "differential privacy", "OpenGU", "spotlights", "?!", "le papers", "$x$"])
def test_what_speaks_for_no_language_is_english(text: str) -> None:
    assert language(text) == "en"


def test_every_english_question_of_the_split_dev_and_of_the_benchmarks_is_english() -> None:
    gold = [json.loads(line) for path in (ROOT / "eval/gold").glob("*.jsonl") for line in path.read_text("utf-8").splitlines()]
    asked = [item["question"] for item in gold if item["split"] == "dev" and item["lang"] == "en"]
    paraphrases = (ROOT / "benchmarks/data/paraphrases.jsonl").read_text("utf-8").splitlines()[::8]
    asked += [json.loads(line)["question"] for line in paraphrases]
    assert len(asked) > 900
    assert [text for text in asked if language(text) != "en"] == []


@pytest.mark.parametrize("code", sorted(FOREIGN))
def test_a_short_question_is_in_the_language_of_its_words(code: str) -> None:
    assert [text for text in FOREIGN[code] if language(text) != code] == []


def test_every_language_is_known_from_the_translated_questions() -> None:
    lines = [json.loads(line) for line in (ROOT / "eval/languages/dev.jsonl").read_text("utf-8").splitlines()]
    assert {line["lang"] for line in lines} == set(CODES) - {"en"}
    wrong = [line["question"] for line in lines if language(line["question"]) != line["lang"]]
    # One is written in characters that traditional and simplified Chinese share.
    assert len(wrong) <= 1


def test_digits_and_punctuation_do_not_dilute_a_language() -> None:
    assert language("2025 – 2026 (95.4 %) … 公平？") == "zh"
    assert language("abcdefgh" + "数据") == "zh"
    assert language("abcdefghi" + "数据") == "en"


def test_a_question_that_is_english_but_for_a_term_in_another_script_is_english() -> None:
    assert language("What does 差分隐私保护 mean?") == "en"
    assert language("What did Колмогоров prove?") == "en"
