"""A folder of drafts: drafts.jsonl, and drafts.json that says of which corpus; several processes and tabs may write."""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from filelock import FileLock

from ..errors import GoldError
from ..gold.corpus import Corpus
from ..gold.reading import lines
from .drafts import Draft, folded, from_fields

DRAFTS = "drafts.jsonl"
ABOUT = "drafts.json"
README = "README.txt"
_READ_ME = """\
Draft questions about your papers, made by assistant eval init (drafts.jsonl; drafts.json says of which papers).
1. assistant eval review {folder}    opens a page: read each draft, correct it, accept or reject it. Stop and go on at any time.
2. What was accepted is in gold/, in the form that eval/README.md describes.
3. assistant eval check{corpus} --gold {gold}
4. assistant eval{corpus} --gold {gold} --split all
"""


class OvertakenError(GoldError):
    """The draft was changed meanwhile; nothing was written."""


class DraftBook:
    """The drafts of a folder. Every change reads the file anew, replaces it whole and is on disk when the call returns.

    Args:
        folder: need not exist.
    """

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.path = folder / DRAFTS

    def start(self, corpus: Corpus, path: Path | None) -> None:
        """Make the folder, or check that it is about these papers.

        Args:
            corpus: the papers that the drafts are about.
            path: where they were read; None for the default index or the seeds.

        Raises:
            GoldError: the folder is about another corpus, or cannot be written.
        """
        if (self.folder / ABOUT).exists() or self.path.exists():
            self.require(corpus)
            return
        about = {"corpus": corpus.fingerprint, "papers": len(corpus.papers), "path": str(path.resolve()) if path else None}
        given = f" --corpus {path}" if path else ""
        read_me = _READ_ME.format(folder=self.folder, corpus=given, gold=self.folder / "gold")
        with self._writing():
            (self.folder / README).write_text(read_me, "utf-8")
            _replace(self.path, "")
            _replace(self.folder / ABOUT, json.dumps(about, ensure_ascii=False, indent=2) + "\n")

    def about(self) -> dict[str, Any]:
        """Fingerprint (`corpus`), number (`papers`) and `path` of the papers.

        Raises:
            GoldError: the folder has no drafts, or drafts.json is damaged.
        """
        path = self.folder / ABOUT
        try:
            about = json.loads(path.read_text("utf-8"))
            if not isinstance(about["corpus"], str) or not isinstance(about["path"], str | None):
                raise TypeError("a field has another type")
        except FileNotFoundError:
            raise GoldError(
                f"{self.folder} is no folder of drafts: it has no {ABOUT}.", "Make one with assistant eval init --corpus PATH --out DIR."
            ) from None
        except OSError as error:
            raise GoldError(f"{path}: cannot be read ({error.strerror}).", "Check its permissions.") from None
        except (ValueError, TypeError, KeyError) as error:
            raise GoldError(f"{path} is damaged ({error}).", f"Make drafts in a new folder; {DRAFTS} can be copied there.") from None
        return dict(about)

    def require(self, corpus: Corpus) -> None:
        """Nothing where the drafts are about these papers.

        Raises:
            GoldError: they are about others.
        """
        about = self.about()
        if about["corpus"] != corpus.fingerprint:
            where = f" ({about['path']})" if about["path"] else ""
            raise GoldError(
                f"{self.folder} holds drafts about other papers{where}: {about.get('papers')} then,"
                f" {len(corpus.papers)} now, not the same.",
                "Give another --out for these papers, or the papers of the drafts.",
            )

    def drafts(self) -> list[Draft]:
        """All drafts, in the order of the file.

        Raises:
            GoldError: a line is damaged; the error names it.
        """
        found: dict[str, Draft] = {}
        for where, fields in lines(self.path):
            try:
                draft = from_fields(fields)
            except ValueError as error:
                raise GoldError(f"{self.folder / where}: {error}.", "Correct the line, or delete it; nothing was changed.") from None
            if draft.id in found:
                raise GoldError(f"{self.folder / where}: the id {draft.id!r} was used before.", "Delete one of the two lines.")
            found[draft.id] = draft
        return list(found.values())

    def add(self, new: Iterable[Draft]) -> int:
        """Add the drafts whose id and question are not there yet, and count them.

        Raises:
            GoldError: the file is damaged or cannot be written.
        """
        with self._writing():
            drafts = self.drafts()
            ids = {draft.id for draft in drafts}
            asked = {folded(draft.question.text) for draft in drafts}
            before = len(drafts)
            for draft in new:
                if draft.id not in ids and (text := folded(draft.question.text)) not in asked:
                    drafts.append(draft)
                    ids.add(draft.id)
                    asked.add(text)
            self._write(drafts)
        return len(drafts) - before

    def change(self, before: Draft, after: Draft) -> None:
        """Put `after` in the place of `before`.

        Raises:
            OvertakenError: the draft is not as `before` says any more.
            GoldError: the file is damaged or cannot be written.
        """
        with self._writing():
            drafts = self.drafts()
            if before not in drafts:
                raise OvertakenError("This draft was changed elsewhere meanwhile; your change was not saved.", "Look at it as it is now.")
            drafts[drafts.index(before)] = after
            self._write(drafts)

    def write_beside(self, folder: str, files: Callable[[Sequence[Draft]], Mapping[str, str]]) -> None:
        """Replace files of a folder inside by what `files` makes of the drafts as they are now; an empty text removes its file.

        Raises:
            GoldError: the drafts are damaged, or a file cannot be written.
        """
        with self._writing():
            inside = self.folder / folder
            inside.mkdir(exist_ok=True)
            for name, text in files(self.drafts()).items():
                if text:
                    _replace(inside / name, text)
                else:
                    (inside / name).unlink(missing_ok=True)

    @contextmanager
    def _writing(self) -> Iterator[None]:
        try:
            self.folder.mkdir(parents=True, exist_ok=True)
            with FileLock(self.folder / "drafts.lock"):
                yield
        except OSError as error:
            raise GoldError(f"{self.folder}: cannot be written ({error.strerror or error}).", "Choose another folder.") from None

    def _write(self, drafts: Iterable[Draft]) -> None:
        _replace(self.path, "".join(draft.to_line() for draft in drafts))


def _replace(path: Path, text: str) -> None:
    """Write the file so that a reader, or a kill, finds the old one or the new one."""
    beside = path.with_name(path.name + ".new")
    with beside.open("w", encoding="utf-8", newline="\n") as file:
        file.write(text)
        file.flush()
        os.fsync(file.fileno())
    beside.replace(path)
