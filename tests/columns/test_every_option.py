"""Every value of every option of every column function: over each kind of column, and beside the single call.

The values follow from the annotations, so that a new function, option or word is tried without anybody's help.
"""

from __future__ import annotations

import inspect
import re
import typing
from collections.abc import Callable, Iterator
from typing import Any

import pyarrow as pa
import pytest

import uriverse as uv
from columns.test_every_function import CASES, TEXTS
from columns.test_found_in_texts import match
from support import single
from uriverse import columns as uc
from uriverse import hosts
from uriverse.canonicalization import PROFILES
from uriverse.columns.functions import FUNCTIONS
from uriverse.hosts import international
from uriverse.text import delimiters

# By the type of an option, or by its name if the type has no words: the values that are tried.
BY_TYPE: dict[str, tuple[Any, ...]] = {
    "bool": (False, True),
    "int": (0, 1, 2, 3),
    "AnyEdition": (None, "rfc1630", "rfc1808", "rfc2396", "rfc3987", single.house(), "whatwg"),
    "EditionId | Edition": ("rfc1738", "rfc2732", "rfc3986", "rfc3987", single.house()),
    "Level": ("string", "case", "percent", "path", "syntax", "scheme"),
    "Rules": typing.get_args(international.Rules),
    "Hyphens": typing.get_args(delimiters.Hyphens),
    "Schemes": ("registered", "any", ("http", "é", "x")),
    "ExcessParents | None": (None, "keep", "drop", "refuse"),
    "ProfileId | Profile": tuple(PROFILES),
    "SuffixList | None": (None, hosts.SuffixList.from_text("h.example\n*.uk\n!h.uk\n")),
}
BY_NAME: dict[str, tuple[Any, ...]] = {
    "b": ("http://h/", None),
    "base": ("http://a/b/c?d", None),
    "component": ("path", "query", "userinfo", "segment"),
    "document": (None,),
    "name": ("b", "", "é"),
    "policy": (None, uv.Policy()),
    "profile": ("security", "style", "all", ("port-zero",)),
    "rule": (None, "segment", "host"),
    "scheme": (None, "http", "mailto"),
    "set": ({"b": 2},),
    "add": ([("c", "d")],),
    "remove": ("b", ["b", "a*"]),
    "template": ("/{a}", "{?a*}"),
    "want": (None,),
}
# Texts at which options differ, beside those of the cases.
MORE = [
    *(
        "%FF%41",
        "http://h:080/?b=%C3%A9+x&b",
        "a_b.example",
        "straße.example",
        "see mailto:é@b.example",
        "http://h/א״ and",
    ),
    *("http://a.github.io/../../x;p", "//a.co.uk:", "?b#b", "{}", '{"a": ["x", "é"]}', "", "http://[::1]:65536/%zz"),
]
ALL = [*TEXTS, *MORE]
# Octets that are no text, which a decoder or an encoder may be given.
OCTETS = [b"http://h/\xff", b"%FF\x80", None, b"a\xed\xb3\xbf", b"http://h/?b=%FF\xff"]


def values(parameter: inspect.Parameter) -> tuple[Any, ...]:
    annotation = str(parameter.annotation)
    if words := re.fullmatch(r"Literal\[(.*)\]", annotation):
        return tuple(word.strip("' ") for word in words[1].split(","))
    return BY_TYPE.get(annotation) or BY_NAME[parameter.name]


def calls() -> Iterator[tuple[Callable[..., Any], dict[str, Any]]]:
    """Each function with each value of each option, the others at their defaults and as its case has them."""
    for function in {row.name: row.run for row in FUNCTIONS}.values():
        column, *parameters = inspect.signature(function).parameters.values()
        assert "ArrowColumn" in str(column.annotation), function
        arguments, options, _ = CASES[function.__name__]
        names = [parameter.name for parameter in parameters]
        needed = dict(zip(names, arguments, strict=False))
        needed |= {
            each.name: options[each.name] for each in parameters if each.default is each.empty and each.name in options
        }
        for fixed in (needed, {**needed, **options}) if options else (needed,):
            for parameter in parameters:
                for value in values(parameter):
                    yield function, {**fixed, parameter.name: value}


def rows(function: Callable[..., Any], column: Any, options: dict[str, Any]) -> Any:
    """The rows, or the error's type: a level that an edition lacks, a component that it has not."""
    try:
        return function(column, **options).to_pylist()
    except (ValueError, LookupError, TypeError) as error:
        return type(error)


CALLS: dict[str, list[tuple[Callable[..., Any], dict[str, Any]]]] = {}
for called, with_options in calls():
    CALLS.setdefault(called.__name__, []).append((called, with_options))


