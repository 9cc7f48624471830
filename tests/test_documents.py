"""What the documents say is so: settings, examples, commands, modules, dependencies, and where nothing is fetched from."""

from __future__ import annotations

import ast
import csv
import re
import runpy
import subprocess
import sys
import tomllib
from collections import Counter
from importlib.metadata import entry_points, packages_distributions
from pathlib import Path

import pytest
from typer.main import get_command

from assistant import Assistant, Settings, cli
from assistant.corpus import read_papers

ROOT = Path(__file__).parents[1]
README = (ROOT / "README.md").read_text("utf-8")
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
CONSTRAINTS = (ROOT / "constraints.txt").read_text("utf-8")
ARCHITECTURE = (ROOT / "docs" / "architecture.md").read_text("utf-8")

# In pieces, so that this file does not contain them.
HOSTS = [
    ".".join(pieces)
    for pieces in (
        ("pypi", "org"), ("pypi", "python", "org"), ("pythonhosted", "org"), ("npmjs", "org"), ("npmjs", "com"), ("yarnpkg", "com"),
        ("crates", "io"), ("anaconda", "org"), ("anaconda", "com"), ("rubygems", "org"), ("proxy", "golang", "org"), ("jsdelivr", "net"),
    )
]  # fmt: skip


def normal(name: str) -> str:
    return re.sub(r"[-_.]+", "-", name).lower()


def direct(requirements: list[str]) -> list[str]:
    return [re.match(r"[\w.-]+", requirement).group() for requirement in requirements]  # type: ignore[union-attr]


def blocks(language: str) -> list[str]:
    return re.findall(rf"^```{language}\n(.*?)^```", README, re.M | re.S)


FOLDERS = (".ci", "assistant", "benchmarks", "docs", "eval", "prompts", "seeds", "tests")


def files_of_the_repository() -> list[Path]:
    """Tracked files and those that would be; in a copy without git, those of the project's folders."""
    command = ["git", "-C", str(ROOT), "ls-files", "-z", "--cached", "--others", "--exclude-standard"]
    try:
        listed = subprocess.run(command, capture_output=True, check=True).stdout.decode()
    except (OSError, subprocess.CalledProcessError):
        below = [path for name in FOLDERS for path in (ROOT / name).rglob("*") if "__pycache__" not in path.parts]
        return [path for path in (*ROOT.iterdir(), *below) if path.is_file()]
    return [path for name in listed.split("\0") if name and (path := ROOT / name).is_file()]


def test_the_page_of_settings_is_what_the_settings_say() -> None:
    made = runpy.run_path(str(ROOT / "docs" / "make_configuration.py"))["page"]()
    assert (ROOT / "docs" / "configuration.md").read_text("utf-8") == made, "python docs/make_configuration.py > docs/configuration.md"


