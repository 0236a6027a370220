"""Parts of a reference as data: logins, ports, origins, request targets, segments, names and parents."""

from __future__ import annotations

from pathlib import PurePosixPath
from typing import Any

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

import uriverse as uv
from support.automata import OF_REFERENCES
from support.strategies import examples, in_each, texts


@pytest.mark.parametrize(
    ("text", "user", "password"),
    [
        ("http://h/", None, None),
        ("/a", None, None),
        ("http://@h/", "", None),
        ("http://:@h/", "", ""),
        ("http://u@h/", "u", None),
        ("http://u:@h/", "u", ""),
        ("http://a:b:c@h/", "a", "b:c"),
        ("http://me%3Ayou:x%40y@h/", "me:you", "x@y"),
        ("http://%25%34%31@h/", "%41", None),
        ("http://%FF@h/", "\udcff", None),
    ],
)
def test_logins(text: str, user: str | None, password: str | None) -> None:
    """RFC 3986, section 3.2.1: the user ends at the first ":"; absent and empty differ; decoded once."""
    for read in (uv.parse(text), uv.split(text)):
        assert (read.user, read.password) == (user, password)


@pytest.mark.parametrize(
    ("text", "port"),
    [
        ("http://h/", 80),
        ("HTTPS://h/", 443),
        ("https://h:/", 443),
        ("https://h:444/", 444),
        ("ftp://h/", 21),
        ("ws://h", 80),
        ("ldap://h/", 389),
        ("//h/", None),
        ("//h:8/", 8),
        ("mailto:a@h", None),
        ("http:/a", None),
        ("x-mine://h/", None),
        ("http://h:" + "9" * 5000, None),
        ("postgresql://h/db", 5432),
        ("SSH://h", 22),
    ],
)
def test_effective_ports(text: str, port: int | None) -> None:
    """RFC 3986, section 3.2.3: an empty port is the default one; the numbers are those of the schemes' documents."""
    assert uv.parse(text).effective_port == port


@pytest.mark.parametrize(
    ("text", "host"),
    [
        ("http://u@Example.com.:80/", "example.com"),
        ("http://127.0.0.1/", "127.0.0.1"),
        ("http://[2001:DB8::1]/", "2001:db8::1"),
        ("http://0x7f.1/", None),
        ("http://ex%61mple.com/", None),
        ("http://a;b/", None),
        ("file:///a", None),
        ("mailto:a@h", None),
    ],
)
def test_the_host_to_connect_to(text: str, host: str | None) -> None:
    """What `socket` takes, and None for what readers would connect to differently."""
    assert uv.parse(text).connect_host == uv.split(text).connect_host == host
    zoned = uv.parse("http://[fe80::1%25en0]/", edition="rfc6874")
    assert (zoned.connect_host, zoned.zone) == ("fe80::1", "en0")
    assert uv.parse("http://b\u00fccher.example/", edition="rfc3987").connect_host == "xn--bcher-kva.example"


def test_origins() -> None:
    """RFC 6454, section 4; `hosts.origin` says more."""
    assert str(uv.parse("HTTP://A:80/b").origin) == "http://a"
    assert uv.parse("http://a:81/").origin != uv.parse("http://a/").origin
    assert uv.parse("data:,x").origin is None and uv.parse("/a").origin is None


@pytest.mark.parametrize(
    ("text", "target"),
    [
        ("http://www.example.org/where?q=now", "/where?q=now"),
        ("http://h", "/"),
        ("http://h?", "/?"),
        ("http://h/a;b#f", "/a;b"),
        ("/a?b", "/a?b"),
        ("a?b", None),
        ("?b", None),
        ("", None),
        ("mailto:a@b", None),
        ("urn:a:b", None),
    ],
)
def test_request_targets(text: str, target: str | None) -> None:
    """RFC 9112, section 3.2.1: path and query; "/" for an empty path; the first row is its example."""
    assert uv.parse(text).request_target == target


def test_request_targets_of_other_editions() -> None:
    assert uv.parse("http://h/a;b?c", edition="rfc1808").request_target == "/a;b?c"
    assert uv.parse("mailto:/a", edition="rfc2396").request_target == "/a"
    assert uv.parse("foo:a/b", edition="rfc2396").request_target is None
    assert uv.parse("http://h/é?€", edition="rfc3987").request_target == "/%C3%A9?%E2%82%AC"


@pytest.mark.parametrize(
    ("path", "segments"),
    [
        ("", ()),
        ("/", ("",)),
        ("a", ("a",)),
        ("/a", ("a",)),
        ("/a/", ("a", "")),
        ("/a//b", ("a", "", "b")),
        ("/a%2Fb/c%20d", ("a/b", "c d")),
        ("/%252F", ("%2F",)),
        ("/a;b%3Bc", ("a;b;c",)),
        ("/%C3%A9", ("é",)),
        ("/%E9", ("\udce9",)),
    ],
)
def test_segments(path: str, segments: tuple[str, ...]) -> None:
    """RFC 3986, section 3.3: cut at "/", then decoded, once."""
    assert uv.parse(path).segments == uv.split(path).segments == segments
    if path:
        assert uv.parse(path).name == segments[-1]


def test_an_opaque_part_has_no_segments() -> None:
    """RFC 2396, section 3: the opaque part is no hierarchy."""
    ref = uv.parse("mailto:a/b", edition="rfc2396")
    assert (ref.segments, ref.name, ref.parents) == ((), "", ())
    assert ref.parent == ref
    assert uv.parse("mailto:a/b").segments == ("a", "b")
    with pytest.raises(ValueError, match="opaque URI has no segments"):
        ref.append("x")


