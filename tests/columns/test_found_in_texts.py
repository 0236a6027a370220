"""Columns of lists: each row has what the single calls find in its text."""

from __future__ import annotations

from typing import Any

import pyarrow as pa
import pytest
from hypothesis import example, given
from hypothesis import strategies as st

import uriverse as uv
from columns.test_inputs import LAYOUTS, layout
from support import single
from uriverse import columns as uc
from uriverse.audit import PROFILES, UnknownFindingError, findings
from uriverse.text import Match

PIECES = (
    *("see ", "<", ">", '"', "URL:", "http://a.example.com/b", "//", "mailto:u@h.com", "www.example.com", "12:30"),
    *(".\n", "(", ")", ", ", "é", "x-\ny", "://", "data:,x", "文。", "example.org/x", "urn:a:b", "[1.2.3.4]", " "),
)
lines = st.lists(
    st.none() | st.lists(st.sampled_from(PIECES), max_size=8).map("".join) | single.wild | single.bases, max_size=6
)
TEXTS = ("see <http://a/b>, or http://c/é.", None, "", "12:30", "http://u:p@0x7f.1/%", "no reference", "https://d.com/")


def match(found: Match) -> dict[str, Any]:
    """One reference, as a row has it."""
    values = found._asdict()
    values["start"], values["end"] = values.pop("span")
    return values | {"uri": str(found.uri), "alternative": found.alternative and str(found.alternative)}


def finding(row: Any) -> dict[str, Any]:
    """One finding, as a row has it."""
    return {name: row.as_dict().get(name) for name in uc.audit(uc.Column(["x y"])).to_pylist()[0][0]}


def single_matches(texts: Any, **options: Any) -> list[Any]:
    return [None if text is None else [match(each) for each in uv.find(text, **options)] for text in texts]


def audited(texts: Any, **options: Any) -> list[Any]:
    return [None if text is None else [finding(row) for row in findings(text, **options)] for text in texts]


@given(
    lines,
    st.fixed_dictionaries(
        {},
        optional={
            "schemes": st.sampled_from(["any", "registered", ("http", "urn")]),
            "hyphens": st.just("drop"),
            "lenient": st.booleans(),
            "abbreviated": st.booleans(),
            "edition": single.editions.map(single.edition),
        },
    ),
)
def test_find(texts: single.Texts, options: Any) -> None:
    assert uc.find(uc.Column(texts), **options).to_pylist() == single_matches(texts, **options)


# What a search weighs at a reference that stands between spaces, at its ends and inside.
MARKS = (
    """ :// . , !? " ' < * _ ~ # %41 % & &gt; ( ) [ ] ; @ URL: 12:30 a:b HTTP://h/ ftp://h/ xhttp://h/ { - = : h /"""
)
BARE = st.lists(
    st.sampled_from([" ", "http://h/a", "https://h.example:8/?b=c", "http://", "\t", "\n", "é", *MARKS.split(" ")]),
    max_size=12,
).map("".join)


@given(
    st.lists(BARE, max_size=6), single.editions.map(single.edition), st.booleans(), st.sampled_from(["str", "bytes"])
)
def test_what_the_engine_finds_by_itself_is_what_the_search_finds(
    texts: list[str], edition: Any, lenient: bool, kind: str
) -> None:
    """References between spaces, and everything near them."""
    given_texts = texts if kind == "str" else [text.encode() for text in texts]
    column = pa.array(given_texts, pa.string() if kind == "str" else pa.binary())
    options: Any = {"edition": edition, "lenient": lenient}
    assert uc.find(column, **options).to_pylist() == single_matches(given_texts, **options)


def test_a_line_of_references_between_spaces_asks_no_python(monkeypatch: pytest.MonkeyPatch) -> None:
    """Neither does one without a reference."""
    from uriverse.text import finding

    def fails(**_: Any) -> Any:
        def search(text: Any) -> Any:
            raise AssertionError(text)

        return search

    monkeypatch.setattr(finding, "finder", fails)
    lines = [
        "at http://h/a?b=c, https://h:8/.",
        "12:30 and std::map, see: nothing",
        "http://" + "a" * 249,
        "x http://h/",
    ]
    places = [
        [(row["start"], row["end"], row["trimmed"]) for row in rows] for rows in uc.find(uc.Column(lines)).to_pylist()
    ]
    assert places == [[(3, 17, ","), (19, 31, ".")], [], [(0, 256, "")], [(2, 11, "")]]
    with pytest.raises(AssertionError, match="http://aaa"):
        uc.find(uc.Column(["http://" + "a" * 250]))


