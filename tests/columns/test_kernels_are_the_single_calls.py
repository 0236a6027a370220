"""Every kernel gives what the single call gives, row by row, in every edition and in a user's own."""

from __future__ import annotations

import json
from typing import Any

import pyarrow as pa
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

import uriverse as uv
from support import single
from support.vectors import VECTORS
from uriverse import columns as uc
from uriverse import hosts
from uriverse.canonicalization import PROFILES

LEVELS = ("string", "case", "percent", "path", "syntax", "scheme")
WANT = (*single.COMPONENTS, "valid", "error")


def is_base(text: str | None, name: str) -> bool:
    """Whether a text is a base for all rows: null, or a URI of the edition by which references are resolved."""
    edition = single.edition("rfc1808" if name == "rfc1738" else name)
    return text is None or (uv.is_valid(text, edition=edition) and isinstance(uv.parse(text, edition=edition), uv.URI))


@given(single.texts, single.editions)
def test_parse(texts: single.Texts, name: str) -> None:
    """All fields of all rows, the refused ones with their place and rule."""
    edition = single.edition(name)
    assert uc.parse(uc.Column(texts), want=WANT, edition=edition).to_pylist() == [
        single.parsed(text, edition) for text in texts
    ]


@given(single.texts, single.editions)
def test_one_part_at_a_time(texts: single.Texts, name: str) -> None:
    """A component alone is the field of the parse."""
    edition = single.edition(name)
    rows = [single.parsed(text, edition) or {} for text in texts]
    for part in single.COMPONENTS:
        assert getattr(uc, part)(uc.Column(texts), edition=edition).to_pylist() == [row.get(part) for row in rows]


@given(single.texts, single.editions)
def test_is_valid(texts: single.Texts, name: str) -> None:
    """By the start rule, and by rules by name."""
    edition = single.edition(name)
    column = uc.Column(texts)
    names = single.house().rules if name == "house" else uv.EDITIONS[name].rules
    rules = [rule for rule in ("scheme", "host") if rule in names]
    for rule in (None, *rules):
        expected = single.each(texts, lambda text, rule=rule: uv.is_valid(text, rule=rule, edition=edition))
        assert uc.is_valid(column, rule=rule, edition=edition).to_pylist() == expected


@given(single.texts, single.editions)
def test_errors(texts: single.Texts, name: str) -> None:
    """The place, the rule and the hint are the exception's."""
    edition = single.edition(name)
    expected = [None if text is None else single.error(text, edition) for text in texts]
    assert uc.errors(uc.Column(texts), edition=edition).to_pylist() == expected


@given(single.texts, single.editions, st.sampled_from(LEVELS))
def test_normalize(texts: single.Texts, name: str, level: Any) -> None:
    """On every level that the edition has; what is refused is null."""
    assume(name not in uv.EDITIONS or level in uv.EDITIONS[name].levels)
    edition = single.edition(name)
    expected = single.each(texts, lambda text: str(uv.normalize(text, level=level, edition=edition)))
    assert uc.normalize(uc.Column(texts), level=level, edition=edition).to_pylist() == expected


@pytest.mark.parametrize("edition", ["rfc1738", "rfc2396", "rfc3986"])
def test_the_rules_of_schemes(edition: Any) -> None:
    """All texts of the documents of schemes: normal forms and equivalence by the scheme's own rules."""
    files = [json.loads(path.read_text("utf-8")) for path in sorted((VECTORS / "schemes").glob("*.json"))]
    cases = [case for file in files for case in file["cases"]]
    texts = [case[key] for case in cases for key in ("text", "a", "b") if key in case]
    expected = single.each(texts, lambda text: str(uv.normalize(text, level="scheme", edition=edition)))
    assert uc.normalize(uc.Column(texts), level="scheme", edition=edition).to_pylist() == expected
    others = [form or "x:" for form in expected]
    pairs = zip(texts, others, strict=True)
    same = [single.attempt(lambda pair=pair: uv.equivalent(*pair, level="scheme", edition=edition)) for pair in pairs]
    found = uc.equivalent(uc.Column(texts), uc.Column(others), level="scheme", edition=edition)
    assert found.to_pylist() == same
    assert same.count(True) > len(texts) // 4


