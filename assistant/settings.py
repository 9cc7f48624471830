"""Environment and arguments → frozen `Settings`, one section per step. Every setting is listed in docs/configuration.md."""

from __future__ import annotations

from pathlib import Path
from typing import Literal
from urllib.parse import urlsplit

import platformdirs
from pydantic import AliasChoices, BaseModel, ConfigDict, Field, SecretStr, ValidationError, field_validator
from pydantic_settings import BaseSettings, SettingsConfigDict, SettingsError

from assistant.errors import ConfigurationError


class Section(BaseModel):
    """A frozen group of settings; a name that does not exist is an error."""

    model_config = ConfigDict(frozen=True, extra="forbid")


class CorpusSettings(Section):
    """What is still read as a corpus file."""

    max_megabytes: int = Field(512, ge=1, le=100_000, description="Largest file, unpacked; it is read into memory")
    max_ratio: int = Field(200, ge=2, le=100_000, description="Most bytes that one byte of a .gz file may unpack to (from 1 MB on)")
    max_abstract: int = Field(200_000, ge=1000, description="Longest abstract, in characters; a longer one is rejected")


class ChunkingSettings(Section):
    """How an abstract becomes passages."""

    max_characters: int = Field(1800, ge=200, le=4000, description="Longest passage, in characters of the abstract")
    overlap_sentences: int = Field(1, ge=0, le=5, description="Sentences that neighbouring passages share")


class RetrievalSettings(Section):
    """How papers are scored and chosen."""

    pool: int = Field(300, ge=10, le=20000, description="Papers scored for one question; a corpus up to this size is scored whole")
    rerank: int = Field(3, ge=1, le=100, description="Best papers whose answer is read by the cross-encoder")
    fusion: Literal["blend", "late+dense", "late+lexical", "dense+lexical", "late", "dense", "lexical", "rrf"] = Field(
        "blend", description="How the rankings are put together: all signals, some, one, or reciprocal ranks"
    )


class AnsweringSettings(Section):
    """What is said, and when nothing is."""

    list_threshold: float = Field(0.18, ge=0, le=1, description="Probability of relevance from which a paper is listed")
    borderline_threshold: float = Field(0.1, ge=0, le=1, description="Probability from which a paper is shown apart")
    listable_threshold: float = Field(
        0.1, ge=0, le=1, description="Probability that the corpus has anything for a list below which the answer is a refusal"
    )
    answer_threshold: float = Field(0.122, ge=0, le=1, description="Probability of being answerable below which the answer is a refusal")
    sentence_threshold: float = Field(0.1, ge=0, le=1, description="Probability from which a sentence is evidence")
    sentence_share: float = Field(0.3, ge=0, le=1, description="Share of the best sentence's probability that another one must reach")
    max_sentences: int = Field(5, ge=1, le=20, description="Most sentences quoted for a specific question")
    max_papers: int = Field(3, ge=1, le=20, description="Most papers quoted for a specific question")


class ChatSettings(Section):
    """How the language model is called."""

    timeout_seconds: float = Field(60, gt=0, description="Total time for one answer; past it the extractive answer is given")
    retries: int = Field(2, ge=0, le=5, description="Tries after a failure that may pass")
    temperature: float = Field(0.0, ge=0, le=2, description="Sampling temperature")
    max_tokens: int = Field(700, ge=50, le=8000, description="Longest answer, in tokens")
    context_characters: int = Field(12000, ge=1000, le=400000, description="Most characters of evidence in one prompt")
    prompt_price: float = Field(0, ge=0, description="US dollars for a million prompt tokens, for the estimated cost; 0 is unknown")
    completion_price: float = Field(0, ge=0, description="US dollars for a million completion tokens")
    evidence_papers: int = Field(5, ge=1, le=50, description="Papers whose sentences the model reads")


