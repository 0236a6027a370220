"""Which tests belong to a file, and what has no test at all."""

from __future__ import annotations

import re
import subprocess

import pytest

from support.paths import ROOT
from support.programs import tool
from uriverse.cli.commands import NAMES
from uriverse.confusion.libraries import LIBRARIES
from uriverse.documents.formats import FORMATS

changes = tool("test_changed")
seeding = tool("seed_faults")
# Files of these folders have tests; others (benches, fuzz, examples of other tools) are run by the gate alone.
WITH_TESTS = ("src", "crates", "tests", "tools", "docs", "oracle", "vectors", ".ci")
QUICK = (ROOT / "tests" / "quick.txt").read_text("utf-8").splitlines()
# They need a build of their own, or minutes.
NOT_QUICK = {"site", "playground", "oracle", "release", "tools", "support", "twins"}


def files() -> list[str]:
    """What the repository holds."""
    listed = subprocess.run(
        ["git", "-C", str(ROOT), "ls-files", *WITH_TESTS], capture_output=True, text=True, check=False
    )
    return listed.stdout.split("\n")[:-1]


def test_every_file_has_its_tests() -> None:
    """A row for each, and each test of the table is there."""
    rows = changes.table()
    assert [test for tests in rows.values() for test in tests if not (ROOT / test).exists()] == []
    assert [row for row in rows if not (ROOT / row).exists()] == []
    assert [file for file in files() if not changes.tests_of(file)] == []


def test_the_table_agrees_with_where_to_add_what() -> None:
    """A paragraph that ends with "Test: `pytest X`" names folders whose tests are X."""
    text = (ROOT / "ARCHITECTURE.md").read_text("utf-8")
    paragraphs = [part for part in text.split("\n\n") if "Test: `pytest" in part.replace("\n", " ")]
    assert len(paragraphs) > 8
    for paragraph in paragraphs:
        named = set(re.findall(r"tests/[\w./]+", paragraph.replace("\n", " ").partition("Test:")[2]))
        sources = re.findall(r"`(src/uriverse/[\w/]+/)", paragraph)
        tests = {test for source in sources for test in changes.tests_of(source)}
        assert not sources or named & tests, f"{paragraph[:60]}: {named}, not {tests}"


@pytest.mark.parametrize(
    ("file", "test"),
    [
        ("src/uriverse/hosts/origins.py", "tests/hosts"),
        ("src/uriverse/hosts/origins.py", "tests/test_readme.py::test_docstring_examples_run[uriverse.hosts.origins]"),
        ("crates/python/src/columns/mod.rs", "tests/columns"),
        ("tests/test_iris.py", "tests/test_iris.py"),
        ("docs/audit.md", "tests/test_docs.py"),
    ],
)
def test_the_longest_beginning_counts(file: str, test: str) -> None:
    """And a test belongs to itself."""
    assert test in changes.tests_of(file)


def test_its_main_names_the_tests(capsys: pytest.CaptureFixture[str]) -> None:
    """With --list none is run; a file of a folder that is chosen is not named twice."""
    assert changes.main(["--list", "src/uriverse/text/cuts.py", "tests/text/test_cuts.py"]) == 0
    said = capsys.readouterr().out
    assert "2 changed files: tests/text tests/test_readme.py" in said and "tests/text/test_cuts.py" not in said


def test_the_quick_suite_holds_every_folder() -> None:
    """Its list is what it leaves out; of every folder it runs a law or the vectors."""
    left_out = {line.removeprefix("--ignore=") for line in QUICK if line.startswith("--ignore=")}
    assert [path for path in sorted(left_out) if not (ROOT / path).exists()] == []
    for folder in sorted(path for path in (ROOT / "tests").iterdir() if path.is_dir() and path.name.isalpha()):
        name = folder.name
        if name in NOT_QUICK:
            continue
        kept = [path for path in folder.glob("test_*.py") if f"tests/{name}/{path.name}" not in left_out]
        texts = [path.read_text("utf-8") for path in kept]
        assert any("@given" in text or "vectors" in text for text in texts), (
            f"tests/{name} has no law in the quick suite"
        )


def texts_of(*folders: str) -> str:
    """The tests of some folders, as one text."""
    return "\n".join(path.read_text("utf-8") for folder in folders for path in (ROOT / folder).rglob("*.py"))


@pytest.mark.parametrize("command", NAMES)
def test_every_command_has_a_test(command: str) -> None:
    """Some test calls it by its name."""
    texts = texts_of("tests/cli", "tests/audit", "tests/lab", "tests/confusion", "tests/canonicalization", "tests/text")
    assert re.search(rf"""[(\[]\s*["']{command}["']""", texts), command


@pytest.mark.parametrize("format", FORMATS)
def test_every_format_of_documents_has_a_test(format: str) -> None:
    """Some test of documents names the module that reads it."""
    module = FORMATS[format].module.rpartition(".")[2]
    assert re.search(rf"\b({format}|{module})\b", texts_of("tests/documents")), format


def test_every_parser_of_agreement_is_recorded() -> None:
    """A library without answers in the vectors is compared by no test."""
    recorded = (ROOT / "vectors/agreement/payloads.json").read_text("utf-8")
    assert [name for name in LIBRARIES if f'"{name}"' not in recorded] == []


@pytest.mark.parametrize(
    ("source", "seeded"),
    [
        ("x = a < b\n", ["x = a <= b"]),
        ("x = a and 1\n", ["x = a or 1", "x = a and 2"]),
        ("if a:\n    f(b, c=d)\n", ["if not a:\n    f(b, c=d)", "if a:\n    f(b)"]),
        ("if TYPE_CHECKING:\n    pass\n", []),
    ],
)
def test_a_fault_rewrites_one_place(source: str, seeded: list[str]) -> None:
    """And what only a type checker reads has none."""
    assert [seeding.seeded(source, fault) for fault in seeding.faults(source)] == seeded


def test_the_hooks_of_a_commit_are_the_gates() -> None:
    """Or those that we offer to others."""
    known = (ROOT / ".ci" / "run").read_text("utf-8") + (ROOT / ".pre-commit-hooks.yaml").read_text("utf-8")
    entries = re.findall(r"entry: (.+)", (ROOT / ".pre-commit-config.yaml").read_text("utf-8"))
    assert len(entries) == 5
    assert [
        entry for entry in entries if not re.search(rf"(^|: ){re.escape(entry)}( README.*)?$", known, re.MULTILINE)
    ] == []


@pytest.mark.slow
def test_seeded_faults_are_found(capsys: pytest.CaptureFixture[str]) -> None:
    """Its main seeds into a copy, and names the test that fails."""
    file = "src/uriverse/ground/base_errors.py"
    assert seeding.main([file, "--count", "1", "--seed", "1"]) == 0
    assert f"| {file} |" in capsys.readouterr().out
