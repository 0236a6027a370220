"""Which module of a Python package imports which.

What goes in is the package's folder. What comes out is a graph: each module's name, and the names of the modules that
it imports, at its top, inside functions, for type checkers alone or by a name in a string.

`from package.text import find` runs `package/text/__init__.py`, and `find` is defined in `package.text.finding`: the
importer has an edge to both. The package in which a module stands runs before it, and so is no import of its own.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path


def package_modules(package: Path) -> dict[str, Path]:
    """The modules of a package by name; a folder's is its `__init__`."""
    found = {}
    for path in package.rglob("*.py"):
        parts = path.relative_to(package.parent).with_suffix("").parts
        found[".".join(parts[:-1] if parts[-1] == "__init__" else parts)] = path
    return found


def nodes(path: Path) -> Iterator[ast.AST]:
    """The nodes of a file's tree, without the strings that name a module and import nothing."""
    rest: list[ast.AST] = [ast.parse(path.read_text("utf-8"))]
    while rest:
        node = rest.pop()
        if not is_resource_lookup(node) and not names_module_shown(node):
            yield node
            rest.extend(ast.iter_child_nodes(node))


def is_resource_lookup(node: ast.AST) -> bool:
    """Whether it is `resources.files("uriverse.lab")`, which finds a folder of data and imports no code of it."""
    return isinstance(node, ast.Call) and called_name(node) == "files"


def names_module_shown(node: ast.AST) -> bool:
    """Whether it is `error.__module__ = "uriverse.errors"`, the name under which a traceback shows a class."""
    return isinstance(node, ast.Assign) and any(
        isinstance(target, ast.Attribute) and target.attr == "__module__" for target in node.targets
    )


def called_name(call: ast.Call) -> str:
    """The last name of what is called: `b` of `a.b()`."""
    return call.func.attr if isinstance(call.func, ast.Attribute) else getattr(call.func, "id", "")


def re_exports(path: Path, modules: dict[str, Path]) -> dict[str, tuple[str, str]]:
    """The names that an `__init__` imports, or maps to modules to import them later: where each comes from."""
    found = {}
    for node in nodes(path):
        if isinstance(node, ast.ImportFrom) and node.module:
            found.update({alias.asname or alias.name: (node.module, alias.name) for alias in node.names})
        elif isinstance(node, ast.Dict):
            for key, value in zip(node.keys, node.values, strict=True):
                if isinstance(key, ast.Constant) and isinstance(value, ast.Constant) and value.value in modules:
                    found[str(key.value)] = (str(value.value), str(key.value))
    return found


def import_graph(package: Path) -> dict[str, set[str]]:
    """Each module and those of the package that it imports; a compiled one imports none."""
    modules = package_modules(package)
    # A compiled module has a stub and no code in Python.
    compiled = {".".join(path.relative_to(package.parent).with_suffix("").parts) for path in package.rglob("*.pyi")}
    known = {*modules, *compiled}
    given = {name: re_exports(path, modules) for name, path in modules.items() if path.stem == "__init__"}

    def defining(module: str, name: str) -> str:
        while f"{module}.{name}" not in known and name in given.get(module, {}):
            module, name = given[module][name]
        return f"{module}.{name}" if f"{module}.{name}" in known else module

    def run(importer: str, module: str) -> Iterator[str]:
        """The module and the packages around it, without those around the importer and the root."""
        while module != package.name and module:
            if module in known and not f"{importer}.".startswith(f"{module}."):
                yield module
            module = module.rpartition(".")[0]

    graph: dict[str, set[str]] = {name: set() for name in compiled}
    for importer, path in modules.items():
        edges: set[str] = set()
        for node in nodes(path):
            if isinstance(node, ast.ImportFrom) and node.module:
                for alias in node.names:
                    home = defining(node.module, alias.name)
                    edges |= {home, *run(importer, home), *run(importer, f"{node.module}.{alias.name}")}
            elif isinstance(node, ast.Import):
                edges |= {name for alias in node.names for name in (alias.name, *run(importer, alias.name))}
            elif isinstance(node, ast.Constant) and isinstance(node.value, str) and node.value in known:
                edges |= {node.value, *run(importer, node.value)}
        graph[importer] = (edges & known) - {importer}
    return graph


def computes_imports(path: Path) -> bool:
    """Whether a file imports a module by a name that it computes."""
    return any(
        isinstance(node, ast.Call)
        and called_name(node) in {"import_module", "imported", "__import__"}
        and not isinstance(node.args[0], ast.Constant)
        for node in nodes(path)
    )
