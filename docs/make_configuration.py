"""Print docs/configuration.md from the settings themselves.

python docs/make_configuration.py > docs/configuration.md
"""

from __future__ import annotations

from assistant.settings import Section, Settings

HEAD = """# Configuration

Every setting is an environment variable; `assistant eval --set NAME=VALUE` takes the names of the first column. Made by
`python docs/make_configuration.py`; a test compares.

| setting | environment | default | meaning |
| --- | --- | --- | --- |"""

OWN_NAMES = {"openai_api_key": "OPENAI_API_KEY", "openai_base_url": "OPENAI_BASE_URL"}
SHOWN = {"data_dir": "the user's data folder (platformdirs)", "openai_api_key": ""}


def page() -> str:
    """The whole page."""
    rows = [HEAD]
    for name, field in Settings.model_fields.items():
        if isinstance(field.default, Section):
            for inner, inside in type(field.default).model_fields.items():
                environment = f"ASSISTANT_{name}__{inner}".upper()
                rows.append(f"| `{name}.{inner}` | `{environment}` | {inside.default} | {inside.description} |")
            continue
        default = SHOWN.get(name, field.default)
        rows.append(f"| `{name}` | `{OWN_NAMES.get(name, f'ASSISTANT_{name}'.upper())}` | {default} | {field.description} |")
    return "\n".join(rows) + "\n"


if __name__ == "__main__":
    print(page(), end="")
