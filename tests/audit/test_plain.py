"""Plain URLs, which are known at one look: no check finds anything in what is taken for one."""

from __future__ import annotations

from typing import Any

import pyarrow as pa
import pytest
from hypothesis import event, given, settings
from hypothesis import strategies as st

import uriverse as uv
from support import strategies
from uriverse import columns as uc
from uriverse.audit import FINDINGS, findings
from uriverse.audit.plain import is_plain, plain_parts
from uriverse.schemes import SCHEMES

# Another mapping of the same tables: every check is asked then.
ASKED = dict(SCHEMES)
PIECES = (
    *(
        "http",
        "https",
        "://",
        "example",
        "www",
        "localhost",
        "metadata",
        "goog",
        "home",
        "arpa",
        "corp",
        "xn--bcher-kva",
    ),
    *(
        "1.2.3.4",
        "0x7f",
        "127",
        "a-1-2-3-4",
        ".",
        "-",
        "_",
        "/",
        "//",
        "/..",
        "/.",
        "aux",
        "CON",
        "lpt1",
        "...",
        "clock$",
    ),
    *(
        "?",
        "&",
        "=",
        "id=3",
        "ID=4",
        "token=x",
        "Access_Token=y",
        "x=//h/",
        "x=../",
        "index.html",
        "a",
        "Z",
        "~",
        ";",
        "#s",
    ),
    *("%41", ":80", "@", "com", "dev", "a" * 63, "é"),
    *(
        "%20",
        "%22",
        "%C3%A9",
        "%E6%97%A5",
        "%E2%80%8B",
        "%D8%9C",
        "%C4%8D%C4%8A",
        "%c3%a9",
        "%FF",
        "%C3",
        "%5D",
        "%28",
        "%",
    ),
)
built = st.lists(st.sampled_from(PIECES), max_size=9).map("".join)
near = st.builds("https://www.example.com/{}".format, built)
word = st.from_regex("[a-z0-9]{1,5}(-[a-z0-9]{1,3})?", fullmatch=True) | st.sampled_from(
    [*"0aZ_", "aux", "local", "home"]
)
plain = st.builds(
    "http{}://a{}.{}/{}{}".format,
    st.sampled_from(["", "s"]),
    st.lists(word, min_size=1, max_size=5).map(".".join),
    st.sampled_from(["com", "arpa", "local", "goog", "a", "ab", "c0m"]),
    st.lists(word | st.builds("{}.{}".format, word, word), max_size=4).map("/".join),
    st.lists(st.builds("{}={}".format, word, word), max_size=3).map(lambda pairs: "?" * bool(pairs) + "&".join(pairs)),
)
few = st.lists(st.sampled_from(PIECES), max_size=3).map("".join)
by_parts = st.builds(
    "{}://{}{}{}{}".format,
    st.sampled_from(["http", "https", "ftp", "gopher", "ws", "wss", "ftps", "HTTP", "nobody", "file", "telnet"]),
    st.sampled_from(
        ["www.example.com", "a-b.example.co.uk", "u@example.com", "localhost", "x.nip.io", "127.0.0.1", "h"]
    ),
    st.sampled_from(["", ":", ":80", ":081", ":25", ":8443", ":99999", ":x"]),
    st.sampled_from(["", "/", "/a/b.html", "/a/../b", "//x", "/%2e/", "/aux", "/a;b"]) | few.map("/".__add__),
    st.sampled_from(["", "?", "?a=b", "?token=x", "?a=%0a", "?@", "#", "#a", "#@", "?a=b#%00"]) | few.map("?".__add__),
)

# Escapes of one octet and of more, with every lead octet.
letter = st.builds(
    "{}{}{}".format,
    st.sampled_from(["", "a"]),
    st.one_of(
        st.binary(min_size=1, max_size=3).map(lambda octets: "".join(f"%{octet:02X}" for octet in octets)),
        st.characters(codec="utf-8").map(lambda one: "".join(f"%{octet:02X}" for octet in one.encode())),
    ),
    st.sampled_from(["", "b"]),
)
escaped = st.builds(
    "https://www.example.com/{}{}".format,
    st.lists(letter | word, min_size=1, max_size=3).map("".join) | st.builds("{}/{}.{}".format, letter, letter, word),
    st.just("") | st.builds("?a={}&b={}".format, letter, letter),
)
of_ports = st.builds(
    "{}://{}:{}/{}".format,
    st.sampled_from(["http", "https"]),
    st.sampled_from(["www.example.com", "a.example.co.uk"]),
    st.integers(0, 99999) | st.sampled_from([80, 443, 8080, 22, 25, 6000, 65535, 65536, "", "080", "8x"]),
    st.just("") | st.just("a?b=c#d") | few,
)


@settings(max_examples=300)
@given(
    st.one_of(plain, built, near, by_parts, strategies.texts, escaped, of_ports), st.sampled_from(tuple(uv.EDITIONS))
)
def test_the_short_way_is_the_long_way(text: str, edition: str) -> None:
    """Whether a text is plain or not, the findings are those of all checks."""
    event(f"plain: {is_plain(text)}")
    assert findings(text, edition=edition, schemes=ASKED) == findings(text, edition=edition)