class Settings(BaseSettings):
    """All settings. Environment names are ASSISTANT_ and the name in capitals; sections take two underscores."""

    model_config = SettingsConfigDict(
        env_prefix="ASSISTANT_", env_nested_delimiter="__", env_ignore_empty=True, frozen=True, extra="ignore", populate_by_name=True
    )

    data_dir: Path = Field(
        default_factory=lambda: Path(platformdirs.user_data_dir("paper-assistant")),
        description="Folder of the index and the feedback",
    )
    embedding: str = Field(
        "bundled:bge-small-en-v1.5",
        description="Dense encoder: the bundled one, or openai:MODEL of any OpenAI-compatible endpoint",
    )
    model: str = Field("", description="Chat model; empty takes the endpoint's first, or gpt-4.1-mini at OpenAI")
    openai_api_key: SecretStr = Field(SecretStr(""), validation_alias=AliasChoices("OPENAI_API_KEY"), description="Key of the endpoint")
    openai_base_url: str = Field(
        "", validation_alias=AliasChoices("OPENAI_BASE_URL"), description="Address of an OpenAI-compatible endpoint, with /v1"
    )
    threads: int = Field(0, ge=0, le=256, description="Threads of the encoders; 0 takes all cores")
    corpus: CorpusSettings = CorpusSettings()
    chunking: ChunkingSettings = ChunkingSettings()
    retrieval: RetrievalSettings = RetrievalSettings()
    answering: AnsweringSettings = AnsweringSettings()
    chat: ChatSettings = ChatSettings()

    @field_validator("data_dir")
    @classmethod
    def _expanded(cls, path: Path) -> Path:
        return path.expanduser()

    @field_validator("openai_api_key", "openai_base_url", "model", "embedding", mode="before")
    @classmethod
    def _stripped(cls, value: object) -> object:
        # A line end from a file or a shell would be an illegal header.
        return value.strip() if isinstance(value, str) else value

    @field_validator("openai_base_url")
    @classmethod
    def _address(cls, value: str) -> str:
        parts = urlsplit(value)
        if value and (parts.scheme not in ("http", "https") or not parts.hostname):
            raise ValueError("Input should be an address like https://HOST/v1")
        return value

    @property
    def has_chat_model(self) -> bool:
        """Whether an endpoint is configured: a key, or the address of a server that may want none."""
        return bool(self.openai_api_key.get_secret_value() or self.openai_base_url)


def load_settings(**overrides: object) -> Settings:
    """Settings from the environment, with `overrides` on top.

    Raises:
        ConfigurationError: a value that the setting does not take.
    """
    try:
        return Settings(**{name: value for name, value in overrides.items() if value is not None})  # type: ignore[arg-type]
    except SettingsError as error:
        raise ConfigurationError(
            f"A setting is not JSON: {error}.", "See docs/configuration.md for the names that take plain values."
        ) from None
    except ValidationError as error:
        first = error.errors()[0]
        name = ".".join(str(part) for part in first["loc"])
        got = "" if "key" in name.lower() else f" (got {first.get('input')!r})"
        raise ConfigurationError(f"Setting {name}: {first['msg']}{got}.", "See docs/configuration.md for the values it takes.") from None


def with_changes(settings: Settings, changes: dict[str, str]) -> Settings:
    """Copy of `settings` with dotted names set from text, as in `{"retrieval.fusion": "rrf"}`.

    Raises:
        ConfigurationError: a name that does not exist, or a value it does not take.
    """
    data: dict[str, object] = {name: getattr(settings, name) for name in Settings.model_fields}
    for dotted, value in changes.items():
        section, _, name = dotted.partition(".")
        if section not in data:
            raise ConfigurationError(f"There is no setting {dotted!r}.", "See docs/configuration.md for the names.")
        if not name:
            data[section] = value
            continue
        current = data[section]
        if not isinstance(current, Section) or name not in type(current).model_fields:
            raise ConfigurationError(f"There is no setting {dotted!r}.", "See docs/configuration.md for the names.")
        try:
            data[section] = type(current).model_validate({**current.model_dump(), name: value})
        except ValidationError as error:
            raise ConfigurationError(f"Setting {dotted}: {error.errors()[0]['msg']}.") from None
    return load_settings(**data)
