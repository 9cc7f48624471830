"""Fifty people at once, each in a conversation of their own about a paper of their own: latencies, errors, and whose answers they got.

python benchmarks/many_users.py [--people 50]

The server is a process of its own (`assistant serve --extractive`) over the seeds. Every reader joins the page's queue as a browser
does, asks about a paper, then a follow-up that names none, and reads the record of the conversation that the page would keep. An answer
that has another reader's question in its conversation, or a follow-up that is not about the reader's paper, is cross-talk.
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

FIRST = "What does the paper “{title}” propose?"
FOLLOW_UP = "And what do its experiments show?"


class Asked(NamedTuple):
    """How one question of a reader went."""

    question: str
    seconds: float
    error: str
    crossed: bool


def kept(value: Any) -> dict[str, Any] | None:
    """The conversation's record in what the queue sent, whole or as a difference."""
    if isinstance(value, dict):
        if value.get("kind") == "keep":
            return value
        value = list(value.values())
    if isinstance(value, list):
        return next((found for each in value if (found := kept(each))), None)
    return None


def ask(client: httpx.Client, fn: int, session: str, question: str) -> dict[str, Any] | None:
    """Ask as the page does; returns the record that the page would keep."""
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


def hold(address: str, fn: int, paper: str, title: str) -> list[Asked]:
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
            exchanges = record["exchanges"] if record else []
            mine = [each["question"] for each in exchanges] == [*(each.question for each in asked), question]
            sources = [source["paper"] for source in (exchanges[-1]["answer"] or {}).get("papers", [])] if exchanges else []
            crossed = bool(exchanges) and not (mine and (question != FOLLOW_UP or set(sources) <= {paper}))
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
        papers = list(Assistant.open(settings=load_settings(data_dir=Path(folder), openai_api_key="", openai_base_url="")).papers.values())
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
            hold(address, fn, papers[0].id, papers[0].label)  # loads what is loaded at the first question
            with ThreadPoolExecutor(people) as threads:
                jobs = [threads.submit(hold, address, fn, paper.id, paper.label) for paper in (papers * people)[:people]]
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
