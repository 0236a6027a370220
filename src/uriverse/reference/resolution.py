"""The result of resolution that is not a URI: "the current document" (RFC 2396, section 4.2)."""

from __future__ import annotations

from uriverse.ground.records import dataclass


@dataclass(frozen=True, slots=True)
class SameDocument:
    """A reference to the current document, which some editions do not resolve to a URI.

    The editions from url-syntax-03 to rfc2396bis-00 say that an empty reference, or one with only a fragment, is "the
    current document" (RFC 2396, section 5.2, step 2). `str` gives the reference as written.

    >>> import uriverse as uv
    >>> uv.resolve("#s", "http://a/b", edition="rfc2396")
    SameDocument(fragment='s')

    A reference that always makes a new request, such as a form's action, means the base instead, with
    `new_request=True` ("an empty URI reference represents the base URI of the current document", section 4.2).

    >>> uv.resolve("#s", "http://a/b", edition="rfc2396", new_request=True)
    URI('http://a/b#s', edition='rfc2396')

    Attributes:
        fragment: the fragment without its "#", or None.
    """

    fragment: str | None = None

    def __post_init__(self) -> None:
        # `argument_types` would be a circular import through the compiled module.
        if not isinstance(self.fragment, str | None):
            raise TypeError(f"fragment must be a str or None, not {type(self.fragment).__name__}")

    def __str__(self) -> str:
        return "" if self.fragment is None else f"#{self.fragment}"
