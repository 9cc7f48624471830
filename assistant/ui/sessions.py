"""Gradio's sessions → without those of closed tabs.

Gradio marks a session closed when its tab goes and gives its `gr.State` up an hour later; the messages that the page showed it keeps
until ten thousand sessions are there. A tab that lost its connection for a moment looks closed too, so a session is kept a while.
"""

from __future__ import annotations

from datetime import datetime, timedelta

from gradio.state_holder import StateHolder

KEPT = timedelta(minutes=10)


def sweep(holder: StateHolder, kept: timedelta = KEPT) -> int:
    """Drop the sessions of closed tabs that were not used for `kept`; returns how many."""
    now = datetime.now()
    with holder.lock:
        over = [
            name
            for name, session in holder.session_data.items()
            if session.is_closed and now - holder.time_last_used.get(name, datetime.min) >= kept
        ]
        for name in over:
            del holder.session_data[name]
            holder.time_last_used.pop(name, None)
    return len(over)
