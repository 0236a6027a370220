"""Generate src/uriverse/ground/other-names.tsv: what other libraries call what we have, from docs/coming-from.

A row of a page compares two expressions, and a test runs both:

    | `up.urlsplit('http://u@h:80/a?b#c').netloc` | `uv.parse('http://u@h:80/a?b#c').authority` | ...

What follows the object is the sentence about `netloc` of a reference: "for urllib.parse's .netloc write .authority". If
nothing follows, it is about a function of the module: "for urllib.parse's quote('a/b c', safe='') write ...". The first
row that has a name counts, and only a name that we lack. Names of our packages that the root lacks have a sentence too.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from importlib import import_module
from types import ModuleType

import uriverse as uv
from generated import ROOT, Output, Outputs

PAGES = (
    *("urllib", "yarl", "httpx", "furl", "hyperlink", "rfc3986", "rfc3987", "uritools", "w3lib", "pydantic"),
    *("django", "others"),
)
FOLDER = ROOT / "docs" / "coming-from"
FILE = ROOT / "src" / "uriverse" / "ground" / "other-names.tsv"
# What makes a text of an object, and what makes another type of an answer.
WRITERS = {"decode", "encode", "geturi", "geturl", "to_text", "unsplit", "url"}
CONVERSIONS = {"bool", "list", "repr", "str", "tuple"}
OBJECT = re.compile(r"uv\.(?:parse|split|URL)\('[^']*'\)(\.(\w+).*)")
HOLDERS = {"reference": uv.URI, "Components": uv.Components}
# In the order in which a name is looked for.
PACKAGES = ("hosts", "schemes", "templates", "text", "documents", "policies", "confusion", "audit", "whatwg")


def rows(page: str) -> Iterator[tuple[str, str, str]]:
    """Yield their expression, ours and the note of each row of a page."""
    for line in (FOLDER / f"{page}.md").read_text("utf-8").splitlines():
        if line.startswith("| `"):
            theirs, ours, _, note = (cell.strip() for cell in line.strip("|").split(" | "))
            yield theirs.strip("`"), ours.strip("`"), note


def libraries(page: str) -> dict[str, str]:
    """Return the library of each name that a page imports: {"up": "urllib.parse", "URL": "yarl"}."""
    setup = re.search(r"```python\n(.*?)```", (FOLDER / f"{page}.md").read_text("utf-8"), re.DOTALL)
    assert setup is not None
    names = {}
    for statement in ast.parse(setup[1]).body:
        if isinstance(statement, ast.Assign):
            names[ast.unparse(statement.targets[0])] = ast.unparse(statement.value).partition(".")[0]
        elif isinstance(statement, ast.ImportFrom):
            names |= {alias.asname or alias.name: str(statement.module) for alias in statement.names}
        elif isinstance(statement, ast.Import):
            for alias in statement.names:
                top = alias.name.partition(".")[0]
                names |= {alias.asname: alias.name} if alias.asname else {top: top}
    return names


def unwrapped(text: str) -> str:
    """Return the source of an expression without conversions: "f(x)" of "str(f(x))" and of "f(x).geturl()"."""
    expression = ast.parse(text, mode="eval").body
    while True:
        function = expression.func if isinstance(expression, ast.Call) else expression
        is_method = isinstance(function, ast.Attribute) and not isinstance(function.value, ast.Name)
        if isinstance(function, ast.Attribute) and is_method and function.attr in WRITERS:
            expression = function.value
        elif isinstance(expression, ast.Call) and ast.unparse(function) in CONVERSIONS:
            expression = expression.args[0]
        else:
            return ast.get_source_segment(text, expression) or text


def chain(text: str) -> list[ast.expr]:
    """Return an expression, what it is called on, and so on: `a.b(c).d` gives `a.b(c).d`, `a.b(c)`, `a.b` and `a`."""
    links = [ast.parse(text, mode="eval").body]
    while isinstance(links[-1], ast.Attribute | ast.Call | ast.Subscript):
        links.append(links[-1].func if isinstance(links[-1], ast.Call) else links[-1].value)
    return links


def names_of_row(theirs: str, ours: str, known: dict[str, str]) -> Iterator[tuple[str, str, str]]:
    """Yield the holder, the name and the sentence for each name that a row is about."""
    theirs, ours = unwrapped(theirs), unwrapped(ours)
    links = chain(theirs)
    calls = [link for link in links if isinstance(link, ast.Call)]
    root = ast.unparse(links[-1])
    if root not in known or not calls:
        return
    names = [link.attr for link in links[: links.index(calls[-1])] if isinstance(link, ast.Attribute)]
    if not names:
        name = ast.unparse(calls[-1].func).rpartition(".")[2]
        written = theirs[theirs.index(f"{name}(") :]
        yield "uriverse", name, f"for {known[root]}'s {written} write {ours.replace('uv.', 'uriverse.')}"
        return
    written = theirs.encode()[calls[-1].end_col_offset :].decode()
    match = OBJECT.fullmatch(ours)
    for holder, kind in HOLDERS.items():
        if match is None or "uv." in match[1]:
            sentence = f"for {known[root]}'s {written} write {ours.replace('uv.', 'uriverse.')}"
        elif hasattr(kind, match[2]):
            sentence = f"for {known[root]}'s {written} write {match[1]}"
        else:
            continue
        yield from ((holder, name, sentence) for name in names)


def table() -> dict[tuple[str, str], str]:
    """Return the sentence for each holder and name."""
    # tldextract's word, in the two modules where people look for it.
    sentences = {(f"uriverse.{module}", "suffix"): "it is public_suffix" for module in ("columns", "hosts")}
    modules = {package: import_module(f"uriverse.{package}") for package in (*PACKAGES, "columns")}
    own = [
        (f"{package}.{name}", getattr(module, name)) for package, module in modules.items() for name in module.__all__
    ]
    # A name of columns that a reference has too is asked of a reference.
    own += [(f"parse(text).{name}", None) for name in dir(uv.URI) if not name.startswith("_")]
    for home, value in sorted(own, key=lambda row: row[0].startswith("columns.")):
        name = home.rpartition(".")[2]
        if not hasattr(uv, name) and not isinstance(value, ModuleType):
            sentences.setdefault(("uriverse", name), f"it is uriverse.{home}")
    for page in PAGES:
        known = libraries(page)
        for theirs, ours, note in rows(page):
            for holder, name, sentence in names_of_row(theirs, ours, known):
                if not hasattr(HOLDERS.get(holder, uv), name):
                    sentences.setdefault((holder, name), f"{sentence} ({note})" if note else sentence)
    return sentences


def outputs() -> Outputs:
    """Yield the table."""
    lines = sorted(f"{holder}\t{name}\t{sentence}\n" for (holder, name), sentence in table().items())
    yield Output(FILE, "".join(lines).encode())
