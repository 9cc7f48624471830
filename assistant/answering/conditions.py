"""`Filters` and the papers' metadata → the sentences that say which conditions held, what no paper meets, and how many papers there are."""

from __future__ import annotations

import difflib
from collections import Counter
from collections.abc import Iterable, Mapping

from assistant.types import Condition, Field, Filters, Paper, Query, Tally, facts

_MOST = 30
_NAMED = 10
_FIELDS: dict[str, dict[Field, tuple[str, str]]] = {
    "en": {
        "venue": ("venue", "venues"), "year": ("year", "years"), "track": ("track", "tracks"), "decision": ("decision", "decisions"),
        "author": ("author", "authors"), "file": ("file", "files"),
    },
    "zh": {
        "venue": ("会议", "会议"), "year": ("年份", "年份"), "track": ("类别", "类别"), "decision": ("录用形式", "录用形式"),
        "author": ("作者", "作者"), "file": ("文件", "文件"),
    },
}  # fmt: skip
_IS = {
    "en": {
        "venue": "is from {}", "year": "is from {}", "track": "is in the track {}", "decision": "has the decision {}", "author": "is by {}",
        "file": "is from the file {}",
    },
    "zh": {
        "venue": "来自 {}", "year": "来自 {}", "track": "属于类别 {}", "decision": "的录用形式是 {}", "author": "的作者是 {}",
        "file": "来自文件 {}",
    },
}  # fmt: skip


def described(filters: Filters, language: str) -> str:
    """The conditions in brackets, as in `decision: spotlight; year: 2023 or later`."""
    alternatives = ["; ".join(_condition(each, language) for each in conditions) for conditions in filters.alternatives]
    return (" — 或 — " if language == "zh" else " — or — ").join(alternatives)


def _condition(condition: Condition, language: str) -> str:
    colon, no = ("：", "不是 ") if language == "zh" else (": ", "not ")
    return f"{_FIELDS[language][condition.field][0]}{colon}{no if condition.excluded else ''}{_values(condition, language)}"


def _values(condition: Condition, language: str) -> str:
    or_ = " 或 " if language == "zh" else " or "
    if condition.field == "author" and len(condition.values) > 1:
        return condition.said or or_.join(condition.values)
    return or_.join(_span(value, language) if condition.field == "year" else value for value in condition.values)


def _span(year: str, language: str) -> str:
    first, dash, last = year.partition("-")
    if not dash:
        return year
    if first and last:
        return f"{first} 至 {last}" if language == "zh" else f"{first} to {last}"
    later, earlier = ("{} 或之后", "{} 或之前") if language == "zh" else ("{} or later", "{} or earlier")
    return later.format(first) if first else earlier.format(last)


def ambiguities(filters: Filters, language: str) -> list[str]:
    """A sentence for each name that several authors have."""
    every = dict.fromkeys(condition for conditions in filters.alternatives for condition in conditions)
    sentences = []
    for condition in every:
        names = condition.values
        if condition.field == "author" and condition.said and len(names) > len(condition.said.split(" or ")):
            more = len(names) - _NAMED
            if language == "zh":
                listed = "、".join(names[:_NAMED]) + (f" 等 {len(names)} 人" if more > 0 else "")
                sentences.append(f"名字“{condition.said}”可以指多位作者：{listed}。")
            else:
                listed = ", ".join(names[:_NAMED]) + (f" and {more} more" if more > 0 else "")
                sentences.append(f"“{condition.said}” may be any of {len(names)} authors: {listed}.")
    return sentences


