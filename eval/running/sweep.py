"""Values for several settings → every combination of them, each with a name."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import product

from assistant import ConfigurationError


def named_values(options: Sequence[str]) -> list[tuple[str, str]]:
    """The two sides of `NAME=VALUE` options.

    Raises:
        ConfigurationError: an option has another form.
    """
    pairs = [tuple(part.strip() for part in option.partition("=")) for option in options]
    for option, (name, equals, value) in zip(options, pairs, strict=True):
        if not (name and equals and value):
            raise ConfigurationError(f"--set {option!r} is not NAME=VALUE.", "As in --set retrieval.fusion=rrf.")
    return [(name, value) for name, _, value in pairs]


def combinations(options: Sequence[str]) -> list[dict[str, str]]:
    """Every combination of `NAME=VALUE,VALUE…` options once, the last changing fastest.

    Raises:
        ConfigurationError: an option has another form.
    """
    names, values = [], []
    for name, listed in named_values(options):
        chosen = [value.strip() for value in listed.split(",") if value.strip()]
        if not chosen:
            raise ConfigurationError(f"--set {name}={listed} has no value.", "As in --set retrieval.fusion=blend,rrf.")
        names.append(name)
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
