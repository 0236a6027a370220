"""`audit.require`: what meets the requirements passes, and one error tells everything that does not."""

from __future__ import annotations

import ast
import pickle
import re
from collections.abc import Callable
from functools import partial
from typing import Any
from urllib.parse import unquote

import pytest
from hypothesis import given
from hypothesis import strategies as st

import uriverse as uv
from support.paths import ROOT
from support.vectors import payloads
from uriverse.audit import RequirementError, require
from uriverse.hosts import host_matches

PAYLOADS = payloads()


def reasons(text: str, **arguments: Any) -> list[str]:
    with pytest.raises(RequirementError) as caught:
        require(text, **arguments)
    return [f"{reason.id}: {reason.value}" for reason in caught.value.reasons]


@pytest.mark.parametrize(
    ("text", "arguments"),
    [
        ("https://hooks.example.com/a?b#c", {"schemes": {"HTTPS"}, "hosts": {"*.example.com"}}),
        ("https://example.com:443/", {"hosts": "example.com", "schemes": "HTTPS", "ports": 443}),
        ("http://EXAMPLE.com:8080/", {"ports": range(1024, 65536), "hosts": ["*.org", "example.COM."]}),
        ("http://user@h.example/", {"userinfo": True}),
        ("http://10.0.0.1/", {"addresses": "any", "hosts": {"10.0.0.1"}}),
        ("https://[2606:4700::1111]/", {"hosts": {"[2606:4700:0::1111]"}}),
        ("http://xn--bcher-kva.example/", {"hosts": {"*.example", "b\u00fccher.example"}}),
        ("foo://h.example/", {"schemes": {"foo"}, "hosts": {"h.example"}}),
        ("https://h.example/a|b", {"agree": "whatwg"}),
    ],
)
def test_what_meets_the_requirements_passes(text: str, arguments: dict[str, Any]) -> None:
    if "|" in text:
        assert reasons(text, **arguments) == ["syntax: segment"]
    else:
        assert require(text, **arguments) == uv.parse(text)


@pytest.mark.parametrize(
    ("text", "arguments", "expected"),
    [
        ("http://h.example/", {"schemes": {"https"}}, ["scheme: http"]),
        ("//h.example/", {"agree": "rfc3986"}, ["syntax: scheme", "scheme: None"]),
        ("https://h.example:8080/", {}, ["port: 8080"]),
        ("https://h.example:443/", {"ports": {8443}}, ["port: 443"]),
        ("https://u:p@h.example/", {}, ["userinfo: "]),
        ("https://:@h.example/", {}, ["userinfo: "]),
        ("https://h.example/", {"hosts": {"example"}}, ["host: h.example"]),
        ("https://127.0.0.1/", {}, ["address: 127.0.0.1"]),
        # RFC 3986, section 7.4; RFC 6943, section 3.1.1: loose forms.
        ("https://0x7f.1/", {}, ["ambiguous: 0x7f.1", "address: 127.0.0.1"]),
        ("https://2130706433/", {}, ["ambiguous: 2130706433", "address: 127.0.0.1"]),
        ("https://[::ffff:7f00:1]/", {"hosts": {"*.example"}}, ["host: ::ffff:127.0.0.1", "address: ::ffff:127.0.0.1"]),
        ("https://printer.local/", {}, ["address: printer.local"]),
        ("https://LOCALHOST./", {}, ["address: localhost"]),
        ("https://wpad/", {}, ["address: wpad"]),
        ("https://wpad./", {}, ["address: wpad"]),
        ("https://Intranet./", {"hosts": {"intranet"}}, ["address: intranet"]),
        ("mailto:a@b.example", {"schemes": {"mailto"}}, ["host: "]),
        ("http://h.example:99999/", {"ports": range(65536)}, ["agreement: ", "port: 99999"]),
        (
            "http://user@10.0.0.7:25/",
            {"schemes": {"https"}},
            ["scheme: http", "userinfo: ", "port: 25", "address: 10.0.0.7"],
        ),
    ],
)
def test_every_reason_is_reported(text: str, arguments: dict[str, Any], expected: list[str]) -> None:
    assert reasons(text, **arguments) == expected


