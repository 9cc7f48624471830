"""What form of answer a question asks for, in English and in Chinese, by words nobody tuned on."""

from __future__ import annotations

import numpy as np
import pytest

from assistant import Assistant
from assistant.question.forms import FILE, KINDS, FormModel, by_pattern, features, mean_direction

LISTS = [
    "Which papers study reinforcement learning?",
    "List every paper about graph neural networks.",
    "Show me all works on explainability.",
    "Are there any articles about decision trees?",
    "find all papers that deal with deepfakes",
    "有哪些关于强化学习的论文？",
    "列出所有研究图神经网络的文章",
    "有没有关于深度伪造检测的论文？",
]
SPECIFICS = [
    "What accuracy does DiffBreak reach?",
    "How does AdaptDel choose the deletion rate?",
    "Why are chains of thought hard to read?",
    "What happens to a language model when the batch size grows too large?",
    "Does equivariance make image classifiers harder to attack?",
    "OpenGU 支持多少种数据集？",
    "为什么思维链难以阅读？",
    "AdaptDel 是如何选择删除率的？",
]
COMPARISONS = [
    "Compare OpenGU and TraffiDent.",
    "What is the difference between WASP and Panacea?",
    "How do Clip-and-Verify and DiffBreak differ?",
    "SNEAKDOOR versus DiffBreak: which threat does each look at?",
    "OpenGU 和 TraffiDent 有什么区别？",
]


@pytest.mark.parametrize("question", LISTS)
def test_a_question_for_papers_is_a_list(question: str, opened: Assistant) -> None:
    assert opened.read(question).kind == "list"


@pytest.mark.parametrize("question", SPECIFICS)
def test_a_question_for_a_fact_is_specific(question: str, opened: Assistant) -> None:
    assert opened.read(question).kind == "specific"


@pytest.mark.parametrize("question", COMPARISONS)
def test_a_question_for_a_difference_is_a_comparison_of_the_papers_it_names(question: str, opened: Assistant) -> None:
    query = opened.read(question)
    assert query.kind == "compare"
    assert query.only_focus
    assert len(query.focus) == 2


@pytest.mark.parametrize("question", ["WASP 与 Panacea 有何不同？", "比较 WASP 与 Panacea"])
def test_a_plain_chinese_comparison_is_one(question: str, opened: Assistant) -> None:
    assert opened.read(question).kind == "compare"


def test_the_patterns_alone_see_the_obvious_forms() -> None:
    assert by_pattern("Which papers are about owls?") == "list"
    assert by_pattern("Compare owls with bats") == "compare"
    assert by_pattern("比较猫头鹰与蝙蝠") == "compare"
    assert by_pattern("有哪些关于猫头鹰的论文") == "list"
    assert by_pattern("How do owls hear?") == "specific"
    assert by_pattern("Which paper introduced owls?") == "specific"


def test_the_model_sees_a_unit_vector_the_pattern_and_the_length() -> None:
    seen = features("compare a b c", np.array([3.0, 4.0], np.float32))
    assert seen == pytest.approx([6 * 0.6, 6 * 0.8, 0, 1, 0.4])
    assert features("owl " * 50, np.zeros(2, np.float32)) == pytest.approx([0, 0, 0, 0, 2])


def test_each_language_has_a_model_that_fits_its_encoder() -> None:
    with np.load(FILE) as stored:
        sizes = {"en": stored["english"].shape[1] - 4, "zh": stored["other"].shape[1] - 4}
    model = FormModel(lambda text, language: np.zeros(sizes[language], np.float32))
    assert sizes["en"] != sizes["zh"]
    assert model.kind("Which papers study owls?", "en") in KINDS
    assert model.kind("有哪些关于猫头鹰的论文？", "zh") in KINDS


FORMS = {
    "ar": ("ما الأوراق التي تدرس التعلم المعزز؟", "لماذا يصعب قراءة سلاسل التفكير؟"),
    "de": ("Welche Arbeiten behandeln bestärkendes Lernen?", "Wie wählt AdaptDel die Löschrate?"),
    "es": ("¿Qué artículos estudian el aprendizaje por refuerzo?", "¿Cómo elige AdaptDel la tasa de borrado?"),
    "fr": ("Quels articles étudient l'apprentissage par renforcement ?", "Comment AdaptDel choisit-il le taux de suppression ?"),
    "it": ("Quali articoli studiano l'apprendimento per rinforzo?", "Come sceglie AdaptDel il tasso di cancellazione?"),
    "ja": ("強化学習を扱う論文はどれですか？", "AdaptDelは削除率をどのように選びますか？"),
    "ko": ("강화 학습을 다루는 논문은 무엇인가요?", "AdaptDel은 삭제율을 어떻게 정하나요?"),
    "nl": ("Welke papers gaan over reinforcement learning?", "Hoe kiest AdaptDel de verwijderkans?"),
    "pl": ("Które prace dotyczą uczenia ze wzmocnieniem?", "Jak AdaptDel wybiera częstość usuwania?"),
    "pt": ("Quais artigos estudam aprendizado por reforço?", "Como o AdaptDel escolhe a taxa de remoção?"),
    "ru": ("Какие статьи изучают обучение с подкреплением?", "Как AdaptDel выбирает долю удаления?"),
    "th": ("บทความใดบ้างที่ศึกษาการเรียนรู้แบบเสริมกำลัง", "AdaptDel เลือกอัตราการลบอย่างไร"),
    "tr": ("Hangi makaleler pekiştirmeli öğrenmeyi inceliyor?", "AdaptDel silme oranını nasıl seçiyor?"),
    "zh-hant": ("哪些論文研究強化學習？", "AdaptDel 如何選擇刪除率？"),
}  # fmt: skip


@pytest.mark.parametrize("code", sorted(FORMS))
def test_lists_facts_and_comparisons_are_told_apart_in_every_language(code: str, opened: Assistant) -> None:
    listed, specific = FORMS[code]
    assert (opened.read(listed).kind, opened.read(listed).language) == ("list", code)
    assert opened.read(specific).kind == "specific"


def test_a_token_s_weight_does_not_change_the_question_s_direction() -> None:
    assert mean_direction(np.array([[2, 0], [0, 0.5]], np.float32)) == pytest.approx([0.5, 0.5])
