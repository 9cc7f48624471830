"""A sentence of an abstract → questions that it answers, by patterns; no pattern fits most sentences."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import NamedTuple

from . import grammar
from .verbs import CHANGED, CHANGING, DEEDS, PLURAL, SINGULAR

Lower = Callable[[str], str]


class Asked(NamedTuple):
    """A question, the part of the sentence that answers it, and its type."""

    question: str
    answer: str
    type: str


_LONGEST, _SHORTEST = 30, 6


def questions(sentence: str, name: str, lowered: Lower) -> list[Asked]:
    """Questions that the sentence answers, the more telling ones first.

    Args:
        sentence: in plain text, on one line.
        name: what the paper calls its method or data set, or an empty text.
        lowered: writes a clause's first word small where it is no name.
    """
    bare = _bare(sentence, name)
    shown = grammar.SHOWN.match(bare)
    clause = (shown["we"] or shown["it"]) if shown else bare
    found = [*_of_counts(bare), *_of_clause(clause, name, lowered, is_finding=bool(shown)), *_of_deed(bare), *_of_proposal(bare, name)]
    return [
        asked
        for asked in (item._replace(question=_tidy(item.question), answer=_tidy_answer(item.answer)) for item in found)
        if is_clear(asked.question)
    ]


def is_clear(question: str) -> bool:
    """Whether a question stands alone: no "this" or "we", no formula, neither too short nor too long."""
    count = len(question.split())
    return (
        _SHORTEST <= count <= _LONGEST
        and not grammar.VAGUE.search(question)
        and not grammar.BROKEN.search(question)
        and question.count("?") == 1
    )


def is_plain(text: str) -> bool:
    """Whether a sentence has no formula in it."""
    return not grammar.FORMULA.search(text)


def _bare(sentence: str, name: str) -> str:
    """The sentence without brackets and opening phrases; "our method" becomes the method's name."""
    bare = (
        re.sub(r"(?<=\w) (?:also|further|then|thus|therefore|hence)(?= )", "", grammar.LEADING.sub("", grammar.BRACKETS.sub("", sentence)))
        .strip()
        .rstrip(".")
    )
    return grammar.OWN.sub(name, bare) if name else bare


def _of_clause(clause: str, name: str, lowered: Lower, *, is_finding: bool) -> Iterator[Asked]:
    if caused := grammar.CAUSED.match(clause):
        effect, cause = caused["effect"] or caused["effect2"], caused["cause"] or caused["cause2"]
        if _is_subject(effect):
            yield Asked(f"What causes {lowered(effect)}?", cause, "why")
    if (hard := grammar.HARD.match(clause)) and _is_subject(hard["subject"]):
        aux = {"remain": "do", "remains": "does"}.get(hard["aux"], hard["aux"])
        remain = " remain" if hard["aux"].startswith("remain") else ""
        yield Asked(f"Why {aux} {lowered(hard['subject'])}{remain} {hard['hard']}?", hard["why"], "why")
    if (passive := grammar.PASSIVE.match(clause)) and _is_subject(passive["subject"]):
        aux, _, be = passive["aux"].partition(" ")
        yield Asked(f"How {aux} {lowered(passive['subject'])} {be} {passive['done']}?", passive["how"], "mechanism")
    for subject, do, verb, rest in _split_at_verb(clause):
        subject, core = lowered(subject), grammar.TAIL.sub("", rest)
        asked = f"{do} {subject} {verb}"
        if (
            (amount := grammar.AMOUNT.match(core))
            and verb in CHANGING.values()
            and (amount["object"] or verb in ("fall", "rise", "drop", "grow"))
        ):
            yield Asked(f"By how much {asked} {amount['object']}?", amount["much"], "number")
        elif (reached := grammar.REACHED.match(core)) and verb in (
            "achieve",
            "reach",
            "attain",
            "obtain",
            "yield",
            "deliver",
            "retain",
            "provide",
        ):
            yield Asked(f"What {reached['what']} {asked}{reached['where']}?", reached["much"] + " " + reached["what"], "number")
        elif (reached := grammar.OF_NUMBER.match(core)) and verb in (
            "achieve",
            "reach",
            "attain",
            "obtain",
            "yield",
            "deliver",
            "retain",
            "provide",
        ):
            yield Asked(f"What {reached['what']} {asked}{reached['where']}?", reached["much"], "number")
        elif (
            (how := grammar.MECHANISM.match(core))
            and len(how["object"].split()) >= 2
            and not (" and " in how["object"] or grammar.DANGLES.search(how["object"]))
        ):
            yield Asked(f"How {asked} {how['object']}?", how["how"], "mechanism")
        elif (
            (is_finding or grammar.IS_NARROW.search(subject))
            and verb.split()[-1] in grammar.OBJECT_ASKED
            and (thing := _object(verb.split()[-1], core))
        ):
            particle = grammar.OBJECT_ASKED[verb.split()[-1]]
            yield Asked(f"What {asked} {particle}{'to do' if verb.endswith(('fail', 'aim')) else ''}?", thing, "finding")
        elif (
            (is_finding or subject == name)
            and verb != "introduce"
            and not grammar.BLAND.search(core)
            and not _has_second_verb(core)
            and len(f"{subject} {core}".split()) >= 5
        ):
            yield Asked(f"{do[0].upper()}{do[1:]} {subject} {verb} {core}?", clause, "finding")
    if is_finding:
        yield from _inverted(clause, lowered)


