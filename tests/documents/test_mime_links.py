"""Mails and MHTML: the base in each part, the parts that references lead to, broken mails."""

from __future__ import annotations

import base64
import email
import io
from email import policy

import pytest

from support.mails import ABSOLUTE, BY_ID, LOGO, NO_BASE, RELATIVE, multipart, part, related
from uriverse.documents import FoundReference, links
from uriverse.documents.mime_structure import entities

HTML = "Content-Type: text/html; charset=utf-8"


def read(mail: str | bytes, base: str | None = None) -> list[FoundReference]:
    data = mail.encode() if isinstance(mail, str) else mail
    return list(links(io.BytesIO(data), base=base, format="mime"))


def targets(mail: str | bytes, base: str | None = None) -> list[tuple[str | None, str | None, str | None]]:
    return [(row.reference, row.resolved, row.base_rule) for row in read(mail, base) if row.element not in FIELDS]


FIELDS = ("Content-Base", "Content-Location")


def test_rfc_2557_absolute() -> None:
    """9.2: the reference resolves to itself, and leads to the picture."""
    picture, location = read(ABSOLUTE)
    assert (picture.resolved, picture.base, picture.base_rule) == (f"{LOGO}.gif", "thismessage:/", "default")
    assert (picture.source, picture.part, picture.line) == ("<stream>, part 1", "<stream>, part 2", 1)
    assert (location.source, location.element, location.reference) == (
        "<stream>, part 2",
        "Content-Location",
        f"{LOGO}.gif",
    )


def test_rfc_2557_relative() -> None:
    """9.3: the base of the multipart's heading, in the page and for the location of the second picture."""
    base, one, two, location_1, location_2 = read(RELATIVE)
    assert (base.element, base.resolved) == ("Content-Location", "http://www.ietf.cnri.reston.va.us/")
    assert (one.resolved, one.base_rule, one.part) == (f"{LOGO}1.gif", "entity", "<stream>, part 2")
    assert (two.resolved, two.base_rule, two.part) == (f"{LOGO}2.gif", "entity", "<stream>, part 3")
    assert [location_1.resolved, location_2.resolved] == [f"{LOGO}1.gif", f"{LOGO}2.gif"]


def test_rfc_2557_no_base() -> None:
    """9.4: "thismessage:/" is the base, and the picture is found under it; a retrieval URI goes before it."""
    picture, location = read(NO_BASE)
    assert picture.resolved == location.resolved == "thismessage:/ietflogo.gif"
    assert (picture.base_rule, picture.part) == ("default", "<stream>, part 2")
    picture, _ = read(NO_BASE, "http://h/d/mail")
    assert (picture.resolved, picture.base_rule) == ("http://h/d/ietflogo.gif", "retrieval")


def test_rfc_2557_by_id() -> None:
    """9.5: cid: leads to the part with the Content-ID."""
    (picture,) = read(BY_ID)
    assert (picture.resolved, picture.kind, picture.part) == ("cid:foo4@foo1@bar.net", "absolute", "<stream>, part 2")


def test_three_levels_with_headers_that_contradict() -> None:
    """The innermost head counts, Content-Base before Content-Location, the first of two; what is unfit is skipped.

    RFC 2110, section 4.2: a Content-Base "is not valid for parts inside multipart headings, and is thus meaningless in
    multipart headings"; so the multiparts' Content-Locations count for their parts.
    """
    page = part("<a href=x><a href='cid:none'>", HTML, "Content-Location: page/", "Content-Location: http://second/")
    own_base = part("<base href=e/><a href=x>", HTML, "Content-Location: http://l/l/", "Content-Base: http://b/b/")
    bare = part("<a href=x>", HTML)
    unfit = part("<a href=x>", HTML, "Content-Location: http://[b")
    inner = multipart("related", "3", [page, own_base, bare, unfit], "Content-Base: inner/")
    middle = multipart("mixed", "2", [inner, bare], "Content-Location: http://m/m/")
    mail = multipart("mixed", "1", [middle, bare], "Content-Base: http://o/o/", "Content-Location: http://other/")
    assert targets(mail) == [
        ("x", "http://m/m/page/x", "entity"),
        ("cid:none", "cid:none", "entity"),
        ("e/", "http://b/b/e/", "entity"),
        ("x", "http://b/b/e/x", "embedded"),
        ("x", "http://m/m/x", "entity"),
        ("x", "http://m/m/x", "entity"),
        ("x", "http://m/m/x", "entity"),
        ("x", "http://other/x", "entity"),
    ]
    errors = [(row.element, row.reference, row.error) for row in read(mail) if row.error]
    assert errors == [
        ("a", "cid:none", "no part of the message has this Content-ID"),
        (
            "Content-Location",
            "http://[b",
            'at 9: the end is not in IP-literal (RFC 3986, section 3.2.2); the bracket is never closed: "]" is missing',
        ),
    ]


