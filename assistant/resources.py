"""Name of a data folder of the distribution (`assistant_prompts`, `assistant_seeds`) → its path on disk."""

from __future__ import annotations

import importlib.util
from pathlib import Path

from assistant.errors import ConfigurationError


def folder(package: str) -> Path:
    """Path of an installed package's folder, found without importing the package.

    Raises:
        ConfigurationError: the package is not installed.
    """
    spec = importlib.util.find_spec(package)
    # An editable install of a folder without code lists a placeholder beside the real path.
    for location in (spec.submodule_search_locations or []) if spec else []:
        if Path(location).is_dir():
            return Path(location)
    raise ConfigurationError(f"The package {package} is not installed.", "Install the project again: pip install -e .")
