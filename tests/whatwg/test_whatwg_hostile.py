"""Hostile texts of 400 kB: a step that is quadratic would take an hour, and the test would not end."""

from __future__ import annotations

import pytest

from uriverse.whatwg import (
    URL,
    URLError,
    URLSearchParams,
    can_parse,
    domain_to_ascii,
    domain_to_unicode,
    is_valid_url_string,
    validation_errors,
)

SIZE = 400_000
# A prefix, what is repeated, and an end.
FAMILIES = [
    ("http://h/", "../", ""),
    ("http://h/", "a/", "../" * 100_000),
    ("http://h/", "%2e%2e/", "x"),
    ("http://h/", "\\", ""),
    ("http://h/", " ", "x"),
    ("http://h/", "\u00e4", ""),
    ("http://h/", "\t", "x"),
    ("http://h/?", "'\u20ac", "#"),
    ("http://h/#", "`", ""),
    ("http://", "@", "h"),
    ("http://", ":", ""),
    ("http://", "/", "h"),
    ("http://", "a.", "1"),
    ("http://", "0x", ""),
    ("http://", "9", ""),
    ("http://[", "0:", "]"),
    ("http://", "[", ""),
    ("http://", "\u00e4", ""),
    ("http://", "\u00e4.", ""),
    ("http://xn--", "a", "\u00e4"),
    ("http://", "%C3%A4", ""),
    ("http://h:", "0", "1"),
    ("file:", "/", ""),
    ("file:", "c|/", ""),
    ("data:", " ", "?"),
    ("foo://", "^", ""),
    ("", "blob:", ""),
    ("", "\u0000 ", ""),
    ("", "\u0001", "http://h/"),
    ("a", "+", ":"),
]


@pytest.mark.parametrize(("prefix", "unit", "end"), FAMILIES, ids=[ascii(p + u)[:24] for p, u, _ in FAMILIES])
def test_it_is_read_in_linear_time(prefix: str, unit: str, end: str) -> None:
    """Every operation ends, and they agree on whether there is a URL. A row for each error takes most of the time."""
    text = prefix + unit * (SIZE // len(unit)) + end
    base = URL("http://h/a/b?c")
    errors = validation_errors(prefix + unit * (SIZE // 4 // len(unit)) + end)
    assert all(0 <= error.at <= len(text) for error in errors)
    is_valid_url_string(text)
    can_parse(text, base)
    try:
        url = URL(text)
    except URLError as error:
        assert not can_parse(text)
        assert errors[-1].failure
        assert len(str(error)) < 1000
        return
    assert not any(error.failure for error in errors)
    assert URL(url.href) == url
    assert url.replace(pathname=text, search=text, hash=text).origin == url.origin
    base.resolve(url.href)


def test_other_operations_are_linear() -> None:
    """Lists of names and values, and domains."""
    params = URLSearchParams("a=b&" * (SIZE // 4))
    assert params.size == SIZE // 4
    assert len(str(params)) == SIZE - 1
    params.sort()
    params.set("a", "c")
    assert params.items() == [("a", "c")]
    assert domain_to_ascii("\u00e4" * SIZE) is None
    assert domain_to_ascii("a" * SIZE) == "a" * SIZE
    assert domain_to_unicode("xn--" + "a" * SIZE) == "xn--" + "a" * SIZE
