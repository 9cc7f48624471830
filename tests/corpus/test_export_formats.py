"""Files as people's tools write them become papers with all their facts; what is no paper is named with its place."""

from __future__ import annotations

import gzip
import json
from pathlib import Path
from typing import Any

import pytest

from assistant.corpus import Reading, ReadOptions, read
from assistant.types import Paper

FORUM = "https://openreview.net/forum?id="
ZOTERO_BIB = r"""
@inproceedings{okafor_lanternnet_2024,
	address = {Bergen, Norway},
	title = {{LanternNet}: {Counting} {Fireflies} with {G{\"o}del} {Codes}, 50\% off \& \$5 for \textit{all} \${\textbackslash}ell\_0\$},
	volume = {37},
	url = {https://example.org/lantern_1},
	doi = {10.5555/LANTERN.1},
	abstract = {Counting fireflies in the dark is hard for 50\% of {\'e}tudes. We introduce {LanternNet}.

It needs   40 watts.},
	language = {en},
	urldate = {2025-01-02},
	booktitle = {Advances in {Neural} {Field} {Biology} 37},
	author = {Okafor, Mir{\'a} and Pell, J{\o}n and {The Meadow and Moor Consortium} and van der Berg, Ann and others},
	month = may,
	year = {2024},
	keywords = {fireflies, counting},
	file = {Full Text PDF:files/12/Okafor.pdf:application/pdf},
}

@article{no_abstract_2020,
	title = {Nothing to read},
	author = {Doe, Jane},
	year = {2020},
}

@article{unclosed_2021,
	title = {A brace {is missing,
	abstract = {We forget braces.},
}

@article{okafor_lanternnet_2024,
	title = "A second entry with the same key",
	abstract = "We use a {"}key{"} twice.",
	journal = jfb,
	eprint = {2401.00001v2},
	archiveprefix = {arXiv},
	date = {2023-11-30},
}
@string{jfb = "Journal of Field Biology"}
"""

ZOTERO_RIS = (
    "TY  - CONF\r\nTI  - Tidal Mills as Batteries\r\nAU  - Okafor, Mirá\r\nAU  - Pell, Jon\r\nT2  - Workshop on Old Machines\r\n"
    "AB  - Old tidal mills can store energy. We simulate 14 mills.\r\nDA  - 2023/05/04/\r\nPY  - 2023\r\nDO  - 10.5555/tidal.2\r\n"
    "UR  - https://example.org/tidal\r\nUR  - https://example.org/mirror\r\nKW  - tides\r\nKW  - energy storage\r\nER  - \r\n\r\n"
    "TY  - JOUR\r\nTI  - A record without a summary\r\nAU  - Doe, Jane\r\nER  - \r\n\r\n"
    "TY  - JOUR\r\nT1  - An older export\r\nA1  - Lee, Ann\r\nN2  - We keep\r\nthe second line too.\r\nY1  - 1999///\r\nJO  - Old J.\r\n"
)

OPENREVIEW_V1 = [
    {
        "id": "x1",
        "forum": "x1",
        "number": 12,
        "content": {
            "title": "Knitting from Photographs",
            "abstract": "Reading a pattern is hard.\n\nWe propose StitchReader.",
            "authors": ["Ann Lee", "Bo Li"],
            "authorids": ["~Ann_Lee1", "~Bo_Li1"],
            "keywords": ["yarn", "vision"],
            "venue": "ICKN 2021 Oral",
            "pdf": "/pdf/1.pdf",
        },
    }
]
OPENREVIEW_V2 = {
    "notes": [
        {
            "id": "y2",
            "forum": "y2",
            "cdate": 1700000000000,
            "domain": "ICKN.cc/2025/Conference",
            "content": {
                name: {"value": value}
                for name, value in {
                    "title": "Darning at Scale",
                    "abstract": "Holes are many. We darn them all.",
                    "authors": ["Cy Wu"],
                    "keywords": ["holes"],
                    "venue": "ICKN 2025 spotlight",
                    "TLDR": "We darn.",
                }.items()
            },
        },
        {"id": "r3", "forum": "y2", "content": {"review": {"value": "Nice."}, "rating": {"value": 8}}},
    ],
    "count": 2,
}
ARXIV = [
    {
        "id": "0704.0001",
        "submitter": "M. Okafor",
        "authors": "M. Ok\\'afor, J. P\\\"ell (1) ((1) Meadow Institute)",
        "title": "Calculation of owl\n  counts",
        "journal-ref": "Owl Rev. D76",
        "doi": "10.5555/OwlRev.76",
        "categories": "hep-ph cs.LG",
        "abstract": "  We count owls\nat night to order $\\alpha_s^2$.\n",
        "update_date": "2008-11-26",
        "authors_parsed": [["Ok\\'afor", "M.", ""], ['P\\"ell', "J.", "Jr", "Meadow Institute"]],
    },
    {"id": "hep-th/9901001", "title": "Without", "abstract": "", "authors_parsed": [["Doe", "J.", ""]]},
]
CROSSREF = {
    "status": "ok",
    "message": {
        "items": [
            {
                "DOI": "10.5555/Jats.1",
                "URL": "https://doi.example/jats",
                "title": ["Owls <i>at</i> Night &amp; Dusk"],
                "container-title": ["Journal of Owls"],
                "author": [{"given": "Ann", "family": "Lee", "sequence": "first"}, {"name": "The Owl Group"}],
                "issued": {"date-parts": [[2024, 5, 1]]},
                "abstract": "<jats:title>Abstract</jats:title><jats:p>We see <jats:italic>owls</jats:italic> where x &lt; 5.</jats:p>",
            }
        ]
    },
}