def none_meets(query: Query, papers: Mapping[str, Paper]) -> str:
    """Why no paper is left, and what there is instead."""
    filters, chinese = query.filters, query.language == "zh"
    among = [papers[paper_id] for paper_id in query.focus] if query.only_focus else list(papers.values())
    conditions = list(dict.fromkeys(condition for each in filters.alternatives for condition in each))
    if not query.only_focus:
        unmet = [c for c in conditions if not any(c.holds(paper) for paper in among)]
        # An alternative that could be met but for another condition is not explained by the others' values.
        if unmet and all(any(c in unmet for c in each) for each in filters.alternatives):
            return " ".join(_unmet(condition, among, query.language) for condition in unmet)
    counted = [
        f"{_condition(c, query.language)}{'（{} 篇）' if chinese else ' ({})'}".format(
            n if chinese else f"{n} {'paper' if n == 1 else 'papers'}"
        )
        for c in conditions
        for n in [sum(c.holds(paper) for paper in among)]
    ]
    if chinese:
        return f"{'对话中的' if query.only_focus else ''}论文中没有一篇同时满足这些条件：{'；'.join(counted)}。"
    if query.only_focus:
        what = "this condition" if len(counted) == 1 else "these conditions"
        return f"None of the {len(among)} papers of the conversation meets {what}: {'; '.join(counted)}."
    return f"No paper of the corpus meets these conditions together: {'; '.join(counted)}."


def _unmet(condition: Condition, papers: Iterable[Paper], language: str) -> str:
    chinese = language == "zh"
    known = Counter(value for paper in papers for value in facts(paper, condition.field))
    one, many = _FIELDS[language][condition.field]
    if not known:
        return f"论文的元数据没有给出{many}。" if chinese else f"The papers' metadata give no {many}."
    if condition.field == "author":
        near = _near(condition.values[0], list(known))
        hint = (
            ("，相近的名字有 {}" if chinese else "; the nearest names are {}").format(("、" if chinese else ", ").join(near))
            if near
            else ""
        )
    elif len(known) == 1:
        hint = (f"，唯一的{one}是 " if chinese else f"; the only {one} is ") + next(iter(known))
    else:
        listed = sorted(known)[:_MOST]
        hint = (f"，已有的{many}是 " if chinese else f"; the {many} are ") + ("、" if chinese else ", ").join(listed)
        hint += (" 等" if chinese else f" and {len(known) - _MOST} more") if len(known) > _MOST else ""
    if condition.excluded:
        return (
            f"没有论文满足条件（{_condition(condition, language)}）{hint}。"
            if chinese
            else f"No paper of the corpus meets the condition ({_condition(condition, language)}){hint}."
        )
    said = _IS[language][condition.field].format(_values(condition, language))
    return f"没有论文{said}{hint}。" if chinese else f"No paper of the corpus {said}{hint}."


def _near(name: str, known: list[str]) -> list[str]:
    by_end = {author.split()[-1].lower(): author for author in known if author.split()}
    whole = {author.lower(): author for author in known}
    spelt = whole if " " in name else by_end
    return [spelt[found] for found in difflib.get_close_matches(name.lower(), spelt, 3, 0.75)]


def counts(query: Query, tally: Tally, papers: Mapping[str, Paper]) -> str:
    """How many papers have each value of a field, most first, and how many none; or how many there are."""
    chinese = query.language == "zh"
    among = [paper for paper in papers.values() if query.filters.admits(paper)]
    total = f"共 {len(among)} 篇论文" if chinese else f"{len(among)} {'paper' if len(among) == 1 else 'papers'}"
    under = f"（{described(query.filters, query.language)}）" if chinese else f" ({described(query.filters, query.language)})"
    lead = total + (under if query.filters else "")
    if tally == "paper":
        return lead + ("。" if chinese else ".")
    counted = Counter(value for paper in among for value in facts(paper, tally))
    one = _FIELDS[query.language][tally][0]
    lead += f"，按{one}：" if chinese else f" by {one}:"
    rows = sorted(counted.items(), key=lambda item: (-item[1], item[0]))
    lines = [lead, "", *(f"- {value}: {count}" for value, count in rows[:_MOST])]
    if len(rows) > _MOST:
        lines.append(f"- 其余 {len(rows) - _MOST} 个{one}" if chinese else f"- and {len(rows) - _MOST} more")
    silent = sum(not facts(paper, tally) for paper in among)
    if silent:
        lines.append(f"- 未给出：{silent}" if chinese else f"- none given: {silent}")
    return "\n".join(lines)
