"""Columns by the URL Standard, and of IRIs and names: the single calls' answers, row by row, in every engine."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import duckdb
import pandas as pd
import polars as pl
import pyarrow as pa
import pytest
from hypothesis import given
from hypothesis import strategies as st

import uriverse as uv
import uriverse.columns.pandas
import uriverse.columns.polars
from support import single
from uriverse import columns as uc
from uriverse import hosts
from uriverse.columns.duckdb import register
from uriverse.whatwg import URL, URLError, can_parse

ATTRIBUTES = (
    *("href", "origin", "protocol", "username", "password", "host", "hostname", "port", "pathname", "search", "hash"),
)
TEXTS = [
    "https://example.org/a?b#c",
    "https://u@example.org:8080/?#",
    "http://:p@h/",
    "http://u:p@h:81/a b?c d#e f",
    "HTTP://Bücher.example:80/a/../b",
    "file:///C|/x",
    "blob:https://h:8080/x",
    "urn:isbn:1",
    "foo://u@h/",
    "web+demo:/.//x?",
    "http://h:x",
    "x",
    "",
    None,
]


def parsed(text: str | None) -> dict[str, Any] | None:
    """The row of a text, by the single call."""
    if text is None:
        return None
    try:
        url = URL(text)
    except URLError as error:
        return dict.fromkeys(ATTRIBUTES) | {
            "valid": False,
            "error_reason": error.error,
            "error_at": error.at,
            "error_rule": error.error,
        }
    return (
        {name: url.origin and str(url.origin) if name == "origin" else getattr(url, name) for name in ATTRIBUTES}
        | {"valid": True}
        | dict.fromkeys(("error_reason", "error_at", "error_rule"))
    )


def rows(column: Any, **options: Any) -> list[dict[str, Any] | None]:
    found: list[dict[str, Any] | None] = uc.parse(
        column, want=[*ATTRIBUTES, "valid", "error"], edition="whatwg", **options
    ).to_pylist()
    return found


def test_every_attribute() -> None:
    """All attributes of URLs that stay as they are and of those that are rewritten; where and why there is none."""
    assert rows(uc.Column(TEXTS)) == [parsed(text) for text in TEXTS]


@given(st.lists(st.none() | st.sampled_from([text for text in TEXTS if text]) | st.text(), max_size=200))
def test_any_texts(texts: list[str | None]) -> None:
    """More rows than one word of a bitmap, on several threads, with nulls and without."""
    expected = [parsed(text) for text in texts]
    assert rows(uc.Column(texts)) == expected
    assert rows(pa.array(texts, pa.string()), threads=2) == expected


def test_layouts() -> None:
    """A dictionary, a slice, large offsets, octets; octets that are not UTF-8 are decoded as U+FFFD."""
    texts = [text for text in TEXTS if text is not None] * 9
    expected = [parsed(text) for text in texts]
    plain = pa.array(texts, pa.large_string())
    assert rows(plain) == expected
    assert rows(plain.slice(7, 70)) == expected[7:77]
    assert rows(pa.array(texts).dictionary_encode()) == expected
    assert rows(pa.array([text.encode() for text in texts], pa.binary())) == expected
    octets = [b"http://h/\xff?\xe2\x82", b"http://\xff/"]
    assert rows(pa.array(octets, pa.binary())) == [parsed(text.decode(errors="replace")) for text in octets]


def test_without_wants_it_gives_the_attributes() -> None:
    """Every attribute but the origin, and the error; words of the editions are not known."""
    assert uc.parse(uc.Column(["http://h"]), edition="whatwg").names == [
        *(name for name in ATTRIBUTES if name != "origin"),
        "error_reason",
        "error_at",
        "error_rule",
    ]
    with pytest.raises(ValueError, match="fragment"):
        uc.parse(uc.Column(["http://h"]), want=["fragment"], edition="whatwg")  # type: ignore[list-item]  # not an attribute


def test_valid_errors_and_equivalent() -> None:
    """Whether there is a URL, why there is none, and whether two texts have the same."""
    column = uc.Column(TEXTS)
    assert uc.is_valid(column, edition="whatwg").to_pylist() == single.each(TEXTS, can_parse)
    errors = [
        None
        if row is None or row["valid"]
        else {"reason": row["error_rule"], "at": row["error_at"], "rule": row["error_rule"], "hint": None}
        for row in map(parsed, TEXTS)
    ]
    assert uc.errors(column, edition="whatwg").to_pylist() == errors
    other = "HTTP://BÜCHER.example/b"
    expected = [
        None if not row or not row["valid"] else uv.equivalent(str(text), other, edition="whatwg")
        for text, row in zip(TEXTS, map(parsed, TEXTS), strict=True)
    ]
    assert expected.count(True) == 1
    assert uc.equivalent(column, other, edition="whatwg").to_pylist() == expected
    assert uc.equivalent(column, uc.Column([other] * len(TEXTS)), edition="whatwg").to_pylist() == expected
    with pytest.raises(ValueError, match="has no rules"):
        uc.is_valid(column, rule="host", edition="whatwg")


def test_normal_forms_and_components() -> None:
    """Those of the URL; what has no URL is null."""
    column = uc.Column(TEXTS)
    urls = [URL(text) if text is not None and can_parse(text) else None for text in TEXTS]
    assert uc.normalize(column, edition="whatwg").to_pylist() == [url and url.href for url in urls]
    host = uc.host(column, edition="whatwg").to_pylist()
    assert [found or "" for found in host] == [url.hostname if url else "" for url in urls]
    assert uc.port_text(column, edition="whatwg").to_pylist() == [url.port or None if url else None for url in urls]
    assert uc.path(column, edition="whatwg").to_pylist() == [url and url.pathname for url in urls]
    query = ["b", "", None, "c%20d", None, None, None, None, None, "", None, None, None, None]
    assert uc.query(column, edition="whatwg").to_pylist() == query
    assert uc.scheme(column, edition="whatwg").to_pylist() == [url and url.protocol[:-1] for url in urls]
    for part in (uc.port, uc.kind, uc.host_type):
        with pytest.raises(ValueError, match="not a component"):
            part(column, edition="whatwg")


def test_references() -> None:
    """Against one base, and against a column of bases."""
    references = ["../x y", "?q", "//h", "g/./i", "http://[", None, ""]
    base = "HTTP://Example.org/a/b/c?d"
    expected = [
        uv.resolve(text, base, edition="whatwg").href if text is not None and can_parse(text, base) else None
        for text in references
    ]
    assert expected.count(None) == 2
    assert uc.resolve(uc.Column(references), base, edition="whatwg").to_pylist() == expected
    bases = uc.Column([base] * len(references))
    assert uc.resolve(uc.Column(references), bases, edition="whatwg").to_pylist() == expected
    # A base for all rows that is not valid is an error; in a column of bases it gives a null.
    with pytest.raises(URLError):
        uc.resolve(uc.Column(references), "no base", edition="whatwg")
    nothing = [None] * len(references)
    wrong = uc.Column(["no base"] * len(references))
    assert uc.resolve(uc.Column(references), wrong, edition="whatwg").to_pylist() == nothing
    with pytest.raises(ValueError, match="targets alone"):
        uc.resolve(uc.Column(references), base, want=["uri"], edition="whatwg")


def test_what_only_one_standard_accepts_keeps_its_reason() -> None:
    """Both standards side by side: each says why it refuses what the other takes."""
    column = uc.Column(["http://h/a b", "http://1.2.3.256/", "http://h/"])
    by_edition = uc.parse(column, want=["error"]).to_pylist()
    by_browser = uc.parse(column, want=["href", "error"], edition="whatwg").to_pylist()
    assert [row["error_rule"] for row in by_edition] == ["segment", None, None]
    assert [row["error_rule"] for row in by_browser] == [None, "IPv4-out-of-range-part", None]


IRIS = [
    "http://rés.example/é?ü#ï",
    "http://a/",
    "é",
    "mailto:é@b",
    "http://a b/",
    "http://\u202e/",
    "%C3%A9",
    "%FF%2f",
    None,
]
NAMES = ["Bücher.example", "a_b", "a..b", "xn--a", "FASS.de", "faß.de", "\u3002", "", "ä" * 2000, None]


@pytest.mark.parametrize("host", ["idna", "percent"])
def test_to_uri(host: Any) -> None:
    """As the single call; null where that raises."""
    expected = single.each(IRIS, lambda iri: str(uv.to_uri(iri, host=host)))
    assert expected.count(None) >= 2
    assert uc.to_uri(uc.Column(IRIS), host=host).to_pylist() == expected


def test_to_iri() -> None:
    """As the single call; null where that raises."""
    expected = single.each(IRIS, lambda iri: str(uv.to_iri(iri)))
    assert uc.to_iri(uc.Column(IRIS)).to_pylist() == expected
    assert uc.to_iri(pa.array([b"%C3%A9", b"\xff"])).to_pylist() == ["é", None]


@pytest.mark.parametrize("rules", ["uts46", "whatwg", "dns", "idna2008"])
def test_to_ascii(rules: Any) -> None:
    """As the single call; null where that raises."""
    expected = single.each(NAMES, lambda name: hosts.to_ascii(name, rules=rules))
    assert uc.to_ascii(uc.Column(NAMES), rules=rules).to_pylist() == expected


def test_wrong_choices() -> None:
    """A choice that there is not is told at once."""
    with pytest.raises(ValueError, match="host"):
        uc.to_uri(uc.Column([]), host="puny")  # type: ignore[arg-type]  # not a choice
    with pytest.raises(ValueError, match="rules"):
        uc.to_ascii(uc.Column([]), rules="puny")  # type: ignore[arg-type]  # not a choice


def test_an_exception_that_is_no_refusal_ends_the_kernel() -> None:
    """What is not a ValueError is raised, and not made a null."""

    def broken(text: str) -> str:
        raise RuntimeError(text)

    with pytest.raises(RuntimeError, match="é"):
        uv._core.kernels.converted(uc.Column(["a", "é"]), broken, "letters")


def test_engines() -> None:
    """A parse has the attributes as fields in each engine, and a component is the URL's."""
    column = uc.Column(TEXTS)
    expected = list(zip(uc.parse(column, edition="whatwg"), uc.host(column, edition="whatwg"), strict=True))
    url = pl.col("url").uri
    lazy = pl.LazyFrame({"url": TEXTS}).select(parsed=url.parse(edition="whatwg"), host=url.host(edition="whatwg"))
    assert lazy.collect(engine="streaming").rows() == expected
    with duckdb.connect() as con:
        register(con, edition="whatwg")
        con.register("pages", pa.table({"url": TEXTS}))
        assert con.sql("select uri_parse(url), uri_host(url) from pages").fetchall() == expected
    series = pd.Series(TEXTS, dtype="string[pyarrow]").uri
    hosts = series.host(edition="whatwg").astype(object)
    frame = series.parse(edition="whatwg").astype(object)
    assert hosts.where(hosts.notna(), None).to_list() == [host for _, host in expected]
    nothing = dict.fromkeys(frame)
    assert frame.where(frame.notna(), None).to_dict("records") == [row or nothing for row, _ in expected]


