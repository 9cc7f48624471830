"""What one generation of an index was made with, as a JSON file that is checked before anything is searched."""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass
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

    def write(self, folder: Path) -> None:
        """Write the manifest into a generation's folder."""
        (folder / FILE).write_text(json.dumps(asdict(self), indent=1), "utf-8")

    @staticmethod
    def read(folder: Path) -> Manifest:
        """The manifest of a generation.

        Raises:
            IndexingError: it is missing, unreadable, or of another schema.
        """
        remedy = "Run assistant ingest --rebuild."
        try:
            data = json.loads((folder / FILE).read_text("utf-8"))
            if data["schema"] != SCHEMA:
                raise IndexingError(f"The index at {folder} has schema {data['schema']}, this program reads {SCHEMA}.", remedy)
            return Manifest(**data)
        except (OSError, ValueError, KeyError, TypeError) as error:
            raise IndexingError(f"The index at {folder} has no readable manifest ({type(error).__name__}).", remedy) from None

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
