"""The layout is the architecture: directions of imports, a light import, a stub that is the binary's contract."""

from __future__ import annotations

import ast
import re
import subprocess
import sys
from collections.abc import Iterable
from functools import cache
from graphlib import CycleError, TopologicalSorter
from importlib import import_module
from pathlib import Path

import pytest

import uriverse as uv
from support.floors import order, place
from support.imports import computes_imports, import_graph, package_modules
from support.paths import ROOT
from uriverse import schemes
from uriverse.audit import FINDINGS
from uriverse.cli.commands import NAMES
from uriverse.schemes import SCHEMES

PACKAGE = ROOT / "src" / "uriverse"

MODULES = package_modules(PACKAGE)
FLOORS = order("package")


@cache
def imports() -> dict[str, set[str]]:
    """Each module of the package and those that it imports."""
    return import_graph(PACKAGE)


def test_every_call_upwards_is_documented() -> None:
    """What the root registers with the compiled module stands in ARCHITECTURE.md."""
    calls = re.findall(r'^_hand_over\("(.+?)"', (PACKAGE / "__init__.py").read_text("utf-8"), re.MULTILINE)
    page = (ROOT / "ARCHITECTURE.md").read_text("utf-8")
    assert calls and [name for name in calls if f'"{name}"' not in page] == []


@pytest.mark.parametrize("name", sorted(MODULES.keys() - {"uriverse"}))
def test_imports_run_one_way(name: str) -> None:
    """A module imports from its own folder, from lower floors and from its left, as floors.toml has them."""
    inside = name.removeprefix("uriverse.")
    own = place(inside, FLOORS)
    for found in imports()[name] - {"uriverse"}:
        lower = place(found.removeprefix("uriverse."), FLOORS)
        assert lower <= own, f"{inside} imports {found}, which floors.toml has on a higher floor or to its right"
    if "uriverse" in imports()[name]:
        assert FLOORS[own] == FLOORS[-1], f"{inside} imports the root, which imports everything"


def test_every_floor_is_there() -> None:
    """Each name of floors.toml is a module of the package or a crate, once; each crate has a floor."""
    assert sorted(FLOORS) == sorted({*FLOORS})
    assert {f"uriverse.{name}" for name in FLOORS} <= imports().keys()
    crates = {path.parent.name for path in (ROOT / "crates").glob("*/Cargo.toml")}
    assert sorted(order("crates")) == sorted({*crates, "fuzz"})


# What a module imports by a name that it computes: which modules those may be. A name that is written out is seen.
COMPUTED = {
    "uriverse": (),  # The names beside the call, which the imports for type checkers have too.
    "uriverse.ground.late": (),  # Modules of the standard library.
    "uriverse.ground.later": (),  # The names of a package's imports for type checkers.
    "uriverse.reference.methods": (),  # As in "uriverse".
    "uriverse.audit.plans": ("uriverse.audit.",),
    "uriverse.cli.commands": ("uriverse.cli.",),
    "uriverse.documents.reading": ("uriverse.documents.readers.",),
    "uriverse.documents.sources.streams": ("uriverse.documents.sources.mbox", "uriverse.documents.sources.warc"),
    "uriverse.schemes.viewing": ("uriverse.schemes.",),
}
# The modules of these folders that are imported by a computed name: not the ones that hold the folder together.
TOPICS = {
    "uriverse.audit.": {found.topic for found in FINDINGS.values()},
    "uriverse.cli.": set(NAMES),
    "uriverse.schemes.": {(scheme.view or "plain").partition(":")[0] for scheme in SCHEMES.values()},
}


def test_no_module_reaches_itself() -> None:
    """No circle of imports: lazy ones, those for type checkers, by names in strings and by computed names included."""
    edges = {name: set(found) for name, found in imports().items()}
    for name, starts in COMPUTED.items():
        for start in starts:
            found = {other for other in edges if other.startswith(start)}
            if start in TOPICS:
                found = {other for other in found if other.removeprefix(start) in TOPICS[start]}
            assert found, start
            edges[name] |= found
    TopologicalSorter(edges).prepare()


def test_a_name_is_imported_from_the_module_that_defines_it() -> None:
    """The root imports everything, so only the command takes names of it; a module of the package is none."""
    for importer, path in MODULES.items():
        if importer != "uriverse" and not f"{importer}.".startswith("uriverse.cli."):
            nodes = [node for node in ast.walk(ast.parse(path.read_text("utf-8"))) if isinstance(node, ast.ImportFrom)]
            names = {alias.name for node in nodes if node.module == "uriverse" for alias in node.names}
            assert {name for name in names if f"uriverse.{name}" not in imports()} == set(), importer