@pytest.mark.parametrize("edition", ["url-syntax-03", "url-syntax-04"])
def test_a_base_of_a_multipart_counts_by_the_drafts_of_1996_and_1997(edition: str) -> None:
    """5.1.2: "the retrieval context of a component part is the base URL of the composite entity"."""
    mail = multipart("mixed", "1", [part("<a href=x>", HTML)], "Content-Base: http://o/o/")
    rows = links(io.BytesIO(mail.encode()), format="mime", edition=edition)
    assert [row.resolved for row in rows if row.element == "a"] == ["http://o/o/x"]
    assert ("x", "thismessage:/x", "default") in targets(mail)


def test_references_in_headings() -> None:
    """Each has a row: a Content-Location is relative to the Content-Base of its head; lists have brackets."""
    mail = part(
        "x",
        "Content-Base: <http://h/a/>",
        "Content-Location: b/\n  c",
        "List-Unsubscribe: (best) <http://l/u>,\n <mailto:u@l?subject=x>",
        "Archived-At: =?us-ascii?q?=3Chttp=3A//l/1=3E?=",
    )
    assert [(row.element, row.reference, row.resolved) for row in read(mail)] == [
        ("Content-Base", "http://h/a/", "http://h/a/"),
        ("Content-Location", "b/c", "http://h/a/b/c"),
        ("List-Unsubscribe", "http://l/u", "http://l/u"),
        ("List-Unsubscribe", "mailto:u@l?subject=x", "mailto:u@l?subject=x"),
        ("Archived-At", "http://l/1", "http://l/1"),
    ]


def test_mid_leads_to_messages_and_their_parts() -> None:
    """RFC 2392: mid:message and mid:message/part, percent-encoded where they must be; a strange message is no error."""
    nested = part(part("x", HTML), "Content-Type: message/rfc822")
    message = part("y", "Message-ID: <in%ner@h>", "From: a@b", "Content-ID: <p@h>")
    page = "<a href='mid:in%25ner@h'><a href='mid:in%25ner@h/p@h'><a href='mid:o@h/none'><a href='mid:far@h/p'>"
    parts = [part(page, HTML), part(message, "Content-Type: message/rfc822"), nested]
    mail = multipart("mixed", "b", parts, "Message-ID: <o@h>")
    assert [(row.part, row.error) for row in read(mail)] == [
        ("<stream>, part 3", None),
        ("<stream>, part 3", None),
        (None, "no part of the message has this Content-ID"),
        (None, None),
    ]


def test_a_location_is_searched_near_by_first() -> None:
    """RFC 2557, section 8.2: the same location in another multipart/related is another part."""
    picture = part("", "Content-Type: image/gif", "Content-Location: http://h/p")
    page = part("<img src=http://h/p>", HTML)
    mail = multipart("mixed", "b", [multipart("related", f"r{at}", [page, picture]) for at in (1, 2)] + [page])
    assert [row.part for row in read(mail) if row.element == "img"] == [
        "<stream>, part 3",
        "<stream>, part 6",
        "<stream>, part 3",
    ]


@pytest.mark.parametrize(
    ("charset", "octets"),
    [
        ("utf-8", "é".encode()),
        ("iso-8859-1", b"\xe9"),
        ("utf-16-le", "é".encode("utf-16-le")),
        ("koi8-r", b"\xa3"),
        ("cp037", b"\x51"),
    ],
)
@pytest.mark.parametrize("encoding", ["8bit", "base64", "quoted-printable"])
def test_encodings_and_charsets(charset: str, octets: bytes, encoding: str) -> None:
    """A part's octets are decoded, then its characters; the page's own word about its charset comes after."""
    page = "<meta charset=shift_jis><a href=".encode(charset) + octets + ">".encode(charset)
    if encoding == "base64":
        page = base64.encodebytes(page)
    elif encoding == "quoted-printable":
        page = b"".join(b"=%02X" % octet for octet in page)
    head = f"Content-Type: text/html; charset={charset}\nContent-Transfer-Encoding: {encoding}\n\n"
    (row,) = read(head.encode() + page)
    assert row.reference == octets.decode(charset)
    assert row.error is not None and "not in segment-nz-nc" in row.error


