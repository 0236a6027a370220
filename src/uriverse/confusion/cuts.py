"""Cuts: one parser's result for a text, in a form for comparing parsers.

The components of a `Cut` are normalized (`crates/whatwg/src/destination.rs` defines how):
`HTTP://%65xample.com:080/a/./%7eb` and `http://example.com/a/~b` have the same cut, because requests for both go to the
same place.
"""

from __future__ import annotations

from _collections_abc import Iterable

from uriverse import _core
from uriverse.errors import URIError, URISyntaxError
from uriverse.ground.argument_types import URL_STANDARD, is_url_standard
from uriverse.ground.late import urllib_parse
from uriverse.ground.lean_typing import TYPE_CHECKING, Final, TypeAlias, cast
from uriverse.ground.masking import STARS, masked, masked_part, secrets
from uriverse.ground.records import dataclass, field
from uriverse.ground.secret_words import cut_words, without_words

if TYPE_CHECKING:
    from uriverse.editions.ids import EditionId, StandardId

# Scheme, userinfo, host, port and path: the components that two parsers must agree on.
Destination: TypeAlias = tuple[str | None, str | None, str | None, int | str | None, str]

# The decoded segments of the path, the decoded pairs of the query, and the decoded fragment.
Request: TypeAlias = tuple[tuple[bytes, ...], tuple[tuple[bytes, bytes], ...], bytes]

COMPONENTS: Final = ("scheme", "userinfo", "host", "port", "path")

# The lenient split; the other built-in parsers are editions and the URL Standard.
SPLIT: Final = "split"
# RFC 1630's generic grammar and RFC 6570's templates have no host.
EDITIONS: Final = tuple(id for id in _core.edition_ids() if _core.parse("http://h/", edition=id).host is not None)
OURS: Final = (*EDITIONS, SPLIT, URL_STANDARD)


@dataclass(frozen=True, slots=True)
class Cut:
    """One parser's result for a text.

    Attributes:
        parser: its name: an edition's id, "split", "whatwg", or a library's.
        version: of this package, of Python or of the library.
        reason: why the parser refuses the text, in one line; "" if it accepts it.
        scheme: in lower case; None if undefined, like the other components.
        userinfo: percent-decoded.
        host: the host to connect to, after percent-decoding, IDNA and converting rare forms of addresses. An IPv6
            address has brackets.
        port: the port to connect to, by default the scheme's; a str if it is not a valid number.
        path: unreserved characters decoded, dot segments removed; "" if the text is refused.
        host_text: the host as the parser returns it.
        text: the whole text; `repr` masks its secrets in the parts that the parser cut from them.
        query, fragment: as the parser returns them; None if undefined, and for parsers that do not tell, if empty.

    >>> from uriverse import confusion
    >>> confusion.agreement("http://0x7f.1/", parsers="rfc3986").cuts[0].host
    '127.0.0.1'
    """

    parser: str
    version: str
    reason: str = ""
    scheme: str | None = None
    userinfo: str | None = None
    host: str | None = None
    port: int | str | None = None
    path: str = ""
    host_text: str | None = None
    text: str = field(default="", repr=False, compare=False)
    query: str | None = None
    fragment: str | None = None

    def __repr__(self) -> str:
        components = (f"{name}={self.shown(name)!r}" for name in (*COMPONENTS, "host_text"))
        head = f"parser={self.parser!r}, version={self.version!r}, reason={masked(self.reason)!r}"
        return masked(f"Cut({head}, {', '.join(components)})")

    def shown(self, name: str) -> str | int | None:
        """A component with masked passwords: for some parsers the userinfo is a part of the host, or cut by a "/"."""
        value = getattr(self, name)
        if not isinstance(value, str):
            return None if value is None else int(value)
        has_secrets = bool(secrets(self.text))
        if has_secrets:
            value = without_words(value, cut_words(self.text))
        if name == "userinfo":
            return masked_part(name, value)
        if self.text and not has_secrets:
            return value
        # One parser's path or host may contain another's userinfo; "%5C" was "\\" in it.
        text = value.replace("%5C", "\\")
        bare = text.lstrip("/\\")
        return (text[: len(text) - len(bare)] + masked(f"//{bare}")[2:]).replace("\\", "%5C")

    @property
    def accepted(self) -> bool:
        """Whether the parser accepts the text."""
        return not self.reason

    @property
    def destination(self) -> Destination:
        """Scheme, userinfo, host, port and path: the components that two parsers must agree on."""
        return self.scheme, self.userinfo, self.host, self.port, self.path

    @property
    def request(self) -> Request:
        """The segments of the path and the pairs of the query, percent-decoded once; and the fragment.

        Segments are what stands between "/", pairs what stands between "&", with the first "=" between name and value.
        An empty query counts as none, because many clients drop it.
        """
        pairs = (pair.partition("=") for pair in (self.query or "").split("&"))
        return (
            tuple(map(urllib_parse.unquote_to_bytes, self.path.split("/"))),
            tuple(
                (urllib_parse.unquote_to_bytes(name), urllib_parse.unquote_to_bytes(mark + value))
                for name, mark, value in pairs
            ),
            urllib_parse.unquote_to_bytes(self.fragment or ""),
        )

    def as_dict(self) -> dict[str, object]:
        """All fields as JSON values."""
        return {name: getattr(self, name) for name in ("parser", "version", "accepted", "reason", *COMPONENTS)}


