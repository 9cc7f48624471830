"""A text → a file that is whole: a reader, or a kill, finds the old one or the new one."""

from __future__ import annotations

import os
from pathlib import Path

from .errors import RunError


def write_whole(path: Path, text: str) -> None:
    """Write a file in one step; halves of characters, which an endpoint may have sent, become question marks.

    Raises:
        RunError: the file cannot be written.
    """
    target, content = path.resolve(), text.encode("utf-8", "replace")
    beside = target.parent / f"{target.name}.new"
    try:
        if target.exists() and not target.is_file():
            # A terminal or a pipe is written to, not replaced.
            target.write_bytes(content)
            return
        try:
            with beside.open("wb") as file:
                file.write(content)
                file.flush()
                # Else a power cut may leave the new name on an empty file.
                os.fsync(file.fileno())
            beside.replace(target)
        finally:
            beside.unlink(missing_ok=True)
    except OSError as error:
        raise RunError(f"{path}: cannot be written ({error.strerror}).", "Choose another place, or check its permissions.") from None
