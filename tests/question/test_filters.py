"""Words of a question become conditions on metadata; what they select is what the metadata say."""

from __future__ import annotations

import csv
import json
from collections import Counter
from collections.abc import Callable
from html import unescape
from pathlib import Path
from typing import Any

import pytest
from catalogue import catalogue

from assistant import Assistant, Paper, Turn
from assistant.corpus import read_papers
from assistant.question import KnownPapers
from assistant.question.filters import read_filters, says_nothing_else
from assistant.types import Condition, Filters, Source

Row = dict[str, Any]


@pytest.fixture(scope="module")
def rows(seeds: Path) -> list[dict[str, str]]:
    """The truth about the seeds."""
    with (seeds / "papers.csv").open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


@pytest.fixture(scope="module")
def invented(tmp_path_factory: pytest.TempPathFactory) -> KnownPapers:
    path = tmp_path_factory.mktemp("catalogue") / "lamps.jsonl"
    path.write_text("".join(json.dumps(record) + "\n" for record in catalogue()), "utf-8")
    return KnownPapers({paper.id: paper for paper in read_papers([path])})


def admitted(question: str, known: KnownPapers) -> list[str] | None:
    """Titles of the papers that the question's conditions leave, in order; None where it sets none."""
    filters = read_filters(question, known).filters
    return sorted(paper.title for paper in known.papers.values() if filters.admits(paper)) if filters else None


def titles(meets: Callable[[Row], bool]) -> list[str]:
    return sorted(record["title"] for record in catalogue() if meets(record))


def by(*names: str) -> Callable[[Row], bool]:
    return lambda row: any(unescape(author) in names for author in row["authors"])