def test_other_types_of_parts() -> None:
    """Texts, style sheets, feeds and JSON are read by their readers, in their charsets; pictures hold nothing."""
    parts = [
        part("see <http://t/1>, please", 'Content-Type: text/plain; charset="utf-16-le"').encode("ascii"),
        part("a { b: url(c) }", "Content-Type: text/css", "Content-Location: http://s/d/s.css").encode(),
        part('{"a": "http://j/"}', "Content-Type: application/ld+json").encode(),
        part("<feed xmlns='http://www.w3.org/2005/Atom'><link href='x'/></feed>", "Content-Type: text/xml").encode(),
        part("<a href=y>", "Content-Type: application/octet-stream; name=p.html").encode(),
        part("http://no", "Content-Type: image/png").encode(),
    ]
    parts[0] = parts[0].replace(b"see <http://t/1>, please", "see <http://t/1>, please".encode("utf-16-le"))
    body = b"".join(b"--b\n" + each + b"\n" for each in parts) + b"--b--"
    mail = b"Content-Type: multipart/mixed; boundary=b\nContent-Location: http://h/\n\n" + body
    assert [row.resolved for row in read(mail) if row.element not in FIELDS] == [
        "http://t/1",
        "http://s/d/c",
        "http://j/",
        "http://h/x",
        "http://h/y",
    ]


def test_an_xml_part_in_a_charset_of_its_head() -> None:
    """RFC 7303, section 3: the head goes before the declaration."""
    xml = '<?xml version="1.0" encoding="utf-8"?>\n<a href="é"/>'.encode("latin-1")
    (row,) = read(b"Content-Type: application/xml; charset=iso-8859-1\n\n" + xml)
    assert (row.reference, row.line) == ("é", 2)


@pytest.mark.parametrize(
    ("mail", "error"),
    [
        (
            b"Content-Type: text/html; charset=utf-8\n\n<a href=\xe9>",
            "its charset is not UTF-8, as it says: octet 0xe9",
        ),
        (b"Content-Type: text/plain; charset=utf-8\n\n\xe9", "its charset is not utf-8, as it says: octet 0xe9"),
        (b"Content-Type: text/plain; charset=klingon\n\nx", "its charset is not known: 'klingon'"),
        (b"Content-Type: text/plain; charset=punycode\n\nx", "its charset is not known: 'punycode'"),
        (b"Content-Type: text/html; charset=klingon\n\nx", "its charset is not known: 'klingon'"),
        (b"Content-Type: text/html\nContent-Transfer-Encoding: base64\n\nPGE%=", "wholly: its base64 is damaged"),
        (b"Content-Type: text/html\nContent-Transfer-Encoding: zip\n\nx", "transfer encoding is not known: 'zip'"),
        (b"Content-Type: multipart/mixed; boundary=b\n\n--b\n\nx", "it is cut short: its last boundary is missing"),
        (b"Content-Type: multipart/mixed\n\n--b\n\nx", "it is a multipart without a boundary"),
        (b"Content-Type: text/html;" + b" a" * 9000 + b"\n\nx", "its content-type is too long to be read"),
    ],
)
def test_what_is_wrong_is_reported(mail: bytes, error: str) -> None:
    """A row says what could not be read; the rest is read."""
    troubles = [row for row in read(mail) if row.reference is None]
    assert len(troubles) == 1
    assert troubles[0].error is not None and error in troubles[0].error


def test_a_page_whose_charset_lies_is_still_read() -> None:
    """What its charset does not know becomes U+FFFD, as in browsers, and one row tells."""
    row, lie = read(b"Content-Type: text/html; charset=utf-8\n\n<a href=\xe9>")
    assert row.reference == "\ufffd"
    assert lie.error == "its charset is not UTF-8, as it says: octet 0xe9 at 8"


def test_external_bodies_have_a_url() -> None:
    """RFC 2017: the parameter holds a reference, the body none."""
    head = 'Content-Type: message/external-body; access-type=URL; URL="http://h/\n very/long"'
    (row,) = read(part(part("", "Content-Type: text/html"), head))
    assert (row.element, row.attribute, row.reference) == ("Content-Type", "url", "http://h/very/long")


def test_a_message_as_the_standard_library_has_it() -> None:
    """A mail that `email` parsed is a source as well."""
    (row,) = links(email.message_from_bytes(BY_ID, policy=policy.default))
    assert (row.source, row.resolved, row.part) == ("<message>, part 1", "cid:foo4@foo1@bar.net", "<message>, part 2")


