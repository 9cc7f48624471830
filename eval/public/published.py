"""published.toml → what others have measured on a set, each value with its source."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import NamedTuple

_FILE = Path(__file__).parent / "published.toml"


class Published(NamedTuple):
    """One system's published values (0–1) by metric, and where they stand."""

    system: str
    values: dict[str, float]
    source: str


def published(task: str, name: str, split: str = "test") -> list[Published]:
    """The published values for a set; none where it is unknown. All are for the split `test`.

    Args:
        task: `beir` or `claims`.
        name: of the set's folder.
        split: of the set.
    """
    tables = tomllib.loads(_FILE.read_text("utf-8"))
    return [
        Published(
            row["system"],
            {metric: value for metric, value in row.items() if metric not in ("system", "source")},
            tables["sources"][row["source"]],
        )
        for row in (tables[task].get(name.lower(), ()) if split == "test" else ())
    ]
