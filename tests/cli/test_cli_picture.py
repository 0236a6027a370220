"""The picture: offsets that cut the text into its components, and the drawing itself."""

from __future__ import annotations

from textwrap import dedent

import pytest
from hypothesis import given
from hypothesis import strategies as st

import uriverse as uv
from uriverse.cli.picture import ASCII, draw
from uriverse.reference.spans import spans

TEXTS = [
    *("http://user@h:80/a/b?q#f", "http://user:pw@h:/", "//@:", "///", "", "#", "?", "?#", "a", "mailto:a?b"),
    *("http://[::1]:8080/x", "http://a/b;p=1;q?x", "file:///C:/x", "http://h:8x/", "x:", "news:a@b"),
    "ftp://u:p@h/a;type=i",
]


def check(text: str, edition: str) -> None:
    try:
        reference = uv.parse(text, edition=edition)
    except uv.URISyntaxError:
        return
    found = spans(reference)
    assert [span.start for span in found] == sorted(span.start for span in found)
    names = {"scheme", "authority", "userinfo", "host", "path", "params", "query", "fragment"}
    expected = {name: getattr(reference, name) for name in names} | {"port": reference.port_text}
    assert {span.name: text[span.start : span.end] for span in found} == {
        name: part for name, part in expected.items() if part is not None
    }


@pytest.mark.parametrize("edition", list(uv.EDITIONS))
@pytest.mark.parametrize("text", TEXTS)
def test_spans_cut_the_text_into_its_components(text: str, edition: str) -> None:
    """Each span holds its component, in every edition that reads the text."""
    check(text, edition)


@given(st.text(alphabet="a:/?#@[];1.=&", max_size=24), st.sampled_from(list(uv.EDITIONS)))
def test_spans_of_any_text(text: str, edition: str) -> None:
    """The same for texts that nobody would write."""
    check(text, edition)


def test_the_picture() -> None:
    """Every component under its place, an authority above its parts."""
    drawn = dedent("""\
        http://user@h:80/a/b?q#f
        ├──┘   ├──┘ │ ├┘├──┘ │ │
        │      │    │ │ │    │ └── fragment   23-24  f
        │      │    │ │ │    └──── query      21-22  q
        │      │    │ │ └───────── path       16-20  /a/b
        │      │    │ └─────────── port       14-16  80
        │      │    └───────────── host       12-13  h
        │      ├────────────────── userinfo   7-11   user
        │      └────────────────── authority  7-16   user@h:80
        └───────────────────────── scheme     0-4    http""")
    assert draw(uv.parse("http://user@h:80/a/b?q#f")).plain == drawn


def test_empty_components_have_lines() -> None:
    """An empty query is a line, an undefined one is none; empty parts at one place share its bar."""
    drawn = dedent("""\
        //@:?
          ││││
          │││└── query      5-5
          ││├─── path       4-4
          ││└─── port       4-4
          │└──── host       3-3
          ├───── userinfo   2-2
          └───── authority  2-4  @:""")
    assert draw(uv.parse("//@:?")).plain == drawn


def test_an_authority_without_parts() -> None:
    """A name from a registry (RFC 2396, section 3.2.1) is drawn whole."""
    drawn = dedent("""\
        //h:8x/
          ├──┘│
          │   └── path       6-7  /
          └────── authority  2-6  h:8x""")
    assert draw(uv.parse("//h:8x/", edition="rfc2396")).plain == drawn


def test_in_ascii() -> None:
    """Where the output has no box characters."""
    drawn = draw(uv.parse("a:bc"), lines=ASCII).plain
    assert drawn == "a:bc\n| ++\n| +-- path       2-4  bc\n+---- scheme     0-1  a"
    assert drawn.isascii()


def test_too_wide_for_the_terminal() -> None:
    """A text that would wrap is listed without the picture."""
    drawn = draw(uv.parse("http://h/" + "x" * 100), width=80).plain.split("\n")
    assert drawn[1:] == [
        f"path       8-109  /{'x' * 100}",
        "host       7-8    h",
        "authority  7-8    h",
        "scheme     0-4    http",
    ]


def test_controls_reach_no_terminal() -> None:
    """U+202E (RFC 3987, section 4.1) is U+FFFD in the text, where a mark has one column, and escaped in its part."""
    picture = draw(uv.parse("http://h/\u202ea?\u202e", edition="rfc3987"))
    text, *_, query, path, _, _, _ = picture.plain.split("\n")
    assert text == "http://h/\ufffda?\ufffd" and picture.plain.replace("\n", "").isprintable()
    assert path.endswith("8-11   /\\u202ea") and query.endswith("12-13  \\u202e")


def test_wide_characters_take_two_columns() -> None:
    """Marks and carets stand under the character, offsets still count characters."""
    picture = draw(uv.parse("http://東京/a?b", edition="rfc3987")).plain.splitlines()
    assert picture[:5] == [
        "http://東京/a?b",
        "├──┘   ├──┘├┘ │",
        "│      │   │  └── query      12-13  b",
        "│      │   └───── path       9-11   /a",
        "│      ├───────── host       7-9    東京",
    ]
    with pytest.raises(uv.URISyntaxError) as caught:
        uv.parse("http://東京/a b", edition="rfc3987")
    _, text, caret, *_ = str(caught.value).splitlines()
    assert (text, caret) == ("  http://東京/a b", " " * 15 + "^")
    assert caught.value.at == 11
