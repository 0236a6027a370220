"""mailto: addresses and header fields (RFC 1738, section 3.5; RFC 6068)."""

from __future__ import annotations

from _collections_abc import Iterator, Sequence

from uriverse import _core
from uriverse.ground.lean_typing import Self
from uriverse.ground.records import dataclass, field
from uriverse.schemes.catalogue import Scheme
from uriverse.schemes.judging import Components
from uriverse.schemes.parts import View, after_scheme, decoded, encoded, split_address


@dataclass(frozen=True, slots=True, repr=False)
class Mailto(View):
    """A mailto URI.

    Attributes:
        to: the addresses, decoded, from before the "?" and from `to` fields.
        subject, body: the first such fields, or None. Each line break of a body becomes CR LF.
        cc: the addresses of `cc` fields, decoded.
        headers: the other header fields, in order, decoded.

    >>> from uriverse import schemes
    >>> schemes.view("mailto:joe@example.com?cc=bob@example.com&body=hello")
    Mailto(to=('joe@example.com',), body='hello', cc=('bob@example.com',))
    """

    to: Sequence[str] = ()
    subject: str | None = None
    body: str | None = None
    headers: Sequence[tuple[str, str]] = ()
    cc: Sequence[str] = field(default=(), kw_only=True)
    scheme: str = field(default="mailto", kw_only=True)
    document: str = field(default="rfc6068", kw_only=True)

    def __post_init__(self) -> None:
        View.__post_init__(self)
        if self.body:
            # RFC 6068, section 5: "line breaks in the body of a message MUST be encoded with "%0D%0A"."
            lines = self.body.replace("\r\n", "\n").replace("\r", "\n")
            object.__setattr__(self, "body", lines.replace("\n", "\r\n"))

    @classmethod
    def read(cls, parts: Components, scheme: Scheme) -> Self:
        """Split at the delimiters, then decode, once (RFC 6068, section 2, item 1)."""
        shared = cls._shared(parts, scheme)
        if "query" not in scheme.uses:
            return cls((decoded(after_scheme(parts)),), **shared)
        addresses_of = {"to": [decoded(address) for address in parts.path.split(",")] if parts.path else [], "cc": []}
        subject = body = None
        headers = []
        for name, value in _fields(parts.query):
            addresses = _addresses(value, scheme) if name.lower() in addresses_of else None
            if addresses is not None:
                addresses_of[name.lower()].extend(addresses)
            elif name.lower() == "subject" and subject is None:
                subject = value
            elif name.lower() == "body" and body is None:
                body = value
            else:
                headers.append((name, value))
        return cls(tuple(addresses_of["to"]), subject, body, tuple(headers), cc=tuple(addresses_of["cc"]), **shared)

    def written(self, scheme: Scheme) -> str:
        """Write the addresses before the "?", then the fields."""
        if "query" not in scheme.uses:
            if len(self.to) != 1 or self.subject or self.body or self.cc or self.headers:
                raise ValueError("there is one address and nothing else (RFC 1738, section 3.5)")
            return encoded(scheme, "address", self.to[0])
        fields = [("subject", self.subject), ("body", self.body), *self.headers]
        pairs = [
            f"{encoded(scheme, 'header', name)}={encoded(scheme, 'header', value)}"
            for name, value in fields
            if value is not None
        ]
        if self.cc:
            pairs.insert(0, f"cc={_list(self.cc, scheme)}")
        return f"{_list(self.to, scheme)}{'?' if pairs else ''}{'&'.join(pairs)}"


def _fields(query: str | None) -> Iterator[tuple[str, str]]:
    for pair in (query or "").split("&"):
        name, mark, value = pair.partition("=")
        if mark:
            yield decoded(name), decoded(value)


def _addresses(value: str, scheme: Scheme) -> list[str] | None:
    """The addresses of a `to` or `cc` field, or None if it has anything else.

    RFC 6068, section 2: "the "to" hfield [...] is treated as equivalent" to addresses before the "?".
    """
    items = [""]
    quoted = escaped = False
    for letter in value:
        quoted ^= letter == '"' and not escaped
        escaped = letter == "\\" and not escaped
        if letter == "," and not quoted:
            items.append("")
        else:
            items[-1] += letter
    addresses = [address.strip(" ") for address in items]
    whole = f"mailto:{_list(addresses, scheme)}"
    return addresses if _core.is_valid(whole, edition=scheme.edition) else None


def _list(addresses: Sequence[str], scheme: Scheme) -> str:
    return ",".join(_written(address, scheme) for address in addresses)


def _written(address: str, scheme: Scheme) -> str:
    """An addr-spec, encoded on both sides of the "@" that separates them."""
    local, domain = split_address(address)
    return f"{encoded(scheme, 'local', local)}@{encoded(scheme, 'domain', domain)}"
