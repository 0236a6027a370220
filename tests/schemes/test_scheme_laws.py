"""Laws of the typed values: built and read back they are the same, whatever their parts hold."""

from __future__ import annotations

import dataclasses
import inspect
import pickle
from collections.abc import Callable
from copy import copy
from decimal import Decimal
from email.message import Message
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import uriverse as uv
from uriverse import schemes
from uriverse.schemes import (
    CID,
    FTP,
    HTTP,
    LDAP,
    MID,
    NNTP,
    SCHEMES,
    URN,
    WAIS,
    WS,
    Data,
    File,
    Geo,
    Gopher,
    Mailto,
    News,
    Prospero,
    Tel,
    Telnet,
    View,
)
from uriverse.schemes.judging import cut, refusal
from uriverse.schemes.ldap import Extension

# Characters that delimit something somewhere, "%", and some beyond ASCII.
LETTERS = st.sampled_from(
    "ab09AZ-._~:/?#[]@!$&'()*+,;=%| \"<>\\^`{}\t\n\x00\N{LATIN SMALL LETTER E WITH ACUTE}\u7d0d\udc80\udcff"
)
data = st.text(LETTERS, max_size=6)
some = st.text(LETTERS, min_size=1, max_size=6)
maybe = st.none() | data
# A host that every document takes, and those that only RFC 3986 has.
plain_hosts = st.sampled_from(("h", "example.com", "10.0.0.1"))
hosts = plain_hosts | st.sampled_from(("[::1]", "[v1.a:b]", "a_b", "caf\N{LATIN SMALL LETTER E WITH ACUTE}"))
ports = st.none() | st.integers(0, 65535)
fragments = st.none() | data.filter(lambda text: "\x00" not in text)


def lists(items: st.SearchStrategy[Any], least: int = 0) -> st.SearchStrategy[tuple[Any, ...]]:
    """Short tuples."""
    return st.lists(items, min_size=least, max_size=3).map(tuple)


def without(marks: str, source: st.SearchStrategy[str] = data) -> st.SearchStrategy[str]:
    """Texts without some characters, which the scheme cannot hold."""
    return source.map(lambda text: "".join(letter for letter in text if letter not in marks))


# A dot segment cannot be written: `test_dot_segments_are_not_written`.
segments = data.filter(lambda text: text not in {".", ".."})


@st.composite
def ftps(draw: st.DrawFn) -> FTP:
    user = draw(maybe)
    name = draw(st.none() | segments)
    return FTP(
        draw(plain_hosts),
        draw(ports),
        user,
        None if user is None else draw(maybe),
        () if name is None else draw(lists(segments)),
        name,
        None if name is None else draw(st.sampled_from((None, "a", "i", "d"))),
    )


@st.composite
def logins(draw: st.DrawFn) -> Telnet:
    user = draw(maybe)
    return Telnet(draw(hosts), draw(ports), user, None if user is None else draw(maybe))


@st.composite
def gophers(draw: st.DrawFn) -> Gopher:
    search = draw(without("\t") | st.none())
    selector = draw(without("\t\n"))
    plus = None if search is None else draw(maybe)
    kind = draw(st.sampled_from("019gI+%/\u00e9"[:8]))
    return Gopher(draw(hosts), draw(ports), kind, selector, search, plus)


@st.composite
def waises(draw: st.DrawFn) -> WAIS:
    form = draw(st.integers(0, 2))
    search = draw(data) if form == 1 else None
    kind, path = (draw(data), draw(data)) if form == 2 else (None, None)
    return WAIS(draw(hosts), draw(data), draw(ports), search, kind, path)


