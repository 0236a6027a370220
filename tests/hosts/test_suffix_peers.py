"""Beside tldextract and publicsuffixlist, with our list: the domains differ where a named reason says so."""

from __future__ import annotations

from collections.abc import Callable
from importlib import resources

import publicsuffixlist
import pytest
import tldextract

from uriverse import hosts

LIST = resources.files("uriverse.hosts") / "data" / "public_suffix_list.dat"
# What stands beside the rules: case, the dot of the root, addresses, names that no rule matches.
OTHERS = (
    *("com.", "www.example.com.", "WWW.EXAMPLE.CO.UK", "Example.com", "127.0.0.1", "1.2.3", "0x7f.1", "[::1]"),
    *("256.256.256.256", "example.unlisted", "a.b.c.unlisted", "localhost", "a_b.example.com", "xn--.example.com"),
)


def names() -> list[str]:
    """Every rule of the list, and one and two names below it, in Unicode and in US-ASCII."""
    made = []
    for rule in hosts.suffix_list():
        base = rule.removeprefix("!").replace("*.", "any.")
        for name in (base, f"a.{base}", f"www.b.{base}"):
            made.append(name)
            if not name.isascii():
                labels = name.split(".")
                encoded = [label if label.isascii() else f"xn--{label.encode('punycode').decode()}" for label in labels]
                made.append(".".join(encoded))
    return [*made, *OTHERS]


def why_not_tldextract(name: str) -> str:
    if name.endswith(".") and "." in name[:-1]:
        return "tldextract drops the dot of the root; it stays, as in the URL Standard"
    if name.isascii() and any(c.isupper() for c in name):
        return "tldextract gives the name as it is written; ours is in lower case"
    if name.endswith(".unlisted"):
        return "tldextract leaves out the list's default rule, *"
    return ""


def why_not_publicsuffixlist(name: str) -> str:
    if name.endswith(".") and "." in name[:-1]:
        return "publicsuffixlist drops the dot of the root; it stays, as in the URL Standard"
    if name in {"127.0.0.1", "1.2.3", "0x7f.1", "256.256.256.256"}:
        return "publicsuffixlist takes what ends in a number for a name (URL Standard, ends in a number)"
    return ""


# tldextract leaves the list's file open.
@pytest.mark.filterwarnings("ignore::ResourceWarning", "ignore::pytest.PytestUnraisableExceptionWarning")
@pytest.mark.parametrize("private", [True, False])
def test_the_domains_of_tldextract(private: bool) -> None:
    extract = tldextract.TLDExtract(
        suffix_list_urls=(f"file://{LIST}",),
        cache_dir=None,
        include_psl_private_domains=private,
        fallback_to_snapshot=False,
    )
    for name in names():
        theirs = extract.extract_str(name).top_domain_under_public_suffix or None
        ours = hosts.domain(name, private=private)
        assert (ours != theirs) == bool(why_not_tldextract(name)), (name, ours, theirs)


@pytest.mark.parametrize("private", [True, False])
def test_the_domains_of_publicsuffixlist(private: bool) -> None:
    peer = publicsuffixlist.PublicSuffixList(LIST.read_text("utf-8").splitlines(), only_icann=not private)
    for name in names():
        theirs = peer.privatesuffix(name)
        ours = hosts.domain(name, private=private)
        assert (ours != theirs) == bool(why_not_publicsuffixlist(name)), (name, ours, theirs)


@pytest.mark.parametrize("call", [hosts.domain_parts, hosts.public_suffix, hosts.domain, hosts.subdomain])
def test_every_call_has_the_same_defaults(call: Callable[..., object]) -> None:
    """The list's private section counts, and its default rule, "*"."""
    assert (
        call("a.b.user.github.io")
        == call("a.b.user.github.io", private=True)
        != call("a.b.user.github.io", private=False)
    )
    assert call("a.b.unlisted") == call("a.b.unlisted", default=True) != call("a.b.unlisted", default=False)


@pytest.mark.parametrize(("scheme", "port"), [("ftp", 21), ("http", 80), ("https", 443), ("ws", 80), ("wss", 443)])
def test_an_origin_has_no_default_port(scheme: str, port: int) -> None:
    """URL Standard, section 4.2, "special scheme": those but "file" have an origin, and these default ports."""
    found = hosts.origin(f"{scheme}://h:{port}/")
    assert found is not None and (found.port, str(found)) == (port, f"{scheme}://h")
    assert str(hosts.origin(f"{scheme}://h:{port + 1}/")) == f"{scheme}://h:{port + 1}"
    assert hosts.origin("file:///h") is None
