"""Beside the packages whose forms `surt` and `crawl` are: thousands of URLs differ where a named reason says so."""

from __future__ import annotations

import random
from collections.abc import Callable

import pytest
import surt
import w3lib.url

import uriverse as uv

SCHEMES = ("http", "https", "HTTP", "ftp")
HOSTS = (
    *("www.Example.com", "example.org", "www2.example.co.uk", "EXAMPLE.com.", "127.0.0.1", "0x7f.1", "3279880203"),
    *("[::1]", "bücher.example", "xn--bcher-kva.example", "user:pw@example.net", "a..b.example", "example.com:80"),
    *("example.com:8080", "example.com:443", "example.com:"),
)
PATHS = (
    *("", "/", "/a/b/", "/a//b", "/a/./b/../c", "/../x", "/A%7eB/%e9", "/caf%C3%A9", "/café", "/a%2Fb", "/a b", "/~u/"),
    *("/index.html", "/(S(4hqa0555fwsecu455xqckv45))/mileg.aspx", "/x;jsessionid=abc", "/a%25b", "/a[1].pdf", "/a|b"),
)
QUERIES = (
    *("", "?", "?b=2&a=1", "?a=1&a=0&b", "?q=a+b%20c", "?a=%7E%2f&b=é", "?&a=1&", "?a=b=c", "?x=%2541", "?q=a%26b"),
    *("?jsessionid=0123456789abcdef0123456789abcdef&x=1", "?x=1&PHPSESSID=0123456789abcdef0123456789abcdef"),
    *("?CFID=1&CFTOKEN=2&z=1", "?utm_source=x&id=3"),
)
FRAGMENTS = ("", "", "#top", "#!x")


def urls(count: int = 3000, seed: int = 28500) -> list[str]:
    """URLs of what crawlers meet, the same ones each time; then each host with each path."""
    choose = random.Random(seed).choice
    made = [
        f"{choose(SCHEMES)}://{choose(HOSTS)}{choose(PATHS)}{choose(QUERIES)}{choose(FRAGMENTS)}" for _ in range(count)
    ]
    return [*made, *(f"http://{host}{path}" for host in HOSTS for path in (*PATHS, "/what%3F"))]


def why_not_surt(url: str) -> str:
    """Why our key of a URL is not the package's; "" if it is."""
    if "[::1]" in url:
        return "the package drops the brackets, without which the key cannot tell an address from a port"
    if "%3F" in url:
        return "the package keeps a ? that it decodes at the end; a form that is a fixed point has an empty query there"
    return ""


def why_not_w3lib(url: str) -> str:
    """Why our form of a URL is not w3lib's; "" if it is."""
    path = uv.split(url).path
    if any(character in path for character in "[]|"):
        return "w3lib writes [ ] and | as they are, which RFC 3986, section 3.3 refuses in a path"
    return ""


@pytest.mark.parametrize(
    ("profile", "peer", "why_not"),
    [("surt", surt.surt, why_not_surt), ("crawl", w3lib.url.canonicalize_url, why_not_w3lib)],
)
def test_the_forms_are_the_peers_but_for_named_reasons(
    profile: str, peer: Callable[[str], str], why_not: Callable[[str], str]
) -> None:
    """A reason that explains nothing is told as well."""
    told = set()
    for url in urls():
        reason = why_not(url)
        ours = uv.canonical(url, profile=profile)  # type: ignore[arg-type]
        assert (ours != peer(url)) == bool(reason), (url, ours, reason)
        told.add(reason)
    assert len(told) > 1
