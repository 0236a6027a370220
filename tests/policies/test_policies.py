"""Policies: what they admit, every reason why not, and redirects that stay at an origin."""

from __future__ import annotations

import ast
import pickle
import re
import subprocess
import sys
from collections.abc import Callable
from ipaddress import ip_network
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import uriverse as uv
from support.paths import ROOT
from support.vectors import payloads
from uriverse.hosts import host_matches

PAYLOADS = payloads()
ANYWHERE = {"addresses": "any"}


def words(policy: uv.Policy, text: str) -> list[str]:
    return [reason.word for reason in policy.reasons(text)]


@pytest.mark.parametrize(
    ("text", "limits", "url"),
    [
        ("https://hooks.example.com/a?b#c", {"schemes": {"HTTPS"}, "hosts": {"*.example.com"}}, ""),
        ("HTTPS://example.com:443", {"hosts": "example.com", "ports": 443}, "https://example.com/"),
        (
            "http://EXAMPLE.com:8080/",
            {"ports": range(1024, 65536), "hosts": "example.COM."},
            "http://example.com:8080/",
        ),
        ("http://user@h.example/", {"userinfo": True}, ""),
        ("http://10.0.0.1/", {"addresses": "any", "hosts": {"10.0.0.1"}}, ""),
        ("http://10.0.0.1/", {"addresses": "10.0.0.0/8"}, ""),
        ("http://[::ffff:10.0.0.1]/", {"addresses": [ip_network("10.0.0.0/8")]}, "http://[::ffff:a00:1]/"),
        ("https://[2606:4700::1111]/", {"hosts": {"[2606:4700:0::1111]"}}, ""),
        ("http://B\u00fccher.example/", {"hosts": {"xn--bcher-kva.example"}}, "http://xn--bcher-kva.example/"),
        ("ftp://h.example/", {"schemes": "ftp"}, ""),
        ("https://h.example/a|b?c[]=1", {}, "https://h.example/a%7Cb?c%5B%5D=1"),
        (" https:\\\\h.example\\a\n", {"paths": "/a"}, "https://h.example/a"),
        ("https://h.example./", {"hosts": "h.example"}, ""),
    ],
)
def test_the_door_returns_what_it_judged(text: str, limits: dict[str, Any], url: str) -> None:
    """Read as a browser reads, written so that every parser reads it alike."""
    admitted = uv.Policy(**limits).url(text)
    assert type(admitted) is uv.URL and str(admitted) == (url or text)
    assert uv.Policy(**limits).admits(admitted)


@pytest.mark.parametrize(
    ("text", "limits", "expected"),
    [
        ("http://h.example/", {"schemes": {"https"}}, ["scheme"]),
        ("https://h.example:22/", {}, ["port"]),
        ("https://h.example:443/", {"ports": {8443}}, ["port"]),
        ("https://u:p@h.example/", {}, ["userinfo"]),
        ("https://h.example/", {"hosts": {"example"}}, ["host"]),
        ("https://h.example.evil.example/", {"hosts": {"h.example", "*.h.example"}}, ["host"]),
        ("https://127.0.0.1/", {}, ["address"]),
        ("https://127.0.0.1/", {"hosts": "127.0.0.1"}, ["address"]),
        ("https://10.1.0.1/", {"addresses": "10.0.0.0/16"}, ["address"]),
        # RFC 3986, section 7.4; RFC 6943, section 3.1.1: loose forms.
        ("https://0x7f.1/", {}, ["address"]),
        ("https://2130706433/", {}, ["address"]),
        ("https://[::ffff:7f00:1]/", {"hosts": {"*.example"}}, ["host", "address"]),
        ("https://printer.local/", {}, ["address"]),
        ("https://LOCALHOST./", {}, ["address"]),
        ("https://wpad/", {}, ["address"]),
        ("https://intranet/", {"hosts": {"intranet"}}, ["address"]),
        ("https://127.0.0.1%E1%A0%86/", {}, ["ambiguous"]),
        ("mailto:a@b.example", {"schemes": {"mailto"}}, ["scheme"]),
        ("https:///", {}, ["syntax"]),
        ("http://h.example:99999/", {}, ["syntax"]),
        ("/a", {}, ["syntax"]),
        ("https://h.example/a", {"paths": "/b/**"}, ["path"]),
        ("https://h.example/#a", {"fragment": False}, ["fragment"]),
        ("https://h.example/abc", {"max_length": 20}, ["length"]),
        ("http://user@10.0.0.7:25/", {"schemes": {"https"}}, ["scheme", "userinfo", "address", "port"]),
    ],
)
def test_every_reason_is_reported(text: str, limits: dict[str, Any], expected: list[str]) -> None:
    with pytest.raises(uv.PolicyError) as refusal:
        uv.Policy(**limits).url(text)
    assert [reason.word for reason in refusal.value.reasons] == expected
    assert refusal.value.reason == expected[0]


