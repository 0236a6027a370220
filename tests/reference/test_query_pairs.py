"""Queries as pairs: the view, the edits, and the laws that an edit keeps."""

from __future__ import annotations

import copy
import fnmatch
import json
import pickle
from collections.abc import Mapping, Sequence
from datetime import UTC, date, datetime, time
from decimal import Decimal
from itertools import chain, product
from typing import Any
from uuid import UUID

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

import uriverse as uv
from support.vectors import url_standard_cases
from twins import pairs as twin
from uriverse.integrations.json import default

PIECES = (
    *("a", "b", "k", "%6b", "=", "=", "&", "&", "+", "%2B", "%20"),
    *("%26", "%FF", "é", "%C3%A9", "1", "utm_x", ";", "?"),
)
queries = st.lists(st.sampled_from([piece for piece in PIECES if piece.isascii()]), max_size=9).map("".join)
names = st.sampled_from(["a", "k", "utm_x", "b1", "", "+", " ", "é", "&"])
values = st.one_of(st.none(), st.text(max_size=4), st.integers(-9, 9))


def with_query(query: str | None) -> uv.URIReference:
    return uv.parse("http://h/p#f").replace(query=query)


def test_the_view_keeps_apart_what_is_written_apart() -> None:
    """`a`, `a=`, `=a`, `&&`, "+" and "%2B" are all different queries, and different views."""
    texts = ["", "a", "a=", "=a", "a&", "a&&", "&a", "a=+", "a=%2B", "a=%2b", "a=%20"]
    views = [uv.query_pairs(text) for text in texts]
    assert len(set(views)) == len(texts) == len({view.text for view in views})
    assert [list(view) for view in views[:6]] == [
        [],
        [("a", None)],
        [("a", "")],
        [("", "a")],
        [("a", None), ("", None)],
        [("a", None), ("", None), ("", None)],
    ]
    assert list(uv.query_pairs("a=+")) == list(uv.query_pairs("a=%2B"))
    assert uv.query_pairs("a=1") != uv.query_pairs("a=1", form=True)


def test_the_view_is_a_sequence_and_finds_names() -> None:
    pairs = uv.parse("http://h/?a=1&b&a=2&=c").query_pairs
    assert list(pairs) == [("a", "1"), ("b", None), ("a", "2"), ("", "c")]
    assert (len(pairs), pairs[0], pairs[-1], pairs[1:3]) == (4, ("a", "1"), ("", "c"), (("b", None), ("a", "2")))
    assert (pairs["a"], pairs["b"], pairs.get("x"), pairs.get("x", "y"), pairs.get("b", "y")) == (
        "1",
        None,
        None,
        "y",
        None,
    )
    assert pairs.get_all("a") == ("1", "2") and pairs.get_all("x") == ()
    assert "a" in pairs and "x" not in pairs and ("a", "2") in pairs and ("a", "3") not in pairs and 1 not in pairs
    assert pairs.written == ("a=1", "b", "a=2", "=c") and pairs.text == "a=1&b&a=2&=c"
    assert next(reversed(pairs)) == ("", "c") and pairs.index(("b", None)) == 1
    for wrong in ("x", "A"):
        with pytest.raises(KeyError):
            pairs[wrong]
    with pytest.raises(IndexError):
        pairs[4]
    with pytest.raises(AttributeError):
        pairs.text = "x"  # type: ignore[misc]
    assert pickle.loads(pickle.dumps(pairs)) == pairs == copy.deepcopy(pairs)
    assert repr(pairs) == "QueryPairs('a=1&b&a=2&=c')"


def test_references_and_splits_have_a_view() -> None:
    """No query and the empty query have no pairs; what is not UTF-8 can be read."""
    assert not uv.parse("http://h/").query_pairs and not uv.parse("http://h/?").query_pairs
    assert list(uv.split("?a=%zz&%ff").query_pairs) == [("a", "%zz"), ("\udcff", None)]