@example(["http://example.com/~a"], "rfc1738", "all")  # the one edition that refuses "~"
@given(single.texts | lines, single.editions, st.sampled_from([*PROFILES, ("port-default", "not-normal")]))
def test_audit(texts: single.Texts, name: str, profile: Any) -> None:
    """Valid or not, by every edition and a user's own."""
    edition = single.edition(name)
    expected = audited(texts, edition=edition, profile=profile)
    assert uc.audit(uc.Column(texts), edition=edition, profile=profile).to_pylist() == expected


@pytest.mark.parametrize("name", LAYOUTS)
def test_every_layout(name: str) -> None:
    """The layout changes nothing, nor does an offset into it; octets are read as a single call reads them."""
    texts = [text if text is None or "binary" not in name else text.encode() for text in TEXTS]
    array = layout(texts, LAYOUTS[name])
    for start in range(len(texts)):
        for length in (1, 3, 9):
            part, rows = array.slice(start, length), texts[start : start + length]
            assert uc.find(part).to_pylist() == single_matches(rows)
            assert uc.audit(part).to_pylist() == audited(rows)


def test_chunks_and_dictionaries() -> None:
    """Null keys, null values, values that no key names."""
    chunked = pa.chunked_array([pa.array(TEXTS[:2]), pa.array([], pa.string()), pa.array(TEXTS[2:])])
    assert uc.find(chunked).to_pylist() == single_matches(TEXTS)
    assert uc.audit(chunked.slice(1, 4)).to_pylist() == audited(TEXTS[1:5])
    assert uc.find(pa.chunked_array([], pa.string())).to_pylist() == []
    keys = [4, 0, None, 1, 4, 0]
    column = pa.DictionaryArray.from_arrays(pa.array(keys, pa.int8()), pa.array(TEXTS))
    texts = [None if key is None else TEXTS[key] for key in keys]
    for part, rows in ((column, texts), (column.slice(2, 3), texts[2:5])):
        assert uc.find(part).to_pylist() == single_matches(rows)
        assert uc.audit(part).to_pylist() == audited(rows)


def test_every_consumer() -> None:
    """Lists of views, or of plain strings; large or not; whole or in chunks."""
    column = uc.audit(pa.chunked_array([pa.array(TEXTS[:3]), pa.array(TEXTS[3:])]))
    for array in (pa.array(column), column.to_pyarrow(), column.to_pyarrow(views=False)):
        array.validate(full=True)
        assert array.to_pylist() == audited(TEXTS)
    struct = pa.struct([(field.name, field.type) for field in column.to_pyarrow(views=False).type.value_type])
    assert pa.array(column, pa.list_(struct)).type == pa.list_(struct)
    assert column.slice(4, 1).to_pylist() == audited(TEXTS[4:5])


def test_octets_that_are_no_utf8() -> None:
    """What stands for them in an answer is U+FFFD."""
    octets = pa.array([b"http://a/\xff b", b"<http://b/\xfe>"])
    matches = uc.find(octets, lenient=True).to_pylist()
    assert [each["uri"] for row in matches for each in row] == ["http://a/%FF", "http://b/%FE"]
    assert "\ufffd" in matches[0][0]["text"]
    assert [each["uri"] for row in single_matches(octets.to_pylist(), lenient=True) for each in row] == [
        each["uri"] for row in matches for each in row
    ]


@pytest.mark.parametrize(
    ("call", "error"),
    [
        (lambda: uc.find(uc.Column([]), edition="rfc1"), uv.UnknownEditionError),
        (lambda: uc.find(uc.Column([]), hyphens="lose"), ValueError),  # type: ignore[arg-type]
        (lambda: uc.find(uc.Column([]), schemes="not one"), ValueError),
        (lambda: uc.audit(uc.Column([]), profile="none"), uv.UnknownWordError),
        (lambda: uc.audit(uc.Column([]), profile=["none"]), UnknownFindingError),
        (lambda: uc.audit(uc.Column([]), edition="rfc1"), uv.UnknownEditionError),
        (lambda: uc.audit(uc.is_valid(uc.Column(["a"]))), TypeError),
    ],
)
def test_wrong_use_is_an_error(call: Any, error: type[Exception]) -> None:
    with pytest.raises(error):
        call()