def reading(folder: Path, name: str, content: str | bytes, **mapping: str) -> Reading:
    path = folder / name
    path.write_bytes(content if isinstance(content, bytes) else content.encode())
    return read([path], ReadOptions(mapping=mapping))


def places(found: Reading) -> list[tuple[str, str]]:
    return [(rejection.place, rejection.reason) for rejection in found.rejected]


def test_a_zotero_bibtex_export_keeps_abstracts_as_written_and_turns_latex_into_letters_elsewhere(tmp_path: Path) -> None:
    found = reading(tmp_path, "library.bib", ZOTERO_BIB)
    first, second = found.papers
    assert first.title.startswith("LanternNet: Counting Fireflies with Gödel Codes, 50% off & $5 for all")
    assert first.authors == ("Mirá Okafor", "Jøn Pell", "The Meadow and Moor Consortium", "Ann van der Berg")
    assert first.abstract == (
        "Counting fireflies in the dark is hard for 50\\% of {\\'e}tudes. We introduce {LanternNet}.\n\nIt needs   40 watts."
    )
    assert first.abstract in ZOTERO_BIB
    assert (first.venue, first.year) == ("Advances in Neural Field Biology 37", 2024)
    assert (first.url, first.doi, first.keywords) == ("https://example.org/lantern_1", "10.5555/lantern.1", ("fireflies", "counting"))
    assert (second.title, second.venue, second.year) == ("A second entry with the same key", "Journal of Field Biology", 2023)
    assert (second.arxiv, second.url) == ("2401.00001", "https://arxiv.org/abs/2401.00001")
    lines = ZOTERO_BIB.split("\n")
    assert places(found) == [
        (f"line {lines.index('@article{no_abstract_2020,') + 1}", "the record has no abstract."),
        (f"line {lines.index('@article{unclosed_2021,') + 1}", "not BibTeX (a brace or quote is not closed)."),
    ]


def test_a_zotero_ris_export_gives_every_record_also_without_its_last_line(tmp_path: Path) -> None:
    found = reading(tmp_path, "library.ris", ZOTERO_RIS)
    first, second = found.papers
    assert (first.title, first.authors, first.venue) == (
        "Tidal Mills as Batteries",
        ("Mirá Okafor", "Jon Pell"),
        "Workshop on Old Machines",
    )
    assert (first.year, first.doi, first.url) == (2023, "10.5555/tidal.2", "https://example.org/tidal")
    assert (first.abstract, first.keywords) == ("Old tidal mills can store energy. We simulate 14 mills.", ("tides", "energy storage"))
    assert (second.title, second.authors, second.year, second.venue) == ("An older export", ("Ann Lee",), 1999, "Old J.")
    assert second.abstract == "We keep the second line too."
    assert places(found) == [("line 16", "the record has no abstract.")]
    assert [paper.source.n for paper in found.papers] == [1, 3]


@pytest.mark.parametrize(("dump", "expected"), [
    (OPENREVIEW_V1, ("Knitting from Photographs", ("Ann Lee", "Bo Li"), "oral", 2021, FORUM + "x1", ("yarn", "vision"))),
    (OPENREVIEW_V2, ("Darning at Scale", ("Cy Wu",), "spotlight", 2025, FORUM + "y2", ("holes",))),
])  # fmt: skip
def test_a_dump_of_openreview_is_read_whichever_interface_gave_it(dump: object, expected: tuple[object, ...], tmp_path: Path) -> None:
    found = reading(tmp_path, "notes.json", json.dumps(dump))
    (paper,) = found.papers
    assert (paper.title, paper.authors, paper.decision, paper.year, paper.url, paper.keywords) == expected
    assert places(found) == ([("record 2", "the record has no abstract.")] if dump is OPENREVIEW_V2 else [])


