"""Errors of composition: find the argument to blame; and encode users, passwords and hosts (RFC 3986, section 5.3).

The native module implements `compose`, `replace`, `append`, `/` and `parent`. If the edition refuses the result, or
parses it into other components, the native module calls this module for the error.

    compose(scheme="http", host="h:80")   the host 'h:80' would be read as 'h'
"""

from __future__ import annotations

from _collections_abc import Collection, Mapping, Sequence

from uriverse import _core
from uriverse.errors import URISyntaxError
from uriverse.ground.late import ipaddress
from uriverse.ground.lean_typing import TYPE_CHECKING, Final
from uriverse.ground.masking import STARS, masked_field

if TYPE_CHECKING:
    from uriverse._core import Components, URIReference
    from uriverse.editions.registry import Edition, EditionId

    AnyEdition = EditionId | Edition

PARTS: Final = ("scheme", "authority", "path", "params", "query", "fragment")
# The parts of an authority, by the names of arguments.
IN_AUTHORITY: Final = {"userinfo": "userinfo", "host": "host", "port": "port_text"}
# The characters that end a userinfo or the authority.
ENDS: Final = frozenset("@/?#")
DELIMITERS: Final = {
    "scheme": ("", ":"),
    "authority": ("//", ""),
    "path": ("", ""),
    "params": (";", ""),
    "query": ("?", ""),
    "fragment": ("#", ""),
}
# The arguments with decoded data for each component.
DATA_OF: Final[Mapping[str, tuple[str, ...]]] = {
    "authority": ("userinfo", "user", "password", "host", "port"),
    "userinfo": ("user", "password"),
    "path": ("segments",),
    "query": ("pairs",),
}


def refusal(parts: Mapping[str, str | None], edition: AnyEdition, arguments: Sequence[str]) -> URISyntaxError:
    """The error of parts that do not compose a reference."""
    sources = {whole: " and ".join(name for name in data if name in arguments) for whole, data in DATA_OF.items()}
    sources = {whole: names for whole, names in sources.items() if names}
    replaced = [name for name in (*IN_AUTHORITY, *PARTS) if name in arguments or name in sources]
    error = _refused(parts, edition, replaced, sources)
    argument = "authority" if "authority" in arguments and error.component in IN_AUTHORITY else error.component
    if argument in arguments:
        error.add_note(f"in the argument {argument!r}")
    return error


def names_no_host(authority: str) -> TypeError:
    """The error for changing a part of an authority that the edition parses as a registry name."""
    text = masked_field("authority", authority)
    return TypeError(f"the authority {text} names no host; give host, or the whole authority")


def written_user(data: str, edition: AnyEdition) -> str:
    """Encode a user; the first ":" would end it (RFC 3986, section 3.2.1)."""
    return written_password(data, edition).replace(":", "%3A")


def written_password(data: str, edition: AnyEdition) -> str:
    """Encode a password."""
    return _core.encode(data, component="userinfo", edition=edition)


def written_host(host: str | ipaddress.IPv4Address | ipaddress.IPv6Address | None, edition: AnyEdition) -> str | None:
    """Encode a host: IPv6 addresses in brackets, names in US-ASCII if the edition requires it."""
    if host is None:
        return None
    if isinstance(host, str) and (":" not in host or host.startswith("[")):
        six = ""
    elif isinstance(host, ipaddress.IPv4Address):
        return str(host)
    else:
        from uriverse.hosts.address_texts import ipv6_text

        try:
            six = ipv6_text(host)
        except ValueError:
            six = ""
    if six:
        address, _, zone = six.partition("%")
        return f"[{address}%25{_core.encode(zone, component='unreserved')}]" if zone else f"[{address}]"
    host = str(host)
    if host.isascii() or _core.is_valid(f"//{host}", edition=edition):
        return host
    # RFC 3986, section 3.2.2: "URI producers should provide these registered names in the IDNA encoding, rather than a
    # percent-encoding".
    from uriverse.hosts.international import to_ascii

    return to_ascii(host)


