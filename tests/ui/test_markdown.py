"""An answer's Markdown becomes HTML in which only our own structure is structure."""

from __future__ import annotations

from assistant.types import Citation
from assistant.ui.markdown import to_html
from assistant.ui.markup import INLINE


def test_a_marker_is_a_link_to_its_source() -> None:
    assert '<a class="cite" href="#source-1" title="A &lt;b&gt;">[1]</a>' in to_html("Said. [1]", {1: "A <b>"})


def test_a_marker_leads_to_the_quote_before_it() -> None:
    citations = [Citation(1, "p", "First one.", 0, 10, "supported"), Citation(1, "p", "Second\none.", 11, 22, "supported")]
    html = to_html("> First one. [1]\n\n> Second one. [1]", {1: "T"}, citations)
    assert html.index("#source-1-0") < html.index("#source-1-11")


def test_a_number_that_is_no_source_stays_text() -> None:
    assert "<a" not in to_html("See [7] and [1].", {})


def test_a_marker_before_a_parenthesis_is_no_markdown_link() -> None:
    assert 'href="#source-1"' in to_html("Said [1](see below)", {1: "T"})


def test_raw_html_is_text() -> None:
    html = to_html("<script>alert(1)</script>\n\n<b>x</b> `<i>` p<0.05 <sos>", {})
    assert "<script" not in html
    assert "<b>" not in html
    assert "<code>&lt;i&gt;</code>" in html
    assert "p&lt;0.05 &lt;sos&gt;" in html


def test_images_are_never_fetched() -> None:
    assert "<img" not in to_html("![x](https://evil.example/x.png)", {})


def test_a_script_address_is_no_link() -> None:
    assert "<a" not in to_html("[x](javascript:alert(1)) <javascript:alert(1)>", {})


def test_maths_is_delimited_and_money_is_not() -> None:
    html = to_html("the $l_0$ norm costs $5 and $10", {})
    assert f"{INLINE[0]}l_0{INLINE[1]}" in html
    assert "costs $5 and $10" in html


def test_markdown_characters_inside_maths_are_left_alone() -> None:
    assert f"{INLINE[0]}a_i * b_i * c{INLINE[1]}" in to_html("$a_i * b_i * c$", {})


def test_tex_quotes_do_not_become_code() -> None:
    assert to_html("``a'' and ``b''", {}) == "<p>“a” and “b”</p>\n"


def test_markers_inside_a_tex_command_are_links_too() -> None:
    assert '<em>x <a class="cite"' in to_html(r"\emph{x [1]}", {1: "T"})


def test_a_list_of_papers_keeps_its_numbers() -> None:
    html = to_html("2 fit:\n\n1. **A** [1] — why. [1]\n2. **B** [2]", {1: "A", 2: "B"})
    assert html.count("<li>") == 2
    assert "<strong>A</strong>" in html


def test_a_definition_of_a_reference_does_not_vanish() -> None:
    assert "[x]: https://a.example" in to_html("[x]: https://a.example", {})
