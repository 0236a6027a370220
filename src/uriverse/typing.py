"""The types in the signatures of this library, for the annotations of your own functions.

    >>> from uriverse.typing import Text
    >>> def host(link: Text) -> str | None: ...

They are for type checkers: at run time each is a text.
"""

from uriverse.columns.interface import ArrowColumn
from uriverse.editions.registry import EditionId
from uriverse.ground.lean_typing import TYPE_CHECKING, TypeAlias, real
from uriverse.reference.mending import MendedReference
from uriverse.reference.paths import Segment
from uriverse.reference.queries import Errors, Pair, Pairs, Selector, Set, Value
from uriverse.reference.web_urls import URLChange
from uriverse.text.delimiters import Hyphens
from uriverse.text.finding import Found, Source
from uriverse.text.schemes import Schemes

if TYPE_CHECKING:
    from ipaddress import IPv4Network, IPv6Network
    from typing import Literal

    from uriverse._core import URL, Components, URIReference
    from uriverse.editions.registry import Edition
    from uriverse.reference.queries import URLObject

Text: TypeAlias = "str | bytes | URIReference | Components | URL | URLObject"
"""What functions take as a text: a str, octets in UTF-8, a reference, or a URL of this or another library."""
AnyEdition: TypeAlias = "EditionId | Literal['whatwg'] | Edition | None"
"""An edition: the id of a built-in one, "whatwg" for the URL Standard, or an own one."""
Host: TypeAlias = "str | URIReference | URL | URLObject | None"
"""A host as a text, or what has one."""
Kind: TypeAlias = "Literal['absolute', 'opaque', 'network-path', 'absolute-path', 'relative-path', 'same-document']"
"""The form of a reference."""
HostType: TypeAlias = "Literal['IPv4', 'IPv6', 'IPvFuture', 'reg-name', 'hostname']"
"""The form of a host."""
Level: TypeAlias = "Literal['string', 'case', 'percent', 'path', 'syntax', 'scheme']"
"""How far `normalize` goes (RFC 3986, section 6.2)."""
ExcessParents: TypeAlias = "Literal['keep', 'drop', 'refuse']"
"""What `resolve` does with more ".." than there are levels."""

Network: TypeAlias = "IPv4Network | IPv6Network"
"""A network of addresses that a policy allows."""

__all__ = [
    "AnyEdition", "ArrowColumn", "EditionId", "Errors", "ExcessParents", "Found", "Host", "HostType", "Hyphens", "Kind",
    "Level", "MendedReference", "Network", "Pair", "Pairs", "Schemes", "Segment", "Selector", "Set", "Source", "Text",
    "URLChange", "Value",
]  # fmt: skip
# An alias of literals is one of `typing`, whatever was loaded first.
globals().update({name: real(globals()[name]) for name in __all__})
