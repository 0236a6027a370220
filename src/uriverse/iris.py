"""Conversion between IRIs and URIs (RFC 3987, section 3).

An IRI is a URI that may contain characters outside US-ASCII. `to_uri` percent-encodes them as UTF-8; `to_iri` decodes
the triplets of characters that may be shown:

    http://www.example.org/Dürst   --to_uri-->   http://www.example.org/D%C3%BCrst
    http://www.example.org/D%C3%BCrst   --to_iri-->   http://www.example.org/Dürst

`to_uri` never changes a URI, and `to_uri(to_iri(u), host="percent")` is equivalent to `u`. `display` decodes more than
`to_iri`: its text is for reading, not for fetching.
"""

from __future__ import annotations

from uriverse import _core
from uriverse.errors import URISyntaxError
from uriverse.ground.argument_types import TEXT, check_argument, takes
from uriverse.ground.base_errors import UnknownWordError
from uriverse.ground.late import re
from uriverse.ground.lean_typing import TYPE_CHECKING, Final, Literal
from uriverse.ground.masking import masked
from uriverse.ground.patterns import pattern
from uriverse.ground.unicode_tables import JOINERS, joins, nfc
from uriverse.text.mapping import mapped

if TYPE_CHECKING:
    from uriverse._core import Text, URIReference


IRI: Final = "rfc3987"
_JOINER_OR_RUN: Final = pattern("[\u200c\u200d]|[^\x00-\x7f\u200c\u200d]+")


@takes(iri=TEXT, host=str)
def to_uri(iri: Text, *, host: Literal["idna", "percent"] = "idna") -> URIReference:
    """Convert an IRI to a URI (RFC 3987, section 3.1); a URI is returned unchanged.

    Characters outside US-ASCII are percent-encoded as UTF-8. Nothing is normalized and no triplet is changed.

    Args:
        iri: an IRI or an IRI reference; octets are UTF-8.
        host: "idna" writes a host outside US-ASCII in its DNS form if the scheme has a default port, and so is known to
            use domain names; "percent" percent-encodes every host. Departure: section 3.1 names the ToASCII of RFC
            3490, which is obsolete; this is UTS #46, as in browsers.

    Returns:
        A reference of RFC 3986.

    Raises:
        URISyntaxError: RFC 3987 refuses the text, or the host is not a domain name and `host` is "idna".

    >>> str(to_uri("http://résumé.example.org/é?q=ü"))
    'http://xn--rsum-bpad.example.org/%C3%A9?q=%C3%BC'
    >>> str(to_uri("http://résumé.example.org", host="percent"))
    'http://r%C3%A9sum%C3%A9.example.org'
    """
    if host not in {"idna", "percent"}:
        raise UnknownWordError("host", host, ("idna", "percent"))
    reference = _core.parse(iri, edition=IRI)
    text = str(reference)
    uri = text if text.isascii() else _core.mapped_iri(text, host == "idna")
    if uri is None:
        raise _no_ascii_form(reference)
    return _core.parse(uri, edition="rfc3986")


def _no_ascii_form(reference: URIReference) -> URISyntaxError:
    from uriverse.reference.spans import spans

    start = next(span.start for span in spans(reference) if span.name == "host")
    return URISyntaxError(
        text=str(reference),
        at=start,
        rule="ireg-name",
        edition=IRI,
        start=start,
        component="host",
        reason="no-ascii-form",
        detail='the host is not a domain name, so it has no form in US-ASCII but triplets; host "percent" writes them',
    )


def to_iri(uri: Text) -> URIReference:
    """Convert a URI to an IRI (RFC 3987, section 3.2).

    Triplets are decoded if they stand for unreserved characters, or are valid UTF-8 for a character that an IRI may
    show. Reserved characters stay encoded, and so do octets that are not UTF-8, bidirectional formatting characters,
    private use, controls and white space. An IRI is valid input too; the function is idempotent.

    Two departures preserve the meaning: a segment that would become "." or ".." stays encoded, and so does a host that
    would become another kind of host.

    Args:
        uri: a URI, a URI reference or an IRI.

    Returns:
        A reference of RFC 3987.

    Raises:
        URISyntaxError: RFC 3987, which accepts every URI, refuses the text.

    >>> str(to_iri("http://www.example.org/D%C3%BCrst")), str(to_iri("http://www.example.org/D%FCrst"))
    ('http://www.example.org/Dürst', 'http://www.example.org/D%FCrst')
    >>> str(to_iri("http://xn--99zt52a.example.org/%e2%80%ae"))
    'http://xn--99zt52a.example.org/%E2%80%AE'
    """
    return _core.to_iri(uri)


def may_be_shown(character: str) -> bool:
    """Whether `to_iri` decodes a character: it is unreserved, and `rfc3987.toml` does not keep it encoded.

    >>> may_be_shown("é"), may_be_shown("\\u202e"), may_be_shown("\\u3000"), may_be_shown("\\ue000")
    (True, False, False, False)
    """
    return _core.encode(character, component="unreserved", edition=IRI) == character


def display(reference: Text) -> str:
    """Return a reference for display, decoded where that is safe. Do not fetch it: other URIs look the same.

    In addition to `to_iri`, a password is masked. A domain name is mapped by UTS #46, as in browsers, with each label
    in Unicode unless it is confusable with another one (RFC 3987, section 8; docs/iris.md has the rules); such a label
    stays in its "xn--" form. Invisible characters are percent-encoded, even if the reference has them unencoded. The
    text is in NFC.

    Args:
        reference: a URI, an IRI, a reference, or a URL of the URL Standard.

    Returns:
        The text as a str.

    Raises:
        URISyntaxError: if RFC 3987 refuses the text.

    >>> display("http://me:secret@xn--99zt52a.example.org/D%C3%BCrst%E2%80%AE")
    'http://me:***@納豆.example.org/Dürst%E2%80%AE'
    >>> display("http://xn--pypal-4ve.com/")
    'http://xn--pypal-4ve.com/'
    >>> display("http://ＰａｙｐａＩ.com/")
    'http://paypai.com/'
    """
    if isinstance(reference, _core.URL):
        reference = reference.uri
    elif not isinstance(reference, _core.URIReference):
        check_argument("reference", reference, TEXT)
    iri = _core.to_iri(reference)
    text, host = iri.text, iri.host
    if text.isascii() and (not host or _core.shown_host(host) == host):
        return masked(text)
    from uriverse.reference.spans import spans

    for span in spans(iri):
        if span.name == "host" and iri.host_type == "reg-name":
            host = text[span.start : span.end]
            readable = _core.shown_host(host) or mapped(host)
            text = text[: span.start] + readable + text[span.end :]
            break
    text = text.replace("%E2%80%8C", "\u200c").replace("%E2%80%8D", "\u200d")
    return masked(nfc(_JOINER_OR_RUN.sub(_readable, text)))


def _readable(match: re.Match[str]) -> str:
    """Percent-encode invisible characters; a joiner that its neighbours need is visible."""
    if match.group() in JOINERS and joins(match.string, match.start()):
        return match.group()
    return _core.encode(match.group(), component="unreserved", edition=IRI)
