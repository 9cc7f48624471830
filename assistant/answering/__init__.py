"""Ranked papers with evidence → a `Draft`: copied sentences, or a language model's claims bound to sentences."""

from __future__ import annotations

from assistant.answering.extractive import draft, may_answer
from assistant.answering.generative import Writer
from assistant.answering.wording import render

__all__ = ["Writer", "draft", "may_answer", "render"]
