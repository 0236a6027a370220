"""IRIs to URIs and back: RFC 3987's own examples, the laws, and what must stay encoded."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import uriverse as uv
from twins import iris as twin
from uriverse import columns, schemes


# RFC 3987, section 3.1; the last is the note's, with characters beyond the BMP.
@pytest.mark.parametrize(
    ("iri", "host", "uri"),
    [
        ("http://résumé.example.org", "idna", "http://xn--rsum-bpad.example.org"),
        ("http://résumé.example.org", "percent", "http://r%C3%A9sum%C3%A9.example.org"),
        (
            "http://validator.w3.org/check?uri=http%3A%2F%2Frésumé.example.org",
            "idna",
            "http://validator.w3.org/check?uri=http%3A%2F%2Fr%C3%A9sum%C3%A9.example.org",
        ),
        ("http://www.example.org/red%09rosé#red", "idna", "http://www.example.org/red%09ros%C3%A9#red"),
        (
            "http://example.com/\U00010300\U00010301\U00010302",
            "idna",
            "http://example.com/%F0%90%8C%80%F0%90%8C%81%F0%90%8C%82",
        ),
        # Not printed: a scheme that is not known to use domain names, no scheme, and a part of the text alone.
        ("x-names://é/", "idna", "x-names://%C3%A9/"),
        ("//é/", "idna", "//%C3%A9/"),
        ("é?é#é", "idna", "%C3%A9?%C3%A9#%C3%A9"),
    ],
)
def test_the_mapping_of_section_3_1(iri: str, host: str, uri: str) -> None:
    """The general mapping, and that of domain names."""
    found = uv.to_uri(iri, host=host)  # type: ignore[arg-type]
    assert (str(found), found.edition) == (uri, "rfc3986")
    assert uv.to_uri(found) == found
    assert uv.parse(iri, edition="rfc3987").to_uri(host=host) == found  # type: ignore[arg-type]


# RFC 3987, section 3.2 and 3.2.1.
@pytest.mark.parametrize(
    ("uri", "iri"),
    [
        ("http://www.example.org/D%C3%BCrst", "http://www.example.org/Dürst"),
        ("http://www.example.org/D%FCrst", "http://www.example.org/D%FCrst"),
        ("http://xn--99zt52a.example.org/%e2%80%ae", "http://xn--99zt52a.example.org/%E2%80%AE"),
        ("http://www.example.org/r%E9sum%E9.html", "http://www.example.org/r%E9sum%E9.html"),
        # Step 2: "%", reserved characters and those that a URI may not have stay encoded; unreserved ones do not.
        ("http://h/%25%2f%20%7E%41%22", "http://h/%25%2f%20~A%22"),
        # Step 4: what is not in `ucschar`, private use, white space, controls and formats.
        ("http://h/%EF%BF%BE%EE%80%80?%ee%80%80", "http://h/%EF%BF%BE%EE%80%80?%EE%80%80"),
        ("http://h/%C2%85%C2%A0%E3%80%80%E2%80%8B", "http://h/%C2%85%C2%A0%E3%80%80%E2%80%8B"),
        # And what else is not seen: the filler of Hangul, a selector of variants, the blank pattern of Braille.
        ("http://h/%E3%85%A4%E2%9D%A4%EF%B8%8F%E2%A0%80", "http://h/%E3%85%A4❤%EF%B8%8F%E2%A0%80"),
        # Octets that are not well-formed: overlong, a surrogate, beyond the last code point, cut short.
        ("/%C0%AF%ED%A0%80%F4%90%80%80%E2%82", "/%C0%AF%ED%A0%80%F4%90%80%80%E2%82"),
        ("/%E2%82%C3%A9", "/%E2%82é"),
        # Departures: the path keeps its segments, the host its kind.
        ("/a/%2E%2e/b%2E", "/a/%2E%2e/b."),
        ("http://%31.2.3.4/", "http://%31.2.3.4/"),
        ("http://%61.example/", "http://a.example/"),
    ],
)
def test_the_conversion_of_section_3_2(uri: str, iri: str) -> None:
    """As many triplets as may be are decoded, and no more."""
    found = uv.to_iri(uri)
    assert (str(found), found.edition) == (iri, "rfc3987")
    assert uv.to_iri(found) == found
    assert uv.parse(uri).to_iri() == found


TRIPLETS = st.binary(max_size=6).map(lambda octets: "".join(f"%{octet:02x}" for octet in octets))
ENCODED = st.text(max_size=4).map(lambda text: uv.encode(text, component="segment"))
PARTS = st.lists(st.one_of(TRIPLETS, ENCODED, st.sampled_from([*"a/.?#:@é\ue000", "..", "//", "http:"])), max_size=8)


@given(PARTS)
def test_there_and_back(parts: list[str]) -> None:
    """`to_iri` is idempotent, keeps the components, and maps back to an equivalent URI (section 3.2)."""
    text = "".join(parts)
    if not uv.is_valid(text, edition="rfc3987"):
        return
    iri = uv.to_iri(text)
    assert uv.to_iri(iri) == iri and str(iri) == twin.to_iri(text)
    uri = uv.to_uri(text, host="percent")
    back = uv.to_uri(iri, host="percent")
    assert uv.to_uri(back) == back
    assert (back.kind, back.host_type) == (uri.kind, uri.host_type)
    assert uv.equivalent(back, uri, level="syntax")
    assert uv.equivalent(text, iri, edition="rfc3987")


def test_what_is_refused() -> None:
    """What RFC 3987 refuses, a host that has no form in US-ASCII, and an argument that is neither word."""
    with pytest.raises(uv.URISyntaxError):
        uv.to_uri("http://h/ é")
    with pytest.raises(uv.URISyntaxError, match="not a domain name") as caught:
        uv.to_uri("http://u@é\u00ad%41/")
    assert (caught.value.at, caught.value.component) == (9, "host")
    with pytest.raises(ValueError, match="idna"):
        uv.to_uri("é", host="punycode")  # type: ignore[arg-type]
    with pytest.raises(TypeError, match="iri must be"):
        uv.to_uri(None)  # type: ignore[arg-type]


# RFC 3987, sections 5.3.2 and 5.3.2.3.
@pytest.mark.parametrize(
    ("a", "b", "level", "answer"),
    [
        ("example://a/b/c/%7Bfoo%7D/rosé", "eXAMPLE://a/./b/../b/%63/%7bfoo%7d/ros%C3%A9", "syntax", True),
        ("http://example.org/~user", "http://example.org/%7euser", "percent", True),
        ("http://a/é", "http://a/%C3%A9", "string", False),
        ("http://a/é", "http://a/%C3%A9", "percent", True),
        # 5.3.2.2: "rather than apply character normalization when comparing two IRIs"
        ("http://www.example.org/résumé.html", "http://www.example.org/re\u0301sume\u0301.html", "syntax", False),
        ("http://résumé.example.org", "http://xn--rsum-bpad.example.org/", "scheme", True),
        ("http://résumé.example.org", "http://xn--rsum-bpad.example.org/", "syntax", False),
    ],
)
def test_the_comparison_ladder(a: str, b: str, level: str, answer: bool) -> None:
    """Section 5.3, by level."""
    by: Any = {"level": level, "edition": "rfc3987"}
    assert uv.equivalent(a, b, **by) is uv.equivalent(b, a, **by) is answer
    assert columns.equivalent(columns.Column([a]), b, **by).to_pylist() == [answer]


# RFC 3986, section 3.2.2, and RFC 3987, section 5.3.3: what the domain name system would be asked for.
@pytest.mark.parametrize(
    ("a", "b", "edition", "answer"),
    [
        ("http://b%C3%BCcher.de", "http://xn--bcher-kva.de:80/", "rfc3986", True),
        ("ftp://B%c3%bccher.DE/x", "ftp://xn--bcher-kva.de:21/x", "rfc3986", True),
        ("http://r%C3%A9sum%C3%A9.example.org", "http://résumé.example.org", "rfc3987", True),
        ("http://bücher.de/", "http://xn--bcher-kva.de:80", "rfc3987", True),
        ("http://b%C3%BCcher.de/", "HTTP://BÜCHER.de/", "rfc3987", True),
        ("http://u@BÜCHER.de:8080/é?é#é", "http://u@xn--bcher-kva.de:8080/%c3%a9?%c3%a9#%c3%a9", "rfc3987", True),
        # No default port: it is not known that a name of DNS stands there; nor is it in a relative reference.
        ("x-names://b%C3%BCcher.de/", "x-names://xn--bcher-kva.de/", "rfc3986", False),
        ("//bücher.de/", "//xn--bcher-kva.de/", "rfc3987", False),
        # It cannot be a domain name: octets that are not UTF-8, a delimiter, a punycode label of nothing.
        ("http://b%FCcher.de/", "http://xn--bcher-kva.de/", "rfc3986", False),
        ("http://a%2Fb/", "http://a%2fb/", "rfc3986", True),
        ("http://a%20ü/", "http://a%20%C3%BC/", "rfc3987", True),
        ("http://a%2Fb/", "http://a/b", "rfc3986", False),
        ("http://[fe80::a%25en1]/", "http://[fe80::a]/", "rfc6874", False),
        # Another name, and what is not in the host.
        ("http://b%C3%BCcher.de/", "http://bucher.de/", "rfc3986", False),
        ("http://h/b%C3%BCcher.de", "http://h/xn--bcher-kva.de", "rfc3986", False),
        ("http://b%C3%BCcher@h/", "http://xn--bcher-kva@h/", "rfc3986", False),
    ],
)
def test_domain_names_are_compared_as_names(a: str, b: str, edition: str, answer: bool) -> None:
    """On the level "scheme" alone: as calls, in columns, and by the scheme's own rules."""
    by: Any = {"level": "scheme", "edition": edition}
    answers = {
        "equivalent": uv.equivalent(a, b, **by),
        "the other way": uv.equivalent(b, a, **by),
        "columns": columns.equivalent(columns.Column([a]), b, **by).to_pylist()[0],
        "schemes": schemes.equivalent(a, b, edition=edition),
    }
    normal = [str(uv.normalize(text, **by)) for text in (a, b)]
    assert answers == dict.fromkeys(answers, answer), f"{a!r} and {b!r} have the normal forms {normal}"
    assert not uv.equivalent(a, b, level="string", edition=edition)


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("http://xn--99zt52a.example.org/D%C3%BCrst", "http://納豆.example.org/Dürst"),
        ("http://xn--pypal-4ve.com/", "http://xn--pypal-4ve.com/"),
        ("http://p\u0430ypal.com/", "http://xn--pypal-4ve.com/"),
        ("http://u:p%C3%A9@h/%E2%80%AEgpj.exe", "http://u:***@h/%E2%80%AEgpj.exe"),
        # Overrides, fillers and private use are not seen, whether they are encoded or not.
        ("http://h/\u202egpj.exe?\ue000#a\u3164b", "http://h/%E2%80%AEgpj.exe?%EE%80%80#a%E3%85%A4b"),
        ("http://h/e%CC%81", "http://h/é"),
        ("//[::1]/%41", "//[::1]/A"),
    ],
)
def test_what_is_shown_to_people(text: str, shown: str) -> None:
    """Decoded where it is safe: no override, no label of several scripts, no password."""
    assert uv.display(text) == shown == uv.parse(uv.to_uri(text, host="percent")).display()


