"""What stands around the conversation: the header with its notice, the example questions, the empty pane of sources."""

from __future__ import annotations

EXAMPLES = (
    "Which papers study membership inference?",
    "How does MINJA get malicious records into an agent's memory?",
    "Compare OpenGU and Clipout.",
    "哪些论文研究后门攻击？",
    "What is differential privacy used for in decentralised learning?",
)

_NOTICE = (
    "No language model is configured: answers are quoted, sentence by sentence, from the abstracts. "
    "To have them written, set <code>OPENAI_API_KEY</code> or <code>OPENAI_BASE_URL</code> and restart."
)


def header(papers: int, *, writes: bool) -> str:
    """The page's heading; with the notice where no language model is configured."""
    notice = "" if writes else f'<p id="no-model" role="note">{_NOTICE}</p>'
    return f"<h1>Paper Assistant</h1><p>Answers from {papers:,} abstracts, every statement with its source.</p>{notice}"


def conversations() -> str:
    """The dialog that the page's script fills with the conversations that this browser keeps."""
    return (
        '<dialog id="conversations" aria-labelledby="conversations-title"><div class="bar"><h2 id="conversations-title">Conversations</h2>'
        '<button type="button" class="close" aria-label="Close the conversations">✕</button></div>'
        "<p>They are kept in this browser only.</p><ul></ul>"
        '<p class="transcript"><span>Save this conversation:</span><button type="button" value="markdown">Markdown</button>'
        '<button type="button" value="json">JSON</button></p></dialog>'
    )


def editing(number: int) -> str:
    """What is said above the box while question `number` is edited."""
    return f'<p>Asking replaces question {number} and what follows it. <button type="button" id="keep">Keep it</button></p>'


def sources_pane() -> str:
    """The pane that the page's script fills with the cards of the answer that is looked at."""
    return (
        '<aside id="sources" aria-label="Sources" tabindex="-1">'
        '<div class="bar"><h2>Sources</h2><button type="button" id="close-sources" aria-label="Close the sources">✕</button></div>'
        '<p class="empty">The papers that an answer cites appear here. '
        "Choose a number such as [1] in an answer to see the sentence it rests on.</p>"
        '<div class="cards"></div></aside>'
    )
