"""A reader's thumb on an answer → one line of JSON in `feedback.jsonl`."""

from __future__ import annotations

import json
import threading
from datetime import UTC, datetime
from pathlib import Path

from assistant.types import Answer

_lock = threading.Lock()


def write_feedback(path: Path, answer: Answer, liked: bool | None) -> None:
    """Append the thumb to `path`.

    Args:
        path: the file; it and its folder are made where they do not exist.
        answer: what was judged.
        liked: thumb up, thumb down, or None for a thumb taken back.

    Raises:
        OSError: the file cannot be written.
    """
    line = json.dumps(
        {
            "time": datetime.now(UTC).isoformat(timespec="seconds"),
            "answer": answer.id,
            "liked": liked,
            "question": answer.question,
            "standalone": answer.standalone,
            "kind": answer.kind,
            "abstained": answer.abstained,
            "text": answer.text,
            "papers": [source.paper.id for source in answer.papers],
            "citations": [{"paper": citation.paper_id, "quote": citation.quote} for citation in answer.citations],
            "model": answer.model,
        },
        ensure_ascii=False,
    )
    with _lock:
        path.parent.mkdir(parents=True, exist_ok=True)
        with path.open("a", encoding="utf-8") as file:
            file.write(line + "\n")
