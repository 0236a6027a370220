"""`compose` and `replace` from data: logins, hosts, segments and pairs, each encoded for its component."""

from __future__ import annotations

from ipaddress import ip_address
from typing import Any

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

import uriverse as uv
from support.automata import OF_REFERENCES
from support.strategies import examples, in_each, texts

WRITTEN = ("scheme", "userinfo", "host", "port", "path", "params", "query", "fragment")
data = st.text(st.characters(exclude_categories=["Cs"]), max_size=5)
segments = data.filter(lambda text: text not in {".", ".."})


def written(ref: uv.URIReference) -> dict[str, Any]:
    """The components of a reference, as they are written."""
    parts = {name: getattr(ref, name) for name in WRITTEN}
    parts["port"] = ref.port_text
    # A port above 65535 is refused where it is given: TCP and UDP have 16 bits for it.
    if ref.host is None or (ref.port or 0) > 65535:
        parts["authority"] = ref.authority
        del parts["userinfo"], parts["host"], parts["port"]
    return parts


@given(text=texts)
@examples(200)
@in_each("edition", OF_REFERENCES)
def test_a_reference_is_composed_of_its_parts(edition: Any, text: str) -> None:
    """`compose(**parts(ref)) == ref`, and replacing components by themselves changes nothing."""
    if not uv.is_valid(text, edition=edition):
        return
    ref = uv.parse(text, edition=edition)
    parts = written(ref)
    # An edition with an opaque part reads it as the path.
    assert uv.compose(**parts, edition=edition) == ref
    for name, part in parts.items():
        assert ref.replace(**{name: part}) == ref
    assert ref.replace() == ref


@given(
    st.one_of(st.none(), data), st.one_of(st.none(), data), st.lists(segments, max_size=3),
    st.one_of(st.none(), st.lists(st.tuples(data, st.one_of(st.none(), data)), max_size=3)),
)  # fmt: skip
def test_data_is_read_back(user: str | None, password: str | None, path: list[str], pairs: Any) -> None:
    """Whatever the data is: it is encoded for its component, and decoded once."""
    assume(user is not None or password is None)
    assume(pairs is None or pairs != [("", None)])
    made = uv.compose(scheme="x", host="h", user=user, password=password, segments=path, pairs=pairs, fragment="f")
    assert (made.scheme, made.host, made.fragment) == ("x", "h", "f")
    assert (made.user, made.password, made.segments) == (user, password, tuple(path))
    assert (made.query is None) == (pairs is None) and list(made.query_pairs) == (pairs or [])
    other = uv.parse("x://u:p@h/?a#f").replace(user=user, password=password, segments=path, pairs=pairs)
    assert other == made


@pytest.mark.parametrize(
    ("host", "authority"),
    [
        ("example.com", "example.com"),
        ("", ""),
        ("a%20b", "a%20b"),
        ("[::1]", "[::1]"),
        ("::1", "[::1]"),
        ("1.2.3.4", "1.2.3.4"),
        (ip_address("1.2.3.4"), "1.2.3.4"),
        (ip_address("2001:db8::1"), "[2001:db8::1]"),
        ("xn--bcher-kva.example", "xn--bcher-kva.example"),
        ("bücher.example", "xn--bcher-kva.example"),
    ],
)
def test_hosts(host: Any, authority: str) -> None:
    """RFC 3986, section 3.2.2: names, addresses, and brackets around what needs them."""
    assert uv.compose(host=host).authority == authority
    assert uv.parse("http://x:8/").replace(host=host).authority == f"{authority}:8"


def test_hosts_of_other_editions() -> None:
    """An IRI keeps its name; RFC 6874, section 2, writes a zone; an edition without it refuses one."""
    assert uv.compose(host="bücher.example", edition="rfc3987").authority == "bücher.example"
    zoned = ip_address("fe80::1%en 1")
    assert uv.compose(host=zoned, edition="rfc6874").authority == "[fe80::1%25en%201]"
    with pytest.raises(uv.URISyntaxError, match="IP-literal"):
        uv.compose(host=zoned)
    with pytest.raises(uv.hosts.HostNameError):
        uv.compose(host="a\u00a0b.ex\u2260ample")


