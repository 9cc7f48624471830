"""The page's theme, styles and script, all from this folder and the system's fonts."""

from __future__ import annotations

from pathlib import Path

import gradio as gr

_FOLDER = Path(__file__).parent
_SCRIPTS = ("page.js", "tables.js", "conversations.js", "preview.js")
_SANS = ("ui-sans-serif", "system-ui", "-apple-system", "Segoe UI", "Roboto", "Noto Sans", "Noto Sans CJK SC", "Arial", "sans-serif")
_MONO = ("ui-monospace", "SFMono-Regular", "Menlo", "Consolas", "DejaVu Sans Mono", "monospace")


def theme() -> gr.themes.Base:
    """Gradio's plain theme in slate and blue. Fonts given by name are never downloaded."""
    return gr.themes.Base(
        primary_hue=gr.themes.colors.blue, secondary_hue=gr.themes.colors.slate, neutral_hue=gr.themes.colors.slate,
        radius_size=gr.themes.sizes.radius_md, font=_SANS, font_mono=_MONO,
    )  # fmt: skip


def styles() -> str:
    """The style sheet."""
    return (_FOLDER / "page.css").read_text(encoding="utf-8")


def head() -> str:
    """The page's scripts, as elements for its head."""
    return "".join(f"<script>{(_FOLDER / name).read_text(encoding='utf-8')}</script>" for name in _SCRIPTS)
