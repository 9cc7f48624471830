"""Papers that nobody wrote, of several years, venues, tracks and decisions, by people whose names are alike or are words."""

from __future__ import annotations

import itertools
from typing import Any

AUTHORS = (
    ["Jane Doe", "Émile Zola"],
    ["John Doe", "Wei Long"],
    ["Jane Mary Smith", "María José García-López"],
    ["Søren Ångström", "Ada Young"],
    ["Kim Main", "Li Na"],
    ["Na Li", "Yusuf D&#x27;Arcy"],
    ["J. Smith", "王小明"],
)
VENUES = ("ICML", "NeurIPS", "Journal of Lamps")
YEARS = (2020, 2021, 2023, 2024)
TRACKS = ("Main", "Position", "Datasets and Benchmarks")
DECISIONS = ("spotlight", "oral", "poster", "")
TOPICS = (
    ("lanterns", "We count lanterns on bridges by night. Lanterns are counted from boats with two cameras."),
    ("beehives", "We listen to beehives before a swarm leaves. Cheap microphones record the hum of the bees."),
    ("glaciers", "We map glaciers from the phones of hikers. Barometers tell how thick the ice of glaciers is."),
)


def catalogue() -> list[dict[str, Any]]:
    """28 records; every value of a field meets several values of the others."""
    records = []
    for n, (year, authors) in enumerate(itertools.product(YEARS, AUTHORS)):
        topic, abstract = TOPICS[n % len(TOPICS)]
        records.append(
            {
                "title": f"Study {n} of {topic}",
                "abstract": f"{abstract} This is report number {n}.",
                "authors": authors,
                "venue": VENUES[(n + n // 7) % 3],
                "year": year,
                "track": TRACKS[(n // 2) % 3],
                "decision": DECISIONS[(n + n // 4) % 4],
            }
        )
    return records
