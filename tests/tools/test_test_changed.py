"""Which tests belong to a file, and what has no test at all."""

from __future__ import annotations

import re
import subprocess
from pathlib import Path

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
    ("file", "source", "places"),
    [
        ("a.py", "x = a < b\n", [("LtE for Lt", "a < b")]),
        ("a.py", "x = a and 1\n", [("Or for And", "a and 1"), ("2 for 1", "1")]),
        ("a.py", "if a:\n    f(b, c=d)\n", [("condition negated", "a"), ("without c=", "f(b, c=d)")]),
        (
            "a.py",
            "x = sorted('RFC 3986, 3', reverse=True)\n",
            [
                ("list for sorted", "sorted('RFC 3986, 3', reverse=True)"),
                ("without reverse=", "sorted('RFC 3986, 3', reverse=True)"),
                ("another clause", "'RFC 3986, 3'"),
                ("False for True", "True"),
            ],
        ),
        (
            "a.py",
            "f(zip(a, b, strict=True), having='%', c=d)\n",
            [("without c=", "f(zip(a, b, strict=True), having='%', c=d)")],
        ),
        ("a.py", "@lru_cache(maxsize=16)\ndef f(n=1): ...\n", [("2 for 1", "1")]),
        ("a.py", "TYPE_CHECKING = False\nif TYPE_CHECKING:\n    x: Literal[1] = f'{1}'\n", []),
        ("a.rs", "    if a < b {\n", [("condition negated", "a < b"), ("<= for <", "a < b")]),
        ("a.rs", "    return false;\n    n + 1\n", [("not false", "false"), ("0 for 1", "1")]),
        ("a.rs", "    (a | b, a & b | c, // d | e\n    // f < g\n", [("& for |", "a | b")]),
    ],
)
def test_a_fault_rewrites_one_place(file: str, source: str, places: list[tuple[str, str]]) -> None:
    """What is done and where; what only a type checker reads, and comments, have none."""
    found = tool("fault_places").faults(file, source.encode())
    assert [(fault.what, source[fault.start : fault.end]) for fault in found] == places


@pytest.mark.parametrize("number", ["7", "8"])
def test_a_fault_of_python_is_behind_a_switch(number: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """The module is right unless the environment has the fault's number."""
    (fault,) = tool("fault_places").faults("a.py", b"x = 'b' in 'abc'\n")
    monkeypatch.setenv("URIVERSE_FAULT", number)
    assert eval(fault.text.replace("@", "7")) is (number == "8")


def test_the_hooks_of_a_commit_are_the_gates() -> None:
    """Or those that we offer to others."""
    known = (ROOT / ".ci" / "run").read_text("utf-8") + (ROOT / ".pre-commit-hooks.yaml").read_text("utf-8")
    entries = re.findall(r"entry: (.+)", (ROOT / ".pre-commit-config.yaml").read_text("utf-8"))
    assert len(entries) == 5
    assert [
        entry for entry in entries if not re.search(rf"(^|: ){re.escape(entry)}( README.*)?$", known, re.MULTILINE)
    ] == []


@pytest.mark.slow
def test_seeded_faults_are_found(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Its main seeds into a copy and names the test that fails; what its report has is not tried again.

    A fault of Rust, for which the crates are compiled, is seeded by .github/workflows/nightly.yml.
    """
    file = "src/uriverse/iris.py"
    report_to = ("--report", str(tmp_path / "faults.md"))
    command = [file, "--count", "1", "--seed", "1", "--profile", "checked", *report_to]
    assert seeding.main(command) == 0, capsys.readouterr().out
    report = (tmp_path / "faults.md").read_text("utf-8")
    assert re.search(
        rf"^\| {re.escape(file)} \| \d+ \| .+ \| tests/\S+::.+ \| (quick|slow) \|$", report, re.MULTILINE
    ), report
    assert seeding.main(command) == 0
    assert capsys.readouterr().out.endswith("0 faults, 0 that no test finds\n")
    assert (tmp_path / "faults.md").read_text("utf-8") == report