def test_a_reason_says_where_and_how_to_allow_it() -> None:
    text = "http://user@10.0.0.7:25/"
    with pytest.raises(uv.PolicyError) as refusal:
        uv.Policy().url(text)
    places = {reason.word: text[reason.start : reason.end] for reason in refusal.value.reasons}
    assert places == {"userinfo": "user", "address": "10.0.0.7", "port": "25"}
    assert 'addresses "any" would allow it' in str(refusal.value)


def test_places_are_those_of_the_text_that_was_given() -> None:
    """A default port moves what follows; of a rewritten text only the change has a place."""
    text = "HTTPS://u@h.example:443?a#b"
    policy = uv.Policy(fragment=False, paths="/a")
    assert [text[reason.start : reason.end] for reason in policy.reasons(text)] == ["u", "", "b"]
    rewritten = "http://u@10.0.0.7\\a"
    places = {reason.word: rewritten[reason.start : reason.end] for reason in policy.reasons(rewritten)}
    assert places == {"rewritten": "\\", "userinfo": rewritten, "address": rewritten}


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("https://h.example/a?b#c", []),
        ("HTTPS://H.example:443", []),
        ("http://1.1.1.1\\@127.0.0.1/", ["rewritten"]),
        ("https://h.example/a|b", ["rewritten"]),
        ("https://h.example/a/../b", ["rewritten"]),
        ("https:h.example", ["rewritten"]),
        (" https://h.example/", ["rewritten"]),
        ("http://\uff11\uff12\uff17.0.0.1/", ["rewritten", "address"]),
        ("https://0x7f.1/", ["rewritten", "address"]),
    ],
)
def test_who_asks_about_a_text_still_holds_it(text: str, expected: list[str]) -> None:
    """A text is admitted only if nothing had to be changed; its URL may be, and the door gives that."""
    policy = uv.Policy()
    assert words(policy, text) == expected and policy.admits(text) is not bool(expected)
    if expected == ["rewritten"]:
        assert policy.admits(policy.url(text))


@pytest.mark.parametrize("payload", PAYLOADS, ids=lambda payload: ascii(payload["text"]))
def test_an_attack_reaches_no_other_host(payload: dict[str, Any]) -> None:
    """A text is refused, or every recorded parser that accepts it connects to the judged host.

    The editions before RFC 3986 are no clients: RFC 1738 has "?" in a userinfo.
    """
    policy = uv.Policy(addresses="any", userinfo=True, ports="any")
    text = payload["text"]
    if policy.admits(text):
        readers = payload["hosts"].keys() - uv.EDITIONS.keys() | {"rfc3986"}
        hosts = {uv.hosts.verdict(payload["hosts"][reader]).text for reader in readers if payload["hosts"][reader]}
        assert hosts == {uv.URL(text).connect_host.strip("[]")}, payload