def kinds(texts: list[str | None]) -> dict[str, Any]:
    """The same rows as each kind of column."""
    plain = pa.array(texts, pa.string())
    octets = pa.array([None if text is None else text.encode() for text in texts], pa.binary())
    half = len(texts) // 2
    return {
        "large": plain.cast(pa.large_string()),
        "view": plain.cast(pa.string_view()),
        "dictionary": plain.dictionary_encode(),
        "octets": octets,
        "dictionary of octets": octets.dictionary_encode(),
        "chunks": pa.chunked_array([plain[:half], plain[half:half], plain[half:]]),
        "slice": pa.concat_arrays([plain[:3], plain])[3:],
        "native": uc.Column(texts),
    }


KINDS = kinds(ALL)
# Of octets, `find` counts octets, and `encode` encodes them.
TAKES_OCTETS = {"find", "encode"}


@pytest.mark.parametrize("name", CASES)
def test_each_kind_of_column_has_the_same_rows(name: str) -> None:
    for function, options in CALLS[name]:
        expected = rows(function, pa.array(ALL, pa.string()), options)
        for kind, column in KINDS.items():
            if not ("octets" in kind and name in TAKES_OCTETS):
                assert rows(function, column, options) == expected, (kind, options)
        for nothing in (pa.array([], pa.string()), pa.nulls(3, pa.string())):
            answer = rows(function, nothing, options)
            assert answer is expected if isinstance(expected, type) else len(answer) == len(nothing), options
        octets = pa.array(OCTETS, pa.binary())
        assert rows(function, octets.dictionary_encode(), options) == rows(function, octets, options), options


def resolved(text: str, base: str, **options: Any) -> str | None:
    """None for the same document, which is no URI."""
    target = uv.resolve(text, base, **options)
    return None if isinstance(target, uv.SameDocument) else str(target)


def decoded(text: str, **options: Any) -> str | None:
    """None for octets that are not UTF-8, which no column of text holds."""
    answer = uv.decode(text, **options)
    return answer if isinstance(answer, str) and answer.isprintable() else None


def iri(text: str, edition: Any) -> Any:
    return uv.parse(text, edition=edition or ("rfc3986" if text.isascii() else "rfc3987"))


# The options that only a column has.
OF_COLUMNS = {"threads", "keep_refused", "want"}
# The single calls that have the options of the column's function under the same names.
SINGLE: dict[str, Callable[..., Any]] = {
    "canonical": uv.canonical,
    "canonical_key": uv.canonical_key,
    "public_suffix": lambda text, edition=None, **options: hosts.public_suffix(iri(text, edition), **options),
    "domain": lambda text, edition=None, **options: hosts.domain(iri(text, edition), **options),
    "subdomain": lambda text, edition=None, **options: hosts.subdomain(iri(text, edition), **options),
    "site": hosts.site,
    "errors": lambda text, edition="rfc3986": single.error(text, edition),
    "is_valid": uv.is_valid,
    "encode": uv.encode,
    "decode": decoded,
    "equivalent": lambda a, **options: uv.equivalent(a, options.pop("b"), **options),
    "find": lambda text, **options: [match(row) for row in uv.find(text, **options)],
    "normalize": lambda text, **options: str(uv.normalize(text, **options)),
    "to_uri": lambda text, **options: str(uv.to_uri(text, **options)),
    "to_ascii": hosts.to_ascii,
    "to_unicode": hosts.to_unicode,
    "mend": lambda text, **options: str(uv.mend(text, **options).reference),
    "relativize": lambda text, base, **options: str(uv.relativize(text, base, **options)),
    "resolve": resolved,
}


@pytest.mark.parametrize("name", SINGLE)
def test_each_row_is_the_single_calls(name: str) -> None:
    """Where the column is an error, so is every call; where a row is null, the call refuses the text."""
    for function, options in CALLS[name]:
        keeps_refused = options.get("keep_refused", False)
        if (
            options.get("edition") == "whatwg"
            or None in options.values()
            or (keeps_refused and name == "canonical_key")
        ):
            continue
        alone = {
            option: value for option, value in options.items() if option not in {"threads", "keep_refused", "want"}
        }

        def single_call(text: str, alone: dict[str, Any] = alone, keeps_refused: bool = keeps_refused) -> Any:
            try:
                return SINGLE[name](text, **alone)
            except (ValueError, LookupError, TypeError):
                return text if keeps_refused else None

        answers = rows(function, uc.Column(ALL), options)
        expected = [None if text is None else single_call(text) for text in ALL]
        assert answers == expected or (isinstance(answers, type) and not any(expected)), options
