"""`URL` and `URLSearchParams` as values."""

from __future__ import annotations

import copy
import pickle

import pytest

import uriverse as uv
from uriverse.whatwg import URL, URLSearchParams, changes, parse, percent_decode, percent_encode


def test_a_url_is_a_value() -> None:
    """Equal, ordered, hashed and pickled by its serialization; immutable."""
    url = URL("HTTP://a/x")
    assert url == URL("http://a/x") == parse("http://a/x")
    assert url != "http://a/x"
    assert hash(url) == hash(URL("http://a:80/x"))
    assert sorted([URL("b:"), URL("a:")])[0].href == "a:"
    assert pickle.loads(pickle.dumps(url)) == url
    assert copy.copy(url) is url
    assert copy.deepcopy(url) is url
    assert f"{url:>12}" == "  http://a/x"
    with pytest.raises(AttributeError):
        url.href = "x"  # type: ignore[misc]


def test_a_text_that_is_left_unchanged_is_kept() -> None:
    """The URL holds the very string, whichever way it was read."""
    for text in ("https://example.org/a?b#c", "urn:isbn:9780307476463", "https://user:p@[::1]:8/%41"):
        fresh = text.encode().decode()
        assert URL(fresh).href is fresh


def test_arguments_by_position_and_name() -> None:
    """As the constructor's signature says."""
    assert URL("x", "http://a/b") == URL("x", base="http://a/b") == URL(text="x", base=URL("http://a/b"))
    assert URL(b"http://a/") == URL(uv.parse("http://a"))
    wrong: list[tuple[tuple[object, ...], dict[str, object]]] = [
        ((), {}),
        (("a:", "b:", "c:"), {}),
        (("a:",), {"text": "b:"}),
        (("a:", "b:"), {"base": "c:"}),
        (("a:",), {"other": 1}),
        ((1,), {}),
    ]
    for args, kwargs in wrong:
        with pytest.raises(TypeError):
            URL(*args, **kwargs)  # type: ignore[arg-type]
    with pytest.raises(LookupError):
        URL("http://a/?b", encoding="no such encoding")


def test_bytes_are_decoded_as_the_standard_decodes() -> None:
    """UTF-8, with U+FFFD for what is not."""
    assert URL("http://a/é".encode()).href == "http://a/%C3%A9"
    assert URL(b"http://a/caf\xe9?\xe2\x82").href == "http://a/caf%EF%BF%BD?%EF%BF%BD"


def test_a_password_is_masked_in_the_representation_alone() -> None:
    """`str` never hides anything."""
    url = URL("https://user:secret@h/")
    assert repr(url) == "whatwg.URL('https://user:***@h/')"
    assert str(url) == "https://user:secret@h/"


def test_replace_runs_setters_in_order() -> None:
    """A value that a setter ignores is ignored; what is no setter is an error."""
    url = URL("https://h:8/a?b")
    assert url.replace(port="9", host="i", search="", hash="x").href == "https://i:9/a#x"
    assert url.replace(port="x").href == url.href
    assert url.replace(protocol="mailto") == url
    assert url.replace(href="a:b").href == "a:b"
    assert url.replace(search_params={"q": "a b"}).href == "https://h:8/a?q=a+b"
    assert url.replace(search_params="").href == "https://h:8/a"
    for name in ("origin", "scheme"):
        with pytest.raises(TypeError, match="cannot be set"):
            url.replace(**{name: "x"})  # type: ignore[arg-type]


def test_search_params_as_the_standard_has_them() -> None:
    """Section 6.2, method by method."""
    params = URLSearchParams("?a=1&b=2&a=3&&c&=d&e=%zz+")
    assert params.items() == [("a", "1"), ("b", "2"), ("a", "3"), ("c", ""), ("", "d"), ("e", "%zz ")]
    assert (params.size, len(params), params.get("a"), params.get_all("a")) == (6, 6, "1", ["1", "3"])
    assert params.get("x") is None
    assert params.has("a", "3")
    assert not params.has("a", "2")
    assert "c" in params
    params.set("a", "9")
    params.append("f", "\ud800")
    params.delete("e", "other")
    params.delete("c")
    assert params.items() == [("a", "9"), ("b", "2"), ("", "d"), ("e", "%zz "), ("f", "\ufffd")]
    params.set("g", "h")
    assert params.keys()[-1] == "g"
    assert str(URLSearchParams([("~", "a b"), ("ä", "*")])) == "%7E=a+b&%C3%A4=*"
    with pytest.raises(TypeError):
        URLSearchParams([("a", "b", "c")])  # type: ignore[list-item]
    with pytest.raises(KeyError):
        params["none"]


