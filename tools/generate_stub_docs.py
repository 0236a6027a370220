"""Put the compiled module's docstrings into its stub, so that an editor shows them.

    python tools/generate_stub_docs.py           # write src/uriverse/_core.pyi
    python tools/generate_stub_docs.py --check   # tell whether it is current

A docstring is written once, beside the code: in Rust, or in the module that attaches the method. Run this after a
change of one, with the module built. The stub's signatures are written by hand; only what follows a signature changes.
"""

from __future__ import annotations

import ast
import inspect
import subprocess
import sys
from pathlib import Path

import uriverse.whatwg  # noqa: F401  # it completes the type URL
from uriverse import _core

STUB = Path(__file__).parent.parent / "src" / "uriverse" / "_core.pyi"

Definition = ast.FunctionDef | ast.ClassDef


def documentation(owner: object, name: str) -> str:
    """The docstring of a member, "" if it has none."""
    return inspect.cleandoc(getattr(getattr(owner, name, None), "__doc__", None) or "")


def documented(stub: str) -> str:
    """The stub with the docstrings of what it declares."""
    lines = stub.splitlines()
    for definition, doc in reversed(list(definitions(ast.parse(stub)))):
        write(lines, definition, doc)
    return formatted("\n".join(lines) + "\n")


def definitions(tree: ast.Module) -> list[tuple[Definition, str]]:
    """What the stub declares, in its order, with its docstring; of overloads only the first has one."""
    found: list[tuple[Definition, str]] = []
    functions: set[str] = set()
    for node in tree.body:
        if isinstance(node, ast.FunctionDef):
            found.append((node, "" if node.name in functions else documentation(_core, node.name)))
            functions.add(node.name)
        elif isinstance(node, ast.ClassDef):
            found.append((node, documentation(_core, node.name)))
            # The base has no instances of its own; its attributes are those of its two final kinds.
            owner = _core.URI if node.name == "URIReference" else getattr(_core, node.name, None)
            for member in node.body:
                if isinstance(member, ast.FunctionDef):
                    hidden = member.name.startswith("_")
                    found.append((member, "" if hidden else documentation(owner, member.name)))
    return found


def write(lines: list[str], definition: Definition, doc: str) -> None:
    """Replace the docstring of a definition, or the "..." of a function, in the lines of the stub."""
    first = definition.body[0]
    is_doc = isinstance(first, ast.Expr) and isinstance(first.value, ast.Constant)
    if isinstance(definition, ast.ClassDef) and not is_doc:
        # The members follow; a class without a docstring gets a line before them.
        at = first.lineno - 1 - len(getattr(first, "decorator_list", ()))
        lines[at:at] = quoted(doc, 4)
        return
    start, end = first.lineno - 1, first.end_lineno
    before = lines[start][: first.col_offset].rstrip()
    body = quoted(doc, definition.col_offset + 4)
    if isinstance(definition, ast.FunctionDef) and not body:
        lines[start:end] = [f"{before} ..."] if before else [" " * first.col_offset + "..."]
    else:
        lines[start:end] = [before, *body] if before else body


def quoted(doc: str, indent: int) -> list[str]:
    """The lines of a docstring; none if there is no docstring."""
    if not doc:
        return []
    first, *others = doc.splitlines()
    lines = [('r"""' if "\\" in doc else '"""') + first, *others]
    if others:
        lines.append('"""')
    else:
        lines[0] += '"""'
    return [" " * indent + line if line else "" for line in lines]


def formatted(text: str) -> str:
    """The text as the linter's formatter writes it."""
    command = ["ruff", "format", "--stdin-filename", str(STUB), "-"]
    return subprocess.run(command, input=text, capture_output=True, text=True, check=True).stdout


def main() -> None:
    """Write the stub, or with --check say whether it is current."""
    old = STUB.read_text("utf-8")
    new = documented(old)
    if "--check" not in sys.argv[1:]:
        STUB.write_text(new, "utf-8")
    elif new != old:
        sys.exit(f"{STUB.name} is not current: run python tools/generate_stub_docs.py")


if __name__ == "__main__":
    main()
