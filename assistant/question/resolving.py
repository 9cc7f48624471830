"""A question's references + the conversation's exchanges → the papers that they mean, or why that cannot be told."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import cached_property

from assistant import languages
from assistant.question.content import NAME_LIKE, TOO_LITTLE_ZH, beginning, content, content_zh, says_enough
from assistant.question.conversation import Exchange
from assistant.question.descriptions import OF_ANY_PAPER, Description, described_words, descriptions, fitting, says_all, telling
from assistant.question.frames import BARE, COMPARES, Frames
from assistant.question.framing import about_paper, fragment, within
from assistant.question.known import KnownPapers
from assistant.question.language import has_han, is_chinese
from assistant.question.picking import Picker
from assistant.question.places import places
from assistant.question.references import References, changes_topic, references
from assistant.question.returning import Return, exchange_of, returning
from assistant.types import Kind, Unresolved

_ASKS_FOR_PAPERS = re.compile(
    r"\b(?:which|what|any|other|list|show|find)\b[^?.]{0,30}\b(?:papers|works|articles|studies)\b|^\W*(?:papers|works)\b|(?:哪些|哪几篇|有没有|列出|所有|找).{0,12}(?:论文|文章|工作|研究)",
    re.I,
)
_EXCEPT = re.compile(r"\b(?:exclud\w+|except(?: for)?|besides|other than|apart from|without|but not|all but)\b|除了?", re.I)
_WITH = re.compile(
    r"^\W*(?:and |but )?(?:how )?(?:(?:is|does|was) )?(?:compared? (?:\w+ )?(?:with|to)|in comparison (?:with|to)|versus|vs)|^\W*(?:和|与|跟|相比|同)",
    re.I,
)
_ZH_GENERIC = re.compile(
    r"^\W*(?:请|能|可以|再|那么?|还|你)*(?:给我)?(?:总结|概括|归纳|详细|展开|解释|为什么|具体|继续|多说|介绍|说说|有(?:没有)?(?:开源)?(?:代码|数据)|代码|局限|结论|贡献|数据集|实验|用了(?:什么|哪些))[^，。]{0,8}$"
)
# Papers of another place than this conversation.
_OUTSIDE = re.compile(
    r"\b(?:the |that |those |my )?[\w ]{0,30}?\b(?:i|we|you) (?:\w+ )?(?:e-?mailed|sent|uploaded|attached|pasted|shared|wrote|submitted|discussed|talked about|mentioned|showed|read)\b[^.?!]{0,30}\b(?:yesterday|last (?:week|month|time|year|night)(?:['’]s \w+)?|the other day|(?:in|from) (?:an?other|the last|the previous|an earlier) (?:chat|conversation|session))"
    r"|\b(?:the|my|that) \w+ (?:that )?(?:i|we) (?:just )?(?:e-?mailed|uploaded|attached|pasted|sent you|submitted)\b|\b(?:yesterday|last (?:week|month|time))['’]s (?:chat|conversation|session|list|question)"
    r"|我(?:昨天|上周|上次|刚刚?)?(?:上传|发给你|发|粘贴|附上)的[^，。？?]{0,12}|(?:昨天|上周|上次)(?:我们)?[^，。？?]{0,6}(?:聊|讨论|说|提到)的?[^，。？?]{0,8}",
    re.I,
)
_BESIDE = re.compile(
    r"\bthe (?:next|following|previous|preceding) (?:one|paper)\b|\bthe (?:one|paper) (?:right |just |directly )?(?:before|after|above|below|following|preceding) (?:that|this|it)\b(?: one| paper)?|^\W*(?:and |ok(?:ay)?,? |so )?next(?: one| paper)?(?: please)?\W*$|(?:上|下|前|后)一篇",
    re.I,
)
_FORWARDS = re.compile(r"next|following|after|below|下|后", re.I)
_IT_TOO = re.compile(r"\b(?:this|that|it|its)\b|它|这篇", re.I)
_ONES = re.compile(r"(?:which|what) ones", re.I)
_MORE = re.compile(r"^\W*(?:please )?(?:tell me more|more details?|why|go on|continue|explain|and|elaborate|summari[sz]e)\W*$", re.I)
_CHOOSES = re.compile(r"\bwhich\b|哪", re.I)
_LEADS_ON = re.compile(r"^\W*(?:and|also|but|so|what about|how about)\b|\bthere\b\W*$|呢[？?]?$", re.I)
_SHORT = 8
_SHORT_ZH = 16
_TOO_LITTLE = 2
_NOTHING_ZH = 6
_NAMED_IN_TEXT = 3
_FEW_WORDS = 4


@dataclass(frozen=True, slots=True)
class Resolution:
    """How the conversation changes a question: fields as those of `Query`; `kind` is None where it stays."""

    text: str
    focus: tuple[str, ...] = ()
    only_focus: bool = False
    kind: Kind | None = None
    tentative: bool = False
    understood: str = ""
    without: tuple[str, ...] = ()
    unresolved: Unresolved | None = None


@dataclass(frozen=True)
class Resolver:
    """Resolves one question; `is_list` tells whether a question asks for a list, `language` is what the asker speaks."""

    text: str
    kind: Kind
    named: tuple[str, ...]
    exchanges: tuple[Exchange, ...]
    known: KnownPapers
    is_list: Callable[[str], bool]
    language: str

    def resolve(self) -> Resolution:
        """What the question means in its conversation."""
        refs = references(beginning(self.text))
        if not refs.corrects:
            refs = replace(refs, rest=self.text)
        new = Resolution(self.text, self.named)
        if changes_topic(self.text):
            return new
        if not any(exchange.shown for exchange in self.exchanges):
            return self._without_conversation(refs, new)
        if outside := _OUTSIDE.search(self.text):
            return self._cannot(Unresolved("no_match", outside.group().strip(), self._shown()[-1].shown))
        if (back := returning(self.text)) and not (self.named and not back.ask and back.turn is None):
            return self._return(back)
        if refs.beyond and not (self.named or refs.places):
            return self._beyond(refs)
        if _ASKS_FOR_PAPERS.search(refs.rest) and not (refs.subset or refs.corrects or refs.places or self._certain(refs)):
            return new
        if _ONES.fullmatch(refs.subset) and (part := fragment(refs.rest)) and not self._among_shown(part.topic):
            # "And which ones about backdoors?" after other papers asks for those of the corpus.
            refs = replace(refs, subset="", they="")
        found = self._referring(refs, self._shown()) or self._fragment(refs) or self._leaning(refs) or self._recalled(new)
        # A question that says so much is not about the conversation only because a word of it could be.
        return new if found.unresolved and not refs.corrects and beginning(self.text) != self.text else found

    def _without_conversation(self, refs: References, new: Resolution) -> Resolution:
        certain = [description.words for description in descriptions(self.text) if description.certain and not description.by]
        back = returning(self.text)
        words = (
            _first(refs)
            or (back.words if back else "")
            or next(iter(certain), "")
            or (self.text.strip(" ?.!？。") if self._says_nothing() else "")
        )
        little = len(self.text) <= TOO_LITTLE_ZH if is_chinese(self.text) else len(content(self.text)) <= _TOO_LITTLE
        asks = _ASKS_FOR_PAPERS.search(self.text)
        if words and little and not self.named and not asks:
            return replace(new, unresolved=Unresolved("no_conversation", words))
        return new

    def _says_nothing(self) -> bool:
        return bool(_MORE.match(self.text) or (has_han(self.text) and _ZH_GENERIC.match(self.text) and len(self.text) <= _NOTHING_ZH))

    def _certain(self, refs: References) -> bool:
        return any(description.certain for description in descriptions(refs.rest))

    def _shown(self) -> tuple[Exchange, ...]:
        return tuple(exchange for exchange in self.exchanges if exchange.shown)

    @cached_property
    def _frames(self) -> Frames:
        return Frames(self.exchanges, self.known, self.is_list)

    def _picker(self, shown: Sequence[Exchange]) -> Picker:
        return Picker(self.text, self.named, tuple(shown), self.known, self._frames)

    def _referring(self, refs: References, shown: Sequence[Exchange]) -> Resolution | None:
        """The question where its words pick papers."""
        picker, picked = self._picker(shown), list[str]()
        compares = self.kind == "compare" or bool(COMPARES.search(refs.rest))
        # Who corrects means another place of the list from which the wrong paper was taken.
        taken_from = bool(refs.corrects) and any(set(shown[-1].meant) < set(exchange.shown) for exchange in shown[:-1])
        for place in refs.places:
            at = self._picker(shown[:-1] if taken_from else shown).place(place)
            if isinstance(at, Unresolved):
                return self._cannot(at)
            picked += at
        described = () if refs.places and not compares else descriptions(refs.rest)
        for description in described:
            if refs.subset or refs.both:
                continue
            fits = picker.described(description, other_than=shown[-1].meant if refs.corrects else ())
            if isinstance(fits, Unresolved):
                return self._cannot(fits)
            picked += fits
        if refs.corrects and not picked:
            picked += picker.corrected(refs)
        if not picked and (beside := _BESIDE.search(refs.rest)):
            neighbour = picker.beside(beside.group(), forwards=bool(_FORWARDS.search(beside.group())))
            if isinstance(neighbour, Unresolved):
                return self._cannot(neighbour)
            return self._about(refs, neighbour, shown)
        if refs.places and _EXCEPT.search(refs.rest):
            picked = [paper_id for paper_id in picker.several() if paper_id not in picked]
            if len(picked) > 1:
                return self._among(picked)
        if refs.both and not picked:
            both = picker.last(2, refs.both)
            if isinstance(both, Unresolved):
                return self._cannot(both)
            picked += both
        if refs.subset:
            among = picked or list(picker.several(refs.subset))
            if len(among) > 1:
                return self._choosing(among, described)
        if refs.other:
            others = picker.others(refs, picked)
            if isinstance(others, Unresolved):
                return self._cannot(others)
            picked += others
            if self.kind == "list" and len(picked) > 1 and not refs.places:
                return self._among(picked)
        named = [*self.named, *(picker.called(refs) if not picked else ())]
        if named and not (picked or compares or refs.corrects or fragment(refs.rest)):
            # A question that names its paper is about that one, whatever "it" is in it.
            return None
        if refs.it and (compares or not (picked or named)):
            single = picker.single(refs.it)
            if isinstance(single, Unresolved):
                return None if picked and not compares else self._cannot(single)
            picked = [*single, *picked]
        elif refs.they and (not (picked or named) or (compares and len(picked) + len(named) == 1)):
            several = picker.plural(refs)
            if isinstance(several, Unresolved):
                return self._cannot(several)
            picked += several
        elif (
            compares
            and len(named) + len(picked) == 1
            and (_WITH.search(refs.rest) or _IT_TOO.search(refs.rest))
            and isinstance(it := picker.single(""), list)
        ):
            picked = [*it, *picked]
        picked = list(dict.fromkeys([*picked, *named] if refs.it or not named else [*named, *picked]))
        if refs.corrects and not picked and not content(refs.rest):
            return self._cannot(Unresolved("several", self.text.strip(" .!"), shown[-1].shown))
        return self._about(refs, picked, shown) if picked else None

    def _choosing(self, among: Sequence[str], described: Sequence[Description]) -> Resolution:
        """Which of some papers: what their metadata say picks them, else the words do."""
        papers = [self.known.papers[paper_id] for paper_id in among]
        decided = next((fits for each in described if each.decision and (fits := fitting(each, papers))), [])
        return self._among(decided or among)

    def _about(self, refs: References, picked: Sequence[str], shown: Sequence[Exchange]) -> Resolution:
        """The question, put to the picked papers only."""
        text = refs.rest if refs.corrects else self.text
        frame = self._frames.latest
        kind: Kind | None = self.kind
        if self._bare(refs) and frame and self._frames.kind_of(frame) == "specific" and len(picked) == 1:
            before = [self.known.papers[paper_id] for exchange in shown for paper_id in exchange.shown if paper_id not in picked]
            said = [*(place.words for place in references(frame).places), *(each.words for each in descriptions(frame))]
            text = about_paper(frame, self.known.papers[picked[0]], before, said)
            kind = "specific"
        else:
            # A question about one paper names it, so that encoders see what "it" is.
            text = f"{text} ({self._names(picked[:_NAMED_IN_TEXT])})"
        if refs.corrects and len(picked) > 1 and frame and self._frames.kind_of(frame) == "compare":
            kind = "compare"
        if kind == "specific" and len(picked) > 1 and (refs.places or refs.both or COMPARES.search(refs.rest)):
            kind = "compare"
        if kind == "list":  # "and what datasets did it use?" asks for no papers
            kind = "compare" if len(picked) > 1 else "specific"
        if kind == "compare" and len(picked) == 1:
            kind = "specific"
        weak = not (refs.places or refs.both or refs.other or refs.corrects or self.named or self._certain(refs) or self._bare(refs))
        understood = text if len(picked) <= _NAMED_IN_TEXT else f"{self.text} ({self._names(picked)})"
        return Resolution(text, tuple(picked), True, kind, tentative=weak and says_enough(refs.rest), understood=understood)

    def _among(self, papers: Sequence[str]) -> Resolution:
        return Resolution(self.text, tuple(papers), True, "list", understood=f"{self.text} ({self._names(papers)})")

    def _beyond(self, refs: References) -> Resolution:
        """Papers that were not shown: of the same question, of another topic, or like those that were."""
        shown = self._shown()
        frame = self._frames.latest_list
        seen = tuple(dict.fromkeys(paper_id for exchange in shown for paper_id in exchange.meant))
        left = refs.rest.replace(refs.beyond, " ")
        if (content(left) or content_zh(left)) and not refs.similar:
            text = self.text
        elif frame and not refs.similar:
            text = frame
        else:
            text = " ".join(self.known.papers[paper_id].label for paper_id in shown[-1].meant[:_NAMED_IN_TEXT])
        understood = languages.part(self.language, "besides", text=text, papers=self._names(seen)) if seen else text
        return Resolution(text, kind="list", without=seen, understood=understood)

    def _return(self, back: Return) -> Resolution:
        """An earlier turn's question anew, or what is asked now put to that turn's papers."""
        chosen = exchange_of(back, self.exchanges)
        if chosen is None:
            return self._cannot(Unresolved("out_of_range", back.words, self._shown()[-1].shown))
        until = self.exchanges[: self.exchanges.index(chosen) + 1]
        if not chosen.shown or not (back.ask or places(back.words)):
            again = replace(
                self,
                text=chosen.question,
                kind=self._frames.kind_of(chosen.question),
                named=tuple(self.known.mentioned(chosen.question)),
                exchanges=until[:-1],
            ).resolve()
            return (
                again
                if again.understood
                else replace(again, kind=again.kind or self._frames.kind_of(chosen.question), understood=again.text)
            )
        asked = back.ask if back.ask and not places(back.words) else self.text
        earlier = replace(self, text=asked, kind=self._frames.kind_of(asked), exchanges=until)
        refs = references(asked)
        return earlier._referring(refs, [chosen]) or earlier._everything(refs, chosen)

    def _everything(self, refs: References, chosen: Exchange) -> Resolution:
        if (self.kind == "list" or _CHOOSES.search(refs.rest)) and len(chosen.meant) > 1:
            return self._among(chosen.meant)
        return self._about(refs, chosen.meant, [chosen])

    def _fragment(self, refs: References) -> Resolution | None:
        """Another topic in the question before."""
        part = fragment(refs.rest)
        frame = self._frames.latest
        if part and part.preposition and not self._frames.lists(frame):
            # "And for fairness?" after a look at one paper goes on with the list that it was of.
            frame = self._frames.latest_list or frame
        if self.named or not frame or not (part or refs.corrects):
            return None
        if part and not [word for word in content(part.topic) if word not in OF_ANY_PAPER] and content(part.topic):
            return None
        topic = part or fragment(f"and {refs.rest}")
        if topic is None or ((refs.it or refs.they) and not refs.corrects):
            return None
        if self._frames.lists(frame):
            text = within(frame, topic)
            if references(frame).subset:
                # "Of those, which …" of the question before means those of that time.
                return replace(self, text=text, kind="list", exchanges=self.exchanges[: self._frames.whole.index(frame)]).resolve()
            return Resolution(text, tuple(self.known.mentioned(text)), kind="list", understood=text)
        if NAME_LIKE.search(topic.topic):
            before = [self.known.papers[paper_id] for exchange in self._shown() for paper_id in exchange.shown]
            stranger = replace(before[0], label=topic.topic)
            text = about_paper(frame, stranger, before)
            return Resolution(text, understood=text)
        return None

    def _leaning(self, refs: References) -> Resolution | None:
        """A question that says too little to be about something new."""
        if self.named:
            return None
        words = content(refs.rest)
        generic = bool(_ZH_GENERIC.match(refs.rest)) if has_han(refs.rest) else all(word in OF_ANY_PAPER for word in words)
        shown = self._shown()
        if not (generic or (_LEADS_ON.search(refs.rest) and len(words) <= 8) or self._said_by(shown[-1], refs.rest)):
            return None
        found = self._about(refs, shown[-1].meant, shown)
        return replace(found, tentative=bool(fragment(refs.rest)) or says_enough(refs.rest))

    def _said_by(self, latest: Exchange, text: str) -> bool:
        """Whether a short question is made of the words of the only paper that was talked about: "with what guarantees?"."""
        words = telling(text)
        short = len(text) <= _SHORT_ZH if has_han(text) else len(text.split()) <= _SHORT
        return (
            short
            and bool(words)
            and len(latest.meant) == 1
            and not _ASKS_FOR_PAPERS.search(text)
            and says_all(self.known.papers[latest.meant[0]], words)
        )

    def _among_shown(self, topic: str) -> bool:
        """Whether a paper of the latest list is about a topic."""
        return any(says_all(self.known.papers[paper_id], described_words(topic)) for paper_id in self._picker(self._shown()).several())

    def _recalled(self, new: Resolution) -> Resolution:
        """A question that names a paper which the conversation showed asks for no list: "Clip-and-Verify?"."""
        if self.kind != "list" or not self.named or not set(self.named) <= set(self._picker(self._shown()).talked_about()):
            return new
        return replace(new, only_focus=True, kind="specific")

    def _cannot(self, why: Unresolved) -> Resolution:
        return Resolution(self.text, unresolved=why)

    def _bare(self, refs: References) -> bool:
        """Whether nothing but the reference is said."""
        text = refs.rest
        for words in (*(place.words for place in refs.places), *(each.words for each in descriptions(text)), refs.other, refs.both):
            text = text.replace(words, " ") if words else text
        part = fragment(refs.rest)
        if self.named and refs.corrects and len(refs.rest.split()) <= _FEW_WORDS:
            return True
        return bool(BARE.match(re.sub(r"[呢吧？?]", "", text))) or bool(part and (self.named or self._picker(self._shown()).called(refs)))

    def _names(self, papers: Sequence[str]) -> str:
        named = ". ".join(self.known.papers[paper_id].label for paper_id in papers[:_NAMED_IN_TEXT])
        return named if len(papers) <= _NAMED_IN_TEXT else f"{named} … + {len(papers) - _NAMED_IN_TEXT}"


def _first(refs: References) -> str:
    """The words of the first reference that needs a conversation."""
    return next(
        (
            words
            for words in (*(place.words for place in refs.places), refs.subset, refs.it, refs.they, refs.both, refs.other, refs.beyond)
            if words
        ),
        "",
    )
