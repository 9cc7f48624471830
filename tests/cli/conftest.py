"""The command line in this process, for what ends before any model is asked."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

import pytest

from assistant import cli


class Done(NamedTuple):
    """How a command ended."""

    code: int
    out: str
    err: str

    @property
    def failed_plainly(self) -> bool:
        """Whether it ended with exit code 1, nothing on stdout and one line on stderr."""
        return self.code == 1 and self.out == "" and self.err.startswith("assistant: ") and self.err.count("\n") == 1


@pytest.fixture
def here(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Callable[..., Done]:
    """Runs `assistant` with arguments, `data` as its data folder, and environment variables on top."""

    def run(*arguments: str | Path, data: Path | None = None, **environment: str) -> Done:
        for name, value in {**environment, **({"ASSISTANT_DATA_DIR": str(data)} if data else {})}.items():
            monkeypatch.setenv(name, value)
        monkeypatch.setattr("sys.argv", ["assistant", *map(str, arguments)])
        code = 0
        try:
            cli.main()
        except SystemExit as left:
            code = int(left.code or 0)
        return Done(code, *capsys.readouterr())

    return run