@pytest.mark.parametrize("name", ["arxiv-metadata-oai-snapshot.json", "arxiv.jsonl", "arxiv.ndjson", "arxiv.jsonl.gz", "arxiv.json.gz"])
def test_the_arxiv_dump_is_read_line_by_line_and_abstracts_keep_their_white_space(name: str, tmp_path: Path) -> None:
    content = "".join(json.dumps(record) + "\n" for record in ARXIV).encode()
    found = reading(tmp_path, name, gzip.compress(content) if name.endswith(".gz") else content)
    (paper,) = found.papers
    assert paper.abstract == ARXIV[0]["abstract"]
    assert (paper.title, paper.authors) == ("Calculation of owl counts", ("M. Okáfor", "J. Pëll Jr"))
    assert (paper.venue, paper.year, paper.doi, paper.arxiv) == ("Owl Rev. D76", 2008, "10.5555/owlrev.76", "0704.0001")
    assert paper.keywords == ("hep-ph", "cs.LG")
    assert places(found) == [("line 2", "the record has no abstract.")]


@pytest.mark.parametrize(("record", "url"), [
    ({"authors_parsed": [["Lee", "Ann"]]}, ""),
    ({"authors_parsed": [["Lee", "Ann"]], "id": "0704.0001"}, "https://arxiv.org/abs/0704.0001"),
    ({"doi": "doi: 10.5555/Owl.1."}, "https://doi.org/10.5555/Owl.1"),
    ({"doi": None, "arxiv": None, "url": None}, ""),
])  # fmt: skip
def test_a_link_is_made_of_an_identifier_that_is_there_and_of_nothing_else(record: dict[str, Any], url: str, tmp_path: Path) -> None:
    (paper,) = reading(tmp_path, "papers.jsonl", json.dumps({"abstract": "We study owls.", **record})).papers
    assert paper.url == url


def test_a_crossref_answer_loses_its_tags_and_entities_and_says_so(tmp_path: Path) -> None:
    found = reading(tmp_path, "works.json", json.dumps(CROSSREF))
    (paper,) = found.papers
    assert paper.abstract == "We see owls where x < 5."
    assert (paper.title, paper.venue, paper.year) == ("Owls at Night & Dusk", "Journal of Owls", 2024)
    assert (paper.authors, paper.doi) == (("Ann Lee", "The Owl Group"), "10.5555/jats.1")
    assert any("markup" in note and "works.json" in note for note in found.notes)


JSON_SHAPES: dict[str, Any] = {
    "an array": [{"abstract": "One."}, {"abstract": "Two."}],
    "lists under two names": {"accepted": [{"abstract": "One."}], "posters": [{"abstract": "Two."}], "tags": [{"name": "x"}]},
    "objects by key": {"a": {"abstract": "One."}, "b": {"abstract": "Two."}},
    "a list deep inside": {"data": {"results": {"items": [{"abstract": "One."}, {"abstract": "Two."}]}}},
}


@pytest.mark.parametrize("shape", JSON_SHAPES)
def test_records_are_found_wherever_a_json_file_has_them(shape: str, tmp_path: Path) -> None:
    found = reading(tmp_path, "papers.json", json.dumps(JSON_SHAPES[shape], indent=2))
    assert [paper.abstract for paper in found.papers] == ["One.", "Two."]
    assert found.rejected == []


def test_elements_of_a_json_array_before_a_mistake_are_kept_and_the_mistake_has_its_line(tmp_path: Path) -> None:
    found = reading(tmp_path, "papers.json", '[\n {"abstract": "One."},\n {"abstract": 3},\n {"abstract": "Two."}\n {"abstract": "Lost."}]')
    assert [paper.abstract for paper in found.papers] == ["One.", "Two."]
    assert [place for place, _ in places(found)] == ["line 3", "line 5"]


@pytest.mark.parametrize("separator", [",", ";", "\t", "|"])
@pytest.mark.parametrize("start", ["", "sep={}\n"])
def test_a_table_is_read_with_whatever_separates_its_columns(separator: str, start: str, tmp_path: Path) -> None:
    rows = [
        ["Title", "Abstract Note", "Publication Year"],
        ["T", "'We study; owls, | at\tnight\n\nand dawn.'", "2020"],
        ["no"],
        ["U", "Bats.", "1", "x"],
    ]
    content = start.format(separator) + "\n".join(separator.join(row).replace("'", '"') for row in rows)
    found = reading(tmp_path, "export.csv", content)
    (paper,) = found.papers
    assert (paper.title, paper.abstract, paper.year) == ("T", "We study; owls, | at\tnight\n\nand dawn.", 2020)
    first = 2 if start else 1
    assert [place for place, _ in places(found)] == [f"line {first + 4}", f"line {first + 5}"]