def folder_circle(graph: dict[str, set[str]], alone: Iterable[str] = ()) -> list[str] | None:
    """The folders of a circle, or None; a folder and those in it may import each other, modules in `alone` stand so."""
    packages = {name.rpartition(".")[0] for name in graph}

    def folder(module: str) -> str:
        return module if module in packages or module in alone else module.rpartition(".")[0]

    edges: dict[str, set[str]] = {}
    for module, others in graph.items():
        for start, end in ((folder(module), folder(other)) for other in others):
            if not f"{start}.".startswith(f"{end}.") and not f"{end}.".startswith(f"{start}."):
                edges.setdefault(start, set()).add(end)
    try:
        TopologicalSorter(edges).prepare()
    except CycleError as error:
        return [str(name) for name in error.args[1]]
    return None


def test_no_folder_reaches_itself() -> None:
    """Folders have no circles, those beside each other in a folder included; floors.toml names the modules apart."""
    assert folder_circle(imports(), {f"uriverse.{name}" for name in FLOORS}) is None


def test_a_circle_of_folders_is_found() -> None:
    """Two modules of one folder and two of another make no circle of modules, but one of folders."""
    graph = {"p.a.x": {"p.b.x"}, "p.b.x": set[str](), "p.b.y": {"p.a.y"}, "p.a.y": set[str]()}
    assert folder_circle(graph) == ["p.a", "p.b", "p.a"]
    assert folder_circle(graph, {"p.b.y"}) is None
    assert folder_circle({**graph, "p.b.y": {"p.y"}, "p.y": {"p.a.x"}}) is None


def test_every_computed_import_is_known() -> None:
    """A module that imports by a computed name stands in the list above, and no other does."""
    assert {name for name, path in package_modules(PACKAGE).items() if computes_imports(path)} == set(COMPUTED)


def _is_circular(
    folder: Path, rows: str, package: str = "", reading: str = "from uriverse.tables import Row\n"
) -> bool:
    """Whether a package of `tables/__init__`, `tables/rows` and `reading` has a circle of imports."""
    (folder / "tables").mkdir(parents=True, exist_ok=True)
    texts = {"__init__": "", "tables/__init__": package, "tables/rows": rows, "reading": reading}
    for name, text in texts.items():
        (folder / f"{name}.py").write_text(text)
    try:
        TopologicalSorter(import_graph(folder)).prepare()
    except CycleError:
        return True
    return False


def test_a_circle_of_modules_is_found(tmp_path: Path) -> None:
    """Through a package that hands names on, inside a function, by a name in a string, and for a type checker."""
    folder, hands_on = tmp_path / "uriverse", "from uriverse.tables.rows import Row\n"
    assert not _is_circular(folder, "class Row: ...\n", hands_on)
    assert import_graph(folder)["uriverse.reading"] == {"uriverse.tables", "uriverse.tables.rows"}
    for importing in (
        "def f():\n    from uriverse.reading import read\n",
        'READER = "uriverse.reading"\n',
        "if TYPE_CHECKING:\n    from uriverse.reading import read\n",
    ):
        assert _is_circular(folder, f"class Row: ...\n{importing}", hands_on)


def test_what_a_package_imports_when_it_runs_is_seen(tmp_path: Path) -> None:
    """Whoever imports `tables.rows` runs `tables/__init__.py` first, and all that this imports."""
    reading = "from uriverse.tables.rows import Row\n"
    assert _is_circular(tmp_path / "uriverse", "class Row: ...\n", "from uriverse.reading import read\n", reading)


def test_a_kernel_of_columns_has_one_name() -> None:
    """Its files in Python and at the border are named alike, and so is the one in Rust where Rust answers."""

    def names(folder: str, suffix: str) -> set[str]:
        return {path.stem for path in (ROOT / folder).glob(f"*.{suffix}")} - {"__init__", "mod"}

    functions = names("src/uriverse/columns/kernels", "py")
    assert functions == names("crates/python/src/columns/kernels", "rs")
    by_the_url_standard = {"whatwg", "url_records"}
    assert functions - {"views"} == names("crates/columns/src/kernels", "rs") - by_the_url_standard


def test_the_url_standard_is_recognized_in_one_place() -> None:
    """No module compares an edition with "whatwg": `is_url_standard` does."""
    for name, path in package_modules(PACKAGE).items():
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.Compare) and isinstance(node.ops[0], ast.Eq | ast.NotEq):
                assert "'whatwg'" not in map(ast.unparse, (node.left, *node.comparators)), f"{name}:{node.lineno}"