@given(single.texts, st.sampled_from(list(PROFILES)))
def test_canonical(texts: single.Texts, profile: Any) -> None:
    """The form by each shipped profile; null where it refuses the text."""
    expected = single.each(texts, lambda text: uv.canonical(text, profile=profile))
    assert uc.canonical(uc.Column(texts), profile=profile).to_pylist() == expected
    keys = single.each(texts, lambda text: uv.canonical_key(text, profile=profile))
    assert uc.canonical_key(uc.Column(texts), profile=profile).to_pylist() == keys


# Hosts that are names, addresses and neither, with suffixes of both sections, in many spellings.
HOSTS = (
    *("www.Example.co.uk", "a.b.github.io", "github.io", "com", "x.y.kobe.jp", "city.kobe.jp", "食狮.公司.cn", "h."),
    *(
        *("b%C3%BCcher.de", "ex%61mple.com", "%FF.com", "a..b", "127.0.0.1", "0x7f.1", "[::1]", "[::ffff:1.2.3.4]"),
        "a_b.com",
    ),
    *(
        "1.2.3.4.5",
        "xn--85x722f.xn--55qx5d.cn",
        "a" * 64 + ".com",
        "a." * 600 + "com",
        "%2e.com",
        "",
        "é.é",
        "printer.lan",
    ),
)
named = st.builds(
    "{}://{}{}{}".format,
    st.sampled_from(["http", "HTTPS", "ws", "ftp", "file", "x", "blob:https", "blob:x"]),
    st.one_of(st.sampled_from(HOSTS), st.sampled_from(HOSTS).map("u:p@{}".format)),
    st.sampled_from(["", ":", ":80", ":443", ":0443", ":65536"]),
    st.sampled_from(["", "/", "/a?b#c", " "]),
)
MINE = hosts.SuffixList.from_text("uk\nexample.com\n*.cn\n!公司.cn\n")


@given(
    st.lists(st.one_of(st.none(), named), max_size=9), single.texts, single.editions,
    st.booleans(), st.booleans(), st.sampled_from([None, MINE]),
)  # fmt: skip
def test_names(
    named: single.Texts, others: single.Texts, name: str, private: bool, default: bool, suffixes: Any
) -> None:
    """Suffixes, domains and what stands before them, by any list."""
    texts, edition = [*named, *others], single.edition(name)
    choice: dict[str, Any] = {"private": private, "default": default, "suffixes": suffixes}
    for part in ("public_suffix", "domain", "subdomain"):
        ask = getattr(hosts, part)
        expected = single.each(texts, lambda text, ask=ask: ask(uv.parse(text, edition=edition), **choice))
        assert getattr(uc, part)(uc.Column(texts), edition=edition, **choice).to_pylist() == expected


@given(st.lists(st.one_of(st.none(), named), max_size=9), single.texts, single.editions, st.booleans())
def test_origins_and_sites(named: single.Texts, others: single.Texts, name: str, schemeful: bool) -> None:
    texts, edition = [*named, *others], single.edition(name)
    found = single.each(texts, lambda text: hosts.origin(text, edition=edition))
    expected = [None if origin is None else str(origin) for origin in found]
    assert uc.origin(uc.Column(texts), edition=edition).to_pylist() == expected
    expected = single.each(texts, lambda text: hosts.site(text, edition=edition, schemeful=schemeful))
    assert uc.site(uc.Column(texts), edition=edition, schemeful=schemeful).to_pylist() == expected


def test_names_of_a_dictionary_are_worked_once_a_value() -> None:
    """The rows of a dictionary get the answers of its values."""
    texts = ["https://www.example.co.uk/a", None, "http://食狮.公司.cn/", "mailto:a@b"] * 50
    column = pa.array(texts, pa.string()).dictionary_encode()
    for kernel in (uc.domain, uc.public_suffix, uc.site, uc.origin):
        assert kernel(column, edition="rfc3987").to_pylist() == kernel(uc.Column(texts), edition="rfc3987").to_pylist()
    assert (
        uc.canonical_key(column, profile="surt").to_pylist()
        == uc.canonical_key(uc.Column(texts), profile="surt").to_pylist()
    )


