"""A record under any tool's field names → the same values under the names of a paper's fields."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping

# Names as tools write them, without spaces, hyphens and underscores, in lower case; the first that has a value is taken.
ALIASES: dict[str, tuple[str, ...]] = {
    "abstract": ("abstract", "abstracttext", "abstractnote", "ab", "n2", "summary", "description"),
    "title": ("title", "documenttitle", "articletitle", "papertitle", "ti", "t1", "name"),
    "authors": ("authors", "authorsparsed", "author", "authorfullnames", "au", "a1", "creators", "creator"),
    "venue": (
        "venue", "journal", "journaltitle", "booktitle", "containertitle", "publicationtitle", "sourcetitle", "journalref",
        "conference", "so", "jo", "jf", "t2", "bt", "j2",
    ),
    "year": (
        "year", "publicationyear", "py", "date", "publicationdate", "datepublished", "publisheddate", "published", "issued", "y1", "da",
        "updatedate",
    ),
    "track": ("track",),
    "decision": ("decision",),
    "url": ("url", "link", "paperurl", "ur", "openreviewurl", "virtualsiteurl", "pdfurl"),
    "doi": ("doi", "do", "di"),
    "arxiv": ("arxiv", "arxivid", "eprint"),
    "keywords": ("keywords", "keyword", "authorkeywords", "indexterms", "manualtags", "tags", "kw", "de", "categories"),
}  # fmt: skip
# Objects whose own fields belong to the record: OpenReview's content, Semantic Scholar's ids.
_NESTED = ("content", "externalids")
_ARXIV_ID = re.compile(r"(?:arxiv:)?(\d{4}\.\d{4,5}|[a-z-]+(?:\.[a-z]{2})?/\d{7})(?:v\d+)?", re.I)


def plain_name(name: object) -> str:
    """A field's name without what tools differ in."""
    return re.sub(r"[\s_-]+", "", str(name).lower())


def recognised(fields: Mapping[str, object], mapping: Mapping[str, str]) -> dict[str, object]:
    """Values by the names of a paper's fields; a field that the record lacks is not in it.

    Args:
        fields: as the file has them.
        mapping: paper's field → the file's, which may be a path as `content.abstract.value`; it beats
            every known name where the record has it.
    """
    flat = dict(_flat(fields))
    found: dict[str, object] = {}
    for field, names in ALIASES.items():
        value = _at(fields, mapping[field]) if field in mapping else None
        if _is_empty(value):
            value = next((flat[name] for name in names if not _is_empty(flat.get(name))), None)
        if not _is_empty(value):
            found[field] = value
    return _completed(found, fields, flat)


def has_abstract(fields: Mapping[str, object], mapping: Mapping[str, str]) -> bool:
    """Whether one of the names stands for an abstract: what tells a record from its container, a header from a row."""
    if "abstract" in mapping and not _is_empty(_at(fields, mapping["abstract"])):
        return True
    return any(name in ALIASES["abstract"] for name, _ in _flat(fields))


def arxiv_id(text: str) -> str:
    """The id in `text` if it is one, without its version; else nothing."""
    match = _ARXIV_ID.fullmatch(text.strip().removeprefix("https://arxiv.org/abs/").removeprefix("http://arxiv.org/abs/"))
    return match[1] if match else ""


def _flat(fields: Mapping[str, object]) -> Iterator[tuple[str, object]]:
    """Plain names with values; those inside come first, so that a field of the record itself wins where both have a value."""
    for name, value in fields.items():
        if plain_name(name) in _NESTED and isinstance(value, Mapping):
            yield from _flat(value)
    for name, value in fields.items():
        inner = value["value"] if isinstance(value, Mapping) and "value" in value else value
        if not _is_empty(inner):
            yield plain_name(name), inner


def _at(fields: Mapping[str, object], path: str) -> object:
    """The value at a path; a name that itself has dots is tried first."""
    if path in fields:
        value: object = fields[path]
    else:
        value = fields
        for name in path.split("."):
            if isinstance(value, list) and name.isdecimal() and int(name) < len(value):
                value = value[int(name)]
            elif isinstance(value, Mapping):
                value = value.get(name, next((v for key, v in value.items() if plain_name(key) == plain_name(name)), None))
            else:
                return None
    return value["value"] if isinstance(value, Mapping) and "value" in value else value


def _is_empty(value: object) -> bool:
    return value is None or value in ([], {}, ()) or (isinstance(value, str) and not value.strip())


def _completed(found: dict[str, object], fields: Mapping[str, object], flat: Mapping[str, object]) -> dict[str, object]:
    """What a tool says in its own way: arXiv's id, OpenReview's forum and venue."""
    if "authorsparsed" in flat:
        # arXiv's dump: surname, first names and suffix apart, without affiliations.
        if "id" in flat:
            found.setdefault("arxiv", flat["id"])
        if "authors" in found:
            found["authors"] = flat["authorsparsed"]
    eprint = found.get("arxiv")
    if eprint is not None and "arxiv" not in flat and "arxivid" not in flat and not arxiv_id(str(eprint)):
        # An eprint of another archive.
        del found["arxiv"]
    forum = flat.get("forum")
    if isinstance(forum, str) and "content" in {plain_name(name) for name in fields}:
        found.setdefault("url", f"https://openreview.net/forum?id={forum}")
        venue = found.get("venue")
        said = re.search(r"\b(oral|spotlight|poster)\b", venue, re.I) if isinstance(venue, str) else None
        if said:
            found.setdefault("decision", said[1].lower())
    return found
