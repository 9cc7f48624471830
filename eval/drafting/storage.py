"""Draft questions and the folder that keeps them: drafts.jsonl, drafts.json that says of which papers, gold/ with what was accepted."""

from __future__ import annotations

import hashlib
import json
from collections import defaultdict
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, Literal, get_args

from filelock import FileLock

from ..errors import GoldError
from ..files import write_whole
from ..gold.corpus import Corpus
from ..gold.questions import KINDS, Question, parse, split_of
from ..gold.reading import lines
from ..gold.rules import faults

Status = Literal["draft", "accepted", "rejected"]
_UNREAD = "Nobody looked at it: accepted by --accept-all. "
_DRAFTS, _ABOUT = "drafts.jsonl", "drafts.json"
_READ_ME = """\
Draft questions about your papers, made by assistant eval init (drafts.jsonl; drafts.json says of which papers).
1. assistant eval review {folder}    opens a page: read each draft, correct it, accept or reject it. Stop and go on at any time.
2. What was accepted is in gold/, in the form that eval/README.md describes.
3. assistant eval check{corpus} --gold {folder}/gold
4. assistant eval{corpus} --gold {folder}/gold --split all
"""


@dataclass(frozen=True, slots=True)
class Draft:
    """A question, what a reviewer decided about it, and `origin`: what it was made from."""

    question: Question
    status: Status = "draft"
    origin: str = ""

    @property
    def id(self) -> str:
        """The question's id."""
        return self.question.id


def draft_of(kind: str, type_: str, text: str, origin: str, **judgments: Any) -> Draft:
    """A new draft; its id depends on kind and text alone, so that the same question is never drafted twice."""
    name = "own-" + hashlib.sha256(f"{kind}\0{folded(text)}".encode()).hexdigest()[:10]
    return Draft(Question(name, split_of(name), kind, type_, "en", False, text, **judgments), "draft", origin)


def folded(text: str) -> str:
    """The text as far as two questions must differ: letters and digits, lower case."""
    return " ".join("".join(character if character.isalnum() else " " for character in text.lower()).split())