@pytest.mark.parametrize("profile", ["security", "style", ("port-not-default",)])
@settings(max_examples=50)
@given(of_ports)
def test_the_findings_of_a_port_are_those_of_all_checks(profile: Any, text: str) -> None:
    """By every profile."""
    assert findings(text, profile=profile, schemes=ASKED) == findings(text, profile=profile)


@pytest.mark.parametrize("octet", range(256))
def test_every_escape_is_seen_as_the_checks_see_it(octet: int) -> None:
    """Alone, at both ends and inside of a segment, of a value and of a fragment, in either case."""
    for escape in (f"%{octet:02X}", f"%{octet:02x}", f"%{octet:02X}%A9", f"%{octet:02X}%97%A5"):
        for piece in (escape, f"a{escape}", f"{escape}b", f"a{escape}b", f"con{escape}b", f"a.{escape}"):
            for front in ("", "b?c=", "b?", "b#"):
                text = f"http://www.example.com/{front}{piece}"
                for edition in ("rfc3986", "rfc2396", "rfc1738"):
                    assert findings(text, edition=edition, schemes=ASKED) == findings(text, edition=edition), text


@pytest.mark.parametrize("edition", ["rfc3986", "url-syntax-03", "rfc1808"])
def test_every_character_is_seen_as_the_checks_see_it(edition: str) -> None:
    """Alone, doubled, at both ends and inside of a segment, a key, a value and a fragment."""
    for character in map(chr, range(0x80)):
        for piece in ("{}", "{}{}", "a{}", "{}b", "a{}b", "con{}", "a.{}", "{}.b", "a{}b.c"):
            for front in ("{}", "b?c={}", "b?{}=c", "b?c=d&e={}", "b#{}"):
                text = "http://www.example.com/" + front.format(piece.format(character, character))
                assert findings(text, edition=edition, schemes=ASKED) == findings(text, edition=edition), text


@settings(max_examples=100)
@given(st.lists(st.one_of(plain, near, built, escaped, of_ports), max_size=8), st.sampled_from([None, *uv.EDITIONS]))
def test_a_column_asks_as_a_call_does(texts: list[str], edition: Any) -> None:
    """The engine leaves out what is plain, and nothing else; octets too."""
    expected = [[row.message for row in findings(text, edition=edition, schemes=ASKED)] for text in texts]
    for column in (uc.Column(texts), pa.array([text.encode() for text in texts], pa.binary())):
        assert [[row["message"] for row in rows] for rows in uc.audit(column, edition=edition).to_pylist()] == expected


@given(st.one_of(plain, near, built, escaped))
def test_a_plain_url_has_plain_parts_and_is_valid(text: str) -> None:
    """By the engine's own split and parse."""
    if is_plain(text):
        parts = uv.split(text)
        assert {"host", "path"} <= plain_parts(parts) and uv.is_valid(text)
        for name in ("query", "fragment"):
            assert (getattr(parts, name) is not None) == (name in plain_parts(parts))


@pytest.mark.parametrize(
    "text",
    [
        *("http://a.com", "http://a/", "http://A.com/", "http://a.com./", "http://-a.com/", "http://a-.com/"),
        *("http://a--b.com/", "http://a1-2.com/", "http://1a.com/", "http://xn--a.com/", "http://a.xn--p1ai/"),
        *("http://a.nosuchtld/", "http://a.com//", "http://a.com/.a", "http://a.com/a.", "http://a.com/a..b"),
        *("http://a.com/AUX.txt", "http://a.com/b/con", "http://a.com/?", "http://a.com/?a", "http://a.com/?a=1&A=2"),
        *("http://a.com/?api-key=1", "http://a.com/?a=b=c", "http://a.com/#", "http://a.com/#a/b", "ftp://a.com/"),
        *("http://" + "a" * 64 + ".com/", "http://a.com/" + "a" * 250, "http://a.com/\u00fc", "http://a.com/\ud800"),
        *("http://x.localhost/", "http://metadata.google.internal/", "http://x.nip.io/"),
    ],
)
def test_what_a_check_may_look_for_is_not_plain(text: str) -> None:
    """One text for each thing that the shape leaves out."""
    assert not is_plain(text)


@pytest.mark.parametrize("name", FINDINGS)
def test_the_example_of_a_finding_is_not_plain(name: str) -> None:
    """Each example triggers."""
    assert not is_plain(FINDINGS[name].example)


@pytest.mark.parametrize(
    "text",
    [
        "http://example.com/",
        "https://www.example.co.uk/a/b_c/d-e.html?id=3&page=2",
        "https://a1-b2.example.com/2003/x?q=",
        "http://www.example.org/~user/a(1)+b,c.html?q=a+b&c=~(d,e)#~f",
    ],
)
def test_ordinary_urls_are_plain(text: str) -> None:
    """What most lists are full of."""
    assert is_plain(text)


def test_an_edition_of_ones_own_is_asked() -> None:
    """It may refuse what all others take."""
    own = uv.Edition.from_grammar('own = "x:"', start="own")
    assert [row.kind for row in findings("http://example.com/", edition=own)] == ["syntax"]
