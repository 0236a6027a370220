"""Cuts: what one parser makes of a text, in the form in which two parsers can be compared.

What goes in is a text and a parser's name, what comes out is a `Cut`. Its components have one form
(`crates/whatwg/src/destination.rs` defines it): `HTTP://%65xample.com:080/a/./%7eb` and `http://example.com/a/~b` have
the same cut, because a request for either goes to the same place.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final, TypeAlias, cast
from urllib.parse import unquote

from uriverse import _core
from uriverse.errors import URIError
from uriverse.ground.argument_types import URL_STANDARD, is_url_standard
from uriverse.ground.masking import STARS, masked, masked_part, secrets

if TYPE_CHECKING:
    from uriverse.editions.ids import EditionId, StandardId

# Scheme, userinfo, host, port and path: what two parsers must agree on.
Destination: TypeAlias = tuple[str | None, str | None, str | None, int | str | None, str]

COMPONENTS: Final = ("scheme", "userinfo", "host", "port", "path")

# The lenient split; all other parsers of ours are editions, and the URL Standard.
SPLIT: Final = "split"
# RFC 1630's generic grammar and RFC 6570's templates have no host.
EDITIONS: Final = tuple(id for id in _core.edition_ids() if _core.parse("http://h/", edition=id).host is not None)
OURS: Final = (*EDITIONS, SPLIT, URL_STANDARD)


@dataclass(frozen=True, slots=True)
class Cut:
    """What one parser makes of a text.

    Attributes:
        parser: its name: an edition's id, "split", "whatwg", or a library's.
        version: of what: of this package, of Python or of the library.
        reason: why the parser refuses the text, in one line; "" where it accepts it.
        scheme: in lower case; None where undefined, as all that follow.
        userinfo: percent-decoded.
        host: to which the parser's fetcher would connect: after percent-decoding, IDNA and rare forms of addresses. An
            IPv6 address stands in brackets.
        port: to which it would connect, the scheme's default included; a text where it is not a number of a port.
        path: unreserved characters decoded, dot segments removed; "" where the text is refused.
        host_text: the host as the parser gives it.

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

    def __repr__(self) -> str:
        shown = (f"{name}={self.shown(name)!r}" for name in (*COMPONENTS, "host_text"))
        head = f"parser={self.parser!r}, version={self.version!r}, reason={masked(self.reason)!r}"
        return masked(f"Cut({head}, {', '.join(shown)})")

    def shown(self, name: str) -> str | int | None:
        """A component with its password masked: some parsers take the userinfo for a part of the host."""
        value = getattr(self, name)
        if not isinstance(value, str):
            return None if value is None else int(value)
        if name == "userinfo":
            return masked_part(name, value)
        # What one parser takes for the path or the host may be the userinfo for another, "%5C" was "\\" in it.
        written = value.replace("%5C", "\\")
        bare = written.lstrip("/\\")
        return (written[: len(written) - len(bare)] + masked(f"//{bare}")[2:]).replace("\\", "%5C")

    @property
    def accepted(self) -> bool:
        """Whether the parser accepts the text."""
        return not self.reason

    @property
    def destination(self) -> Destination:
        """Scheme, userinfo, host, port and path: what two parsers must agree on."""
        return self.scheme, self.userinfo, self.host, self.port, self.path

    def as_dict(self) -> dict[str, object]:
        """Everything, as JSON has it."""
        return {name: getattr(self, name) for name in ("parser", "version", "accepted", "reason", *COMPONENTS)}


def our_destinations(text: str, parsers: Iterable[str]) -> list[Destination | None]:
    """The destinations that our own parsers find in a text; None for each parser that refuses it.

    This is faster than `our_cuts`, which also finds the reason of each refusal.

    >>> our_destinations("http://Ab.c./", ["whatwg", "rfc3986"])[0]
    ('http', None, 'ab.c', 80, '/')
    """
    return [None if found is None else found[1:] for found in _core.agreement_cuts(text, parsers)]


def our_cuts(text: str, parsers: Iterable[str]) -> list[Cut]:
    """The cuts that our own parsers make.

    >>> [cut.host for cut in our_cuts("http://Ab.c./", ["rfc3986", "whatwg"])]
    ['ab.c', 'ab.c']
    """
    names = list(parsers)
    cuts = []
    for name, found in zip(names, _core.agreement_cuts(text, names), strict=True):
        if found is None:
            cuts.append(Cut(name, _core.__version__, refusal(text, name)))
        else:
            host_text, scheme, userinfo, host, port, path = found
            cuts.append(Cut(name, _core.__version__, "", scheme, userinfo, host, port, path, host_text))
    return cuts


def target_of(text: str, base: str, parser: str) -> str:
    """The target that one of our own parsers resolves from a base.

    Raises:
        URIError: if it refuses the text or the base.

    >>> target_of("/\\\\b/x", "http://a/", "whatwg"), target_of("/\\\\b/x", "http://a/", "split")
    ('http://b/x', 'http://a/\\\\b/x')
    """
    if parser == SPLIT:
        return str(_core.split(base).resolve(text))
    if is_url_standard(parser):
        return _core.URL(text, base).href
    return str(_core.resolve(text, base, edition=cast("EditionId", parser), new_request=True))


def refusal(text: str, parser: str) -> str:
    """Why one of our own parsers refuses a text, in one line."""
    try:
        _core.parse(text, edition=cast("StandardId", parser))
    except URIError as error:
        return one_line(error, text)
    raise AssertionError(f"{parser} accepts the text")


def one_line(error: Exception, text: str) -> str:
    """An error about a text in one short line; the passwords of the text are masked wherever the line repeats them."""
    lines = str(error).strip().splitlines()
    said = masked(lines[0]) if lines else ""
    for secret in _secrets(text):
        said = said.replace(secret, STARS)
    said = " ".join(said.split())[:200]
    return f"{type(error).__name__}: {said}" if said else type(error).__name__


def _secrets(text: str) -> set[str]:
    """The passwords of a text, as they stand in it and decoded; one that is a single character hides nothing.

    >>> sorted(_secrets("http://user:s%20t@h/"))
    ['s t', 's%20t']
    """
    found = {text[start:end] for start, end in secrets(text)}
    return {each for secret in found for each in (secret, unquote(secret)) if len(each) > 1 and set(each) != {"*"}}