@given(single.texts, single.texts, single.editions, st.sampled_from(LEVELS))
def test_equivalent(a: single.Texts, b: single.Texts, name: str, level: Any) -> None:
    """A column with a column, and with one text."""
    assume(name not in uv.EDITIONS or level in uv.EDITIONS[name].levels)
    edition = single.edition(name)
    rows = list(zip(a, b, strict=False))

    def same(one: str | None, other: str | None) -> bool | None:
        if one is None or other is None:
            return None
        return single.attempt(lambda: uv.equivalent(one, other, level=level, edition=edition))

    left, right = uc.Column([a for a, _ in rows]), uc.Column([b for _, b in rows])
    assert uc.equivalent(left, right, level=level, edition=edition).to_pylist() == [same(*row) for row in rows]
    one = b[0] if b else "http://h"
    if one is not None and not uv.is_valid(one, edition=edition):
        with pytest.raises(uv.URISyntaxError):
            uc.equivalent(uc.Column(a), one, level=level, edition=edition)
        return
    expected = [same(text, one) for text in a]
    assert uc.equivalent(uc.Column(a), one, level=level, edition=edition).to_pylist() == expected


@given(
    single.texts, st.lists(st.one_of(st.none(), single.bases), min_size=9, max_size=9), single.editions,
    st.booleans(), st.sampled_from([None, "keep", "drop", "refuse"]), st.booleans(),
)  # fmt: skip
def test_resolve(
    texts: single.Texts, bases: single.Texts, name: str, strict: bool, excess: Any, new_request: bool
) -> None:
    """Against one base and against a column of them; the reasons of failures, and the current document."""
    options: dict[str, Any] = {"edition": single.edition(name), "strict": strict}
    options |= {"excess_parents": excess, "new_request": new_request}
    want = ["uri", "scheme", "host", "path", "fragment", "kind", "valid", "error"]
    bases = bases[: len(texts)]
    expected = [single.resolved(*row, **options) for row in zip(texts, bases, strict=True)]
    column = uc.Column(texts)
    assert uc.resolve(column, uc.Column(bases), want=want, **options).to_pylist() == expected
    targets = [row and row["uri"] for row in expected]
    assert uc.resolve(column, uc.Column(bases), **options).to_pylist() == targets
    for base in bases[:1]:
        if not is_base(base, name):
            with pytest.raises(uv.URIError):
                uc.resolve(column, base, want=want, **options)
            continue
        expected = [single.resolved(text, base, **options) for text in texts]
        assert uc.resolve(column, base, want=want, **options).to_pylist() == expected


@given(single.texts, single.bases, single.editions)
def test_relativize(texts: single.Texts, base: str, name: str) -> None:
    """What has no relative form is null."""
    edition = single.edition(name)
    expected = single.each(texts, lambda text: str(uv.relativize(text, base, edition=edition)))
    column = uc.Column(texts)
    if is_base(base, name):
        assert uc.relativize(column, base, edition=edition).to_pylist() == expected
    else:
        with pytest.raises(uv.URIError):
            uc.relativize(column, base, edition=edition)
    assert uc.relativize(column, uc.Column([base] * len(texts)), edition=edition).to_pylist() == expected


@given(single.texts, st.sampled_from(["segment", "path", "query-value", "uri"]), st.booleans(), single.editions)
def test_encode(texts: single.Texts, component: str, keep: bool, name: str) -> None:
    """Text is encoded as UTF-8."""
    assume(name not in uv.EDITIONS or component in uv.EDITIONS[name].encode)
    edition = single.edition(name)
    expected = single.each(
        texts, lambda text: uv.encode(text, component=component, keep_triplets=keep, edition=edition)
    )
    found = uc.encode(uc.Column(texts), component=component, keep_triplets=keep, edition=edition)
    assert found.to_pylist() == expected