def _split_at_verb(clause: str) -> Iterator[tuple[str, str, str, str]]:
    """Subject, do/does/did, base verb (with its adverb), rest; nothing where the first verb is not one that is known."""
    tokens = clause.split()
    for at in range(1, min(len(tokens) - 1, 13)):
        word, subject = tokens[at], " ".join(tokens[:at])
        adverb = tokens[at - 1] if at > 1 and tokens[at - 1].endswith("ly") else ""
        bare_subject = subject.removesuffix(adverb).strip()
        base, do = "", ""
        if word in SINGULAR or (word in CHANGING and word not in CHANGING.values()):
            base, do = SINGULAR.get(word) or CHANGING[word], "does"
            if _is_plural(bare_subject):
                return
        elif word in CHANGED:
            base, do = CHANGED[word], "did"
        elif (word in PLURAL or word in CHANGING.values()) and _is_plural(bare_subject):
            base, do = word, "do"
        if base and _is_subject(bare_subject):
            rest = " ".join(tokens[at + 1 :])
            yield bare_subject, do, f"{adverb} {base}".strip(), rest
            return


def _has_second_verb(core: str) -> bool:
    """Whether a second clause follows, whose verb would stand wrongly behind "does"."""
    return bool(grammar.SECOND_CLAUSE.search(core)) or any(word in SINGULAR for word in re.findall(r"\band (\w+)", core))


def _is_plural(subject: str) -> bool:
    head = re.split(r" (?:of|in|for|with|on|from|to|at|by|under|over|between|based|trained|using) ", subject)[0].split()
    return bool(head) and (" and " in f" {subject} " or bool(re.search(r"(?:[^sui]s|ies|ses|data)$", head[-1])))


def _is_subject(text: str) -> bool:
    return 0 < len(text.split()) <= 11 and not (
        grammar.CLAUSE_WORD.search(text) or grammar.NO_SUBJECT.search(text) or grammar.KNOWN_ONLY_THERE.search(text)
    )


def _inverted(clause: str, lowered: Lower) -> Iterator[Asked]:
    """`Memorization can help.` → `Can memorization help?`."""
    split = re.match(rf"^(?P<subject>.+?) (?P<aux>{grammar.AUXILIARY}) (?P<rest>.+)$", clause)
    if split is None or not _is_subject(split["subject"]) or any(word in SINGULAR for word in split["subject"].split()):
        return
    if split["aux"] == "is" and _is_plural(split["subject"]):
        return
    rest = re.sub(r"^(?:not|no longer|indeed|in fact|also|therefore|thus) ", "", grammar.TAIL.sub("", split["rest"]))
    aux = split["aux"].replace("cannot", "can")
    because = re.match(r"^(?P<what>.+?),? (?:because|since) (?P<why>.+)$", split["rest"])
    if because:
        yield Asked(
            f"Why {split['aux'].replace('cannot', 'can not')} {lowered(split['subject'])} {because['what']}?", because["why"], "why"
        )
    elif len(rest.split()) >= 2 and not grammar.BLAND.search(rest) and not grammar.SECOND_CLAUSE.search(rest):
        yield Asked(f"{aux.capitalize()} {lowered(split['subject'])} {rest}?", clause, "finding")


def _object(verb: str, core: str) -> str:
    """What follows the verb and its particle; empty where the particle is missing."""
    particle = "to" if verb in ("fail", "aim") else grammar.OBJECT_ASKED[verb]
    return core.removeprefix(f"{particle} ") if core.startswith(f"{particle} ".lstrip()) else ""