def test_a_nested_message_in_base64_is_read_too() -> None:
    """RFC 2046, section 5.2.1, forbids it, and mailers do it."""
    body = base64.encodebytes(part("<a href=x>", HTML, "Content-Location: http://h/").encode())
    rows = read(b"Content-Type: message/rfc822\nContent-Transfer-Encoding: base64\n\n" + body)
    assert [row.resolved for row in rows] == ["http://h/", "http://h/x"]


def test_cutting_is_as_the_standard_library_does_it() -> None:
    """On whole mails, the leaves are those of `email`'s own parser, octet by octet."""
    inner = multipart("alternative", "in", [part("1\n\n2"), part("--in-1\n--x\n", HTML)])
    digest = multipart("digest", "out-in", [part(part("m"), "From: a@b"), "\nSubject: s\n\nt"])
    for mail in (ABSOLUTE, RELATIVE, NO_BASE, BY_ID, multipart("mixed", "out", [inner, digest, part("")]).encode()):
        ours = [mail[each.start : each.end] for each in entities(mail) if not each.is_multipart and not each.is_nested]
        theirs = [
            str(each.get_payload()).encode()
            for each in email.message_from_bytes(mail).walk()
            if not each.is_multipart()
        ]
        assert [each.rstrip(b"\n") for each in ours] == [each.rstrip(b"\n") for each in theirs]


@pytest.mark.parametrize("line_end", ["\n", "\r\n"])
def test_line_ends(line_end: str) -> None:
    """Both ways of ending lines give the same parts."""
    mail = related(part("<a href=x>", HTML), part("<a href=y>", HTML)).decode().replace("\n", line_end).encode()
    assert [mail[each.start : each.end] for each in entities(mail)[1:]] == [b"<a href=x>", b"<a href=y>"]


def test_what_stands_outside_of_parts_holds_nothing() -> None:
    """Preamble, epilogue and lines that only look like boundaries."""
    body = "http://pre/\n--b-no\n--b \t\n\nhttp://in/\n--bb\n\n--b--\nhttp://epi/\n--b\n\nhttp://after/"
    mail = f"Content-Type: multipart/mixed; boundary=b\n\n{body}"
    assert [row.reference for row in read(mail)] == ["http://in/"]


@pytest.mark.parametrize(
    ("field", "target"),
    [
        ("Base: <URL:http://b/c/>", "http://b/c/x"),
        ("Base: <URL:http://b/\n  c/>", "http://b/c/x"),
        ("Content-Base: <URL:http://b/c/>", "http://b/c/x"),
        ("Base: camp", "thismessage:/x"),
    ],
)
def test_the_base_field(field: str, target: str) -> None:
    """RFC 1808, section 3.1: "<URL:" absoluteURL ">", in which white space counts for nothing; another Base is none."""
    *_, row = read(part("<a href=x>", HTML, field).encode())
    assert row.resolved == target


def test_a_base_on_a_multipart_is_for_its_own_head() -> None:
    """RFC 2110, section 4.2: for the parts it is meaningless; a Content-Location beside it is relative to it."""
    page = part("<a href=x>", HTML)
    mail = multipart("mixed", "1", [page], "Content-Base: http://b/c/")
    assert read(mail.encode())[-1].resolved == "thismessage:/x"
    mail = multipart("mixed", "1", [page], "Content-Base: http://b/c/", "Content-Location: d/")
    assert read(mail.encode())[-1].resolved == "http://b/c/d/x"


def test_parts_that_have_a_cid_as_their_location() -> None:
    """Blink saves style sheets so, without a Content-ID; nothing is relative to a cid (RFC 2557, section 8.2)."""
    mail = (
        b"Content-Type: multipart/related; boundary=b\nContent-Location: http://h/p\n\n"
        b"--b\nContent-Type: text/html\nContent-Location: http://h/p\n\n"
        b"<link href=cid:css-1@mhtml.blink rel=stylesheet>\n"
        b"--b\nContent-Type: text/css\nContent-Location: cid:css-1@mhtml.blink\n\np { background: url(bg.png) }\n--b--"
    )
    rows = {row.reference: row for row in read(mail) if row.element != "Content-Location"}
    assert (rows["cid:css-1@mhtml.blink"].part, rows["cid:css-1@mhtml.blink"].error) == ("<stream>, part 2", None)
    assert rows["bg.png"].resolved == "http://h/bg.png"
