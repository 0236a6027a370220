"""References as values: construction, components, equality, order, copies, changes."""

from __future__ import annotations

import copy
import pickle
from ipaddress import ip_address
from typing import Any

import pytest

import uriverse as uv
from support import single


def test_the_kinds_are_final_and_match() -> None:
    """`match` takes a URI apart by scheme, authority, path, query and fragment."""
    match uv.parse("http://a/b?q#f"):
        case uv.URI("http", "a", "/b", "q", "f"):
            pass
        case other:
            pytest.fail(f"{other!r} did not match")
    with pytest.raises(TypeError):
        type("Mine", (uv.URI,), {})


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("http://a/b", "absolute"),
        ("//a/b", "network-path"),
        ("/b", "absolute-path"),
        ("b", "relative-path"),
        ("?y", "relative-path"),
        ("#s", "same-document"),
        ("", "same-document"),
    ],
)
def test_kinds(text: str, kind: str) -> None:
    """RFC 3986, section 4.2 and 4.4, in one vocabulary."""
    assert uv.parse(text).kind == kind


def test_an_opaque_part_is_a_path_of_its_own_kind() -> None:
    """RFC 2396, section 3: `path = [ abs_path | opaque_part ]`, and no query."""
    ref = uv.parse("mailto:a?b", edition="rfc2396")
    assert (ref.kind, ref.path, ref.opaque_part, ref.query) == ("opaque", "a?b", "a?b", None)
    assert uv.parse("mailto:a?b").opaque_part is None


def test_server_and_registered_name() -> None:
    """RFC 2396, section 3.2: `authority = server | reg_name`."""
    server = uv.parse("//u@h:80/", edition="rfc2396")
    assert (server.server, server.reg_name, server.host) == ("u@h:80", None, "h")
    name = uv.parse("//h:8x/", edition="rfc2396")
    assert (name.server, name.reg_name, name.host, name.port_text) == (None, "h:8x", None, None)
    assert uv.parse("//a_b/").reg_name == "a_b"


@pytest.mark.parametrize(
    ("text", "port", "port_text"),
    [
        ("//h", None, None),
        ("//h:", None, ""),
        ("//h:0", 0, "0"),
        ("//h:080", 80, "080"),
        ("//h:99999999999999999999", 99999999999999999999, "99999999999999999999"),
        ("//h:" + "9" * 5000, None, "9" * 5000),
    ],
)
def test_ports_never_raise(text: str, port: int | None, port_text: str | None) -> None:
    """A port is a number where it is one that Python will make, and always readable as written."""
    ref = uv.parse(text)
    assert (ref.port, ref.port_text) == (port, port_text)


@pytest.mark.parametrize(
    ("host", "form", "address"),
    [
        ("[::1]", "IPv6", "::1"),
        ("[v1.a]", "IPvFuture", None),
        ("1.2.3.4", "IPv4", "1.2.3.4"),
        ("1.2.3.256", "reg-name", None),
        ("h", "reg-name", None),
        ("", "reg-name", None),
    ],
)
def test_host_types(host: str, form: str, address: str | None) -> None:
    """RFC 3986, section 3.2.2: the first form that matches."""
    ref = uv.parse(f"//{host}/")
    assert (ref.host, ref.host_type) == (host, form)
    assert ref.ip == (None if address is None else ip_address(address))


def test_an_address_of_an_old_grammar_need_not_be_one() -> None:
    """RFC 2396's `IPv4address = 1*digit "." 1*digit "." 1*digit "." 1*digit` takes what no machine has."""
    ref = uv.parse("//999.1.1.1/", edition="rfc2396")
    assert (ref.host_type, ref.ip) == ("IPv4", None)
    assert uv.parse("//h.example/", edition="rfc2396").host_type == "hostname"


def test_equality_is_of_text_and_edition() -> None:
    """References are equal when text and edition are, and hash alike."""
    assert uv.parse("http://a/") == uv.parse("http://a/")
    assert hash(uv.parse("http://a/")) == hash(uv.parse("http://a/"))
    assert uv.parse("http://a/") != uv.parse("http://a")
    assert uv.parse("http://a/") != uv.parse("http://a/", edition="rfc2396")
    assert uv.parse("http://a/") != "http://a/"
    assert uv.split("http://a/") == uv.split("http://a/")
    assert uv.split("http://a/") != uv.parse("http://a/")


