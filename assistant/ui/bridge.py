"""Between the page's own script and Python: an invisible `gr.HTML` whose events carry what was chosen in an answer or a card.

The script calls `assistantBridge.send(event, data)`, which triggers the component's event of that name; what a function returns
as the component's value comes back as a DOM event, `assistant:` and the `kind` of the value. Nothing of either is ever rendered.
"""

from __future__ import annotations

import time
from typing import Any

import gradio as gr

_ON_LOAD = """
window.assistantBridge = { send: (event, data) => trigger(event, data) };
watch("value", () => {
  const message = props.value;
  if (message && message.kind) document.dispatchEvent(new CustomEvent(`assistant:${message.kind}`, { detail: message }));
});
document.dispatchEvent(new CustomEvent("assistant:ready"));
"""


def bridge() -> gr.HTML:
    """The component."""
    return gr.HTML(elem_id="bridge", visible="hidden", html_template="", js_on_load=_ON_LOAD)


def message(kind: str, **values: Any) -> dict[str, Any]:
    """A value that reaches the script as the DOM event `assistant:kind`; no two are equal, because only a change arrives."""
    return {"kind": kind, "n": time.monotonic_ns(), **values}


def sent(event: gr.EventData, name: str) -> str:
    """A text that the script sent with its event; empty where it sent none, since anybody may send anything."""
    value = sent_object(event, name)
    return value if isinstance(value, str) else ""


def sent_object(event: gr.EventData, name: str) -> object:
    """Whatever the script sent under that name, or None."""
    data = event._data
    return data.get(name) if isinstance(data, dict) else None
