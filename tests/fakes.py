"""Small stand-ins for the models, with the interfaces of `assistant.interfaces`: words hashed to vectors, scripted replies."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from assistant import ChatModelError, Turn, load_settings
from assistant.interfaces import Floats, Int8s
from assistant.types import Passage, Usage
from assistant.wiring import Workshop


def words(text: str) -> list[str]:
    return re.findall(r"\w+", text.lower())


def vector(tokens: Sequence[str], dimension: int) -> Floats:
    """Unit vector of a bag of words; equal bags have equal vectors, others hardly ever."""
    total = np.full(dimension, 1e-6, np.float32)
    for token in tokens:
        seed = int.from_bytes(hashlib.sha256(token.encode("utf-8", "surrogatepass")).digest()[:4], "big")
        total += np.random.default_rng(seed).standard_normal(dimension).astype(np.float32)
    return np.asarray(total / np.linalg.norm(total), np.float32)


class WordEncoder:
    """A dense encoder; `seen` are the texts it was given, in order."""

    def __init__(self, fingerprint: str = "fake:words", dimension: int = 32) -> None:
        self.fingerprint = fingerprint
        self.dimension = dimension
        self.seen: list[str] = []

    def get_query_embedding(self, query: str) -> list[float]:
        return vector(words(query), self.dimension).tolist()

    def get_text_embedding_batch(self, texts: Sequence[str]) -> list[list[float]]:
        self.seen += texts
        return [vector(words(text), self.dimension).tolist() for text in texts]


class WordTokens:
    """A token encoder: one vector a word."""

    fingerprint = "fake:tokens"
    dimension = 128

    def __init__(self) -> None:
        self.seen: list[str] = []

    def encode_query(self, text: str) -> Floats:
        return np.array([vector([word], self.dimension) for word in words(text) or [""]])

    def encode_passage(self, passage: Passage) -> tuple[Int8s, NDArray[np.int16]]:
        self.seen.append(passage.text)
        rows, sentences = [vector([""], self.dimension)], [-1]
        for k, (start, end) in enumerate(passage.sentence_spans):
            for word in words(passage.text[start:end]):
                rows.append(vector([word], self.dimension))
                sentences.append(passage.first_sentence + k)
        return np.round(np.array(rows) * 127).astype(np.int8), np.array(sentences, np.int16)


class Overlap:
    """A cross-encoder: the share of the question's words that a text has, as a logit."""

    fingerprint = "fake:overlap"

    def scores(self, question: str, texts: Sequence[str]) -> list[float]:
        asked = set(words(question))
        return [22 * len(asked & set(words(text))) / max(len(asked), 1) - 11 for text in texts]


def workshop(data_dir: Path, corpus: Path | None = None, **settings: object) -> Workshop:
    """A real workshop (Chroma on disk, lexical and token index) whose models are the fakes above."""
    made = Workshop(load_settings(data_dir=data_dir, **settings), corpus, WordEncoder())
    made.__dict__ |= {"tokens": WordTokens(), "multilingual": WordEncoder("fake:multilingual"), "cross": Overlap()}
    return made


class ScriptedChat:
    """A chat model that gives prepared pieces; an exception among them is raised where it stands."""

    name = "scripted"

    def __init__(self, *pieces: str | ChatModelError) -> None:
        self.pieces = pieces
        self.asked: list[tuple[str, list[Turn]]] = []

    def stream(self, system: str, messages: Sequence[Turn], report: Callable[[Usage], None]) -> Iterator[str]:
        self.asked.append((system, list(messages)))
        for piece in self.pieces:
            if isinstance(piece, ChatModelError):
                raise piece
            yield piece
