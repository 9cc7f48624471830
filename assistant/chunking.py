"""`Paper` → the same paper with its sentences' offsets, and its `Passage`s.

Sentences come from NLTK's Punkt model (Kiss & Strunk 2006), which llama-index-core ships; joins that Punkt gets wrong in
abstracts ("et al. [2023]", "i.i.d. data") are mended, and full-width stops end sentences too.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import lru_cache

from assistant.settings import ChunkingSettings
from assistant.types import Paper, Passage, Span

_FULL_WIDTH_STOP = re.compile(r"(?<=[。！？])")
# A piece that starts like this, or follows such an ending, does not start a sentence.
_CONTINUES = re.compile(r"[\[(]?(?:19|20)\d\d\b|[a-z]{2,}[^A-Z]|[,;:)\]]")
# Marks that close the sentence before them: "*Does it?* This …"
_CLOSES = re.compile(r"[*_”’\"')\]]+(?=\s)")
_UNFINISHED = re.compile(r"(?:\bet al|\bi\.i\.d|\bw\.r\.t|\be\.g|\bi\.e|\bcf|\bresp|\bvs|\bFig|\bEq|\bSec)\.\s*$")


@lru_cache(maxsize=1)
def _punkt() -> Callable[[str], list[str]]:
    # Imported here: NLTK takes most of a second, and only an ingest needs it.
    from llama_index.core.node_parser.text.utils import split_by_sentence_tokenizer

    return split_by_sentence_tokenizer()


def split_sentences(abstract: str) -> tuple[Span, ...]:
    """Offsets of the sentences, without surrounding white space; every other character is in exactly one of them."""
    pieces: list[str] = []
    for piece in (part for whole in _punkt()(abstract) for part in _FULL_WIDTH_STOP.split(whole)):
        if pieces and (closing := _CLOSES.match(piece)):
            pieces[-1] += closing.group()
            piece = piece[closing.end() :]
        if pieces and (_UNFINISHED.search(pieces[-1]) or _CONTINUES.match(piece) or not piece.strip()):
            pieces[-1] += piece
        elif piece:
            pieces.append(piece)
    spans, at = [], 0
    for piece in pieces:
        start = at + len(piece) - len(piece.lstrip())
        end = at + len(piece.rstrip())
        at += len(piece)
        if end > start:
            spans.append(Span(start, end))
    return tuple(spans)


def with_sentences(paper: Paper) -> Paper:
    """The paper with `sentences` filled in."""
    return replace(paper, sentences=split_sentences(paper.abstract))


def passages(paper: Paper, settings: ChunkingSettings, clean: Callable[[str], str]) -> list[Passage]:
    """Windows of whole sentences, at most `settings.max_characters` long (a longer sentence is a window of its own).

    Args:
        paper: with sentences.
        settings: window length and overlap.
        clean: stored text → what encoders see.
    """
    found = []
    for k, (first, last) in enumerate(_windows(paper.sentences, settings)):
        text, spans = (clean(paper.title) + ". ") if paper.title else "", []
        for start, end in paper.sentences[first : last + 1]:
            sentence = clean(paper.abstract[start:end])
            spans.append(Span(len(text), len(text) + len(sentence)))
            text += sentence + " "
        found.append(
            Passage(
                id=f"{paper.id}-{k}",
                paper_id=paper.id,
                start=paper.sentences[first].start,
                end=paper.sentences[last].end,
                first_sentence=first,
                text=text.rstrip(),
                sentence_spans=tuple(spans),
            )
        )
    return found


def _windows(sentences: Sequence[Span], settings: ChunkingSettings) -> list[tuple[int, int]]:
    windows: list[tuple[int, int]] = []
    first = 0
    while first < len(sentences):
        last = first
        while last + 1 < len(sentences) and sentences[last + 1].end - sentences[first].start <= settings.max_characters:
            last += 1
        windows.append((first, last))
        if last + 1 == len(sentences):
            break
        first = max(first + 1, last + 1 - settings.overlap_sentences)
    return windows
