"""`python -m assistant_eval` is `assistant eval`."""

from __future__ import annotations

import sys

from assistant import AssistantError

from .command import app

if __name__ == "__main__":
    try:
        app(prog_name="assistant eval")
    except AssistantError as error:
        print(error, file=sys.stderr)
        sys.exit(1)
