"""What may be shown: exact slices that say what the claim says. Everything else is taken out and counted."""

from __future__ import annotations

import pytest

from assistant import Paper, Source
from assistant.chunking import with_sentences
from assistant.citations import Verifier, support, verify
from assistant.types import Claim, Draft, Reference

ABSTRACT = (
    "Counting fireflies in the dark is hard for cameras. We introduce LanternNet, a network that counts blinking insects from video. "
    "It reaches 91.5% accuracy on three meadows and needs only 40 watts. LanternNet does not need daylight images. "
    "Training takes 2,000 hours, which is more than for its predecessor GlowNet-4."
)
PAPER = with_sentences(Paper("lantern", ABSTRACT, Source("f", 1), "LanternNet: Counting Fireflies"))
OTHER = with_sentences(Paper("bees", "Beehives hum before a swarm leaves. We record 120 hives for two summers.", Source("f", 2), "Bees"))
PAPERS = {paper.id: paper for paper in (PAPER, OTHER)}
HARD, NETWORK, RESULT, DAYLIGHT, TRAINING = (ABSTRACT[start:end] for start, end in PAPER.sentences)


def refer(sentence: int, paper: str = "lantern") -> Reference:
    return Reference(paper, sentence)


def check(text: str, *references: Reference, verbatim: bool = False):
    return Verifier(PAPERS).check(Claim(text, references, verbatim))


SUPPORTED = [
    (NETWORK, NETWORK),
    ("LanternNet is a network that counts blinking insects from video.", NETWORK),
    ("The network counts blinking insects in video.", NETWORK),
    ("It reaches an accuracy of 91.5% on three meadows.", RESULT),
    ("It reaches 91.5 percent accuracy on 3 meadows.", RESULT),
    ("It does not need daylight images.", DAYLIGHT),
    ("Training takes 2000 hours, more than for its predecessor.", TRAINING),
    ('It is "a network that counts blinking insects".', NETWORK),
    ("Counting fireflies is hard for cameras in the dark.", HARD),
]

UNSUPPORTED = {
    "another number": ("It reaches 95.1% accuracy on three meadows.", RESULT),
    "another number, spelt": ("It reaches 91.5% accuracy on five meadows.", RESULT),
    "a number of another size": ("Training takes 200 hours, more than for its predecessor.", TRAINING),
    "a number added": ("Counting fireflies in the dark is hard for 7 cameras.", HARD),
    "a percentage made of a number": ("It needs only 40% on three meadows.", RESULT),
    "a negation dropped": ("LanternNet does need daylight images.", DAYLIGHT),
    "a negation added": ("LanternNet does not count blinking insects from video.", NETWORK),
    "a contracted negation": ("The network doesn't count blinking insects from video.", NETWORK),
    "the opposite": ("Training takes 2,000 hours, which is less than for its predecessor.", TRAINING),
    "an invented method": ("OwlNet-9, a network, counts blinking insects from video.", NETWORK),
    "an invented acronym": ("The network, trained by RLHF, counts blinking insects from video.", NETWORK),
    "an invented name": ("It was Google who introduced a network that counts blinking insects from video.", NETWORK),
    "a part of a name": ("The network is better than GlowNet at training, which takes hours for its predecessor.", HARD),
    "a longer name": ("Training takes hours, which is more than for its predecessor GlowNet-42.", TRAINING),
    "another sentence": ("Counting fireflies in the dark is hard for cameras.", RESULT),
    "another topic": ("Beehives hum before a swarm leaves.", NETWORK),
    "a quotation altered by one word": ('It is "a network that counts sleeping insects" from video.', NETWORK),
    "a link": ("A network that counts blinking insects from video (https://evil.example/x).", NETWORK),
    "a Markdown image": ("![x](//evil.example/x) A network that counts blinking insects from video.", NETWORK),
    "a tag": ("<img src=x onerror=alert()> A network that counts blinking insects from video.", NETWORK),
    "an invention in Chinese around a name": ("LanternNet 是一种奶酪。", NETWORK),
    "an invention in Chinese around words": ("LanternNet 用 blinking insects 做奶酪，每年赚很多钱。", NETWORK),
    "an invention in Russian around a name": ("LanternNet это сыр из молока.", NETWORK),
    "too few words": ("Insects.", NETWORK),
    "nothing": (".", NETWORK),
}


@pytest.mark.parametrize(("claim", "quote"), SUPPORTED)
def test_a_claim_that_says_what_its_sentence_says_is_supported(claim: str, quote: str) -> None:
    assert support(claim, quote, (PAPER.label, ABSTRACT)) == "supported"


@pytest.mark.parametrize("name", UNSUPPORTED)
def test_a_claim_that_says_something_else_is_unsupported(name: str) -> None:
    claim, quote = UNSUPPORTED[name]
    assert support(claim, quote, (PAPER.label, ABSTRACT)) == "unsupported"


def test_a_name_of_the_paper_may_stand_for_it_but_not_for_another_name() -> None:
    quote = "BERT reaches 91% on the long documents of the benchmark."
    context = ("Reading with LongNet", "We compare BERT with RoBERTa. LongNet reads far. " + quote)
    assert support("RoBERTa reaches 91% on the long documents of the benchmark.", quote, context) == "unsupported"
    assert support("It reads far.", "LongNet reads far, it is said.", context) != "unsupported"
    assert support("LongNet reaches 91% on long documents.", "It reaches 91% on long documents.", context) == "supported"


def test_a_chinese_claim_is_held_to_a_chinese_sentence() -> None:
    sentence = "我们提出一种从视频中统计萤火虫的网络。"
    assert support("该网络从视频中统计萤火虫。", sentence) == "supported"
    assert support("该网络从照片里识别奶酪。", sentence) == "unsupported"


