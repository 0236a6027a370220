"""Each row of the table of column functions: the single call judges it, and every engine gives the kernel's rows."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pandas as pd
import polars as pl
import pyarrow as pa
import pytest

import uriverse as uv
import uriverse.columns.pandas
import uriverse.columns.polars
from columns.test_agreement_column import single as agreement_row
from columns.test_found_in_texts import finding, match
from columns.test_kernels_are_the_single_calls import levels
from support import single
from uriverse import audit, hosts
from uriverse import columns as uc
from uriverse.columns.functions import FUNCTIONS
from uriverse.columns.kernels.views import parts_of
from uriverse.columns.methods import Method, Methods
from uriverse.schemes import view
from uriverse.templates import Template

BASE = "http://www.x.example/y/z"
POLICY = uv.Policy(schemes={"http", "https"}, userinfo=True)
WANT = ("scheme", "port", "query", "kind")
TEXTS = [
    *("http://u@www.h.example:80/a//b?b=c&d#e", None, "../g?b=%20", "http://h/a b", "HTTP://H/%7e", "mailto:a@b", "é"),
    *('{"a": 1}', "h.example", "//www.h.co.uk/a;p", "xn--bcher-kva.example", "http://xn--80ak6aa92e.com/%C3%A9"),
    *("http://www.bücher.example/é", "xn--a"),
]


def _split(text: str) -> dict[str, Any]:
    found = uv.split(text)
    return {name: getattr(found, name) for name in uc.SPLIT_WANT}


def _iri(text: str) -> uv.URIReference:
    """As functions of names read a text without an edition."""
    return uv.parse(text, edition="rfc3986" if text.isascii() else "rfc3987")


def _bare(text: str) -> str:
    host = _iri(text).host or ""
    return text.replace(host, host.removeprefix("www."), 1)


def _listed(value: Any) -> Any:
    return list(value) if isinstance(value, tuple) else value


def _viewed(text: str) -> Any:
    return (
        {part: _listed(getattr(view(text), part)) for part in parts_of("http")} if text[:5].lower() == "http:" else None
    )


def _expanded(text: str) -> str | None:
    return Template("/{a}").expand(json.loads(text)) if text.startswith("{") else None


def _pandas(found: Any) -> list[Any]:
    """A series of pandas, or a frame, as the rows of a column."""
    if isinstance(found, pd.DataFrame):
        return [
            dict(zip(found, row, strict=True)) for row in zip(*(_pandas(found[name]) for name in found), strict=True)
        ]
    return pa.array(found).to_pylist()


# The arguments after the column, the options, and the single call.
CASES: dict[str, tuple[tuple[Any, ...], dict[str, Any], Callable[[str], Any]]] = {
    **{name: ((), {}, lambda text, name=name: getattr(uv.parse(text), name)) for name in single.COMPONENTS},
    "params": ((), {"edition": "rfc1808"}, lambda text: uv.parse(text, edition="rfc1808").params),
    "is_valid": ((), {"rule": "segment"}, lambda text: uv.is_valid(text, rule="segment")),
    "errors": ((), {"edition": "rfc2396"}, lambda text: single.error(text, "rfc2396")),
    "admits": ((), {"policy": POLICY}, POLICY.admits),
    "equivalent": ((BASE,), {"level": "scheme"}, lambda text: uv.equivalent(text, BASE, level="scheme")),
    "resolve": ((BASE,), {}, lambda text: str(uv.resolve(text, BASE))),
    "relativize": ((BASE,), {}, lambda text: str(uv.relativize(text, BASE))),
    "normalize": ((), {"level": "case"}, lambda text: str(uv.normalize(text, level="case"))),
    "url": ((), {}, lambda text: str(uv.URL(text))),
    "encode": ((), {"component": "segment"}, lambda text: uv.encode(text, component="segment")),
    "decode": ((), {}, uv.decode),
    "to_uri": ((), {"host": "percent"}, lambda text: str(uv.to_uri(text, host="percent"))),
    "to_iri": ((), {}, lambda text: str(uv.to_iri(text))),
    "to_ascii": ((), {"rules": "dns"}, lambda text: hosts.to_ascii(text, rules="dns")),
    "to_unicode": ((), {}, hosts.to_unicode),
    "display": ((), {}, uv.display),
    "mend": ((), {}, lambda text: str(uv.mend(text).reference)),
    "canonical": ((), {"profile": "crawl"}, lambda text: uv.canonical(text, profile="crawl")),
    "canonical_key": ((), {"profile": "crawl"}, lambda text: uv.canonical_key(text, profile="crawl")),
    "public_suffix": ((), {}, lambda text: hosts.public_suffix(_iri(text))),
    "domain": ((), {"default": False}, lambda text: hosts.domain(_iri(text), default=False)),
    "subdomain": ((), {"private": False}, lambda text: hosts.subdomain(_iri(text), private=False)),
    "site": ((), {"schemeful": False}, lambda text: hosts.site(text, schemeful=False)),
    "origin": ((), {}, lambda text: None if hosts.origin(text) is None else str(hosts.origin(text))),
    "query_value": (("b",), {}, lambda text: single.query_value(text, "b", form=False, edition=None)),
    "query_pairs": ((), {}, lambda text: single.query_pairs(text, form=False, edition=None)),
    "query_names": ((), {}, lambda text: [name for name, _ in uv.query_pairs(uv.parse(text).query or "")]),
    "with_pairs": ((), {"set": {"b": 1}}, lambda text: str(uv.parse(text).with_pairs(set={"b": 1}))),
    "parse": ((), {"want": WANT}, lambda text: {name: getattr(uv.parse(text), name) for name in WANT}),
    "split": ((), {}, _split),
    "without_www": ((), {}, _bare),
    "tld": ((), {}, lambda text: hosts.public_suffix(_iri(text), suffixes=hosts.SuffixList({}))),
    "hierarchy": ((), {}, lambda text: levels(text, "rfc3986")),
    "path_hierarchy": ((), {}, lambda text: levels(text, "rfc3986", path_only=True)),
    "agreement": ((), {}, agreement_row),
    "find": ((), {"schemes": "any"}, lambda text: [match(each) for each in uv.find(text, schemes="any")]),
    "audit": ((), {"profile": "style"}, lambda text: [finding(row) for row in audit.findings(text, profile="style")]),
    "view": (("http",), {}, _viewed),
    "template": (("/{a}",), {}, _expanded),
}


def test_every_function_has_a_case() -> None:
    names = {row.name for row in FUNCTIONS}
    assert names == set(CASES), "CASES above judges each function of columns by a single call"
    assert names == set(uc.__all__) - {"Column", "DEFAULT_WANT", "SPLIT_WANT", "URL_ATTRIBUTES"}, "columns/__init__.py"
    assert names == {name for name, method in vars(Methods).items() if isinstance(method, Method)}, "columns/methods.py"


def test_what_the_url_standard_has_no_answer_for_is_no_function_by_it() -> None:
    """The engines register functions by the URL Standard alone where they do not raise."""
    for row in FUNCTIONS:
        arguments, options, _ = CASES[row.name]
        if "edition" in {each.name for each in row.parameters} and not {"want", "rule"} & options.keys():
            try:
                row.run(uc.Column(["http://h/a?b=c"]), *arguments, **{**options, **row.fixed, "edition": "whatwg"})
            except ValueError as error:
                assert not row.by_url_standard, f"{row.sql}: {error}"


@pytest.mark.parametrize("name", CASES)
def test_each_row_is_the_single_calls(name: str) -> None:
    arguments, options, twin = CASES[name]

    def single_call(text: str) -> Any:
        try:
            return twin(text)
        except (ValueError, uv.schemes.UnknownSchemeError):
            return None

    expected = [None if text is None else single_call(text) for text in TEXTS]
    found = getattr(uc, name)(uc.Column(TEXTS), *arguments, **options).to_pylist()
    nothing = dict.fromkeys(found[0]) if isinstance(found[0], dict) and name == "parse" else None
    assert found == [
        nothing if row is None and text is not None else row for text, row in zip(TEXTS, expected, strict=True)
    ]
    assert any(row is not None for row in expected)


@pytest.mark.parametrize("name", CASES)
def test_the_engines_give_the_kernels_rows(name: str) -> None:
    """Polars' three engines, with the type that was announced; and pandas."""
    arguments, options, _ = CASES[name]
    rows = getattr(uc, name)(uc.Column(TEXTS), *arguments, **options).to_pylist()
    lazy = pl.LazyFrame({"url": TEXTS}).select(found=getattr(pl.col("url").uri, name)(*arguments, **options))
    for frame in (lazy.collect(), lazy.collect(engine="streaming")):
        assert frame["found"].to_list() == rows
        assert frame.schema == lazy.collect_schema()
    found = getattr(pd.Series(TEXTS, dtype="str").uri, name)(*arguments, **options)
    assert _pandas(found) == [
        dict.fromkeys(found) if row is None and isinstance(found, pd.DataFrame) else row for row in rows
    ]