def test_a_lenient_split_reads_any_text() -> None:
    """Reading never raises, whatever the split cut."""
    parts = uv.split("http://a%zz:b%@h:8x/%/%g/%ff?%")
    assert (parts.user, parts.password, parts.effective_port) == ("a%zz", "b%", None)
    assert (parts.segments, parts.name) == (("%", "%g", "\udcff"), "\udcff")


@given(st.text("ab.", max_size=8))
def test_endings_are_those_of_pathlib(name: str) -> None:
    """`pathlib` has the same stem and suffixes, but for dots at an end, of which its versions judge differently."""
    assume(not name.endswith(".") and not name.startswith(".."))
    ref, path = uv.parse(f"http://h/{name}"), PurePosixPath(f"/{name}")
    assert (ref.stem, ref.suffix, ref.suffixes) == (path.stem, path.suffix, tuple(path.suffixes))


def test_a_dot_at_an_end_makes_no_ending() -> None:
    for name in ("a.", "a.b.", ".", "..", ".a", "..a", "", "a"):
        ref = uv.parse(f"http://h/{name}")
        assert (ref.stem, ref.suffix, ref.suffixes) == (name, "", ())


@pytest.mark.parametrize(
    ("text", "parents"),
    [
        ("http://h/a/b?q#f", ["http://h/a", "http://h/"]),
        ("http://h/a/", ["http://h/a", "http://h/"]),
        ("http://h//", ["http://h/"]),
        ("http://h/?q", []),
        ("http://h", []),
        ("a/b", ["a", ""]),
        ("./a:b/c", ["./a:b", ".", ""]),
        ("urn:a/b", ["urn:a", "urn:"]),
        ("/.//a", ["/.//", "/./", "/.", "/"]),
        ("http://h/a//b", ["http://h/a//", "http://h/a/", "http://h/a", "http://h/"]),
        ("http://h//a", ["http://h//", "http://h/"]),
    ],
)
def test_parents(text: str, parents: list[str]) -> None:
    """The last segment goes, as it is written; query and fragment go with it."""
    ref = uv.parse(text)
    assert list(map(str, ref.parents)) == parents
    assert str(ref.parent) == (parents[0] if parents else text.partition("?")[0])


@given(text=texts)
@examples(250)
@in_each("edition", OF_REFERENCES)
def test_the_parent_and_the_name_make_the_path(edition: Any, text: str) -> None:
    """In every edition: what `/` appends, `parent` takes off, and the name is read as it was written."""
    if not uv.is_valid(text, edition=edition):
        return
    ref = uv.parse(text, edition=edition)
    if ref.kind == "opaque" or not ref.path or ref.name in {".", ".."}:
        return
    try:
        parent = ref.parent
    except uv.URISyntaxError:
        # An edition that has no empty path after these components, such as "f:" in RFC 2396.
        assert "/" not in ref.path
        return
    # `/` does not append an empty segment to a path that ends with "/", which goes on there.
    if ref.path.endswith("//") or (ref.authority is None and ref.path.startswith("//")):
        return
    made = parent / ref.name
    # RFC 3986, section 4.2: a first segment with a colon "must be preceded by a dot-segment".
    assert made.segments in (ref.segments, (".", *ref.segments))
    assert made.path.startswith("/") == ref.path.startswith("/")


@given(st.lists(st.text(max_size=6).filter(lambda text: text not in {".", ".."}), min_size=1, max_size=4))
def test_what_is_appended_is_read_back(segments: list[str]) -> None:
    """`append` and `segments` are inverse, and appending at once is appending one by one."""
    base = uv.parse("http://h/a")
    made = base.append(*segments)
    assert made.segments == ("a", *segments)
    one_by_one: uv.URIReference = base
    for segment in segments:
        one_by_one = one_by_one / segment
    if "" not in segments:
        assert one_by_one == made


def test_appending() -> None:
    ref = uv.parse("http://h/a?q#f")
    assert ref.append() is ref
    assert str(ref.append("")) == "http://h/a/"
    assert str(ref.append("b", "", "c")) == "http://h/a/b//c"
    assert str(uv.parse("").append("", "a")) == ".//a"
    assert str(uv.parse("http://h/").append("\udcff")) == "http://h/%FF"
    for dots in (".", ".."):
        with pytest.raises(ValueError, match="dot segment"):
            ref.append("a", dots)
    with pytest.raises(TypeError, match=r"each of segments must be .*, not list"):
        ref.append(["a"])  # type: ignore[arg-type]


@pytest.mark.parametrize("kind", ["HTTP", "FTP", "File"])
@pytest.mark.parametrize("dots", [".", ".."])
def test_builders_of_schemes_refuse_dot_segments(kind: str, dots: str) -> None:
    """RFC 3986, section 5.2.4: whoever resolves the URI takes such a segment out of the path."""
    values: dict[str, Any] = {
        "HTTP": lambda: uv.schemes.HTTP("h", segments=(dots, "x")),
        "FTP": lambda: uv.schemes.FTP("h", directories=(dots,), name="x"),
        "File": lambda: uv.schemes.File((dots, "x")),
    }
    with pytest.raises(ValueError, match="dot segment"):
        values[kind]().uri()
