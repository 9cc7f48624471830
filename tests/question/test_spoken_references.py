"""References in languages that the rules read in the glossary's English: what the asker sees is in the asker's words."""

from __future__ import annotations

import pytest

from assistant import Assistant
from assistant.languages import phrase

SECOND = {
    "de": "und der zweite?", "fr": "et le deuxième ?", "es": "¿y el segundo?", "it": "e il secondo?", "pt": "e o segundo?",
    "ru": "и второй?",
}  # fmt: skip
FIFTH = {
    "de": "der fünfte?", "fr": "le cinquième ?", "es": "¿el quinto?", "it": "e il quinto?", "pt": "e o quinto?",
    "ru": "и пятая?",
}  # fmt: skip
LISTS = {
    "de": "Welche Arbeiten behandeln Differential Privacy?", "fr": "Quels articles étudient la confidentialité différentielle ?",
    "es": "¿Qué artículos estudian la privacidad diferencial?", "it": "Quali articoli studiano la privacy differenziale?",
    "pt": "Quais artigos estudam a privacidade diferencial?", "ru": "Какие статьи изучают дифференциальную приватность?",
}  # fmt: skip


@pytest.mark.parametrize("code", SECOND)
def test_a_place_is_found_and_said_as_it_was_typed(code: str, opened: Assistant) -> None:
    first = opened.ask(LISTS[code])
    history = list(first.turns())
    second = opened.ask(SECOND[code], history=history)
    assert second.text.startswith(f"_{phrase(code, 'understood', text=SECOND[code])}")
    assert [cited.paper.id for cited in second.papers] == [first.papers[1].paper.id]
    later = opened.ask(FIFTH[code], history=[*history, *second.turns()])
    assert later.text.startswith(f"_{phrase(code, 'understood', text=FIFTH[code])}"), "not in the words of the question before it"
    assert {cited.paper.id for cited in (*later.papers, *later.borderline)} == {first.papers[4].paper.id}


@pytest.mark.parametrize("code", FIFTH)
def test_a_place_that_is_not_there_is_named_as_it_was_typed(code: str, opened: Assistant) -> None:
    answer = opened.ask(FIFTH[code], history=opened.ask("What is DiffBreak?").turns())
    assert answer.unresolved
    assert FIFTH[code].strip(" ?¿") in answer.text
    assert "fifth" not in answer.text


@pytest.mark.parametrize(("asked", "values"), [
    ("Welche Arbeiten von 2019 gibt es?", ("2019",)), ("Welche Arbeiten stammen aus dem Jahr 2025?", ("2025",)),
    ("Quels articles de 2019 parlent d'équité ?", ("2019",)), ("Какие статьи 2019 года?", ("2019",)),
    ("¿Qué artículos con decisión spotlight tratan de equidad?", ("spotlight",)),
])  # fmt: skip
def test_years_and_decisions_are_read_in_other_languages(asked: str, values: tuple[str, ...], opened: Assistant) -> None:
    assert [condition.values for each in opened.read(asked).filters.alternatives for condition in each] == [values]


def test_traditional_characters_are_shown_as_they_were_typed(opened: Assistant) -> None:
    history = opened.ask("哪些論文研究差分隱私？").turns()
    answer = opened.ask("第二篇用了什麼資料集？", history=history)
    assert answer.text.startswith("_理解為：第二篇用了什麼資料集？")
    more = opened.ask("還有其他的嗎？", history=history)
    assert more.understood.startswith("哪些論文研究差分隱私？")