@pytest.mark.parametrize("protocol", range(pickle.HIGHEST_PROTOCOL + 1))
def test_search_params_are_pickled_and_copied(protocol: int) -> None:
    """A copy has a list of its own, as with browsers."""
    params = URLSearchParams([("a", "1"), ("a", "\ufffd")])
    for other in (pickle.loads(pickle.dumps(params, protocol)), copy.copy(params), copy.deepcopy(params)):
        other.append("b", "2")
        assert other.items() == [*params.items(), ("b", "2")] and params.size == 2


def test_search_params_are_sorted_by_code_units() -> None:
    """A name beyond the basic plane stands before U+FB03, for its first code unit is a surrogate."""
    params = URLSearchParams([("\ufb03", "1"), ("\U0001f308", "2"), ("z", "3"), ("a", "4"), ("z", "5")])
    params.sort()
    assert params.values() == ["4", "3", "5", "2", "1"]


def test_percent_encoding_as_the_table_of_the_standard() -> None:
    """Section 1.3, the summary by way of example."""
    assert percent_decode(b"%25%s%1G") == b"%%s%1G"
    assert percent_decode("‽%25%2E") == b"\xe2\x80\xbd%."
    assert percent_encode(" ", "special-query", encoding="shift_jis") == "%20"
    assert percent_encode("≡", "special-query", encoding="shift_jis") == "%81%DF"
    assert percent_encode("‽", "special-query", encoding="shift_jis") == "%26%238253%3B"
    assert percent_encode("¥", "special-query", encoding="iso-2022-jp") == "%1B(J\\%1B(B"
    assert percent_encode("≡", "userinfo") == "%E2%89%A1"
    assert percent_encode("Say what‽", "userinfo") == "Say%20what%E2%80%BD"
    with pytest.raises(ValueError, match="percent_encode_set"):
        percent_encode("", "host")  # type: ignore[arg-type]


def test_references_and_urls_cross_over() -> None:
    """A URI has a URL, and a URL a URI, with what the RFC does not allow percent-encoded."""
    assert uv.parse("HTTP://Example.org/%7e/../b").whatwg.href == "http://example.org/b"
    for text in ("https://u:p@h:8/[a]|^`{}?[]`#[]", "a:b c", "web+demo:/.//x", "file:///c:/", "http://h/%zz"):
        uri = URL(text).uri
        assert uv.is_valid(str(uri))
    assert str(URL("http://h/%zz|").uri) == "http://h/%25zz%7C"


def test_origins() -> None:
    """Section 4.7, with HTML's serialization."""
    origins = {
        "https://whatwg.org:8080/x": "https://whatwg.org:8080",
        "https://u:p@whatwg.org/x": "https://whatwg.org",
        "blob:https://whatwg.org/d0360e2f-caee-469f-9a2f-87d5b0456f6f": "https://whatwg.org",
        "blob:ftp://whatwg.org/": "null",
        "blob:blob:https://whatwg.org/": "null",
        "file:///x": "null",
        "data:,x": "null",
    }
    assert {text: str(URL(text).origin or "null") for text in origins} == origins
    assert uv.parse("HTTPS://whatwg.org:443/").origin == URL("https://whatwg.org/x").origin


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("http://h/a", ()),
        # URL Standard, 4.4: no default port, a host in lower case, no dot segments, and no empty path.
        (
            "HTTP://EXAMPLE.org:80",
            (
                ("scheme", "HTTP", "http"),
                ("host", "EXAMPLE.org", "example.org"),
                ("port", "80", None),
                ("path", "", "/"),
            ),
        ),
        ("http://h/a/../b?q#f", (("path", "/a/../b", "/b"),)),
        ("http://@h/?#", (("userinfo", "", None),)),
        ("http://0x7f.1/", (("host", "0x7f.1", "127.0.0.1"),)),
        ("http://h/?'", (("query", "'", "%27"),)),
    ],
)
def test_what_changes_on_the_other_side(text: str, expected: tuple[tuple[str, str | None, str | None], ...]) -> None:
    """Component by component, from the reference to the URL, and back."""
    reference = uv.parse(text)
    found = changes(reference, reference.whatwg)
    assert tuple((each.component, each.was, each.now) for each in found) == expected
    back = changes(reference.whatwg, reference)
    assert [(each.component, each.now, each.was) for each in back] == [tuple(each) for each in expected]


def test_changes_mask_passwords_and_refuse_others() -> None:
    """A password is not shown in a representation; what is neither a reference nor a URL is an error."""
    (change,) = changes("http://u:secret@h/", "http://u:other@h/")
    assert (change.was, change.now) == ("u:secret", "u:other")
    assert "secret" not in repr(change) and "other" not in repr(change)
    with pytest.raises(TypeError, match="after must be a str, bytes, a URI reference or a URL"):
        changes("a", 1)  # type: ignore[arg-type]
