"""What can go wrong in an evaluation; each error names its cause and its remedy.

EvaluationError
├── GoldError    a gold file that cannot be trusted; `cause` names file and line
├── RunError     a run folder that is missing, damaged, or made with another corpus or gold
└── GateError    a gate file that cannot be used (a value below its floor is a finding, not an error)
"""

from __future__ import annotations

from assistant import AssistantError


class EvaluationError(AssistantError):
    """Base of the evaluation's errors."""


class GoldError(EvaluationError):
    """A gold file that cannot be trusted."""


class RunError(EvaluationError):
    """A run folder that cannot be used."""


class GateError(EvaluationError):
    """A gate file that cannot be used."""
