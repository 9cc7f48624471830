"""What one generation of an index was made with, as a JSON file that is checked before anything is searched."""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass, field
from pathlib import Path

from assistant.errors import IndexingError

SCHEMA = 1
FILE = "manifest.json"


@dataclass(frozen=True, slots=True)
class Manifest:
    """Facts that must agree between the index and the program that searches it."""

    schema: int
    encoder: str
    dimension: int
    token_encoder: str
    multilingual_encoder: str
    chunking: dict[str, int]
    papers: int
    passages: int
    created: str
    corpus: str
    files: dict[str, int] = field(default_factory=dict)
    # Files that the papers came from: what a rebuild reads again if the stored papers are lost.
    sources: list[str] = field(default_factory=list)

    def write(self, folder: Path) -> None:
        """Write the manifest into a generation's folder, with the size of every other file there."""
        sizes = {path.relative_to(folder).as_posix(): path.stat().st_size for path in sorted(folder.rglob("*")) if path.is_file()}
        (folder / FILE).write_text(json.dumps({**asdict(self), "files": sizes}, indent=1), "utf-8")

    @staticmethod
    def read(folder: Path) -> Manifest:
        """The manifest of a generation.

        Raises:
            IndexingError: it is missing, unreadable, or of another schema; or another file is missing or too short.
        """
        remedy = "Run assistant ingest --rebuild."
        try:
            data = json.loads((folder / FILE).read_text("utf-8"))
            if data["schema"] != SCHEMA:
                raise IndexingError(f"The index at {folder} has schema {data['schema']}, this program reads {SCHEMA}.", remedy)
            manifest = Manifest(**data)
        except (OSError, ValueError, KeyError, TypeError) as error:
            raise IndexingError(f"The index at {folder} has no readable manifest ({type(error).__name__}).", remedy) from None
        for name, size in manifest.files.items():
            # Chroma's and numpy's readers crash on a file that was cut off, or take it for an empty one.
            path = folder / name
            if not path.is_file() or path.stat().st_size < size:
                raise IndexingError(f"The index file {path} is damaged or gone.", remedy)
        return manifest

    def require(self, other: Manifest) -> None:
        """Check that an index made with `self` can be searched by a program that would make `other`.

        Raises:
            IndexingError: they differ; the error says in what.
        """
        for name in ("encoder", "dimension", "token_encoder", "multilingual_encoder", "chunking"):
            mine, theirs = getattr(self, name), getattr(other, name)
            if mine != theirs:
                raise IndexingError(
                    f"The index was made with {name.replace('_', ' ')} {mine}, the settings say {theirs}.",
                    "Run assistant ingest --rebuild, or restore the setting.",
                )
