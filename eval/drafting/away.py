"""Questions that few collections of papers answer, and details that abstracts leave out: bundled, for drafts without an answer."""

from __future__ import annotations

from typing import NamedTuple

# Other fields, wide apart, so that some are foreign to any collection.
OFF_FIELD = (
    "How long must sourdough bread rise before it is baked?",
    "Which treaty ended the Thirty Years' War, and where was it signed?",
    "What are the rules for offside in association football?",
    "How is a violin bow rehaired?",
    "Which countries border Lake Victoria?",
    "What vaccinations does a puppy need in its first year?",
    "How did Roman builders waterproof their aqueducts?",
    "When may a tenant withhold the rent for repairs under German law?",
    "What is the plot of Chekhov's play The Cherry Orchard?",
    "How do I remove red wine stains from a woollen carpet?",
    "Which spices belong in a Moroccan lamb tagine?",
    "How is the price of a barrel of Brent crude oil fixed?",
    "What causes the tides to be highest at full and new moon?",
    "How do glaciers carve U-shaped valleys?",
    "Which orchid species grow wild in the Swiss Alps?",
    "How are earthquakes located from the arrival times of seismic waves?",
    "What did the Bretton Woods conference decide about exchange rates?",
    "How does a heat pump warm a house in winter?",
    "Why do migrating geese fly in a V formation?",
    "What dose of iron is given to pregnant women with anaemia?",
)
# Research subjects, wide apart as well; in words that a paper on the subject would have to use.
OFF_CORPUS = (
    "Which papers study the folding of prions in sheep?",
    "What is known about superconductivity in nickelate thin films?",
    "Does any work measure microplastics in Arctic sea ice?",
    "Which papers analyse medieval Icelandic land registers?",
    "How well do mRNA vaccines protect against shingles?",
    "Are there studies of coral bleaching on the Great Barrier Reef?",
    "What is the best catalyst for the electrolysis of seawater?",
    "Which papers compare minimum wages with youth unemployment?",
    "How does gravitational lensing constrain the mass of galaxy clusters?",
    "Which methods detect forged brush strokes in oil paintings?",
    "What do ice cores say about volcanic eruptions in the Bronze Age?",
    "Is there work on speech therapy for people who stutter?",
    "How are wheat rust epidemics forecast from satellite images?",
    "Which papers verify railway interlockings with theorem provers?",
    "What is proposed for scheduling nurses' night shifts in hospitals?",
    "How can whale songs be told apart by hydrophones?",
    "Is there a parser for cuneiform tablets in Sumerian?",
    "Which works plan the routes of snow ploughs in cities?",
    "How do bark beetles choose the spruces that they attack?",
    "Which papers estimate the age of wine from its isotopes?",
)


class Detail(NamedTuple):
    """A question about {}; `stated` is what an abstract that answers it would say, `fits` what one must say for it to make sense."""

    form: str
    stated: str
    fits: str = ""


DETAILS = (
    Detail("Under which licence is {} released?", r"licen[sc]e|open[- ]source"),
    Detail("Who paid for the research behind {}?", r"fund|grant|sponsor"),
    Detail("In which programming language is the code of {} written?", r"python|c\+\+|java|rust|julia|matlab|programming language"),
    Detail("How many people worked on {}, and for how many months?", r"month|person"),
    Detail("How many dollars did the experiments for {} cost?", r"dollar|cost|\$\s?\d", r"experiment|evaluat"),
    Detail("How many figures does the appendix of the paper on {} have?", r"figure|appendix"),
    Detail("Which random seeds were used for the results on {}?", r"seed", r"experiment|empiric|evaluat"),
    Detail("In which city was the research behind {} done?", r"city|universit"),
    Detail("How many kilowatt-hours of electricity did the experiments for {} use?", r"energy|electric|watt|power", r"experiment|train"),
    Detail(
        "On how many accelerators, and of which make, were the experiments for {} run?", r"gpu|tpu|accelerator|hardware", r"train|neural"
    ),
    Detail("Which learning rate was chosen for {}?", r"learning rate|step[- ]size", r"train|neural|gradient"),
    Detail("How many gigabytes of memory does {} need?", r"memory|gigabyte|\bGB\b", r"train|algorithm|comput"),
    Detail("After how many epochs was training stopped for {}?", r"epoch|iterations", r"neural|train"),
)
