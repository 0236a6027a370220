"""Composing references from components, and changing some of them (RFC 3986, section 5.3).

Components come as encoded text and are checked, never repaired: where the whole would be read as something else than
its parts, that is an error.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import TYPE_CHECKING, Any, Final

from uriverse import _core
from uriverse.argument_types import wrong_type
from uriverse.errors import URISyntaxError
from uriverse.masking import masked_field

if TYPE_CHECKING:
    from uriverse._core import Components, URIReference
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
        userinfo, host, port: the authority by its parts, instead of `authority`. A host beyond US-ASCII becomes what
            `uriverse.hosts.to_ascii` makes of it, unless the edition takes it as it is, as `rfc3987` does.
        edition: by which the whole is checked.

    Raises:
        URISyntaxError: where the edition refuses the whole, or reads it as other components than these.
        HostNameError: where a host beyond US-ASCII is not a name of the DNS.
        TypeError: where `authority` comes with one of its parts.

    >>> import uriverse as uv
    >>> str(uv.compose(scheme="http", host="h", port=8080, path="/a"))
    'http://h:8080/a'
    >>> str(uv.compose(scheme="http", host="bücher.example"))
    'http://xn--bcher-kva.example'
    """
    given = {"scheme": scheme, "userinfo": userinfo, "host": host, "path": path}
    given |= {"authority": authority, "params": params, "query": query, "fragment": fragment}
    _check_types({**given, "port": port})
    parts: dict[str, str | None] = {
        "scheme": scheme,
        "authority": _authority(authority, userinfo, _readable_host(host, edition), port),
        "path": path,
        "params": params,
        "query": query,
        "fragment": fragment,
    }
    return composed(parts, edition, [name for name in PARTS if parts[name] is not None])


def replace(reference: URIReference, parts: Mapping[str, Any]) -> URIReference:
    """The reference with some components replaced; see `URIReference.replace`."""
    _check_types(parts)
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
            _readable_host(given.get("host", reference.host), reference.edition),
            given.get("port", reference.port_text),
        )
    changed = {name: parts.get(name, getattr(reference, name)) for name in PARTS}
    changed["authority"] = authority
    named = [name for name in PARTS if name in parts or (name == "authority" and given)]
    return composed(changed, reference.edition, named)


def _check_types(parts: Mapping[str, object]) -> None:
    for name, part in parts.items():
        if name == "port" and type(part) is int:
            continue
        if part is not None and not isinstance(part, str):
            raise wrong_type(name, "a str, an int or None" if name == "port" else "a str or None", part)


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


def _readable_host(host: str | None, edition: EditionId | Edition) -> str | None:
    """The host as the edition has it: a name beyond US-ASCII that it refuses is written in the form of the DNS.

    RFC 3986, section 3.2.2: "URI producers should provide these registered names in the IDNA encoding, rather than a
    percent-encoding".
    """
    if host is None or host.isascii() or _core.is_valid(f"//{host}", edition=edition):
        return host
    from uriverse.hosts.international import to_ascii

    return to_ascii(host)


def composed(parts: dict[str, str | None], edition: EditionId | Edition, named: Collection[str]) -> URIReference:
    """Recompose after RFC 3986, section 5.3, then read back and compare; `named` are the components to blame first."""
    text = ""
    starts: dict[str, int] = {}
    for name in PARTS:
        part = parts.get(name)
        if part is not None:
            before, after = DELIMITERS[name]
            starts[name] = len(text) + len(before)
            text += f"{before}{part}{after}"
    try:
        made = _core.parse(text, edition=edition)
    except URISyntaxError:
        # A part that became part of another component is to blame, and not the component that was refused for it.
        _refuse_others(parts, _core.split(text, edition=edition), starts, named)
        raise
    _refuse_others(parts, made, starts, (*named, *PARTS))
    return made


def _refuse_others(
    parts: Mapping[str, str | None], read: URIReference | Components, starts: Mapping[str, int], named: Collection[str]
) -> None:
    """Raise if the text was read as other components than its parts; the error is about the first of `named`."""
    for name in named:
        part, found = parts.get(name), getattr(read, name)
        if part == found or (name == "path" and part is None):
            continue
        shown, other = masked_field(name, part), masked_field(name, found)
        if shown != repr(part):
            # What was read may have the password in another place.
            other = "another one"
        reason = f"the {name} {shown} would be read as {other}"
        if name == "path" and part and part[0] != "/" and parts.get("authority") is not None:
            reason += '; after an authority a path is empty or begins with "/" (RFC 3986, section 3.3)'
        raise URISyntaxError(
            text=read.text, at=starts.get(name, 0), rule=name, edition=read.edition, component=name, reason=reason
        )