def test_identifiers_are_not_rewritten() -> None:
    """A permissive policy judges what a text is, by its edition."""
    assert uv.Policy.any().admits("http://h/a/../b") and uv.Policy.any().admits("#a")
    assert uv.Policy.any(schemes="urn").admits("urn:isbn:0451450523")
    assert words(uv.Policy.any(schemes="urn"), "tag:a@b.example,2001:c") == ["scheme"]
    assert words(uv.Policy.any(), "a b") == ["syntax"]
    assert words(uv.Policy.any(host=True), "mailto:a@b.example") == ["host"]
    # RFC 9110, section 4.2.1
    assert [words(uv.Policy.any(), f"{scheme}:evil.example") for scheme in ("http", "https", "ws")] == [["host"]] * 3
    assert uv.Policy.any(edition="rfc3987").admits("http://h/\u00e9")


@pytest.mark.parametrize("edition", uv.EDITIONS)
def test_a_host_is_limited_by_what_follows_slashes_today_too(edition: str) -> None:
    """RFC 1738 (section 5, `user`) and RFC 1808 (section 2.2, `net_loc`) allow "?" before "@"; browsers end there."""
    for limit in ({"hosts": "good.example"}, {"addresses": "public"}):
        for scheme in ("http", "foo"):
            policy = uv.Policy.any(edition=edition, **limit)  # type: ignore[arg-type]
            assert not policy.admits(f"{scheme}://127.0.0.1?@good.example/")


def test_another_scheme_is_limited_by_its_host() -> None:
    """A scheme that urllib3 reads as the host, and a host that parsers read differently."""
    policy = uv.Policy.any(hosts={"db.example", "*.db.example"})
    assert policy.admits("postgresql://db.example/a")
    assert words(policy, "postgresql://10.1/a") == ["ambiguous"]
    assert words(policy, "a.example://db.example/") == ["ambiguous"]
    assert words(policy, "postgresql:///a") == ["host"]


@pytest.mark.parametrize(
    ("pattern", "admitted", "refused"),
    [
        ("/a/b", ["/a/b", "/%61/b"], ["/a/b/", "/a", "/A/b", "/a/b/c"]),
        ("/a/*", ["/a/b", "/a/%20"], ["/a", "/a/", "/a/b/c", "/a/b%2Fc", "/a/b%5Cc"]),
        ("/a/**", ["/a/b", "/a/b/c", "/a/"], ["/a", "/ab/c", "/a//b", "/a/b%2fc", "/a/..;/b", "/a/%2e%2e;x/b"]),
        ("/", ["/"], ["/a"]),
        ("/**", ["/", "/a/b"], ["//a"]),
    ],
)
def test_paths_are_matched_by_segment(pattern: str, admitted: list[str], refused: list[str]) -> None:
    policy = uv.Policy(paths=pattern)
    assert [path for path in admitted if not policy.admits(uv.URL(f"https://h.example{path}"))] == []
    assert [path for path in refused if policy.admits(uv.URL(f"https://h.example{path}"))] == []


@pytest.mark.parametrize("pattern", ["a", "", "/a*", "/**/a", "/a//b", "/a/../b", "/a%2Fb", "/a?b", "/a b"])
def test_a_pattern_of_paths_that_means_nothing_is_reported(pattern: str) -> None:
    with pytest.raises(ValueError, match=r"^paths: "):
        uv.Policy(paths={pattern})


@pytest.mark.parametrize(
    ("address", "limits", "is_allowed"),
    [
        ("93.184.215.14", {}, True),
        ("10.0.0.7", {}, False),
        ("::ffff:10.0.0.7", {}, False),
        ("64:ff9b::7f00:1", {}, False),
        ("169.254.169.254", {}, False),
        ("10.0.0.7", {"addresses": "any"}, True),
        ("10.0.0.7", {"addresses": ["10.0.0.0/24", "fd00::/8"]}, True),
        ("::ffff:10.0.0.7", {"addresses": "10.0.0.0/24"}, True),
        ("10.0.1.7", {"addresses": "10.0.0.0/24"}, False),
        ("93.184.215.14", {"addresses": "10.0.0.0/24"}, False),
    ],
)
def test_an_address_is_judged_after_the_look_up(address: str, limits: dict[str, Any], is_allowed: bool) -> None:
    policy = uv.Policy(**limits)
    if is_allowed:
        policy.check_address(address)
    else:
        with pytest.raises(uv.PolicyError) as refusal:
            policy.check_address(address)
        assert refusal.value.reason == "address"