def test_references_are_totally_ordered() -> None:
    """By text, then by edition; a URI and a relative reference stand in one order."""
    texts = ["http://b/", "a", "http://a/", ""]
    assert [str(ref) for ref in sorted(map(uv.parse, texts))] == sorted(texts)
    old, new = uv.parse("a", edition="rfc2396"), uv.parse("a")
    assert (old < new) is True and (old >= new) is False
    with pytest.raises(TypeError):
        _ = uv.parse("a") < "b"  # type: ignore[operator]


@pytest.mark.parametrize("text", ["http://a/b?q#f", "../x", ""])
@pytest.mark.parametrize("read", [uv.parse, uv.split])
def test_copies_and_pickles(text: str, read: Any) -> None:
    """References and components are immutable: copies are themselves, pickles are equal."""
    for edition in ("rfc2396", single.house()):
        ref = read(text, edition=edition)
        assert copy.copy(ref) is ref and copy.deepcopy(ref) is ref
        for protocol in range(2, pickle.HIGHEST_PROTOCOL + 1):
            again = pickle.loads(pickle.dumps(ref, protocol))
            assert again == ref and type(again) is type(ref) and again.edition == ref.edition


def test_components_compare_like_references() -> None:
    """By text and edition, among themselves alone; any text can be pickled."""
    parts = [uv.split(text) for text in ("b", "a b", "\udcff", "")]
    assert [str(each) for each in sorted(parts)] == ["", "a b", "b", "\udcff"]
    assert len({*parts, *map(uv.split, ("b", "a b"))}) == 4
    assert uv.split("a", edition="rfc2396") != uv.split("a") and uv.split("a") != "a"
    assert pickle.loads(pickle.dumps(parts)) == parts and f"{parts[0]:>3}" == "  b"
    with pytest.raises(TypeError):
        _ = uv.split("a") < uv.parse("b")  # type: ignore[operator]


def test_nothing_can_be_set() -> None:
    """No attribute of a reference can be changed or added."""
    ref = uv.parse("http://a/")
    for name in ("host", "anything"):
        with pytest.raises(AttributeError):
            setattr(ref, name, "x")


def test_the_text_is_what_was_read() -> None:
    """`str` gives the very text, `format` formats it, `repr` masks a password."""
    text = "http://user:secret@h/"
    ref = uv.parse(text)
    assert str(ref) is text and f"{ref:>25}" == f"{text:>25}"
    assert repr(ref) == "URI('http://user:***@h/')"
    assert repr(uv.parse("a", edition="rfc2396")) == "RelativeReference('a', edition='rfc2396')"


def test_what_can_be_read() -> None:
    """Text, bytes, a reference, a subclass of str; nothing else."""

    class Mine(str):
        __slots__ = ()

    assert uv.parse(b"http://a/").host == "a"
    assert uv.parse(Mine("http://a/")).host == "a"
    assert type(str(uv.parse(Mine("http://a/")))) is str
    ref = uv.parse("http://a/")
    assert uv.parse(ref) is ref
    assert uv.parse(ref, edition="rfc2396").edition == "rfc2396"
    for wrong in (None, 1, ["a"]):
        with pytest.raises(TypeError):
            uv.parse(wrong)  # type: ignore[arg-type]
    with pytest.raises(uv.URISyntaxError) as caught:
        uv.parse(b"a\xff")
    assert caught.value.at == 1


@pytest.mark.parametrize("call", [lambda: uv.parse(), lambda: uv.parse("a", "b"), lambda: uv.parse("a", editoin="x")])
def test_wrong_calls_are_type_errors(call: Any) -> None:
    """A wrong call says what is wrong with it."""
    with pytest.raises(TypeError, match=r"parse\(\)"):
        call()


def test_constructors_insist_on_their_kind() -> None:
    """`URI` refuses a relative reference, `RelativeReference` a URI; `URIReference` takes both."""
    assert isinstance(uv.URI("http://a"), uv.URI)
    assert isinstance(uv.URIReference("a"), uv.RelativeReference)
    with pytest.raises(uv.URISyntaxError):
        uv.URI("a/b")
    with pytest.raises(uv.URISyntaxError):
        uv.RelativeReference("http://a")
    assert uv.URI("http://a", edition="rfc2396").edition == "rfc2396"


def test_replace_checks_what_it_makes() -> None:
    """`replace` takes encoded text, and raises where the result would be read as something else."""
    ref = uv.parse("http://u@a:8/b?q#f")
    assert str(ref.replace(query="y", fragment=None)) == "http://u@a:8/b?y"
    assert str(ref.replace(host="h", port=None)) == "http://u@h/b?q#f"
    assert str(ref.replace(port=80)) == "http://u@a:80/b?q#f"
    assert str(ref.replace(authority="x")) == "http://x/b?q#f"
    assert str(ref.replace(userinfo="")) == "http://@a:8/b?q#f"
    for wrong in ({"path": "b"}, {"query": "a#b"}, {"host": "a b"}, {"scheme": None, "authority": None, "path": "//x"}):
        with pytest.raises(uv.URISyntaxError):
            ref.replace(**wrong)
    with pytest.raises(TypeError):
        ref.replace(authority="x", host="y")
    with pytest.raises(TypeError, match="hots"):
        ref.replace(hots="x")
    if hasattr(copy, "replace"):
        assert str(copy.replace(ref, path="/")) == "http://u@a:8/?q#f"