def test_every_reader_is_judged() -> None:
    """A refused text tells where each parser would have gone."""
    text = "http://127.0.0.1\\@hooks.example.com/"
    found = reasons(text, agree=["split", "whatwg"], hosts={"*.example.com"})
    assert found[:2] == ["syntax: userinfo", "agreement: userinfo, host, path"]
    assert "host: 127.0.0.1" in found and "address: 127.0.0.1" in found


@pytest.mark.parametrize("payload", PAYLOADS, ids=lambda payload: ascii(payload["text"]))
def test_an_attack_reaches_no_other_host(payload: dict[str, Any]) -> None:
    """Only a text that all recorded parsers take to one host, or refuse, can pass, and only if that host is allowed."""
    try:
        require(
            payload["text"], hosts={"*.allowed.com", "allowed.com"}, addresses="any", userinfo=True, ports=range(65536)
        )
    except RequirementError as error:
        assert error.reasons
    else:
        hosts = [unquote(host) for host in payload["hosts"].values() if host]
        assert all(host == "allowed.com" or host.endswith(".allowed.com") for host in hosts)


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
        require("http://h.example/", hosts={pattern})


@given(st.text(st.sampled_from("a.-*@/\\:%0123456789[]\u3002e\u00df"), max_size=12))
def test_what_matches_ends_with_the_name(host: str) -> None:
    """Whatever stands before: the host's form ends with a dot and the name."""
    text = f"{host}.example.com"
    if host_matches(text, {"*.example.com"}):
        assert uv.whatwg.URL(f"http://{text}/").hostname.removesuffix(".").endswith(".example.com")


def test_the_error_is_a_value_and_shows_no_password() -> None:
    with pytest.raises(RequirementError) as caught:
        require("http://user:s3cret@h.example:x/", hosts={"a.b"})
    error = caught.value
    again = pickle.loads(pickle.dumps(error))
    assert (again.text, again.reasons, str(again)) == (error.text, error.reasons, str(error))
    assert "s3cret" not in str(error) + repr(error) + repr(error.reasons) and "s3cret" in error.text


def test_wrong_arguments_are_reported() -> None:
    with pytest.raises(TypeError, match="schemes"):
        require("http://h/", schemes=80)  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="addresses"):
        require("http://h/", addresses="private")  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="agree"):
        require("http://h/", agree="nobody")


HERE = "https://www.example.com:8443/a/login?next=x#f"


@pytest.mark.parametrize(
    ("target", "expected"),
    [
        ("", "https://www.example.com:8443/a/login?next=x"),
        ("b?c#d", "https://www.example.com:8443/a/b?c#d"),
        ("/b/../c", "https://www.example.com:8443/c"),
        ("https://WWW.example.com:8443/x", "https://WWW.example.com:8443/x"),
        ("//www.example.com:8443/x", "https://www.example.com:8443/x"),
    ],
)
def test_a_redirect_that_stays_is_safe(target: str, expected: str) -> None:
    assert str(uv.safe_redirect(target, HERE)) == expected
    assert uv.same_origin(expected, HERE)


@pytest.mark.parametrize("inside", ["evil.example", "www.example.com", "127.0.0.1", "www.example.com.evil.example"])
def test_a_redirect_that_leaves_for_any_reader_is_refused(inside: str) -> None:
    """Every way that is known of writing another host, scheme, port or userinfo; white space and controls around it."""
    forms = (
        *("//{}", "///{}", "\\\\{}", "/\\{}", "\\/{}", "/\t/{}", "https:{}", "https:/{}", "https:\\{}", "//{}."),
        *("https://{}", "https://{}:443/", "http://{}:8443/", "ftp://{}/", "blob:https://{}/", "data:text/html,{}"),
        *("//{}@www.example.com:8443/", "//www.example.com:8443@{}/", "//{}\\@www.example.com", "//{}..:8443/"),
        *("//{}.:8443/", "https://{}.:8443/"),
        *("javascript://{}/%0aalert(1)", "//{}%2f.www.example.com", "/%09/{}\n", " //{}", "\x00//{}", "//\u3002{}"),
        *("//[::ffff:{}]:8443/", "//www%2eexample.com:8443/{}"),
    )
    for form in forms:
        text = form.format(inside)
        with pytest.raises(RequirementError) as caught:
            uv.safe_redirect(text, HERE)
        assert caught.value.text == text