# By hand: what each question means about the invented papers.
MEANINGS: dict[str, Callable[[Row], bool]] = {
    "papers from 2023": lambda row: row["year"] == 2023,
    "2023 papers": lambda row: row["year"] == 2023,
    "Which papers are from 2020 or 2024?": lambda row: row["year"] in (2020, 2024),
    "papers from 2020, 2021 and 2024": lambda row: row["year"] != 2023,
    "Which papers were published since 2023?": lambda row: row["year"] >= 2023,
    "papers after 2021": lambda row: row["year"] > 2021,
    "papers before 2021": lambda row: row["year"] < 2021,
    "papers published until 2021": lambda row: row["year"] <= 2021,
    "papers between 2021 and 2023": lambda row: 2021 <= row["year"] <= 2023,
    "papers from 2020 to 2021": lambda row: row["year"] <= 2021,
    "2020-2021 papers": lambda row: row["year"] <= 2021,
    "papers from 2023 onwards": lambda row: row["year"] >= 2023,
    "papers from 2021 or earlier": lambda row: row["year"] <= 2021,
    "papers other than 2024": lambda row: row["year"] != 2024,
    "papers at ICML": lambda row: row["venue"] == "ICML",
    "ICML papers": lambda row: row["venue"] == "ICML",
    "papers at icml or neurips": lambda row: row["venue"] in ("ICML", "NeurIPS"),
    "papers published in the Journal of Lamps": lambda row: row["venue"] == "Journal of Lamps",
    "papers from any venue except ICML": lambda row: row["venue"] != "ICML",
    "ICML 2024": lambda row: (row["venue"], row["year"]) == ("ICML", 2024),
    "papers not from ICML 2024": lambda row: (row["venue"], row["year"]) != ("ICML", 2024),
    "Which papers got an oral?": lambda row: row["decision"] == "oral",
    "papers accepted as a spotlight": lambda row: row["decision"] == "spotlight",
    "posters": lambda row: row["decision"] == "poster",
    "not spotlights": lambda row: row["decision"] != "spotlight",
    "non-spotlight papers": lambda row: row["decision"] != "spotlight",
    "papers that are not spotlights or orals": lambda row: row["decision"] not in ("spotlight", "oral"),
    "papers that are neither posters nor orals": lambda row: row["decision"] not in ("poster", "oral"),
    "all papers except posters": lambda row: row["decision"] != "poster",
    "list the main track papers": lambda row: row["track"] == "Main",
    "position papers": lambda row: row["track"] == "Position",
    "datasets and benchmarks papers": lambda row: row["track"] == "Datasets and Benchmarks",
    "papers not in the main track": lambda row: row["track"] != "Main",
    "papers by Jane Doe": by("Jane Doe"),
    "papers by Doe": by("Jane Doe", "John Doe"),
    "What did Doe et al. write?": by("Jane Doe", "John Doe"),
    "papers by someone named Doe": by("Jane Doe", "John Doe"),
    "Doe's papers": by("Jane Doe", "John Doe"),
    "papers by J. Doe": by("Jane Doe", "John Doe"),
    "papers by Jane Smith": by("Jane Mary Smith", "J. Smith"),
    "papers by Emile Zola": by("Émile Zola"),
    "papers by ZOLA": by("Émile Zola"),
    "papers by Garcia-Lopez": by("María José García-López"),
    "papers by Soren Angstrom": by("Søren Ångström"),
    "papers by D'Arcy": by("Yusuf D'Arcy"),
    "papers by Li Na": by("Li Na"),
    "papers by Na Li": by("Na Li"),
    "papers by Zola or Young": by("Émile Zola", "Ada Young"),
    "papers by Jane Doe and Zola": lambda row: by("Jane Doe")(row) and by("Émile Zola")(row),
    "papers not by Doe": lambda row: not by("Jane Doe", "John Doe")(row),
    "papers by Long": by("Wei Long"),
    "papers by Main": by("Kim Main"),
    "papers with Doe as an author": by("Jane Doe", "John Doe"),
    "Jane Doe": by("Jane Doe"),
    "What papers does Jane Doe have?": by("Jane Doe"),
    "papers authored by Zola or Young": by("Émile Zola", "Ada Young"),
    "main track papers that aren't posters": lambda row: row["track"] == "Main" and row["decision"] != "poster",
    "Which oral position papers are there?": lambda row: row["decision"] == "oral" and row["track"] == "Position",
    "有没有ICML的论文？": lambda row: row["venue"] == "ICML",
    "papers in lamps.jsonl": lambda row: True,
    "papers that are not in lamps.jsonl": lambda row: False,
    "orals and position papers": lambda row: row["decision"] == "oral" or row["track"] == "Position",
    "spotlights that are position papers": lambda row: row["decision"] == "spotlight" and row["track"] == "Position",
    "ICML spotlights and NeurIPS orals": lambda row: (row["venue"], row["decision"]) in (("ICML", "spotlight"), ("NeurIPS", "oral")),
    "ICML spotlights or orals": lambda row: row["venue"] == "ICML" and row["decision"] in ("spotlight", "oral"),
    "spotlights and orals at ICML": lambda row: row["venue"] == "ICML" and row["decision"] in ("spotlight", "oral"),
    "spotlights from 2020 or orals from 2021": lambda row: (row["decision"], row["year"]) in (("spotlight", 2020), ("oral", 2021)),
    "spotlights by Doe or orals from 2024": lambda row: (
        (row["decision"] == "spotlight" and by("Jane Doe", "John Doe")(row)) or (row["decision"] == "oral" and row["year"] == 2024)
    ),
    "Which ICML posters from 2020 are not by Doe?": lambda row: (
        (row["venue"], row["decision"], row["year"]) == ("ICML", "poster", 2020) and not by("Jane Doe", "John Doe")(row)
    ),
    "2024年的论文有哪些？": lambda row: row["year"] == 2024,
    "2020年到2021年的论文": lambda row: row["year"] <= 2021,
    "2021年之前的论文有哪些？": lambda row: row["year"] < 2021,
    "2023年以来的论文": lambda row: row["year"] >= 2023,
    "除了2024年以外的论文有哪些？": lambda row: row["year"] != 2024,
    "ICML 2024年的口头报告有哪些？": lambda row: (row["venue"], row["year"], row["decision"]) == ("ICML", 2024, "oral"),
    "ICML或NeurIPS的论文": lambda row: row["venue"] in ("ICML", "NeurIPS"),
    "不是ICML的论文": lambda row: row["venue"] != "ICML",
    "不是口头报告的论文有哪些？": lambda row: row["decision"] != "oral",
    "除了海报以外的论文": lambda row: row["decision"] != "poster",
    "立场论文有哪些不是海报？": lambda row: row["track"] == "Position" and row["decision"] != "poster",
    "王小明写了哪些论文？": by("王小明"),
    "作者是Doe的论文有哪些？": by("Jane Doe", "John Doe"),
    "Doe 2024年发表的论文": lambda row: row["year"] == 2024 and by("Jane Doe", "John Doe")(row),
}


