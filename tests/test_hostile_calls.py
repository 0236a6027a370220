"""Calls with values of the right types and hostile contents: an answer or a clear error, never the end of the process.

The values follow each function's signature: the package's as it is written, the compiled module's as its stub has it.
"""

from __future__ import annotations

import ast
import contextlib
import inspect
import random
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pyarrow as pa

import uriverse as uv
from support.public_functions import VALID, public_functions, start_generator
from support.seeded import seed_and_cases
from uriverse import _core

STUB = ast.parse(Path(_core.__file__).parent.joinpath("_core.pyi").read_text("utf-8"))
# What starts programs, reads files, the network or a clock, or compiles grammars, whose work has limits of its own.
OTHERS = (
    *("uriverse.oracle", "uriverse.documents", "uriverse.lab", "uriverse.grammar", "uriverse.testing", "uriverse.cli"),
)
# A list that says that it is longer than memory is a MemoryError where the interpreter copies it.
ALLOWED = (ValueError, TypeError, LookupError, OverflowError, MemoryError)
PIECES = [
    *"/?#@:[]%.a&=;*{}é\u00df-_~+,!$\\ \0\n\x7f\ud800\udce9\U0001f600\u202e",
    *("http:", "mailto:", "file:", "urn:", "data:", "javascript:", "//", "%41", "%e9", "..", "::1", "v1."),
    *("xn--", "www.", "127.1", "0x7f", "9" * 20, "a" * 70),
]


class Liar(list[Any]):
    """A list that says that it is longer than memory."""

    def __len__(self) -> int:
        return 10**12

    def __length_hint__(self) -> int:
        return 10**12


def text(draw: random.Random) -> str:
    return "".join(draw.choices(PIECES, k=draw.choice((0, 1, 2, 4, 8, 30))))


def column(draw: random.Random) -> Any:
    texts = [draw.choice((None, text(draw))) for _ in range(draw.choice((0, 1, 1, 3, 3, 3, 70)))]
    octets = [None if each is None else each.encode("utf-8", "surrogatepass") for each in texts]
    plain = [None if each is None else each.encode("utf-8", "replace").decode() for each in texts]
    kinds: tuple[Callable[[], Any], ...] = (
        *(lambda kind=kind: pa.array(plain, kind) for kind in (pa.string(), pa.large_string(), pa.string_view())),
        lambda: pa.array(octets, pa.binary()),
        lambda: pa.array(plain, pa.string()).dictionary_encode(),
        lambda: pa.chunked_array([pa.array(plain, pa.string()), pa.array(plain[::2], pa.string())]),
        lambda: pa.nulls(len(plain)),
        lambda: pa.table({"url": pa.array(plain, pa.string())}),
        lambda: pa.array(range(len(plain))),
        lambda: uv.columns.Column(plain),
    )
    return draw.choice(kinds)()


NAMED: dict[str, Callable[[random.Random], Any]] = {
    "str": text,
    "bytes": lambda draw: text(draw).encode("utf-8", "surrogatepass"),
    "int": lambda draw: draw.choice((-(2**63), -1, 0, 1, 2, 7, 65536, 2**31, 2**64, 10**30)),
    "float": lambda draw: draw.choice((-1.0, 0.5, float("nan"), float("inf"))),
    "bool": lambda draw: draw.random() < 0.5,
    "None": lambda _: None,
    "Any": lambda draw: draw.choice((None, 1, text(draw))),
    "object": lambda draw: draw.choice((None, 1, text(draw))),
    "Text": lambda draw: draw.choice((text(draw), text(draw).encode("utf-8", "surrogatepass"), VALID["self"])),
    "URI": lambda _: VALID["self"],
    "URIReference": lambda _: VALID["self"],
    "Components": lambda draw: uv.split(text(draw)),
    "ArrowColumn": column,
    "Column": column,
    "AnyEdition": lambda draw: draw.choice((None, *uv.EDITIONS, "whatwg", uv.EDITIONS["rfc3986"], "rfc0")),
    "EditionId": lambda draw: draw.choice((*uv.EDITIONS, "rfc0")),
    "Edition": lambda draw: uv.EDITIONS[draw.choice(list(uv.EDITIONS))],
    "Level": lambda draw: draw.choice(("syntax", "scheme", "protocol", "")),
    "SuffixTable": lambda _: _core.SuffixTable([("com", "icann"), ("*.ck", "icann"), ("!www.ck", "icann")]),
    "CanonicalSteps": lambda _: _core.CanonicalSteps([("strip-www", {})]),
    "Callable": lambda draw: draw.choice((str, len, lambda *given: given[0] if given else None)),
    "dict": lambda draw: {text(draw): draw.choice((text(draw), None, 1, [text(draw)])) for _ in range(3)},
}
NAMED["Mapping"] = NAMED["dict"]
SEVERAL = {"list", "Sequence", "Iterable", "Collection", "Iterator"}


