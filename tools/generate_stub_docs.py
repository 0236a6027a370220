"""Put the compiled module's docstrings into the stub of wheels, so that an editor shows them.

    python tools/generate_stub_docs.py dist/*.whl

The source of a docstring is the Rust code, or the module that attaches the method; the repository's stub has none. The
docstrings do not depend on the platform, so they are taken from the wheel for the running Python.
"""

from __future__ import annotations

import ast
import base64
import hashlib
import importlib
import inspect
import sys
import zipfile
from importlib.machinery import EXTENSION_SUFFIXES
from pathlib import Path
from tempfile import TemporaryDirectory
from types import ModuleType

STUB = "uriverse/_core.pyi"

Definition = ast.FunctionDef | ast.ClassDef


def documentation(owner: object, name: str) -> str:
    """Return the docstring of a member, or ""."""
    value = getattr(owner, name, None)
    return "" if value is None else inspect.cleandoc(value.__doc__ or "")  # None itself has one from Python 3.13 on


def documented(stub: str, core: ModuleType) -> str:
    """Return the stub with the docstrings of the compiled module."""
    lines = stub.splitlines()
    for definition, doc in reversed(definitions(ast.parse(stub), core)):
        write(lines, definition, doc)
    return "\n".join(lines) + "\n"


def definitions(tree: ast.Module, core: ModuleType) -> list[tuple[Definition, str]]:
    """Yield the stub's definitions in order, with docstrings; only the first overload has one."""
    found: list[tuple[Definition, str]] = []
    functions: set[str] = set()
    for node in tree.body:
        if isinstance(node, ast.FunctionDef):
            found.append((node, "" if node.name in functions else documentation(core, node.name)))
            functions.add(node.name)
        elif isinstance(node, ast.ClassDef):
            found.append((node, documentation(core, node.name)))
            # The bases have no instances; their attributes are those of the final types.
            owner = core.URI if node.name in ("_Parts", "URIReference") else getattr(core, node.name, None)
            for member in node.body:
                if isinstance(member, ast.FunctionDef):
                    hidden = member.name.startswith("_")
                    found.append((member, "" if hidden else documentation(owner, member.name)))
    return found


def write(lines: list[str], definition: Definition, doc: str) -> None:
    """Insert a docstring before the members of a class, or for the "..." of a function."""
    first = definition.body[0]
    start = min([first.lineno, *(each.lineno for each in getattr(first, "decorator_list", ()))]) - 1
    body = quoted(doc, definition.col_offset + 4)
    if not (isinstance(first, ast.Expr) and isinstance(first.value, ast.Constant)):
        lines[start:start] = body
    elif body:
        before = lines[start][: first.col_offset].rstrip()
        lines[start : first.end_lineno] = [before, *body] if before else body


def quoted(doc: str, indent: int) -> list[str]:
    """Return the lines of a docstring, empty if there is none."""
    if not doc:
        return []
    first, *others = doc.splitlines()
    lines = [('r"""' if "\\" in doc else '"""') + first, *others]
    if others:
        lines.append('"""')
    else:
        lines[0] += '"""'
    return [" " * indent + line if line else "" for line in lines]


def replace_member(path: Path, member: str, content: bytes) -> None:
    """Replace a member of a wheel, and its row of RECORD (PyPA, "Binary distribution format")."""
    with zipfile.ZipFile(path) as wheel:
        members = {info: wheel.read(info) for info in wheel.infolist()}
    digest = base64.urlsafe_b64encode(hashlib.sha256(content).digest()).rstrip(b"=").decode()
    with zipfile.ZipFile(path, "w") as wheel:
        for info, old in members.items():
            if info.filename.endswith(".dist-info/RECORD"):
                rows = old.decode().splitlines()
                new = f"{member},sha256={digest},{len(content)}"
                old = "".join(f"{new if row.startswith(f'{member},') else row}\n" for row in rows).encode()
            wheel.writestr(info, content if info.filename == member else old)


def main(wheels: list[str]) -> None:
    """Document the stub of each wheel."""
    binary = f"uriverse/_core{EXTENSION_SUFFIXES[0]}"
    with TemporaryDirectory() as folder:
        for path in wheels:
            with zipfile.ZipFile(path) as wheel:
                if binary in wheel.namelist():
                    wheel.extractall(folder)
                    break
        else:
            sys.exit(f"no wheel has {binary}: give one that was built for this Python")
        sys.path.insert(0, folder)
        importlib.import_module("uriverse.whatwg")  # it completes the type URL
        core = importlib.import_module("uriverse._core")
        stub = documented(Path(folder, STUB).read_text("utf-8"), core).encode()
    for path in wheels:
        replace_member(Path(path), STUB, stub)


if __name__ == "__main__":
    main(sys.argv[1:])
