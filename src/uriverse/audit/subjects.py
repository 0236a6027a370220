"""The text under audit, split by the lenient split into parts with their positions.

    http://user@h:80/a/b?q#f
    │      │    │ │ │    │ └ fragment.start
    │      │    │ │ │    └── query.start
    │      │    │ │ └─────── path.start
    │      │    │ └───────── port.start
    │      │    └─────────── host.start
    │      └──────────────── userinfo.start, authority.start
    └─────────────────────── scheme.start

The starts follow from RFC 3986, section 5.3: the components and their delimiters, joined, are the text. A text that is
not a URI is split in the same way, as a parser without validation would.
"""

from __future__ import annotations

from uriverse import _core
from uriverse.audit.nested import Nested, nested
from uriverse.ground.lean_typing import TYPE_CHECKING, Final
from uriverse.ground.patterns import pattern
from uriverse.ground.records import NamedTuple, dataclass

if TYPE_CHECKING:
    import re
    from collections.abc import Iterator, Mapping

    from uriverse.editions.registry import Edition, EditionId
    from uriverse.hosts import Address, HostVerdict
    from uriverse.schemes import Scheme

# No known scheme has a longer name.
LONGEST_SCHEME: Final = 100

# How an international label begins (RFC 5890, section 2.3.2.1).
PREFIX: Final = "xn--"

# RFC 3986, section 2: unreserved, reserved and "%"; without brackets, which only a valid host has.
_USUAL: Final = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~:/?#@!$&'()*+,;=%"
_IS_USUAL: Final = frozenset(_USUAL).issuperset
_ODD: Final = pattern(f"[^{_USUAL}]".replace("-", r"\-"))
_CAPITAL: Final = pattern("[A-Z]")
_BEYOND_ASCII: Final = pattern(r"[^\x00-\x7f]")


class Piece(NamedTuple):
    """A component or a part of one: its start and its characters."""

    start: int
    text: str

    @property
    def end(self) -> int:
        """The position after its last character."""
        return self.start + len(self.text)

    def places(self, pattern: re.Pattern[str], group: int = 0, replacement: str | None = None) -> Iterator[Place]:
        """The positions of a pattern's matches, or of one group of them."""
        for match in pattern.finditer(self.text):
            yield Place(self.start + match.start(group), self.start + match.end(group), replacement)


class Label(NamedTuple):
    """A label of a host that is beyond US-ASCII, or in its "xn--" form.

    Attributes:
        start, end: in characters.
        unicode: the label in Unicode, mapped by UTS #46; None if it is not valid.
        doubt: why people may mistake it for another label, or None.
    """

    start: int
    end: int
    unicode: str | None
    doubt: _core.Doubt | None


class Place(NamedTuple):
    """Where a check found something.

    Attributes:
        start, end: in characters.
        replacement: what to write there instead, or None.
        details: the values for the sentence's format fields.
        clause: the clause if it is not the data's, else None.
    """

    start: int
    end: int
    replacement: str | None = None
    details: Mapping[str, object] = {}
    clause: str | None = None


if TYPE_CHECKING:
    from functools import cached_property as once
else:

    class once:
        """An attribute that is computed on first access: `functools.cached_property` without the lock of 3.11."""

        def __init__(self, make):
            self.make = make

        def __set_name__(self, owner, name):
            self.name = name

        def __get__(self, subject, owner):
            value = subject.__dict__[self.name] = self.make(subject)
            return value


