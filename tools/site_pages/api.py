"""A page for each public module: its docstring, then those of all exports."""

from __future__ import annotations

import ast
import inspect
import pkgutil
from collections.abc import Iterator
from functools import cache
from importlib import import_module
from itertools import pairwise
from types import ModuleType

import uriverse

FOLDER = "reference/api"
ABOUT = "The Python API of uriverse: every module with its functions, classes and errors, their types and examples."
# What the root hands on from them is documented there: its classes would be described twice.
HOMES = ("uriverse.errors", "uriverse.policies")
# Public modules outside packages.
MODULES = ("uriverse.data", "uriverse.errors", "uriverse.iris", "uriverse.typing", "uriverse.integrations.logging")


def pages() -> Iterator[tuple[str, str]]:
    """Yield the index, and a page for each module that has an `__all__`."""
    names = ["uriverse", *sorted({*_packages(), *MODULES})]
    modules = [module for module in map(import_module, names) if _exported(module)]
    listed = "\n".join(f"   {module.__name__}" for module in modules)
    heads = "\n".join(f"   * - :doc:`{each.__name__}`\n     - {_first_sentence(each)}" for each in modules)
    title = "The API, from its docstrings"
    yield (
        f"{FOLDER}/index.rst",
        f"{title}\n{'=' * len(title)}\n\n.. description: {ABOUT}\n\n.. list-table::\n   :widths: 30 70\n\n{heads}\n\n"
        f".. toctree::\n   :hidden:\n   :maxdepth: 1\n\n{listed}\n",
    )
    for module in modules:
        yield f"{FOLDER}/{module.__name__}.rst", _page(module)


def _packages() -> Iterator[str]:
    for found in pkgutil.iter_modules(uriverse.__path__, "uriverse."):
        if found.ispkg and found.name not in {"uriverse.cli", "uriverse.integrations"}:
            yield found.name


def _exported(module: ModuleType) -> list[str]:
    """Return the exports of a module: functions and classes first, then data; submodules have their own pages."""
    names = getattr(module, "__all__", ())
    found = {name: getattr(module, name) for name in names if not name.startswith("_")}
    return [name for name, value in found.items() if not inspect.ismodule(value)]


def _page(module: ModuleType) -> str:
    name = module.__name__
    groups: dict[str, list[str]] = {"Functions": [], "Classes": [], "Errors": [], "Data": []}
    elsewhere = []
    for each in sorted(_exported(module), key=str.lower):
        value = getattr(module, each)
        home = _home(module, each, value)
        if home is None:
            groups[_group(value)].append(each)
        else:
            elsewhere.append(f":py:obj:`{home}.{each}`")
    parts = [f"{name}\n{'=' * len(name)}\n\n.. automodule:: {name}\n   :no-members:\n\n"]
    for title, names in groups.items():
        if names:
            parts.append(f"{title}\n{'-' * len(title)}\n\n")
            parts += [_directive(f"{name}.{each}", title, getattr(module, each)) for each in names]
    if elsewhere:
        parts.append(f"Also available here, documented there: {', '.join(elsewhere)}.\n")
    return "".join(parts)


def _home(module: ModuleType, name: str, value: object) -> str | None:
    """Return the public module that documents a re-exported value; None if it is this one."""
    defined = ".".join(str(getattr(value, "__module__", "")).split(".")[:2])
    handed_on = defined not in {module.__name__, "uriverse._core"} and defined in {*_packages(), *MODULES}
    handed_on = handed_on and name in _exported(import_module(defined))
    is_error = _group(value) == "Errors"
    return defined if handed_on and (module is not uriverse or is_error or defined in HOMES) else None


def _group(value: object) -> str:
    if inspect.isclass(value):
        return "Errors" if issubclass(value, BaseException) else "Classes"
    return "Functions" if inspect.isroutine(value) else "Data"


def _directive(path: str, group: str, value: object) -> str:
    if group == "Functions":
        return f".. autofunction:: {path}\n\n"
    name = path.rpartition(".")[2]
    if group == "Data" and path.startswith("uriverse.typing."):
        return f".. py:type:: {name}\n   :canonical: {value}\n\n   {_about_types().get(name, '')}\n\n"
    if group == "Data":
        about = (
            inspect.cleandoc(type(value).__doc__ or "").split("\n\n")[0] if type(value).__module__ != "builtins" else ""
        )
        indented = "\n".join(f"   {line}" for line in about.splitlines())
        return f".. py:data:: {name}\n\n{indented}\n\n"
    kind = "autoexception" if group == "Errors" else "autoclass"
    members = "" if group == "Errors" else "   :members:\n"
    return f".. {kind}:: {path}\n{members}\n"


@cache
def _about_types() -> dict[str, str]:
    """Return what stands below the definitions of types: the strings after the assignments, which run time forgets."""
    found = {}
    for module in ("uriverse.typing", "uriverse.reference.queries"):
        for node, about in pairwise(ast.parse(inspect.getsource(import_module(module))).body):
            if isinstance(node, ast.AnnAssign) and isinstance(about, ast.Expr):
                found[ast.unparse(node.target)] = ast.literal_eval(about.value)
    return found


def _first_sentence(module: ModuleType) -> str:
    return inspect.cleandoc(module.__doc__ or "").split("\n\n")[0].replace("\n", " ")
