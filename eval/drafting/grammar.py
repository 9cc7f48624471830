"""Turns of phrase of abstracts, as regular expressions over one plain sentence; `patterns` makes questions of them."""

from __future__ import annotations

import re

LEADING = re.compile(
    r"(?:(?:and |but )?(?:however|moreover|furthermore|additionally|in addition|finally|lastly|specifically"
    r"|in particular|notably|importantly|"
    r"crucially|interestingly|surprisingly|remarkably|empirically|theoretically|experimentally|here|then|thus|hence"
    r"|therefore|consequently|"
    r"as a result|first|firstly|second|secondly|third|also|further|overall|for example|for instance|more generally"
    r"|more importantly|"
    r"technically|concretely|in (?:this|the present|our) (?:paper|work|study|article)|in (?:contrast|summary|short"
    r"|practice|turn|fact)|"
    r"to (?:this end|do so)|to (?:address|tackle|overcome|fill|bridge|mitigate|solve|remedy|resolve|alleviate|handle"
    r"|answer|achieve)\b[^,]*|"
    r"(?:motivated|inspired) by[^,]*|(?:based|building) (?:up)?on (?:this|these|our)[^,]*|(?:in )?addressing (?:this|these)[^,]*|"
    r"using (?:this|these|our)[^,]*),\s+)+",
    re.I,
)
BRACKETS = re.compile(r"\s*\((?:[^()]{0,80})\)|\s*\[[\d,; –-]+\]")
FINDING = (
    r"(?:show|prove|find|found|demonstrate|establish|observe|reveal|discover|verify|confirm|indicate|highlight"
    r"|suggest)(?:s|ed)?"
)
ADVERB = r"(?:\w+ly )?"
SHOWN = re.compile(
    rf"(?:we (?:also |further |then |first |next |finally )?(?:(?:\w+ly|and) )*{FINDING}(?: \w+ly)?,? (?:that )(?P<we>.+)"
    rf"|(?:[^,]{{3,110}}? )?(?:results?|experiments?|evaluations?|analys[ei]s|studies|study|findings?|work|theory|simulations?|"
    rf"evidence|investigations?|empirical \w+)\b[^,]{{0,110}}? {ADVERB}{FINDING} (?:that |how )(?P<it>.+))",
    re.I,
)
OWN = re.compile(
    r"\b(?:our|the proposed|this(?: (?:new|novel|simple))?|the resulting)"
    r"(?: (?:proposed|new|novel|simple|final|lightweight))? (?:method|approach|framework|model|algorithm|system"
    r"|technique|architecture|"
    r"benchmark|data ?set|estimator|attack|defen[cs]e|pipeline|tool|toolkit|network|solution)\b(?! of\b)",
    re.I,
)
VAGUE = re.compile(
    r"\b(?:we|our|ours|us|this|these|those|such|they|them|here|above|former|latter|aforementioned|the authors?|the paper|proposed|"
    r"the (?:method|approach|framework|algorithm|model|models|problem|task|former|latter|results?|two|three"
    r"|same)s?(?= [a-z]+s |[,.?]| (?:is|are|can|to|on|by)\b))\b"
    r"|the (?:challenge|issue|question|limitation|gap|goal|aim|learned|underlying|resulting|target|constraint"
    r"|performance|prior|shown|given|original|final)s?\b"
    r"|^(?:\S+ ){1,2}(?:it|its|their|he|she)\b|\b(?:latter|former|question|first|second|both|setting|way|following)\?$",
    re.I,
)
BROKEN = re.compile(
    r"[\\{}^_$|<>=:;]|\bhttps?\b|github|\.\.|“|”|\"|\*|\bcode\b|\bavailable\b|\w- \w|\bboth worlds\b|\b(?:i\.e|e\.g)\.|Ω"
    r"|[^\x00-ɏͰ-Ͽ‐-’]"
)
FORMULA = re.compile(r"[\\{}^_$|<>=]")
# What may follow the point of a sentence and is left out of the question.
TAIL = re.compile(
    r"\s*(?:,\s+(?:instead|a finding|while|whereas|which|thereby|thus|hence|making|leading|with|without|even|especially"
    r"|particularly|such as|including|"
    r"e\.g\.|i\.e\.|namely|but|yet|so|though|although|because|since|as|and (?:that|we|it|is|can|show\w*|demonstrat\w*"
    r"|outperform\w*)|\w+ing)\b.*"
    r"|\s[–—]+\s.*|—.*|\s-{1,3}\s.*|--.*|:\s.*|\s+and (?:that|we|show|demonstrate)\b.*|;.*)$"
)
CLAUSE_WORD = re.compile(
    r"\b(?:that|which|who|where|when|whether|if|while|because|is|are|was|were|be|has|have|had|having|been|can|cannot"
    r"|may|might|must|will|would|could|should|does|do|but)\b|,"
)
NO_SUBJECT = re.compile(
    r"^(?:by|for|in|on|with|without|at|from|under|through|via|to|of|as|when|where|if|while|since|although|despite"
    r"|during|after|before|"
    r"unlike|given|using|based|compared|because|not|there|it|its|then|and|or|how|what|why|one|only|some|many|most"
    r"|each|another|all|both|"
    r"more|much|code|experiments?|results?|extensive)\b",
    re.I,
)
AUXILIARY = r"(?:is|are|was|were|can|may|must|cannot|will|could|might|should)"
MECHANISM = re.compile(r"^(?P<object>.+?),? (?P<how>by (?:\w+ly )?\w+ing .+|(?:through|via) (?!which\b)\w+ .+)$")
DANGLES = re.compile(r"(?:\w{3,}ed|given|shown|used|taken|obtained|known|done)$|\bwhich\b")
NUMBER = (
    r"(?:up to |about |around |over |more than |nearly |almost |at least |only |approximately |roughly "
    r"|an average of |as much as |[~≈>])*\d[\d,.]*"
)
AMOUNT = re.compile(
    r"^(?P<object>.*?)(?: |^)by (?P<much>(?:a factor of |(?:up to |an average of |over |about |more than |nearly "
    r"|at least )*)[~≈]?\d[\d,.]*.*)$"
)
REACHED = re.compile(
    rf"^(?:an? (?:\w+ )?)?(?P<much>{NUMBER}\s?(?:%|x|×|dB|mAP)?)(?: \w+ly)? (?P<what>[a-z][\w-]*(?: (?:rate|score"
    rf"|accuracy|precision|recall|reduction|"
    r"improvement|speedup|speed-up|success))?)(?P<where>(?: (?:on|in|over|for|across|at|with|under|against) .+)?)$"
)
OF_NUMBER = re.compile(
    rf"^(?:an? |the )?(?P<what>[\w -]+?) (?:of|from) (?P<much>{NUMBER}\s?(?:%|dB|×"
    rf"|x)?(?: to {NUMBER}%?)?)(?P<where>(?: (?:on|in|over|for|across|at) .+)?)$"
)
HOLDS = re.compile(
    rf"^(?:a total of |a set of |a collection of )?(?P<much>{NUMBER}(?:[KMB]| thousand| million"
    rf"| billion)?\+?) (?P<what>[a-z][a-z -]+?)(?P<rest>(?:,? (?:across|from|with|in|of|for|on|and|that|to|spanning"
    rf"|covering|,).*)?)$"
)
OFFER = r"(?:propose|introduce|present|develop|design|devise|describe|construct|build|derive|offer|provide)s?"
PROPOSAL = re.compile(
    r"^(?:we|this (?:paper|work|article|study)|the paper) (?:also |further |then |thus |therefore |first |formally )?"
    rf"{OFFER} "
    r"(?:(?P<name>[A-Z][\w-]*[A-Z0-9][\w-]*),? )?(?P<thing>(?:an?|the first|two|three|four|five|several|new|novel) .+)$",
    re.I,
)
THAT = re.compile(rf"^(?P<np>[^,]+?),? (?:that|which) (?P<vp>{ADVERB}(?P<verb>\w+)\b.+)$")
TO = re.compile(
    r"^(?P<np>[^,]+?) (?:(?:designed |able |aimed |intended |capable of )?to (?P<vp>[a-z]+ .+)"
    r"|for (?P<aim>[a-z][\w-]*ing .+|(?:the )?[\w-]+ [\w-]+.*))$"
)
BY = re.compile(r",? by (?:\w+ly )?\w+ing .*$")
PRAISE = re.compile(r"^(?:an?|the first|two|three|four|five|several) (?:(?:novel|new|simple|general|unified"
    r"|efficient|effective|first|principled|flexible|simple yet effective|"
                     r"fundamentally|comprehensive|and|yet|but|,|completely|practical|powerful|lightweight|scalable"
    r"|robust|large-scale),? )*", re.I)  # fmt: skip