ATEXT = st.sampled_from("abZ09!#$%&'*+-/=?^_`{|}~\N{LATIN SMALL LETTER E WITH ACUTE}\u7d0d")
dot_atoms = st.lists(st.text(ATEXT, min_size=1, max_size=4), min_size=1, max_size=3).map(".".join)
ascii_atoms = st.lists(st.text("abZ09!#$%&'*+-/=?^_`{|}~", min_size=1, max_size=4), min_size=1, max_size=3).map(
    ".".join
)
QTEXT = st.sampled_from((*"ab@:;,()<>[]/?#%&=.\N{LATIN SMALL LETTER E WITH ACUTE}\u7d0d", '\\"', "\\\\", "\\ "))
quoted = st.lists(QTEXT, max_size=5).map(lambda parts: f'"{"".join(parts)}"')
literals = st.text("abc:.19@", max_size=5).map(lambda text: f"[{text}]")
addresses = st.builds("{}@{}".format, dot_atoms | quoted, dot_atoms | literals)
message_ids = st.builds("{}@{}".format, ascii_atoms, ascii_atoms | literals)
names = data.filter(lambda name: name.lower() not in {"to", "subject", "body"})

urn_text = st.text("abz09:@!$&'()*+,;=-._~", min_size=1, max_size=6)
r_text = urn_text | st.just("a%2Fb/c?d")
numbers = st.decimals(min_value=-1000, max_value=1000, allow_nan=False, allow_infinity=False, places=4) | st.just(
    Decimal("1E+3")
)
labels = st.text("abcXYZ019-", min_size=1, max_size=5)
latitudes = st.decimals(-90, 90, places=4) | st.integers(-90, 90)
longitudes = st.decimals(-180, 180, places=4) | st.integers(-180, 180)
geo_parameters = st.tuples(labels, st.none() | without("[]", some).filter(bool)).filter(
    lambda pair: pair[0].lower() not in {"u", "crs"}
)
tel_parameters = st.lists(st.tuples(labels, st.none() | some), max_size=3, unique_by=lambda pair: pair[0].lower()).map(
    lambda pairs: tuple(sorted(pairs, key=lambda pair: pair[0].lower()))
)
identifiers = st.builds("{}@{}".format, some, without("@", some).filter(bool))
tokens = st.text("abcZ019!#$%&'*+-.^_`{|}~", min_size=1, max_size=5)
ascii_data = st.text('ab9 \t"\\;,=/:()<>@?[]%', max_size=5)