def test_a_path_that_would_show_an_authority_is_refused() -> None:
    """RFC 3986, section 3.3: without an authority "the path cannot begin with two slash characters"."""
    with pytest.raises(uv.URISyntaxError, match="would be read as"):
        uv.compose(path="//x")
    with pytest.raises(uv.URISyntaxError, match="would be read as"):
        uv.compose(path="a:b/c")


@pytest.mark.parametrize(
    ("base", "segment", "result"),
    [
        ("http://a/b?q#f", "c d", "http://a/b/c%20d"),
        ("http://a/b/", "c/d", "http://a/b/c%2Fd"),
        ("http://a", "b", "http://a/b"),
        ("http://a/b", "", "http://a/b/"),
        ("http://a/b/", "", "http://a/b/"),
        ("a", "b:c", "a/b:c"),
        ("", "b:c", "./b:c"),
        ("", "b", "b"),
        ("", "", "./"),
        ("http://a/", "100%", "http://a/100%25"),
    ],
)
def test_a_segment_is_appended_as_data(base: str, segment: str, result: str) -> None:
    """`ref / segment` encodes one segment and drops query and fragment."""
    assert str(uv.parse(base) / segment) == result


def test_dot_segments_are_no_data() -> None:
    """`.` and `..` cannot be appended: no encoding keeps them from being removed."""
    for dots in (".", ".."):
        with pytest.raises(ValueError, match="dot segment"):
            uv.parse("http://a/b") / dots
    with pytest.raises(TypeError):
        uv.parse("http://a/b") / None


def test_normal_forms_are_the_same_object_when_nothing_changes() -> None:
    """`ref.normalize() is ref` where it is in normal form already."""
    ref = uv.parse("http://a/b")
    assert ref.normalize() is ref and uv.normalize(ref, level="scheme") is ref
    assert uv.normalize(ref, level="string") is ref
    with pytest.raises(ValueError, match="level must be one of string, case"):
        uv.normalize(ref, level="sytnax")  # type: ignore[arg-type]


def test_same_document_is_a_value() -> None:
    """What an older edition calls the current document has a fragment or none, and is no URI."""
    same = uv.resolve("#s", "http://a/", edition="rfc2396")
    assert same == uv.SameDocument("s") and hash(same) == hash(uv.SameDocument("s"))
    assert same != uv.SameDocument() and str(same) == "#s" and str(uv.SameDocument()) == ""
    assert str(uv.resolve("#s", "http://a/b?q#f", edition="rfc2396", new_request=True)) == "http://a/b?q#s"


def test_methods_use_the_references_own_edition() -> None:
    """A method resolves, relativizes and normalizes under the edition by which its reference was read."""
    base = uv.parse("http://a/b/c/d;p?q", edition="rfc2396")
    assert str(base.resolve("?y")) == "http://a/b/c/?y"
    assert str(uv.resolve("?y", base)) == "http://a/b/c/?y"
    assert str(uv.resolve("?y", base, edition="rfc3986")) == "http://a/b/c/d;p?y"
    assert base.relativize("http://a/b/").edition == "rfc2396"


def test_editions_are_typed_values() -> None:
    """The registry is a mapping of immutable values; an unknown id names its neighbours."""
    dates = [edition.date for edition in uv.EDITIONS.values()]
    assert dates == sorted(dates) and {"rfc1738", "rfc3986", "rfc3987", "rfc6874"} <= set(uv.EDITIONS)
    edition = uv.EDITIONS["rfc2396bis-00"]
    assert (edition.date, edition.start) == ("2002-10-28", "URI-reference")
    assert "dec-octet" in edition.rules and edition.clauses["dec-octet"]
    assert uv.parse("a", edition=edition).edition is edition
    with pytest.raises(AttributeError):
        edition.title = "x"  # type: ignore[misc]
    with pytest.raises(uv.UnknownEditionError, match=r"did you mean .*'rfc3986'"):
        uv.parse("a", edition="rfc3968")
    assert "rfc0000" not in uv.EDITIONS and uv.EDITIONS.get("rfc0000") is None


