"""Authors as a file gives them, a list or one text → names, first name first."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from html import unescape

from assistant.corpus.latex import from_latex

# " and " between authors, not inside the braces of a name as {Barnes and Noble}.
_AND = re.compile(r"\s+and\s+|\s*&\s+", re.I)
_INITIALS = re.compile(r"(?:[^\W\d_]\.?[\s-]*){1,3}")
_GENERATION = re.compile(r"(?:jr|sr|ii|iii|iv)\.?", re.I)


def people(value: object) -> tuple[str, ...] | None:
    """Names in order; None where `value` is neither a text nor a list of texts or objects."""
    if isinstance(value, str):
        names = _of_text(value)
    elif isinstance(value, Sequence):
        names = [_of_item(item) for item in value]
    else:
        return None
    plain = (" ".join(_no_control(name).split()) for name in names)
    return tuple(name for name in plain if name and name.lower() not in ("others", "et al.", "et al"))


def _no_control(name: str) -> str:
    return "".join(" " if ord(c) < 32 or 127 <= ord(c) < 160 else c for c in name)


def _of_item(item: object) -> str:
    if isinstance(item, Mapping):
        for whole in ("name", "fullname", "full_name", "literal", "display_name"):
            if item.get(whole):
                return _of_item(item[whole])
        first = next((item[key] for key in ("given", "first", "firstName", "first_name", "forename") if item.get(key)), "")
        last = next((item[key] for key in ("family", "last", "lastName", "last_name", "surname") if item.get(key)), "")
        return f"{first} {last}"
    if isinstance(item, Sequence) and not isinstance(item, str):
        # arXiv's dump: surname, first names, suffix.
        last, first, *rest = [*map(str, item), "", ""][: max(2, len(item))]
        return from_latex(" ".join(part for part in (first, last, *rest[:1]) if part))
    return _first_name_first(unescape(str(item))) if item is not None else ""


def _of_text(text: str) -> list[str]:
    text = unescape(text)  # the semicolon of "D&#x27;Amour" parts no authors
    if ";" in text:
        return [_first_name_first(name) for name in text.split(";")]
    kept, pieces = "", []
    for piece in re.split(f"({_AND.pattern})", text, flags=re.I):
        separates = _AND.fullmatch(piece) and kept.count("{") <= kept.count("}")
        if separates:
            pieces.append(kept)
        kept = "" if separates else kept + piece
    return [name for piece in [*pieces, kept] for name in _of_commas(piece)]


def _of_commas(text: str) -> list[str]:
    """A piece without "and": one "Last, First", or several names with commas between them."""
    parts = [part.strip() for part in text.split(",") if part.strip()]
    if text.startswith("{") or len(parts) < 2:
        return [_first_name_first(text)]
    if len(parts) >= 4 and len(parts) % 2 == 0 and all(_INITIALS.fullmatch(part) for part in parts[1::2]):
        return [f"{first} {last}" for last, first in zip(parts[::2], parts[1::2], strict=True)]
    if len(parts) == 2 and (" " not in parts[0] or _INITIALS.fullmatch(parts[1]) or parts[0][0].islower()):
        return [_first_name_first(text)]
    if len(parts) == 3 and _GENERATION.fullmatch(parts[1]):
        return [_first_name_first(text)]
    return [from_latex(part) for part in parts]


def _first_name_first(name: str) -> str:
    if name.strip().startswith("{") and name.strip().endswith("}"):
        return from_latex(name)
    last, comma, first = name.partition(",")
    generation, second_comma, given = first.partition(",")
    if second_comma and _GENERATION.fullmatch(generation.strip()):
        return from_latex(f"{given} {last} {generation}")
    if second_comma or not comma:
        return from_latex(name)
    return from_latex(f"{first} {last}")
