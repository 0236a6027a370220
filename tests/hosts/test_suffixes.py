"""Public suffixes: the list's own tests, the URL Standard's table, and a slow reader of the list's rules."""

from __future__ import annotations

import json
import pickle
import random
import tomllib
import unicodedata
from typing import Any

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

import uriverse as uv
from support.paths import ROOT
from twins.names import name_of
from uriverse import columns as uc
from uriverse import hosts
from uriverse.hosts import DomainParts, SuffixList, domain, domain_parts, public_suffix, subdomain, suffix_list

FILES = {
    path.stem: json.loads(path.read_text("utf-8")) for path in (ROOT / "vectors" / "public_suffixes").glob("*.json")
}


def in_ascii(host: str | None) -> str | None:
    name = None if host is None else name_of(host)
    return None if name is None else name.ascii + "." * name.rooted


@pytest.mark.parametrize("case", FILES["psl"]["cases"], ids=lambda case: str(case["host"]))
def test_the_lists_own_tests(case: dict[str, Any]) -> None:
    """publicsuffix.org, tests/test_psl.txt."""
    assert domain(case["host"]) == case["domain"]


@pytest.mark.parametrize("case", FILES["whatwg"]["cases"], ids=lambda case: case["host"])
def test_the_table_of_the_url_standard(case: dict[str, Any]) -> None:
    """It gives the answers in US-ASCII; ours have the form of the question."""
    assert in_ascii(public_suffix(case["host"])) == case["suffix"]
    assert in_ascii(domain(case["host"])) == case["domain"]


@pytest.mark.parametrize("case", FILES["format"]["cases"], ids=lambda case: case["host"])
def test_the_example_of_the_format(case: dict[str, Any]) -> None:
    """A list of its own, with wildcards and exceptions."""
    rules = SuffixList.from_text("\n".join(FILES["format"]["rules"]))
    assert domain(case["host"], suffixes=rules) == case["domain"]


def slow_suffix(name: tuple[str, ...], rules: set[tuple[str, ...]]) -> int:
    """The formal algorithm of the format's page: how many labels the public suffix has."""
    tails = [name[start:] for start in range(len(name))]
    for tail in tails:
        if (f"!{tail[0]}", *tail[1:]) in rules:
            return len(tail) - 1
    return max((len(tail) for tail in tails if tail in rules or ("*", *tail[1:]) in rules), default=1)


def test_every_rule_and_its_neighbours_as_the_formal_algorithm_has_them() -> None:
    """Names made of rules drawn at random: the rule, one label before it, two, and with a label replaced."""
    choose = random.Random(19)
    shipped = suffix_list()
    rules = set()
    for rule in shipped:
        made = name_of(rule.replace("!", "").replace("*.", "wild."))
        assert made is not None
        first, *rest = made.ascii.split(".")
        rules.add(("*" if rule[0] == "*" else f"!{first}" if rule[0] == "!" else first, *rest))
    for rule in choose.sample(list(shipped), 600) + [rule for rule in shipped if rule[0] in "!*"]:
        name = rule.removeprefix("!").replace("*.", "some.")
        for text in (name, f"a.{name}", f"b.a.{name}", "x." + name.partition(".")[2] if "." in name else name):
            asked = name_of(text)
            answer = domain_parts(text)
            assert asked is not None
            assert answer is not None
            assert len(answer.public_suffix.split(".")) == slow_suffix(tuple(asked.ascii.split(".")), rules), text


def test_sections_apart() -> None:
    """Rules of the private section count unless they are told not to."""
    assert domain_parts("a.b.github.io") == DomainParts("github.io", "b.github.io", "a", "private")
    assert domain_parts("a.b.github.io", private=False) == DomainParts("io", "github.io", "a.b", "icann")
    assert domain_parts("example.com") == DomainParts("com", "example.com", None, "icann")
    assert domain_parts("a.example.unlisted") == DomainParts("unlisted", "example.unlisted", "a", None)
    assert domain_parts("a.example.unlisted", default=False) is None
    assert domain_parts("com") == DomainParts("com", None, None, "icann")


