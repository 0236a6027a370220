"""The base class of all typed values of schemes, and the encoding and decoding of their parts.

`View.read` parses components; `View.uri` composes a URI and parses it again. A value that would be parsed as another
value is refused, so `view(value.uri()) == value` always holds.

A part is decoded as UTF-8. Octets that are not UTF-8 become lone surrogates, as with `os.fsdecode`, and become the
same octets again when they are written.
"""

from __future__ import annotations

from abc import ABC, abstractmethod

from uriverse import _core
from uriverse.errors import URIError
from uriverse.ground.lean_typing import TYPE_CHECKING, Any, Final, Self
from uriverse.ground.masking import masked, masked_repr
from uriverse.ground.records import dataclass, field, fields
from uriverse.schemes.catalogue import DOT_SEGMENTS, SCHEMES, Scheme
from uriverse.schemes.field_types import take_types
from uriverse.schemes.judging import Components, cut, value, without_fragment


@dataclass(frozen=True, slots=True, repr=False)
class View(ABC):
    """A URI parsed by its scheme's rules: typed, decoded, immutable parts, which `==` compares.

    Lists and mappings become tuples; a wrong type is a `TypeError`. `scheme` and `document` name the rules. A fragment
    is not part of a scheme's syntax (RFC 3986, section 3.5); it is kept, decoded.
    """

    scheme: str = field(default="", kw_only=True)
    document: str = field(default="", kw_only=True)
    fragment: str | None = field(default=None, kw_only=True)

    def __post_init__(self) -> None:
        take_types(self)

    if TYPE_CHECKING:

        def _fill(self, *values: Any, **named: Any) -> None:
            """Set the fields without comparing their types."""

    @staticmethod
    def _shared(parts: Components, scheme: Scheme) -> dict[str, Any]:
        """The fields of every view: the names of scheme and document, and the decoded fragment."""
        return {"scheme": scheme.name, "document": scheme.key, "fragment": decoded_or_none(parts.fragment)}

    @classmethod
    @abstractmethod
    def read(cls, parts: Components, scheme: Scheme) -> Self:
        """The value of a URI that the scheme's grammar has accepted.

        Raises:
            Refused: if the scheme refuses it for a reason that no grammar can state.
        """

    @abstractmethod
    def written(self, scheme: Scheme) -> str:
        """The text after `scheme:`, each part encoded with its own set, without a fragment."""

    def uri(self, *, scheme: Scheme | None = None) -> _core.URI:
        """The URI of this value.

        Args:
            scheme: a scheme of your own; by default the built-in one by this value's `document`.

        Raises:
            URISyntaxError: if the scheme's grammar refuses a part.
            URIError: if the text would be parsed as another value.
            ValueError: if parts exclude or need each other.

        >>> from uriverse.schemes import Mailto
        >>> str(Mailto(to=["you@example.com"], subject="caf\\N{LATIN SMALL LETTER E WITH ACUTE}").uri())
        'mailto:you@example.com?subject=caf%C3%A9'
        """
        rules = SCHEMES.find(self.scheme, self.document) if scheme is None else scheme
        text = f"{self.scheme}:{self.written(rules)}"
        if self.fragment is not None:
            text += "#" + _core.encode(self.fragment, component="fragment")
        if rules.view_name != f"{type(self).__module__}:{type(self).__qualname__}":
            raise URIError(f"{self!r} cannot be written by {rules!r}, which reads its URIs as {rules.view_name}")
        uri = _core.URI(text)
        parsed = value(cut(text), rules, type(self))
        if parsed != self:
            raise URIError(f"{self!r} cannot be written: {masked(text)!r} would be read back as {parsed!r}")
        return uri

    def __repr__(self) -> str:
        ordered = sorted(fields(self), key=lambda part: bool(part.kw_only))
        return masked_repr(self, [part.name for part in ordered if getattr(self, part.name) != part.default])


def encoded(scheme: Scheme, part: str, text: str | bytes) -> str:
    """Percent-encode a part's text or octets, except the characters that are allowed there.

    `part` is a name of the scheme's `[encode]` table; lone surrogates stand for octets.
    """
    return _core.encode(text, component=part, edition=scheme.edition)


# Decodes a part as UTF-8; other octets become lone surrogates.
decoded: Final = _core.decode


def decoded_or_none(text: str | None) -> str | None:
    """Decode a part; None stays None."""
    return None if text is None else decoded(text)


def decoded_octets(text: str) -> bytes:
    """Decode a part to octets."""
    return decoded(text).encode("utf-8", "surrogateescape")


def split_address(address: str) -> tuple[str, str]:
    """The decoded left and right sides of an addr-spec or a Message-ID; a domain literal may have an "@" in it."""
    mark = "@[" if address.endswith("]") and "@[" in address else "@"
    left, at, right = address.rpartition(mark)
    return left, at[1:] + right


def host_of(parts: Components) -> str | None:
    """The host: an address in brackets unchanged, a name decoded."""
    host = parts.host
    return host if host is None or host.startswith("[") else decoded(host)


def authority(host: str, port: int | None, userinfo: str | None = None) -> str:
    """`//` and the authority of a host, a port and an encoded userinfo."""
    name = host if host.startswith("[") and host.endswith("]") else _core.encode(host, component="reg-name")
    login = "" if userinfo is None else f"{userinfo}@"
    return f"//{login}{name}{'' if port is None else f':{port}'}"


def login(scheme: Scheme, user: str | None, password: str | None) -> str | None:
    """A userinfo of user and password.

    A password without a user is a ValueError: it has no syntax (RFC 1738, section 3.1).
    """
    if user is None:
        if password is not None:
            raise ValueError("a password needs a user (RFC 1738, section 3.1)")
        return None
    return encoded(scheme, "user", user) + ("" if password is None else f":{encoded(scheme, 'password', password)}")


def login_of(parts: Components) -> tuple[str | None, str | None]:
    """User and password; None means absent, "" means empty (RFC 1738, section 3.1)."""
    if parts.userinfo is None:
        return None, None
    user, colon, password = parts.userinfo.partition(":")
    return decoded(user), decoded(password) if colon else None


def rest_of(parts: Components) -> str:
    """Path and query together, for schemes in which "?" is an ordinary character."""
    return parts.path if parts.query is None else f"{parts.path}?{parts.query}"


def after_scheme(parts: Components) -> str:
    """All that follows `scheme:`, without a fragment, for schemes in which "//" begins no authority."""
    return without_fragment(parts)[len(parts.scheme or "") + 1 :]


def segments_of(path: str) -> tuple[str, ...]:
    """The decoded segments of a path that is empty or begins with "/"; the empty path has none."""
    segments = path.split("/")[1:]
    return tuple(map(decoded, segments) if "%" in path else segments)


def path_of(scheme: Scheme, segments: tuple[str, ...]) -> str:
    """The path of decoded segments.

    Raises:
        ValueError: if a segment is "." or "..". Encoding does not help: "%2E" is the same segment (RFC 3986, section
            6.2.2.2), which resolving and normalizing remove.
    """
    for segment in segments:
        if segment in {".", ".."} and DOT_SEGMENTS not in scheme.keep:
            raise ValueError(
                f"a segment cannot be {segment!r}: it would be removed as a dot segment (RFC 3986, section 5.2.4)"
            )
    return written_segments(scheme, segments)


def written_segments(scheme: Scheme, segments: tuple[str, ...]) -> str:
    """The path of decoded segments; dot segments are allowed."""
    return "".join(f"/{encoded(scheme, 'segment', segment)}" for segment in segments)
