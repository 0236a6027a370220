"""Composing references from components, and changing some of them (RFC 3986, section 5.3).

Components come as encoded text and are checked, never repaired: where the whole would be read as something else than
its parts, that is an error. `append_segment` alone takes data, and encodes it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from uriverse import _core
from uriverse.errors import URISyntaxError
from uriverse.masking import masked_field

if TYPE_CHECKING:
    from uriverse._core import URIReference
    from uriverse.editions.registry import Edition, EditionId

PARTS: Final = ("scheme", "authority", "path", "params", "query", "fragment")
DELIMITERS: Final = {
    "scheme": ("", ":"),
    "authority": ("//", ""),
    "path": ("", ""),
    "params": (";", ""),
    "query": ("?", ""),
    "fragment": ("#", ""),
}
AUTHORITY_PARTS: Final = ("userinfo", "host", "port")


def compose(
    *,
    scheme: str | None = None,
    authority: str | None = None,
    userinfo: str | None = None,
    host: str | None = None,
    port: int | str | None = None,
    path: str = "",
    params: str | None = None,
    query: str | None = None,
    fragment: str | None = None,
    edition: EditionId | Edition = "rfc3986",
) -> URIReference:
    """A reference of the given components; None leaves a component undefined, "" makes it empty.

    Args:
        scheme, authority, path, params, query, fragment: encoded text without delimiters.
        userinfo, host, port: the authority by its parts, instead of `authority`.
        edition: by which the whole is checked.

    Raises:
        URISyntaxError: where the edition refuses the whole, or reads it as other components than these.
        TypeError: where `authority` comes with one of its parts.

    >>> import uriverse as uv
    >>> str(uv.compose(scheme="http", host="h", port=8080, path="/a"))
    'http://h:8080/a'
    """
    parts: dict[str, str | None] = {
        "scheme": scheme,
        "authority": _authority(authority, userinfo, host, port),
        "path": path,
        "params": params,
        "query": query,
        "fragment": fragment,
    }
    return _checked(parts, edition)


def replace(reference: URIReference, **parts: Any) -> URIReference:
    """The reference with some components replaced; see `URIReference.replace`."""
    unknown = parts.keys() - {*PARTS, *AUTHORITY_PARTS}
    if unknown:
        known = ", ".join((*PARTS, *AUTHORITY_PARTS))
        raise TypeError(f"there is no component {min(unknown)!r}; there are {known}")
    given = {name: parts[name] for name in AUTHORITY_PARTS if name in parts}
    authority = parts.get("authority", reference.authority)
    if given:
        if "authority" in parts:
            raise TypeError(f"authority excludes {', '.join(given)}: give the one or the others")
        if reference.host is None and reference.authority and "host" not in given:
            shown = masked_field("authority", reference.authority)
            raise TypeError(f"the authority {shown} names no host; give host, or the whole authority")
        authority = _authority(
            None,
            given.get("userinfo", reference.userinfo),
            given.get("host", reference.host),
            given.get("port", reference.port_text),
        )
    changed = {name: parts.get(name, getattr(reference, name)) for name in PARTS}
    changed["authority"] = authority
    return _checked(changed, reference.edition)


def append_segment(reference: URIReference, segment: str) -> URIReference:
    """The reference with one more path segment, taken as data; query and fragment are dropped.

    Raises:
        ValueError: for "." and "..", which are no data in a path (RFC 3986, section 3.3).
    """
    if segment in {".", ".."}:
        raise ValueError(f'{segment!r} is a dot segment, not data; resolve "{segment}/" against the reference instead')
    path = reference.path
    encoded = _core.encode(segment, component="segment", edition=reference.edition)
    if path and not path.endswith("/"):
        path += "/"
    elif not path and reference.authority is not None:
        path = "/"
    elif not path and reference.scheme is None and (":" in encoded or not encoded):
        # RFC 3986, section 4.2: such a segment "must be preceded by a dot-segment (e.g., "./this:that")".
        path = "./"
    parts = {"scheme": reference.scheme, "authority": reference.authority, "path": path + encoded}
    return _checked(parts, reference.edition)


def _authority(authority: str | None, userinfo: str | None, host: str | None, port: int | str | None) -> str | None:
    parts = {"userinfo": userinfo, "host": host, "port": port}
    given = [name for name, part in parts.items() if part is not None]
    if not given:
        return authority
    if authority is not None:
        raise TypeError(f"authority excludes {', '.join(given)}: give the one or the others")
    before = "" if userinfo is None else f"{userinfo}@"
    after = "" if port is None else f":{port}"
    return f"{before}{host or ''}{after}"


def _checked(parts: dict[str, str | None], edition: EditionId | Edition) -> URIReference:
    """Recompose after RFC 3986, section 5.3, then read back and compare."""
    text = ""
    starts: dict[str, int] = {}
    for name in PARTS:
        part = parts.get(name)
        if part is not None:
            before, after = DELIMITERS[name]
            starts[name] = len(text) + len(before)
            text += f"{before}{part}{after}"
    made = _core.parse(text, edition=edition)
    for name in PARTS:
        part, read = parts.get(name), getattr(made, name)
        if part != read and not (name == "path" and part is None):
            raise URISyntaxError(
                text=text,
                at=starts.get(name, 0),
                rule=name,
                edition=edition,
                component=name,
                reason=f"the {name} {masked_field(name, part)} would be read as {masked_field(name, read)}",
            )
    return made