def test_the_python_example_runs(
    opened: Assistant, seed_settings: Settings, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    (example,) = blocks("python")
    monkeypatch.setenv("ASSISTANT_DATA_DIR", str(seed_settings.data_dir))
    exec(compile(example, "README.md", "exec"), {})
    printed = capsys.readouterr().out
    answer = opened.ask("Which papers study membership inference?")
    for cited in answer.papers:
        assert f"{cited.n} {cited.paper.title} {cited.paper.url}\n" in printed
    for citation in answer.citations:
        assert f"{citation.n} {citation.status} {citation.quote}\n" in printed


@pytest.fixture(scope="module")
def commands() -> dict[str, set[str]]:
    """The options of every command that the terminal has, plugged-in ones included."""
    plugged = {point.name: get_command(point.load()) for point in entry_points(group="assistant.commands")}
    found = {**get_command(cli.app).commands, **plugged}  # type: ignore[attr-defined]
    return {
        name: {
            option
            for each in (command, *getattr(command, "commands", {}).values())
            for parameter in each.params
            for option in parameter.opts
        }
        for name, command in found.items()
    }


def test_the_terminal_s_examples_name_commands_and_options_that_exist(commands: dict[str, set[str]]) -> None:
    lines = [line.partition("#")[0] for block in blocks("bash") for line in block.splitlines()]
    called = [call.split() for line in lines for call in re.findall(r"\bassistant (.+)", line)]
    assert {words[0] for words in called} == set(commands)
    for command, *words in called:
        assert {word for word in words if word.startswith("-")} <= commands[command], command


def modules() -> set[str]:
    """Modules and folders right below `assistant`, as documents name them."""
    found = [path for path in (ROOT / "assistant").iterdir() if not path.name.startswith("_")]
    return {f"{path.name}/" if path.is_dir() else path.name for path in found if path.is_dir() or path.suffix == ".py"}


def test_every_module_has_its_place_in_the_architecture() -> None:
    rows = [row.split("|")[1] for row in re.findall(r"^\|(.+)\|$", ARCHITECTURE, re.M)[1:]]
    assert {name for row in rows for name in re.findall(r"`(\w+(?:\.py|/))`", row)} == modules()


def test_every_module_has_its_place_in_the_import_check() -> None:
    contracts = [item for item in PROJECT["tool"]["importlinter"]["contracts"] if item["type"] == "layers"]
    assert all(item["exhaustive"] for item in contracts)
    (layers,) = [item["layers"] for item in contracts if item["containers"] == ["assistant"]]
    named = [name.strip() for layer in layers for name in layer.split("|")]
    assert sorted(named) == sorted(name.removesuffix(".py").rstrip("/") for name in modules())


def test_every_direct_dependency_has_a_reason_and_a_pin() -> None:
    page = (ROOT / "docs" / "dependencies.md").read_text("utf-8")
    rows = {normal(name) for name in re.findall(r"^\| `([^`]+)` \|", page, re.M)}
    pinned = {normal(name) for name in re.findall(r"^([\w.-]+)==", CONSTRAINTS, re.M)}
    needed = {normal(name) for name in direct(PROJECT["project"]["dependencies"])}
    tested = {normal(name) for name in direct(PROJECT["project"]["optional-dependencies"]["test"])}
    assert rows == needed
    assert needed | tested <= pinned


# What only the adapter of an optional peer imports, and the extra that brings it.
OF_THE_PEERS = {"paperqa": "paper-qa", "litellm": "paper-qa"}
# What is imported where its extra is installed, and said to be missing elsewhere.
OPTIONAL = {"pypdf": "pdf"}


def imported(path: Path) -> set[str]:
    """Top-level packages that a module imports."""
    names: list[str] = []
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.Import):
            names += [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
            names.append(node.module)
    return {name.partition(".")[0] for name in names}


def test_every_package_that_is_imported_is_a_direct_dependency() -> None:
    needed = {normal(name) for name in direct(PROJECT["project"]["dependencies"])}
    carriers = packages_distributions()
    sources = [*(ROOT / "assistant").rglob("*.py"), *(ROOT / "eval").rglob("*.py")]
    vendors = set().union(*map(imported, sources)) - set(sys.stdlib_module_names) - {"assistant", "assistant_eval"}
    assert {"numpy", "gradio", "scipy"} <= vendors
    extra = {normal(name) for name in direct(PROJECT["project"]["optional-dependencies"]["peers"])}
    assert set(OF_THE_PEERS.values()) <= extra
    assert set().union(*map(imported, (ROOT / "eval" / "peers").glob("*.py"))) >= set(OF_THE_PEERS)
    for package, name in OPTIONAL.items():
        assert package in direct(PROJECT["project"]["optional-dependencies"][name])
    vendors -= {*OF_THE_PEERS, *OPTIONAL}
    assert [name for name in vendors if not {normal(carrier) for carrier in carriers[name]} & needed] == []


def test_constraints_are_pins_without_an_address() -> None:
    assert "://" not in CONSTRAINTS
    assert " @ " not in CONSTRAINTS
    lines = [line for line in CONSTRAINTS.splitlines() if not line.startswith("#")]
    assert all(re.match(r"[\w.-]+==[\w.!+]+( ; .+)?$", line) for line in lines)


def test_every_package_folder_is_installed() -> None:
    setuptools = PROJECT["tool"]["setuptools"]
    found = set(setuptools["package-dir"])
    for package, folder in (("assistant", "assistant"), *setuptools["package-dir"].items()):
        for path in (ROOT / folder).rglob("*.py"):
            found.add(".".join((package, *path.parent.relative_to(ROOT / folder).parts)))
    assert sorted(setuptools["packages"]) == sorted(found)
    assert all((ROOT / folder).is_dir() for folder in setuptools["package-dir"].values())


def test_every_file_that_the_package_reads_is_installed_with_it() -> None:
    patterned = PROJECT["tool"]["setuptools"]["package-data"]

    def place(package: str) -> Path:
        top, *below = package.split(".")
        return ROOT.joinpath(PROJECT["tool"]["setuptools"]["package-dir"].get(top, top), *below)

    for package, patterns in patterned.items():
        folder = place(package)
        matched = {path for pattern in patterns for path in folder.glob(pattern)}
        assert all(any(folder.glob(pattern)) for pattern in patterns), package
        elsewhere = {path for other in patterned if other.startswith(f"{package}.") for path in place(other).rglob("*")}
        data = {path for path in folder.rglob("*") if path.is_file() and path.suffix not in (".py", ".pyc") and path.name != "README.md"}
        assert data - elsewhere == matched, package


def test_no_file_names_a_package_registry() -> None:
    for path in files_of_the_repository():
        content = path.read_bytes().lower()
        assert [host for host in HOSTS if host.encode() in content] == [], path


def test_every_link_of_a_document_leads_somewhere() -> None:
    pages = [ROOT / "README.md", ROOT / "CONTRIBUTING.md", ROOT / "eval" / "README.md", *(ROOT / "docs").glob("*.md")]
    for page in pages:
        for target in re.findall(r"\]\(([^)#\s]+)[^)]*\)", page.read_text("utf-8")):
            assert "://" in target or (page.parent / target).exists(), f"{page.name}: {target}"


def test_the_seeds_are_what_the_corpus_step_reads(seeds: Path) -> None:
    with (seeds / "papers.csv").open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    papers = read_papers([seeds])
    assert len(papers) == len(rows) == 95
    assert {(paper.source.file, str(paper.source.n), paper.title) for paper in papers} == {
        (row["file"], row["n"], row["title"]) for row in rows
    }
    assert Counter(paper.source.file for paper in papers) == {path.name: 19 for path in seeds.glob("*.txt")}
    for paper in papers:
        assert paper.abstract in (seeds / paper.source.file).read_text("utf-8")
