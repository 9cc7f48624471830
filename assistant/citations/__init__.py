"""`Draft` + papers → what may be shown: every claim's references checked, quotes cut from the stored abstracts, papers numbered."""

from assistant.citations.entailment import Entailment, load_entailment
from assistant.citations.support import Checker, coverage, support
from assistant.citations.verifier import Verifier, verify

__all__ = ["Checker", "Entailment", "Verifier", "coverage", "load_entailment", "support", "verify"]
