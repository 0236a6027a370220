"""Which tests belong to a file, and what has no test at all."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path

import pytest

from support.paths import ROOT
from support.programs import tool
from uriverse.cli.commands import NAMES
from uriverse.confusion.libraries import LIBRARIES
from uriverse.documents.formats import FORMATS

changes = tool("test_changed")
reach = tool("reach_table")
seeding = tool("seed_faults")
QUICK = (ROOT / "tests" / "quick.txt").read_text("utf-8").splitlines()
# They need a build of their own, or minutes.
NOT_QUICK = {"site", "playground", "oracle", "release", "tools", "support", "twins"}


@cache
def table() -> reach.Table:
    return reach.read()


def test_every_file_has_its_tests() -> None:
    """A row for each file of the package and of the crates, and each test of the table is there."""
    tests = {test for row in table().values() for test in row}
    assert [test for test in tests if not test.startswith("cargo ") and not (ROOT / test).exists()] == []
    unlisted = set(reach.files("src", "crates")) - table().keys()
    assert not unlisted, f"run `python tools/record_reach.py --new` for {sorted(unlisted)}"
    assert [file for file, row in table().items() if not row] == []


def test_where_to_add_what_names_tests_that_reach_it() -> None:
    """A paragraph that ends with "Test: `pytest X`" names a test of each folder that it names."""
    text = (ROOT / "ARCHITECTURE.md").read_text("utf-8")
    paragraphs = [part.replace("\n", " ") for part in text.split("\n\n")]
    paragraphs = [part for part in paragraphs if "Test: `pytest" in part]
    assert len(paragraphs) > 8
    for paragraph in paragraphs:
        named = tuple(re.findall(r"tests/[\w./]+", paragraph.partition("Test:")[2]))
        for folder in re.findall(r"`(src/uriverse/[\w/]+/)", paragraph):
            tests = {test for file, row in table().items() if file.startswith(folder) for test in row}
            assert any(test.startswith(named) for test in tests), f"{paragraph[:60]}: {folder}"


@pytest.mark.parametrize(
    ("file", "test"),
    [
        ("src/uriverse/templates/template.py", "tests/integrations/test_data_libraries.py"),
        ("src/uriverse/grammar/compilation.py", "tests/test_twins_agree.py"),
        ("src/uriverse/columns/files/json_lines.py", "tests/cli/test_table_inputs.py"),
        ("src/uriverse/columns/files/writing.py", "tests/cli/test_table_inputs.py"),
        ("src/uriverse/text/finding.py", "tests/documents/test_text_formats.py"),
        ("src/uriverse/cli/lab.py", "tests/lab/test_lab_command.py"),
        ("crates/columns/src/kernels/hosts.rs", "tests/whatwg/test_whatwg_columns.py"),
        ("crates/columns/src/kernels/hosts.rs", "tests/test_rust_layout.py"),
        ("crates/python/src/lib.rs", "tests/test_import.py"),
        ("crates/core/src/split.rs", "tests/audit/test_audit.py"),
        ("crates/core/src/percent.rs", "cargo run --profile develop -p uriverse-fuzz -- --seconds 20"),
        ("crates/core/src/normalize/levels.rs", "cargo run --profile develop -p uriverse-fuzz -- --seconds 20"),
    ],
)
def test_slips_that_the_whole_suite_sees_are_seen(file: str, test: str) -> None:
    """A slip was made by hand in each file, and this test alone, or with others, failed."""
    assert test in table()[file]


def test_a_new_file_has_the_tests_of_its_folder() -> None:
    """Of the nearest folder above that has any."""
    rows = {"a/b/c.py": frozenset({"x"}), "a/d.py": frozenset({"y"}), "e.py": frozenset({"z"})}
    assert [reach.row_of(file, rows) for file in ("a/b/new.py", "a/n/e/w.py", "new.py")] == [
        {"x"},
        {"x", "y"},
        {"x", "y", "z"},
    ]


def test_its_main_names_the_tests(capsys: pytest.CaptureFixture[str]) -> None:
    """With --list none is run; a test that reaches few files comes before one that reaches most."""
    assert changes.main(["--list", "src/uriverse/text/cuts.py", "tests/text/test_cuts.py"]) == 0
    count, _, tests = capsys.readouterr().out.partition(" changed files: ")
    assert count == "2"
    assert tests.split().index("tests/text/test_cuts.py") < tests.split().index("tests/test_wrong_types.py")


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
