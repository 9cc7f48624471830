"""A file's bytes → its text with line feeds, and a note where the encoding had to be guessed; bounded, also unpacked."""

from __future__ import annotations

import codecs
import gzip
import io
import os
import re
import stat
import sys
import zlib
from pathlib import Path
from typing import BinaryIO, NamedTuple

from assistant.errors import CorpusError
from assistant.settings import CorpusSettings

STDIN = Path("-")
_BLOCK = 1 << 20
_ATTEMPTS = 3
_BINARY = re.compile(r"[\0-\x08\x0e-\x1a\x1c-\x1f\ufffe\uffff]")
_GZIP = b"\x1f\x8b"
_MARKS = {
    codecs.BOM_UTF8: "utf-8-sig", codecs.BOM_UTF32_LE: "utf-32", codecs.BOM_UTF32_BE: "utf-32", codecs.BOM_UTF16_LE: "utf-16",
    codecs.BOM_UTF16_BE: "utf-16",
}  # fmt: skip
# What starts like this is no text, and the reader can be told what it is.
_KINDS = {
    b"PK\x03\x04": "a zip archive (as .docx and .xlsx are)", b"%PDF": "a PDF", b"\x89PNG": "an image", b"\xff\xd8\xff": "an image",
    b"\xd0\xcf\x11\xe0": "an Office document", b"SQLite format 3": "a database", b"BZh": "a bzip2 archive", b"\xfd7zXZ": "an xz archive",
    b"7z\xbc\xaf": "a 7z archive", b"PAR1": "a Parquet file", b"\x28\xb5\x2f\xfd": "a zstd archive",
}  # fmt: skip


class Decoded(NamedTuple):
    """Text, and what the user should know about how it came about (empty: nothing)."""

    text: str
    note: str = ""


def read_bytes(path: Path, limits: CorpusSettings) -> bytes:
    """Content of a file, or of standard input for `-`, unpacked where it is gzip.

    Raises:
        CorpusError: it is missing, unreadable, too large, packed suspiciously tightly, damaged, or changes while it is read.
    """
    if path == STDIN:
        return _unpacked(path, _all_of(sys.stdin.buffer, path, limits), limits)
    try:
        for _ in range(_ATTEMPTS):
            before = path.stat()
            with path.open("rb") as file:
                data = _all_of(file, path, limits)
            after = path.stat()
            if not stat.S_ISREG(before.st_mode) or (before.st_size, before.st_mtime_ns) == (after.st_size, after.st_mtime_ns):
                return _unpacked(path, data, limits)
    except FileNotFoundError:
        raise CorpusError(f"{path}: there is no such file.", "Check the path.") from None
    except OSError as error:
        raise CorpusError(f"{path}: cannot be read ({os.strerror(error.errno or 0)}).", "Check its permissions.") from None
    raise CorpusError(f"{path}: it changes while it is read.", "Wait until it is written, then try again.", retryable=True)


def _all_of(file: BinaryIO, path: Path, limits: CorpusSettings) -> bytes:
    longest = limits.max_megabytes * 1_000_000
    data = file.read(longest + 1)
    if len(data) > longest:
        raise _too_large(path, limits)
    return data


def _too_large(path: Path, limits: CorpusSettings) -> CorpusError:
    return CorpusError(
        f"{path}: more than {limits.max_megabytes} MB.", "Split it, or raise ASSISTANT_CORPUS__MAX_MEGABYTES; it is read into memory."
    )


def _unpacked(path: Path, data: bytes, limits: CorpusSettings) -> bytes:
    if not data.startswith(_GZIP):
        if path.suffix.lower() == ".gz" and data:
            raise CorpusError(f"{path}: not a gzip file.", "Take .gz off its name, or pack it again.")
        return data
    whole = bytearray()
    try:
        with gzip.GzipFile(fileobj=io.BytesIO(data)) as packed:
            while block := packed.read(_BLOCK):
                whole += block
                if len(whole) > limits.max_megabytes * 1_000_000:
                    raise _too_large(path, limits)
                if len(whole) > max(_BLOCK, limits.max_ratio * len(data)):
                    raise CorpusError(
                        f"{path}: unpacks to more than {limits.max_ratio} times its size.",
                        "If it is text of yours, raise ASSISTANT_CORPUS__MAX_RATIO, or unpack it first.",
                    )
    except (EOFError, OSError, zlib.error) as error:
        raise CorpusError(f"{path}: damaged gzip ({error}).", "Pack or fetch it again.") from None
    return bytes(whole)