class DraftFolder:
    """The drafts of a folder, which need not exist; several processes and tabs may write.

    A change reads the file anew, and is on disk when the call returns. Every method raises GoldError where a file is missing, damaged
    (the error names the line), about other papers or not writable.
    """

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.path = folder / _DRAFTS

    def start(self, corpus: Corpus, path: Path | None) -> None:
        """Make the folder, or check that it is about these papers; `path` is where they were read, None for the default index."""
        if (self.folder / _ABOUT).exists() or self.path.exists():
            self.require(corpus)
            return
        about = {"corpus": corpus.fingerprint, "papers": len(corpus.papers), "path": str(path.resolve()) if path else None}
        with self._writing():
            write_whole(self.folder / "README.txt", _READ_ME.format(folder=self.folder, corpus=f" --corpus {path}" if path else ""))
            write_whole(self.path, "")
            write_whole(self.folder / _ABOUT, json.dumps(about, ensure_ascii=False, indent=2) + "\n")

    def about(self) -> dict[str, Any]:
        """Fingerprint (`corpus`), number (`papers`) and `path` of the papers; no path: those of the default index, or the seeds."""
        path = self.folder / _ABOUT
        try:
            about = json.loads(path.read_bytes())
            return {"corpus": str(about["corpus"]), "papers": about["papers"], "path": about["path"] and str(about["path"])}
        except FileNotFoundError:
            remedy = "Make one with assistant eval init --corpus PATH --out DIR."
            raise GoldError(f"{self.folder} is no folder of drafts: it has no {_ABOUT}.", remedy) from None
        except (OSError, ValueError, TypeError, KeyError) as error:
            raise GoldError(f"{path} cannot be read ({error}).", f"Make drafts in a new folder; {_DRAFTS} can be copied there.") from None

    def require(self, corpus: Corpus) -> None:
        """Nothing where the drafts are about these papers."""
        about = self.about()
        if about["corpus"] != corpus.fingerprint:
            cause = f"{self.folder} holds drafts about other papers: {about['papers']} of {about['path'] or 'the default index'}."
            raise GoldError(cause, "Give another --out for these papers, or the papers of the drafts.")

    def drafts(self) -> list[Draft]:
        """All drafts, in the order of the file."""
        found: dict[str, Draft] = {}
        for where, fields in lines(self.path):
            try:
                if fields.get("status") not in get_args(Status):
                    raise ValueError(f"`status` is none of {', '.join(get_args(Status))}")
                draft = Draft(parse(fields), fields["status"], str(fields.get("origin", "")))
            except ValueError as error:
                raise GoldError(f"{self.folder / where}: {error}.", "Correct the line, or delete it; nothing was changed.") from None
            if found.setdefault(draft.id, draft) is not draft:
                raise GoldError(f"{self.folder / where}: the id {draft.id!r} was used before.", "Delete one of the two lines.")
        return list(found.values())

    def add(self, new: Iterable[Draft]) -> int:
        """Add the drafts whose id and question are not there yet, and count them."""
        with self._writing():
            drafts = self.drafts()
            known = {text for draft in drafts for text in (draft.id, folded(draft.question.text))}
            added = []
            for draft in new:
                if not (names := {draft.id, folded(draft.question.text)}) & known:
                    added.append(draft)
                    known |= names
            self._write([*drafts, *added])
        return len(added)

    def change(self, before: Draft, after: Draft) -> bool:
        """Put `after` in the place of `before`; False, and nothing is written, where the draft is not as `before` says any more."""
        with self._writing():
            drafts = self.drafts()
            if before in drafts:
                self._write([after if draft == before else draft for draft in drafts])
            return before in drafts or after in drafts

    def export(self, corpus: Corpus, *, unread: bool = False) -> tuple[int, dict[str, str]]:
        """Write the accepted drafts to gold/KIND.jsonl, with `unread` undecided ones too: their number, and by id the faults of others."""
        left_out: dict[str, str] = {}
        files: defaultdict[str, str] = defaultdict(str)
        with self._writing():
            for draft in self.drafts():
                is_wanted = draft.status == "accepted" or (unread and draft.status == "draft")
                if is_wanted and (fault := _fault(draft, corpus)):
                    left_out[draft.id] = fault
                elif is_wanted:
                    note = (_UNREAD * (draft.status == "draft") + draft.question.note).strip()
                    files[draft.question.kind] += _line(_gold_fields(replace(draft.question, note=note)))
            (self.folder / "gold").mkdir(exist_ok=True)
            for kind in KINDS:
                path = self.folder / "gold" / f"{kind}.jsonl"
                if files[kind]:
                    write_whole(path, files[kind])
                else:
                    path.unlink(missing_ok=True)
        return sum(text.count("\n") for text in files.values()), left_out

    @contextmanager
    def _writing(self) -> Iterator[None]:
        try:
            self.folder.mkdir(parents=True, exist_ok=True)
            with FileLock(self.folder / "drafts.lock"):
                yield
        except OSError as error:
            raise GoldError(f"{self.folder}: cannot be written ({error.strerror or error}).", "Choose another folder.") from None

    def _write(self, drafts: Iterable[Draft]) -> None:
        rows = ({**_gold_fields(draft.question), "status": draft.status, "origin": draft.origin} for draft in drafts)
        write_whole(self.path, "".join(map(_line, rows)))


def _fault(draft: Draft, corpus: Corpus) -> str:
    """Why a draft cannot be a gold question; empty where it can. A list without papers, of a disliked answer, breaks no rule."""
    is_empty = draft.status == "draft" and draft.question.kind != "unanswerable" and not draft.question.relevant
    return "its judgments are to be filled in." if is_empty else next(faults(draft.question, corpus), "")


def _gold_fields(question: Question) -> dict[str, Any]:
    """The JSON object of a gold file's line; what is optional is left out where it is empty."""
    names = ("id", "split", "kind", "type", "lang", "messy", "text", "history", "relevant", "borderline", "evidence", "nuggets", "note")
    fields = {"question" if name == "text" else name: getattr(question, name) for name in names}
    fields["history"] = [{"role": turn.role, "content": turn.content} for turn in question.history]
    fields["evidence"] = [item._asdict() for item in question.evidence]
    fields["nuggets"] = [item._asdict() for item in question.nuggets]
    return {name: value for name, value in fields.items() if value or name not in ("history", "borderline", "note")}


def _line(fields: dict[str, Any]) -> str:
    return json.dumps(fields, ensure_ascii=False) + "\n"