@pytest.mark.parametrize(
    "host",
    [
        "127.0.0.1",
        "[::1]",
        "0x7f.1",
        "1.2.3",
        "2130706433",
        "a.0x",
        "",
        ".",
        "..",
        "a..b",
        ".com",
        "a b.com",
        "a%2Fb.com",
        None,
    ],
)
def test_addresses_and_what_is_no_name_have_none(host: str | None) -> None:
    """None, and never a number's last label."""
    assert public_suffix(host) is None
    assert domain(host) is None
    assert subdomain(host) is None


def test_forms_of_one_name() -> None:
    """Case, escapes, wide letters, other dots, "xn--" forms: one name; the answer has the form of the question."""
    assert domain("WWW.食狮.公司.CN") == "食狮.公司.cn"
    assert domain("www.xn--85x722f.xn--55qx5d.cn") == "xn--85x722f.xn--55qx5d.cn"
    assert domain("www.食狮.xn--55qx5d.cn") == "食狮.xn--55qx5d.cn"
    assert domain("www。食狮．公司｡cn") == "食狮.公司.cn"
    assert domain("www.ex%61mple.com") == "example.com"
    assert domain("www.b%C3%BCcher.co.uk.") == "bücher.co.uk."
    assert domain("ｗｗｗ.ｅxample.com") == "example.com"


def test_references_are_taken_and_wrong_use_is_reported() -> None:
    """A whole URI as a text would get an answer that is wrong."""
    assert domain(uv.parse("https://user@www.example.co.uk:80/")) == "example.co.uk"
    assert domain(uv.parse("mailto:a@example.com")) is None
    for text in ("http://example.com/", "example.com:80", "user@example.com", "example.com/a"):
        with pytest.raises(ValueError, match="more than a host"):
            domain(text)
    with pytest.raises(TypeError, match="host must be a str"):
        domain(b"example.com")  # type: ignore[arg-type]


def test_the_version_is_reported() -> None:
    """The list says its date; one's own may say nothing."""
    assert suffix_list().date >= "2026-08-19"
    assert len(suffix_list()) > 10_000
    assert "Mozilla Public" in (ROOT / "src/uriverse/hosts/data/public_suffix_list.dat").read_text("utf-8")[:200]
    assert SuffixList.from_text("com\n").date == ""


@pytest.mark.parametrize(
    "line", ["*.*.bar.foo", "bar.*.foo", "*bar.foo", "예.*.foo", "a!b.foo", "a/b", "a..b", ".foo", "foo.", "*", "!"]
)
def test_what_is_not_a_rule_is_refused(line: str) -> None:
    """The invalid entries of the format's page, and others."""
    with pytest.raises(ValueError, match="is not a rule"):
        SuffixList.from_text(f"com\n{line}\n")


# Characters that Unicode has long had: a newer one may be unknown to the running Python.
ASSIGNED = st.characters(codec="utf-8").filter(lambda c: unicodedata.ucd_3_2_0.category(c) != "Cn")


@given(st.one_of(st.text(alphabet="abcom.-ukjp%41。食xn0", max_size=40), st.text(ASSIGNED, max_size=20)))
@example("a." * 5000 + "com")
@example("食" * 100_000)
@example("%41" * 400)
def test_the_parts_are_the_name(host: str) -> None:
    """Subdomain and domain, or the suffix alone, put together again are the name that the twin finds."""
    try:
        found = name_of(host)
    except ValueError:
        with pytest.raises(ValueError, match="more than a host"):
            domain_parts(host)
        return
    parts = domain_parts(host)
    assert (parts is None) == (found is None)
    if parts is not None and found is not None:
        name = found.shown + "." * found.rooted
        whole = parts.public_suffix if parts.domain is None else parts.domain
        assert name == (whole if parts.subdomain is None else f"{parts.subdomain}.{whole}")
        assert whole.endswith(parts.public_suffix)


def test_a_list_pickles_and_is_made_of_rules() -> None:
    """A list goes to the workers of an engine; a rule with its section makes one too."""
    mine = SuffixList({"example": "icann", "*.shop.example": "private", "!open.shop.example": "private"}, "2026-01-02x")
    for rules in (mine, pickle.loads(pickle.dumps(mine))):
        assert (rules.date, rules["*.shop.example"], next(iter(rules))) == ("2026-01-02", "private", "example")
        assert domain("a.b.shop.example", suffixes=rules) == "a.b.shop.example"
        assert domain("open.shop.example", suffixes=rules) == "open.shop.example"
        assert domain("a.b.shop.example", suffixes=rules, private=False) == "shop.example"
    with pytest.raises(ValueError, match=r'^"a/b" is not a rule'):
        SuffixList({"a/b": "icann"})