def test_zones() -> None:
    """RFC 6874, section 2: the zone is the scope of the address; other editions know none."""
    found = uv.parse("http://[fe80::a%25en1]:80/", edition="rfc6874")
    assert (found.zone, str(found.ip), found.host_type) == ("en1", "fe80::a%en1", "IPv6")
    odd = uv.parse("http://[fe80::a%25e%2Fn]/", edition="rfc6874")
    assert odd.zone == "e/n"
    for text in ("http://[fe80::a]/", "http://a%25b/", "/"):
        assert uv.parse(text, edition="rfc6874").zone is None
    assert uv.parse("http://a%25b/").zone is None
    # Section 2 calls a zone a string of the host, and says nothing of its case: it is kept.
    assert str(uv.normalize("http://[FE80::A%25En1]/", edition="rfc6874")) == "http://[fe80::a%25En1]/"
    assert not uv.equivalent("http://[fe80::a%25EN1]/", "http://[fe80::a%25en1]/", edition="rfc6874")
    # Section 4: an intermediary "MUST remove any ZoneID attached to an outgoing URI".
    assert str(found.without_zone()) == "http://[fe80::a]:80/"
    plain = uv.parse("http://[fe80::a]/", edition="rfc6874")
    assert plain.without_zone() is plain
    # Section 3: parsers accept a bare "%" that two hexadecimal digits do not follow; "%ee1" "would need to be manually
    # rewritten".
    assert str(uv.mend("http://[fe80::a%en1]/", edition="rfc6874").reference) == "http://[fe80::a%25en1]/"
    for text, edition in (("http://[fe80::a%ee1]/", "rfc6874"), ("http://[fe80::a%en1]/", "rfc3986")):
        with pytest.raises(uv.URISyntaxError):
            uv.mend(text, edition=edition)
    # RFC 9844, section 3, reverts the change to the syntax.
    assert not uv.is_valid("http://[fe80::a%25en1]/")
    assert uv.EDITIONS["rfc6874"].obsoleted_by == ("rfc9844",)


