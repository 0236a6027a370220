"""What the engine admits at once, against the reasons, which Python gives part by part; and redirects by origins."""

from __future__ import annotations

import pickle
import random
from collections.abc import Callable, Iterator
from functools import cache
from itertools import product

import pytest

import uriverse as uv
from support.seeded import seed_and_cases
from support.vectors import payloads
from uriverse import _core, hosts
from uriverse.hosts.international import _refuse
from uriverse.policies.redirects import _judged

POLICIES = (
    uv.Policy(),
    uv.Policy(schemes="https", hosts={"*.example.com", "example.com"}, ports={443, 8443}, max_length=40),
    uv.Policy(hosts=["93.184.215.14", "[2606:4700::1]", "*.b\u00fccher.example"], addresses="any", userinfo=True),
    uv.Policy(addresses=["10.0.0.0/8", "fd00::/8"], ports="any", fragment=False),
    uv.Policy(paths={"/a/*", "/a/b/**", "/"}, schemes=None),
    uv.Policy(edition="rfc3987"),
    uv.Policy(edition="rfc1738", fragment=False),
    uv.Policy.any(fragment=False),
    uv.Policy.any(max_length=30, schemes=("http", "urn")),
)
HOSTS = (
    *(
        "example.com",
        "a.example.com",
        "EXAMPLE.com.",
        "evil.example",
        "x.b\u00fccher.example",
        "x.xn--bcher-kva.example",
    ),
    *("93.184.215.14", "10.0.0.7", "127.1", "0x7f.1", "010.0.0.1", "localhost", "printer", "a.local", "1.2.3.4.nip.io"),
    *(
        "[2606:4700::1]",
        "[::1]",
        "[::ffff:10.0.0.7]",
        "[fd00::1]",
        "169.254.169.254",
        "a..example.com",
        "xn--1-f3j",
        "",
    ),
)
TAILS = (
    "",
    "/",
    "/a/b",
    "/a/",
    "/a/b/c?d#e",
    "/a/%62",
    "/a//b",
    "/a/..;/b",
    "/a/b#",
    "?x=1|2",
    "/a/b%2Fc",
    "\\a",
    "/a/./b",
    "//a",
)
PORTS = ("", ":", ":443", ":80", ":8443", ":0", ":22", ":65535", ":65536", ":08443")


@cache
def texts() -> tuple[str, ...]:
    """URLs of all combinations of these pieces, a seeded sample of them, and every recorded attack."""
    seed, cases = seed_and_cases(59, 400)
    choose = random.Random(seed)
    schemes, logins = ("https", "http", "HTTPS", "ws", "ftp", "file", "foo", "urn"), ("", "u@", "u:p@", "@")
    every = [f"{s}://{u}{h}{p}{t}" for s, u, h, p, t in product(schemes, logins, HOSTS, PORTS, TAILS)]
    return (
        *choose.sample(every, cases),
        *(payload["text"] for payload in payloads()),
        "urn:a:b",
        "/a",
        "",
        " https://h.example/",
    )


def test_what_the_engine_admits_has_no_reasons_and_what_it_refuses_has_some() -> None:
    """Texts, URIs of an edition, URLs, and the door; what is plain is admitted at once."""
    admitted = refused = 0
    for policy, text in product(POLICIES, texts()):
        for url in (text, *urls_of(text)):
            is_admitted = policy._limits.admits(url)
            admitted += is_admitted is True
            assert is_admitted in (None, policy.reasons(url) == ()), (policy, url)
        door = policy._limits.url(text)
        if door is False:
            refused += 1
            with pytest.raises(uv.PolicyError):
                policy._judged_url(text, None)
        elif door is not None:
            assert door == uv.URL(text) and policy.reasons(door) == () and type(door) is uv.URL, (policy, text)
    assert admitted > len(texts()) < refused


def urls_of(text: str) -> Iterator[uv.URIReference]:
    for read in (uv.URI, uv.URL):
        try:
            yield read(text)
        except ValueError:
            continue


def test_a_plain_url_is_admitted_at_once() -> None:
    """So that no reason is looked for: the other half of the test above, for what a request brings."""
    for policy in POLICIES[:2]:
        for url in ("https://a.example.com/", "https://a.example.com:8443/x?a=1#b", "HTTPS://A.Example.com"):
            assert policy._limits.url(url) is not None
    assert POLICIES[4]._limits.admits("https://a.example.com/a/b") and POLICIES[2]._limits.admits(
        "http://93.184.215.14/"
    )


def test_a_text_that_is_too_long_is_refused_for_its_length_alone() -> None:
    """And before it is read: each door, with a text that is also wrong in other ways."""
    policy = uv.Policy(max_length=20)
    for text in ("ftp://user@10.0.0.7:25/a/long/path", "http://a b" + "c" * 20):
        assert [reason.word for reason in policy.reasons(text)] == ["length"]
        for door in (
            policy.url,
            policy.check,
            lambda text: policy.read(text, uv.URI),
            lambda text: policy.read(text, str),
        ):
            try:
                door(text)
            except uv.PolicyError as error:
                assert error.reason == "length" and (error.reasons[0].start, error.reasons[0].end) == (20, len(text))
            else:
                raise AssertionError(text)
    # The URL has one character more than the text.
    assert not policy.admits("https://h.example.co") and [r.word for r in policy.reasons("https://h.example.co")] == [
        "length"
    ]


