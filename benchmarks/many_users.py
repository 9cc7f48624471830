"""Fifty people at once, each in a conversation of their own about a paper of their own: latencies, errors, and whose answers they got.

python benchmarks/many_users.py [--people 50]

The server is a process of its own (`assistant serve --extractive`) over the seeds. Every reader joins the page's queue as a browser
does, asks about a paper, then a follow-up that names none, and reads the record of the conversation that the page would keep. It is
cross-talk if that holds another question than the reader's own, or if an answer is not word for word the one that the same conversation
gets from an assistant that nobody else asks.
"""

from __future__ import annotations

import argparse
import json
import socket
import subprocess
import sys
import tempfile
import time
import uuid
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any, NamedTuple

import httpx
import numpy as np

from assistant import Assistant, load_settings
from assistant.types import Turn

FIRST = "What does the paper “{title}” propose?"
FOLLOW_UP = "And what do its experiments show?"


class Asked(NamedTuple):
    """How one question of a reader went."""

    question: str
    seconds: float
    error: str
    crossed: bool


def kept(value: Any) -> list[dict[str, Any]] | None:
    """The conversation's exchanges in what the queue sent, whole or as a difference."""
    if isinstance(value, dict):
        if value.get("kind") == "keep":
            return list(value["exchanges"])
        value = list(value.values())
    if isinstance(value, list):
        if len(value) == 3 and value[1] == ["exchanges"] and isinstance(value[2], list):
            return value[2]
        return next((found for each in value if (found := kept(each)) is not None), None)
    return None


def ask(client: httpx.Client, fn: int, session: str, question: str) -> list[dict[str, Any]] | None:
    """Ask as the page does; returns the exchanges that the page would keep."""
    joined = client.post("/gradio_api/queue/join", json={"data": [question, None, None], "fn_index": fn, "session_hash": session})
    joined.raise_for_status()
    record = None
    with client.stream("GET", "/gradio_api/queue/data", params={"session_hash": session}) as events:
        for line in events.iter_lines():
            if not line.startswith("data:"):
                continue
            event = json.loads(line.removeprefix("data:"))
            record = kept(event.get("output", {}).get("data")) or record
            if event["msg"] == "process_completed":
                if not event["success"]:
                    raise RuntimeError(str(event["output"]))
                return record
    return record


def alone(assistant: Assistant, title: str) -> list[str]:
    """The texts of the answers that the conversation gets from an assistant that nobody else asks."""
    first = assistant.ask(FIRST.format(title=title))
    return [first.text, assistant.ask(FOLLOW_UP, [Turn("user", first.question), Turn("assistant", first.text)]).text]


def hold(address: str, fn: int, title: str, expected: list[str]) -> list[Asked]:
    """One reader's conversation."""
    session = uuid.uuid4().hex
    asked: list[Asked] = []
    with httpx.Client(base_url=address, timeout=300, trust_env=False) as client:
        for question in (FIRST.format(title=title), FOLLOW_UP):
            start = time.perf_counter()
            try:
                record = ask(client, fn, session, question)
                error = "" if record else "nothing to keep"
            except (httpx.HTTPError, RuntimeError) as problem:
                record, error = None, str(problem)
            exchanges = record or []
            mine = [each["question"] for each in exchanges] == [*(each.question for each in asked), question]
            same = [(each["answer"] or {}).get("text") for each in exchanges] == expected[: len(exchanges)]
            crossed = bool(exchanges) and not (mine and same)
            asked.append(Asked(question, time.perf_counter() - start, error, crossed))
    return asked


def submit_function(address: str) -> int:
    """Number of the function that the question box calls."""
    config = httpx.get(f"{address}/config", trust_env=False).json()
    box = next(each["id"] for each in config["components"] if each["props"].get("elem_id") == "question")
    return next(each["id"] for each in config["dependencies"] if [box, "submit"] in [list(target) for target in each["targets"]])


def main(people: int) -> None:
    """Print the table."""
    with tempfile.TemporaryDirectory() as folder, socket.socket() as probe:
        assistant = Assistant.open(settings=load_settings(data_dir=Path(folder), openai_api_key="", openai_base_url=""))
        titles = ([paper.label for paper in assistant.papers.values()] * people)[:people]
        expected = {title: alone(assistant, title) for title in dict.fromkeys(titles)}
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
        probe.close()
        address = f"http://127.0.0.1:{port}"
        command = [sys.executable, "-m", "assistant.cli", "serve", "--extractive", "--port", str(port), "--data-dir", folder]
        server = subprocess.Popen(command, stdout=subprocess.PIPE)
        try:
            assert server.stdout is not None
            server.stdout.readline()
            fn = submit_function(address)
            hold(address, fn, titles[0], expected[titles[0]])  # loads what is loaded at the first question
            with ThreadPoolExecutor(people) as threads:
                jobs = [threads.submit(hold, address, fn, title, expected[title]) for title in titles]
                asked = [each for job in jobs for each in job.result()]
        finally:
            server.terminate()
            server.wait()
    print(f"| {people} people at once | questions | p50 | p95 | errors | cross-talk |\n| --- | --- | --- | --- | --- | --- |")
    for name, chosen in (
        ("first question", [a for a in asked if a.question != FOLLOW_UP]),
        ("follow-up", [a for a in asked if a.question == FOLLOW_UP]),
    ):
        p50, p95 = np.percentile([each.seconds for each in chosen], [50, 95])
        errors, crossed = sum(bool(each.error) for each in chosen), sum(each.crossed for each in chosen)
        print(f"| {name} | {len(chosen)} | {p50:.1f} s | {p95:.1f} s | {errors} | {crossed} |")
    for error in sorted({each.error for each in asked} - {""}):
        print(error)


if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    parser.add_argument("--people", type=int, default=50)
    main(parser.parse_args().people)