@given(single.texts, st.sampled_from(["strict", "replace"]), st.sampled_from(["refuse", "keep"]))
def test_decode(texts: single.Texts, errors: Any, malformed: Any) -> None:
    """What cannot be decoded is null."""
    expected = single.each(texts, lambda text: uv.decode(text, errors=errors, malformed=malformed))
    assert uc.decode(uc.Column(texts), errors=errors, malformed=malformed).to_pylist() == expected


@given(single.texts, st.sampled_from(["a", "b", "", "x y", "q"]), st.booleans(), single.editions)
def test_query_value(texts: single.Texts, name: str, form: bool, edition_name: str) -> None:
    """The first pair with the name, decoded."""
    edition = single.edition(edition_name)
    expected = single.each(texts, lambda text: single.query_value(text, name, form=form, edition=edition))
    assert uc.query_value(uc.Column(texts), name, form=form, edition=edition).to_pylist() == expected


@given(single.texts, st.booleans(), single.editions)
def test_query_pairs(texts: single.Texts, form: bool, edition_name: str) -> None:
    """All pairs, decoded; null where a part of them cannot be."""
    edition = single.edition(edition_name)
    expected = single.each(texts, lambda text: single.query_pairs(text, form=form, edition=edition))
    assert uc.query_pairs(uc.Column(texts), form=form, edition=edition).to_pylist() == expected
    again = uc.query_pairs(pa.array(texts, pa.string()).dictionary_encode(), form=form, edition=edition)
    assert again.to_pylist() == expected


EDITS: list[dict[str, Any]] = [
    {"set": {"a": "x y&", "é": [1, None]}},
    {"add": [("a", True), ("", None)]},
    {"remove": ["q", uv.Glob("a*")]},
    {"set": {uv.Glob("?"): 1}, "remove": "b", "add": {"c": [1, 2]}},
    {},
]


@given(single.texts, st.sampled_from(EDITS), st.booleans(), single.editions)
def test_with_pairs(texts: single.Texts, edit: dict[str, Any], form: bool, edition_name: str) -> None:
    """Each text as `with_pairs` changes it; null where it is refused or has no place for a query."""
    assume(edition_name not in uv.EDITIONS or uv.EDITIONS[edition_name].reads_references)
    edition = single.edition(edition_name)
    expected = single.each(texts, lambda text: str(uv.parse(text, edition=edition).with_pairs(**edit, form=form)))
    assert uc.with_pairs(uc.Column(texts), **edit, form=form, edition=edition).to_pylist() == expected


def test_functions_do_not_edit_columns() -> None:
    with pytest.raises(TypeError, match="not functions"):
        uc.with_pairs(uc.Column(["?a"]), remove=lambda _name, _value: True)  # type: ignore[arg-type]


def test_many_rows_on_several_threads() -> None:
    """Pieces and their bitmaps fall into place, whoever works them."""
    texts = [
        None if row % 17 == 0 else f"http://h{row}/{'a b' if row % 13 == 0 else 'c'}?n={row}#%{row % 10}E"
        for row in range(30_000)
    ]
    expected = [single.parsed(text, "rfc3986") for text in texts]
    normal = single.each(texts, lambda text: str(uv.normalize(text)))
    valid = [text and uv.is_valid(text, edition="rfc1808") for text in texts]
    for threads in (1, 2, 5):
        assert uc.is_valid(uc.Column(texts), edition="rfc1808", threads=threads).to_pylist() == valid
        assert uc.parse(uc.Column(texts), want=WANT, threads=threads).to_pylist() == expected
        assert uc.normalize(uc.Column(texts), threads=threads).to_pylist() == normal


