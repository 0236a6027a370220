"""Policies compared: containment and overlap by proof, URLs that show a difference, and clear refusals."""

from __future__ import annotations

import pickle
import re
from typing import Any

import pytest

import uriverse as uv
from uriverse.policies import ComparisonError

WILD = uv.Policy(hosts="*.example.com")
# Of one host, where the hosts are no matter: their automata are small.
H: dict[str, Any] = {"hosts": "h.example"}


def texts(urls: tuple[uv.URL, ...]) -> list[str]:
    return list(map(str, urls))


@pytest.mark.parametrize(
    ("first", "second", "expected"),
    [
        ({"hosts": "*.example.com"}, {"hosts": ["a.example.com", "b.c.example.com"]}, True),
        ({"hosts": "*.example.com"}, {"hosts": "example.com"}, False),
        ({"hosts": ["example.com", "*.example.com"]}, {"hosts": "example.com"}, True),
        ({}, {"hosts": "*.example.com", "schemes": "https"}, True),
        (H | {"schemes": "https"}, H, False),
        (H | {"ports": "any"}, H, True),
        (H, H | {"ports": [443, 8443]}, True),
        (H, H | {"ports": 25}, False),
        (H | {"paths": "/a/**"}, H | {"paths": ["/a/*", "/a/b/c"]}, True),
        (H | {"paths": "/a/*"}, H | {"paths": "/a/**"}, False),
        (H | {"paths": "/%61"}, H | {"paths": "/a"}, True),
        (H | {"userinfo": True}, H, True),
        (H | {"fragment": False}, H, False),
        ({"addresses": "any"}, {}, True),
        ({}, {"addresses": "any"}, False),
        # By data: networks within networks, special names and addresses, and a literal that is public.
        ({"addresses": "10.0.0.0/8"}, {"addresses": ["10.1.0.0/16", "10.2.0.7/32"]}, True),
        ({"addresses": "10.0.0.0/8"}, {"addresses": "11.0.0.0/8"}, False),
        ({}, {"hosts": "*.nip.io", "addresses": "any"}, False),
        ({}, {"hosts": "10.0.0.7", "addresses": "any"}, False),
        ({}, {"hosts": "[2606:4700::1111]", "addresses": "any"}, True),
        # By number.
        (H | {"max_length": 80}, H | {"max_length": 80}, True),
        (H | {"max_length": 80}, H | {"max_length": 81}, False),
        ({"max_length": 21}, {"hosts": "example.com", "schemes": "https", "paths": "/a"}, False),
        (H | {"max_length": 2000}, H | {"paths": "/a"}, False),
    ],
)
def test_what_one_policy_contains_of_another(first: dict[str, Any], second: dict[str, Any], expected: bool) -> None:
    wide, narrow = uv.Policy(**first), uv.Policy(**second)
    urls = narrow.beyond(wide, count=1)
    assert (not urls) is expected
    for url in urls:
        assert narrow.admits(url) and not wide.admits(url)


def test_a_url_that_shows_a_difference_convinces() -> None:
    """The shortest first; then one of a stranger's domain, and one with a user before it."""
    loose = uv.Policy.from_regex(r"^https://example\.com")
    assert texts(loose.beyond(uv.Policy(hosts="example.com"))) == [
        "https://example.coma/",
        "https://example.com.evil.net/",
        "https://example.com@evil.net/",
    ]
    assert texts(WILD.examples(1)) == ["http://a.example.com/"]
    assert uv.Policy(hosts="example.com").beyond(uv.Policy(hosts=["example.com", "example.org"])) == ()


def test_policies_overlap_if_a_url_is_in_both() -> None:
    assert WILD.overlaps(uv.Policy.from_regex("^https://[a-z.]+/")) and not WILD.overlaps(
        uv.Policy(hosts="example.com")
    )
    assert not uv.Policy(**H, ports=443).overlaps(uv.Policy(**H, schemes="http", ports=80))
    assert not uv.Policy(**H).overlaps(uv.Policy(**H, max_length=10))


def test_and_admits_what_both_admit() -> None:
    first = uv.Policy(schemes="https", hosts="*.com", ports="any", max_length=60)
    second = uv.Policy(hosts="*.example.com", paths="/a/**", addresses="any")
    both = first & second
    assert both == second & first == both & first and first & first is first
    assert pickle.loads(pickle.dumps(both)) == both and hash(both) == hash(second & first)
    assert str(both.url(" https://h.example.com/a/b")) == "https://h.example.com/a/b"
    assert both.admits("https://h.example.com/a/b") and not both.admits("http://h.example.com/a/b")
    assert [reason.word for reason in both.reasons("http://h.example.com:25/b")] in (
        ["scheme", "port", "path"],
        ["port", "path", "scheme"],
    )
    assert not both.admits(f"https://h.example.com/a/{'b' * 40}") and not both.admits("https://h.example.com\\a/b")
    assert first.contains(both) and second.contains(both) and not both.contains(first)
    with pytest.raises(uv.PolicyError):
        (uv.Policy() & uv.Policy(addresses="any")).check_address("10.0.0.7")
    with pytest.raises(TypeError):
        first & "https"  # type: ignore[operator]


