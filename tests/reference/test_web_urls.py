"""`uv.URL`: the invariant of the type, on examples; the laws are in test_web_url_laws.py."""

from __future__ import annotations

import copy
import pickle
from typing import Any

import pytest

import uriverse as uv

EXAMPLE = uv.URL("http://user:word@example.com:8080/a/b?x=1&y=2#z")


@pytest.mark.parametrize(
    ("text", "written"),
    [
        (" HTTP://MÜNCHEN.de:80/straße?tags[]=1|2 ", "http://xn--mnchen-3ya.de/stra%C3%9Fe?tags%5B%5D=1%7C2"),
        ("https:evil.com", "https://evil.com/"),
        ("http:\\\\h\\a\\..\\b", "http://h/b"),
        ("http://0x7f.1:080/", "http://127.0.0.1/"),
        ("http://[::FFFF:127.0.0.1]/", "http://[::ffff:7f00:1]/"),
        ("wss://h:443?", "wss://h/?"),
        ("http://h/^`{|}[]\\", "http://h/%5E%60%7B%7C%7D%5B%5D/"),
        ("http://h/?^`{|}[]\\'", "http://h/?%5E%60%7B%7C%7D%5B%5D%5C%27"),
        ("http://h/#^`{|}[]\\#'", "http://h/#%5E%60%7B%7C%7D%5B%5D%5C%23'"),
        ("http://h/%zz/%7e/%C3?100%", "http://h/%25zz/%7e/%C3?100%25"),
        ("ftp://u%@h.:21/%2e%2E/x", "ftp://u%25@h./x"),
    ],
)
def test_a_text_is_read_by_the_url_standard_and_written_for_rfc_3986(text: str, written: str) -> None:
    url = uv.URL(text)
    assert str(url) == written == uv.whatwg.URL(written).href
    assert uv.is_valid(written) and uv.URL(url) is url and uv.URL(written) == url


@pytest.mark.parametrize(
    ("text", "reason", "at"),
    [
        ("/a", "missing-scheme-non-relative-URL", 0),
        ("mailto:a@b.example", "scheme-not-web", 0),
        ("file:///etc/passwd", "scheme-not-web", 0),
        ("http://", "host-missing", 7),
        (" http://u@h:0/", "port-zero", 12),
        ("http://h:65536/", "port-out-of-range", 9),
        ("http://a..b/", "host-ambiguous", 7),
        ("http://a;b/", "host-invalid", 7),
        ("http://127.0.0.xn--1-f3j/", "host-ambiguous", 7),
        (f"http://{'a' * 64}/", "host-invalid", 7),
        ("http://h\x7f/", "domain-to-ASCII", 7),
    ],
)
def test_what_leads_to_no_one_place_is_refused_with_its_place(text: str, reason: str, at: int) -> None:
    with pytest.raises(uv.URLError) as caught:
        uv.URL(text)
    error = caught.value
    assert (error.reason, error.at, error.text) == (reason, at, text)
    assert f"({reason})" in str(error) and isinstance(error, uv.URIError)


def test_an_error_shows_no_password() -> None:
    with pytest.raises(uv.URLError) as caught:
        uv.URL("http://me:hunter2@a..b/")
    assert "hunter2" not in f"{caught.value}{caught.value!r}" and "a label is empty" in str(caught.value)


def test_a_base_is_that_of_the_url_standard() -> None:
    for base in ("http://h/a/b", uv.URI("http://h/a/b"), uv.whatwg.URL("http://h/a/b"), uv.URL("http://h/a/b")):
        assert str(uv.URL("..\\c|", base)) == "http://h/c%7C"
    with pytest.raises(uv.URLError, match="the base"):
        uv.URL("a", "b")


def test_what_chooses_among_editions_is_refused_by_name() -> None:
    anything: Any = {"edition": "rfc3986"}
    for call in (lambda **named: uv.URL("http://h/", **named), lambda **named: EXAMPLE.resolve("a", **named)):
        with pytest.raises(TypeError, match="edition cannot be given"):
            call(**anything)
    for name in ("strict", "excess_parents", "new_request"):
        with pytest.raises(TypeError, match=f"{name} cannot be given"):
            EXAMPLE.resolve("a", **{name: True})
    with pytest.raises(TypeError, match="unexpected keyword argument 'edition'"):
        EXAMPLE.normalize(**anything)


def test_a_url_is_a_final_kind_of_uri() -> None:
    assert isinstance(EXAMPLE, uv.URI) and type(EXAMPLE).__mro__[1] is uv.URI
    plain = uv.URI(str(EXAMPLE))
    assert plain == EXAMPLE and hash(EXAMPLE) == hash(plain) and {EXAMPLE: 1}[plain] == 1
    assert uv.whatwg.URL(str(EXAMPLE)) != EXAMPLE and repr(uv.whatwg.URL("http://h")) == "whatwg.URL('http://h/')"
    assert repr(EXAMPLE) == "URL('http://user:***@example.com:8080/a/b?x=1&y=2#z')"
    assert (
        type(EXAMPLE.uri) is type(uv.URI(EXAMPLE)) is uv.URI and EXAMPLE.uri == EXAMPLE and uv.parse(EXAMPLE) is EXAMPLE
    )
    for kind in (uv.URI, uv.URL, uv.RelativeReference):
        with pytest.raises(TypeError, match="not an acceptable base type"):
            type("Own", (kind,), {})


def test_pickle_and_copy_keep_the_type() -> None:
    for protocol in range(pickle.HIGHEST_PROTOCOL + 1):
        again = pickle.loads(pickle.dumps(EXAMPLE, protocol))
        assert type(again) is uv.URL and again == EXAMPLE
    assert copy.copy(EXAMPLE) is copy.deepcopy(EXAMPLE) is EXAMPLE


