"""`tools/generate.py`: what is stale is named, and written anew. That everything is current is a step of the gate."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from support.copied_tree import CopiedTree
from support.paths import ROOT
from support.programs import tool
from uriverse.schemes.catalogue import Scheme

# For each generator that takes less than a second, a file that it makes.
FILES = {
    "prepared_tables": "src/uriverse/audit/prepared.marshal",
    "lazy_names": "src/uriverse/ground/lazy-names.tsv",
    "literals": "src/uriverse/_core.pyi",
    "whatwg_table": "src/uriverse/whatwg/data/whatwg-serialized.tables",
    "audit_page": "docs/audit.md",
    "cli_page": "docs/man/data/share/man/man1/uriverse-edit.1.gz",
    "columns_page": "docs/columns.md",
    "data_page": "docs/data.md",
    "errors_page": "docs/errors.md",
    "floors": "ARCHITECTURE.md",
    "performance_page": "docs/performance.md",
}
# What no command has, in a folder of which all files are generated.
OLD_PAGE = "docs/man/data/share/man/man1/uriverse-old.1.gz"
# A page loses a row, or a line of its section; the stub an edition; the lazy names a module, which no generator
# needs.
LOST = (
    *((rb"(?<=\n)[^\n]*\n(?=<!-- end -->)", b""), (rb'"rfc1738", (?="rfc1808")', b"")),
    (rb"[^\n]*\turiverse.text.cuts\t[^\n]*\n", b""),
)


def spoil(path: Path) -> None:
    """Take a line from a page or a stub; remove another file."""
    content = path.read_bytes()
    for pattern, without in LOST:
        if path.suffix in {".md", ".pyi", ".tsv"}:
            content = re.sub(pattern, without, content)
    path.unlink() if content == path.read_bytes() else path.write_bytes(content)


def test_every_generator_is_in_the_list() -> None:
    """A module that makes outputs and is not named is never asked."""
    modules = {
        path.stem for path in (ROOT / "tools").glob("generate_*.py") if "def outputs()" in path.read_text("utf-8")
    }
    assert modules == {f"generate_{name}" for name in tool("generate").GENERATORS}


@pytest.fixture(scope="module")
def tree(tmp_path_factory: pytest.TempPathFactory) -> CopiedTree:
    """For tests after which it is as it was."""
    return CopiedTree(tmp_path_factory.mktemp("shared") / "uriverse")


def test_what_is_stale_is_named_and_written(tree: CopiedTree) -> None:
    """With --check nothing is written. Without it files say what the committed ones say, and one too many is gone."""
    for file in FILES.values():
        spoil(tree.folder / file)
    (tree.folder / OLD_PAGE).touch()
    spoiled = {*FILES.values(), OLD_PAGE}
    before = tree.files()

    check = tree.run("generate", "--check", *FILES)
    assert (check.returncode, tree.files()) == (1, before), check.stderr
    assert set(re.findall("^(.+): stale$", check.stdout, re.MULTILINE)) == spoiled, check.stdout
    assert '-    "rfc1630", "rfc1808"' in check.stdout and "run python tools/generate.py" in check.stdout

    run = tree.run("generate", *FILES)
    assert run.returncode == 0, run.stderr
    assert set(re.findall("^(.+): (?:written|removed)$", run.stdout, re.MULTILINE)) == spoiled, run.stdout
    assert "The binary contains these tables" in run.stdout
    pages = [file for file in FILES.values() if file.endswith((".md", ".pyi", ".tables"))]
    assert [file for file in pages if (tree.folder / file).read_bytes() != (ROOT / file).read_bytes()] == []
    assert tree.run("generate", "--check", *FILES).stdout == "everything that is generated is current\n"
    assert not (tree.folder / OLD_PAGE).exists()


def test_a_problem_of_a_generator_fails_the_command(tree: CopiedTree) -> None:
    """It is printed after the generator's name."""
    generator = tree.folder / "tools/generate_floors.py"
    whole = generator.read_text("utf-8")
    generator.write_text('def outputs():\n    yield "there is no ground"\n', "utf-8")
    done = tree.run("generate", "floors")
    generator.write_text(whole, "utf-8")
    assert (done.returncode, done.stdout) == (1, "floors: there is no ground\n"), done.stderr


def test_a_page_without_a_place_for_its_section_is_named() -> None:
    """By its path and the two comments."""
    with pytest.raises(ValueError, match=r"README\.md has no place for the content: <!-- from nowhere -->"):
        tool("generated").section("README.md", "<!-- from nowhere -->\n", "")


def test_an_example_that_its_grammar_refuses_is_named(tmp_path: Path) -> None:
    """With the place and the rule, and not only when somebody asks for the scheme."""
    data = ROOT / "src/uriverse/schemes/data"
    text = (data / "tel.rfc3966.toml").read_text("utf-8").replace("examples = [", 'examples = ["tel:?", ', 1)
    (tmp_path / "tel.rfc3966.toml").write_text(text, "utf-8")
    (tmp_path / "tel.rfc3966.abnf").write_bytes((data / "tel.rfc3966.abnf").read_bytes())
    module = tool("generate_scheme_tables")
    scheme = Scheme.from_file(tmp_path / "tel.rfc3966.toml")
    (problem,) = module.refused_examples(scheme, module.generated(scheme)[1])
    assert problem.startswith("tel.rfc3966: its grammar refuses an example\n") and "'?' at 4" in problem
