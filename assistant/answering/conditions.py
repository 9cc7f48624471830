"""`Filters` and the papers' metadata → the sentences that say which conditions held, what no paper meets, and how many papers there are."""

from __future__ import annotations

import difflib
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from functools import reduce

from assistant.languages import part, phrase
from assistant.types import Condition, Field, Filters, Paper, Query, Tally, facts

_MOST = 30
_NAMED = 10
_PLURAL: dict[Field, str] = {
    "venue": "venues", "year": "years", "track": "tracks", "decision": "decisions", "author": "authors", "file": "files",
}  # fmt: skip
_OR = " or "  # between the names of `Condition.said`


def described(filters: Filters, language: str) -> str:
    """The conditions in brackets, as in `decision: spotlight; year: 2023 or later`."""
    each = [_joined("both", [_condition(one, language) for one in conditions], language) for conditions in filters.alternatives]
    return _joined("alternatives", each, language)


def _joined(joint: str, texts: Sequence[str], language: str) -> str:
    return reduce(lambda first, second: part(language, joint, first=first, second=second), texts) if texts else ""


def _condition(condition: Condition, language: str) -> str:
    name = "condition_not" if condition.excluded else "condition"
    return part(language, name, field=part(language, condition.field), values=_values(condition, language))


def _values(condition: Condition, language: str) -> str:
    if condition.field == "author" and len(condition.values) > 1 and condition.said:
        return _joined("either", condition.said.split(_OR), language)
    values = [_span(value, language) if condition.field == "year" else value for value in condition.values]
    return _joined("either", values, language)


def _span(year: str, language: str) -> str:
    first, dash, last = year.partition("-")
    if not dash:
        return year
    if first and last:
        return part(language, "span", first=first, last=last)
    return part(language, "later", year=first) if first else part(language, "earlier", year=last)


def ambiguities(filters: Filters, language: str) -> list[str]:
    """A sentence for each name that several authors have."""
    every = dict.fromkeys(condition for conditions in filters.alternatives for condition in conditions)
    sentences = []
    for condition in every:
        names, said = condition.values, condition.said.split(_OR)
        if condition.field == "author" and condition.said and len(names) > len(said):
            more = len(names) - _NAMED
            listed = _joined("listing", names[:_NAMED], language)
            values = {"said": _joined("either", said, language), "count": len(names), "names": listed, "more": more}
            sentences.append(phrase(language, "ambiguous_more" if more > 0 else "ambiguous", **values))
    return sentences


def none_meets(query: Query, papers: Mapping[str, Paper]) -> str:
    """Why no paper is left, and what there is instead."""
    filters, language = query.filters, query.language
    among = [papers[paper_id] for paper_id in query.focus] if query.only_focus else list(papers.values())
    conditions = list(dict.fromkeys(condition for each in filters.alternatives for condition in each))
    if not query.only_focus:
        unmet = [c for c in conditions if not any(c.holds(paper) for paper in among)]
        # An alternative that could be met but for another condition is not explained by the others' values.
        if unmet and all(any(c in unmet for c in each) for each in filters.alternatives):
            return " ".join(_unmet(condition, among, language) for condition in unmet)
    counted = _joined("both", [_counted(condition, among, language) for condition in conditions], language)
    if query.only_focus:
        name = "unmet_shown_one" if len(conditions) == 1 else "unmet_shown_many"
        return phrase(language, name, total=len(among), conditions=counted)
    return phrase(language, "unmet_together", conditions=counted)


def _counted(condition: Condition, papers: Iterable[Paper], language: str) -> str:
    count = sum(condition.holds(paper) for paper in papers)
    return part(language, "counted_one" if count == 1 else "counted_many", condition=_condition(condition, language), count=count)


def _unmet(condition: Condition, papers: Iterable[Paper], language: str) -> str:
    known = Counter(value for paper in papers for value in facts(paper, condition.field))
    if not known:
        return phrase(language, "unknown", fields=part(language, _PLURAL[condition.field]))
    hint = _hint(condition, known, language)
    if condition.excluded:
        return phrase(language, "unmet_not", condition=_condition(condition, language), hint=hint)
    return phrase(language, f"unmet_{condition.field}", values=_values(condition, language), hint=hint)


def _hint(condition: Condition, known: Iterable[str], language: str) -> str:
    """The values that there are, or the names that are spelt nearly so."""
    listed = sorted(known)
    if condition.field == "author":
        near = _near(condition.values[0], list(known))
        return part(language, "hint_near", names=_joined("listing", near, language)) if near else ""
    if len(listed) == 1:
        return part(language, "hint_only", field=part(language, condition.field), value=listed[0])
    values, more = _joined("listing", listed[:_MOST], language), len(listed) - _MOST
    return part(
        language, "hint_more" if more > 0 else "hint_values", fields=part(language, _PLURAL[condition.field]), values=values, more=more
    )


def _near(name: str, known: list[str]) -> list[str]:
    by_end = {author.split()[-1].lower(): author for author in known if author.split()}
    whole = {author.lower(): author for author in known}
    spelt = whole if " " in name else by_end
    return [spelt[found] for found in difflib.get_close_matches(name.lower(), spelt, 3, 0.75)]


def counts(query: Query, tally: Tally, papers: Mapping[str, Paper]) -> str:
    """How many papers have each value of a field, most first, and how many none; or how many there are."""
    language = query.language
    among = [paper for paper in papers.values() if query.filters.admits(paper)]
    values = {
        "papers": part(language, "total_one" if len(among) == 1 else "total_many", count=len(among)),
        "conditions": described(query.filters, language),
    }
    of = "_of" if query.filters else ""
    if tally == "paper":
        return part(language, f"total{of}", **values)
    counted = Counter(value for paper in among for value in facts(paper, tally))
    field = part(language, tally)
    rows = sorted(counted.items(), key=lambda item: (-item[1], item[0]))
    lines = [part(language, f"tally{of}", field=field, **values), "", *(f"- {value}: {count}" for value, count in rows[:_MOST])]
    if len(rows) > _MOST:
        lines.append(f"- {part(language, 'more', more=len(rows) - _MOST, field=field)}")
    silent = sum(not facts(paper, tally) for paper in among)
    if silent:
        lines.append(f"- {part(language, 'silent', count=silent)}")
    return "\n".join(lines)
