"""One record's fields → a `Record`, the raw facts of one paper, or an error that says why it is none."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass

from assistant.corpus.fields import arxiv_id, recognised
from assistant.corpus.markup import without_markup
from assistant.corpus.options import ReadOptions
from assistant.corpus.people import people
from assistant.errors import CorpusError

_HALF_PAIR = re.compile(r"[\ud800-\udfff]")
_YEAR = re.compile(r"([0-9]{1,4})(?:\.0)?")
_YEAR_IN_DATE = re.compile(r"(?<!\d)(?:1[89]|20)\d\d(?!\d)")
_NO_TEXT = re.compile(r"\W*(?:no abstract(?: is)?(?: available)?|abstract not available|n/?a|none|null|nan)\W*", re.I)
# They move a terminal's cursor or colour; NUL stays, to be rejected, and so does white space.
_CONTROL = re.compile(r"[\x01-\x08\x0e-\x1f\x7f-\x84\x86-\x9f]")
_CATEGORY = re.compile(r"[a-z-]+(?:\.[A-Za-z-]+)?")
_DOI = re.compile(r"10\.\d{4,9}/\S+")


@dataclass(frozen=True, slots=True)
class Raw:
    """One record as its format gives it: where it starts ("line 7", "record 3"), and its fields."""

    place: str
    fields: Mapping[str, object]
    # A text file's abstract is stored as it stands, whatever looks like markup in it.
    verbatim: bool = False
    heading: str = ""


@dataclass(frozen=True, slots=True)
class Record:
    """One paper before it has an id; `was_altered`: its abstract is stored without its tags, entities or control characters."""

    abstract: str
    title: str = ""
    authors: tuple[str, ...] = ()
    venue: str = ""
    year: int | None = None
    track: str = ""
    decision: str = ""
    url: str = ""
    arxiv: str = ""
    doi: str = ""
    keywords: tuple[str, ...] = ()
    was_altered: bool = False


def stored_text(given: str) -> str:
    """An abstract as it is stored: a record's text without markup and control characters."""
    return _CONTROL.sub("", without_markup(given))


def record_of(raw: Raw, options: ReadOptions) -> Record:
    """The record.

    Raises:
        CorpusError: there is no abstract, or a field has a type it cannot have; the cause is the reason alone.
    """
    fields = recognised(raw.fields, options.mapping)
    given = fields.get("abstract")
    if not isinstance(given, str):
        raise CorpusError(
            "the record has no abstract.", "Give every record a non-empty `abstract`, or name its field with --map abstract=…"
        )
    if _HALF_PAIR.search(json.dumps(list(fields.values()), ensure_ascii=False, default=str)):
        raise CorpusError("half of a surrogate pair, or bytes in another encoding; this is not text.", "Correct the record.")
    _check_length(given, options.limits.max_abstract)
    abstract = _CONTROL.sub("", given) if raw.verbatim else stored_text(given)
    _check(abstract)
    authors = people(fields.get("authors", ()))
    if authors is None:
        raise CorpusError("`authors` is neither text nor a list.", "Correct the record.")
    found = _DOI.search(_text(fields, "doi"))
    doi = found[0].rstrip(".,;") if found else ""
    arxiv = _text(fields, "arxiv")
    arxiv = arxiv_id(arxiv) or arxiv
    return Record(
        abstract=abstract,
        title=_text(fields, "title"),
        authors=authors,
        venue=_text(fields, "venue"),
        year=_year(fields.get("year")) or _year_of_venue(_text(fields, "venue")),
        track=_text(fields, "track"),
        decision=_text(fields, "decision"),
        url=_text(fields, "url") or (f"https://doi.org/{doi}" if doi else f"https://arxiv.org/abs/{arxiv}" if arxiv else ""),
        arxiv=arxiv,
        doi=doi.lower(),
        keywords=_keywords(fields.get("keywords")),
        was_altered=abstract != given,
    )


def _check(abstract: str) -> None:
    if "\0" in abstract:
        raise CorpusError("a NUL byte in the abstract; this is not text.", "Take it out.")
    if not any(character.isalnum() for character in abstract) or _NO_TEXT.fullmatch(abstract):
        raise CorpusError("the record has no abstract.", "Give every record a non-empty `abstract`.")


def _check_length(abstract: str, longest: int) -> None:
    if len(abstract) > longest:
        raise CorpusError(
            f"the abstract has {len(abstract):,} characters, the limit is {longest:,}.",
            "If it is one abstract, raise ASSISTANT_CORPUS__MAX_ABSTRACT.",
        )


def _text(fields: Mapping[str, object], name: str) -> str:
    value = fields.get(name, "")
    if isinstance(value, list) and len(value) == 1:
        value = value[0]
    if isinstance(value, list | Mapping):
        raise CorpusError(f"`{name}` is not text.", "Correct the record.")
    text = without_markup(str(value))
    return " ".join(_CONTROL.sub(" ", text).replace("\0", " ").split())


def _year(value: object) -> int | None:
    """A year of a number, a date as text, or Crossref's and CSL's `{"date-parts": [[2024, 5]]}`."""
    while isinstance(value, Mapping | list):
        value = next((value[key] for key in ("date-parts", "year", "raw") if key in value), None) if isinstance(value, Mapping) else (
            value[0] if value else None
        )  # fmt: skip
    text = str(value if value is not None else "").strip()
    whole = _YEAR.fullmatch(text)
    if whole:
        return int(whole[1])
    found = _YEAR_IN_DATE.search(text)
    return int(found[0]) if found else None


def _year_of_venue(venue: str) -> int | None:
    found = _YEAR_IN_DATE.findall(venue)
    return int(found[0]) if len(found) == 1 else None


def _keywords(value: object) -> tuple[str, ...]:
    if isinstance(value, str):
        # arXiv's categories stand without commas, others' keywords hold spaces.
        categories = "." in value and all(_CATEGORY.fullmatch(word) for word in value.split())
        value = value.split() if categories else value.split(next((mark for mark in ";,\n" if mark in value), ";"))
    if not isinstance(value, list | tuple):
        return ()
    words = (item.get("tag") or item.get("name") if isinstance(item, Mapping) else item for item in value)
    return tuple(dict.fromkeys(" ".join(str(word).split()) for word in words if word and str(word).strip()))