def decode(path: Path, data: bytes, encoding: str = "") -> Decoded:
    """Text of bytes, without a byte-order mark. A damaged byte of UTF-8 becomes half of a surrogate pair, which rejects its record.

    Raises:
        CorpusError: it is empty, no text, or not in the `encoding` that the user named.
    """
    kind = next((kind for start, kind in _KINDS.items() if data.startswith(start)), None)
    if kind:
        raise CorpusError(f"{path}, line 1: {kind}, not text.", "Unpack or export it to a format that is read (docs/ingestion.md).")
    if encoding:
        try:
            found = Decoded(data.decode(encoding))
        except (UnicodeError, LookupError) as error:
            raise CorpusError(f"{path}: not in the encoding {encoding} ({error}).", "Name another --encoding.") from None
    else:
        found = _guessed(path, data)
    text = found.text.removeprefix("\ufeff")
    if not text.strip():
        raise CorpusError(f"{path}, line 1: the file is empty.", "Give a file with abstracts.")
    if len(_BINARY.findall(text)) > len(text) // 100 + 3:
        line = text.count("\n", 0, next(_BINARY.finditer(text)).start()) + 1
        raise CorpusError(
            f"{path}, line {line}: NUL bytes or control characters; this is not a text file.", "Give a text file (docs/ingestion.md)."
        )
    return Decoded(text.replace("\r\n", "\n").replace("\r", "\n"), found.note)


def _guessed(path: Path, data: bytes) -> Decoded:
    for mark, encoding in _MARKS.items():
        if data.startswith(mark):
            return _marked(path, data, encoding)
    wide = _without_mark(data)
    if wide:
        return Decoded(data.decode(wide, "replace"), f"{path}: read as {wide.upper()}; another one is named with --encoding.")
    try:
        return Decoded(data.decode("utf-8"))
    except UnicodeDecodeError as error:
        return _not_utf8(path, data, error)


def _marked(path: Path, data: bytes, encoding: str) -> Decoded:
    try:
        return Decoded(data.decode(encoding))
    except UnicodeDecodeError as error:
        if encoding == "utf-8-sig":
            return Decoded(data.decode(encoding, "surrogateescape"))
        raise CorpusError(f"{path}: its mark says {encoding.upper()}, but it is not ({error.reason}).", "Save it as UTF-8.") from None


def _without_mark(data: bytes) -> str:
    """UTF-16 without a mark: every other byte of ASCII letters is NUL."""
    start = data[:4000]
    even, odd = start[::2].count(0), start[1::2].count(0)
    half = len(start) // 2
    if len(data) % 2 or half < 4 or min(even, odd) > half // 10:
        return ""
    return "utf-16-be" if even > half // 2 else "utf-16-le" if odd > half // 2 else ""


def _not_utf8(path: Path, data: bytes, error: UnicodeDecodeError) -> Decoded:
    damaged = data.decode("utf-8", "surrogateescape")
    wrong = sum("\udc80" <= character <= "\udcff" for character in damaged)
    right = sum(character > "\x7f" for character in damaged) - wrong
    if right >= wrong or error.end == len(data):
        # UTF-8 with damage, as a character cut in two: the records without damage are good.
        return Decoded(damaged)
    high = sum(byte > 127 for byte in data)
    # Latin scripts have few letters outside ASCII; there statistics of so little text are worse than the commonest encoding.
    encoding = "cp1252"
    if high > len(data) / 5:
        from charset_normalizer import from_bytes

        best = from_bytes(data).best()
        encoding = best.encoding if best else "cp1252"
    try:
        text = data.decode(encoding)
    except UnicodeDecodeError:
        encoding, text = "latin-1", data.decode("latin-1")
    line = data.count(b"\n", 0, error.start) + 1
    sample = " ".join(text[max(0, len(data[: error.start].decode(encoding, "replace")) - 15) :][:30].split())
    return Decoded(
        text, f"{path}, line {line}: not UTF-8; read as {encoding} (“{sample}”). If that is wrong, name the right one with --encoding."
    )
