"""Cleaned text is what a reader would read aloud: LaTeX and Markdown resolved, maths kept, money left alone."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from assistant.corpus import clean, read_papers

CONSTRUCTS: dict[str, tuple[str, str]] = {
    "maths": ("the $l_0$ norm", "the l_0 norm"),
    "maths with macros": (r"$\mathcal{O}(\sqrt{T})$ regret", "𝒪(√(T)) regret"),
    "maths with emphasis marks": ("$a_i * b_i$ and $c_j * d_j$", "a_i * b_i and c_j * d_j"),
    "display maths": ("so $$E=mc^2$$ holds", "so E=mc^2 holds"),
    "brackets of maths": (r"the \(x_1\) axis", "the x_1 axis"),
    "a name in small capitals": (r"\textsc{Sneakdoor} attacks", "Sneakdoor attacks"),
    "an emphasised word": (r"the \emph{only} \textbf{bold} \textit{idea}", "the only bold idea"),
    "a number of siunitx": (r"\num{>1.08} times", ">1.08 times"),
    "a link with text": (r"\href{https://x.org/a_b}{our page} shows", "our page shows"),
    "a bare link": ("see https://github.com/a_b/c_d for code", "see https://github.com/a_b/c_d for code"),
    "a link macro": (r"see \url{https://x.org/a_b}", "see https://x.org/a_b"),
    "a Markdown link": ("[our code](https://x.org) is open", "our code is open"),
    "Markdown emphasis": ("*one* **two** _three_ `four_4`", "one two three four_4"),
    "underscores in names": ("snake_case_name and x_1", "snake_case_name and x_1"),
    "a token in angle brackets": ("the <sos> token and <b>", "the <sos> token and <b>"),
    "a non-breaking hyphen": ("state\u2011of\u2011the\u2011art", "state-of-the-art"),
    "a soft hyphen": ("pre\u00adtraining", "pretraining"),
    "a sum of money": ("costs $5 per run", "costs $5 per run"),
    "two sums of money": ("from $5 to $10 million", "from $5 to $10 million"),
    "money beside maths": ("$x_1$ and $y_2$ cost $5.", "x_1 and y_2 cost $5."),
    "money before maths": ("$5k for $x$", "$5k for x"),
    "a number in maths": ("the $5$-norm", "the 5-norm"),
    "an escaped dollar": (r"\$5 for $x_0$", "$5 for x_0"),
    "a percent sign": ("50% of $n$ samples", "50% of n samples"),
    "an escaped percent sign": (r"50\% of them", "50% of them"),
    "an ampersand and a hash": (r"R&D, \textbf{#1}", "R&D, #1"),
    "an unknown macro": (r"our \method improves", "our method improves"),
    "a lone dollar": ("100K$ more", "100K$ more"),
    "white space": (" two\n lines\t here ", "two lines here"),
    "a Greek macro": (r"$\epsilon$-DP", "ϵ-DP"),
    "a less-than sign": ("x < y and y > z", "x < y and y > z"),
}


@pytest.mark.parametrize("name", CONSTRUCTS)
def test_a_construct_is_resolved(name: str) -> None:
    text, expected = CONSTRUCTS[name]
    assert clean(text) == expected


@pytest.mark.parametrize("name", CONSTRUCTS)
def test_what_is_clean_stays_as_it_is(name: str) -> None:
    _, expected = CONSTRUCTS[name]
    if name not in ("maths with emphasis marks", "underscores in names"):
        assert clean(expected) == expected


def test_no_seed_keeps_markup_and_none_loses_its_words(seeds: Path) -> None:
    for paper in read_papers([seeds]):
        cleaned = clean(paper.abstract)
        assert "\\" not in cleaned
        assert "**" not in cleaned
        plain = {word for word in paper.abstract.split() if word.isalpha()}
        assert plain <= set(cleaned.split()), paper.id
        assert len(cleaned) > 0.75 * len(paper.abstract)


def test_no_text_however_broken_makes_cleaning_fail() -> None:
    pieces = [
        "$", "$$", "\\", "{", "}", "\\textbf{", "\\num{", "\\href{a}", "\\begin{x}", "\\end{y}", "%", "&", "#", "^", "~", "_", "*", "`",
        "[", "](", ")", "<", ">", "\\(", "\\]", "word", " ", "\n", "é", "论文", "🦉", "\\frac", "\\sqrt[", "\ue000", "\u200b",
    ]  # fmt: skip
    chance = random.Random(7)
    for _ in range(400):
        text = "".join(chance.choices(pieces, k=chance.randint(1, 14)))
        assert isinstance(clean(text), str), text
