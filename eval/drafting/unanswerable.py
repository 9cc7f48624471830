"""Papers → draft questions that they do not answer: details that abstracts leave out, and bundled questions from elsewhere."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator

from .papers import ReadPapers
from .storage import Draft, draft_of

# A paper that uses this share of a question's words may answer it.
_MAY_ANSWER = 0.5
_LONGEST_TITLE = 14
# Everyday life and research, wide apart, so that some are foreign to any collection; in words that an answer would have to use.
_ELSEWHERE = {
    "How long must sourdough bread rise before it is baked?": "off-field",
    "Which treaty ended the Thirty Years' War, and where was it signed?": "off-field",
    "What are the rules for offside in association football?": "off-field",
    "What vaccinations does a puppy need in its first year?": "off-field",
    "How do I remove red wine stains from a woollen carpet?": "off-field",
    "How do glaciers carve U-shaped valleys?": "off-field",
    "Which papers study the folding of prions in sheep?": "off-corpus",
    "Does any work measure microplastics in Arctic sea ice?": "off-corpus",
    "Which papers analyse medieval Icelandic land registers?": "off-corpus",
    "How well do mRNA vaccines protect against shingles?": "off-corpus",
    "Is there work on speech therapy for people who stutter?": "off-corpus",
    "How can whale songs be told apart by hydrophones?": "off-corpus",
}
# A question about {}, what an abstract that answers it would say, and what one must say for the question to make sense.
_DETAILS = (
    ("Under which licence is {} released?", r"licen[sc]e|open[- ]source", r"releas|code|toolkit|benchmark|dataset"),
    ("Who paid for the research behind {}?", r"fund|grant|sponsor", ""),
    ("How many dollars did the experiments for {} cost?", r"dollar|cost|\$\s?\d", r"experiment|evaluat"),
    ("Which random seeds were used for the results on {}?", r"seed", r"experiment|empiric|evaluat"),
    ("On how many accelerators, and of which make, were the experiments for {} run?", r"gpu|tpu|hardware", r"train|neural"),
    ("Which learning rate was chosen for {}?", r"learning rate|step[- ]size", r"train|neural|gradient"),
    ("After how many epochs was training stopped for {}?", r"epoch|iterations", r"neural|train"),
)


def unanswerable_drafts(papers: ReadPapers, count: int, rng: random.Random) -> list[Draft]:
    """At most `count`: half of them details that the right abstract leaves out, the others about something else altogether."""
    missed = list(_near_misses(papers, rng))[: (count + 1) // 2]
    foreign = [text for text in rng.sample(list(_ELSEWHERE), len(_ELSEWHERE)) if not papers.matching(text, _MAY_ANSWER)]
    elsewhere = [draft_of("unanswerable", _ELSEWHERE[text], text, "bundled question") for text in foreign]
    return [*missed, *elsewhere[: count - len(missed)]]


def _near_misses(papers: ReadPapers, rng: random.Random) -> Iterator[Draft]:
    """Another detail for each paper, as far as its abstract does not state it."""
    left: list[tuple[str, str, str]] = []
    for paper in rng.sample(papers.papers, len(papers.papers)):
        is_short = 2 <= len(paper.title.split()) <= _LONGEST_TITLE
        subject = papers.names[paper.reference][0] if paper.reference in papers.names else f"“{paper.title}”" if is_short else ""
        left = left or rng.sample(_DETAILS, len(_DETAILS))
        for form, stated, needed in left if subject else ():
            if not re.search(stated, paper.plain, re.I) and re.search(needed, paper.plain, re.I):
                left.remove((form, stated, needed))
                yield draft_of("unanswerable", "near-miss", form.format(subject), f"detail that abstracts leave out: {paper.reference}")
                break
