"""One word, one meaning: the words of public names, arguments and options, read by a program and compared.

docs/glossary.md says which of near words is which, and which are not used.
"""

from __future__ import annotations

import inspect
import re
from collections import defaultdict
from collections.abc import Callable, Iterator
from functools import cache
from importlib import import_module
from types import ModuleType
from typing import Any

import click
import pytest

import uriverse as uv
from support.commands import COMMANDS
from support.paths import ROOT
from uriverse import _core

PACKAGES = (
    *("audit", "canonicalization", "columns", "confusion", "documents", "hosts", "lab", "policies", "schemes"),
    *("templates", "text", "whatwg"),
)


@cache
def public() -> dict[str, Any]:
    """Every public name by its dotted path, with the methods of public types."""
    names: dict[str, Any] = {}
    for module in (uv, *(import_module(f"uriverse.{package}") for package in PACKAGES)):
        names |= {f"{module.__name__}.{name}": getattr(module, name) for name in module.__all__}
    for path, value in list(names.items()):
        if isinstance(value, type):
            methods = {name: getattr(member, "__func__", member) for name, member in vars(value).items()}
            names |= {f"{path}.{name}": member for name, member in methods.items() if name[0] != "_"}
    return {path: value for path, value in names.items() if not isinstance(value, ModuleType)}


def arguments() -> Iterator[tuple[str, str, inspect.Parameter]]:
    """The callable, the name and the parameter of each argument of public functions, methods and policies.

    Other types are records: their arguments are fields, whose words are those of what they describe.
    """
    for path, value in public().items():
        if not callable(value) or (isinstance(value, type) and value is not uv.Policy):
            continue
        try:
            parameters = inspect.signature(value).parameters
        except ValueError:
            continue
        yield from (
            (path, name, row) for name, row in parameters.items() if name[0] != "_" and name not in {"self", "cls"}
        )


def options() -> Iterator[tuple[tuple[str, ...], str, click.Option]]:
    """The command, the word and the parameter of each option: "no_strict" is the word "strict"."""
    for path, command in COMMANDS.items():
        for param in command.params:
            if isinstance(param, click.Option):
                word = max(param.opts, key=len).removeprefix("--").replace("-", "_")
                yield path, word.removeprefix("no_"), param


# A flag in one place and a value in another.
FLAGS_AND_VALUES = {
    "default": "the default rule of a list of suffixes; the answer to an absent name, as in a dictionary's get",
    "host": "a policy says whether a part must be there, a reference what it is",
}


def test_no_argument_is_a_flag_here_and_a_value_there() -> None:
    kinds: dict[str, set[bool]] = defaultdict(set)
    for _, name, row in arguments():
        if row.annotation is not row.empty:
            kinds[name].add(str(row.annotation).strip("'") == "bool")
    assert {name for name, found in kinds.items() if len(found) > 1} == FLAGS_AND_VALUES.keys()


# The calls that a command makes, whose arguments its options name.
GRAMMAR = (uv.Edition.from_grammar, uv.Edition.from_files)
CALLS: dict[tuple[str, ...], tuple[Callable[..., object], ...]] = {
    ("agree",): (uv.agreement,),
    ("audit",): (uv.audit.findings,),
    ("canonical",): (uv.canonical,),
    ("check",): (uv.is_valid, *GRAMMAR),
    ("convert",): (uv.to_uri, uv.hosts.to_ascii),
    ("diff",): (uv.lab.diff, *GRAMMAR),
    ("edit",): (uv.parse, uv.compose, _core.URIReference.with_pairs),
    ("explain",): (uv.lab.explain, *GRAMMAR),
    ("find",): (uv.find, uv.text.SearchOptions),
    ("lab", "suite"): (uv.lab.suite,),
    ("links",): (uv.documents.links, uv.documents.missing_targets),
    ("look",): (uv.parse,),
    ("normalize",): (uv.normalize,),
    ("parse",): (uv.parse,),
    ("policy", "check"): (uv.Policy,),
    ("policy", "compare"): (uv.Policy.beyond,),
    ("policy", "lint"): (uv.Policy, uv.Policy.lint),
    ("redact",): (uv.redact,),
    ("resolve",): (uv.resolve,),
    ("schemes",): (uv.schemes.view,),
    ("serve-columns",): (uv.columns.parse,),
    ("template", "expand"): (uv.templates.Template.expand,),
    ("table",): (uv.columns.parse, uv.columns.canonical),
}
# An option whose word is an argument's of other calls, and why it is the same word.
OF_OTHER_CALLS = {
    "edition": "explain takes several, one an option; its call has them as a sequence",
    "encoding": "the octets that a table is read from, as in decode the octets of a text",
    "file": "the place that a text comes from, as an error of a grammar names it",
    "format": "of the tables that are read, as links has the format of its documents",
    "kind": "the kind of a reference, its attribute; schemes.view has a type",
    "profile": "the canonical form under which links are unique, as for canonical",
    "sources": "where the lists of the audit come from, as links has the sources of its documents",
    "targets": "which targets links are shown, as columns.relativize has the targets to write",
    "text": "whether an argument is a text, and never the name of a file",
    "url": "whether the URL is written that Policy.url returns",
}


def test_an_option_has_the_word_of_the_argument() -> None:
    """An option with the word of some argument is that argument of the command's own call, or its reason is listed."""
    words = {name for _, name, _ in arguments()}
    own = {
        path: {name for call in calls for name in inspect.signature(call).parameters} for path, calls in CALLS.items()
    }
    others = {word for path, word, _ in options() if word in words - own.get(path, set())}
    assert others == OF_OTHER_CALLS.keys()
    assert {path for path, _, _ in options()} >= CALLS.keys()


def test_one_thing_is_asked_by_one_option() -> None:
    """Two options with one help text would be two words for one meaning."""
    words: dict[str, set[str]] = defaultdict(set)
    for _, word, param in options():
        words[param.help or ""].add(word)
    assert {text: found for text, found in words.items() if len(found) > 1} == {}


ROWS = re.findall(r"^\| ([\w, ]+) \| (.+) \| ([\w, ]+) \|$", (ROOT / "docs" / "glossary.md").read_text("utf-8"), re.M)


@pytest.mark.parametrize("refused", [row[2] for row in ROWS if row[0] not in {"word", "words"}])
def test_a_word_that_the_glossary_does_not_choose_is_no_name(refused: str) -> None:
    """Of no public name, attribute, argument, option or command."""
    used = {path.rpartition(".")[2] for path in public()} | {name for _, name, _ in arguments()}
    used |= {word for _, word, _ in options()} | {name for path in COMMANDS for name in path}
    used |= {name for kind in (uv.URI, uv.Components, uv.whatwg.URL) for name in dir(kind)}
    assert not used & set(refused.split(", "))


def test_every_exception_ends_in_error_and_is_at_the_root() -> None:
    """One `except uv.SomeError` for whatever a public call raises."""
    errors = {value for value in public().values() if isinstance(value, type) and issubclass(value, Exception)}
    assert len(errors) > 12
    assert {error.__name__ for error in errors if not error.__name__.endswith("Error")} == set()
    assert {error.__name__ for error in errors if getattr(uv, error.__name__, None) is not error} == set()
