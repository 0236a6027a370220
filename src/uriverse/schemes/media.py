"""data: a media type and octets (RFC 2397)."""

from __future__ import annotations

import binascii
from _collections_abc import Sequence

from uriverse.ground.late import base64, re
from uriverse.ground.lean_typing import Final, Self
from uriverse.ground.patterns import pattern
from uriverse.ground.records import dataclass, field
from uriverse.ground.unicode_tables import is_printable
from uriverse.schemes.catalogue import Scheme
from uriverse.schemes.judging import Components, Refused
from uriverse.schemes.parts import View, decoded, decoded_octets, encoded, rest_of

# RFC 2397, section 2: "If <mediatype> is omitted, it defaults to text/plain;charset=US-ASCII."
DEFAULT_TYPE: Final = "text/plain"
DEFAULT_PARAMETERS: Final = (("charset", "US-ASCII"),)
# RFC 822, section 3.3.
_QUOTED: Final = pattern(r'(?s)"(?:[^"\\]|\\.)*+"\Z')
# RFC 9110, section 5.6.2, and the contents of a quoted string (section 5.6.4), without "obs-text".
_TOKEN: Final = pattern(r"[!#$%&'*+.^_`|~0-9A-Za-z-]+")
_QUOTABLE: Final = pattern(r"[\t -~]*")


@dataclass(frozen=True, slots=True, repr=False)
class Data(View):
    """A data URI.

    Attributes:
        data: the octets.
        media_type: type and subtype; by default "text/plain".
        parameters: names and values; a charset of US-ASCII if there is no media type.
        base64: whether the octets are in base64; else they are percent-encoded.

    >>> from uriverse import schemes
    >>> schemes.view("data:,A%20brief%20note").text
    'A brief note'
    >>> str(schemes.Data(b"GIF89a", media_type="image/gif", base64=True).uri())
    'data:image/gif;base64,R0lGODlh'
    """

    data: bytes
    media_type: str = DEFAULT_TYPE
    parameters: Sequence[tuple[str, str]] = DEFAULT_PARAMETERS
    base64: bool = False
    scheme: str = field(default="data", kw_only=True)
    document: str = field(default="rfc2397", kw_only=True)

    def __post_init__(self) -> None:
        View.__post_init__(self)
        if ";" in self.media_type:
            media_type, _, rest = self.media_type.partition(";")
            pairs = [(name.strip(), value) for name, _, value in map(_halves, rest.split(";"))]
            raise ValueError(f"media_type has no parameters: it is {media_type!r}, and the parameters are {pairs}")
        if self.parameters is DEFAULT_PARAMETERS and self.media_type != DEFAULT_TYPE:
            object.__setattr__(self, "parameters", ())

    @property
    def content_type(self) -> str:
        """The media type with its parameters, as a `Content-Type` has it (RFC 9110, section 8.3.1).

        Raises:
            ValueError: if a header cannot have one of them, as with a line feed or a letter beyond US-ASCII.

        >>> from uriverse import schemes
        >>> schemes.view("data:text/plain;charset=utf-8;title=a%20b,x", kind=schemes.Data).content_type
        'text/plain;charset=utf-8;title="a b"'
        """
        kind, _, subtype = self.media_type.partition("/")
        tokens = (kind, subtype, *(name for name, _ in self.parameters))
        texts = [value for _, value in self.parameters]
        if not all(map(_TOKEN.fullmatch, tokens)) or not all(map(_QUOTABLE.fullmatch, texts)):
            raise ValueError("the names of a media type are tokens, and its values are printable US-ASCII")
        values = (value if _TOKEN.fullmatch(value) else _in_quotes(value) for value in texts)
        return ";".join((self.media_type, *map("=".join, zip(tokens[2:], values, strict=True))))

    @property
    def charset(self) -> str:
        """The charset parameter, "US-ASCII" if there is none."""
        return next((value for name, value in self.parameters if name.lower() == "charset"), "US-ASCII")

    @property
    def text(self) -> str:
        """The data in its charset.

        Raises:
            UnicodeDecodeError: if the octets are not in it.
            LookupError: if the charset is not known.
        """
        return self.data.decode(self.charset)

    @classmethod
    def read(cls, parts: Components, scheme: Scheme) -> Self:
        """Split at the first comma, then at semicolons, then decode."""
        header, _, payload = rest_of(parts).partition(",")
        words = header.split(";")
        in_base64 = len(words) > 1 and words[-1].lower() == "base64"
        media_type, *parameters = words[:-1] if in_base64 else words
        pairs = [(decoded(name), _unquoted(decoded(value))) for name, _, value in map(_halves, parameters)]
        octets = decoded_octets(payload)
        return cls(
            _from_base64(octets) if in_base64 else octets,
            decoded(media_type) or DEFAULT_TYPE,
            tuple(pairs) if media_type or pairs else DEFAULT_PARAMETERS,
            in_base64,
            **cls._shared(parts, scheme),
        )

    def written(self, scheme: Scheme) -> str:
        """Write the media type unless it is the default one, then the octets."""
        header = ""
        if (self.media_type, tuple(self.parameters)) != (DEFAULT_TYPE, DEFAULT_PARAMETERS):
            header = "/".join(encoded(scheme, "token", word) for word in self.media_type.split("/"))
            for name, value in self.parameters:
                header += f";{encoded(scheme, 'token', name)}={encoded(scheme, 'token', _quoted(value))}"
        octets = base64.b64encode(self.data) if self.base64 else self.data
        return f"{header}{';base64' if self.base64 else ''},{encoded(scheme, 'data', octets)}"


def _halves(parameter: str) -> tuple[str, str, str]:
    return parameter.partition("=")


def _unquoted(value: str) -> str:
    """The contents of a quoted string (RFC 822, section 3.3); any other value unchanged."""
    return re.sub(r"\\(.)", r"\1", value[1:-1], flags=re.DOTALL) if _QUOTED.match(value) else value


def _quoted(value: str) -> str:
    """Quote a value if it is empty, has a control character, or looks like a quoted string.

    Other characters that a token cannot have are percent-encoded later (section 3).
    """
    if is_printable(value) and value and not _QUOTED.match(value):
        return value
    return _in_quotes(value)


def _in_quotes(value: str) -> str:
    return '"' + re.sub(r'(["\\])', r"\\\1", value) + '"'


def _from_base64(octets: bytes) -> bytes:
    try:
        # RFC 2045, section 6.8: "any characters outside of the base64 alphabet are to be ignored": white space, here.
        return base64.b64decode(re.sub(rb"[ \t\r\n]", b"", octets), validate=True)
    except binascii.Error as error:
        raise Refused(f"the data is not in base64: {error}", "path") from None