def test_a_policy_is_a_value() -> None:
    policy = uv.Policy(hosts=["b.example", "A.example"], addresses="10.0.0.0/8", ports={8443, 443})
    same = uv.Policy(ports=[443, 8443], hosts={"a.example", "B.example"}, addresses=[ip_network("10.0.0.0/8")])
    assert policy == same and hash(policy) == hash(same) and pickle.loads(pickle.dumps(policy)) == policy
    assert repr(policy) == "Policy(hosts={'a.example', 'b.example'}, ports={443, 8443}, addresses={'10.0.0.0/8'})"
    assert repr(uv.Policy()) == "Policy()" and policy != uv.Policy()
    with pytest.raises(AttributeError):
        policy.userinfo = True  # type: ignore[misc]


@pytest.mark.parametrize(
    ("host", "patterns", "expected"),
    [
        ("a.example.com", {"*.example.com"}, True),
        ("a.b.example.com", {"*.example.com"}, True),
        ("example.com", {"*.example.com"}, False),
        ("evil-example.com", {"*.example.com", "example.com"}, False),
        ("example.com.evil.org", {"*.example.com", "example.com"}, False),
        ("evil.org\\.example.com", {"*.example.com"}, False),
        ("evil.org/.example.com", {"*.example.com"}, False),
        ("evil.org%2f.example.com", {"*.example.com"}, False),
        ("evil.org\x00.example.com", {"*.example.com"}, False),
        ("a@.example.com", {"*.example.com"}, False),
        (".example.com", {"*.example.com"}, False),
        ("a..example.com", {"*.example.com"}, False),
        ("A.EXAMPLE.COM.", {"*.example.com"}, True),
        ("%61.example.com", {"*.example.com"}, False),
        ("a\u3002example\uff0ecom", {"*.example.com"}, False),
        ("x.B\u00fcCHER.example", {"*.xn--bcher-kva.example"}, True),
        ("x.xn--bcher-kva.example", {"*.b\u00fccher.example"}, True),
        ("0x7f.1", {"127.0.0.1"}, False),
        ("hooks.example.com..", {"*.example.com"}, False),
        ("[fe80::1%25eth0]", {"[fe80::1]"}, False),
        ("127.0.0.1", {"*.0.0.example", "example.com"}, False),
        ("[::1]", {"[0:0::1]"}, True),
        ("256.256.256.256", {"*.com"}, False),
        ("", {"example.com"}, False),
        ("example.com", set(), False),
    ],
)
def test_hosts_are_matched_by_label(host: str, patterns: set[str], expected: bool) -> None:
    assert host_matches(host, patterns) is expected


@pytest.mark.parametrize(
    "pattern", ["", "*", "*example.com", "a.*.com", "*.0.1", "*.127.0.0.1", "*.[::1]", "a b", "h:80"]
)
def test_a_pattern_that_means_nothing_is_reported(pattern: str) -> None:
    with pytest.raises(ValueError, match="patterns"):
        host_matches("h", {pattern})
    with pytest.raises(ValueError, match="hosts"):
        uv.Policy(hosts={pattern})


@given(st.text(st.sampled_from("a.-*@/\\:%0123456789[]\u3002e\u00df"), max_size=12))
def test_what_matches_ends_with_the_name(host: str) -> None:
    """Whatever stands before: the host's form ends with a dot and the name."""
    text = f"{host}.example.com"
    if host_matches(text, {"*.example.com"}):
        assert uv.whatwg.URL(f"http://{text}/").hostname.removesuffix(".").endswith(".example.com")


