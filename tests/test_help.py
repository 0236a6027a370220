"""`help()` of what the root exports is read as a user reads it, and the stub's docstrings are made of it."""

from __future__ import annotations

import ast
import builtins
import collections.abc
import inspect
import ipaddress
import pydoc
import re
import typing
from collections.abc import Callable, Iterator

import pytest

import uriverse as uv
import uriverse.typing
from support.paths import ROOT
from support.programs import tool
from uriverse import _core

STUB = ROOT / "src" / "uriverse" / "_core.pyi"
stub_docs = tool("generate_stub_docs")
EXPORTS = {name: getattr(uv, name) for name in uv.__all__}
CLASSES = {
    name: value for name, value in EXPORTS.items() if inspect.isclass(value) and not issubclass(value, BaseException)
}


def members(kind: type) -> Iterator[tuple[str, object]]:
    """The public members that a class of this library defines, or inherits of one."""
    for owner in kind.__mro__:
        if owner.__module__.startswith("uriverse"):
            yield from ((name, value) for name, value in vars(owner).items() if not name.startswith("_"))


def calls() -> dict[str, Callable[..., object]]:
    """Each public function, and each method of a public class, by its name; each once."""
    names = {value: name for name, value in EXPORTS.items() if inspect.isroutine(value)}
    for name, kind in CLASSES.items():
        for member, value in members(kind):
            if inspect.isroutine(value):
                names.setdefault(getattr(kind, member) if isinstance(value, classmethod) else value, f"{name}.{member}")
    return {name: value for value, name in names.items()}


CALLS = calls()


def parameters(value: Callable[..., object]) -> list[inspect.Parameter]:
    """Those that a caller gives; `**others: Never` only names what is refused."""
    every = inspect.signature(value).parameters.values()
    return [each for each in every if each.name not in {"self", "cls"} and each.annotation != "Never"]


def rows(text: str, *titles: str) -> dict[str, str]:
    """The rows of a section by their names: of `a, b (str): what` both have the row."""
    section = re.search(rf"^(?:{'|'.join(titles)}):\n((?: {{4}}.*\n)+)", text + "\n", re.MULTILINE)
    heads = [row.partition(": ") for row in re.split(r"\n {4}(?! )", section[1][4:])] if section else []
    return {name: f"{head}: {text}" for head, _, text in heads for name in re.sub(r" \(.*\)$", "", head).split(", ")}


def words() -> dict[tuple[str, str], set[str]]:
    """The words that a parameter may be, by function and parameter: those of a `Literal` of the stub."""
    aliases = {name: str(getattr(uriverse.typing, name)) for name in ("Errors", "ExcessParents", "Level")}
    found: dict[tuple[str, str], set[str]] = {}
    for node in ast.walk(ast.parse(STUB.read_text("utf-8"))):
        for argument in [*node.args.args, *node.args.kwonlyargs] if isinstance(node, ast.FunctionDef) else ():
            names = re.findall(r"\w+", ast.unparse(argument.annotation or ast.Constant("")))
            kind = " ".join(
                [ast.unparse(argument.annotation or ast.Constant("")), *(aliases.get(each, "") for each in names)]
            )
            literals = "".join(re.findall(r"Literal\[(.*?)\]", kind))
            found.setdefault((node.name, argument.arg), set()).update(literals.split("'")[1::2])
    return found


WORDS = words()


@pytest.mark.parametrize("name", CALLS)
def test_help_of_a_call_has_its_parts(name: str) -> None:
    """A summary, each argument with its type and its words, the result, the errors, an example; the defaults above."""
    value, function = CALLS[name], name.rpartition(".")[2]
    text = pydoc.plain(pydoc.render_doc(value)).partition("\n\n")[2]
    # Python 3.13 gives each parameter of a long signature a line of its own.
    signature = re.match(r".*\((?:\n(?:.*\n)*? *\).*|.+)\n", text)
    assert signature and signature[0].startswith(f"{function}("), text
    help_text = inspect.cleandoc(text[signature.end() :])
    assert re.match(r"[A-Z].{20,}[.:]", help_text.partition("\n\n")[0].replace("\n", " ")), help_text
    described, given = rows(help_text, "Args"), parameters(value)
    for parameter in given:
        row = described[parameter.name]
        assert parameter.annotation is not inspect.Parameter.empty or re.search(r" \([^)]+\):", row), row
        assert {word for word in WORDS.get((function, parameter.name), ()) if f'"{word}"' not in row} == set(), row
    assert described.keys() == {parameter.name for parameter in given}, described.keys()
    nothing = inspect.signature(value).return_annotation in {None, "None"}
    assert nothing or "\nReturns:\n" in help_text, help_text
    assert not given or rows(help_text, "Raises"), help_text
    assert "\n>>> " in help_text, help_text


@pytest.mark.parametrize("name", CLASSES)
def test_help_of_a_class_has_its_signature_and_its_arguments(name: str) -> None:
    """Also of each attribute what it is: by its own words and an example, or in the row of the class."""
    kind, text = CLASSES[name], inspect.getdoc(CLASSES[name]) or ""
    whole = pydoc.plain(pydoc.render_doc(kind))
    assert "object at 0x" not in whole and "\n>>> " in text
    described = rows(text, "Args", "Attributes")
    if kind is uv.Components:
        with pytest.raises(TypeError, match=re.escape("Components come from uriverse.split()")):
            kind()
    else:
        # "resolution_clauses" is told with "resolution".
        assert [
            each.name for each in parameters(kind) if each.name not in described and f"`{each.name}`" not in text
        ] == []
    for member, value in members(kind):
        if not inspect.isroutine(value) and member not in described and f"`{member}`" not in text:
            about = inspect.getdoc(value) or ""
            assert re.match(r"\S.{10,}[.:)\"]", about.partition("\n\n")[0]) and ">>> " in about, (
                f"{name}.{member}: {about}"
            )


def test_types_in_signatures_are_public() -> None:
    """A user can write each in an annotation: it is of the standard library, or exported."""
    standard = {*dir(builtins), *typing.__all__, *collections.abc.__all__, *dir(ipaddress), "PathLike"}
    public = standard | {*uv.__all__, *uriverse.typing.__all__}
    for module in (uv.confusion, uv.errors, uv.hosts, uv.policies, uv.canonicalization, uv.text, uv.whatwg):
        public |= {*module.__all__}
    for name, value in CALLS.items():
        signature = inspect.signature(value)
        for annotation in [*(each.annotation for each in parameters(value)), signature.return_annotation]:
            if isinstance(annotation, str):
                names = re.findall(r"[\w.]*\b[A-Z]\w+", re.sub(r"Literal\[.*?\]", "", annotation))
                assert {each for each in names if each.removeprefix("whatwg.") not in public} == set(), (
                    name,
                    annotation,
                )


def test_the_stub_has_what_help_says() -> None:
    """A public definition has a docstring, which is written anew if it differs; the others stay as they are."""
    stub = STUB.read_text("utf-8")
    assert stub_docs.documented(stub, _core) == stub
    old = stub.replace('"""Read a text strictly: ', '"""Read a text leniently: ').replace(
        '    """Whether two references have',
        '    """\n    Nothing.\n    """\n\ndef none() -> int:\n    """Whether two references',
    )
    assert old != stub
    new = stub_docs.documented(old, _core)
    assert "leniently: " not in new and "Nothing." not in new
    for node in ast.parse(stub).body:
        if isinstance(node, ast.FunctionDef) and node.name in uv.__all__ and not node.decorator_list:
            assert (ast.get_docstring(node) or "").partition("\n")[0], node.name