VALUES: dict[str, st.SearchStrategy[View]] = {
    "ftp": ftps(),
    "http": st.builds(
        HTTP,
        hosts,
        ports,
        lists(segments),
        st.none() | st.sampled_from(("", "a=1&b", "%26/?")),
        st.none() | st.sampled_from(("", "u:p")),
        scheme=st.sampled_from(("http", "https")),
    ),
    "http.rfc1738": st.builds(HTTP, plain_hosts, ports, lists(segments), document=st.just("rfc1738")),
    "ws": st.builds(
        WS, hosts, ports, lists(segments), st.none() | st.just("a?b"), scheme=st.sampled_from(("ws", "wss"))
    ),
    "gopher": gophers(),
    "telnet": logins(),
    "wais": waises(),
    "prospero": st.builds(Prospero, hosts, data, ports, lists(st.tuples(data, data))),
    "news": st.builds(News, data)
    | st.builds(News, message_id=message_ids, host=st.none() | hosts)
    | st.builds(News, data, host=hosts, port=ports, userinfo=st.none() | st.just("u")),
    "nntp": st.builds(
        NNTP, hosts, some, st.none() | st.integers(0, 10**16 - 1), ports, userinfo=st.none() | st.just("u:p")
    ),
    "mailto": st.builds(Mailto, lists(addresses), maybe, maybe, lists(st.tuples(names, data)), cc=lists(addresses)),
    "mailto.rfc1738": st.builds(lambda to: Mailto((to,), document="rfc1738"), some),
    "file": st.builds(
        File, lists(segments, 1).filter(lambda names: names == ("",) or names[0] != ""), st.none() | hosts
    ),
    "file.rfc8089-appendix-f": st.builds(
        File,
        lists(segments, 1).filter(lambda names: names == ("",) or names[0] != ""),
        plain_hosts,
        st.none() | some,
        document=st.just("rfc8089-appendix-f"),
    ),
    "file.rfc1738": st.builds(File, lists(segments, 1), st.just("") | plain_hosts, document=st.just("rfc1738")),
    "urn": st.builds(
        URN,
        st.text("abXY09", min_size=3, max_size=32) | st.sampled_from(("urn-7", "a1-b")),
        urn_text,
        st.none() | r_text,
        st.none() | r_text,
    ),
    "data": st.builds(
        Data,
        st.binary(max_size=12),
        st.builds("{}/{}".format, tokens, tokens),
        lists(st.tuples(tokens, tokens | ascii_data)),
        st.booleans(),
    )
    | st.builds(Data, st.binary(max_size=12)),
    "tel": st.builds(
        Tel,
        st.sampled_from(("+1-201-555-0123", "+(0)", "+12.3")),
        st.none() | st.sampled_from(("1", "2-3")),
        st.none(),
        st.none() | st.sampled_from(("example.com", "+1-2")),
        tel_parameters,
    )
    | st.builds(Tel, st.just("+1"), isdn_subaddress=some, parameters=tel_parameters)
    | st.builds(Tel, st.sampled_from(("7042", "*1A", "b")), context=st.sampled_from(("example.com.", "+1"))),
    "ldap": st.builds(
        LDAP,
        st.just("") | hosts,
        ports,
        without("\x00"),
        lists(without("\x00!$&'()=,/", some).filter(bool)),
        st.sampled_from((None, "base", "one", "sub")),
        st.none() | without("\x00", some).filter(bool),
        lists(st.builds(Extension, st.sampled_from(("x-y", "1.2.3")), maybe, st.booleans())),
    ),
    "geo": st.builds(
        Geo,
        st.tuples(latitudes, longitudes) | st.tuples(latitudes, longitudes, numbers),
        st.none() | numbers.map(abs),
        st.just("wgs84"),
        lists(geo_parameters),
    )
    | st.builds(Geo, lists(numbers, 2), st.none() | numbers.map(abs), st.just("moon-2011"), lists(geo_parameters)),
    "cid": st.builds(CID, identifiers),
    "mid": st.builds(MID, identifiers, st.none() | identifiers),
}
# A fragment may follow a URI of any scheme (RFC 3986, section 3.5) whose document does not refuse it.
VALUES |= {
    kind: st.builds(dataclasses.replace, values, fragment=fragments)
    for kind, values in VALUES.items()
    if kind not in {"ws", "tel"}
}


# What a class cannot vary, and why; a scheme's name and a scheme's only document are fixed without a row.
FIXED = {
    (WS, "fragment"): "RFC 6455, section 3",
    (WS, "userinfo"): "RFC 6455, section 3: ws-URI has none",
    (Tel, "fragment"): "RFC 3966, section 3: telephone-uri has none",
    (File, "variants"): "never compared: it describes the text",
}


@pytest.mark.parametrize("scheme", sorted({kind.partition(".")[0] for kind in VALUES}))
def test_what_is_built_is_read_back(scheme: str) -> None:
    """`view(build(v)) == v`, and the URI is valid by both questions. Its normal form is the scheme's too, is equivalent
    to what it came from, and does not change again. No field was left at one value: it could be lost unseen."""
    seen: dict[tuple[type[View], str], set[object]] = {}

    @settings(max_examples=max(100, settings().max_examples))
    def law(value: View) -> None:
        ref = value.uri()
        assert uv.schemes.view(ref, document=value.document) == value
        assert uv.schemes.view(str(ref), document=value.document) == value
        assert uv.schemes.is_valid(ref, document=value.document)
        assert isinstance(hash(value), int)
        assert pickle.loads(pickle.dumps(value)) == value == copy(value)
        normal = uv.schemes.normalize(ref, document=value.document)
        assert uv.schemes.normalize(normal, document=value.document) is normal
        assert uv.schemes.is_valid(normal, document=value.document)
        assert uv.schemes.equivalent(ref, normal, document=value.document)
        for field in dataclasses.fields(value):
            if field.init and field.name not in {"scheme", "document"}:
                seen.setdefault((type(value), field.name), set()).add(getattr(value, field.name))

    for kind, values in VALUES.items():
        if kind.partition(".")[0] == scheme:
            given(values)(law)()
    assert {field for field, values in seen.items() if len(values) < 2} == seen.keys() & FIXED.keys()