def test_a_claim_that_keeps_the_facts_and_adds_words_is_partly_supported() -> None:
    claim = "The clever system watches blinking insects on video."
    assert support(claim, NETWORK, (PAPER.label, ABSTRACT)) == "partial"


def test_a_verbatim_quote_is_supported_and_exact() -> None:
    checked = check(RESULT, refer(2), verbatim=True)
    (citation,) = checked.citations
    assert citation.status == "supported"
    assert citation.quote == RESULT == ABSTRACT[citation.start : citation.end]


@pytest.mark.parametrize("altered", [
    RESULT.replace("only ", ""), RESULT.replace("40", "41"), RESULT + " ", RESULT[:-1], RESULT.replace("needs", "requires"),
    RESULT.lower(), "",
])  # fmt: skip
def test_a_verbatim_quote_altered_by_one_word_or_one_character_is_unsupported(altered: str) -> None:
    assert check(altered, refer(2), verbatim=True) is None


def test_every_sentence_quoted_is_supported_by_itself_and_by_no_other() -> None:
    for n, (start, end) in enumerate(PAPER.sentences):
        for k in range(len(PAPER.sentences)):
            assert (check(ABSTRACT[start:end], refer(k), verbatim=True) is not None) == (n == k)


@pytest.mark.parametrize("reference", [refer(5), refer(99), refer(-1), refer(0, "no such paper"), refer(0, "")])
def test_a_reference_to_nothing_is_removed(reference: Reference) -> None:
    verifier = Verifier(PAPERS)
    assert verifier.check(Claim(RESULT, (reference,))) is None
    assert verifier.result().removed == 1
    assert verifier.result().claims == ()
    assert verifier.result().order == ()


def test_of_several_references_only_those_that_hold_are_kept() -> None:
    verifier = Verifier(PAPERS)
    checked = verifier.check(Claim(RESULT, (refer(0), refer(2), refer(2), refer(0, "bees"), refer(77))))
    assert [citation.quote for citation in checked.citations] == [RESULT]
    assert checked.numbers == (1,)
    assert verifier.result().removed == 3


def test_a_swapped_citation_is_removed_and_the_claim_not_shown() -> None:
    verifier = Verifier(PAPERS)
    assert verifier.check(Claim("Beehives hum before a swarm leaves.", (refer(1),))) is None
    assert verifier.result().dropped == ("Beehives hum before a swarm leaves.",)


@pytest.mark.parametrize("invented", [
    "Fireflies are made of cheese. ", "The moon has 12 sisters.\n", "- It cures cold.\n- ", "According to Google, all is well! ",
    "电池更好。",
])  # fmt: skip
def test_an_invented_statement_is_not_carried_by_a_good_one_next_to_it(invented: str) -> None:
    checked = check(invented + RESULT, refer(2))
    assert checked.text == RESULT
    assert check(RESULT + " " + invented.strip(" -\n"), refer(2)).text == RESULT


def test_statements_that_share_their_markers_are_each_checked() -> None:
    checked = check(f"{NETWORK} {RESULT}", refer(1), refer(2))
    assert checked.text == f"{NETWORK} {RESULT}"
    assert len(checked.citations) == 2


EVERY = [refer(n) for n in range(len(PAPER.sentences))] + [refer(0, "bees"), refer(1, "bees")]


@pytest.mark.parametrize(("text", "sentence"), [(NETWORK, 1), ("It reaches an accuracy of 91.5% on three meadows.", 2), (DAYLIGHT, 3)])
def test_a_claim_without_a_reference_is_bound_to_the_sentence_that_says_it(text: str, sentence: int) -> None:
    assert Verifier(PAPERS).bind(Claim(text, ()), EVERY).references == (refer(sentence),)


@pytest.mark.parametrize(
    "text", [claim for claim, _ in UNSUPPORTED.values() if not claim.startswith(("Counting", "Beehives"))] + ["Yes.", ""]
)
def test_a_claim_that_no_sentence_says_is_bound_to_none(text: str) -> None:
    assert Verifier(PAPERS).bind(Claim(text, ()), EVERY).references == ()


def test_a_claim_that_names_its_sentence_keeps_it_be_it_wrong() -> None:
    claim = Claim(NETWORK, (refer(0),))
    assert Verifier(PAPERS).bind(claim, EVERY) == claim


def test_an_abbreviation_does_not_end_a_statement() -> None:
    text = (
        "We introduce LanternNet, e.g. LanternNet vs. LanternNet et al. LanternNet, i.e. LanternNet, counting blinking insects from video."
    )
    assert check(text, refer(1)).text == text


def test_papers_are_numbered_in_the_draft_s_order_and_then_by_first_citation() -> None:
    claims = (Claim(NETWORK, (refer(1),), True), Claim(OTHER.abstract[:35], (refer(0, "bees"),), True), Claim(RESULT, (refer(2),), True))
    assert verify(Draft("specific", claims), PAPERS).order == ("lantern", "bees")
    ordered = verify(Draft("list", claims, papers=("bees", "lantern")), PAPERS)
    assert ordered.order == ("bees", "lantern")
    assert [claim.numbers for claim in ordered.claims] == [(2,), (1,), (2,)]


def test_every_citation_of_an_answer_over_the_seeds_is_an_exact_slice(opened) -> None:
    count = 0
    for question in (
        "What is DiffBreak?",
        "which papers study membership inference?",
        "DiffBreak 是什么？",
        "backdoor attacks?",
        "Compare SNEAKDOOR and DiffBreak",
    ):
        for citation in opened.ask(question).citations:
            assert citation.quote == opened.papers[citation.paper_id].abstract[citation.start : citation.end] != ""
            assert citation.status == "supported"
            count += 1
    assert count >= 4
