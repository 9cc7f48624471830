"""Verbs that abstracts use of findings → their forms, to tell where a sentence's subject ends."""

from __future__ import annotations

# No verb here whose third person is also a common noun's plural ("results", "models", "benefits").
_VERBS = """enrich accelerate aim assume address adopt comprise compute consist contain decouple demonstrate evaluate focus hamper
impede neglect ignore overlook operate pose tackle treat underpin utilize account achieve adapt admit aid alleviate
allow amplify apply approximate arise attain avoid become break bring capture carry cause combine converge construct
contribute correct correspond create decompose degrade deliver depend deteriorate detect determine differ diminish
discover distort eliminate emerge employ enable encode encourage enforce enhance ensure equip estimate exacerbate exceed
exhibit expand explain exploit expose extend extract facilitate fail favor favour follow foster generalise generalize
generate give grow happen help hinder hold identify improve incorporate incur induce infer influence inherit inject
integrate introduce involve keep lack lead learn lessen leverage limit localise localize lower maintain maximise
maximize mediate minimise minimize mitigate modulate obtain occur optimise optimize outperform overcome overfit perform
permit predict preserve prevent produce promote propagate protect prove provide quantify reach reconstruct recover
reduce regularise regularize rely remain remove replace require resist resolve restrict retain reveal satisfy save
select separate simplify solve speed stabilise stabilize strengthen suffer suppress surpass tend transform translate
underestimate overestimate undermine unlock vary violate weaken withstand yield""".split()


def third_person(verb: str) -> str:
    """`carry` → `carries`."""
    if verb.endswith("y") and verb[-2] not in "aeiou":
        return verb[:-1] + "ies"
    return verb + ("es" if verb.endswith(("s", "x", "ch", "sh", "o", "ss")) else "s")


def past(verb: str) -> str:
    """`carry` → `carried`; regular verbs only."""
    if verb.endswith("y") and verb[-2] not in "aeiou":
        return verb[:-1] + "ied"
    return verb + ("d" if verb.endswith("e") else "ed")


# What a method may be made "to …"; with the verbs above.
_DEEDS = """adjust align analyse analyze answer assess assign automate augment balance borrow boost bound bridge bypass calibrate certify
characterise characterize check choose classify cluster coarsen collect combat compare compensate compile complete compress compute
condition control coordinate counter debias decide decode defend denoise derive design detoxify diagnose disentangle distil distill
distinguish dynamically edit efficiently elicit embed emulate encrypt explicitly explore find fit forecast fuse
guide handle illuminate impute increase inspect interpolate interpret invert jointly learn link locate manage manipulate map mask
match measure merge mine model monitor navigate optimally orchestrate parse perturb plan prioritise prioritize probe process prune
purify pursue query raise rank realise realize reason recognise recognize recommend record reduce refine relate render repair
represent resample reuse rewrite sample score search share shape sharpen simulate steer study summarise summarize switch synthesise
synthesize tackle teach test trace train transfer tune understand unify unlearn update verify visualise visualize weigh weight""".split()

# Base form by third person: `reduces` → `reduce`.
SINGULAR = {third_person(verb): verb for verb in _VERBS}
PLURAL = frozenset(_VERBS) - {"limit", "lower", "yield", "influence", "account", "lack", "aid", "speed", "cause"}
# Base forms that may follow "to" or "one can".
DEEDS = frozenset({*_VERBS, *_DEEDS})
# Verbs of change, whose amount can be asked for; past tense included.
_CHANGES = """reduce increase decrease improve lower raise boost cut accelerate enhance outperform
surpass exceed speed shrink grow fall rise drop""".split()
CHANGING = {form: verb for verb in _CHANGES for form in (third_person(verb), verb)}
CHANGED = {
    past(verb): verb for verb in ("reduce", "increase", "decrease", "improve", "lower", "boost", "accelerate", "outperform", "surpass")
}
