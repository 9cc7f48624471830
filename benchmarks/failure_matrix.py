"""Every failure of an endpoint → what the user saw, and after how many seconds.

    python benchmarks/failure_matrix.py

A real HTTP server on 127.0.0.1 misbehaves as scripted in tests/endpoint.py; the assistant answers one question over six invented
papers with it as its language model, with a deadline of three seconds for a whole answer (a minute by default), and one second try.
"""

from __future__ import annotations

import json
import socket
import ssl
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent.parent / "tests"))
from endpoint import KEY, Endpoint, Reply, chunk, cut, fails, says, sends, silent
from invented import TINY

from assistant import Assistant, load_settings
from assistant.answering import Writer
from assistant.models.chat import EndpointChat
from assistant.pipeline import Pipeline
from assistant.prompts import load_prompt

QUESTION = "What is LanternNet?"
DEADLINE = 3.0
NOW = {"Retry_After": "0.01"}
GOOD = says("LanternNet is a network that counts blinking insects from video [", "2].")
FAULTS: dict[str, list[Reply]] = {
    "400, unsupported parameter": [fails(400, "Unsupported parameter: 'max_tokens'"), GOOD],
    "400, the question is refused": [fails(400, "content policy")],
    "401": [fails(401)],
    "403": [fails(403)],
    "404, unknown model": [fails(404)],
    "408, for ever": [fails(408, **NOW)],
    "429, Retry-After 0.2, once": [fails(429, Retry_After="0.2"), GOOD],
    "429, Retry-After an hour": [fails(429, Retry_After="3600")],
    "429, quota used up": [fails(429, code="insufficient_quota")],
    "500, for ever": [fails(500, **NOW)],
    "500, once": [fails(500, **NOW), GOOD],
    "503, for ever": [fails(503, **NOW)],
    "stream cut": [cut(chunk("LanternNet is"))],
    "stream cut before the first word": [cut(), GOOD],
    "error in mid-stream": [sends(chunk("A"), 'data: {"error": {"message": "out of memory"}}\n\n')],
    "no choices": [sends(chunk(None, choices=[]), "data: [DONE]\n\n", **NOW)],
    "only white space": [says("  ", "\n")],
    "broken JSON": [sends("data: {oops\n\n")],
    "JSON of another shape": [sends('data: {"choices": [{"delta": "text"}]}\n\n')],
    "a web page": [sends("<html>hotel network</html>", kind="text/html")],
    "refusal, as text": [says("I'm sorry, but I can't help with that.")],
    "refusal, in its field": [sends(chunk(None, choices=[{"index": 0, "delta": {"refusal": "I can't."}}]), "data: [DONE]\n\n")],
    "content filter": [sends(chunk(None, choices=[{"index": 0, "delta": {}, "finish_reason": "content_filter"}]), "data: [DONE]\n\n")],
    "answer without sources": [says("LanternNet is a walrus, believe me.")],
    "only invented statements": [says("LanternNet was made by Google in 1987 [1].")],
    "silence": [silent(DEADLINE + 2)],
    "slow drip of words": [says(*["word "] * 80, pause=0.1)],
    "slow drip of bytes": [sends(*'data: {"choices": ' * 8, pause=0.1)],
    "drip of keep-alive comments": [sends(*[": ping\n\n"] * 80, pause=0.1)],
}


@contextmanager
def self_signed(folder: Path) -> Iterator[str]:
    """A server whose certificate nobody trusts."""
    subprocess.run(
        ["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2", "-subj", "/CN=127.0.0.1",
         "-keyout", folder / "key.pem", "-out", folder / "cert.pem"], check=True, capture_output=True,
    )  # fmt: skip
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(folder / "cert.pem", folder / "key.pem")
    with socket.create_server(("127.0.0.1", 0)) as server:

        def serve() -> None:
            while True:
                try:
                    connection, _ = server.accept()
                    context.wrap_socket(connection, server_side=True).close()
                except ssl.SSLError:
                    continue
                except OSError:
                    return

        threading.Thread(target=serve, daemon=True).start()
        yield f"https://127.0.0.1:{server.getsockname()[1]}/v1"


def closed_port() -> str:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        return f"http://127.0.0.1:{free.getsockname()[1]}/v1"


def row(name: str, url: str, opened: Assistant, requests: list[object]) -> None:
    settings = load_settings(
        data_dir=opened.settings.data_dir, openai_api_key=KEY, openai_base_url=url, model="fake",
        chat={"timeout_seconds": DEADLINE, "retries": 1},
    )  # fmt: skip
    writer = Writer(EndpointChat(settings), load_prompt("answer"), load_prompt("list"), settings.chat)
    assistant = Pipeline(settings, opened.workshop.open, writer, opened.workshop.checker)
    before = time.perf_counter()
    answer = assistant.ask(QUESTION)
    seconds = time.perf_counter() - before
    assert KEY not in repr(answer)
    assert answer.citations, "no useful answer"
    print(f"| {name} | {answer.model} | {' '.join(answer.notes) or '–'} | {len(requests)} | {seconds:.1f} |", flush=True)


def main() -> None:
    with tempfile.TemporaryDirectory() as temporary:
        folder = Path(temporary)
        corpus, data = folder / "tiny.jsonl", folder / "data"
        corpus.write_text("".join(json.dumps(paper) + "\n" for paper in TINY), "utf-8")
        opened = Assistant.open(corpus, settings=load_settings(data_dir=data, openai_api_key="", openai_base_url=""))
        opened.ask(QUESTION)
        opened.workshop.checker.score("It counts insects.", "It counts blinking insects.")
        print("| fault | answered by | what the answer says about it | requests | seconds |\n|---|---|---|---:|---:|")
        row("unknown host", "http://no-such-host.invalid/v1", opened, [])
        row("connection refused", closed_port(), opened, [])
        with self_signed(folder) as url:
            row("TLS, untrusted certificate", url, opened, [])
        with Endpoint() as plain:
            row("TLS, the server does not speak it", plain.url.replace("http:", "https:"), opened, [])
        for name, replies in FAULTS.items():
            with Endpoint() as endpoint:
                endpoint.script(*replies)
                row(name, endpoint.url, opened, endpoint.requests)


if __name__ == "__main__":
    main()