@pytest.mark.parametrize("question", MEANINGS)
def test_a_question_about_metadata_alone_selects_the_papers_that_a_reader_would(question: str, invented: KnownPapers) -> None:
    assert admitted(question, invented) == titles(MEANINGS[question])
    assert says_nothing_else(read_filters(question, invented).rest)


PHRASES: dict[str, list[tuple[str, Callable[[Row], bool]]]] = {
    "decision": [
        ("spotlights", lambda row: row["decision"] == "spotlight"),
        ("orals", lambda row: row["decision"] == "oral"),
        ("papers", lambda row: True),
        ("oral papers", lambda row: row["decision"] == "oral"),
    ],
    "author": [
        ("", lambda row: True),
        ("by Doe", by("Jane Doe", "John Doe")),
        ("not by Zola", lambda row: not by("Émile Zola")(row)),
        ("by Ada Young", by("Ada Young")),
        ("by Jane Doe or Long", by("Jane Doe", "Wei Long")),
    ],
    "venue": [
        ("", lambda row: True),
        ("at ICML", lambda row: row["venue"] == "ICML"),
        ("not at NeurIPS", lambda row: row["venue"] != "NeurIPS"),
    ],
    "year": [
        ("", lambda row: True),
        ("from 2020", lambda row: row["year"] == 2020),
        ("since 2021", lambda row: row["year"] >= 2021),
        ("before 2024", lambda row: row["year"] < 2024),
        ("from 2020 or 2023", lambda row: row["year"] in (2020, 2023)),
    ],
    "track": [
        ("", lambda row: True),
        ("in the main track", lambda row: row["track"] == "Main"),
        ("that are not position papers", lambda row: row["track"] != "Position"),
    ],
}
ORDERS = (("author", "venue", "year", "track"), ("year", "author", "track", "venue"), ("venue", "year", "author", "track"))


@pytest.mark.parametrize("order", ORDERS)
@pytest.mark.parametrize("head", range(len(PHRASES["decision"])))
def test_any_conjunction_selects_what_all_its_parts_select(order: tuple[str, ...], head: int, invented: KnownPapers) -> None:
    """Every combination of the phrases, in several orders."""
    combinations = [[PHRASES["decision"][head]]]
    for field in order:
        combinations = [[*parts, phrase] for parts in combinations for phrase in PHRASES[field]]
    wrong = []
    for parts in combinations:
        question = f"Which {' '.join(phrase for phrase, _ in parts if phrase)} are there?"
        if question != "Which papers are there?" and admitted(question, invented) != titles(
            lambda row, parts=parts: all(meets(row) for _, meets in parts)
        ):
            wrong.append(question)
    assert not wrong, (len(wrong), len(combinations), wrong[:10])


TRAPS = [
    "papers on main memory",
    "oral history",
    "papers on oral history",
    "poster",
    "movie posters",
    "papers about posters",
    "spotlight attention",
    "papers about spotlight effects",
    "Which papers hide a poster session?",
    "papers with poster children",
    "what is said about oral exams?",
    "2025 samples",
    "papers trained on 2020 samples",
    "the year 2024 election data",
    "papers about election data from 2020",
    "papers on the 2020 census",
    "What happened in 2021?",
    "How many lanterns were counted in 2020?",
    "Which papers count 2020 lanterns?",
    "papers with 2024 parameters",
    "papers about the crash of 2020 prices",
    "Long papers on glaciers",
    "long papers",
    "papers on long context",
    "papers by long range transformers",
    "papers by young researchers",
    "young papers",
    "papers on Long",
    "Main results of the papers",
    "papers in main memory",
    "Which papers by design use cameras?",
    "Does it run on a Main frame?",
    "Who is Young?",
    "papers about NeurIPS reviewing",
    "papers on the NeurIPS 2020 experiment",
    "What moral values do models have?",
    "How does position encoding work?",
    "Which benchmarks test graph unlearning?",
    "Which datasets and benchmarks are used?",
    "papers on log files",
    "papers on tracks of planes",
    "What does smith forge?",
    "papers about people named after stars",
    "2024年选举数据",
    "2020年的人口普查数据有什么用？",
    "哪些论文研究海报生成？",
    "有哪些数据集与基准？",
    "他们在2020年做了什么？",
]


