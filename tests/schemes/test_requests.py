"""The forms of a request target (RFC 9112, section 3.2), and well-known URIs (RFC 8615, section 3)."""

from __future__ import annotations

import pytest

from uriverse.schemes import request_target_form, well_known


@pytest.mark.parametrize(
    ("method", "target", "form"),
    [
        ("GET", "/where?q=now", "origin"),
        ("GET", "http://www.example.org/pub/WWW/TheProject.html", "absolute"),
        ("CONNECT", "www.example.com:80", "authority"),
        ("OPTIONS", "*", "asterisk"),
        ("OPTIONS", "http://www.example.org:8001", "absolute"),
        ("GET", "/", "origin"),
        ("GET", "//a", "origin"),
        ("CONNECT", "[::1]:443", "authority"),
    ],
)
def test_printed_targets_have_their_form(method: str, target: str, form: str) -> None:
    """The first five are printed there; of the others the rules of section 3.2 decide."""
    assert request_target_form(target, method=method) == form


@pytest.mark.parametrize(
    ("method", "target"),
    [
        ("GET", "*"),
        ("GET", ""),
        ("GET", "where"),
        ("GET", "/a#b"),
        ("GET", "/a b"),
        ("GET", "http://h/#f"),
        ("CONNECT", "/"),
        ("CONNECT", "www.example.com"),
        ("CONNECT", "www.example.com:"),
        ("CONNECT", "http://h:80"),
    ],
)
def test_other_targets_are_refused_with_the_section(method: str, target: str) -> None:
    with pytest.raises(ValueError, match="RFC 9112, section"):
        request_target_form(target, method=method)


def test_well_known_paths_begin_the_path() -> None:
    """ "A well-known URI is a URI whose path component begins with the characters "/.well-known/" "."""
    assert well_known("https://www.example.com/.well-known/example") == "example"
    assert well_known("https://h/.well-known/a/b?q#f") == "a"
    assert well_known("/.well-known/x") == "x"
    for text in (
        "https://h/.well-known",
        "https://h/.well-known/",
        "https://h/a/.well-known/x",
        "https://h/.Well-Known/x",
    ):
        assert well_known(text) is None