def test_sql_by_the_url_standard_has_what_that_has() -> None:
    """No function by a rule, a level or a component of the editions."""
    from uriverse.columns.sql import functions

    names = {function.name for function in functions("whatwg")}
    assert names >= {"parse", "host", "path", "is_valid", "error", "resolve", "normalize", "equivalent", "to_ascii"}
    assert names >= {"origin", "site", "domain", "public_suffix", "subdomain", "tld"}
    assert not names & {"port", "kind", "params", "host_type", "relativize", "normalize_to", "encode", "query_value"}


def test_names_and_origins_are_those_of_the_urls() -> None:
    """The suffix, the domain, the origin and the site of the URL that the parser makes, rewritten or not."""
    texts = [
        *TEXTS,
        *(
            "https:\\\\www.B\u00fccher.co.uk\\x",
            "http://a.b.github.io/",
            "http://192.168.0.1/",
            "http://[::1]/",
            "http://co.uk",
        ),
        *(
            "https://a.example.co.uk.:8080/",
            "blob:https://a.example.org:444/x",
            "WSS://x.example.com:443",
            "ftp://h/a|b",
        ),
        *("file://server.example/x", "blob:file:///x", "blob:x", "blob:blob:https://h/", "http://0x7f.1/"),
    ]
    column = uc.Column(texts)
    urls = single.each(texts, lambda text: URL(text) if can_parse(text) else None)
    named: list[tuple[Callable[..., uc.Column], Callable[[str], str | None]]] = [
        (uc.public_suffix, hosts.public_suffix),
        (uc.domain, hosts.domain),
        (uc.subdomain, hosts.subdomain),
    ]
    for kernel, function in named:
        expected = [function(url.hostname) if url and url.hostname else None for url in urls]
        assert kernel(column, edition="whatwg").to_pylist() == expected
    origins = [None if url is None or url.origin is None else str(url.origin) for url in urls]
    assert uc.origin(column, edition="whatwg").to_pylist() == origins
    sites = [origin and hosts.site(origin) for origin in origins]
    assert uc.site(column, edition="whatwg").to_pylist() == sites