def test_a_row_with_wrong_quotes_does_not_take_the_next_one_with_it(tmp_path: Path) -> None:
    found = reading(tmp_path, "papers-of-2025.csv", 'title,abstract\nT,One.\n"b" ad,x\nU,Two.\n')
    assert [paper.abstract for paper in found.papers] == ["One.", "Two."]
    assert [place for place, _ in places(found)] == ["line 3"]


def pdf(lines: list[str], title: str = "") -> bytes:
    """A page with these lines, as the simplest writers make it."""
    text = "BT /F1 10 Tf 14 TL 50 750 Td " + " ".join(f"({line}) Tj T*" for line in lines) + " ET"
    objects = [
        "<< /Type /Catalog /Pages 2 0 R >>",
        "<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
        "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> >>",
        f"<< /Length {len(text)} >>\nstream\n{text}\nendstream",
        "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>",
        f"<< /Title ({title}) >>",
    ]
    out, offsets = "%PDF-1.4\n", []
    for n, content in enumerate(objects, 1):
        offsets.append(len(out))
        out += f"{n} 0 obj\n{content}\nendobj\n"
    table = "".join(f"{offset:010d} 00000 n \n" for offset in offsets)
    end = f"xref\n0 7\n0000000000 65535 f \n{table}trailer << /Size 7 /Root 1 0 R /Info 6 0 R >>\nstartxref\n{len(out)}\n%%EOF"
    return (out + end).encode("latin-1")


PAGE = [
    "Owls at Night",
    "Ann Lee",
    "Abstract",
    "We study owls with nightly obser-",
    "vations. They see well.",
    "1 Introduction",
    "Owls are birds.",
]


@pytest.mark.parametrize(
    ("title", "expected"), [("", "Owls at Night"), ("Owls, Properly", "Owls, Properly"), ("paper_final.dvi", "Owls at Night")]
)
def test_a_pdf_gives_its_title_and_abstract(title: str, expected: str, tmp_path: Path) -> None:
    (paper,) = reading(tmp_path, "owls.pdf", pdf(PAGE, title)).papers
    assert (paper.title, paper.abstract) == (expected, "We study owls with nightly observations. They see well.")


@pytest.mark.parametrize(("lines", "reason"), [
    ([], "holds no text"), (PAGE[:2] + PAGE[5:], "says Abstract"), (PAGE[:5], "end of the abstract"),
])  # fmt: skip
def test_a_pdf_without_a_plain_abstract_is_rejected_with_the_reason(lines: list[str], reason: str, tmp_path: Path) -> None:
    found = reading(tmp_path, "owls.pdf", pdf(lines))
    assert found.papers == []
    assert reason in found.rejected[0].reason
    assert found.rejected[0].remedy


@pytest.mark.parametrize(("path", "record"), [
    ("summary", {"summary": "Mine.", "abstract": "Not this."}),
    ("content.abstract.value", {"content": {"abstract": {"value": "Mine."}}}),
    ("content.abstract", {"content": {"abstract": {"value": "Mine."}}}),
    ("texts.1", {"texts": ["Not this.", "Mine."]}),
    ("a.b", {"a.b": "Mine."}),
    ("gone", {"abstract": "Mine."}),
])  # fmt: skip
def test_a_mapped_field_beats_every_name_that_is_known_where_the_record_has_it(path: str, record: object, tmp_path: Path) -> None:
    (paper,) = reading(tmp_path, "papers.jsonl", json.dumps(record), abstract=path).papers
    assert paper.abstract == "Mine."


def test_every_format_gives_the_same_paper_the_same_id(tmp_path: Path) -> None:
    abstract, title = "We study owls at night. They see well.", "Owls"
    files = {
        "a.txt": f"Heading\n\n{abstract}\n",
        "a.jsonl": json.dumps({"abstract": abstract}),
        "a.json": json.dumps([{"summary": abstract}]),
        "a.csv": f"description\n{abstract}\n",
        "a.tsv": f"title\tabstract\n{title}\t{abstract}\n",
        "a.bib": f"@misc{{k, abstract = {{{abstract}}}}}",
        "a.ris": f"TY  - JOUR\nAB  - {abstract}\nER  - \n",
        "a.pdf": pdf([title, "Abstract.", abstract, "Keywords: owls"]),
    }
    found: list[Paper] = [paper for name, content in files.items() for paper in reading(tmp_path, name, content).papers]
    assert [paper.abstract for paper in found] == [abstract] * len(files)
    assert len({paper.id for paper in found}) == 1
