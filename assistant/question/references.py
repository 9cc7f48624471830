"""Text of a question → what in it refers to an earlier turn: pronouns, sets, "the other one", "any others", corrections, returns.

Words only, no conversation: `resolving` says which papers they mean, `places` reads "the second one".
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from assistant.question.language import has_han
from assistant.question.places import NOUN, Place, places

_AUX = r"(?:do|does|did|is|are|was|were|can|could|will|would|has|have|had|should|might|may)"
_SUBORDINATE = (
    r"(?:when|while|if|because|that|as|before|after|whether|where|so|until|unless|once|since|and|but|or|which|who|although|though|than)"
)
# "Is it possible …", "what does it take …", "how hard is it to …": this "it" means nothing.
_JUDGED = (
    r"(?:possible|impossible|true|likely|hard|easy|easier|harder|better|safe|safer|enough|necessary|feasible|realistic|common|worth\w*|difficult|important|sufficient|useful|known"
    r"|clear|fair|legal|ethical|okay|cheaper|reasonable|dangerous|beneficial|helpful|best|bad|good|wise|right|wrong|costly|expensive|practical)"
)
_EXPLETIVE = re.compile(
    rf"\bit(?:'s|’s| is| was| be)? (?:\w+ )?{_JUDGED} (?:to|that|if|when|for|whether)\b|\bit (?:\w+ )?(?:possible|impossible|true|likely|necessary|feasible|known)\b(?!\W*$)"
    rf"|\b(?:makes?|make|finds?) it (?:\w+ )?{_JUDGED}\b|\b(?:does|would|did|can|will) it (?:even |still |really |always |ever |actually )?(?:matter|pay off|make sense)\b|\bwhat (?:does|would|did) it (?:take|mean|cost) (?:to|for|that)\b"
    r"|\bit (?:takes?|turns? out|seems?|appears?|follows?|matters?|comes to|makes? sense)\b|\b\w+ is it (?:to|that)\b|\bit is (?:\w+ )?\w+ (?:to|that)\b",
    re.I,
)
_IT = re.compile(
    rf"\b{_AUX}(?:n't|n’t)? it\b|^\W*(?:(?:and|but|so|also|ok(?:ay)?|then)\W+)*(?:it\b|its\b)"
    r"|\b(?:about|of|in|with|from|to|for|than|by|on|behind|explain|describe|summari[sz]e|compare|use|using|into|against|like|like|read|beat|improve|reproduce|extend|reading)\s+it\b(?! (?:is|was|that))"
    r"|\bits\b(?! own)|\b(?:why|how|when|where) it\b|\bit\b(?=\W*$)",
    re.I,
)
_SINGULAR = (
    "paper|work|method|approach|attack|model|benchmark|study|article|framework|defen[cs]e|dataset|algorithm|technique|system|abstract"
)
_THIS = re.compile(
    rf"\b(?:this|that) (?:(?:same|very|last) )?(?:one|{_SINGULAR})\b|\bthe same (?:one|{_SINGULAR})\b|^\W*(?:and |but )?(?:does|is|did|can|will|would) (?:this|that)\b(?! (?:an?|the)\b)(?! \w+ of\b)|\b(?:what is|what's|why|about|explain|of|does|is|on|in|to|with|than) (?:this|that)\b(?=\W*$|\s+(?:work|use|differ|compare|about)\b)"
    rf"|\bthe (?:{_SINGULAR}|authors?)(?:['’]s)?\b(?!\s+(?:of|for|to|that|on|about|by|behind|called|named|in which|which|from|with|using)\b)",
    re.I,
)
_BY_AUTHORS = re.compile(r"\b(?:who (?:wrote|made|are the authors|is the author)|(?:the|these|those) authors?)\b", re.I)
_THEY = re.compile(r"\b(?:they|them|theirs?|themselves)\b", re.I)
_THESE = re.compile(
    rf"\b(?:these|those)(?: (?:two|three|four|five|six|\d+))?(?: {NOUN}\b|\W*$|(?=\s+(?:use|do|are|have|differ|compare|say|work)\b))|\b(?:of|between|among|in|to|about|from|compare|besides|than) (?:these|those)\b"
    r"|\bthe (?:two|three|four|papers|others? two|methods)\b(?!\s+(?:of|for|to|that|on|about|by|with|in)\b)|\b(?:each|all|every one|none|either|neither|some|any|both|which|most) of (?:them|these|those|the (?:above|papers))\b"
    r"|\b(?:all|each) (?:three|four|five|six|\d) ?|\b(?:the|papers|listed|mentioned) above\b|^\W*(?:all|each|everything)\W*$|\beach (?:one|paper|method|of them)\b|\b(?:which|what) ones\b",
    re.I,
)
_BOTH = re.compile(
    r"^\W*(?:and |what about |how about )?both\b|\bboth(?:\W*$| of (?:them|these|those)| papers| methods| works|(?= (?:use|do|have|are|work|rely|need|assume|differ|compare|evaluate|propose|release|claim|show|give)\b))|\b(?:do|did|are|have|can|will) both\b(?! [\w-]+ and\b)|\b(?:the|these|those) two\b(?: (?:[\w-]+ )?(?:papers?|works|methods|approaches|studies|attacks|defen[cs]es|models|benchmarks)\b|\W*$|,| of them|(?= (?:use|do|differ|compare|is|are|have|share|relate|say)\b))|\b(?:the|this|that) pair\b",
    re.I,
)
_BOTH_ZH = re.compile(r"(?:这|那)?(?<![前后])两(?:篇|个|者)(?:论文|文章|工作|方法)?|二者|两者")
_OTHER = re.compile(
    rf"\bthe other(?:s|(?: (?:two|three|four|\d))?(?: {NOUN})?)(?=\W*$|['’]s|\s|[,;:])(?! (?:hand|day|side|way|words))|\bthe remaining\b|\bthe rest\b(?: of (?:them|these|those))?(?! of)",
    re.I,
)
_OTHER_ZH = re.compile(r"另(?:外)?(?:一|那)?(?:两|三|几)?[篇个]|其余|剩下|其他(?:几|两|三)[篇个]")
_SEVERAL_OTHERS = re.compile(r"others\b|two|three|four|\d|papers|ones|remaining|rest|两|三|几|其余|剩下", re.I)
_SUBSET = re.compile(
    r"^\W*(?:only|just)\b(?! the (?:[\w-]+ )+?(?:one|paper)\b)|\bthe (?:listed|mentioned|above) (?:papers|ones|works)\b|\b(?:of|among|amongst|out of) the (?:first|last|top|others)\b|\b(?:of|among|amongst|from|out of|within) (?:all )?(?:those|these|them)\b(?! of\b)|\b(?:which|how many|do any|does any|are any|is any|any|some|none|one|most) (?:one )?of (?:those|these|them)\b|\b(?:which|what) ones?\b"
    r"|\b(?:which|among|of|from) (?:of )?(?:the )?(?:(?:papers?|ones|works|list)? ?(?:above|listed|mentioned)|(?:these|those) (?:\w+ )?(?:papers|works|ones|methods))\b"
    r"|^\W*(?:and |but |so )?(?:do|does|are|is) any\b(?! (?:other|more|paper|work|stud|meth))|\b(?:in|from) (?:that|this|the) list\b|\bwhich of (?:the )?(?:two|three|four|\d)\b",
    re.I,
)
_SUBSET_ZH = re.compile(
    r"其中|(?:这|那|上面|上述|以上|刚才)(?:些|几篇|几个|提到)?的?(?:论文|文章|工作|方法)?(?:里|中|当中|之中|里面)|它们(?:里|中|当中|之中)|(?<!有)哪(?:一?篇|几篇|一?个|几个|些)(?!论文|文章|工作|研究|数据|方法|模型|基准|文)"
)
_BEYOND = re.compile(
    r"\b(?:any|some|are there|what|which|show me|give me|find) (?:other|others|more|else)\b(?! (?:than|importantly|efficient|robust))|^\W*(?:and |so |ok(?:ay)? )?(?:what|who|anything|anyone|something) else\b|^\W*(?:other|more)\b(?: (?:papers|ones|works?))?\W*$"
    r"|\b(?:besides|other than|apart from|except(?: for)?|beyond|in addition to|excluding|without) (?:those|these|them|that(?: one)?|this(?: one)?|it|the ones?)\b|\b(?:more|others|papers|work|something|anything|ones) (?:\w+ )?(?:like|similar to) (?:these|this|those|that|them|it)\b"
    r"|\b(?:anything|something) (?:\w+ )?similar\b|\bsimilar (?:papers|ones|works?)\b|\bmore of (?:these|those|them|the same)\b|\bnone of (?:those|these|them)\b(?!\W*(?:use|do|are|is|have))|\bother (?:papers|ones|works)\b",
    re.I,
)
_BEYOND_ZH = re.compile(
    r"还有(?:别的|其他|其它|哪些|什么|没有|更多|吗|类似)|(?:其他|其它|别的|更多|类似)的?(?:论文|文章|工作|研究|吗|呢|$)|除了?(?:这|那|它|上面|上述|以上|前面)|都不是|再(?:多)?(?:给|来|列|找|推荐)(?:我)?(?:出)?(?:几|一些|一|两|三|些|多)[篇个]?|不要重复|(?:类似|相似)的(?=.*(?:论文|文章|工作|研究))"
)
_SIMILAR = re.compile(r"\b(?:like|similar)\b", re.I)
_CORRECTION = re.compile(
    r"^\W*(?:(?:oh|no|nope|not that(?: one)?|wrong(?: one)?|sorry|actually|wait|oops|hm+|i said|rather|forget (?:that|it)|typo|my mistake)\b[\s,.;:!—–-]*)*(?:(?:i|we) (?:actually |really )?(?:meant?|was asking (?:about|for)|wanted|asked (?:about|for))|i'm asking about)\b[\s,:]*(?:to say )?"
    r"|^\W*(?:(?:actually|oh|ah|hm+|wait|sorry)[\s,.]+)?(?:no|nope|not that(?: one| paper)?|wrong (?:one|paper)|sorry|oops)\b(?:[\s,.;:!—–-]+(?!one\b)|\W*$)",
    re.I,
)
_CORRECTION_ZH = re.compile(
    r"^\W*(?:不是?[,，、。!！ ]*(?:这|那)?[篇个]?[,，、。 ]*|不对[,，。! ]*|错了[,，。! ]*|抱歉[,，。 ]*)?(?:我(?:指的|说的|问的|想问的|要的)是|我是说|我的意思是|应该是)|^\W*(?:不是|不对|错了)[,，。!！ ]+"
)
_NEW_TOPIC = re.compile(
    r"\b(?:something else|different (?:topic|question|subject)|unrelated|changing (?:the )?(?:topic|subject)|new (?:topic|question)|another question"
    r"|ok(?:ay)? thanks|thanks)\b|换个话题|另外(?:问|一个(?:问题|话题))|换一个问题|另一个问题",
    re.I,
)
_ZH_IT = re.compile(
    r"它(?!们)|(?:这|那|该)(?:一)?(?:篇|个方法|个模型|个攻击|项)(?:论文|文章|工作|研究)?|(?:该|这个|那个|此)(?:方法|论文|工作|文章|模型|基准|攻击|框架|算法|数据集)|(?:^|[,，])?作者(?=们?(?:是|用|提|怎|有|在|如何|做))|刚才(?:那|这)?(?:一)?篇"
)
_ZH_THEY = re.compile(
    r"它们|他们|这些(?:论文|方法|工作|文章)?|那些(?:论文|方法|工作|文章)?|[这那]几[篇个]|上面|上述|以上|各自|每[一]?[篇个]|这[三四五六七八九]篇"
)
_ZH_START = 4
_ZH_JOINED = re.compile(r"(?:和|与|跟|比|对|关于|介绍|总结|比较|概括|解释)$")
# The pronoun has something to stand for in its own sentence: "Do models lie when they are …", "How do agents keep their memory".
_ANTECEDENT = re.compile(
    r"\b(?:an?|any|some|every|each|no|one|someone|two|many|most)\s+(?:[\w'’-]+\s+){1,8}$"
    rf"|\b(?:{_AUX}|how|why|when|if|that|which|what|where|whether)\s+(?:[\w'’-]+\s+){{0,3}}?(?!does|was|is|has|this|its|numbers|results|details|experiments|datasets|baselines|benchmarks|metrics)[\w-]{{3,}}[^\W\d_s]s\s+(?:[\w'’-]+\s+){{0,6}}$"
    rf"|\b(?:[\w'’-]+\s+){{2,}}(?:{_SUBORDINATE})\s+(?:[\w'’-]+\s+){{0,3}}$|^(?:[\w'’-]+\s+){{0,3}}[\w-]{{3,}}[^\W\d_s]s (?:{_AUX}|with|whose|in|and)\b[^?.!]*$",
    re.I,
)
# "Each example in it": nothing is in itself.
_PART_OF_IT = re.compile(r"\b(?:an?|any|some|every|each|no|one|two|many|most)\s+[\w'’-]+\s+(?:in|of|on|inside|within) $", re.I)


@dataclass(frozen=True, slots=True)
class References:
    """What a question's words refer to.

    `it` and `they` are the words that mean one paper or several, "" where there are none. `rest` is the question without a
    correction.
    """

    places: tuple[Place, ...] = ()
    it: str = ""
    they: str = ""
    both: str = ""
    other: str = ""
    several_others: bool = False
    subset: str = ""
    beyond: str = ""
    similar: bool = False
    corrects: bool = False
    rest: str = ""

    def __bool__(self) -> bool:
        return bool(self.places or self.it or self.they or self.both or self.other or self.subset or self.beyond or self.corrects)


def references(text: str) -> References:
    """Read a question."""
    chinese = has_han(text)
    correction = (_CORRECTION_ZH if chinese else _CORRECTION).match(text)
    rest = text[correction.end() :].strip() if correction else text
    named_places = tuple(places(rest))
    beyond = _found(_BEYOND_ZH if chinese else _BEYOND, rest)
    other = "" if beyond else _found(_OTHER_ZH if chinese else _OTHER, rest)
    both = _found(_BOTH_ZH if chinese else _BOTH, rest) if not named_places and not other else ""
    return References(
        places=named_places,
        it=_chinese(_ZH_IT, rest) if chinese else _singular(rest),
        they=_chinese(_ZH_THEY, rest) if chinese else _plural(rest),
        both=both,
        other=other,
        several_others=bool(other and _SEVERAL_OTHERS.search(other)),
        subset=_found(_SUBSET_ZH if chinese else _SUBSET, rest),
        beyond=beyond,
        similar=bool(beyond and _SIMILAR.search(beyond)) or "类似" in beyond,
        corrects=correction is not None,
        rest=rest,
    )


def changes_topic(text: str) -> bool:
    """Whether the question says that it is about something else."""
    return bool(_NEW_TOPIC.search(text))


def _found(pattern: re.Pattern[str], text: str) -> str:
    match = pattern.search(text)
    return match.group().strip(" ,?.!？。") if match else ""


def _chinese(pattern: re.Pattern[str], text: str) -> str:
    """A pronoun at the start, or after a word that joins it to nothing before: elsewhere it stands for what its sentence says."""
    return next((m.group() for m in pattern.finditer(text) if m.start() <= _ZH_START or _ZH_JOINED.search(text[: m.start()])), "")


def _singular(text: str) -> str:
    if (this := _THIS.search(text)) and not (this.group().lower().startswith("the ") and _ANTECEDENT.search(text[: this.start()])):
        return this.group()
    if who := _BY_AUTHORS.search(text):
        return who.group()
    plain = _EXPLETIVE.sub(" ", text)
    return next((_last_word(m) for m in _IT.finditer(plain) if not _antecedent(plain, m)), "")


def _plural(text: str) -> str:
    if these := _THESE.search(text):
        return these.group().strip(" ?.!,")
    return next((m.group() for m in _THEY.finditer(text) if not _antecedent(text, m)), "")


def _last_word(match: re.Match[str]) -> str:
    return match.group().split()[-1]


def _antecedent(text: str, match: re.Match[str]) -> bool:
    """Whether what stands before a pronoun in its sentence is what it stands for."""
    start = max(text.rfind(stop, 0, match.start()) for stop in ".?!;:") + 1
    before = text[start : match.end() - len(_last_word(match))]
    if re.search(r"^\W*(?:and|so|but|also|then|ok(?:ay)?)\b", before, re.I):
        return False
    if re.search(rf"\b{_AUX}(?:n't|n’t)?\s+$", before, re.I):
        # "What datasets does it use?": the subject, with nothing but what is asked for before it.
        if re.search(r"\b(?:an?|any|some)\s+\w", before, re.I):
            return True
        before = re.sub(rf"\b{_AUX}(?:n't|n’t)?\s+$", "", before, flags=re.I)
        return (
            bool(re.search(r"\b(?:when|while|if|because|before|after|whether|although|though|,)\b", before, re.I))
            and len(before.split()) > 5
        )
    return bool(_ANTECEDENT.search(before)) and not (_last_word(match).lower() == "it" and _PART_OF_IT.search(before))
