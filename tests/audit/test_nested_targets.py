"""What is inside a URL is judged as the server behind it reads it, in every spelling and at any length."""

from __future__ import annotations

import pytest

from support.linear import takes_linear_time
from support.nested_values import cases
from support.seeded import seed_and_cases
from uriverse.audit import findings

SEED, CASES = seed_and_cases(5502, 12_000)

HIDDEN = {
    "target-internal": [
        *("?url=%68%74%74%70%3A%2F%2F127.0.0.1/", "?url=htt%70://127.0.0.1/", "?url=%68ttp:127.0.0.1/"),
        *(
            "?url=http://a.example%26@127.0.0.1/",
            "?url=http://a.example;@127.0.0.1/",
            "?u=http://a.example,@127.0.0.1/",
        ),
        *("?url=http://a.example%3B@127.0.0.1/", "?url=ws:127.0.0.1/", "?url=ftp:/127.0.0.1/", "?next=%20//127.0.0.1/"),
        *("?u=http://a%252F@127.0.0.1/", f"?u=http://{'u' * 300}@127.0.0.1/", "?u=http://127.0.0.1" + "%C2%AD" * 500),
        *("proxy/ht%0Atp:/%5C127.0.0.1/", "proxy/redis://a&@127.0.0.1:6379/", "#!wss:%6Cocalhost", "?a=b=ws:[::1]"),
    ],
    "target-network-path": [
        *("?next=%20//127.0.0.1/", "?next=+//evil.example", "?next=/%09/evil.example", "?next=/\t/evil.example"),
        *("?a=b;next=%00%2F%0A%5Cevil.example", "?next=" + "+" * 400 + "//evil.example"),
    ],
    "target-active": [
        *("?u=+javascript:alert(1)", "?a=x=javascript:alert(1)", f"?{'k' * 300}=javascript:alert(1)"),
        *(f"?u={'%20' * 43}javascript:alert(1)", "?u=java%0ascript:alert(1)", "?u=%256a%61vascript%253Aalert(1)"),
    ],
    "target-at-sign": ["?next=%3a%38%30@evil.com", "?next=+@evil.com", f"?next=:{'0' * 9}80@evil.com"],
    "query-credential": ["?access_token+=abc", "?+access_token=abc", "?%09tok%2565n%20=abc"],
    "query-climbs": ["?f=%252e%252e/etc", "?f=+../etc", "?f=..", "?../etc", "?f=a%5c..%20"],
    "dot-segment-parameter": ["a/..%3b/b", "a/..%253b/b", "a/%2e%2e%3B/b", "a%2F..;/b"],
}
HOSTS = ("7f000001", "fe80--1", "2a01-4f8--2", "app-C0A80101", "www-2a01-4f8-c17-b8f--2", "--1", "%37f000001")

HARMLESS = {
    "target-internal": ["?a=news:local", "?q=a+ws:", "news:2024/", "?u=redis:///127.0.0.1", "?t=10:30;localhost"],
    "target-active": ["?q=1+javascript:x", "?a=b;data:x", "?u=%2Fjavascript:x"],
    "target-at-sign": ["?next=@%20", "?next=:80"],
    "query-climbs": ["?q=wait..", "?q=a..b/c", "?q=..."],
    "query-credential": ["?access_token+x=abc", "?q=access_token"],
    "dot-segment-parameter": ["a/...%3b/b", "a..%3b/b"],
}
PLAIN_HOSTS = ("deadbeef", "20240131", "7f00001", "7f0000011", "x7f000001", "a--b", "2024-01-31", "xn---0-bja")


@pytest.mark.parametrize(("id", "rest"), [(id, rest) for id, texts in HIDDEN.items() for rest in texts])
def test_no_spelling_hides_what_is_inside(id: str, rest: str) -> None:
    assert findings(f"http://example.com/{rest}", profile={id})


@pytest.mark.parametrize(("id", "rest"), [(id, rest) for id, texts in HARMLESS.items() for rest in texts])
def test_lookalikes_lead_nowhere(id: str, rest: str) -> None:
    assert not findings(f"http://example.com/{rest}", profile={id})


def test_addresses_in_names_are_those_of_public_services() -> None:
    """nip.io's documentation: "hexadecimal notation"; sslip.io's: "IPv6 - always use dashes"."""
    profile = {"address-in-name"}
    assert not [label for label in HOSTS if not findings(f"http://{label}.evil.example/", profile=profile)]
    assert not [label for label in PLAIN_HOSTS if findings(f"http://{label}.example.com/", profile=profile)]


def test_generated_values_have_their_findings_and_no_others() -> None:
    """The URL parser says what each value leads to; `urllib` decodes it."""
    wrong = []
    for case in cases(SEED, CASES):
        ids = {row.id for row in findings(case.text, profile=case.findings)} - {"syntax"}
        if not case.expected <= ids <= case.expected | case.allowed:
            wrong.append((case.text, sorted(case.expected), sorted(ids)))
    assert not wrong, wrong[:5]


UNITS = (
    *("http:a@", "http:a;", "x://", "x:\\\\", "http:[", "=a:", "=@a", "= //a"),
    *("=  ", " ..", "/..;", "&a=b", "%25", "%41="),
)


@pytest.mark.parametrize("unit", UNITS)
def test_what_is_inside_is_searched_in_linear_time(unit: str) -> None:
    """Wherever openings, values and blanks stand close together."""
    for front in ("http://h/?u=", "http://h/"):
        takes_linear_time(lambda size, front=front: findings(front + unit * (size // len(unit))), 60_000)  # type: ignore[misc]
