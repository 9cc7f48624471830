"""Lines of `*.jsonl` → `Translation`s: gold questions in other languages, judged as the English ones are."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from assistant import ConfigurationError
from assistant.languages import CODES

from ..errors import GoldError
from ..gold.questions import SPLITS, Question
from ..gold.reading import Gold, lines

FOLDER = Path(__file__).parent
FIELDS = ("of", "lang", "question")
_FORMS = {"specific": "specific", "false-premise": "specific", "list": "list", "facet": "list", "compare": "compare"}


@dataclass(frozen=True, slots=True)
class Translation:
    """A question in the language `lang`, and the gold question that it translates; its split is that question's."""

    of: Question
    lang: str
    text: str

    @property
    def form(self) -> str:
        """The form of answer that is asked for; empty where the gold does not say."""
        return _FORMS.get(self.of.kind, "")


def read_translations(gold: Gold, split: str, folder: Path = FOLDER) -> list[Translation]:
    """The translations of a split (`dev`, `test` or `all`), in the order of the files.

    Raises:
        ConfigurationError: there is no such split, or it has no translations.
        GoldError: a line is malformed, or about a question or in a language that does not exist; with file and line.
    """
    if split not in (*SPLITS, "all"):
        raise ConfigurationError(f"There is no split {split!r}.", "Give --split dev, test or all.")
    questions = {question.id: question for question in gold.questions}
    found: dict[tuple[str, str], Translation] = {}
    for path in sorted(folder.glob("*.jsonl")):
        for where, fields in lines(path):
            if set(fields) != set(FIELDS) or not all(isinstance(value, str) and value.strip() for value in fields.values()):
                raise GoldError(f"{where}: not the texts {', '.join(FIELDS)}.", "See eval/README.md for the form.")
            question, lang = questions.get(fields["of"]), fields["lang"]
            if question is None:
                raise GoldError(f"{where}: there is no question {fields['of']!r}.", "Use ids of the gold files.")
            if question.history:
                raise GoldError(f"{where}: {question.id} is a follow-up.", "Translate questions without a history.")
            if lang not in CODES:
                raise GoldError(f"{where}: there is no language {lang!r}.", f"Give one of {', '.join(CODES)}.")
            if (question.id, lang) in found:
                raise GoldError(f"{where}: {question.id} in {lang} stands twice.", "Keep one line.")
            found[question.id, lang] = Translation(question, lang, fields["question"])
    chosen = [item for item in found.values() if split in (item.of.split, "all")]
    if not chosen:
        raise ConfigurationError(f"No question of the split {split} is translated.", f"Put translations into {folder}; see eval/README.md.")
    return chosen
