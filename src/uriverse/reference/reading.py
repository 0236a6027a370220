"""Parts of a reference as decoded data: the login, the origin, the target of an HTTP request.

An absent part is None. Nothing raises. Each component is decoded once, after splitting (RFC 3986, section 2.4), so
"%3A" in a user's name does not end the name:

    http://me%3Ayou:x%40y@h/   user "me:you", password "x@y"

Octets that are not UTF-8 become lone surrogates, as with `os.fsdecode`; `append`, `with_pairs` and `compose` convert
them back.
"""

from __future__ import annotations

from uriverse import _core

TYPE_CHECKING = False
if TYPE_CHECKING:
    from uriverse._core import AnyEdition, Components, URIReference


def data(text: str) -> str:
    """Decode a text; a "%" that begins no triplet stays."""
    return _core.decode(text, errors="surrogateescape", malformed="keep")


def encoded_segment(segment: object, edition: AnyEdition) -> str:
    """Encode a segment.

    Raises:
        TypeError: if it is not a str.
        ValueError: for "." and "..".
    """
    if not isinstance(segment, str):
        from uriverse.ground.argument_types import wrong_type

        raise wrong_type("each of segments", "a str", segment)
    if segment in {".", ".."}:
        raise ValueError(
            f"a segment cannot be {segment!r}: it would be removed as a dot segment (RFC 3986, section 5.2.4); resolve "
            f'"{segment}/" against the reference instead'
        )
    return _core.encode(segment, component="segment", edition=edition)


def user(self: URIReference | Components) -> str | None:
    """The userinfo before its first ":", decoded; None without a userinfo (RFC 3986, section 3.2.1).

    >>> import uriverse as uv
    >>> ref = uv.parse("ftp://me%40home:secret@h/")
    >>> ref.user, ref.password, ref.userinfo
    ('me@home', 'secret', 'me%40home:secret')
    """
    userinfo = self.userinfo
    return None if userinfo is None else data(userinfo.partition(":")[0])


def password(self: URIReference | Components) -> str | None:
    """The userinfo after its first ":", decoded; None without that ":" (RFC 3986, section 3.2.1).

    >>> import uriverse as uv
    >>> uv.parse("ftp://me:s%40fe@h/").password, uv.parse("ftp://me@h/").password
    ('s@fe', None)
    """
    _, colon, text = (self.userinfo or "").partition(":")
    return data(text) if colon else None


# RFC 6335, section 6: a port has 16 bits.
HIGHEST_PORT = 0xFFFF


def request_target(self: URIReference | Components) -> str | None:
    """The request target that a client sends to this reference's server: path and query, without the fragment.

    It is the origin form of RFC 9112, section 3.2.1, in which an empty path is "/". Without an authority the path must
    begin with "/", else the result is None. Characters beyond US-ASCII are percent-encoded, because a request line
    cannot have them.

    >>> import uriverse as uv
    >>> uv.parse("http://h?q#f").request_target, uv.parse("mailto:a@b").request_target
    ('/?q', None)
    """
    path = self.path
    if self.kind == "opaque" or (path[:1] != "/" and (path or self.authority is None)):
        return None
    params = "" if self.params is None else f";{self.params}"
    query = "" if self.query is None else f"?{self.query}"
    target = f"{path or '/'}{params}{query}"
    return target if target.isascii() else "".join(map(_in_ascii, target))


def _in_ascii(character: str) -> str:
    if character.isascii():
        return character
    return _core.encode(character, component="segment")