def test_many_rules_of_ones_own() -> None:
    """Tens of thousands of rules, of which each is found, and each neighbour is not."""
    rules = SuffixList.from_text("\n".join(f"r{number}.x{number % 100}.example" for number in range(50_000)))
    for number in range(0, 50_000, 997):
        name = f"r{number}.x{number % 100}.example"
        assert public_suffix(f"a.b.{name}", suffixes=rules) == name
        assert public_suffix(f"a.b.s{name}", suffixes=rules) == "example"


SAME_ORIGIN = [
    ("https://example.com/a", "https://EXAMPLE.com:443/b?c#d"),
    ("http://user:x@example.com", "http://example.com:80/"),
    ("http://b%C3%BCcher.example/", "http://xn--bcher-kva.example/"),
    ("http://[::1]/", "http://[0:0:0::1]:80/"),
    ("http://127.0.0.1/", "http://0x7f.1/"),
    ("blob:https://example.com/9115d58c", "https://example.com/"),
    ("http://ex%C2%ADample.com/", "http://example.com/"),
    ("http://example.com:/", "http://example.com:080/"),
    ("ws://example.com/", "ws://example.com:80/"),
]
OTHER_ORIGIN = [
    ("https://example.com/", "http://example.com/"),
    ("https://example.com/", "https://example.com:8443/"),
    ("https://example.com/", "https://www.example.com/"),
    ("https://example.com/", "https://example.com./"),
    ("data:,x", "data:,x"),
    ("file:///a", "file:///a"),
    ("mailto:a@b", "mailto:a@b"),
    ("/a", "/a"),
    ("http:///a", "http:///a"),
    ("http://h:99999/", "http://h:99999/"),
    ("blob:data:,x", "blob:data:,x"),
    ("blob:blob:https://h/", "blob:blob:https://h/"),
    ("http://1.2.3.4.5/", "http://1.2.3.4.5/"),
    ("http://[v1.a]/", "http://[v1.a]/"),
]


@pytest.mark.parametrize(("a", "b"), SAME_ORIGIN)
def test_the_same_origin(a: str, b: str) -> None:
    """Also a reference beside a text, both ways round."""
    assert uv.same_origin(a, b)
    assert uv.same_origin(uv.parse(b), a)
    assert uv.same_site(a, b)


@pytest.mark.parametrize(("a", "b"), OTHER_ORIGIN)
def test_another_origin(a: str, b: str) -> None:
    """An opaque origin is the same as none, not even as itself."""
    assert [pair for pair in ((a, b), (b, a)) if uv.same_origin(*pair)] == []


def test_iris_need_no_hint() -> None:
    """RFC 3987 has every URI, and both editions read one the same way; a named edition is asked as it is."""
    assert uv.same_origin("http://faß.de/", "http://xn--fa-hia.de:80/a")
    assert hosts.site("https://www.пример.рф/") == "https://xn--e1afmkfd.xn--p1ai"
    texts = ["https://www.пример.рф/", "https://a.b.co.uk/é", "//h/ "]
    assert uc.domain(uc.Column(texts)).to_pylist() == ["пример.рф", "b.co.uk", None]
    assert uc.origin(uc.Column(texts)).to_pylist() == ["https://www.xn--e1afmkfd.xn--p1ai", "https://a.b.co.uk", None]
    assert uc.domain(uc.Column(texts), edition="rfc3986").to_pylist() == [None, None, None]
    with pytest.raises(uv.URISyntaxError):
        hosts.origin("http://faß.de/", edition="rfc3986")


HOSTS = (
    *("Example.com", "食狮.公司.cn", "b%C3%BCcher.de", "0x7f.1"),
    *("1.2.3.4.5", "[::1]", "[1:2::3]", "a..b", "h.", "a_b"),
)