@given(st.sampled_from(sorted(SCHEMES)), st.text(LETTERS, max_size=12))
def test_any_text_is_answered(scheme: str, rest: str) -> None:
    """Whatever a text is, the answers agree: a view, or the error that the verdict names."""
    text = f"{scheme}:{rest}"
    verdict = uv.schemes.check(text)
    assert verdict.valid is uv.schemes.is_valid(text)
    rules = SCHEMES[scheme].rules
    assert rules.accepts(text) is (refusal(cut(text), SCHEMES[scheme]) is None)
    try:
        value = uv.schemes.view(text)
    except uv.URISyntaxError as error:
        assert not verdict.valid
        assert 0 <= error.at <= len(text)
        assert str(error)
    else:
        assert verdict.valid
        assert value.scheme == scheme
    if uv.is_valid(text):
        normal = uv.schemes.normalize(text)
        assert uv.schemes.normalize(normal) is normal
        assert uv.schemes.equivalent(text, normal)


WRONG: list[tuple[type[View], dict[str, Any], str]] = [
    (Mailto, {"to": "a@b"}, "Mailto: to must be a list or tuple of str, not str"),
    (Mailto, {"to": ["a@b", 1]}, "Mailto: to must be a list or tuple of str, not tuple of int, str"),
    (Mailto, {"subject": b"x"}, "Mailto: subject must be str or None, not bytes"),
    (
        Mailto,
        {"headers": {"cc": 1}},
        r"Mailto: headers must be a list or tuple of pairs \(str, str\), not tuple of tuple",
    ),
    (HTTP, {"host": 1}, "HTTP: host must be str, not int"),
    (HTTP, {"host": "h", "port": "80"}, "HTTP: port must be int or None, not str"),
    (HTTP, {"host": "h", "port": True}, "HTTP: port must be int or None, not bool"),
    (HTTP, {"host": "h", "segments": "a/b"}, "HTTP: segments must be a list or tuple of str, not str"),
    (FTP, {"host": "h", "directories": "a/b", "name": ""}, "FTP: directories must be a list or tuple of str, not str"),
    (File, {"segments": "etc"}, "File: segments must be a list or tuple of str, not str"),
    (Data, {"data": "x"}, "Data: data must be bytes, not str"),
    (Geo, {"coordinates": (1.5, 2.5)}, "Geo: coordinates must be a list or tuple of Decimal, not tuple of float"),
    (LDAP, {"attributes": "cn"}, "LDAP: attributes must be a list or tuple of str, not str"),
    (Tel, {"number": 110}, "Tel: number must be str, not int"),
]


@pytest.mark.parametrize(("kind", "arguments", "message"), WRONG, ids=lambda part: str(part))
def test_a_wrong_type_is_named(kind: type[View], arguments: dict[str, Any], message: str) -> None:
    """The message names the class, the argument and the type that it has."""
    with pytest.raises(TypeError, match=f"^{message}$"):
        kind(**arguments)


# `View.__subclasses__()` has NNTP twice until the collector runs, because `slots=True` makes a class anew.
VIEWS = [
    kind for name in schemes.__all__ if isinstance(kind := getattr(schemes, name), type) and issubclass(kind, View)
]


@pytest.mark.parametrize("kind", [kind for kind in VIEWS if kind is not View])
def test_every_argument_is_checked(kind: type[View]) -> None:
    """No argument of any class takes an object of a foreign type."""
    assert dataclasses.is_dataclass(kind)
    assert kind.__dataclass_fields__ is kind.__dataclass_fields__  # computed once: it takes a millisecond
    given = {field.name: object() for field in dataclasses.fields(kind) if field.init}
    for name in given:
        others = {other: None for other in given if other != name}
        with pytest.raises(TypeError, match=rf"^{kind.__name__}: "):
            kind(**{**others, name: object()})


