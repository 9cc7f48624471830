"""Every setting has a working environment name, and a bad value is one plain error."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import platformdirs
import pytest

from assistant import ConfigurationError, Settings, load_settings, with_changes
from assistant.settings import Section

KEY = "sk-secret-0123456789"
# Another value for each setting that a section does not hold, and what it becomes.
PLAIN: dict[str, tuple[str, str, Any]] = {
    "data_dir": ("ASSISTANT_DATA_DIR", "/somewhere/else", Path("/somewhere/else")),
    "embedding": ("ASSISTANT_EMBEDDING", "openai:other", "openai:other"),
    "model": ("ASSISTANT_MODEL", "other", "other"),
    "openai_api_key": ("OPENAI_API_KEY", KEY, KEY),
    "openai_base_url": ("OPENAI_BASE_URL", "http://127.0.0.1:9/v1", "http://127.0.0.1:9/v1"),
    "threads": ("ASSISTANT_THREADS", "3", 3),
}


def sections() -> dict[str, Section]:
    return {name: field.default for name, field in Settings.model_fields.items() if isinstance(field.default, Section)}


def other(value: Any) -> Any:
    """A legal value that is not the default: numbers differ by a step, the one word by another word."""
    return "rrf" if isinstance(value, str) else value + 1 if isinstance(value, int) else value / 2 + 0.01


def test_every_setting_is_covered_here() -> None:
    assert set(Settings.model_fields) == set(PLAIN) | set(sections())


@pytest.mark.parametrize("name", PLAIN)
def test_a_plain_setting_comes_from_its_environment_name(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    variable, text, expected = PLAIN[name]
    monkeypatch.setenv(variable, text)
    value = getattr(load_settings(), name)
    assert (value.get_secret_value() if name == "openai_api_key" else value) == expected


@pytest.mark.parametrize(
    ("section", "name"), [(section, name) for section, value in sections().items() for name in type(value).model_fields]
)
def test_a_sectioned_setting_comes_from_its_environment_name(section: str, name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    default = getattr(sections()[section], name)
    monkeypatch.setenv(f"ASSISTANT_{section}__{name}".upper(), str(other(default)))
    assert getattr(getattr(load_settings(), section), name) == other(default) != default


def test_an_argument_beats_the_environment_even_where_it_is_empty(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", KEY)
    monkeypatch.setenv("ASSISTANT_MODEL", "from-the-environment")
    settings = load_settings(openai_api_key="", model="mine")
    assert not settings.has_chat_model
    assert settings.model == "mine"


def test_what_is_not_given_keeps_the_environment_s_value(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ASSISTANT_MODEL", "from-the-environment")
    assert load_settings(model=None).model == "from-the-environment"


def test_an_empty_variable_is_as_good_as_none(monkeypatch: pytest.MonkeyPatch) -> None:
    for variable, _, _ in PLAIN.values():
        monkeypatch.setenv(variable, "")
    settings = load_settings()
    assert settings.data_dir == Path(platformdirs.user_data_dir("paper-assistant"))
    assert not settings.has_chat_model
    assert settings.embedding.startswith("bundled:")


@pytest.mark.parametrize(("variable", "value", "named"), [
    ("ASSISTANT_THREADS", "many", "threads"),
    ("ASSISTANT_THREADS", "-1", "threads"),
    ("ASSISTANT_CHUNKING__MAX_CHARACTERS", "1", "chunking.max_characters"),
    ("ASSISTANT_CHUNKING__LONGEST", "500", "chunking.longest"),
    ("ASSISTANT_RETRIEVAL__FUSION", "magic", "retrieval.fusion"),
    ("ASSISTANT_ANSWERING__LIST_THRESHOLD", "1.5", "answering.list_threshold"),
    ("ASSISTANT_CHAT__TIMEOUT_SECONDS", "0", "chat.timeout_seconds"),
    ("ASSISTANT_CHAT", "{not json", "chat"),
    ("OPENAI_BASE_URL", "localhost:8081/v1", "OPENAI_BASE_URL"),
    ("OPENAI_BASE_URL", "http://", "OPENAI_BASE_URL"),
    ("OPENAI_BASE_URL", "http://[::1/v1", "OPENAI_BASE_URL"),
])  # fmt: skip
def test_a_bad_value_is_an_error_that_names_the_setting(variable: str, value: str, named: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(variable, value)
    with pytest.raises(ConfigurationError) as caught:
        load_settings()
    assert named in caught.value.cause
    assert caught.value.remedy


def test_the_key_is_in_no_text_about_the_settings() -> None:
    settings = load_settings(openai_api_key=KEY)
    assert KEY not in repr(settings) + str(settings) + settings.model_dump_json()
    with pytest.raises(ConfigurationError) as caught:
        load_settings(openai_api_key=[KEY])
    assert KEY not in str(caught.value)


def test_white_space_around_key_and_address_is_not_part_of_them() -> None:
    settings = load_settings(openai_api_key=f" {KEY}\n", openai_base_url=" http://host/v1\n")
    assert settings.openai_api_key.get_secret_value() == KEY
    assert settings.openai_base_url == "http://host/v1"
    assert not load_settings(openai_api_key=" \n").has_chat_model


def test_a_tilde_is_the_home_folder() -> None:
    assert load_settings(data_dir="~/papers").data_dir == Path.home() / "papers"


def test_dotted_changes_leave_the_rest_alone() -> None:
    before = load_settings(model="mine", openai_api_key=KEY)
    after = with_changes(before, {"retrieval.fusion": "rrf", "threads": "2"})
    assert (after.retrieval.fusion, after.threads, after.model) == ("rrf", 2, "mine")
    assert after.openai_api_key == before.openai_api_key
    assert after.chunking == before.chunking
    assert before.retrieval.fusion == "blend"


@pytest.mark.parametrize(
    "changes", [{"nope": "1"}, {"retrieval.nope": "1"}, {"threads.nope": "1"}, {"retrieval.pool": "x"}, {"threads": "x"}]
)
def test_a_dotted_change_that_cannot_be_made_is_an_error(changes: dict[str, str]) -> None:
    with pytest.raises(ConfigurationError):
        with_changes(load_settings(), changes)


def test_settings_cannot_be_changed_in_place() -> None:
    with pytest.raises(ValueError, match="frozen"):
        load_settings().threads = 2