def our_destinations(text: str, parsers: Iterable[str]) -> list[Destination | None]:
    """The destinations of a text by built-in parsers; None for each parser that refuses it.

    This is faster than `our_cuts`, which also computes the reason of each refusal.

    >>> our_destinations("http://Ab.c./", ["whatwg", "rfc3986"])[0]
    ('http', None, 'ab.c', 80, '/')
    """
    return [None if fields is None else fields[1:] for fields in _core.agreement_cuts(text, parsers)]


def our_cuts(text: str, parsers: Iterable[str]) -> list[Cut]:
    """The cuts of built-in parsers.

    >>> [cut.host for cut in our_cuts("http://Ab.c./", ["rfc3986", "whatwg"])]
    ['ab.c', 'ab.c']
    """
    names = list(parsers)
    cuts = []
    for name, fields in zip(names, _core.agreement_cuts(text, names), strict=True):
        if fields is None:
            cuts.append(Cut(name, _core.__version__, refusal(text, name), text=text))
        else:
            rest = _after_path(text, name)
            cuts.append(Cut(name, _core.__version__, "", *fields[1:], fields[0], text, *rest))
    return cuts


def _after_path(text: str, parser: str) -> tuple[str | None, str | None]:
    """The query and the fragment for a built-in parser that accepts the text."""
    if is_url_standard(parser):
        url = _core.URL(text)
        return url.search[1:] or None, url.hash[1:] or None
    parts = _core.split(text) if parser == SPLIT else _core.parse(text, edition=cast("EditionId", parser))
    return parts.query, parts.fragment


def target_of(text: str, base: str, parser: str) -> str:
    """The target that a built-in parser resolves against a base.

    >>> target_of("/\\\\b/x", "http://a/", "whatwg"), target_of("/\\\\b/x", "http://a/", "split")
    ('http://b/x', 'http://a/\\\\b/x')
    """
    if parser == SPLIT:
        return str(_core.split(base).resolve(text))
    if is_url_standard(parser):
        return _core.URL(text, base).href
    return str(_core.resolve(text, base, edition=cast("EditionId", parser), new_request=True))


def refusal(text: str, parser: str) -> str:
    """The error of a built-in parser for a text, in one line."""
    try:
        _core.parse(text, edition=cast("StandardId", parser))
    except URIError as error:
        return one_line(error, text)
    raise AssertionError(f"{parser} accepts the text")


def one_line(error: Exception, text: str) -> str:
    """An error about a text in one short line, with the passwords of the text masked."""
    lines = (error.first_line() if isinstance(error, URISyntaxError) else str(error)).strip().splitlines()
    line = without_words(masked(lines[0]), cut_words(text)) if lines else ""
    for secret in _secrets(text):
        line = line.replace(secret, STARS)
    line = " ".join(line.split())[:200]
    return f"{type(error).__name__}: {line}" if line else type(error).__name__


def _secrets(text: str) -> set[str]:
    """The passwords of a text, as written and decoded; without those of a single character.

    >>> sorted(_secrets("http://user:s%20t@h/"))
    ['s t', 's%20t']
    """
    passwords = {text[start:end] for start, end in secrets(text)}
    return {
        spelling
        for secret in passwords
        for spelling in (secret, urllib_parse.unquote(secret))
        if len(spelling) > 1 and set(spelling) != {"*"}
    }
