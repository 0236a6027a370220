"""The invariant of `uv.URL`, for the URLs that its constructor and its methods make of generated texts."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from ipaddress import IPv4Address, IPv6Address
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

import uriverse as uv
from support.paths import ROOT
from support.strategies import examples

SCHEMES = ("http", "https", "ws", "wss", "ftp")
DEFAULT_PORTS = {"http": 80, "https": 443, "ws": 80, "wss": 443, "ftp": 21}


def holds(url: uv.URL) -> None:
    """(a) and (b): what the text of every URL is."""
    text = str(url)
    assert type(url) is uv.URL
    plain = uv.URI(text)
    names = ("scheme", "userinfo", "host", "port_text", "path", "query", "fragment", "kind", "edition")
    assert [getattr(url, name) for name in names] == [getattr(plain, name) for name in names]
    assert url.scheme in SCHEMES
    assert uv.hosts.verdict(url.host).form in ("name", "address"), text
    assert url.port is None or (1 <= url.port <= 65535 and url.port != DEFAULT_PORTS[url.scheme])
    assert uv.whatwg.URL(text).href == text == str(uv.URL(text)) == str(uv.URL(text, strict=True))
    assert not uv.URL.changes(text)
    assert url.path.startswith("/")
    assert not {"", ".", ".."} & {uv.decode(segment, malformed="keep") or "x" for segment in url.path.split("/")[1:]}
    assert url.origin is not None and url.connect_host is not None


def applied(text: str) -> str:
    """The text with the changes that make a URL of it."""
    parts, at = [], 0
    for change in uv.URL.changes(text):
        assert text.startswith(change.before, change.at) and change.before != change.after
        parts += [text[at : change.at], change.after]
        at = change.at + len(change.before)
    return "".join([*parts, text[at:]])


ODD = st.text(
    st.sampled_from("aZ0.-_~!$&'()*+,;=:@/\\?#[]{}|^`%2eE<> \"\t\n\u00fc\u3002\u00df\u200d\U0001f600\x7f"), max_size=12
)
HOSTS = st.one_of(
    ODD,
    st.sampled_from(
        ["example.com", "EXAMPLE.com.", "bücher.de", "xn--bcher-kva.de", "0x7f.1", "[::1]", "127.0.0.1", "a_b"]
    ),
)
TEXTS = st.one_of(
    st.builds(
        "{}{}{}{}{}{}{}{}{}".format,
        st.sampled_from(["", " ", "\n"]),
        st.sampled_from([*SCHEMES, "HTTP", "h\tttp"]),
        st.sampled_from(["://", ":", ":\\\\", ":///"]),
        st.one_of(st.just(""), ODD.map("{}@".format)),
        HOSTS,
        st.sampled_from(["", ":80", ":443", ":0", ":08080", ":", ":x"]),
        st.one_of(st.just(""), ODD.map("/{}".format), st.lists(ODD, max_size=4).map("/".join)),
        st.one_of(st.just(""), ODD.map("?{}".format)),
        st.one_of(st.just(""), ODD.map("#{}".format)),
    ),
    ODD,
)


def url_or_none(make: Callable[[], uv.URL]) -> uv.URL | None:
    try:
        return make()
    except (uv.URIError, ValueError):
        return None


@examples(600)
@given(TEXTS)
def test_every_url_is_a_fixed_point_of_both_documents(text: str) -> None:
    url = url_or_none(lambda: uv.URL(text))
    if url is not None:
        holds(url)
        assert applied(text) == str(url)


def edits(url: uv.URL, data: str, other: str) -> Iterator[Callable[[], Any]]:
    """Every method that makes a URL of a URL, and every argument of `replace`."""
    parts = ("scheme", "authority", "userinfo", "user", "password", "host", "port", "path", "query", "fragment")
    for part in parts:
        yield lambda part=part: url.replace(**{part: data})
    yield lambda: url.replace(host=data, path=f"/{other}")
    yield lambda: url.replace(path=f"/{data}", query=other, fragment=data)
    yield lambda: url.replace(segments=[data, other])
    yield lambda: url.replace(pairs=[(data, other)], fragment=None)
    yield lambda: url.with_pairs(set={data: other})
    yield lambda: url.with_pairs(add=[(data, other)], remove="a", form=True)
    yield lambda: url / data
    yield lambda: url.append(data, other)
    yield lambda: url.resolve(data)
    yield lambda: url.parent
    yield from [lambda parent=parent: parent for parent in url.parents]
    yield lambda: url.without_zone()
    for level in ("string", "case", "percent", "path", "syntax", "scheme"):
        yield lambda level=level: url.normalize(level=level)
    yield lambda: url.replace(host=IPv4Address("127.0.0.1"), port=8080)
    yield lambda: url.replace(host=IPv6Address("::1"))


@examples(100)
@given(TEXTS, ODD, ODD)
def test_every_method_that_makes_a_url_keeps_the_invariant(text: str, data: str, other: str) -> None:
    url = url_or_none(lambda: uv.URL(text)) or uv.URL("https://u:p@example.com:8080/a/b?a=1#c")
    for edit in edits(url, data, other):
        edited = url_or_none(edit)
        if edited is not None:
            holds(edited)


@examples(200)
@given(TEXTS, TEXTS)
def test_relative_references_lead_back_by_the_url_standard(text: str, base: str) -> None:
    url, start = url_or_none(lambda: uv.URL(text)), url_or_none(lambda: uv.URL(base))
    if url is not None and start is not None:
        reference = url_or_none(lambda: url.relativize(start))
        assert reference is None or start.resolve(reference) == url


def test_real_urls_are_refused_for_their_hosts_alone() -> None:
    refused = 0
    for text in (ROOT / "tests" / "reference" / "real-urls.txt").read_text("utf-8").splitlines():
        try:
            url = uv.URL(text)
        except uv.URLError as error:
            refused += 1
            is_url = uv.whatwg.URL.parse(text) is not None
            assert is_url == (error.reason in {"host-invalid", "host-ambiguous", "port-zero", "scheme-not-web"}), text
        else:
            holds(url)
            assert applied(text) == str(url)
    assert refused < 130