@dataclass(eq=False)
class Subject:
    """A text under audit.

    Attributes:
        text: the whole text.
        edition: the edition of the text.
        schemes: the tables of the schemes.
        reference: the parsed reference, or None if the edition refuses the text.
        scheme, authority, userinfo, host, port, path, params, query, fragment: the parts; None if undefined.
    """

    text: str
    edition: EditionId | Edition
    schemes: Mapping[str, Scheme]
    reference: _core.URIReference | None
    path: Piece
    scheme: Piece | None = None
    authority: Piece | None = None
    userinfo: Piece | None = None
    host: Piece | None = None
    port: Piece | None = None
    params: Piece | None = None
    query: Piece | None = None
    fragment: Piece | None = None

    @classmethod
    def from_components(
        cls,
        parts: _core.Components,
        *,
        edition: EditionId | Edition,
        schemes: Mapping[str, Scheme],
        reference: _core.URIReference | None,
    ) -> Subject:
        """Cut a text at the positions of its components."""
        text = parts.text
        pieces = {name: Piece(start, text[start:end]) for name, start, end in _core.spans(parts)}
        return cls(text, edition, schemes, reference, **pieces)

    @once
    def scheme_name(self) -> str:
        """The scheme in lower case, without the characters that browsers strip; "" if there is none."""
        if self.scheme is None or len(self.scheme.text) > LONGEST_SCHEME:
            return ""
        name = self.scheme.text.lower()
        return name if name.isalnum() else "".join(letter for letter in name if letter > " ")

    @once
    def scheme_table(self) -> Scheme | None:
        """The table of the scheme, or None."""
        if self.scheme_name in self.schemes:
            return self.schemes[self.scheme_name]
        return None

    @once
    def port_number(self) -> int | None:
        """The port's number if it has at most five digits after its leading zeros; None for an empty port."""
        text = "" if self.port is None else self.port.text
        digits = text.lstrip("0")
        if not text.isascii() or not text.isdigit() or len(digits) > 5:
            return None
        return int(digits or "0")

    @once
    def default_port(self) -> int | None:
        """The scheme's default port."""
        table = self.scheme_table
        return None if table is None or table.port is None else table.port.number

    @property
    def hierarchical(self) -> bool:
        """Whether the path's slashes are separators: not in an opaque path, as in `mailto:a/b`."""
        return self.scheme is None or self.authority is not None or self.path.text.startswith("/")

    @once
    def verdict(self) -> HostVerdict:
        """The verdict on the host; an absent host counts as an empty one."""
        from uriverse.hosts.verdicts import verdict

        return verdict("" if self.host is None else self.host.text)

    @once
    def address(self) -> Address | None:
        """The address that the host is, or that some parser reads it as."""
        return self.verdict.address

    @once
    def normal(self) -> str | None:
        """The normal form by the edition (RFC 3986, section 6.2.2); None if the edition refuses the text."""
        return None if self.reference is None else str(self.reference.normalize())

    @once
    def metadata(self) -> HostVerdict | None:
        """The verdict on a host that is a cloud's metadata service; None for other hosts."""
        return self.verdict if self.host is not None and self.verdict.kind == "metadata" else None

    @once
    def capitals(self) -> re.Match[str] | None:
        """The first capital of the host, or None."""
        if self.host is None or self.host.text == self.host.text.lower():
            return None
        return _CAPITAL.search(self.host.text)

    @once
    def odd(self) -> re.Match[str] | None:
        """The first character that no URI has, or that only an IP literal may have; None if there is none."""
        # The set of the characters of a long text takes ten times the search.
        return None if len(self.text) < 200 and _IS_USUAL(self.text) else _ODD.search(self.text)

    @once
    def beyond_ascii(self) -> re.Match[str] | None:
        """The first character beyond US-ASCII, or None."""
        return None if self.text.isascii() else _BEYOND_ASCII.search(self.text)

    @once
    def international(self) -> list[Label] | None:
        """The host's labels that are beyond US-ASCII or in their "xn--" form; None if there are none."""
        if self.host is None or (self.host.text.isascii() and PREFIX not in self.host.text.lower()):
            return None
        at = self.host.start
        labels = _core.host_labels(self.host.text)
        return [Label(at + start, at + end, unicode, doubt) for start, end, unicode, doubt in labels]

    @once
    def nested_path(self) -> list[Nested]:
        """What is inside the path, once it is decoded."""
        return nested(*self.path, "path")

    @once
    def nested_query(self) -> list[Nested]:
        """What is inside the query, once it is decoded; several checks look at it."""
        return [] if self.query is None else nested(*self.query, "query")

    def parts(self, *names: str) -> list[Piece]:
        """The defined ones among the named parts."""
        return [part for name in names if (part := getattr(self, name)) is not None]

    def after_authority(self) -> list[Piece]:
        """The path, params, query and fragment that are defined."""
        return self.parts("path", "params", "query", "fragment")
