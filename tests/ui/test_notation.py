"""What is maths, what is money, and what is neither."""

from __future__ import annotations

import pytest

from assistant.ui.markup import DISPLAY, INLINE, typeset
from assistant.ui.notation import recognise


def maths_in(text: str) -> list[str]:
    shown = typeset(text)
    return [part.split(INLINE[1])[0] for part in shown.split(INLINE[0])[1:]]


@pytest.mark.parametrize(
    ("text", "maths"),
    [
        ("a $1$-step attack on $l_0$ bounds", ["1", "l_0"]),
        (r"up to $6\times$ lower", [r"6\times"]),
        (r"tighter $(\epsilon, \delta)$ bounds", [r"(\epsilon, \delta)"]),
        (r"\(x\) and $y$", ["x", "y"]),
        ("$O(n \\log n)$ time", [r"O(n \log n)"]),
        ("$5 million are spent on the $l_0$ norm", ["l_0"]),
        ("$n$=5, $k$", ["n", "k"]),
    ],
)
def test_maths_between_dollars_is_recognised(text: str, maths: list[str]) -> None:
    assert maths_in(text) == maths


@pytest.mark.parametrize(
    "text",
    [
        "between $5 and $10",
        "$5-$10 per run",
        "from $5 to US$ amounts",
        "$5 each; the other is 10$ more",
        "it costs $5, while (in total) $10",
        "$1,000 and $2,000.50",
        "$3M budget, then 4$ left",
        "one $ alone",
        "a $ b $ c",
        "$$ empty $$$",
        r"\$5 and \$6",
    ],
)
def test_money_is_not_maths(text: str) -> None:
    assert maths_in(text) == []


def test_a_dollar_that_reaches_the_page_is_never_a_delimiter() -> None:
    assert typeset("between $5 and $10") == "between $5 and $10"


def test_display_maths_is_set_apart() -> None:
    assert typeset("$$E=mc^2$$").count(DISPLAY[0]) == 1
    assert typeset(r"\[E\]").count(DISPLAY[0]) == 1


def test_the_private_delimiters_are_taken_out_of_a_papers_text() -> None:
    assert typeset(f"{INLINE[0]}x{INLINE[1]}") == "\ufffdx\ufffd"


@pytest.mark.parametrize(
    ("text", "html"),
    [
        (r"\emph{bold \textbf{x}}", "<em>bold <strong>x</strong></em>"),
        (r"\textsc{Foo}", '<span class="smallcaps">Foo</span>'),
        (r"\num{42}", "42"),
        ("``linear'' and ``teach\" it", "“linear” and “teach” it"),
        ("*yes* and **very *much* so**", "<em>yes</em> and <strong>very <em>much</em> so</strong>"),
        ("A* and B* search", "A* and B* search"),
        (r"50\% \& more", "50% &amp; more"),
        (r"\unknown{x} \emph{never closed", r"\unknown{x} \emph{never closed"),
        ("x_1 and snake_case_name", "x_1 and snake_case_name"),
    ],
)
def test_tex_and_emphasis_are_shown_as_meant(text: str, html: str) -> None:
    assert typeset(text) == html


def test_commands_nested_without_end_stay_text() -> None:
    text = r"\emph{" * 5000 + "}" * 5000
    assert typeset(text).count("<em>") <= 7


def test_positions_without_notation_give_none() -> None:
    assert recognise("plain $", 0) is None
    assert recognise("plain $", 6) is None