BASES = (
    "https://www.example.com/login",
    "http://www.example.com:8080/a/b?c#d",
    "https://[2606:4700::1]/",
    "ws://10.0.0.1/x",
)
TARGETS = (
    *(
        "",
        "b",
        "/b",
        "?c",
        "#d",
        "../b",
        "//www.example.com/b",
        "//WWW.EXAMPLE.com:443/b",
        "//evil.example",
        "/\\evil.example",
    ),
    *(
        "\\\\evil.example",
        "/\t/evil.example",
        "https:b",
        "http:b",
        "https:/b",
        "https:\\\\evil.example",
        "///evil.example/b",
    ),
    *(
        "//www.example.com@evil.example",
        "//u@www.example.com/",
        "//www.example.com:8080/",
        "//www.example.com./",
        "/.//evil",
    ),
    *(
        "javascript:alert(1)",
        "data:,x",
        "file:///etc",
        "//www.example.com.evil.example",
        "//\uff57ww.example.com/",
        "/%2e//x",
    ),
    *(
        "//www%2Eexample.com/b",
        "//www.example.com%2f.evil.example",
        " //evil.example",
        "\x00//evil.example",
        "//[2606:4700::1]",
    ),
    *(
        "//[2606:4700:0::1]/x",
        "//10.0.0.1",
        "//0xa.1/",
        "//10.1/x",
        "ws:x",
        "wss:x",
        "//www.example.com:0443/",
        "//a..b/",
    ),
)


def test_a_redirect_stays_exactly_if_the_origins_are_equal() -> None:
    """Each target, and each recorded attack, at each base: by the origins as the URL Standard compares them."""
    stays = 0
    for base, target in product(BASES, (*TARGETS, *(payload["text"] for payload in payloads()))):
        found = _core.same_origin_target(target, base)
        try:
            url = uv.URL(target, base)
        except uv.URLError:
            assert found is False, (base, target)
            continue
        same = url.origin == uv.URL(base).origin and url.userinfo is None and not url.path.startswith("//")
        assert found == (url if same else False), (base, target)
        stays += same
    assert stays > 40


DOOR = uv.Policy()
LATE_AND_EARLY: list[tuple[Callable[[], object], Callable[[], object]]] = [
    (lambda: DOOR.url("http://u@10.0.0.7/"), lambda: DOOR._judged_url("http://u@10.0.0.7/", None)),
    (lambda: DOOR.check(uv.URL("http://h.local/")), lambda: DOOR._judge(uv.URL("http://h.local/"))),
    (lambda: uv.safe_redirect("//e.example", BASES[0]), lambda: _judged("//e.example", BASES[0], None)),
    (lambda: hosts.to_ascii("a b.example"), lambda: _refuse("a b.example", "uts46", True)),
]


@pytest.mark.parametrize(("late", "early"), LATE_AND_EARLY)
def test_a_refusal_is_judged_when_it_is_read(late: Callable[[], object], early: Callable[[], object]) -> None:
    """It says what one that is judged at once says, also in a copy, and keeps what was added before."""
    with pytest.raises(uv.URIError) as first:
        late()
    with pytest.raises(uv.URIError) as second:
        early()
    first.value.add_note("by a guard")
    copied = pickle.loads(pickle.dumps(first.value))
    assert str(copied) == str(first.value) == str(second.value)
    assert vars(copied) == vars(first.value) == vars(second.value) | {"__notes__": ["by a guard"]}
    with pytest.raises(AttributeError):
        _ = first.value.another  # type: ignore[attr-defined]


def test_urls_without_a_userinfo_have_one_origin_exactly_if_they_are_equal_up_to_the_path() -> None:
    """The proof of the comparison of texts, on every pair of the URLs of these texts."""
    urls = [url for text in texts() for url in urls_of(text) if type(url) is uv.URL and url.userinfo is None]
    begins = {str(url)[: len(str(url)) - len(url.path + after(url))]: url.origin for url in urls}
    assert len(begins) > 60 and len(set(begins.values())) == len(begins)
    for url in urls:
        assert begins[str(url)[: len(str(url)) - len(url.path + after(url))]] == url.origin


def after(url: uv.URL) -> str:
    """The query and the fragment of a URL, with what introduces them."""
    query, fragment = url.query, url.fragment
    return ("" if query is None else f"?{query}") + ("" if fragment is None else f"#{fragment}")


def test_a_base_with_a_userinfo_and_other_texts_take_the_long_way() -> None:
    assert _core.same_origin_target("x", "http://u:p@h.example/a") is None
    assert str(uv.safe_redirect("x", "http://u:p@h.example/a")) == "http://h.example/x"
    assert str(uv.safe_redirect(uv.parse("x"), uv.URL("http://h.example/a"))) == "http://h.example/x"