# Digits that UTS #46 maps to those of US-ASCII, from 0 on; there is no circled zero of this kind.
DIGITS = ["０１２３４５６７８９", "𝟎𝟏𝟐𝟑𝟒𝟓𝟔𝟕𝟖𝟗", "𝟬𝟭𝟮𝟯𝟰𝟱𝟲𝟳𝟴𝟵", "⓪①②③④⑤⑥⑦⑧⑨", "⁰¹²³⁴⁵⁶⁷⁸⁹"]


@pytest.mark.parametrize("address", ["1.2.3.4", "127.0.0.1", "10.0.0.1", "169.254.169.254", "93.184.216.34"])
@pytest.mark.parametrize("digits", DIGITS)
def test_an_address_in_other_digits_is_that_address_for_all(address: str, digits: str) -> None:
    """RFC 3986, 3.2.2: the name of a lookup is the one in IDNA's form, and that is an address here.

    The normal form, equivalence, the URI, the URL Standard, the origin, what is shown and the guards agree on it; the
    audit says that others may not.
    """
    iri, plain = (f"http://{host}/" for host in (address.translate({48 + at: digits[at] for at in range(10)}), address))
    written = f"http://{uv.encode(iri[7:-1], component='reg-name')}/"
    for text, edition in ((iri, "rfc3987"), (written, "rfc3987"), (written, "rfc3986")):
        by: Any = {"edition": edition}
        normal = uv.normalize(text, level="scheme", **by)
        assert (str(normal), normal.host_type) == (plain, "IPv4")
        assert uv.equivalent(text, plain, level="scheme", **by)
        assert uv.whatwg.URL(text).href == uv.display(text) == plain
        assert uv.hosts.origin(text) == uv.hosts.origin(plain)
        assert str(uv.hosts.verdict(uv.parse(text, **by).host).address) == address
        assert "address-rare" in {row.id for row in uv.audit.findings(text, **by)}
        assert not uv.Policy().admits(text)
    assert str(uv.to_uri(iri)) == plain