@pytest.mark.parametrize(
    ("call", "error"),
    [
        (lambda: uc.parse(uc.Column([]), want=["hots"]), ValueError),
        (lambda: uc.is_valid(uc.Column([]), rule="hots"), uv.UnknownRuleError),
        (lambda: uc.host(uc.Column([]), edition="rfc1"), uv.UnknownEditionError),
        (lambda: uc.host(["http://h"]), TypeError),  # type: ignore[arg-type]
        (lambda: uc.encode(uc.Column([]), component="port"), ValueError),
        (lambda: uc.equivalent(uc.Column(["a"]), uc.Column([])), ValueError),
        (lambda: uc.host(uc.parse(uc.Column(["a"]))), TypeError),
        (lambda: uc.host(uc.port(uc.Column(["a"]))), TypeError),
    ],
)
def test_wrong_use_is_an_error(call: Any, error: type[Exception]) -> None:
    """A wrong word, a wrong type, lengths that differ: the caller is told."""
    with pytest.raises(error):
        call()


OCTETS = (b"http://h/", b"\xc3\xa9", b"\xe2\x82", b"\xff", b"%4", b"/", b"a", b"\xed\xa0\x80")
pieces = st.lists(st.sampled_from(OCTETS)).map(b"".join)
octets = st.lists(st.one_of(st.none(), pieces, st.binary(max_size=6)), max_size=6)


@given(octets, st.sampled_from(["rfc3986", "rfc1808", "house"]))
def test_octets(rows: list[bytes | None], name: str) -> None:
    """`binary` is read as single calls read `bytes`: UTF-8, and what is not UTF-8 is refused at its place."""
    edition = single.edition(name)
    column = pa.array(rows, pa.binary())
    expected = [None if row is None else single.parsed(row, edition) for row in rows]  # type: ignore[arg-type]
    assert uc.parse(column, want=WANT, edition=edition).to_pylist() == expected
    expected = [None if row is None else single.error(row, edition) for row in rows]  # type: ignore[arg-type]
    assert uc.errors(column, edition=edition).to_pylist() == expected
    for found in (uc.normalize(column, edition=edition), uc.decode(column), uc.resolve(column, "http://a/")):
        pa.chunked_array(found).validate(full=True)


@given(single.texts, single.editions)
def test_split(texts: single.Texts, name: str) -> None:
    """Each component of each text, valid or not."""
    edition = single.edition(name)
    want = ("scheme", "authority", "userinfo", "host", "port_text", "path", "params", "query", "fragment")
    rows = single.each(texts, lambda text: {part: getattr(uv.split(text, edition=edition), part) for part in want})
    assert uc.split(uc.Column(texts), want=want, edition=edition).to_pylist() == rows


@pytest.mark.parametrize(
    ("text", "port"),
    [("//h:80", 80), ("//h:", None), ("//h", None), ("//h:8x", None), ("//h:99999999999999999999", None)],
)
def test_the_port_of_a_split_is_a_number_or_null(text: str, port: int | None) -> None:
    """Whatever stands there, the column has one type."""
    assert uc.split(uc.Column([text]), want=["port"]).to_pylist() == [{"port": port}]


def test_a_split_of_octets_that_are_no_text_is_null() -> None:
    """A view of the result promises UTF-8."""
    rows = uc.split(pa.array([b"http://h/\xff", b"http://h/"], pa.binary()), want=["host"]).to_pylist()
    assert rows == [{"host": None}, {"host": "h"}]


def test_a_split_refuses_what_is_said_of_whole_texts() -> None:
    """`kind`, `valid` and errors are the parse's."""
    for word in ("kind", "host_type", "valid", "error", "hots"):
        with pytest.raises(ValueError, match="want must be one of scheme"):
            uc.split(uc.Column(["a"]), want=[word])  # type: ignore[list-item]


def levels(text: str, edition: Any, *, path_only: bool = False) -> list[str]:
    """What contains a text: its front up to the end of each run of slashes, of its path and of its query."""
    ref = uv.parse(text, edition=edition)
    front = text[: text.index("#")] if ref.fragment is not None else text
    end = len(front) - (0 if ref.query is None else len(ref.query) + 1)
    start = end - len(ref.path)
    ends = [at + 1 for at in range(start, end - 1) if text[at] == "/" != text[at + 1]]
    if path_only:
        return [front[start:at] for at in (*ends, *([end] if end > start else []))]
    return [front[:at] for at in (*ends, *([end] if end else []), *([] if ref.query is None else [len(front)]))]


