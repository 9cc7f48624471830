"""Starting the page: its port, its host, its HTTP interface."""

from __future__ import annotations

import logging
import os
import socket
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from page_samples import Scripted, answer
from page_visits import running

from assistant import Assistant, AssistantError
from assistant.ui import build, serve


def test_importing_the_package_does_not_import_gradio() -> None:
    code = "import sys, assistant.ui; assert 'gradio' not in sys.modules"
    subprocess.run([sys.executable, "-c", code], check=True)


def test_the_server_connects_to_nothing_outside(tmp_path: Path) -> None:
    code = f"""
import sys, pathlib
calls = []
def note(event, args):
    if event == "socket.connect" and not str(args[1][0]).startswith(("127.", "::1", "localhost", "/")):
        calls.append(args[1])
    if event == "socket.getaddrinfo" and args[0] not in (None, "127.0.0.1", "localhost", "::1", "0.0.0.0", b"127.0.0.1"):
        calls.append(args[0])
sys.addaudithook(note)
sys.path.insert(0, {str(Path(__file__).parent)!r})
from page_visits import running
from page_samples import Scripted, answer
from gradio_client import Client
import time
with running(Scripted(lambda question: iter([answer("x")]), pathlib.Path({str(tmp_path)!r}))) as at:
    print(Client(at, verbose=False).predict("Q?", api_name="/ask")["text"])
    time.sleep(2)
assert not calls, calls
"""
    made = subprocess.run([sys.executable, "-c", code], check=False, capture_output=True, text=True)
    assert made.returncode == 0, made.stderr
    assert made.stdout.strip() == "x"


def test_a_port_in_use_names_the_remedy(opened: Assistant) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        with pytest.raises(AssistantError) as raised:
            serve(opened, port=taken.getsockname()[1])
    assert "--port" in raised.value.remedy


def test_a_host_that_is_no_address_names_the_remedy(opened: Assistant) -> None:
    with pytest.raises(AssistantError) as raised:
        serve(opened, host="no.such.host.invalid", port=1)
    assert "--host" in raised.value.remedy


def test_analytics_are_off(opened: Assistant) -> None:
    page = build(opened)
    assert os.environ["GRADIO_ANALYTICS_ENABLED"] == "False"
    assert page.analytics_enabled is False


@pytest.mark.parametrize(("host", "auth", "warned"), [("0.0.0.0", None, True), ("0.0.0.0", ("a", "b"), False), ("127.0.0.1", None, False)])
def test_an_open_host_without_a_password_is_warned_about(
    tmp_path: Path, host: str, auth: tuple[str, str] | None, warned: bool, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    import gradio

    from assistant.ui.server import start

    launched: list[Any] = []
    monkeypatch.setattr(gradio.Blocks, "launch", lambda self, **options: launched.append(options))
    with caplog.at_level(logging.WARNING):
        start(Scripted(lambda question: iter(()), tmp_path), host=host, port=0, auth=auth)  # type: ignore[arg-type]
    assert ("--auth" in caplog.text) is warned
    assert launched[0]["auth"] == auth
    assert launched[0]["share"] is False


def test_a_script_can_ask_over_http(address: str) -> None:
    from gradio_client import Client

    client = Client(address, verbose=False)
    made = client.predict("Which papers study membership inference?", api_name="/ask")
    titles = [paper["title"] for paper in made["papers"]]
    assert "Practical Bayes-Optimal Membership Inference Attacks" in titles
    assert "[1]" in made["text"]
    for citation in made["citations"]:
        assert citation["quote"]
        assert citation["end"] - citation["start"] == len(citation["quote"])


def test_only_the_documented_function_is_offered_over_http(address: str) -> None:
    from gradio_client import Client

    offered = Client(address, verbose=False).view_api(return_format="dict")
    assert list(offered["named_endpoints"]) == ["/ask"]
    assert not offered["unnamed_endpoints"]


def test_an_error_over_http_carries_its_remedy(tmp_path: Path) -> None:
    from gradio_client import Client
    from gradio_client.exceptions import AppError

    def events(question: str) -> Any:
        raise AssistantError("The index is damaged.", "Run assistant ingest --rebuild.")

    with running(Scripted(events, tmp_path)) as at, pytest.raises(AppError, match="--rebuild"):
        Client(at, verbose=False).predict("Q?", api_name="/ask")


def test_the_record_is_json(tmp_path: Path) -> None:
    import json

    from assistant.ui.record import answer_record

    assert json.loads(json.dumps(answer_record(answer("x"))))["text"] == "x"