BLAND = re.compile(
    r"state[- ]of[- ]the[- ]art|\bbaselines?\b|competitive|interesting|superior|promising|effective(?:ness)?\b"
    r"|\bsota\b|significant(?:ly)? (?:better|improve)",
    re.I,
)
SECOND_CLAUSE = re.compile(
    r"\bbut\b|\band\b.* (?:can|is|are|will|has|have|does|do|achieves?|proceeds)\b|\band (?:develop|propose|introduce"
    r"|show|provide|design|present|prove|demonstrate|use|then)s?\b"
)
# "the fine-tuning process": which one, only the abstract says.
KNOWN_ONLY_THERE = re.compile(r"^the(?: [\w-]+){1,3}$", re.I)
# A subject that is about something in particular, not "neural networks".
IS_NARROW = re.compile(r"^(?:\w+ly )?\w+ing\b|\b(?:for|with|of|under|on|in|between|to)\b")
OBJECT_ASKED = {
    "suffer": "from",
    "depend": "on",
    "rely": "on",
    "lead": "to",
    "result": "in",
    "stem": "from",
    "require": "",
    "need": "",
    "consist": "of",
    "lack": "",
    "correspond": "to",
    "contribute": "to",
    "fail": "",
    "focus": "on",
    "assume": "",
    "neglect": "",
    "ignore": "",
    "overlook": "",
    "aim": "",
}
DEED = re.compile(
    r"^we (?:also |then |further |first "
    r"|thus )?(?:(?P<adverb>\w+ly) )?(?P<verb>[a-z]+) (?P<object>[^,]+?),? (?P<how>by (?:\w+ly )?\w+ing .+)$",
    re.I,
)
OFFERS = frozenset(
    """introduce provide design derive develop evaluate demonstrate study explore tackle address achieve
    construct answer obtain analyze analyse create compare test verify""".split()
)
PASSIVE = re.compile(
    r"^(?P<subject>.+?) (?P<aux>is|are|was|were|can be) (?P<done>(?:\w+ly )?\w+(?:ed|en|ned|nt|lt"
    r"|wn)\b[^,]*?),? (?P<how>(?:by|through|via) (?:\w+ly )?\w+ing .+)$"
)
HARD = re.compile(
    r"^(?P<subject>.+?) (?P<aux>is|are|remains?) (?P<hard>(?:\w+ly |more )?(?:challenging|difficult|hard|expensive"
    r"|costly|slow|unstable|unreliable|vulnerable|intractable|infeasible|impractical|nontrivial|non-trivial"
    r"|problematic|insufficient|inefficient)(?: [^,]+?)?),? (?:because|due to|since|as) (?P<why>.+)$"
)
CAUSED = re.compile(
    r"^(?P<effect>.+?) (?:arises?|stems?|originates?|comes?|results?) (?:mainly |primarily |largely "
    r"|mostly )?from (?P<cause>.+)$|^(?P<effect2>.+?) (?:is|are) (?:mainly |primarily |largely |mostly )?(?:caused by"
    r"|due to|driven by|attributed to) (?P<cause2>.+)$"
)
COUNTED = re.compile(
    rf"^we (?:also |then |further |systematically |comprehensively |extensively |thoroughly "
    rf"|rigorously )*(?P<verb>evaluate|test|analy[sz]e|benchmark|compare|collect|"
    rf"survey|examine|study|train|release|review|assess|investigate|interview|annotate"
    rf"|record)d? (?P<much>{NUMBER}) (?P<what>[a-z][\w -]+?) "
    rf"(?P<rest>(?:across|from|on|in|with|over|by|using|spanning) .+)$",
    re.I,
)
ALSO_SINGULAR = frozenset({"can", "uses", "combines", "works", "treats", "models", "learns", "takes", "makes", "guides", "scales", "maps"})
PARTICIPLES = {"evaluate": "evaluated", "test": "tested", "analyze": "analyzed", "analyse": "analysed", "benchmark": "benchmarked",
    "compare": "compared", "collect": "collected", "survey": "surveyed", "examine": "examined", "study": "studied", "train": "trained",
    "release": "released", "review": "reviewed", "assess": "assessed", "investigate": "investigated", "interview": "interviewed",
    "annotate": "annotated", "record": "recorded"}  # fmt: skip