@pytest.mark.parametrize(
    ("change", "result"),
    [
        ({"user": "a:b@c"}, "http://a%3Ab%40c:p%2Fw@h/x/y?q=%7e&r#f"),
        ({"password": "x:y"}, "http://u%7e:x:y@h/x/y?q=%7e&r#f"),
        ({"password": None}, "http://u%7e@h/x/y?q=%7e&r#f"),
        ({"user": None}, "http://h/x/y?q=%7e&r#f"),
        ({"user": "", "password": ""}, "http://:@h/x/y?q=%7e&r#f"),
        ({"port": 8080}, "http://u%7e:p%2Fw@h:8080/x/y?q=%7e&r#f"),
        ({"segments": ["a/b", ""]}, "http://u%7e:p%2Fw@h/a%2Fb/?q=%7e&r#f"),
        ({"segments": ()}, "http://u%7e:p%2Fw@h?q=%7e&r#f"),
        ({"pairs": {"a": [1, True], "b": None}}, "http://u%7e:p%2Fw@h/x/y?a=1&a=true&b#f"),
        ({"pairs": []}, "http://u%7e:p%2Fw@h/x/y?#f"),
        ({"pairs": None}, "http://u%7e:p%2Fw@h/x/y#f"),
    ],
)
def test_replacing_changes_what_is_named(change: dict[str, Any], result: str) -> None:
    """User and password leave each other as they are written, and so does everything else."""
    assert str(uv.parse("http://u%7e:p%2Fw@h/x/y?q=%7e&r#f").replace(**change)) == result


def test_segments_of_a_relative_path() -> None:
    assert str(uv.parse("a/b").replace(segments=["c", "d"])) == "c/d"
    assert str(uv.parse("/a").replace(segments=["c"])) == "/c"
    assert str(uv.compose(segments=["c"])) == "/c"
    assert str(uv.parse("urn:a/b").replace(segments=["c:d"])) == "urn:c:d"


@pytest.mark.parametrize(
    ("change", "error", "message"),
    [
        ({"path": "/a", "segments": ["b"]}, TypeError, "path excludes segments"),
        ({"query": "a", "pairs": {}}, TypeError, "query excludes pairs"),
        ({"userinfo": "a", "password": "b"}, TypeError, "userinfo excludes password"),
        ({"authority": "a", "user": "b", "port": 1}, TypeError, "authority excludes user, port"),
        ({"segments": "ab"}, TypeError, "segments must be a list or a tuple of str, not str"),
        ({"segments": [b"1"]}, TypeError, "each of segments must be .*, not bytes"),
        ({"segments": [".."]}, ValueError, "dot segment"),
        ({"pairs": "a=b"}, TypeError, "pairs must be a mapping, an iterable of pairs or None, not str"),
        ({"pairs": ["ab"]}, TypeError, "each of pairs must be a tuple"),
        ({"query": {"a": "b"}}, TypeError, r"query must be a str or None \(pairs takes a mapping\), not dict"),
        ({"path": ["a"]}, TypeError, r"path must be a str \(segments takes a list\), not list"),
        ({"host": 1}, TypeError, "host must be a str, an address of ipaddress or None, not int"),
        ({"port": True}, TypeError, "port must be a str, an int or None, not bool"),
        ({"user": 1}, TypeError, "user must be a str or None, not int"),
        ({"host": "a/b"}, uv.URISyntaxError, "the host 'a/b' would be read as 'a'"),
        ({"host": "h:80"}, uv.URISyntaxError, "the host 'h:80' would be read as 'h'"),
        ({"host": "[::1]:80"}, uv.URISyntaxError, "the host '\\[::1\\]:80' would be read as"),
        (
            {"host": "www.example.org@evil"},
            uv.URISyntaxError,
            "the host 'www.example.org@evil' would be read as 'evil'",
        ),
        ({"host": "h", "port": "1@evil"}, uv.URISyntaxError, r"the port '\*\*\*@evil' would be read as another one"),
        ({"userinfo": "u", "host": "h", "port": "1/x"}, uv.URISyntaxError, "the port '1/x' would be read as '1'"),
        ({"host": "h", "port": "8x"}, uv.URISyntaxError, "a port has digits only\nin the argument 'port'"),
        ({"host": "[::1"}, uv.URISyntaxError, "rule 'IP-literal'(.|\n)*in the argument 'host'"),
        ({"host": "a b"}, uv.URISyntaxError, "rule 'reg-name'(.|\n)*in the argument 'host'"),
        ({"authority": "a b"}, uv.URISyntaxError, "rule 'reg-name'(.|\n)*in the argument 'authority'"),
        ({"fragment": "a b"}, uv.URISyntaxError, "rule 'fragment'(.|\n)*in the argument 'fragment'"),
        ({"scheme": "1http"}, uv.URISyntaxError, "the scheme '1http' would be read as the beginning of a path"),
        ({"host": "h", "path": "b"}, uv.URISyntaxError, "the path 'b' would be read as ''; after an authority"),
    ],
)
def test_what_cannot_be_written_names_its_argument(
    change: dict[str, Any], error: type[Exception], message: str
) -> None:
    for call in (uv.parse("http://h/").replace, uv.compose):
        with pytest.raises(error, match=message):
            call(**change)  # type: ignore[operator]