def value(annotation: ast.expr | None, name: str, draw: random.Random) -> Any:
    """A value of a type; of one that is not known, the one that tests give a parameter of that name."""
    match annotation:
        case ast.BinOp(left, ast.BitOr(), right):
            return value(draw.choice((left, right)), name, draw)
        case ast.Constant(None):
            return None
        case ast.Constant(str(written)):
            return value(ast.parse(written, mode="eval").body, name, draw)
        case ast.Attribute(_, attribute):
            return value(ast.Name(attribute), name, draw)
        case ast.Subscript(ast.Name("Literal"), choices):
            words = choices.elts if isinstance(choices, ast.Tuple) else [choices]
            return draw.choice([*(ast.literal_eval(word) for word in words), text(draw)])
        case ast.Subscript(ast.Name(kind), inner) if kind in SEVERAL:
            items = [value(inner, name, draw) for _ in range(draw.choice((0, 1, 3)))]
            return draw.choice((items, Liar(items)))
        case ast.Subscript(ast.Name("tuple"), ast.Tuple(parts)):
            return tuple(value(part, name, draw) for part in parts if not isinstance(part, ast.Constant))
        case ast.Subscript(ast.Name("dict" | "Mapping"), ast.Tuple([_, ast.Name(kind)])) if kind not in NAMED:
            return {}
        case ast.Subscript(ast.Name(kind), _) | ast.Name(kind) if kind in NAMED:
            return NAMED[kind](draw)
        case ast.Subscript(ast.Name(kind), _) if kind in SEVERAL:
            return Liar([text(draw)])
    given = VALID.get(name, "")
    return draw.choice((given, text(draw))) if isinstance(given, str) else given


def of_stub() -> Iterator[tuple[str, Callable[..., Any], list[tuple[str, ast.expr | None, bool, bool]]]]:
    """Functions and classes of the compiled module; of each parameter whether it is required, and by keyword alone."""
    for node in STUB.body:
        for made in node.body if isinstance(node, ast.ClassDef) else [node]:
            if not isinstance(made, ast.FunctionDef) or (made is not node and made.name != "__new__"):
                continue
            named = node.name  # type: ignore[attr-defined]
            positional = made.args.posonlyargs + made.args.args
            first = len(positional) - len(made.args.defaults)
            parameters = [(a.arg, a.annotation, at < first, False) for at, a in enumerate(positional) if a.arg != "cls"]
            parameters += [
                (a.arg, a.annotation, default is None, True)
                for a, default in zip(made.args.kwonlyargs, made.args.kw_defaults, strict=True)
            ]
            if hasattr(_core, named) and not f"_core.{named}".startswith(OTHERS):
                yield f"_core.{named}", getattr(_core, named), parameters


def of_package() -> Iterator[tuple[str, Callable[..., Any], list[tuple[str, ast.expr | None, bool, bool]]]]:
    for name, function in public_functions():
        if name.startswith(OTHERS):
            continue
        parameters = []
        for each in inspect.signature(function).parameters.values():
            if each.kind not in (each.VAR_KEYWORD, each.VAR_POSITIONAL):
                annotation = each.annotation if isinstance(each.annotation, str) else "object"
                written = ast.parse(annotation, mode="eval").body
                parameters.append((each.name, written, each.default is each.empty, each.kind is each.KEYWORD_ONLY))
        yield name, function, parameters


FUNCTIONS = [*of_stub(), *of_package()]


def arguments(parameters: list[Any], draw: random.Random) -> tuple[list[Any], dict[str, Any]]:
    """What to call a function with: all that it requires, and some of the others."""
    positional: list[Any] = []
    keywords: dict[str, Any] = {}
    for name, annotation, is_required, by_keyword in parameters:
        given = VALID["self"] if name == "self" else value(annotation, name, draw)
        if is_required and not by_keyword and not keywords:
            positional.append(given)
        elif is_required or draw.random() < 0.4:
            keywords[name] = given
    return positional, keywords


def test_every_call_is_an_answer_or_a_clear_error() -> None:
    """Fewer than half of the calls are refused for a type: what the others reach is the function itself."""
    seed, cases = seed_and_cases(28, 6000)
    draw = random.Random(seed)
    refused_types = 0
    for number in range(cases):
        name, function, parameters = (
            FUNCTIONS[number % len(FUNCTIONS)] if number < len(FUNCTIONS) else draw.choice(FUNCTIONS)
        )
        positional, keywords = arguments(parameters, draw)
        try:
            start_generator(function(*positional, **keywords))
        except TypeError:
            refused_types += 1
        except ALLOWED:
            pass
        except BaseException as error:
            with contextlib.suppress(Exception):
                error.add_note(f"seed {seed}, call {number}: {name}(*{positional!r:.500}, **{keywords!r:.500})")
            raise
    assert refused_types < cases / 2


def test_a_list_that_is_shorter_than_it_says() -> None:
    """Every list that the compiled module takes; memory for 10^12 items would end the process."""
    draw = random.Random(1)
    for _, function, parameters in of_stub():
        for at, (_, annotation, _, _) in enumerate(parameters):
            if annotation is None or "list[" not in ast.unparse(annotation):
                continue
            positional, keywords = arguments([(*each[:2], True, each[3]) for each in parameters], draw)
            given = [*positional, *keywords.values()]
            given[at] = given[at] if isinstance(given[at], Liar) else Liar([given[at]])
            with contextlib.suppress(*ALLOWED):
                function(*given[: len(positional)], **dict(zip(keywords, given[len(positional) :], strict=True)))
