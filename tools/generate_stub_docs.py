"""Make the docstrings of the stub, which an editor shows, of the docstrings of the compiled module.

Their sources are the files in `crates/python/docs`, and the methods that `src/uriverse/reference/methods.py` attaches.
Every public function, class and member of `src/uriverse/_core.pyi` gets one. It is shorter than that of `help()`: a
summary, the arguments, the result and the names of errors. A member that a base class of the stub describes has none.
"""

from __future__ import annotations

import ast
import inspect
import re
from importlib import import_module
from textwrap import fill
from types import ModuleType

from generated import ROOT, Output, Outputs

WIDTH = 120
# Public classes of the stub that the root or a subject hands on; the first has no counterpart at run time.
CLASSES = {"_Parts", "URIReference", "URI", "WebURL", "RelativeReference", "Components", "URL", "URLSearchParams"}
CLASSES |= {"Glob", "QueryPairs"}
# A row of a section: an argument, or an error.
ROW = re.compile(r"\n    (?! )")
# The type of an argument.
TYPE = re.compile(r" \([^)]*\):")
TITLES = ("Args:", "Returns:", "Raises:")

Definition = ast.FunctionDef | ast.ClassDef


def outputs() -> Outputs:
    """Yield the stub."""
    import_module("uriverse.whatwg")  # it completes the type URL
    path = ROOT / "src" / "uriverse" / "_core.pyi"
    yield Output(path, documented(path.read_text("utf-8"), import_module("uriverse._core")).encode())


def documented(stub: str, core: ModuleType) -> str:
    """Return the stub with the docstrings of the compiled module instead of those that it has."""
    lines = stub.splitlines()
    for definition, doc in reversed(definitions(ast.parse(stub), core)):
        if doc:
            write(lines, definition, doc)
    return "\n".join(lines) + "\n"


def definitions(tree: ast.Module, core: ModuleType) -> list[tuple[Definition, str]]:
    """Return the stub's public definitions in order, with docstrings; only the first overload has one."""
    public = set(import_module("uriverse").__all__)
    pairs: list[tuple[Definition, str]] = []
    functions: set[str] = set()
    members: set[tuple[str, str]] = set()
    for node in tree.body:
        if isinstance(node, ast.FunctionDef) and node.name in public:
            pairs.append((node, "" if node.name in functions else documentation(core, node.name)))
            functions.add(node.name)
        elif isinstance(node, ast.ClassDef) and node.name in CLASSES:
            # The bases have no instances; their attributes are those of the final types.
            owner = core.URI if node.name in ("_Parts", "URIReference") else getattr(core, node.name)
            pairs.append((node, documentation(core, node.name)))
            # An editor shows the docstring of a base class if a member has none.
            for member in node.body:
                if isinstance(member, ast.FunctionDef) and not member.name.startswith("_"):
                    doc = documentation(owner, member.name)
                    pairs.append((member, "" if (member.name, doc) in members else doc))
                    members.add((member.name, doc))
    return pairs


def documentation(owner: object, name: str) -> str:
    """Return the docstring of a member, or ""."""
    value = getattr(owner, name, None)
    return "" if value is None else inspect.cleandoc(value.__doc__ or "")  # None itself has one from Python 3.13 on


def write(lines: list[str], definition: Definition, doc: str) -> None:
    """Replace the docstring of a definition, or insert it before the members of a class or for the "..."."""
    first = definition.body[0]
    start = min([first.lineno, *(node.lineno for node in getattr(first, "decorator_list", ()))]) - 1
    body = quoted(doc, definition.col_offset + 4)
    if isinstance(first, ast.Expr) and isinstance(first.value, ast.Constant) and first.end_lineno is not None:
        # What is before "..." in its line, and a comment after it, stay on the line of the definition.
        head = lines[start][: first.col_offset].rstrip() + lines[first.end_lineno - 1][first.end_col_offset :]
        lines[start : first.end_lineno] = [head, *body] if head else body
    else:
        lines[start:start] = [*body, ""]


def quoted(doc: str, indent: int) -> list[str]:
    """Return the lines of the shortened docstring: its summary, and what it says of arguments, result and errors."""
    width = WIDTH - indent - len('"""')
    summary, *paragraphs = doc.split("\n\n")
    sections = [shortened(paragraph, width) for paragraph in paragraphs if paragraph.startswith(TITLES)]
    mark = 'r"""' if "\\" in doc else '"""'
    text = mark + _filled(summary, width - len(mark), "", "") + ("\n\n" if sections else "") + "\n".join(sections)
    return [" " * indent + line if line else "" for line in f'{text}"""'.splitlines()]


def shortened(section: str, width: int) -> str:
    """Return a section in lines of a width: of arguments no types, which the stub has, and of errors their names."""
    title, _, rows = section.partition("\n    ")
    if title == "Args:":
        rows = [TYPE.sub(":", row, count=1) for row in ROW.split(rows)]
        return "\n".join([title, *(_filled(row, width, "    ", "        ") for row in rows)])
    if title == "Raises:":
        rows = ", ".join(row.partition(":")[0] for row in ROW.split(rows)) + "."
    return _filled(f"{title} {rows}", width, "", "    ")


def _filled(text: str, width: int, first: str, rest: str) -> str:
    options = {"break_long_words": False, "break_on_hyphens": False}
    return fill(" ".join(text.split()), width, initial_indent=first, subsequent_indent=rest, **options)
