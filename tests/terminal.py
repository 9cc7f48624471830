"""The command line as a user starts it: a process of its own, with the tests' environment."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from typing import Any

# Tells on stderr which of the slow packages were imported.
_WATCHED = """
import sys
from assistant.cli import main
try:
    main()
finally:
    print("IMPORTED", *sorted({name.partition(".")[0] for name in sys.modules} & {"gradio", "openai", "nltk"}), file=sys.stderr)
"""


def run(
    *arguments: str | bytes | Path, data: Path | None = None, watched: bool = False, **environment: str
) -> subprocess.CompletedProcess[bytes]:
    """Run `assistant` with these arguments, `data` as its data folder, and these variables on top."""
    start: list[Any] = ["-c", _WATCHED] if watched else ["-m", "assistant.cli"]
    variables = {**os.environ, **({"ASSISTANT_DATA_DIR": str(data)} if data else {}), **environment}
    return subprocess.run([sys.executable, *start, *arguments], capture_output=True, env=variables, timeout=120, check=False)
