"""The files of a Rust crate import each other in one direction: a newcomer can read them from the bottom up."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator
from graphlib import CycleError, TopologicalSorter
from pathlib import Path

import pytest

from support.floors import order, place
from support.paths import ROOT

SOURCES = [*sorted(ROOT.glob("crates/*/src")), ROOT / "fuzz/src"]
USE = re.compile(r"^\s*(?:pub(?:\([a-z]+\))? )?use ([^;]+);", re.MULTILINE)
PATH = re.compile(r"(?<![\w:])[a-z]\w*(?:::\w+)+")
IN_QUOTES = re.compile(r'"(?:[^"\\]|\\.)*"', re.DOTALL)


def paths(tree: str) -> Iterator[str]:
    """The paths of a `use` tree, `a::{b, c::d}`, one by one."""
    head, brace, rest = tree.partition("{")
    if not brace:
        yield head.strip()
        return
    depth, start, inner = 0, 0, rest.rpartition("}")[0]
    for index, character in enumerate(f"{inner},"):
        depth += (character == "{") - (character == "}")
        if character == "," and depth == 0:
            if inner[start:index].strip():
                yield from (head.strip() + path for path in paths(inner[start:index].strip()))
            start = index + 1


def modules(source: Path) -> dict[str, Path]:
    """The modules of a crate: `parse::slots` to its file. The crate's root has the name ""."""
    found = {}
    for path in source.rglob("*.rs"):
        parts = path.relative_to(source).with_suffix("").parts
        found["::".join(parts[:-1] if parts[-1] in {"mod", "lib"} else parts)] = path
    return found


def imports(name: str, text: str, known: dict[str, Path]) -> set[str]:
    """The modules of its own crate that a module imports, tests and documentation aside."""
    code = IN_QUOTES.sub("", re.sub(r"//[^\n]*", "", re.split(r"#\[cfg\(test\)\]\nmod \w+ \{", text)[0]))
    wanted = set()
    for path in {*PATH.findall(USE.sub("", code)), *(path for tree in USE.findall(code) for path in paths(tree))}:
        path, home = re.sub(r"^self::| as \w+$|\s", "", path), name
        if path.startswith("super::"):
            while path.startswith("super::"):
                home, path = home.rpartition("::")[0], path.removeprefix("super::")
        elif path.startswith("crate::"):
            home, path = "", path.removeprefix("crate::")
        elif f"{home}::{path.partition('::')[0]}".removeprefix("::") not in known:
            continue
        wanted.add(f"{home}::{path}".removeprefix("::"))
    found = set()
    for path in wanted:
        while path not in known:
            path = path.rpartition("::")[0]
        found.add(path)
    return found - {name}


def test_use_trees_are_read() -> None:
    assert list(paths("crate::a::{b, c::{D, E}, f}")) == [
        "crate::a::b",
        "crate::a::c::D",
        "crate::a::c::E",
        "crate::a::f",
    ]


def test_a_circle_is_found(tmp_path: Path) -> None:
    """Two files that import each other, one of them through its folder or as `super`, are reported."""
    (tmp_path / "a").mkdir()
    (tmp_path / "lib.rs").write_text("mod a;\nmod b;\n")
    (tmp_path / "a" / "mod.rs").write_text("use crate::b::B;\n")
    (tmp_path / "b.rs").write_text("use crate::a::{A, C};\n")
    with pytest.raises(CycleError):
        check(tmp_path)
    (tmp_path / "b.rs").write_text("")
    check(tmp_path)
    (tmp_path / "a" / "mod.rs").write_text("mod c;\nmod d;\n")
    (tmp_path / "a" / "c.rs").write_text("use super::d::D;\n")
    (tmp_path / "a" / "d.rs").write_text("use super::{c::C, E};\n")
    with pytest.raises(CycleError):
        check(tmp_path)
    (tmp_path / "a" / "d.rs").write_text("")
    (tmp_path / "a" / "mod.rs").write_text("mod c;\nfn f() { c::f() }\n")
    check(tmp_path)
    (tmp_path / "a" / "c.rs").write_text("fn f() { super::f() }\n")
    with pytest.raises(CycleError):
        check(tmp_path)


