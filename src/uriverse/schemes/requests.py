"""URIs in HTTP requests: the forms of a request target (RFC 9112, section 3.2), and well-known paths (RFC 8615)."""

from __future__ import annotations

from uriverse import _core
from uriverse.ground.argument_types import takes
from uriverse.ground.lean_typing import TYPE_CHECKING, Final, Literal

if TYPE_CHECKING:
    from uriverse._core import Text

TargetForm = Literal["origin", "absolute", "authority", "asterisk"]
WELL_KNOWN: Final = "/.well-known/"


@takes(text=str, method=str)
def request_target_form(text: str, *, method: str = "GET") -> TargetForm:
    """Return the form of a request target: "origin", "absolute", "authority" or "asterisk".

    Args:
        text: the target as it stands in the request line.
        method: the method, which decides for CONNECT and OPTIONS.

    Raises:
        ValueError: if the text has none of the forms that the method allows (RFC 9112, sections 3.2.1 to 3.2.4).

    >>> from uriverse.schemes import request_target_form
    >>> request_target_form("/where?q=now"), request_target_form("http://www.example.org/pub/WWW/TheProject.html")
    ('origin', 'absolute')
    >>> request_target_form("www.example.com:80", method="CONNECT"), request_target_form("*", method="OPTIONS")
    ('authority', 'asterisk')
    """
    if method == "CONNECT":
        host, _, port = text.rpartition(":")
        if port and _core.is_valid(port, rule="port") and host and _core.is_valid(host, rule="host"):
            return "authority"
        raise ValueError('the target of CONNECT is a host, ":" and a port (RFC 9112, section 3.2.3)')
    if text == "*" and method == "OPTIONS":
        return "asterisk"
    path, mark, query = text.partition("?")
    is_path = path.startswith("/") and _core.is_valid(path, rule="path-abempty")
    if is_path and (not mark or _core.is_valid(query, rule="query")):
        return "origin"
    if _core.is_valid(text, rule="absolute-URI"):
        return "absolute"
    expected = 'a path that begins with "/", or an absolute URI without a fragment (RFC 9112, sections 3.2.1, 3.2.2)'
    raise ValueError(f"the target of {method} is {expected}")


def well_known(text: Text) -> str | None:
    """Return the suffix of a well-known URI, the name after "/.well-known/"; None for any other (RFC 8615, section 3).

    It is asked of the path as it is written: resolve or normalize the reference first.

    Args:
        text: a text or a reference.

    Raises:
        URISyntaxError: if RFC 3986 refuses the text.

    >>> from uriverse.schemes import well_known
    >>> well_known("https://h/.well-known/example?q"), well_known("https://h/a/.well-known/example")
    ('example', None)
    """
    path = _core.parse(text).path
    return path.removeprefix(WELL_KNOWN).partition("/")[0] or None if path.startswith(WELL_KNOWN) else None
