"""The layout is the architecture: directions of imports, a light import, a stub that is the binary's contract."""

from __future__ import annotations

import ast
import re
import subprocess
import sys
from pathlib import Path

import pytest

import uriverse as uv
from support.paths import ROOT
from uriverse import _core

PACKAGE = ROOT / "src" / "uriverse"

# A folder may import itself, what stands before it, and the modules of the root that are light.
FORBIDDEN = {
    "editions": {"grammar", "lab", "_core", "documents", "text", "schemes", "audit", "columns", "oracle", "cli"},
    "grammar": {"lab", "_core", "documents", "text", "schemes", "audit", "columns", "oracle", "cli"},
    "documents": {"cli", "lab", "grammar"},
    "hosts": {"cli", "lab", "grammar", "documents", "text", "schemes", "audit", "columns"},
    "text": {"cli", "lab", "grammar"},
    "schemes": {"cli", "lab", "documents", "text", "audit", "columns"},
    "audit": {"cli", "lab", "grammar", "documents", "columns"},
    "columns": {"cli", "lab", "grammar", "documents"},
    "whatwg": {"cli", "lab", "grammar", "documents", "text", "schemes", "audit", "columns", "hosts"},
    "lab": {"cli", "documents", "text", "schemes", "audit", "columns"},
}


def imported(path: Path) -> set[str]:
    """The first name under `uriverse` of everything that a file imports, also inside functions."""
    found = set()
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.ImportFrom) and node.module == "uriverse":
            found.update(alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module and node.module.startswith("uriverse."):
            found.add(node.module.split(".")[1])
        elif isinstance(node, ast.Import):
            found.update(alias.name.split(".")[1] for alias in node.names if alias.name.startswith("uriverse."))
        elif isinstance(node, ast.Call) and node.args:
            found.update(imported_by_name(node))
    return found


def imported_by_name(call: ast.Call) -> set[str]:
    """The same of `import_module("uriverse...")` and of the constant begin of `import_module(f"uriverse...{name}")`."""
    function = call.func.attr if isinstance(call.func, ast.Attribute) else getattr(call.func, "id", "")
    name = call.args[0]
    if isinstance(name, ast.JoinedStr) and name.values:
        name = name.values[0]
    if function not in {"import_module", "__import__"} or not isinstance(name, ast.Constant):
        return set()
    first, _, rest = str(name.value).partition(".")
    return {rest.partition(".")[0]} - {""} if first == "uriverse" else set()


@pytest.mark.parametrize(
    ("code", "found"),
    [
        ('from importlib import import_module\nimport_module("uriverse.grammar.own")', {"grammar"}),
        ('import importlib\ndef f():\n    importlib.import_module("uriverse.lab")', {"lab"}),
        ('import_module(f"uriverse.audit.{topic}")', {"audit"}),
        ('__import__("uriverse.cli")', {"cli"}),
        ('import_module("json")\nimport_module(name)\nimport_module(f"uriverse.{name}")\nprint("uriverse.cli")', set()),
    ],
)
def test_imports_by_name_are_imports(code: str, found: set[str], tmp_path: Path) -> None:
    """A circle cannot be hidden in a string."""
    path = tmp_path / "module.py"
    path.write_text(code, "utf-8")
    assert imported(path) == found


@pytest.mark.parametrize("folder", sorted(FORBIDDEN))
def test_imports_run_one_way(folder: str) -> None:
    """No folder imports what stands on it."""
    for path in (PACKAGE / folder).rglob("*.py"):
        assert not imported(path) & FORBIDDEN[folder], path.relative_to(ROOT)


def modules_imported(path: Path, names: set[str]) -> set[str]:
    """The modules of some names that a file imports, also inside functions, and by names in strings."""
    found = set()
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.If) and isinstance(node.test, ast.Name) and node.test.id == "TYPE_CHECKING":
            node.body.clear()
        elif isinstance(node, ast.ImportFrom) and node.module:
            found |= {node.module, *(f"{node.module}.{alias.name}" for alias in node.names)}
        elif isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.Constant) and isinstance(node.value, str):
            found.add(node.value)
    return found & names