def test_forms() -> None:
    """URL Standard, section 5.1, on its own reading and against its parser; another charset by its name."""
    query = "a=1+2&&b&c=%zz&=&d=%FF"
    assert list(uv.query_pairs(query, form=True)) == list(uv.whatwg.URLSearchParams(query))
    assert list(uv.query_pairs("q=%82%A0+%41", form=True, encoding="shift_jis")) == [("q", "あ A")]
    with pytest.raises(uv.PercentError):
        uv.query_pairs("d=%FF", form=True, errors="strict")
    with pytest.raises(uv.PercentError):
        uv.query_pairs("c=%zz")


@pytest.mark.parametrize("form", [False, True])
@pytest.mark.parametrize("separators", ["&", "&;", "", "\u00e9", ";\udcff"])
@pytest.mark.parametrize("encoding", ["utf-8", "shift_jis", "latin-1"])
def test_the_view_is_that_of_the_twin(form: bool, separators: str, encoding: str) -> None:
    """Every query of up to two or three of these pieces: its pairs, their texts, and what each method finds."""
    pieces = ("a", "=", "&", ";", "+", "%41", "%ff", "%e3%81", "%z", "\u00e9", "\udcff", "\U0001f600")
    errors = "replace" if form else "surrogateescape"
    longest = 3 if (separators, encoding) == ("&", "utf-8") else 2
    for query in map("".join, chain.from_iterable(product(pieces, repeat=count) for count in range(longest + 1))):
        try:
            written, pairs = twin.read(query, form, separators, encoding, errors, "keep" if form else "refuse")
        except uv.PercentError as refusal:
            with pytest.raises(uv.PercentError) as error:
                uv.query_pairs(query, form=form, separator=separators, encoding=encoding)
            assert (error.value.text, error.value.at) == (refusal.text, refusal.at)
            continue
        view = uv.query_pairs(query, form=form, separator=separators, encoding=encoding)
        assert (view.text, view.written, tuple(view)) == (query, written, pairs), ascii(query)
        every: dict[str, list[str | None]] = {}
        for name, value in pairs:
            every.setdefault(name, []).append(value)
        assert view.to_dict(multi=True) == every and list(view.to_dict(multi=True)) == list(every)
        assert dict(view) == view.to_dict() == {name: values[0] for name, values in every.items()} == dict(view.items())
        assert view.keys() == tuple(every) and view.values() == tuple(values[0] for values in every.values())
        for name in (*every, "b"):
            values = every.get(name, [])
            assert (
                view.get_all(name) == tuple(values)
                and view.count(name) == len(values)
                and (name in view) is bool(values)
            )
            assert view.get(name, "-") == (values[0] if values else "-")
        again = pickle.loads(pickle.dumps(view))
        assert again == view and (again.written, tuple(again)) == (written, pairs) and hash(again) == hash(view)


def test_the_view_is_a_sequence_for_others_too() -> None:
    pairs = uv.query_pairs("a=1&b&a=2")
    assert isinstance(pairs, Sequence) and not isinstance(pairs, Mapping)
    match pairs:
        case [("a", "1"), *rest]:
            assert rest == [("b", None), ("a", "2")]
        case _:
            raise AssertionError(pairs)
    assert (pairs.count(("b", None)), pairs.index(("a", "2"), 1), pairs[::-2]) == (1, 2, (("a", "2"), ("a", "1")))
    with pytest.raises(TypeError, match="name must be a str, not int"):
        pairs.get(1)  # type: ignore[arg-type]
    with pytest.raises(TypeError, match=r"found by a name, an index or a slice, not by float"):
        pairs[1.5]  # type: ignore[call-overload]


