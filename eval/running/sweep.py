"""Values for several settings → every combination of them, each with a name."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import product

from assistant import ConfigurationError


def combinations(options: Sequence[str]) -> list[dict[str, str]]:
    """Every combination of `NAME=VALUE,VALUE…` options once, the last changing fastest.

    Raises:
        ConfigurationError: an option has another form.
    """
    names, values = [], []
    for option in options:
        name, equals, listed = option.partition("=")
        chosen = [value.strip() for value in listed.split(",") if value.strip()]
        if not equals or not name.strip() or not chosen:
            raise ConfigurationError(f"--set {option!r} is not NAME=VALUE,VALUE….", "As in --set retrieval.fusion=blend,rrf.")
        names.append(name.strip())
        values.append(chosen)
    found: list[dict[str, str]] = []
    for combined in product(*values):
        combination = dict(zip(names, combined, strict=True))
        if combination not in found:
            found.append(combination)
    return found


def label(changes: Mapping[str, str]) -> str:
    """A name for a run with these settings."""
    return " ".join(f"{name}={value}" for name, value in changes.items()) or "as configured"
