"""The server and the request target of an HTTP request for a reference (RFC 9112, section 3.2.1)."""

from __future__ import annotations

from typing import NamedTuple

from uriverse._core import URI
from uriverse.editions.ids import DEFAULT_EDITION
from uriverse.ground.argument_types import TEXT, check_argument

TYPE_CHECKING = False
if TYPE_CHECKING:
    from uriverse._core import Text


class RequestTarget(NamedTuple):
    """An origin, and the request target in origin form, byte for byte as in the reference."""

    reference: URI
    scheme: str
    host: str
    port: int
    target: str


def target_of(reference: Text) -> RequestTarget:
    """Split an http or https URI into origin and target.

    Raises:
        URISyntaxError: it is not a URI of RFC 3986, as a request needs.
        ValueError: it has another scheme, no host, or a port out of range, or its own edition sees another host.
    """
    check_argument("reference", reference, TEXT)
    uri = URI(reference, edition=DEFAULT_EDITION)
    scheme = (uri.scheme or "").lower()
    if scheme not in {"http", "https"}:
        raise ValueError(f"reference must be an http or https URI, not {scheme}")
    if not uri.host:
        raise ValueError("reference must have a host")
    if isinstance(reference, URI) and reference.host != uri.host:
        raise ValueError(f"reference has the host {uri.host} by RFC 3986, not {reference.host}")
    port, target = uri.effective_port, uri.request_target
    if port is None or target is None or not 0 <= port < 65536:
        raise ValueError(f"reference must have a port from 0 to 65535, not {port}")
    return RequestTarget(uri, scheme, uri.host, port, target)