@pytest.mark.parametrize("crate", ["core", "whatwg"])
def test_the_crate_has_no_unsafe_code(crate: str) -> None:
    """The engine and the URL Standard's steps forbid unsafe code, in the crates' own words."""
    assert "#![forbid(unsafe_code)]" in (ROOT / "crates" / crate / "src" / "lib.rs").read_text("utf-8")


def test_the_compiled_module_imports_only_what_does_not_import_it() -> None:
    """`py.import` in Rust is an import like any other: of errors and values, never of a package that stands on it."""
    modules = set()
    for path in (ROOT / "crates" / "python" / "src").rglob("*.rs"):
        modules.update(re.findall(r'import\("(uriverse[\w.]*)"\)', path.read_text("utf-8")))
    assert modules <= {
        "uriverse.errors",
        "uriverse.ground.extras",
        "uriverse.ground.near_names",
        "uriverse.ground.pointing",
        "uriverse.ground.secret_names",
        "uriverse.reference.resolution",
    }
    for module in modules:
        path = PACKAGE.parent / module.replace(".", "/")
        path = path / "__init__.py" if path.is_dir() else path.with_suffix(".py")
        top = [node for node in ast.parse(path.read_text("utf-8")).body if isinstance(node, ast.ImportFrom)]
        assert not [node for node in top if node.module == "uriverse._core"], module


def test_importing_loads_a_few_small_modules() -> None:
    """Every module costs a tenth of a millisecond, so `import uriverse` and a parse load these and no other.

    `atexit` is built into the interpreter.
    """
    code = (
        "import sys; before = set(sys.modules); import uriverse; uriverse.parse('http://a/b');"
        "print(*sorted(set(sys.modules) - before))"
    )
    loaded = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout.split()
    assert set(loaded) == {
        *("__future__", "atexit", "uriverse", "uriverse._core", "uriverse.reference", "uriverse.reference.methods"),
        *("uriverse.reference.reading", "uriverse.reference.segments"),
    }


def test_no_module_bears_the_name_of_a_public_function() -> None:
    """The first access of a lazily loaded name must not give the function and the second the module."""
    functions = {name for name in uv.__all__ if callable(getattr(uv, name))}
    assert not {path.stem for path in PACKAGE.iterdir() if path.suffix == ".py" or path.is_dir()} & functions


def test_all_public_names_are_there() -> None:
    """Every name of `__all__` can be had, the lazy ones too."""
    for name, path in package_modules(PACKAGE).items():
        if path.name == "__init__.py":
            package = import_module(name)
            for each in getattr(package, "__all__", ()):
                assert getattr(package, each, None) is not None, f"{path}: nothing is imported for {each}"


def test_each_view_of_a_scheme_is_a_public_name() -> None:
    modules = [import_module(name) for name in MODULES if name.startswith("uriverse.schemes.")]
    classes = [each for module in modules for each in vars(module).values() if isinstance(each, type)]
    views = {each.__name__ for each in classes if issubclass(each, schemes.View)}
    views -= {name for name in views if name.startswith("_")}
    assert views <= set(schemes.__all__), f"schemes/__init__.py lacks {sorted(views - set(schemes.__all__))}"


# The dataclasses whose fields are assigned after they were made: what a run counts, or keeps of a text.
WRITTEN_LATER = {"Example", "Kept", "Planned", "Subject", "TableFile", "Tally", "_EditionReader"}
# Those with room for more than their fields: for what is computed once, or for a weak reference.
WITH_A_DICTIONARY = {
    *("Alphabet", "Automaton", "Compiled", "Complete", "Edition", "Explained", "Grammar", "Identifiers", "Profile"),
    *("Agreement", "Scheme", "StepOfProfile", "Subject", "Tables", "_EditionReader"),
}


def test_values_are_frozen_and_have_slots() -> None:
    """A dataclass cannot be changed, and takes no attribute that it does not declare, but for those that are named."""
    modules = [import_module(name) for name in imports() if not re.search(r"\.(integrations|__main__)\b", name)]
    found = {each for module in modules for each in vars(module).values() if isinstance(each, type)}
    values = {each for each in found if "__dataclass_params__" in vars(each) and each.__module__ in imports()}
    assert len(values) > 100
    assert {each.__name__ for each in values if not each.__dataclass_params__.frozen} == WRITTEN_LATER
    open_ones = {each.__name__ for each in values if any("__dict__" in vars(base) for base in each.__mro__)}
    assert open_ones == WITH_A_DICTIONARY
