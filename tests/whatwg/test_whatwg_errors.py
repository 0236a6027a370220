"""Validation errors: the Standard's own examples, with the places where a reader would point."""

from __future__ import annotations

import copy
import pickle

import pytest

from uriverse.errors.urls import DESCRIPTIONS
from uriverse.whatwg import URL, URLError, can_parse, is_valid_url_string, validation_errors

# Section 1.1 of the URL Standard: each row's example, the base if it has one, the place, and whether it is a failure.
EXAMPLES = [
    ("https://exa%23mple.org", None, "domain-to-ASCII", 8, True),
    ("https://exam%70le.org", None, "domain-percent-encoded", 12, False),
    ("foo://exa[mple.org", None, "host-invalid-code-point", 9, True),
    ("https://127.0.0.1./", None, "IPv4-empty-part", 17, False),
    ("https://1.2.3/", None, "IPv4-too-few-parts", 13, False),
    ("https://1.2.3.4.5/", None, "IPv4-too-many-parts", 16, True),
    ("https://test.42", None, "IPv4-non-numeric-part", 8, True),
    ("https://127.0.0x0.1", None, "IPv4-non-decimal-part", 14, False),
    ("https://255.255.4000.1", None, "IPv4-out-of-range-part", 16, True),
    ("https://[::1", None, "IPv6-unclosed", 12, True),
    ("https://[:1]", None, "IPv6-invalid-compression", 9, True),
    ("https://[1:2:3:4:5:6:7:8:9]", None, "IPv6-too-many-pieces", 25, True),
    ("https://[1::1::1]", None, "IPv6-multiple-compression", 14, True),
    ("https://[1:2:3!:4]", None, "IPv6-invalid-code-point", 14, True),
    ("https://[1:2:3:]", None, "IPv6-invalid-code-point", 15, True),
    ("https://[1:2:3]", None, "IPv6-too-few-pieces", 14, True),
    ("https://[::01]", None, "IPv6-piece-leading-zero", 11, False),
    ("https://[1:1:1:1:1:1:1:127.0.0.1]", None, "IPv4-in-IPv6-too-many-pieces", 23, True),
    ("https://[ffff::.0.0.1]", None, "IPv4-in-IPv6-invalid-code-point", 15, True),
    ("https://[ffff::127.0.xyz.1]", None, "IPv4-in-IPv6-invalid-code-point", 21, True),
    ("https://[ffff::127.0xyz]", None, "IPv4-in-IPv6-invalid-code-point", 20, True),
    ("https://[ffff::127.00.0.1]", None, "IPv4-in-IPv6-invalid-code-point", 20, True),
    ("https://[ffff::127.0.0.1.2]", None, "IPv4-in-IPv6-invalid-code-point", 24, True),
    ("https://[ffff::127.0.0.4000]", None, "IPv4-in-IPv6-out-of-range-part", 23, True),
    ("https://[ffff::127.0.0]", None, "IPv4-in-IPv6-too-few-parts", 22, True),
    ("https://example.org/>", None, "invalid-URL-unit", 20, False),
    (" https://example.org ", None, "invalid-URL-unit", 0, False),
    ("ht\ntps://example.org", None, "invalid-URL-unit", 2, False),
    ("https://example.org/%s", None, "invalid-URL-unit", 20, False),
    ("file:c:/my-secret-folder", None, "special-scheme-missing-following-solidus", 5, False),
    ("https:example.org", None, "special-scheme-missing-following-solidus", 6, False),
    ("https:foo.html", "https://example.org/", "special-scheme-missing-following-solidus", 6, False),
    ("💩", None, "missing-scheme-non-relative-URL", 0, True),
    ("💩", "mailto:user@example.org", "missing-scheme-non-relative-URL", 0, True),
    ("https://example.org\\path\\to\\file", None, "invalid-reverse-solidus", 19, False),
    ("https://user@example.org", None, "invalid-credentials", 12, False),
    ("ssh://user@example.org", None, "invalid-credentials", 10, False),
    ("https://#fragment", None, "host-missing", 8, True),
    ("https://:443", None, "host-missing", 8, True),
    ("https://user:pass@", None, "host-missing", 18, True),
    ("https://example.org:70000", None, "port-out-of-range", 20, True),
    ("https://example.org:7z", None, "port-invalid", 21, True),
    ("/c:/path/to/file", "file:///c:/", "file-invalid-Windows-drive-letter", 1, False),
    ("file://c:", None, "file-invalid-Windows-drive-letter-host", 7, False),
]
# The Standard's example begins with "/", and the states report the error only for a text that does not: the file slash
# state has no such error. `c|/path` reaches the file state.
UNREACHED = "/c:/path/to/file"


@pytest.mark.parametrize(("text", "base", "name", "at", "failure"), EXAMPLES)
def test_the_examples_of_the_standard(text: str, base: str | None, name: str, at: int, failure: bool) -> None:
    """Each example has its error, where it stands."""
    if text == UNREACHED:
        assert validation_errors(text, base) == []
        text, at = "c|/path/to/file", 0
    found = [(error.name, error.at, error.failure) for error in validation_errors(text, base)]
    assert (name, at, failure) in found
    assert can_parse(text, base) is not failure