def test_a_limit_is_kept_before_anything_is_decoded() -> None:
    assert len(uv.query_pairs("a&b&c", max_pairs=3)) == 3
    with pytest.raises(uv.URIError, match="3 pairs, and the limit is 2"):
        uv.query_pairs("a&%zz&c", max_pairs=2)
    with pytest.raises(LookupError):
        uv.query_pairs("", encoding="no-such-charset")


@pytest.mark.parametrize(
    ("query", "edit", "edited"),
    [
        ("a=%7e&k=1&b", {"set": {"k": 2}}, "a=%7e&k=2&b"),
        ("%6b=1", {"set": {"k": "x y"}}, "%6b=x%20y"),
        ("k=1&a&k=2", {"set": {"k": "3"}}, "k=3&a"),
        ("k=1&a&k=2", {"set": {"k": ["3", None, True]}}, "k=3&a&k&k=true"),
        ("k=1", {"set": {"k": []}}, None),
        ("a", {"set": {"k": 1.5}}, "a&k=1.5"),
        (None, {"set": {"k": ""}}, "k="),
        ("", {"add": [("k", None), ("k", "&=+#")]}, "k&k=%26%3D%2B%23"),
        ("a", {"add": {"k": ["1", "2"], "l": False}}, "a&k=1&k=2&l=false"),
        ("a&k&b", {"remove": "k"}, "a&b"),
        ("k=1&k", {"remove": ["k"]}, None),
        ("a&&k&", {"remove": "k"}, "a&&"),
        ("utm_a=1&x&utm_b", {"remove": uv.Glob("utm_*")}, "x"),
        ("utm_a=1&x&y=", {"remove": ("y", uv.Glob("utm_?"))}, "x"),
        ("a=1&b=&c", {"remove": lambda _, value: not value}, "a=1"),
        ("a=1&b=2", {"set": {uv.Glob("*"): "x"}}, "a=x&b=x"),
        ("a=1&b=2&b", {"set": {lambda _, value: value == "2": "x"}}, "a=1&b=x&b"),
        ("k=1&a", {"remove": "k", "set": {"k": "2"}, "add": {"k": "3"}}, "a&k=2&k=3"),
        ("k=%41&k=B", {"set": {"k": ["A", "B"]}}, "k=%41&k=B"),
        ("a+b=1", {"set": {"a b": "2"}}, "a+b=1&a%20b=2"),
        ("a+b=1", {"set": {"a b": "2 3"}, "form": True}, "a+b=2+3"),
        ("k", {"set": {"k": ""}, "form": True}, "k"),
        ("k", {"set": {"k": ""}}, "k="),
        ("a=1", {"add": {"ä": "~*"}, "form": True, "encoding": "latin-1"}, "a=1&%E4=%7E*"),
        ("a=1", {"add": {"k": "あ€"}, "form": True, "encoding": "latin-1"}, "a=1&k=%26%2312354%3B%26%238364%3B"),
        ("q=%82%A0", {"set": {"q": "い"}, "encoding": "shift_jis"}, "q=%82%A2"),
        ("%FF=1", {"set": {"\udcff": "\udcfe"}}, "%FF=%FE"),
        ("a", {}, "a"),
        ("a", {"remove": [], "set": {}, "add": ()}, "a"),
    ],
)
def test_edits(query: str | None, edit: dict[str, Any], edited: str | None) -> None:
    """What is named changes as it is said, and nothing else; section 5.2 of the URL Standard writes the forms."""
    ref = with_query(query)
    made = ref.with_pairs(**edit)
    assert made.query == edited
    assert made == ref.replace(query=edited)
    assert made is ref or edited != query


def test_globs_are_those_of_fnmatch_without_classes() -> None:
    texts = ["", "a", "ab", "ba", "a*b", "é", "aéb", "aaab"]
    for pattern in ("*", "a*", "*b", "a*b", "?", "a?b", "??", "", "*é*", "a**b"):
        for text in texts:
            assert uv.Glob(pattern).matches(text) == fnmatch.fnmatchcase(text, pattern), (pattern, text)
    assert uv.Glob("filter[*]").matches("filter[a]") and not uv.Glob("[a]").matches("a")
    glob = uv.Glob("a'*")
    assert eval(repr(glob), {"Glob": uv.Glob}) == glob == pickle.loads(pickle.dumps(glob))
    assert len({glob, uv.Glob("a'*"), uv.Glob("b")}) == 2