def check(source: Path) -> None:
    known = modules(source)
    graph = {name: imports(name, path.read_text("utf-8"), known) for name, path in known.items()}
    TopologicalSorter(graph).prepare()


def check_folders(source: Path) -> None:
    """In each folder, its files and folders import each other in one direction; a folder imports what its files do."""
    known = modules(source)
    graphs: dict[tuple[str, ...], dict[str, set[str]]] = {}
    for name, path in known.items():
        if path.stem == "tests":
            continue
        for other in imports(name, path.read_text("utf-8"), known):
            here, there = name.split("::"), other.split("::")
            shared = next((at for at, (one, two) in enumerate(zip(here, there, strict=False)) if one != two), None)
            if shared is not None and name and other:
                graph = graphs.setdefault(tuple(here[:shared]), {})
                graph.setdefault(here[shared], set()).add(there[shared])
    for graph in graphs.values():
        TopologicalSorter(graph).prepare()


@pytest.mark.parametrize("source", SOURCES, ids=lambda source: source.parent.name)
def test_files_import_one_way(source: Path) -> None:
    """No file of the crate imports a file that, directly or not, imports it."""
    check(source)


@pytest.mark.parametrize("source", SOURCES, ids=lambda source: source.parent.name)
def test_folders_import_one_way(source: Path) -> None:
    """No folder of the crate imports a folder that, directly or not, imports it."""
    check_folders(source)


def test_a_circle_of_folders_is_found(tmp_path: Path) -> None:
    """Two folders import each other, though no two of their files do."""
    for folder in ("a", "b"):
        (tmp_path / folder).mkdir()
        (tmp_path / folder / "mod.rs").write_text("mod c;\nmod d;\n")
        (tmp_path / folder / "c.rs").write_text("")
    (tmp_path / "lib.rs").write_text("mod a;\nmod b;\n")
    (tmp_path / "a" / "d.rs").write_text("use crate::b::c::C;\n")
    (tmp_path / "b" / "d.rs").write_text("")
    check_folders(tmp_path)
    (tmp_path / "b" / "d.rs").write_text("use crate::a::c::C;\n")
    check(tmp_path)
    with pytest.raises(CycleError):
        check_folders(tmp_path)


def test_crates_stand_on_lower_crates() -> None:
    """A crate depends on crates of lower floors, or of its own to its left, as floors.toml has them."""
    names = order("crates")
    for manifest in (*ROOT.glob("crates/*/Cargo.toml"), ROOT / "fuzz/Cargo.toml"):
        crate = manifest.parent.name
        for other in re.findall(r"^uriverse-([a-z]+) = ", manifest.read_text("utf-8"), re.MULTILINE):
            assert place(other, names) < place(crate, names), f"{crate} depends on {other}, which stands above it"


@pytest.mark.parametrize("source", SOURCES, ids=lambda source: source.parent.name)
def test_every_module_says_what_it_is_for(source: Path) -> None:
    """Each file begins with documentation that tells what goes in and what comes out, tests aside."""
    for path in source.rglob("*.rs"):
        if path.stem != "tests":
            assert path.read_text("utf-8").startswith("//! "), path.relative_to(ROOT)


@pytest.mark.parametrize("source", SOURCES, ids=lambda source: source.parent.name)
def test_a_map_names_every_file(source: Path) -> None:
    """A head that has a table of files has all of them, as `plans` or `plans.rs`."""
    for path in source.rglob("*.rs"):
        text = path.read_text("utf-8")
        head = "".join(line for line in text.splitlines(keepends=True) if line.startswith("//!"))
        if "//! |---" in head and path.stem in {"lib", "mod"}:
            for name in re.findall(
                r"^(?:pub(?:\([a-z]+\))? )?mod (\w+);", text.replace("#[cfg(test)]\nmod", ""), re.MULTILINE
            ):
                assert re.search(rf"\b{name}\b", head), f"{path.relative_to(ROOT)} has no word about {name}"


