"""The result of resolution that is not a URI: "the current document" (RFC 2396, section 4.2)."""

from __future__ import annotations


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
    """

    __slots__ = ("_fragment",)
    __match_args__ = ("fragment",)

    def __init__(self, fragment: str | None = None) -> None:
        # `argument_types` would be a circular import through the compiled module.
        if not isinstance(fragment, str | None):
            raise TypeError(f"fragment must be a str or None, not {type(fragment).__name__}")
        self._fragment = fragment

    @property
    def fragment(self) -> str | None:
        """The fragment without its "#", or None."""
        return self._fragment

    def __str__(self) -> str:
        return "" if self._fragment is None else f"#{self._fragment}"

    def __repr__(self) -> str:
        return f"SameDocument(fragment={self._fragment!r})"

    def __eq__(self, other: object) -> bool:
        return self._fragment == other._fragment if isinstance(other, SameDocument) else NotImplemented

    def __hash__(self) -> int:
        return hash((SameDocument, self._fragment))