@pytest.mark.parametrize(
    ("edit", "message"),
    [
        ({"set": "a=1"}, "set must be a mapping, not str"),
        ({"set": {1: "a"}}, "a name in set must be a str, a Glob or a function, not int"),
        ({"set": {"a": b"1"}}, "a value in set must be .*, not bytes"),
        ({"set": {uv.Glob("*"): ["a", "b"]}}, "takes one value"),
        ({"add": "a=1"}, "add must be a mapping or an iterable of pairs, not str"),
        ({"add": ["ab"]}, "each of add must be a tuple of a name and a value, not str"),
        ({"add": [("a", ["b"])]}, "a value in add must be"),
        ({"add": {1: "a"}}, "a name in add must be a str, not int"),
        ({"remove": 1}, "remove must be a name, a Glob, a function, or an iterable of these, not int"),
        ({"remove": [1]}, "a name in remove must be"),
        ({"form": "yes"}, "form must be True or False, not str"),
        ({"sets": {}}, "unexpected keyword argument 'sets'. Did you mean 'set'"),
    ],
)
def test_wrong_edits(edit: dict[str, Any], message: str) -> None:
    with pytest.raises(TypeError, match=message):
        uv.parse("?a").with_pairs(**edit)


def test_errors_of_functions_are_theirs() -> None:
    with pytest.raises(ZeroDivisionError):
        uv.parse("?a").with_pairs(remove=lambda name, _: len(name) / 0)


def test_where_an_edition_has_no_query() -> None:
    """RFC 2396, section 3: an opaque part has no query; RFC 1738's ftp URLs have none."""
    with pytest.raises(uv.URISyntaxError, match="the query"):
        uv.parse("mailto:a", edition="rfc2396").with_pairs(add={"a": "b"})
    with pytest.raises(uv.URISyntaxError):
        uv.parse("ftp://h/", edition="rfc1738").with_pairs(add={"a": "b"})
    made = uv.parse("http://é/ü?ß=1#ö", edition="rfc3987").with_pairs(set={"ß": "ä"}, add={"x": 1})
    assert str(made) == "http://é/ü?ß=ä&x=1#ö" and made.fragment == "ö"


@given(queries, names, values)
def test_setting_changes_nothing_else(query: str, name: str, value: Any) -> None:
    """Every other byte is where it was: the written pairs of other names are the same, in the same order."""
    ref = with_query(query)
    made = ref.with_pairs(set={name: value})

    def others(ref: uv.URIReference) -> list[str]:
        view = ref.query_pairs
        return [text for text, (each, _) in zip(view.written, view, strict=True) if each != name]

    text = None if value is None else str(value).lower() if isinstance(value, bool) else str(value)
    # The empty query has no pairs, so an empty pair alone cannot be written.
    assume(made.query != "")
    assert others(made) == others(ref)
    assert made.query_pairs.get_all(name) == (text,)
    assert made.with_pairs(set={name: value}) is made
    assert (made.authority, made.path, made.fragment) == ("h", "/p", "f")


def test_one_pair_is_set_as_many_are() -> None:
    """Every query of up to four of these pieces: the edit of one value has a way of its own in the engine."""
    pieces = [product(("k", "a", "=", "&", "%6b"), repeat=count) for count in range(5)]
    for query in map("".join, chain.from_iterable(pieces)):
        ref = with_query(query)
        for name, value in [("k", "a"), ("", "a"), ("ka", ""), ("k", "&k"), ("%6b", "k"), ("a=", "k")]:
            made = ref.with_pairs(set={name: value})
            assert made == ref.with_pairs(set={name: value}, add=()), (query, name)


