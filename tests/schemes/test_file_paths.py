"""File URIs and paths: by text alone, on every platform the same, held to pathlib where pathlib is right."""

from __future__ import annotations

import warnings
from pathlib import PurePath, PurePosixPath, PureWindowsPath

import pytest
from hypothesis import given
from hypothesis import strategies as st

import uriverse as uv
from uriverse.schemes import File


def pathlib_uri(path: PurePath) -> str:
    """What pathlib writes; Python 3.14 has it on paths of the platform only, and warns."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", DeprecationWarning)
        return path.as_uri()


POSIX = [
    ("/", "file:///"),
    ("/etc/motd", "file:///etc/motd"),
    ("/a b/%41?#", "file:///a%20b/%2541%3F%23"),
    ("/caf\N{LATIN SMALL LETTER E WITH ACUTE}", "file:///caf%C3%A9"),
    ("/\udce9", "file:///%E9"),
    ("/c:/x|y\\z", "file:///c:/x%7Cy%5Cz"),
    ("/~u/;a=1,2", "file:///~u/;a=1,2"),
]
WINDOWS = [
    ("c:\\", "file:///c:/"),
    ("C:\\Users\\a b.txt", "file:///C:/Users/a%20b.txt"),
    ("c:/x/y", "file:///c:/x/y"),
    ("\\\\host\\Share\\x.txt", "file://host/Share/x.txt"),
    ("//host.example.com/Share/", "file://host.example.com/Share/"),
    ("\\\\host\\Share", "file://host/Share/"),
    ("c:\\100%", "file:///c:/100%25"),
]


@pytest.mark.parametrize(("path", "uri"), POSIX)
def test_posix_paths(path: str, uri: str) -> None:
    """RFC 8089, Appendix D.1: a path's segments are the URI's."""
    value = File.from_path(path, "posix")
    assert str(value.uri()) == uri
    assert uv.schemes.view(uri) == value
    assert value.to_path("posix") == PurePosixPath(path)


@pytest.mark.parametrize(("path", "uri"), WINDOWS)
def test_windows_paths(path: str, uri: str) -> None:
    """RFC 8089, Appendices D.2 and E.3.1: a drive is the first segment, a UNC host is the authority."""
    value = File.from_path(path, "windows")
    assert str(value.uri()) == uri
    assert uv.schemes.view(uri) == value
    assert value.to_path("windows") == PureWindowsPath(path)


@pytest.mark.parametrize(
    ("uri", "posix", "windows"),
    [
        ("file:/a/b", "/a/b", "\\a\\b"),
        ("file:///a/b/", "/a/b", "\\a\\b"),
        ("file://localhost/a", "/a", "\\a"),
        ("file://LOCALHOST/c:/a", "/c:/a", "c:\\a"),
        ("file://h/s/a", None, "\\\\h\\s\\a"),
        ("file:///a%2Fb", None, None),
        ("file:///a%00", None, None),
        ("file:///a%5Cb", "/a\\b", None),
        ("file:///a:b", "/a:b", None),
        ("file:///a%0A", "/a\n", None),
        ("file://h/c:/a", None, None),
        ("file://h/", None, None),
        ("file:///../a", "/../a", "\\..\\a"),
    ],
)
def test_what_a_system_can_name(uri: str, posix: str | None, windows: str | None) -> None:
    """A path on either system, or an error where it has none."""
    value = uv.schemes.view(uri)
    assert isinstance(value, File)
    for flavour, expected in (("posix", posix), ("windows", windows)):
        if expected is None:
            with pytest.raises(uv.URIError):
                value.to_path(flavour)  # type: ignore[arg-type]
        else:
            kind = PurePosixPath if flavour == "posix" else PureWindowsPath
            assert value.to_path(flavour) == kind(expected)  # type: ignore[arg-type]


@pytest.mark.parametrize("path", ["a/b", "", "."])
def test_relative_posix_paths_are_refused(path: str) -> None:
    """A file URI has no working directory."""
    with pytest.raises(uv.URIError, match="absolute"):
        File.from_path(path, "posix")


@pytest.mark.parametrize("path", ["a", "\\a", "c:a", "\\\\host", "\\\\?\\C:\\x", "\\\\.\\NUL\\x"])
def test_windows_paths_without_a_place_are_refused(path: str) -> None:
    """A drive, a root, and no devices."""
    with pytest.raises(uv.URIError, match=r"absolute|devices|share"):
        File.from_path(path, "windows")


def test_an_unknown_flavour_is_refused() -> None:
    with pytest.raises(ValueError, match="flavour must be one of posix, windows, not 'vms'"):
        File(("a",)).to_path("vms")  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="flavour must be one of posix, windows, not 'vms'"):
        File.from_path("/a", "vms")  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("uri", "path"),
    [
        ("file:c:/a", "c:\\a"),
        ("file:c|/a", "c:\\a"),
        ("file:///c|/a", "c:\\a"),
        ("file:////host/share/a", "\\\\host\\share\\a"),
        ("file://///host/share/a", "\\\\host\\share\\a"),
    ],
)
def test_the_variants_of_appendix_e(uri: str, path: str) -> None:
    """The forms that are not standard mean the same paths, and are written in the standard form."""
    value = uv.schemes.view(uri, document="rfc8089-appendix-f")
    assert isinstance(value, File)
    assert value.variants
    assert value.to_path("windows") == PureWindowsPath(path)
    again = uv.schemes.view(value.uri())
    assert isinstance(again, File)
    assert again.to_path("windows") == value.to_path("windows")


names = st.text(st.characters(codec="utf-8", exclude_characters="/\0"), min_size=1, max_size=8)


@given(st.lists(names.filter(lambda name: name not in {".", ".."}), max_size=4))
def test_pathlib_writes_the_same_posix_uris(parts: list[str]) -> None:
    """`as_uri` encodes more than RFC 3986 asks for (sub-delims, ":" and "@"), and is equal when decoded."""
    path = PurePosixPath("/", *parts)
    value = File.from_path(path, "posix")
    ours = str(value.uri())
    assert uv.decode(ours) == uv.decode(pathlib_uri(path))
    assert uv.schemes.view(pathlib_uri(path)) == value
    assert value.to_path("posix") == path


SAFE = st.text("ab .~!$&'()+,;=@-_\N{LATIN SMALL LETTER E WITH ACUTE}", min_size=1, max_size=6).filter(
    lambda name: name.strip(".")
)


@given(st.sampled_from(("c:\\", "Z:\\", "\\\\host\\share\\")), st.lists(SAFE, max_size=3))
def test_pathlib_writes_the_same_windows_uris(anchor: str, parts: list[str]) -> None:
    """`PureWindowsPath.as_uri` differs only in what it encodes."""
    path = PureWindowsPath(anchor, *parts)
    value = File.from_path(path, "windows")
    assert uv.decode(str(value.uri())) == uv.decode(pathlib_uri(path))
    assert uv.schemes.view(pathlib_uri(path)) == value
    assert value.to_path("windows") == path


def test_where_pathlib_differs() -> None:
    """Each difference by name: what pathlib drops, and what it lets through."""
    # A trailing slash and an empty segment are no part of a pathlib path.
    assert str(File.from_path("/a//b/", "posix").uri()) == "file:///a/b"
    # pathlib makes two leading slashes a root of its own; a file URI has no such root (RFC 8089, section 2).
    assert str(File.from_path("//a", "posix").uri()) == "file:///a"
    assert pathlib_uri(PurePosixPath("//a")) == "file:////a"
    # pathlib writes a device path as if "?" were a host.
    assert pathlib_uri(PureWindowsPath("\\\\?\\C:\\x")).startswith("file://")
    with pytest.raises(uv.URIError):
        File.from_path("\\\\?\\C:\\x", "windows")