@given(
    st.sampled_from(["http", "HTTPS", "ws", "wss", "ftp", "blob", "file", "x"]),
    st.one_of(st.sampled_from(HOSTS), st.text(alphabet="aB.0-x%41é", min_size=1, max_size=12)),
    st.sampled_from(["", ":", ":80", ":443", ":8080", ":65536", ":0021"]),
)
def test_origins_are_those_of_the_url_standard(scheme: str, host: str, port: str) -> None:
    """What the Standard's own parser says of a URL with a host."""
    text = f"{scheme}://{host}{port}/a"
    if not uv.is_valid(text, edition="rfc3987"):
        return
    found = hosts.origin(text, edition="rfc3987")
    try:
        expected = str(uv.whatwg.URL(text).origin or "null")
    except uv.URIError:
        expected = "null"
    assert ("null" if found is None else str(found)) == expected


@pytest.mark.parametrize(
    ("a", "b", "same", "schemeless"),
    [
        ("https://a.example.com/", "https://b.example.com/", True, True),
        ("https://a.example.com/", "http://b.example.com/", False, True),
        ("https://example.com:1/", "https://example.com:2/", True, True),
        ("https://a.github.io/", "https://b.github.io/", False, False),
        ("https://github.io/", "https://github.io/", True, True),
        ("https://127.0.0.1/", "https://127.0.0.1:81/", True, True),
        ("https://10.0.0.1/", "https://20.0.0.1/", False, False),
        ("https://localhost/", "https://localhost:3000/", True, True),
        ("https://a.localhost/", "https://localhost/", False, False),
        ("wss://example.com/", "https://example.com/", False, True),
        ("data:,x", "data:,x", False, False),
    ],
)
def test_sites(a: str, b: str, same: bool, schemeless: bool) -> None:
    """HTML, "same site" and "schemelessly same site"."""
    found = (uv.same_site(a, b), uv.same_site(b, a), uv.same_site(a, b, schemeful=False))
    assert (a, b, *found) == (a, b, same, same, schemeless)


def test_a_site_is_written_as_html_has_it() -> None:
    """HTML, "obtain a site": a scheme and the registrable domain, or the host where there is none."""
    assert hosts.site("https://WWW.Example.co.uk:8443/a") == "https://example.co.uk"
    assert hosts.site(uv.parse("https://www.example.co.uk/"), schemeful=False) == "example.co.uk"
    assert hosts.site("http://localhost:3000/") == "http://localhost"
    assert hosts.site("http://[0:0::1]:80/") == "http://[::1]"
    assert hosts.site("http://食狮.公司.cn/", edition="rfc3987") == "http://xn--85x722f.xn--55qx5d.cn"
    assert hosts.site("file:///a") is None
    with pytest.raises(uv.URISyntaxError):
        hosts.site("http://h/a b")


@pytest.mark.parametrize("length", [*range(1, 26), 62])
def test_labels_of_every_length_are_found(length: int) -> None:
    """A label is read eight bytes at a time: at the start of a name, after a dot, and before one."""
    label = "abcdefgh" * 8
    rule = label[:length]
    mine = SuffixList({f"{rule}.x": "icann", f"y.{rule}": "icann", rule: "icann"})
    found = {
        host: public_suffix(host, suffixes=mine)
        for host in (f"a.{rule}.x", f"b.y.{rule}", f"c.{rule}", f"d{rule}", f"a.{rule}z.x")
    }
    assert list(found.values()) == [f"{rule}.x", f"y.{rule}", rule, f"d{rule}", "x"]


def test_a_list_of_ones_own_decides_about_sites() -> None:
    """Below a customer's shop each name is another site."""
    mine = hosts.SuffixList.from_text("shop.example\n")
    a, b = "https://a.shop.example/", "https://b.shop.example/"
    assert uv.same_site(a, b)
    assert not uv.same_site(a, b, suffixes=mine)


def test_the_licence_of_the_list_is_named_and_ships() -> None:
    """PEP 639: the expression names it, and its text is among the licence files of wheel and sdist."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    assert project["license"] == "(MIT OR Apache-2.0) AND MPL-2.0"
    assert "LICENSE-MPL-2.0" in project["license-files"]
    assert (ROOT / "LICENSE-MPL-2.0").read_text("utf-8").startswith("Mozilla Public License Version 2.0")
