"""The Standard's two operations on domains (URL Standard, section 3.3)."""

from __future__ import annotations

from uriverse import _core


def domain_to_ascii(domain: str, *, be_strict: bool = False) -> str | None:
    """The domain parser: the domain in ASCII, or None if it returns failure.

    Args:
        domain: a domain, not percent-encoded.
        be_strict: whether hyphens, the characters of STD 3 and the lengths of DNS are checked. Without it, a domain
            that is ASCII is only lower-cased.

    >>> from uriverse.whatwg import domain_to_ascii
    >>> domain_to_ascii("Faß.example"), domain_to_ascii("a_b"), domain_to_ascii("a_b", be_strict=True)
    ('xn--fa-hia.example', 'a_b', None)
    """
    return _core.whatwg_domain_to_ascii(domain, be_strict=be_strict)


def domain_to_unicode(domain: str) -> str:
    """Domain to Unicode; the domain itself if UTS #46 records an error.

    >>> from uriverse.whatwg import domain_to_unicode
    >>> domain_to_unicode("xn--fa-hia.example")
    'faß.example'
    """
    return _core.whatwg_domain_to_unicode(domain)
