"""What could be asked next is checked by the engine, and never at the expense of another reader's answer."""

from __future__ import annotations

from collections.abc import Sequence

from page_samples import answer, paper

from assistant.errors import IndexingError
from assistant.types import Answer, Turn
from assistant.ui.suggestions import suggestions


class Judge:
    """Answers the questions that `holds` says yes to."""

    def __init__(self, holds) -> None:
        self.holds = holds
        self.judged: list[str] = []

    def answerable(self, text: str, history: Sequence[Turn] = ()) -> bool:
        self.judged.append(text)
        return bool(self.holds(text))


def made(question: str = "Which papers?", **fields: object) -> Answer:
    papers = [paper("Text.", id="p1", names=("ABC",)), paper("Text.", id="p2", names=("XYZ",)), paper("Text.", id="p3")]
    return answer("x", papers, question=question, **fields)


def test_what_the_engine_cannot_answer_is_not_suggested() -> None:
    judge = Judge(lambda text: "propose" not in text)
    offered = suggestions(judge, made())
    assert offered
    assert not any("propose" in text for text in offered)
    assert len(judge.judged) <= 4


def test_the_question_just_asked_is_not_suggested_and_the_language_is_the_asker_s() -> None:
    assert "compare abc and xyz." not in [text.lower() for text in suggestions(Judge(bool), made("compare ABC and XYZ."))]
    assert all("ABC" in text or "XYZ" in text for text in suggestions(Judge(bool), made("哪些论文研究后门攻击？")))
    assert suggestions(Judge(bool), made("哪些论文研究后门攻击？", kind="list"))[0] == "比较 ABC 和 XYZ。"
    assert suggestions(Judge(bool), made("哪些論文研究後門攻擊？", kind="list"))[0] == "比较 ABC 和 XYZ。"
    for other in ("ما الأبحاث حول الهجمات؟", "Welche Arbeiten untersuchen Angriffe?", "どの論文が攻撃を研究していますか？"):
        assert suggestions(Judge(bool), made(other, kind="list"))[0] == "Compare ABC and XYZ."


def test_papers_without_names_and_answers_without_papers_suggest_nothing() -> None:
    assert suggestions(Judge(bool), answer("x", [paper("Text.")])) == ()
    assert suggestions(Judge(bool), answer("x")) == ()


def test_an_index_that_fails_meanwhile_costs_only_the_suggestions() -> None:
    def fails(text: str) -> bool:
        raise IndexingError("The index is gone.", "Run assistant ingest.")

    assert suggestions(Judge(fails), made()) == ()
    assert suggestions(Judge(bool), made())


def test_while_one_reader_s_are_checked_another_gets_none() -> None:
    inner: list[tuple[str, ...]] = []
    outer = suggestions(Judge(lambda text: inner.append(suggestions(Judge(bool), made())) or True), made())
    assert outer
    assert set(inner) == {()}