@pytest.mark.parametrize(
    ("parts", "written"),
    [
        ({"host": "EXAMPLE.org"}, "http://user:word@example.org:8080/a/b?x=1&y=2#z"),
        ({"host": "bücher.example"}, "http://user:word@xn--bcher-kva.example:8080/a/b?x=1&y=2#z"),
        ({"path": "/c/../d e"}, "http://user:word@example.com:8080/d%20e?x=1&y=2#z"),
        ({"path": ""}, "http://user:word@example.com:8080/?x=1&y=2#z"),
        ({"query": "tags[]=1"}, "http://user:word@example.com:8080/a/b?tags%5B%5D=1#z"),
        ({"query": None, "fragment": "a#b"}, "http://user:word@example.com:8080/a/b#a%23b"),
        ({"port": 80}, "http://user:word@example.com/a/b?x=1&y=2#z"),
        ({"authority": "[::0001]:81"}, "http://[::1]:81/a/b?x=1&y=2#z"),
        ({"scheme": "WSS", "userinfo": None}, "wss://example.com:8080/a/b?x=1&y=2#z"),
        ({"user": "a/b", "password": "@"}, "http://a%2Fb:%40@example.com:8080/a/b?x=1&y=2#z"),
        (
            {"segments": ["a b", "c/d"], "pairs": {"q": "it's"}},
            "http://user:word@example.com:8080/a%20b/c%2Fd?q=it%27s#z",
        ),
    ],
)
def test_what_the_constructor_rewrites_in_a_named_part_is_kept(parts: Any, written: str) -> None:
    url = EXAMPLE.replace(**parts)
    assert str(url) == written and type(url) is uv.URL and EXAMPLE.__replace__(**parts) == url


@pytest.mark.parametrize(
    ("parts", "reason"),
    [
        ({"scheme": "mailto"}, "scheme-not-web"),
        ({"scheme": "http://evil.example/?"}, "other-part"),
        ({"host": None, "userinfo": None, "port": None}, "other-part"),
        ({"host": ""}, "other-part"),
        ({"host": "", "path": "/evil.example/x"}, "other-part"),
        ({"authority": "\t", "path": "/evil.example/x"}, "other-part"),
        ({"host": "a\\b", "path": "/c"}, "other-part"),
        ({"host": "evil.example/", "path": "/c"}, "other-part"),
        ({"host": "me@evil.example"}, "other-part"),
        ({"path": "c"}, "other-part"),
        ({"path": "\\c"}, "other-part"),
        ({"path": "/c?d", "query": "e"}, "other-part"),
        ({"query": "a#b"}, "other-part"),
        ({"port": 0}, "port-zero"),
        ({"host": "a..b"}, "host-ambiguous"),
    ],
)
def test_what_would_change_another_part_is_refused(parts: Any, reason: str) -> None:
    with pytest.raises(uv.URLError) as caught:
        EXAMPLE.replace(**parts)
    assert caught.value.reason == reason


def test_a_port_that_becomes_the_default_is_named_or_refused() -> None:
    url = uv.URL("http://h:443/")
    with pytest.raises(uv.URLError, match="port"):
        url.replace(scheme="https")
    assert str(url.replace(scheme="https", port=None)) == "https://h/"


def test_each_method_that_makes_a_reference_makes_a_url() -> None:
    made = {
        "append": EXAMPLE.append("c d", "|"),
        "/": EXAMPLE / "it's",
        "parent": EXAMPLE.parent,
        "parents": EXAMPLE.parents[-1],
        "resolve": EXAMPLE.resolve("/c\\d"),
        "normalize": uv.URL("http://h/%7ea%2f").normalize(),
        "with_pairs": EXAMPLE.with_pairs(set={"x": "it's"}),
        "without_zone": EXAMPLE.without_zone(),
        "fragment": EXAMPLE.replace(fragment=None),
    }
    assert {type(url) for url in made.values()} == {uv.URL}
    assert str(made["with_pairs"]) == "http://user:word@example.com:8080/a/b?x=it%27s&y=2#z"
    assert str(made["normalize"]) == "http://h/~a%2F"
    with pytest.raises(uv.URLError, match="scheme-not-web"):
        EXAMPLE.resolve("mailto:a@b.example")
    assert uv.resolve("mailto:a@b.example", EXAMPLE).scheme == "mailto"


@pytest.mark.parametrize("text", ["HTTP://EXAMPLE.com:80", "https://h:443/a?b#c", "ws://H", "http://h/%7E?it"])
def test_strict_allows_another_spelling_alone(text: str) -> None:
    assert uv.URL(text, strict=True) == uv.URL(text)


@pytest.mark.parametrize(
    ("text", "why", "at"),
    [
        (" http://h/", "white-space", 0),
        ("http:/h/", "slashes", 5),
        ("http://1.1.1.1\\@127.0.0.1/", "backslash", 14),
        ("http://@h/", "userinfo", 7),
        ("http://BÜCHER.de/", "host", 7),
        ("http://h:080/", "port", 8),
        ("http://h/a/./b", "dot-segment", 10),
        ("http://h/ü", "encoded", 9),
        ("http://h/?%", "percent", 10),
    ],
)
def test_strict_refuses_any_other_change(text: str, why: str, at: int) -> None:
    with pytest.raises(uv.URLError) as caught:
        uv.URL(text, strict=True)
    assert (caught.value.reason, caught.value.detail, caught.value.at) == ("rewritten", why, at)
    assert why in {change.why for change in uv.URL.changes(text)}
    assert all(change.sentence for change in uv.URL.changes(text))


def test_strict_takes_no_base() -> None:
    with pytest.raises(TypeError, match="no base"):
        uv.URL("a", "http://h/", strict=True)
