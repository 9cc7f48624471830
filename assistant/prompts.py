"""Files of `prompts/` → checked, fingerprinted templates."""

from __future__ import annotations

import hashlib
import re
from dataclasses import dataclass
from string import Template

from assistant.errors import ConfigurationError
from assistant.resources import folder

_FORM = re.compile(r"\A---\nversion: (\d+)\npurpose: [^\n]+\n---\n## system\n(.+?)\n## user\n(.+)\Z", re.S)


@dataclass(frozen=True, slots=True)
class Prompt:
    """One prompt: `fingerprint` is its name, version and the start of the file's SHA-256."""

    system: Template
    user: Template
    fingerprint: str

    def fill(self, **values: str) -> tuple[str, str]:
        """System and user text with every variable filled; values are never searched for variables.

        Raises:
            ConfigurationError: the file has a variable that is not given.
        """
        try:
            return self.system.substitute(values).strip(), self.user.substitute(values).strip()
        except (KeyError, ValueError) as error:
            raise ConfigurationError(
                f"Prompt {self.fingerprint}: {error}.", "The file may use only the variables named in docs/prompts.md."
            ) from None


def load_prompt(name: str) -> Prompt:
    """Read `prompts/NAME.md`.

    Raises:
        ConfigurationError: it is missing or has not the form: version, purpose, ## system, ## user.
    """
    path = folder("assistant_prompts") / f"{name}.md"
    try:
        text = path.read_text("utf-8")
    except OSError:
        raise ConfigurationError(f"The prompt {path} is missing.", "Restore the file.") from None
    match = _FORM.match(text)
    if match is None:
        raise ConfigurationError(f"The prompt {path} has not the form of a prompt.", "See docs/prompts.md.")
    version, system, user = match.groups()
    digest = hashlib.sha256(text.encode()).hexdigest()[:8]
    return Prompt(Template(system), Template(user), f"{name}-v{version}-{digest}")