def test_no_module_of_documents_reaches_itself() -> None:
    """No circle of imports, those inside functions included; a package's `__init__` only hands names on."""
    folder = PACKAGE / "documents"
    files = [path for path in folder.rglob("*.py") if path.stem != "__init__"]
    names = {".".join(path.relative_to(PACKAGE.parent).with_suffix("").parts): path for path in files}
    edges = {name: modules_imported(path, set(names)) for name, path in names.items()}
    while free := {name for name, targets in edges.items() if not targets & set(edges)}:
        edges = {name: targets for name, targets in edges.items() if name not in free}
    assert not edges


@pytest.mark.parametrize("crate", ["core", "whatwg"])
def test_the_crate_has_no_unsafe_code(crate: str) -> None:
    """The engine and the URL Standard's steps forbid unsafe code, in the crates' own words."""
    assert "#![forbid(unsafe_code)]" in (ROOT / "crates" / crate / "src" / "lib.rs").read_text("utf-8")


def test_the_compiled_module_imports_only_what_does_not_import_it() -> None:
    """`py.import` in Rust is an import like any other: of errors and values, never of a package that stands on it."""
    modules = set()
    for path in (ROOT / "crates" / "python" / "src").rglob("*.rs"):
        modules.update(re.findall(r'import\("(uriverse[\w.]*)"\)', path.read_text("utf-8")))
    assert modules <= {"uriverse.errors", "uriverse.reference.resolution"}
    for module in modules:
        path = PACKAGE.parent / module.replace(".", "/")
        path = path / "__init__.py" if path.is_dir() else path.with_suffix(".py")
        top = [node for node in ast.parse(path.read_text("utf-8")).body if isinstance(node, ast.ImportFrom)]
        assert not [node for node in top if node.module == "uriverse._core"], module


def test_importing_loads_nothing_heavy() -> None:
    """`import uriverse` compiles no grammar, reads no table of an edition and loads no optional library."""
    code = (
        "import sys; before = set(sys.modules); import uriverse; uriverse.parse('http://a/b');"
        "print(*sorted(set(sys.modules) - before))"
    )
    loaded = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout.split()
    ours = {name for name in loaded if name.startswith("uriverse")}
    assert ours == {
        "uriverse",
        "uriverse._core",
        "uriverse.errors",
        "uriverse.own_grammars",
        "uriverse.reference",
        "uriverse.reference.methods",
        "uriverse.reference.reading",
        "uriverse.reference.resolution",
        "uriverse.reference.segments",
    }
    assert not {"re", "dataclasses", "tomllib", "typing", "ipaddress", "click", "rich"} & set(loaded)


def test_no_module_bears_the_name_of_a_public_function() -> None:
    """The first access of a lazily loaded name must not give the function and the second the module."""
    functions = {name for name in uv.__all__ if callable(getattr(uv, name))}
    assert not {path.stem for path in PACKAGE.iterdir() if path.suffix == ".py" or path.is_dir()} & functions


def test_all_public_names_are_there() -> None:
    """Every name of `__all__` can be had, the lazy ones too."""
    for name in uv.__all__:
        assert getattr(uv, name) is not None


def test_the_stub_describes_the_binary() -> None:
    """`_core.pyi` names what the compiled module has, and nothing else."""
    stub = ast.parse((PACKAGE / "_core.pyi").read_text("utf-8"))
    described = {node.name for node in stub.body if isinstance(node, ast.FunctionDef | ast.ClassDef)}
    assert described == {name for name in dir(_core) if not name.startswith("__")}
    for node in stub.body:
        if isinstance(node, ast.ClassDef):
            members = {
                member.name if isinstance(member, ast.FunctionDef) else member.target.id
                for member in node.body
                if isinstance(member, ast.FunctionDef | ast.AnnAssign)
            }
            # The base has no instances of its own; what it promises, its two final kinds have.
            owner = _core.URI if node.name == "URIReference" else getattr(_core, node.name)
            assert members <= set(dir(owner)), node.name


def test_the_stub_has_the_signatures_of_the_binary() -> None:
    """The names of the arguments are the same in the stub and in the compiled functions."""
    import inspect

    stub = ast.parse((PACKAGE / "_core.pyi").read_text("utf-8"))
    for node in stub.body:
        if isinstance(node, ast.FunctionDef):
            described = [argument.arg for argument in (*node.args.posonlyargs, *node.args.args, *node.args.kwonlyargs)]
            assert list(inspect.signature(getattr(_core, node.name)).parameters) == described, node.name