def test_the_parts_of_a_uri_are_positional_and_its_document_is_not() -> None:
    """A scheme and a document have a default, so a text in their place is a mistake."""
    for kind in {*VIEWS, schemes.Connection} - {View}:
        keywords = {name for name, each in inspect.signature(kind).parameters.items() if each.kind is each.KEYWORD_ONLY}
        assert {"scheme", "document"} & {field.name for field in dataclasses.fields(kind)} <= keywords, kind


@pytest.mark.parametrize("segment", [".", ".."])
@pytest.mark.parametrize(
    "make",
    [
        lambda segment: HTTP("h", segments=("a", segment, "b")),
        lambda segment: HTTP("h", segments=(segment,), scheme="https"),
        lambda segment: WS("h", segments=(segment,)),
        lambda segment: FTP("h", directories=(segment,), name="x"),
        lambda segment: FTP("h", name=segment),
        lambda segment: File(("a", segment)),
    ],
)
def test_dot_segments_are_not_written(make: Callable[[str], View], segment: str) -> None:
    """RFC 3986, section 5.2.4, takes a dot segment out of a path, encoded or not: as data it would be lost."""
    with pytest.raises(ValueError, match=r"dot segment \(RFC 3986, section 5\.2\.4\)"):
        make(segment).uri()


def test_what_was_read_may_have_dot_segments() -> None:
    """A view tells what a text has; only writing is refused."""
    assert uv.schemes.view("http://h/a/../b") == HTTP("h", segments=("a", "..", "b"))
    assert uv.schemes.view("ws://h/..").resource_name == "/.."


def test_an_error_shows_no_password() -> None:
    """The error of a value that cannot be written: "I" would be read back as "i"."""
    with pytest.raises(uv.URIError, match="read back") as caught:
        FTP("h", user="u", password="secret", name="x", type="I").uri()
    assert "secret" not in str(caught.value)


def test_delimiters_in_tel_parameters_are_encoded() -> None:
    """RFC 3966, section 3: "+", ";", "=" and "?" "MUST be percent encoded" in parameter values."""
    assert str(Tel("+1", parameters=[("a", "+;=?")]).uri()) == "tel:+1;a=%2B%3B%3D%3F"
    assert str(Tel("+1", isdn_subaddress="+;=?").uri()) == "tel:+1;isub=%2B%3B%3D%3F"


@pytest.mark.parametrize("end", ["\n", "\r", "\r\n"])
def test_lines_of_a_body_end_as_mail_has_them(end: str) -> None:
    """RFC 6068, section 5: "line breaks in the body of a message MUST be encoded with "%0D%0A"."""
    made = Mailto(("a@b.example",), body=f"x{end}{end}y")
    assert str(made.uri()) == "mailto:a@b.example?body=x%0D%0A%0D%0Ay"


def test_a_media_type_with_parameters_is_an_error_that_splits_it() -> None:
    with pytest.raises(ValueError, match=r"it is 'text/html', and the parameters are \[\('charset', 'utf-8'\)\]"):
        Data(b"x", media_type="text/html; charset=utf-8")


@pytest.mark.parametrize("value", ["utf-8", "a b", 'say "hi" \\ x', "", "x;y=z,", "\t"])
def test_a_header_reads_the_content_type_back(value: str) -> None:
    """Python's `email` is the reader (RFC 2045, section 5.1)."""
    read: Message[str, str] = Message()
    read["Content-Type"] = Data(b"", media_type="text/x-y", parameters=[("a", value), ("b", "c")]).content_type
    assert read.get_content_type() == "text/x-y"
    assert read.get_params() == [("text/x-y", ""), ("a", value), ("b", "c")]


@pytest.mark.parametrize(
    ("media_type", "name", "value"),
    [
        ("text/x", "a", "b\r\nSet-Cookie: c"),
        ("text/x\n", "a", "b"),
        ("text/x", "a=b", "c"),
        ("x", "a", "b"),
        ("a/b", "c", "é"),
    ],
)
def test_what_no_header_has_is_no_content_type(media_type: str, name: str, value: str) -> None:
    with pytest.raises(ValueError, match="tokens"):
        _ = Data(b"", media_type=media_type, parameters=[(name, value)]).content_type