@given(queries, st.lists(st.tuples(names, values), max_size=3))
def test_adding_keeps_what_is_there(query: str, pairs: list[tuple[str, Any]]) -> None:
    """The query goes on, and is what `compose_query` writes."""
    made = with_query(query).with_pairs(add=pairs)
    added = uv.compose_query(pairs)
    expected = "&".join([query] * bool(query) + [added] * bool(pairs))
    assert made.query == expected


@given(queries, names)
def test_removing_leaves_the_others(query: str, name: str) -> None:
    """A removal by name, by pattern and by function is the same, and what is left is written as before."""
    ref = with_query(query)
    view = ref.query_pairs
    left = [text for text, (each, _) in zip(view.written, view, strict=True) if each != name]
    expected = None if view and not left else "&".join(left)
    assert ref.with_pairs(remove=name).query == expected
    assert ref.with_pairs(remove=lambda each, _: each == name).query == expected
    assert ref.with_pairs(remove=[uv.Glob(name)]).query == expected
    if len(left) == len(view):
        assert ref.with_pairs(remove=name) is ref


@given(st.lists(st.tuples(st.text(max_size=3), st.text(max_size=3))))
def test_forms_are_those_of_the_url_standard(pairs: list[tuple[str, str]]) -> None:
    """`compose_query(form=True)` writes what the URL Standard's serializer writes, and reads it back."""
    query = uv.compose_query(pairs, form=True)
    assert query == str(uv.whatwg.URLSearchParams(pairs))
    assert list(uv.query_pairs(query, form=True)) == pairs
    assert uv.parse("?").with_pairs(add=pairs, form=True).query == query


def test_many_names_are_edited_in_one_pass() -> None:
    """Ten thousand names of ten thousand pairs: looked up, not compared with each other."""
    pairs = {f"n{number}": str(number) for number in range(10_000)}
    ref = uv.parse("?" + uv.compose_query(pairs))
    assert ref.with_pairs(set=pairs) is ref
    assert ref.with_pairs(remove=list(pairs)).query is None
    # A pattern before the names is the first to select a pair; a name that found no pair is added.
    selected = {name: value for name, value in pairs.items() if name.startswith("n1")}
    expected = uv.compose_query([*(pairs | dict.fromkeys(selected, "g")).items(), *selected.items()])
    assert ref.with_pairs(set={uv.Glob("n1*"): "g", **pairs}).query == expected


def test_a_form_is_read_as_the_url_standard_reads_it() -> None:
    """On the Standard's published URLs, and without a query."""
    queries = [case["search"].removeprefix("?") for case in url_standard_cases("parse") if case.get("search")]
    for query in (*queries, "a=%ff&%", "a+b=c+d&&=&x", "%C3=1", "\u00e9=%C3%A9"):
        ref = uv.split(f"http://h/?{query}")
        assert list(ref.form_pairs) == uv.whatwg.parse_form(query) == list(uv.query_pairs(query, form=True))
    assert len(queries) > 20
    assert list(uv.parse("http://h/").form_pairs) == list(uv.split("mailto:a@b").form_pairs) == []


def test_octets_have_one_default() -> None:
    """Every reading gives the same text for octets that are not UTF-8, and `encode` gives the octets again."""
    ref = uv.parse("http://%ff:%ff@h/a/%ff?%ff=%ff")
    ours = {ref.user, ref.password, ref.name, ref.segments[-1], *ref.query_pairs[0], uv.decode("%ff")}
    assert ours == {"\udcff", *uv.query_pairs("%ff=%ff")[0], *uv.path_segments("%ff")}
    assert uv.encode("\udcff", component="segment") == "%FF"
    readings: list[Any] = [
        lambda errors: uv.decode("%ff", errors=errors),
        lambda errors: uv.query_pairs("a=%ff", errors=errors)["a"],
        lambda errors: uv.path_segments("/%ff", errors=errors)[0],
    ]
    for reading in readings:
        assert (reading("replace"), reading("surrogateescape")) == ("\N{REPLACEMENT CHARACTER}", "\udcff")
        with pytest.raises(uv.PercentError):
            reading("strict")
        with pytest.raises(ValueError, match="errors must be one of surrogateescape, strict, replace"):
            reading("ignore")