@pytest.mark.parametrize(
    ("expression", "name", "at"),
    [
        (r"^https://(?=a)", "look-ahead", 9),
        (r"^[(?=]a(?<!b)", "look-behind", 7),
        (r"^(a)\(?=\1", "back-reference", 8),
        (r"(?P<a>b)(?P=a)", "back-reference", 8),
        (r"(a)?b(?(1)c|d)", "conditional", 5),
        (r"(?#(?=)x(?>ab)", "atomic", 8),
        (r"[+*+]a*+b", "possessive", 6),
    ],
)
def test_what_has_no_automaton_is_named_and_can_still_be_asked(expression: str, name: str, at: int) -> None:
    policy = uv.Policy.from_regex(expression, "search")
    with pytest.raises(ComparisonError, match=name) as refusal:
        policy.examples()
    reason = "not-regular" if name == "back-reference" else "not-implemented"
    assert (refusal.value.reason, refusal.value.at) == (reason, at)
    for text in ("https://a/", "https://abb/bb", "ftp://b/aac"):
        assert policy.admits(text) is bool(re.search(expression, text))


def test_what_is_no_proof_is_refused() -> None:
    with pytest.raises(ComparisonError, match="urn") as refusal:
        WILD.contains(uv.Policy.any(schemes="urn"))
    assert refusal.value.reason == "scheme"
    with pytest.raises(ComparisonError, match="max_work") as refusal:
        uv.Policy.from_regex("(?:a|b)*a(?:a|b){18}", "search").examples(max_work=1_000)
    assert refusal.value.reason == "too-large"
    for how in ("match", "fullmatch"):
        with pytest.raises(ComparisonError) as refusal:
            # A label of 64 octets is none, and no letter says so.
            uv.Policy.from_regex("https://a{64}[.]example/", how).examples()
        assert refusal.value.reason == "undecided"
    with pytest.raises(ValueError, match="count"):
        WILD.examples(0)


@pytest.mark.parametrize(
    ("read", "lines", "message"),
    [
        (uv.Policy.from_regex, "a(", "no regular expression"),
        (uv.Policy.from_hosts, "a.example\nhttps://b.example/", "line 2"),
        (uv.Policy.from_hosts, "*", "stands alone"),
        (uv.Policy.from_hosts, "a*.example", "hosts"),
        (uv.Policy.from_origins, "https://a.example/", "line 1.*RFC 6454"),
        (uv.Policy.from_origins, "*", "line 1"),
        (uv.Policy.from_origins, "null", "line 1"),
        (uv.Policy.from_origins, "# none", "empty"),
        (uv.Policy.from_redirect_uris, "https://a.example/#b", "RFC 6749"),
        (uv.Policy.from_redirect_uris, "com.example.app:/cb", "line 1"),
    ],
)
def test_a_list_that_cannot_be_read_says_where(read: Any, lines: str, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        read(lines)


def test_lists_are_read_as_their_documents_say() -> None:
    """RFC 8252, section 7.3: the client chooses the port of a loopback address, and section 8.3: not that of a name."""
    hosts = uv.Policy.from_hosts("# ours\n.example.com\na.example.org # theirs\n")
    assert hosts.hosts == {"example.com", "*.example.com", "a.example.org"}
    origins = uv.Policy.from_origins(["https://*.example.com:8443", "http://localhost:3000"])
    assert origins.admits("https://a.b.example.com:8443/x?y") and not origins.admits("https://example.com:8443/")
    assert origins.admits("http://localhost:3000") and not origins.admits("http://localhost:30001/")
    redirects = uv.Policy.from_redirect_uris("http://[::1]/cb\nhttp://localhost/cb\nhttps://a.example/cb?x=1")
    assert redirects.admits("http://[::1]:51004/cb") and redirects.admits("http://[::1]/cb")
    assert not redirects.admits("http://localhost:51004/cb") and not redirects.admits("https://a.example/cb?x=1&y")


def test_an_expression_is_a_part_of_a_policy() -> None:
    compiled = uv.Policy.from_regex(re.compile("^HTTPS://(?:A|B)/", re.IGNORECASE), paths="/")
    assert compiled == uv.Policy.from_regex(re.compile("^HTTPS://(?:A|B)/", re.I), paths="/") != uv.Policy(paths="/")
    assert pickle.loads(pickle.dumps(compiled)) == compiled and "HTTPS" in repr(compiled)
    assert compiled.admits("https://A") and [reason.word for reason in compiled.reasons("https://c/")] == ["pattern"]
    assert not compiled.admits("https://a\\") and not compiled.admits("https://a/b") and not compiled.admits("urn:a")
    for wrong in ({"pattern": b"a"}, {"pattern": re.compile(b"a")}, {"pattern": "a", "how": 1}):
        with pytest.raises(TypeError):
            uv.Policy.from_regex(**wrong)
    with pytest.raises(uv.UnknownWordError, match="fullmatch"):
        uv.Policy.from_regex("a", "full")  # type: ignore[arg-type]


def test_a_thousand_hosts_are_below_one_wildcard() -> None:
    hosts = [f"{name}{number}.{name}.example.com" for name in ("web", "mail", "cdn", "shop") for number in range(250)]
    assert WILD.contains(uv.Policy(hosts=hosts)) and not WILD.contains(uv.Policy(hosts="example.com"))
    assert texts(uv.Policy(hosts=[*hosts, "a.example.org"]).beyond(WILD, 1)) == ["http://a.example.org/"]