@pytest.mark.parametrize("question", TRAPS)
def test_words_that_only_look_like_a_condition_are_none(question: str, invented: KnownPapers, known: KnownPapers) -> None:
    for corpus in (invented, known):
        assert read_filters(question, corpus) == (Filters(), question)


@pytest.mark.parametrize(
    ("question", "rest"),
    [
        ("Which spotlights study privacy?", "Which papers study privacy?"),
        ("spotlights on privacy that are not by Liu", "papers on privacy"),
        ("papers about graphs from 2025 except posters", "papers about graphs"),
        ("Which NeurIPS 2025 papers by Hendrycks are about values?", "Which papers are about values?"),
        ("What did Kolter et al. write about black boxes?", "What write about black boxes?"),
    ],
)
def test_the_words_that_set_conditions_are_taken_out(question: str, rest: str, known: KnownPapers) -> None:
    assert read_filters(question, known).rest == rest


FIELDS = {"decision": ("list all {}s", "How many {}s are there?"), "file": ("papers in {}", "Which papers are in the file {}?")}


@pytest.mark.parametrize("field", ["decision", "file", "track", "authors"])
def test_every_value_of_every_field_of_the_seeds_selects_what_papers_csv_says(
    field: str, rows: list[dict[str, str]], known: KnownPapers
) -> None:
    asked = {"track": ("papers of the {} track", "list the {} track papers"), "authors": ("papers by {}", "What did {} write?"), **FIELDS}[
        field
    ]
    counts = Counter(
        value.strip() for row in rows for value in unescape(row[field]).split(";" if field == "authors" else "\0") if value.strip()
    )
    wrong = []
    for value, count in counts.items():
        for question in asked:
            found = admitted(question.format(value), known)
            wanted = sorted(
                row["title"]
                for row in rows
                if value in [v.strip() for v in unescape(row[field]).split(";" if field == "authors" else "\0")]
            )
            assert len(wanted) == count
            if found != sorted(" ".join(title.split()) for title in wanted):
                wrong.append((question.format(value), len(found or ()), count))
    assert not wrong


@pytest.mark.parametrize(
    ("question", "field", "value"),
    [
        ("list the orals", "decision", "oral"),
        ("How many spotlights are there?", "decision", "spotlight"),
        ("which posters are there?", "decision", "poster"),
        ("any position papers?", "track", "Position"),
        ("list the datasets and benchmarks track papers", "track", "Datasets and Benchmarks"),
        ("有哪些口头报告？", "decision", "oral"),
        ("列出所有口头报告论文", "decision", "oral"),
    ],
)
def test_an_answer_from_metadata_is_complete_and_says_the_count(
    question: str, field: str, value: str, opened: Assistant, rows: list[dict[str, str]]
) -> None:
    answer = opened.ask(question)
    wanted = {row["title"] for row in rows if row[field] == value}
    assert {cited.paper.title for cited in answer.papers} == wanted
    assert (answer.looked_at, answer.borderline, answer.abstained) == (len(wanted), (), False)
    assert str(len(wanted)) in answer.text.split("\n")[0]
    assert value in answer.text.split("\n")[0]
    assert [condition.values for condition in answer.filters.alternatives[0]] == [(value,)]


def test_a_condition_narrows_a_topic(opened: Assistant) -> None:
    answer = opened.ask("Which spotlights study privacy?")
    shown = [cited.paper for cited in (*answer.papers, *answer.borderline)]
    assert shown
    assert {paper.decision for paper in shown} == {"spotlight"}
    assert answer.looked_at == 19
    assert "of the 19 papers that meet the condition (decision: spotlight)" in answer.text


@pytest.mark.parametrize(
    ("question", "said"),
    [
        ("Which papers are from 2019?", "No paper of the corpus is from 2019; the only year is 2025."),
        ("privacy papers before 2024", "No paper of the corpus is from 2023 or earlier; the only year is 2025."),
        ("ICML papers on fairness", "No paper of the corpus is from ICML; the only venue is NeurIPS."),
        ("papers in nothing.txt", "is from the file nothing.txt; the files are 000_fb443eff9790f516.txt, "),
        ("list the workshop track papers", "the track workshop; the tracks are Datasets and Benchmarks, Main, Position."),
        ("papers by Hendricks", "No paper of the corpus is by Hendricks; the nearest names are Dan Hendrycks."),
        ("Which papers are by Ada Lovelace?", "No paper of the corpus is by Ada Lovelace."),
        ("Which spotlights are position papers?", "together: decision: spotlight (19 papers); track: Position (1 paper)."),
        ("2019年的论文有哪些？", "没有论文来自 2019，唯一的年份是 2025。"),
    ],
)
def test_conditions_that_no_paper_meets_are_answered_with_what_there_is(question: str, said: str, opened: Assistant) -> None:
    answer = opened.ask(question)
    assert said in answer.text
    assert (answer.abstained, answer.papers, answer.borderline, answer.citations) == (True, (), (), ())
    assert opened.search(question) == []