def _refused(
    parts: Mapping[str, str | None], edition: AnyEdition, names: Collection[str], sources: Mapping[str, str]
) -> URISyntaxError:
    """Recompose by RFC 3986, section 5.3, parse the text, and compare. `named` are the components to blame first."""
    text = ""
    starts: dict[str, int] = {}
    for name in PARTS:
        part = parts.get(name)
        if part is not None:
            before, after = DELIMITERS[name]
            starts[name] = len(text) + len(before)
            text += f"{before}{part}{after}"
    # Blame the part that moved into another component, not the component that was refused because of it. An address
    # without "]" is not parsed as any part.
    try:
        parsed: Components | URIReference = _core.parse(text, edition=edition)
        by_parts = [*names, *IN_AUTHORITY, *PARTS]
        error = None
    except URISyntaxError as refused:
        error = refused
        parsed = _core.split(text, edition=edition)
        by_parts = [name for name in names if refused.rule != "IP-literal" or name not in IN_AUTHORITY]
    moved = _moved_part_error(parts, parsed, starts, by_parts, sources)
    if moved is not None:
        return moved
    assert error is not None, "the native module only calls this if the parts differ after parsing"
    scheme = parts.get("scheme")
    if scheme is not None and error.component == "path" and error.at <= len(scheme):
        detail = f"the scheme {masked_field('scheme', scheme)} would be read as the beginning of a path"
        return _read_as_another(text, edition, "scheme", 0, detail)
    return error


def _moved_part_error(
    parts: Mapping[str, str | None],
    parsed: URIReference | Components,
    starts: Mapping[str, int],
    names: Collection[str],
    sources: Mapping[str, str],
) -> URISyntaxError | None:
    """The error about the first of `named` that was parsed as another component, or None."""

    def ends_the_authority(name: str) -> bool:
        return name in IN_AUTHORITY and bool(ENDS & set(parts.get(name) or ""))

    # The edition does not split a registry name; clients do, by RFC 3986, section 3.2.
    login = _core.split(parsed.text) if parsed.host is None and parsed.authority is not None else parsed
    path = parts.get("path")
    is_joined = bool(path and path[0] != "/") and parts.get("authority") is not None
    culprits = [name for name in names if ends_the_authority(name) or (is_joined and name == "path")]
    for name in (*culprits, *names):
        if name in IN_AUTHORITY:
            if name not in parts:
                continue
            part, read_part = parts[name], getattr(login, IN_AUTHORITY[name])
            if part == read_part or (name == "host" and not part and not read_part):
                continue
        else:
            part, read_part = parts.get(name), getattr(parsed, name)
            if part == read_part or (name == "path" and part is None):
                continue
        excerpt, moved = _shown(name, part), masked_field(name, read_part)
        if excerpt != repr(part):
            # The parsed value may contain the password.
            moved = "another one"
        elif read_part is None:
            moved = "absent"
        source = f" (of {sources[name]})" if name in sources else ""
        detail = f"the {name} {excerpt}{source} would be read as {moved}"
        if name == "path" and is_joined:
            detail += '; after an authority a path is empty or begins with "/" (RFC 3986, section 3.3)'
        at = starts.get("authority" if name in IN_AUTHORITY else name, 0)
        return _read_as_another(parsed.text, parsed.edition, name, at, detail)
    return None


def _shown(name: str, part: str | None) -> str:
    """A part for a message, masked: before "@" a host may be a login, and a port its password."""
    if name == "port" and part is not None and "@" in part:
        return repr(f"{STARS}@{part.rpartition('@')[2]}")
    return masked_field("authority" if name == "host" else name, part)


def _read_as_another(text: str, edition: AnyEdition, name: str, at: int, detail: str) -> URISyntaxError:
    return URISyntaxError(
        text=text, at=at, rule=name, edition=edition, component=name, reason="read-as-another", detail=detail
    )
