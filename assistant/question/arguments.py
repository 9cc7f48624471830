"""Values that are given beside a question, as options or from a program → conditions on metadata, or an error that says what there is."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping

from assistant.errors import ConfigurationError
from assistant.question.known import KnownPapers
from assistant.types import FIELDS, Condition, Field, Filters

Given = str | int | Iterable[str | int]
_YEARS = re.compile(r"(\d{1,4})?\s*[-–—]\s*(\d{1,4})?|(\d{1,4})")
_SHOWN = 12


def filters_of(given: Mapping[str, Given], known: KnownPapers) -> Filters:
    """The conditions: of the values for one field any, and all the fields together.

    Args:
        given: by field (`venue`, `year`, `track`, `decision`, `author`, `file`) a value or several; empty ones set no condition.
        known: the corpus, which must hold each value.

    Raises:
        ConfigurationError: a field or a value is unknown.
    """
    conditions = []
    for name, values in given.items():
        if name not in FIELDS:
            raise ConfigurationError(f"There is no condition {name!r}.", f"Use {', '.join(FIELDS)}.")
        field = next(known_field for known_field in FIELDS if known_field == name)
        wanted = [values] if isinstance(values, str | int) else list(values)
        if not all(isinstance(value, str | int) and not isinstance(value, bool) for value in wanted):
            raise ConfigurationError(f"The {name} is neither text nor a number.", f"Give the {name} as text, or a list of them.")
        found = [(str(value).strip(), _found(field, str(value).strip(), known)) for value in wanted]
        if found:
            said = " or ".join(value for value, _ in found) if field == "author" else ""
            conditions.append(Condition(field, tuple(dict.fromkeys(value for _, same in found for value in same)), said=said))
    return Filters((tuple(conditions),)) if conditions else Filters()


def _found(field: Field, value: str, known: KnownPapers) -> tuple[str, ...]:
    """The corpus's values that are meant."""
    values = sorted(known.values(field))
    if field == "year":
        return (_years(value, values),)
    if field == "author":
        found = known.authors.called(value, given=True)
    else:
        forms = {text: {text.casefold()} for text in values}
        if field == "file":
            forms = {file: {file.casefold(), file.rpartition(".")[0].casefold(), known.files[file].casefold()} - {""} for file in values}
        elif field == "venue":
            forms = {text: {text.casefold(), re.sub(r"[\s'’]*(?:19|20)?\d\d$", "", text).casefold()} for text in values}
        found = tuple(text for text in values if value.casefold() in forms[text])
    if found and value:
        return found
    near = known.authors.nearest(value) if field == "author" else values[:_SHOWN]
    raise _unknown(field, value, values, near)


def _years(value: str, values: list[str]) -> str:
    found = _YEARS.fullmatch(value)
    if not found or not re.search(r"\d", value):
        raise ConfigurationError(f"{value!r} is no year.", "Give a year or a range: 2024, 2020-2022, 2023-, -2019.")
    first, last, single = found.groups()
    if first and last and int(first) > int(last):
        raise ConfigurationError(f"The range {value!r} ends before it begins.", "Give the earlier year first.")
    wanted = single or f"{first or ''}-{last or ''}"
    low, high = (single, single) if single else (first, last)
    if not any(int(low or 0) <= int(year) <= int(high or 9999) for year in values):
        raise _unknown("year", value, values, values[-_SHOWN:])
    return wanted


def _unknown(field: Field, value: str, values: list[str], near: list[str]) -> ConfigurationError:
    plural = {"venue": "venues", "year": "years", "track": "tracks", "decision": "decisions", "author": "authors", "file": "files"}[field]
    if not values:
        return ConfigurationError(f"The papers' metadata say nothing about {plural}.", f"Leave out the {field}.")
    if field == "author":
        remedy = f"Did you mean {', '.join(near)}?" if near else "Check the spelling."
        return ConfigurationError(f"None of the corpus's {len(values)} authors is called {value!r}.", remedy)
    more = f" and {len(values) - len(near)} more" if len(values) > len(near) else ""
    return ConfigurationError(
        f"No paper has the {field} {value!r}.", f"There {'are' if len(values) > 1 else 'is'}: {', '.join(near)}{more}."
    )
