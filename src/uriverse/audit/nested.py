"""What is inside a component, as a server and its clients read it after decoding: the audit's only decoder and parser.

    http://example.com/fetch?url=+htt%70%3A%2F%2Fa%26@127.0.0.1%2Fadmin
                                 '-- decoded as a form, then parsed by the URL Standard: its host is 127.0.0.1

The engine does both (`crates/text/src/nested.rs`).
"""

from __future__ import annotations

from uriverse import _core
from uriverse.ground.lean_typing import TYPE_CHECKING
from uriverse.ground.records import NamedTuple

if TYPE_CHECKING:
    from typing import Literal


class Nested(NamedTuple):
    """Something inside a component.

    Attributes:
        kind: "reference" (with a host), "scheme" (a value that begins with one), "at-sign" (a value that begins with
            one), "climb" (".."), "value" (of a key whose values are secrets) or "parameter" (of a dot segment).
        start, end: in characters of the whole text.
        name: the scheme or the key; of a reference "scheme" or, without a scheme, the delimiter before it.
        hosts: the hosts of a reference, as written and as the URL parser reads it; what follows an "@".
    """

    kind: str
    start: int
    end: int
    name: str
    hosts: list[str]


def nested(start: int, text: str, component: Literal["path", "query", "other"]) -> list[Nested]:
    """Decode and parse what is inside a component that begins at `start`; the result is sorted by kind and place.

    >>> nested(8, "url=%68ttp%3A%2F%2F127.1%2F", "query")[0]
    Nested(kind='reference', start=12, end=32, name='scheme', hosts=['127.1', '127.0.0.1'])
    """
    rows = _core.nested(text, component)
    return [Nested(kind, start + first, start + end, name, hosts) for kind, first, end, name, hosts in rows]