def test_the_error_is_a_value_and_shows_no_password() -> None:
    with pytest.raises(uv.PolicyError) as refusal:
        uv.Policy(hosts={"a.b"}).url("http://user:s3cret@h.example/?token=s3cret")
    error = refusal.value
    again = pickle.loads(pickle.dumps(error))
    assert (again.text, again.reasons, str(again)) == (error.text, error.reasons, str(error))
    assert "s3cret" not in str(error) + repr(error) + repr(error.reasons) and "s3cret" in error.text


@pytest.mark.parametrize(
    ("arguments", "error", "message"),
    [
        ({"schemes": 80}, TypeError, "schemes must be a str or an iterable of str, not int"),
        ({"hosts": "*.0.1"}, ValueError, "hosts: "),
        ({"addresses": "private"}, ValueError, "addresses must be one of public, any or networks"),
        ({"addresses": "10.0.0.1/8"}, ValueError, "addresses: 10.0.0.1/8 has host bits set"),
        ({"addresses": 5}, TypeError, "addresses must be 'public', 'any' or networks"),
        ({"host": "h.example"}, TypeError, "host must be True or False, not str"),
        ({"hostts": "h.example"}, TypeError, "Did you mean 'hosts'"),
        *(
            ({"ports": ports}, TypeError, "ports must be an int|ports must be 'safe', 'any', an int")
            for ports in (b"443", {"443"}, (80, "443"), 4.5)
        ),
        ({"ports": "443"}, ValueError, "ports must be one of safe, any or numbers"),
    ],
)
def test_wrong_arguments_are_reported(arguments: dict[str, Any], error: type[Exception], message: str) -> None:
    with pytest.raises(error, match=message):
        uv.Policy(**arguments)


HERE = "https://www.example.com:8443/a/login?next=x#f"


@pytest.mark.parametrize(
    ("target", "expected"),
    [
        ("", "https://www.example.com:8443/a/login?next=x"),
        ("b?c#d", "https://www.example.com:8443/a/b?c#d"),
        ("/b/../c", "https://www.example.com:8443/c"),
        ("https://WWW.example.com:8443/x", "https://www.example.com:8443/x"),
        ("//www.example.com:8443/x", "https://www.example.com:8443/x"),
        ("/list?tags[]=1|2", "https://www.example.com:8443/list?tags%5B%5D=1%7C2"),
        ("\\a b", "https://www.example.com:8443/a%20b"),
    ],
)
def test_a_redirect_that_stays_is_safe(target: str, expected: str) -> None:
    assert str(uv.safe_redirect(target, HERE)) == expected
    assert uv.same_origin(expected, HERE)


@pytest.mark.parametrize("inside", ["evil.example", "www.example.com", "127.0.0.1", "www.example.com.evil.example"])
def test_a_redirect_that_leaves_is_refused(inside: str) -> None:
    """Every way that is known of writing another host, scheme, port or userinfo; white space and controls around it."""
    forms = (
        *("//{}", "///{}", "\\\\{}", "/\\{}", "\\/{}", "/\t/{}", "//{}."),
        *("https://{}", "https://{}:443/", "http://{}:8443/", "ftp://{}/", "blob:https://{}/", "data:text/html,{}"),
        *("//{}@www.example.com:8443/", "//www.example.com:8443@{}/", "//{}\\@www.example.com", "//{}..:8443/"),
        *("//{}.:8443/", "https://{}.:8443/", "/.//{}", "/..//{}", "/%2e//{}"),
        *("javascript://{}/%0aalert(1)", "//{}%2f.www.example.com", " //{}", "\x00//{}", "//\u3002{}"),
        *("//[::ffff:{}]:8443/",),
    )
    for form in forms:
        with pytest.raises(uv.PolicyError):
            uv.safe_redirect(form.format(inside), HERE)


