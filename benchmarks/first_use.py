"""First index build, cold `assistant ask` and warm p50, beside a ten-line llama-index + Chroma script, in one run.

    pip install -c constraints.txt -e ".[bench]"
    python benchmarks/first_use.py

Each cold figure is the median of five processes, each warm one of 20 questions in one process. The peer only retrieves five
abstracts; the assistant ranks every paper, cuts and checks the quotes and writes the answer.
"""

from __future__ import annotations

import json
import os
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

QUESTIONS = ["Which papers study membership inference?", "How does MINJA get malicious records into an agent's memory?"]
ROOT = Path(__file__).parent.parent


def seconds(command: list[str], data: str) -> float:
    """Wall-clock time of one process."""
    begin = time.perf_counter()
    subprocess.run(command, check=True, cwd=ROOT, env={**os.environ, "ASSISTANT_DATA_DIR": data}, capture_output=True)
    return time.perf_counter() - begin


def peer(folder: str, question: str) -> dict[str, float]:
    """One process of the peer script; its wall-clock time replaces its own idea of it."""
    begin = time.perf_counter()
    done = subprocess.run(
        [sys.executable, "benchmarks/peer_llama_index.py", folder, question], check=True, cwd=ROOT, capture_output=True, text=True
    )
    facts = json.loads(done.stdout)
    return {**facts, "wall": time.perf_counter() - begin - 20 * facts["warm_p50"]}


def warm(data: str, question: str) -> float:
    """Median of 20 answers in one process, in seconds."""
    os.environ["ASSISTANT_DATA_DIR"] = data
    from assistant import Assistant

    opened = Assistant.open()
    opened.ask(question)
    times = []
    for _ in range(20):
        begin = time.perf_counter()
        opened.ask(question)
        times.append(time.perf_counter() - begin)
    return statistics.median(times)


def main() -> None:
    """Measure and print a Markdown table."""
    ask = [sys.executable, "-m", "assistant.cli", "ask"]
    with tempfile.TemporaryDirectory() as data, tempfile.TemporaryDirectory() as folder:
        build = seconds([sys.executable, "-m", "assistant.cli", "ingest"], data)
        built = peer(folder, QUESTIONS[0])
        print("| | assistant | llama-index + Chroma |\n| --- | --- | --- |")
        print(f"| first index build, whole process | {build:.1f} s | {built['wall']:.1f} s |")
        for question in QUESTIONS:
            cold = statistics.median(seconds([*ask, question], data) for _ in range(5))
            others = [peer(folder, question) for _ in range(5)]
            print(f"| cold: {question} | {cold:.2f} s | {statistics.median(o['wall'] for o in others):.2f} s |")
            print(f"| warm p50 | {warm(data, question) * 1000:.0f} ms | {statistics.median(o['warm_p50'] for o in others) * 1000:.0f} ms |")


if __name__ == "__main__":
    main()