def test_the_scheme_level_asks_the_scheme() -> None:
    """RFC 3986, section 6.2.3: by mailto's own rule the case of the host counts for nothing."""
    assert uv.equivalent("mailto:Joe@Example.COM", "mailto:Joe@example.com", level="scheme")
    assert not uv.equivalent("mailto:Joe@Example.COM", "mailto:Joe@example.com")
    assert str(uv.normalize("URN:ISBN:0-395%2a", level="scheme")) == "urn:isbn:0-395%2A"
    assert uv.is_valid("http://") and not uv.is_valid("http://", scheme_rules=True)
    # RFC 1738, 3.3: "No user name or password is allowed." RFC 9110 has them in its grammar.
    assert not uv.is_valid("http://u:p@h/", edition="rfc1738", scheme_rules=True)
    assert uv.is_valid("http://u:p@h/", edition="rfc2396", scheme_rules=True)
    with pytest.raises(TypeError, match="not both"):
        uv.is_valid("a", rule="segment", scheme_rules=True)
    with pytest.raises(uv.UnknownSchemeError, match=r"scheme must be one of .* not 'nobody'"):
        uv.is_valid("nobody:knows", scheme_rules=True)
    with pytest.raises(ValueError, match="go with an edition's grammar"):
        uv.is_valid("http://h/", edition="whatwg", scheme_rules=True)


def test_octets_are_utf_8() -> None:
    """An edition with letters beyond US-ASCII reads them in octets too; the others name the escapes of the octets."""
    house = single.house()
    assert uv.parse("http://h/\xe9".encode(), edition=house) == uv.parse("http://h/\xe9", edition=house)
    assert uv.is_valid("http://h/\u20ac".encode(), edition=house)
    for octets, at, escape in [("/\xe9".encode(), 1, '"%C3%A9"'), (b"/\xe9", 1, '"%E9"'), (b"/a\xff\xfe", 2, '"%FF"')]:
        with pytest.raises(uv.URISyntaxError) as caught:
            uv.parse(octets)
        assert caught.value.at == at
        assert escape in caught.value.hint
    with pytest.raises(uv.URISyntaxError):
        uv.parse(b"http://h/\xe9", edition=house)
    assert str(uv.split(b"/\xff")).encode("utf-8", "surrogateescape") == b"/\xff"


def test_every_edition_says_which_steps_of_normalization_it_has() -> None:
    """The steps are data with clauses, and a level without a step is refused with the levels that there are."""
    for name, edition in uv.EDITIONS.items():
        assert edition.normal_form is not None and all(edition.normal_form.values()), name
        assert bool(edition.normal_form) == edition.reads_references, name
        for level in ("string", "case", "percent", "path", "syntax", "scheme"):
            if level in edition.levels:
                uv.normalize("http://a/../g", level=level, edition=name)  # type: ignore[arg-type]
                continue
            with pytest.raises(ValueError, match=f"{name} has no level '?\"?{level}"):
                uv.normalize("http://a/../g", level=level, edition=name)  # type: ignore[arg-type]
    bis = "rfc2396bis-00"
    assert str(uv.normalize("http://a/../g", edition=bis)) == "http://a/../g"
    assert not uv.equivalent("http://a/../g", "http://a/g", edition=bis)
    assert str(uv.resolve("/../g", "http://a/b/c/d;p?q", edition=bis)) == "http://a/../g"
    assert uv.equivalent("FOO://h/", "foo://h/", edition="rfc1738")


@pytest.mark.parametrize(
    ("path", "segments"),
    [
        ("", []),
        ("/", [("", ())]),
        ("a", [("a", ())]),
        ("/a/", [("a", ()), ("", ())]),
        ("//a", [("", ()), ("a", ())]),
        ("/b/c/d;p", [("b", ()), ("c", ()), ("d", ("p",))]),
        ("/a;x=1;y", [("a", ("x=1", "y"))]),
        ("/a;", [("a", ("",))]),
        ("/;x", [("", ("x",))]),
        ("/a%2Fb;%3B", [("a/b", (";",))]),
    ],
)
def test_segments_and_their_parameters(path: str, segments: list[tuple[str, tuple[str, ...]]]) -> None:
    """RFC 2396, section 3.3: segment = *pchar *( ";" param ); a delimiter that is data is encoded."""
    found = uv.path_segments(path)
    assert [(segment.name, segment.params) for segment in found] == segments
    assert found == uv.parse(f"http://h{path if path.startswith('/') else f'/{path}'}").segments or not path
    assert pickle.loads(pickle.dumps(found))[-1:] == found[-1:]
