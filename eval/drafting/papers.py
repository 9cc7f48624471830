"""A path, or a folder of drafts → the `Corpus` that drafts are about; nothing is indexed."""

from __future__ import annotations

from pathlib import Path

from assistant import Settings, load_settings
from assistant.corpus import read_papers
from assistant.index.generations import Generations
from assistant.ingestion import stored_papers

from ..errors import GoldError
from ..gold.corpus import Corpus
from .book import DraftBook


def papers_at(path: Path | None, settings: Settings) -> Corpus:
    """The papers of a file or folder; without one those of the default index, and the seeds where nothing is indexed.

    Raises:
        CorpusError: the papers cannot be read.
    """
    if path is not None:
        return Corpus.of(read_papers([path]))
    stored = stored_papers(Generations(settings.data_dir / "indexes" / "default"))
    return Corpus.of(stored) if stored else Corpus.seeds()


def papers_of_book(book: DraftBook, moved: Path | None = None) -> Corpus:
    """The papers that the drafts of a folder are about.

    Args:
        book: the drafts; drafts.json says where their papers were.
        moved: where they are now, if that has changed.

    Raises:
        AssistantError: there are no drafts, or the papers are missing or others now.
    """
    said = book.about()["path"]
    path = moved or (Path(said) if said else None)
    if path is not None and not path.exists():
        raise GoldError(f"{path}: the papers of these drafts are not there any more.", "Say where they are with --corpus.")
    found = papers_at(path, load_settings())
    book.require(found)
    return found