def test_what_a_browser_takes_to_the_base_is_written_so() -> None:
    """Where parsers differ, the URL that is returned has one destination, the base's origin."""
    for target in ("https:evil.example", "https:/evil.example", "/%09/evil.example\n"):
        url = uv.safe_redirect(target, HERE)
        assert url.origin == uv.URL(HERE).origin and uv.agreement(str(url), parsers="all").hosts.keys() == {
            "www.example.com"
        }


def test_the_base_of_a_redirect_is_read_as_browsers_read_it() -> None:
    """Its userinfo is dropped; one that is no URL of the Web is refused."""
    assert str(uv.safe_redirect("/x", "http://localhost:8000/a?b[]=c")) == "http://localhost:8000/x"
    assert str(uv.safe_redirect("x", "http://u:p@h.example/a")) == "http://h.example/x"
    assert str(uv.safe_redirect("x", "http://0x7f.1/a")) == "http://127.0.0.1/x"
    for base in ("mailto:a@b.example", "file:///a", "/a"):
        with pytest.raises(uv.PolicyError):
            uv.safe_redirect("/", base)
    with pytest.raises(TypeError, match=r"unexpected keyword argument 'hosts'"):
        uv.safe_redirect("/", HERE, hosts={"a.example"})  # type: ignore[arg-type]


def test_a_policy_admits_other_origins() -> None:
    policy = uv.Policy(schemes="https", hosts="*.example.net")
    assert str(uv.safe_redirect("//login.example.net/a", HERE, policy)) == "https://login.example.net/a"
    assert str(uv.safe_redirect("/a", HERE, policy)) == "https://www.example.com:8443/a"
    with pytest.raises(uv.PolicyError) as refusal:
        uv.safe_redirect("//evil.example/a", HERE, policy)
    assert [reason.word for reason in refusal.value.reasons] == ["origin", "host"]
    with pytest.raises(uv.PolicyError):
        uv.safe_redirect("//login.example.net//evil.example", HERE, policy)


ROW = re.compile(r"^\| `([^`]+)`[^|]* \| (yes|no) \| (yes|no) \| (yes|no) \| (?:`(\w+)=(.+)`)? ?\|$", re.MULTILINE)
ROWS = ROW.findall((ROOT / "docs" / "integrations.md").read_text("utf-8"))


@pytest.mark.parametrize(("text", "url", "admits", "redirect", "argument", "value"), ROWS)
def test_the_table_of_what_each_door_lets_in(
    text: str, url: str, admits: str, redirect: str, argument: str, value: str
) -> None:
    """Every row of docs/integrations.md, with its argument too."""

    def passes(door: Callable[[str], object]) -> str:
        try:
            return "yes" if door(text) else "no"
        except uv.PolicyError:
            return "no"

    answers = (
        passes(uv.Policy().url),
        passes(uv.Policy().admits),
        passes(lambda text: uv.safe_redirect(text, "https://www.example.com/login")),
    )
    assert answers == (url, admits, redirect)
    if argument:
        assert passes(uv.Policy(**{argument: ast.literal_eval(value)}).url) == "yes"


def test_the_table_has_the_limits_that_people_meet() -> None:
    assert len(ROWS) >= 18 and {row[4] for row in ROWS} == {"", "schemes", "userinfo", "ports", "addresses"}


@pytest.mark.parametrize("text", ["javascript://example.org/%0aalert(1)", "gopher://example.org:6379/_x"])
def test_allowed_hosts_limit_no_scheme(text: str) -> None:
    """As docs/integrations.md warns of a policy that begins with everything allowed."""
    assert uv.Policy.any(hosts="example.org").admits(text)
    assert words(uv.Policy.any(hosts="example.org", schemes="https"), text) == ["scheme"]
    assert "scheme" in words(uv.Policy(hosts="example.org"), text)


def test_a_policy_works_in_a_process_that_loaded_nothing_else() -> None:
    """`typing` may not have been imported before."""
    code = "import uriverse as uv; print(uv.Policy().admits('http://h.example/'), uv.safe_redirect('a', 'http://h/b'))"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert (done.stdout, done.stderr) == ("True http://h/a\n", "")