def test_metadata_that_say_nothing_of_a_field_are_said_to(tiny: Assistant) -> None:
    assert tiny.ask("list the orals").text == "The papers' metadata give no decisions."


def test_a_name_that_several_authors_have_is_said_to(opened: Assistant) -> None:
    assert "“Long” may be any of 2 authors: Alexander Long, Qi Long." in opened.ask("papers by Long").text
    assert "may be any" not in opened.ask("papers by Qi Long").text


def test_a_specific_answer_says_where_it_was_looked_for(opened: Assistant) -> None:
    answer = opened.ask("What is MetaMind, according to the spotlights?")
    assert "Only papers that meet the condition (decision: spotlight) were searched: 19 of 95." in answer.text


@pytest.mark.parametrize(
    ("question", "lines"),
    [
        ("how many papers per track?", ["95 papers by track:", "- Main: 88", "- Datasets and Benchmarks: 6", "- Position: 1"]),
        ("Count the papers by decision", ["95 papers by decision:", "- poster: 73", "- spotlight: 19", "- oral: 2", "- none given: 1"]),
        ("how many spotlights per track?", ["19 papers (decision: spotlight) by track:", "- Main: 18", "- Datasets and Benchmarks: 1"]),
        ("How many papers are there?", ["95 papers."]),
        ("which years are there?", ["95 papers by year:", "- 2025: 95"]),
        ("每个类别有多少篇论文？", ["共 95 篇论文，按类别：", "- Main: 88", "- Datasets and Benchmarks: 6", "- Position: 1"]),
    ],
)
def test_papers_are_counted_by_a_field(question: str, lines: list[str], opened: Assistant) -> None:
    answer = opened.ask(question)
    assert [line for line in answer.text.split("\n") if line] == lines
    assert not answer.abstained


def test_the_papers_of_a_conversation_are_narrowed_by_metadata_and_conditions_are_not_inherited(opened: Assistant) -> None:
    first = opened.ask("list the orals")
    history = [Turn("user", "list the orals"), Turn("assistant", first.text)]
    narrowed = opened.ask("Which of those are datasets and benchmarks papers?", history)
    assert [cited.paper.track for cited in narrowed.papers] == ["Datasets and Benchmarks"]
    assert "1 of the 2 papers" in narrowed.text
    none = opened.ask("Which of those are spotlights?", history)
    assert none.text.splitlines()[-1] == "None of the 2 papers of the conversation meets this condition: decision: spotlight (0 papers)."
    assert opened.ask("Which papers study membership inference?", history).filters == Filters()


def test_all_papers_are_listed_where_all_are_asked_for(opened: Assistant) -> None:
    assert len(opened.ask("List all papers").papers) == 95


def test_a_paper_passes_where_it_meets_every_condition_of_an_alternative_in_any_case() -> None:
    paper = Paper("p", "", Source("a.txt", 1), "P", track="Main", decision="oral", year=2024)
    main, oral = Condition("track", ("MAIN", "position")), Condition("decision", ("Oral",))
    poster, other = Condition("decision", ("poster",)), Condition("file", ("A.TXT",), excluded=True)
    assert Filters().admits(paper)
    assert Filters(((main, oral),)).admits(paper)
    assert not Filters(((main, poster),)).admits(paper)
    assert Filters(((poster,), (oral,))).admits(paper)
    assert not Filters(((other,),)).admits(paper)
    assert not Filters(((main,),)).also(Filters(((poster,),))).admits(paper)
    for years, passes in (("2024", True), ("2020-2024", True), ("2024-", True), ("-2023", False), ("2025-", False), ("2025", False)):
        assert Filters(((Condition("year", (years,)),),)).admits(paper) is passes
    assert not Condition("year", ("1900-",)).holds(Paper("q", "", Source("a.txt", 2), "Q"))
