"""A path → its text, or an error that names file and line."""

from __future__ import annotations

from pathlib import Path

from assistant.errors import CorpusError

SUFFIXES = (".txt", ".jsonl", ".csv")


def read_text(path: Path) -> str:
    r"""Content of a UTF-8 text file, line ends as `\n`, without a byte-order mark.

    Raises:
        CorpusError: the file is missing, empty, binary or not UTF-8; the error names the line.
    """
    try:
        data = path.read_bytes()
    except FileNotFoundError:
        raise CorpusError(f"{path}: there is no such file.", "Check the path.") from None
    except OSError as error:
        raise CorpusError(f"{path}: cannot be read ({error.strerror}).", "Check its permissions.") from None
    if data[:2] in (b"\xff\xfe", b"\xfe\xff"):
        raise CorpusError(f"{path}, line 1: the file is UTF-16, not UTF-8.", "Save it as UTF-8.")
    nul = data.find(b"\0")
    if nul >= 0:
        line = data.count(b"\n", 0, nul) + 1
        raise CorpusError(f"{path}, line {line}: a NUL byte; this is not a text file.", "Give a .txt, .jsonl or .csv file.")
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        raise CorpusError(f"{path}, line {line}: byte 0x{data[error.start]:02x} is not UTF-8.", "Save the file as UTF-8.") from None
    if not text.strip():
        raise CorpusError(f"{path}, line 1: the file is empty.", "Give a file with abstracts.")
    return text.replace("\r\n", "\n").replace("\r", "\n")


def expand(paths: list[Path]) -> list[Path]:
    """The files behind `paths`: a folder stands for its .txt, .jsonl and .csv files, except papers.csv.

    Raises:
        CorpusError: a path does not exist, a folder holds no such file, or a file has another ending.
    """
    files: list[Path] = []
    for path in paths:
        try:
            files += _behind(path)
        except OSError as error:
            raise CorpusError(f"{path}: cannot be read ({error.strerror}).", "Check the path.") from None
    return list(dict.fromkeys(file.resolve() for file in files))


def _behind(path: Path) -> list[Path]:
    if path.is_dir():
        inside = sorted(p for p in path.iterdir() if p.suffix.lower() in SUFFIXES and p.name != "papers.csv")
        if not inside:
            raise CorpusError(f"{path}: the folder holds no .txt, .jsonl or .csv file.", "Give the files themselves.")
        return inside
    if not path.exists():
        raise CorpusError(f"{path}: there is no such file.", "Check the path.")
    if path.suffix.lower() not in SUFFIXES:
        raise CorpusError(f"{path}: files ending in {path.suffix or 'nothing'} are not read.", "Give a .txt, .jsonl or .csv file.")
    return [path]