HIERARCHY_ENDS = ("", "/", "?q", "/?q", "#f", "?q#f", "/?")
# RFC 1808 has params between path and query, RFC 1738 has neither: what is cut is told there in other words.
WITHOUT_PARAMS = tuple(name for name in single.EDITIONS if name not in {"rfc1738", "rfc1808"})


@given(single.texts, st.sampled_from(WITHOUT_PARAMS))
def test_hierarchy(texts: single.Texts, name: str) -> None:
    """Each level is a front of the text; those of the path are fronts of the path."""
    edition = single.edition(name)
    assert uc.hierarchy(uc.Column(texts), edition=edition).to_pylist() == single.each(
        texts, lambda text: levels(text, edition)
    )
    assert uc.path_hierarchy(uc.Column(texts), edition=edition).to_pylist() == single.each(
        texts, lambda text: levels(text, edition, path_only=True)
    )


def test_hierarchy_at_every_number_of_levels() -> None:
    """Ten examples of a generator may all have one level; this table has none to six, with each end."""
    texts = [
        f"{start}{'/a' * count}{end}" for start in ("http://h", "") for count in range(7) for end in HIERARCHY_ENDS
    ]
    assert uc.hierarchy(uc.Column(texts)).to_pylist() == [levels(text, "rfc3986") for text in texts]
    assert uc.path_hierarchy(uc.Column(texts)).to_pylist() == [
        levels(text, "rfc3986", path_only=True) for text in texts
    ]


def test_a_deep_path_has_a_bounded_number_of_levels() -> None:
    """All levels together stay within 258 times the text."""
    (found,) = uc.hierarchy(uc.Column(["/" + "a/" * 9999 + "b"])).to_pylist()
    assert len(found) == 257
    assert found[255:] == ["/" + "a/" * 255, "/" + "a/" * 9999 + "b"]


@given(single.texts, single.editions, st.booleans())
def test_query_names(texts: single.Texts, name: str, form: bool) -> None:
    """The names of the pairs, where every name can be decoded."""
    edition = single.edition(name)

    def names(text: str) -> list[str]:
        query = uv.parse(text, edition=edition).query or ""
        parts = [part.partition("=")[0] for part in query.split("&") if query and (part or not form)]
        return [uv.query_pairs(part + "=", form=form)[0][0] for part in parts]

    assert uc.query_names(uc.Column(texts), form=form, edition=edition).to_pylist() == single.each(texts, names)


@given(single.texts | st.lists(st.sampled_from(HOSTS)), single.editions)
def test_tld(texts: single.Texts, name: str) -> None:
    """The suffix by a list without rules."""
    edition = single.edition(name)
    no_rules = hosts.SuffixList({})

    def tld(text: str) -> str | None:
        host = uv.parse(text, edition=edition).host
        try:
            return None if host is None else hosts.public_suffix(host, suffixes=no_rules)
        except ValueError:
            return None

    assert uc.tld(uc.Column(texts), edition=edition).to_pylist() == single.each(texts, tld)


@given(st.lists(st.sampled_from(("http://www.h/", "//WwW.h", "//u@www.a:1?www.", "//www.", "//www", "www.h", "a b"))))
def test_without_www(texts: list[str]) -> None:
    """The host loses its first label, and nothing else changes."""

    def bare(text: str) -> str:
        host = uv.parse(text).host
        if host is None or host[:4].lower() != "www." or not host[4:]:
            return text
        return text.replace(host, host[4:], 1)

    assert uc.without_www(uc.Column(texts)).to_pylist() == single.each(texts, bare)


@given(single.texts, st.sampled_from([None, "https"]))
def test_mend(texts: single.Texts, scheme: str | None) -> None:
    """The reference that the single call mends; null where it raises."""
    assert uc.mend(uc.Column(texts), scheme=scheme).to_pylist() == single.each(
        texts, lambda text: str(uv.mend(text, scheme=scheme).reference)
    )