@pytest.mark.parametrize("source", SOURCES, ids=lambda source: source.parent.name)
@pytest.mark.parametrize(("setting", "example"), [("test", "#[test]"), ("doctest", "/// ```")])
def test_no_test_of_a_crate_is_switched_off(source: Path, setting: str, example: str) -> None:
    """Cargo compiles a library again for its unit tests, and asks rustdoc for its examples; a crate without says so."""
    library = tomllib.loads(source.parent.joinpath("Cargo.toml").read_text("utf-8")).get("lib", {})
    is_used = any(example in path.read_text("utf-8") for path in source.rglob("*.rs"))
    assert library.get(setting, True) is is_used


def test_comments_are_at_most_120_columns_wide() -> None:
    """rustfmt bounds code and leaves comments as they are; the rows of a table cannot be broken."""
    wide = [
        f"{path.relative_to(ROOT)}:{number}"
        for source in SOURCES
        for path in source.rglob("*.rs")
        for number, line in enumerate(path.read_text("utf-8").splitlines(), 1)
        if len(line) > 120 and re.match(r"\s*//[/!]?\s+[^|\s]", line)
    ]
    assert not wide


# A fact that several files could copy: how code that knows it looks, and the files that do, each with its reason.
WHO_KNOWS = {
    "dot segments": (
        r"""(?:==|\bin|\|) *[({]*b?["']\.\.["']|b?"%2e""",
        {
            "crates/core/src/dots.rs": "the steps of each edition",
            "crates/whatwg/src/code_points.rs": 'the URL Standard\'s, which "%2e" is too',
            "crates/hosts/src/iris.rs": "a segment of an IRI must not become one",
            "crates/python/src/reference/composition/parts.rs": "a segment that is data must not be one",
            "crates/python/src/templates.rs": "an expansion must not make one",
            "crates/text/src/plain.rs": "a path that may have one is not plain",
            "crates/text/src/plain/counts.rs": "how many there are, and how far they climb",
            "src/uriverse/audit/paths.py": "how far a path climbs",
            "src/uriverse/lab/target_suites.py": "a look-alike of one is a test",
        },
    ),
    "special schemes": (
        r"""b?["']wss["']""",
        {
            "crates/whatwg/src/special_schemes.rs": "the list, with default ports",
            "crates/whatwg/src/parser/paths.rs": "the encoding of a query: UTF-8 for ws and wss",
            "src/uriverse/schemes/web.py": "whether a connection is secure (RFC 6455)",
        },
    ),
    "default ports": (
        r"\b443\b",
        {
            "crates/whatwg/src/special_schemes.rs": "the URL Standard's list",
            "src/uriverse/audit/ports.py": "the two ports that any scheme may use",
        },
    ),
}


@pytest.mark.parametrize("fact", WHO_KNOWS)
def test_who_knows(fact: str) -> None:
    """Only the listed files know a fact; data files aside, others ask these."""
    pattern, files = WHO_KNOWS[fact]
    found = set()
    for path in (*ROOT.glob("crates/*/src/**/*.rs"), *ROOT.glob("src/uriverse/**/*.py")):
        text = re.split(r"#\[cfg\(test\)\]\s*mod \w+ \{", path.read_text("utf-8"))[0]
        code = re.sub(r"""\"\"\".*?\"\"\"|//[^\n]*|#[^\n]*""", "", text, flags=re.DOTALL)
        if path.stem != "tests" and re.search(pattern, code):
            found.add(str(path.relative_to(ROOT)))
    assert found == files.keys()