@given(st.lists(st.tuples(names, st.text(max_size=3)), max_size=6))
def test_a_view_is_a_mapping_of_first_pairs(pairs: list[tuple[str, str]]) -> None:
    """`dict(p)`, `{**p}`, `p[name]`, keys, values and items agree; `to_dict(multi=True)` has all values."""
    view = uv.query_pairs(uv.compose_query(pairs))
    assert dict(view) == {**view} == view.to_dict() == {name: view[name] for name in view.to_dict()}
    assert tuple(zip(view.keys(), view.values(), strict=True)) == view.items()
    for name, values in view.to_dict(multi=True).items():
        assert tuple(values) == view.get_all(name) and view.count(name) == len(values)
    assert all(view.count(pair) == pairs.count(pair) for pair in pairs)
    changed = uv.parse("http://h/?z=1").with_pairs(set=view)
    assert changed.query_pairs.to_dict(multi=True) == {"z": ["1"], **view.to_dict(multi=True)}
    assert json.loads(json.dumps(view, default=default)) == [list(pair) for pair in pairs]


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (uv.parse("http://h/a?b"), "http://h/a?b"),
        (uv.whatwg.URL("http://h/"), "http://h/"),
        (Decimal("1.50"), "1.50"),
        (UUID(int=1), "00000000-0000-0000-0000-000000000001"),
        (date(2026, 1, 2), "2026-01-02"),
        (datetime(2026, 1, 2, 3, 4, tzinfo=UTC), "2026-01-02T03:04:00+00:00"),
        (time(3, 4), "03:04:00"),
        (1.5, "1.5"),
        (7, "7"),
        (True, "true"),
    ],
)
def test_values_are_written_by_one_rule(value: Any, text: str) -> None:
    """In queries, in segments and in templates."""
    assert uv.parse("/").with_pairs(set={"a": value}).query_pairs["a"] == text
    assert uv.query_pairs(uv.compose_query({"a": value}))["a"] == text
    assert uv.parse("/").append(value).name == (uv.parse("/") / value).name == text
    assert uv.decode(uv.templates.Template("{x}").expand(x=value)) == text


@pytest.mark.parametrize("number", [float("nan"), float("inf"), Decimal("NaN"), Decimal("-Infinity")])
def test_a_number_that_is_not_finite_is_refused(number: Any) -> None:
    for write in (
        lambda: uv.parse("/").with_pairs(set={"a": number}),
        lambda: uv.parse("/").append(number),
        lambda: uv.templates.Template("{x}").expand(x=number),
    ):
        with pytest.raises(ValueError, match="not a finite number"):
            write()


def test_a_template_refuses_dot_segments() -> None:
    """A value cannot climb; what the template writes itself may."""
    template = uv.templates.Template("/u/{id}{?next}")
    for value in (".", ".."):
        with pytest.raises(ValueError, match="dot_segments=True"):
            template.expand(id=value)
        assert template.expand(id=value, dot_segments=True) == f"/u/{value}"
    assert template.expand(id="...", next="../x") == "/u/...?next=..%2Fx"
    assert uv.templates.Template("/../{id}").expand(id="a") == "/../a"
    for text, values in (("/{+path}", {"path": "a/../b"}), ("/.{x}", {"x": "."}), ("{/x*}", {"x": ["a", ".."]})):
        with pytest.raises(ValueError, match="segment"):
            uv.templates.Template(text).expand(values)
