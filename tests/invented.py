"""Six papers that nobody wrote, in words that no seed uses for the same thing."""

from __future__ import annotations

TINY = [
    {
        "title": "LanternNet: Counting Fireflies at Night",
        "authors": ["Mira Okafor", "Jon Pell"],
        "year": 2024,
        "url": "https://example.org/lantern",
        "abstract": "Counting fireflies in the dark is hard for cameras. We introduce LanternNet, a network that counts blinking insects "
        "from video. It reaches 91.5% accuracy on 3 meadows and needs only 40 watts. LanternNet does not need daylight images.",
    },
    {
        "title": "Beekeeping with Acoustic Sensors",
        "abstract": "Beehives hum differently before a swarm leaves. We record 120 hives for two summers with cheap microphones. "
        "A small classifier predicts swarming six hours ahead.",
    },
    {
        "title": "Tidal Mills as Batteries",
        "abstract": "Old tidal mills can store energy for coastal villages. We simulate 14 mills in Brittany over ten years. "
        "Storage costs fall by 30% compared with lithium cells.",
    },
    {
        "title": "Knitting Patterns from Photographs",
        "abstract": "Reading a knitting pattern from a photo needs to separate stitches from shadows. We propose StitchReader, which "
        "segments yarn and writes the pattern as text. On 2,000 sweaters it makes half as many mistakes as its predecessor.",
    },
    {
        "title": "When Do Sourdough Starters Collapse?",
        "abstract": "Sourdough starters sometimes collapse without warning. We model yeast and bacteria as two competing populations. "
        "The model explains collapses in 17 bakeries.",
    },
    {
        "title": "Mapping Alpine Snow from Hikers' Phones",
        "abstract": "Snow depth in the Alps is measured at few places. We combine the barometers of hikers' phones into a daily map. "
        "The map agrees with laser scans to within 12 cm.",
    },
]
