"""An abstract → the id of its paper, and a label where no title is known."""

from __future__ import annotations

import base64
import hashlib
import re
import unicodedata

ID_LENGTH = 12

_NAMED = re.compile(
    r"(?:introduc\w+|propos\w+|present\w*|develop\w*|call(?:ed)?|nam(?:ed|ely)|term(?:ed)?|dub(?:bed)?|releas\w+)\s+"
    r"(?:[a-z-]+\s+){0,3}(?:\\text\w+\{|\*\*|\*)?([A-Z][A-Za-z0-9]*(?:[-+][A-Za-z0-9]+)*[A-Z0-9][A-Za-z0-9+-]*|[A-Z][a-z]+[A-Z]\w*)"
)
_VERB = r"\b(?:introduc|propos|present|develop|releas|design)\w*\b"
_NAME = r"([A-Z][A-Za-z0-9+-]*[A-Z0-9][A-Za-z0-9+-]*)"
# "we propose a novel Memory INJection Attack, MINJA, …" and "we introduce the Virus Infection Attack (VIA) …"
_ALSO_NAMED = re.compile(rf"{_VERB}[^.]{{0,120}}?(?:, {_NAME}[,.]|\({_NAME}s?\))")
# "introduces Clipout, a method …": a capitalised word right after the verb and before a pause
_PLAINLY_NAMED = re.compile(rf"{_VERB}\s+([A-Z][a-z]{{3,}}\w*)(?=[,(.:;]| \(| which| that)")
_IN_BRACKETS = re.compile(r"\((?:\\text\w+\{|\*\*|\*)?([A-Z][\w+-]*[A-Z0-9][\w+-]*)[}*]*\)")


def paper_id(abstract: str) -> str:
    """Id made of the abstract alone: the first 60 bits of SHA-256 over its NFC form with white space folded.

    The same abstract has the same id wherever it stands; 12 letters or digits, lower case.
    """
    folded = " ".join(unicodedata.normalize("NFC", abstract).split())
    digest = hashlib.sha256(folded.encode("utf-8", "surrogatepass")).digest()
    return base64.b32encode(digest).decode().lower()[:ID_LENGTH]


def names(title: str, abstract: str) -> tuple[str, ...]:
    """Names that the paper gives its method or benchmark: before the colon of the title, and where the abstract introduces one.

    Args:
        title: as given.
        abstract: cleaned, so that no markup stands in the way.
    """
    found = []
    before_colon, colon, _ = title.partition(":")
    if colon and len(before_colon.split()) <= 3 and before_colon.lower() != "position":
        found.append(before_colon.strip().strip("$\\{}"))
    found += [match.group(1) for match in _NAMED.finditer(abstract)]
    found += [match.group(1) or match.group(2) for match in _ALSO_NAMED.finditer(abstract)]
    found += [match.group(1) for match in _PLAINLY_NAMED.finditer(abstract)]
    return tuple(dict.fromkeys(name for name in found if len(name) >= 3))


def label(abstract: str, clean_first_sentence: str) -> str:
    """Short name for a paper without a title: its method's name where the abstract gives one, else its first clause."""
    named = _NAMED.search(abstract)
    if named:
        return named.group(1)
    if re.search(r"\b(?:we|this paper|our)\b[^.]{0,60}\b(?:introduce|propose|present|develop)", abstract, re.I):
        own = re.search(r"\b(?:we|this paper)\b[^.]{0,60}\b(?:introduce|propose|present|develop)[^.]{0,120}", abstract, re.I)
        bracketed = _IN_BRACKETS.search(own.group(0)) if own else None
        if bracketed:
            return bracketed.group(1)
    clause = re.split(r"[,;:(]|\s[–—-]\s", clean_first_sentence, maxsplit=1)[0].strip().rstrip(".")
    words = clause.split()
    return " ".join(words[:12]) + ("…" if len(words) > 12 else "")