def test_the_base_of_a_redirect_has_a_host() -> None:
    for base in ("mailto:a@b.example", "http://0x7f.1/", "file:///a"):
        with pytest.raises(ValueError, match="base"):
            uv.safe_redirect("/", base)
    with pytest.raises(TypeError, match=r"no argument 'hosts'; .* uriverse.audit.require takes"):
        uv.safe_redirect("/", HERE, hosts={"a.example"})  # type: ignore[arg-type]
    assert str(uv.safe_redirect("/x", "http://localhost:8000/")) == "http://localhost:8000/x"


@pytest.mark.parametrize("edition", uv.EDITIONS)
def test_a_host_is_limited_by_what_follows_slashes_today_too(edition: str) -> None:
    """RFC 1738 (section 5, `user`) and RFC 1808 (section 2.2, `net_loc`) allow "?" before "@"; browsers end there."""
    for limit in ({"hosts": "good.example"}, {"addresses": "public"}):
        with pytest.raises(ValueError):
            uv.Constraint(edition=edition, **limit).read("http://127.0.0.1?@good.example/")


ROW = re.compile(r"^\| `([^`]+)`[^|]* \| (yes|no) \| (yes|no) \| (yes|no) \| (?:`(\w+)=(.+)`)? ?\|$", re.MULTILINE)
ROWS = ROW.findall((ROOT / "docs" / "integrations.md").read_text("utf-8"))


@pytest.mark.parametrize(("text", "constraint", "required", "redirect", "argument", "value"), ROWS)
def test_the_table_of_what_each_gate_lets_in(
    text: str, constraint: str, required: str, redirect: str, argument: str, value: str
) -> None:
    """Every row of docs/integrations.md, with its argument too, which means the same to both."""

    def passes(gate: Callable[..., object], *arguments: Any, **named: Any) -> bool:
        try:
            return bool(gate(text, *arguments, **named))
        except ValueError:
            return False

    base = "https://www.example.com/login"
    found = (passes(uv.Constraint().read), passes(require), passes(uv.safe_redirect, base))
    assert found == (constraint == "yes", required == "yes", redirect == "yes")
    if argument:
        named = {argument: ast.literal_eval(value)}
        assert passes(uv.Constraint(**named).read) and passes(require, **named)


def test_the_table_has_every_word_of_the_gates() -> None:
    assert len(ROWS) >= 14
    assert {row[4] for row in ROWS} == {"", "schemes", "hosts", "ports", "userinfo", "addresses"}
    for gate in (uv.Constraint, partial(require, "http://h.example/")):
        with pytest.raises(TypeError, match="did you mean 'hosts'"):
            gate(host="h.example")


@pytest.mark.parametrize("ports", ["443", b"443", {"443"}, ["443"], (80, "443"), 4.5])
def test_ports_are_numbers(ports: Any) -> None:
    """Of the text "443" Python would ask whether another text contains the number."""
    for gate in (lambda: require("https://h.example/", ports=ports), lambda: uv.Constraint(ports=ports)):
        with pytest.raises(TypeError, match=r"^ports must be an int"):
            gate()


@pytest.mark.parametrize("text", ["javascript://example.org/%0aalert(1)", "gopher://example.org:6379/_x"])
def test_allowed_hosts_limit_no_scheme(text: str) -> None:
    """As docs/integrations.md warns."""
    assert uv.Constraint(hosts="example.org").read(text).host == "example.org"
    for constraint in (uv.Constraint(hosts="example.org", schemes="https").read, partial(require, hosts="example.org")):
        with pytest.raises(ValueError, match="scheme"):
            constraint(text)