def _of_deed(bare: str) -> Iterator[Asked]:
    """`We prevent overfitting by adding noise.` → `How can one prevent overfitting?`."""
    deed = grammar.DEED.match(bare)
    if (
        deed
        and deed["verb"].lower() in DEEDS - grammar.OFFERS
        and not grammar.CLAUSE_WORD.search(deed["object"])
        and not grammar.SECOND_CLAUSE.search(deed["object"])
    ):
        yield Asked(f"How can one {deed['adverb'] or ''} {deed['verb']} {deed['object']}?", deed["how"], "mechanism")


def _of_counts(bare: str) -> Iterator[Asked]:
    if counted := grammar.COUNTED.match(bare):
        verb = grammar.PARTICIPLES[counted["verb"].lower()]
        yield Asked(
            f"How many {counted['what']} were {verb} {grammar.TAIL.sub('', counted['rest'])}?",
            f"{counted['much']} {counted['what']}",
            "number",
        )
    holding = re.match(
        r"^(?P<subject>[^,]+?) (?P<verb>contains|comprises|includes|covers|spans|features"
        r"|consists of) (?P<rest>.+)$",
        bare,
    )
    if holding and _is_subject(holding["subject"]) and (held := grammar.HOLDS.match(holding["rest"])):
        base = {"consists of": "consist of", "comprises": "comprise"}.get(holding["verb"], holding["verb"].removesuffix("s"))
        yield Asked(f"How many {held['what']} does {holding['subject']} {base}?", f"{held['much']} {held['what']}", "number")
    inside = re.search(
        r"\b(?P<thing>benchmark|data ?set|corpus|suite|collection|testbed|library)(?: of|,? (?:that )?(?:containing"
        r"|comprising|contains|comprises|consisting of|consists of|spanning|covering|featuring|with)) (?P<rest>.+)$",
        bare,
    )
    named = re.search(r"\b[A-Z][\w-]*[A-Z0-9][\w-]*\b", bare.split(inside["thing"])[0]) if inside else None
    if inside and named and (held := grammar.HOLDS.match(inside["rest"])):
        yield Asked(
            f"How many {held['what']} are there in the {inside['thing']} {named.group()}?", f"{held['much']} {held['what']}", "number"
        )


def _of_proposal(bare: str, name: str) -> Iterator[Asked]:
    if name and (known := re.match(rf"^we {grammar.OFFER} {re.escape(name)},? (?:which|that|to) (?P<vp>.+)$", bare, re.I)):
        vp = grammar.TAIL.sub("", known["vp"])
        if vp.split()[0] in SINGULAR:
            yield Asked(f"Which approach {vp}?", name, "paraphrase")
        elif vp.split()[0] in DEEDS:
            yield Asked(f"How can one {vp}?", name, "method")
        return
    proposed = grammar.PROPOSAL.match(bare)
    if proposed is None or grammar.SECOND_CLAUSE.search(grammar.TAIL.sub("", proposed["thing"])):
        return
    named = re.compile(rf",? (?:called|named|termed|dubbed|namely|denoted)? ?(?<![\w-]){re.escape(name)}(?![\w-]),?" if name else r"\Z\A")
    thing = grammar.PRAISE.sub("", named.sub("", proposed["thing"]).strip())
    told = name if name and name in bare else proposed["thing"]
    many = re.match(r"(?:two|three|four|five|several|new|novel)\b", proposed["thing"], re.I)
    are = "are" if many else "is"
    that, to = grammar.THAT.match(thing), grammar.TO.match(thing)
    if that and (that["verb"] in SINGULAR or that["verb"] in grammar.ALSO_SINGULAR) and not grammar.CLAUSE_WORD.search(that["np"]):
        yield Asked(f"Which {that['np']} {grammar.TAIL.sub('', that['vp'])}?", told, "paraphrase")
    elif to and to["vp"] and to["vp"].split()[0] in DEEDS and not grammar.CLAUSE_WORD.search(to["np"]):
        how = grammar.MECHANISM.match(to["vp"])
        aim = how["object"] if how and len(how["object"].split()) > 2 else grammar.TAIL.sub("", to["vp"])
        yield Asked(f"How can one {aim}?", told if told == name else f"with {told}", "method")
    elif to and to["aim"] and not grammar.CLAUSE_WORD.search(to["np"]) and " for " not in to["np"]:
        yield Asked(f"Which {to['np']} {are} there for {grammar.BY.sub('', grammar.TAIL.sub('', to['aim']))}?", told, "paraphrase")


def _tidy(question: str) -> str:
    return re.sub(r"\s+([?,])", r"\1", " ".join(question.split())).replace(",?", "?")


def _tidy_answer(answer: str) -> str:
    return " ".join(answer.split()).strip(" ,.;")
