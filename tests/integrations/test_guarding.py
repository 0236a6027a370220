"""A visit says where its client may connect: to the host and the port of its URL, at an address that was judged."""

from __future__ import annotations

from ipaddress import ip_address

import pytest

import uriverse as uv
from uriverse.integrations.guarding import Destination, Guard

POLICY = uv.Policy(addresses=["192.0.2.0/24", "2001:db8::/32"])


@pytest.mark.parametrize(
    ("text", "destination"),
    [
        ("http://a.example/", ("http", "a.example", None)),
        ("http://a.example/", ("http", "A.example", 80)),
        ("https://a.example:444/", ("https", "a.example", 444)),
        ("http://a.example./", ("http", "a.example", 80)),
        ("http://[2001:db8::1]/", ("http", "2001:DB8:0:0:0:0:0:1", 80)),
        ("http://[2001:db8::1]/", ("http", "[2001:db8::1]", None)),
    ],
)
def test_a_client_that_goes_where_the_url_leads_may_go(text: str, destination: Destination) -> None:
    guard = Guard(POLICY, resolve=lambda _name: ["192.0.2.1"])
    visit = guard.visit(guard.judged(text), destination)
    _scheme, host, port = destination
    assert host is not None
    assert visit.addresses(host, port or 80) in (["192.0.2.1"], ["2001:db8::1"])


@pytest.mark.parametrize(
    ("text", "destination"),
    [
        ("http://1.1.1.1\\@192.0.2.7/", ("http", "192.0.2.7", None)),
        ("http://a.example/", ("http", "b.example", None)),
        ("http://a.example/", ("http", "a.example.", None)),
        ("http://a.example/", ("https", "a.example", None)),
        ("http://a.example/", ("http", "a.example", 81)),
        ("http://a.example:81/", ("http", "a.example", None)),
        ("http://a.example/", ("http", None, None)),
        ("http://[2001:db8::1]/", ("http", "2001:db8::2", 80)),
        ("http://[2001:db8::1]/", ("http", "2001:db8::1%eth0", 80)),
    ],
)
def test_a_client_that_reads_another_destination_is_refused(text: str, destination: Destination) -> None:
    """Such as httpx, which reads 192.0.2.7 in the first text: it would send the cookies of one host to the other."""
    guard = Guard(uv.Policy())
    url = uv.URL(text)
    with pytest.raises(uv.PolicyError, match="the client would connect to") as caught:
        guard.visit(url, destination, source="http://u:secret@c.example/")
    (reason,) = caught.value.reasons
    assert reason.word == "ambiguous" and caught.value.text[reason.start : reason.end] == url.host
    assert "http://u:***@c.example/ redirects" in str(caught.value)


def test_a_connection_elsewhere_than_the_url_leads_is_refused() -> None:
    visit = Guard(POLICY).visit(uv.URL("http://192.0.2.1/"), ("http", "192.0.2.1", None))
    assert visit.addresses("192.0.2.1", 80) == ["192.0.2.1"]
    for host, port in (("192.0.2.2", 80), ("192.0.2.1", 81)):
        with pytest.raises(uv.PolicyError, match="the client would connect to"):
            visit.addresses(host, port)


def test_a_resolver_gives_texts_or_addresses_in_its_order() -> None:
    answers: list[object] = [ip_address("192.0.2.3"), "2001:db8::1", "192.0.2.3", "192.0.2.1"]
    visit = Guard(POLICY, resolve=lambda _name: answers).visit(uv.URL("http://a.example/"), ("http", "a.example", 80))
    assert visit.addresses("a.example", 80) == ["192.0.2.3", "2001:db8::1", "192.0.2.1"]
    answers.append("a.example")
    with pytest.raises(ValueError, match=r"a\.example"):
        visit.addresses("a.example", 80)


def test_the_time_of_a_visit_ends_each_of_its_operations() -> None:
    guard = Guard(POLICY, max_seconds=0.0)
    visit = guard.visit(uv.URL("http://a.example/"), ("http", "a.example", 80), deadline=guard.deadline())
    with pytest.raises(uv.PolicyError, match="it takes longer than max_seconds=0"):
        visit.left(5)
    guard = Guard(POLICY, max_seconds=100)
    visit = guard.visit(uv.URL("http://a.example/"), ("http", "a.example", 80), deadline=guard.deadline())
    left = visit.left()
    assert visit.left(5) == 5 and left is not None and 90 < left <= 100
    endless = Guard(POLICY, max_seconds=None)
    assert endless.visit(uv.URL("http://a.example/"), ("http", "a.example", 80)).left() is None


def test_a_redirect_has_the_deadline_of_its_request_and_a_request_that_is_sent_again_has_not() -> None:
    """Also the first one, whose mapping is that of its redirects."""
    guard, notes = Guard(POLICY), dict[str, object]()
    first, second = object(), object()
    source, deadline = guard.step(first, notes, "http://a.example/")
    assert source is None and deadline is not None
    assert guard.step(second, notes, "http://b.example/") == ("http://a.example/", deadline)
    for again in (second, first):
        source, later = guard.step(again, notes, "http://b.example/")
        assert source is None and later is not None and later > deadline