def test_every_error_of_the_standard_has_an_example_and_a_description() -> None:
    assert {name for _, _, name, _, _ in EXAMPLES} == set(DESCRIPTIONS)


def test_places_count_characters_of_the_text_as_it_was_given() -> None:
    """What is stripped or removed before the parser counts too."""
    found = validation_errors(" \t https://h\u00e4\n/\U0001f600/a\tb>c")
    assert [(error.name, error.at) for error in found] == [
        ("invalid-URL-unit", 0),
        ("invalid-URL-unit", 13),
        ("invalid-URL-unit", 20),
    ]


def test_an_error_says_where_and_why_and_hides_the_password() -> None:
    """The message has the place under the text."""
    with pytest.raises(URLError) as raised:
        URL("https://user:secret@example.org:99999/")
    message = str(raised.value)
    assert message.splitlines()[0] == "the port exceeds 65535 (port-out-of-range)"
    assert "secret" not in message
    assert raised.value.at == 32
    _, shown, caret = message.splitlines()[:3]
    assert shown[caret.index("^") - 1 :] == ":99999/"


def test_an_error_of_the_base_says_so() -> None:
    """The base is refused before the text is read."""
    with pytest.raises(URLError) as raised:
        URL("x", "y")
    assert raised.value.is_base
    assert raised.value.text == "y"
    assert str(raised.value).startswith("the base: ")


@pytest.mark.parametrize(
    ("text", "hint"),
    [
        ("example.com", 'give a base, or write "https://" before it'),
        ("bücher.example:8080/a?b", 'give a base, or write "https://" before it'),
        ("/a.b", "give a base"),
        ("a/example.com", "give a base"),
        ("a", "give a base"),
    ],
)
def test_a_text_without_a_scheme_that_begins_like_a_host(text: str, hint: str) -> None:
    with pytest.raises(URLError) as raised:
        URL(text)
    assert raised.value.hint == hint and str(raised.value).endswith(f"hint: {hint}")


def test_an_error_is_pickled_and_copied() -> None:
    with pytest.raises(URLError) as raised:
        URL("x", "mailto:y")
    for again in (pickle.loads(pickle.dumps(raised.value)), copy.copy(raised.value)):
        assert (again.text, again.base, again.error) == ("x", "mailto:y", "missing-scheme-non-relative-URL")


# Section 4 of the URL Standard, the table of examples: input, base, valid.
VALID = [
    ("https:example.org", None, False),
    ("https://////example.com///", None, False),
    ("https://example.com/././foo", None, True),
    ("hello:world", "https://example.com/", True),
    ("https:example.org", "https://example.com/", False),
    ("\\example\\..\\demo/.\\", "https://example.com/", False),
    ("example", "https://example.com/demo", True),
    ("file:///C|/demo", None, False),
    ("..", "file:///C:/demo", True),
    ("file://localhost/", None, True),
    ("file://loc%61lhost/", None, False),
    ("https://user:password@example.org/", None, False),
    ("https://example.org/foo bar", None, False),
    ("https://EXAMPLE.com/../x", None, True),
    ("https://ex ample.org/", None, False),
    ("example", None, False),
    ("https://example.com:demo", None, False),
    ("http://[www.example.com]/", None, False),
    ("https://example.org//", None, True),
    ("https://example.com/[]?[]#[]", None, False),
    ("https://example/%?%#%", None, False),
    ("https://example/%25?%25#%25", None, True),
]


@pytest.mark.parametrize(("text", "base", "valid"), VALID)
def test_valid_url_strings_of_the_standard(text: str, base: str | None, valid: bool) -> None:
    """The table at the head of section 4."""
    assert is_valid_url_string(text, base) is valid


@pytest.mark.parametrize(
    ("text", "valid"),
    [
        ("https://1.2.3.4/", True),
        ("https://1.2.3/", False),
        ("https://1.2.3.04/", False),
        ("https://[::1]:80/", True),
        ("https://[::01]/", False),
        ("https://[1:2:3:4:5:6:7::]/", True),
        ("https://a_b/", False),
        ("https://-a/", False),
        ("https://faß.example:/", True),
        ("https://h:65535", True),
        ("https://h:0065536", False),
        ("foo://a b/", False),
        ("foo://a%20b:8/c", True),
        ("foo:///x", True),
        ("foo://:8/", False),
        ("urn:isbn:9780307476463", True),
        ("mailto:a b", False),
        ("file:x", False),
        ("#x", False),
        ("1a:b", False),
    ],
)
def test_valid_url_strings_by_the_writing_sections(text: str, valid: bool) -> None:
    """Sections 3.4 and 4.3."""
    assert (text, is_valid_url_string(text)) == (text, valid)
    if valid:
        assert validation_errors(text) == []