@pytest.mark.parametrize(
    ("old", "change", "result"),
    [
        ("http://h/p", {"host": None}, "http:/p"),
        ("http://h:80/p", {"host": ""}, "http://:80/p"),
        ("http://u@h:80/p", {"host": None, "port": None, "user": None}, "http:/p"),
        ("http://u@h:80/p", {"authority": None}, "http:/p"),
        ("http://u@h:80/p", {"host": None}, "userinfo and port need a host"),
        ("http://h:80/p", {"host": None}, "port needs a host"),
        ("http://h/p", {"host": None, "user": "u"}, "user needs a host"),
        ("/p", {"port": 80}, "port needs a host"),
        ("", {"user": "u", "password": "p", "port": 80}, "user and password and port need a host"),
        ("", {"userinfo": "u", "host": ""}, "//u@"),
    ],
)
def test_an_authority_has_a_host(old: str, change: dict[str, Any], result: str) -> None:
    """RFC 3986, section 3.2: authority = [ userinfo "@" ] host [ ":" port ]; a host may be empty, never absent."""
    calls = [uv.parse(old).replace] if old else [uv.parse(old).replace, uv.compose]
    for call in calls:
        if "need" in result:
            with pytest.raises(ValueError, match=result):
                call(**change)  # type: ignore[operator]
        else:
            assert str(call(**change)) == result  # type: ignore[operator]


def test_a_password_needs_a_user() -> None:
    for call in (uv.compose, uv.parse("http://h/").replace):
        with pytest.raises(ValueError, match="password needs a user"):
            call(password="x")  # type: ignore[operator]
    with pytest.raises(uv.URISyntaxError, match=r"the path '//a' \(of segments\)"):
        uv.compose(segments=["", "a"])


@pytest.mark.parametrize("port", [65536, "65536", "0" * 50 + "99999", 10**400])
def test_a_port_above_all_ports_is_refused(port: int | str) -> None:
    """RFC 6335, section 6: a port has 16 bits. The grammar takes any digits, and so does a whole authority."""
    for call in (uv.compose, uv.parse("http://h/").replace):
        with pytest.raises(ValueError, match="no port is above 65535"):
            call(scheme="http", host="h", port=port)
    assert uv.compose(scheme="http", authority="h:65536").port == 65536
    assert uv.compose(scheme="http", host="h", port="065535").port == 65535


def test_a_scheme_that_connects_refuses_a_port_above_all_ports() -> None:
    for text in ("http://h:65536/", "ftp://h:99999/", "ldap://h:4294967296/"):
        assert uv.is_valid(text) and not uv.is_valid(text, scheme_rules=True)
        assert uv.is_valid(text.replace(text.split(":")[2], "65535/"), scheme_rules=True)


@pytest.mark.parametrize("login", [{"host": "h", "port": "80@x@evil.example"}, {"host": "h:80@x@evil.example"}])
def test_no_argument_brings_another_host_in_a_registry_name(login: dict[str, str]) -> None:
    """RFC 2396, section 3.2.1, allows "@" in a registry name; RFC 3986 and browsers cut the host after the last one."""
    text = "http://h:80@x@evil.example/"
    assert uv.parse(text, edition="rfc2396").reg_name and uv.whatwg.URL(text).hostname == "evil.example"
    with pytest.raises(uv.URISyntaxError, match="would be read as"):
        uv.compose(scheme="http", path="/", edition="rfc2396", **login)  # type: ignore[arg-type]
    with pytest.raises(uv.URISyntaxError, match="would be read as"):
        uv.parse("http://a/", edition="rfc2396").replace(**login)  # type: ignore[arg-type]
    made = uv.compose(scheme="http", userinfo="u", host="a_b", port=80, edition="rfc2396")
    assert made.reg_name == str(made).removeprefix("http://") == "u@a_b:80"
