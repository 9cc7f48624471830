"""Untrusted text becomes HTML that shows it and does nothing else."""

from __future__ import annotations

import pytest

from assistant.ui.markup import arxiv_address, link, typeset, web_address


@pytest.mark.parametrize("text", ["<script>alert(1)</script>", "<sos> p<0.05", '"><img src=x onerror=alert(1)>', "a & b &lt;"])
def test_tags_are_shown_as_text(text: str) -> None:
    shown = typeset(text)
    assert "<" not in shown
    assert '"' not in shown


@pytest.mark.parametrize(
    "address",
    [
        "javascript:alert(1)", "JaVaScRiPt:alert(1)", " javascript:alert(1)", "java\nscript:alert(1)", "data:text/html,x",
        "//evil.example/x",
        "vbscript:x", "file:///etc/passwd", "https://", "http:evil", 'https://a.example/"onmouseover="x', "https://a b", "",
    ],
)  # fmt: skip
def test_an_address_that_is_not_of_the_web_is_no_link(address: str) -> None:
    assert web_address(address) == ""
    assert link(address, "words") == "words"


def test_a_web_address_opens_apart_and_tells_nothing() -> None:
    assert (
        link("https://a.example/?a=1&b=2", "x")
        == '<a href="https://a.example/?a=1&amp;b=2" target="_blank" rel="noopener noreferrer">x</a>'
    )


def test_arxiv_identifiers_become_addresses() -> None:
    assert arxiv_address("2503.03704") == "https://arxiv.org/abs/2503.03704"
    assert arxiv_address("arXiv:2503.03704v2") == "https://arxiv.org/abs/2503.03704v2"
    assert arxiv_address("https://arxiv.org/abs/2503.03704") == "https://arxiv.org/abs/2503.03704"
    assert arxiv_address("javascript:alert(1)") == ""


def test_a_link_in_tex_with_a_script_address_is_only_its_words() -> None:
    assert typeset(r"\href{javascript:alert(1)}{words}") == "words"
    assert typeset(r"\url{javascript:alert(1)}") == "javascript:alert(1)"
