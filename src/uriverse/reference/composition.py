"""Composing references from components, and changing some of them (RFC 3986, section 5.3).

What goes in are components as they are written (`userinfo`, `path`, `query`), which are checked and never repaired, or
data (`user`, `password`, `segments`, `pairs`), which is encoded for its component. Where the whole would be read as
something else than its parts, that is an error, and it names the argument that is to blame.

    compose(scheme="https", host=IPv6Address("::1"), segments=["a/b", ""], pairs={"q": "x&y"})
    https://[::1]/a%2Fb/?q=x%26y
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from ipaddress import IPv4Address, IPv6Address
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Final

from uriverse import _core
from uriverse.errors import UnknownEdition, URISyntaxError
from uriverse.ground.argument_types import wrong_type
from uriverse.ground.masking import STARS, masked_field
from uriverse.reference.reading import HIGHEST_PORT, encoded_segment, is_too_high, octets

if TYPE_CHECKING:
    from uriverse._core import Components, URIReference
    from uriverse.editions.registry import Edition, EditionId
    from uriverse.reference.queries import Pairs

    AnyEdition = EditionId | Edition

PARTS: Final = ("scheme", "authority", "path", "params", "query", "fragment")
# The parts of an authority as they are written, by the arguments that give them.
IN_AUTHORITY: Final = {"userinfo": "userinfo", "host": "host", "port": "port_text"}
# What ends a userinfo, or the authority.
ENDS: Final = frozenset("@/?#")
DELIMITERS: Final = {
    "scheme": ("", ":"),
    "authority": ("//", ""),
    "path": ("", ""),
    "params": (";", ""),
    "query": ("?", ""),
    "fragment": ("#", ""),
}
# What each argument is an alternative to: a whole, and its parts.
PARTS_OF: Final[Mapping[str, tuple[str, ...]]] = {
    "authority": ("userinfo", "user", "password", "host", "port"),
    "userinfo": ("user", "password"),
    "path": ("segments",),
    "query": ("pairs",),
}
# Arguments of other types than a str or None, in words.
TYPES: Final[Mapping[str, tuple[tuple[type, ...], str]]] = {
    "host": ((str, IPv4Address, IPv6Address, type(None)), "a str, an address of ipaddress or None"),
    "port": ((str, int, type(None)), "a str, an int or None"),
    "segments": ((list, tuple), "a list or a tuple of str"),
    "pairs": ((Mapping, Iterable, type(None)), "a mapping, an iterable of pairs or None"),
    "path": ((str,), "a str (segments takes a list)"),
    "query": ((str, type(None)), "a str or None (pairs takes a mapping)"),
}


def compose(
    *,
    scheme: str | None = None,
    authority: str | None = None,
    userinfo: str | None = None,
    user: str | None = None,
    password: str | None = None,
    host: str | IPv4Address | IPv6Address | None = None,
    port: int | str | None = None,
    path: str = "",
    segments: Sequence[str] | None = None,
    params: str | None = None,
    query: str | None = None,
    pairs: Pairs | None = None,
    fragment: str | None = None,
    edition: EditionId | Edition = "rfc3986",
) -> URIReference:
    """A reference of the given components; None leaves a component undefined, "" makes it empty.

    Args:
        scheme, authority, path, params, query, fragment: encoded text without delimiters.
        userinfo, host, port: the authority by its parts, instead of `authority`.
        user, password: data, instead of `userinfo`.
        host: a name as it is written, an address, or an `ipaddress` object. An IPv6 address gets its brackets. A name
            beyond US-ASCII becomes A-labels (see `hosts.to_ascii`) unless the edition takes it as it is.
        segments: data, instead of `path`: a path that begins with "/". `()` is the empty path, `("",)` is "/".
        pairs: data, instead of `query`, as for `compose_query`.
        edition: by which the whole is checked.

    Raises:
        URISyntaxError: if the edition refuses the whole (a note names the argument), or reads it as other components
            than these: a host "h:80" is read as a host and a port.
        HostNameError: if a host beyond US-ASCII is not a name of the DNS.
        TypeError: if an argument has a wrong type, or excludes another one.
        ValueError: if an argument cannot be written: a dot segment, a password without a user, a port without a host, a
            port above 65535.

    >>> import uriverse as uv
    >>> str(uv.compose(scheme="http", host="h", port=8080, path="/a"))
    'http://h:8080/a'
    >>> str(uv.compose(scheme="ftp", user="me@home", host="::1", segments=["a/b", "c"], pairs={"n": 1}))
    'ftp://me%40home@[::1]/a%2Fb/c?n=1'
    """
    given: dict[str, Any] = {"scheme": scheme, "authority": authority, "userinfo": userinfo, "user": user}
    given |= {"password": password, "host": host, "port": port, "path": path or None, "segments": segments}
    given |= {"params": params, "query": query, "pairs": pairs, "fragment": fragment}
    if not isinstance(path, str):
        raise wrong_type("path", TYPES["path"][1], path)
    if edition == "whatwg":
        raise UnknownEdition(edition="whatwg")
    given = {name: part for name, part in given.items() if part is not None}
    parts = dict.fromkeys(PARTS) | _written(given, edition, None)
    return _composed_of({**parts, "path": parts["path"] or ""}, edition, given)


def replace(reference: URIReference, given: Mapping[str, Any]) -> URIReference:
    """The reference with some components replaced; see `URIReference.replace`."""
    changed = _written(given, reference.edition, reference)
    parts = {name: getattr(reference, name) for name in PARTS} | changed
    return _composed_of(parts, reference.edition, given)


def _composed_of(parts: Mapping[str, str | None], edition: AnyEdition, given: Mapping[str, Any]) -> URIReference:
    """The reference of some components, of which `given` are the arguments."""
    sources = _sources(given)
    named = [name for name in (*IN_AUTHORITY, *PARTS) if name in given or name in sources]
    try:
        return composed(parts, edition, named, sources)
    except URISyntaxError as error:
        argument = "authority" if "authority" in given and error.component in IN_AUTHORITY else error.component
        if argument in given:
            error.add_note(f"in the argument {argument!r}")
        raise


def _sources(given: Mapping[str, object]) -> dict[str, str]:
    """Of which arguments each component was made that was not given itself."""
    made = {whole: [part for part in parts if part in given] for whole, parts in PARTS_OF.items()}
    return {whole: " and ".join(parts) for whole, parts in made.items() if parts}


def _written(given: Mapping[str, Any], edition: AnyEdition, old: URIReference | None) -> dict[str, str | None]:
    """The components that the given arguments stand for, as they are written; the parts left out are the old one's."""
    _check(given)
    parts = {name: given[name] for name in PARTS if name in given}
    if given.keys() & set(PARTS_OF["authority"]):
        within = _parts_of_authority(given, edition, old)
        parts |= {**within, "authority": _authority(within)}
    if "segments" in given:
        written = [encoded_segment(segment, edition) for segment in given["segments"]]
        rooted = old is None or old.authority is not None or not old.path or old.path.startswith("/")
        parts["path"] = "/" * (rooted and bool(written)) + "/".join(written)
    if "pairs" in given:
        pairs = given["pairs"]
        parts["query"] = None if pairs is None else _core.compose_query(pairs, edition=edition)
    return parts


def _check(given: Mapping[str, object]) -> None:
    for name, value in given.items():
        kinds, words = TYPES.get(name, ((str, type(None)), "a str or None"))
        if (
            not isinstance(value, kinds)
            or isinstance(value, bool)
            or (name == "pairs" and isinstance(value, str | bytes))
        ):
            raise wrong_type(name, words, value)
    for whole, parts in PARTS_OF.items():
        named = [part for part in parts if part in given]
        if whole in given and named:
            raise TypeError(f"{whole} excludes {', '.join(named)}: give the one or the others")


def _parts_of_authority(
    given: Mapping[str, Any], edition: AnyEdition, old: URIReference | None
) -> dict[str, str | None]:
    """The userinfo, the host and the port as they are written; those that are not given are the old one's."""
    if old is not None and old.host is None and old.authority and "host" not in given:
        shown = masked_field("authority", old.authority)
        raise TypeError(f"the authority {shown} names no host; give host, or the whole authority")
    was = (None, None, None) if old is None else (old.userinfo, old.host, old.port_text)
    userinfo: str | None = given.get("userinfo", was[0])
    host = written_host(given["host"], edition) if "host" in given else was[1]
    port: int | str | None = given.get("port", was[2])
    if "port" in given and is_too_high(given["port"]):
        raise ValueError(f"port: no port is above {HIGHEST_PORT} (RFC 6335, section 6); authority= takes any digits")
    if "user" in given or "password" in given:
        userinfo = _userinfo(given, edition, userinfo)
    if host is None and (userinfo is not None or port is not None):
        # authority = [ userinfo "@" ] host [ ":" port ]: a host may be empty, and is never left out (section 3.2).
        users = [name for name in ("user", "password") if given.get(name) is not None] or ["userinfo"]
        others = (users if userinfo is not None else []) + (["port"] if port is not None else [])
        need = f"{' and '.join(others)} {'needs' if len(others) == 1 else 'need'}"
        raise ValueError(f'{need} a host; host="" is an empty one, and authority=None takes the whole authority away')
    return {"userinfo": userinfo, "host": host, "port": None if port is None else str(port)}


def _authority(within: Mapping[str, str | None]) -> str | None:
    """The authority of its parts; None if all of them are absent."""
    userinfo, host, port = (within[name] for name in IN_AUTHORITY)
    if host is None:
        return None
    before = "" if userinfo is None else f"{userinfo}@"
    after = "" if port is None else f":{port}"
    return f"{before}{host}{after}"


def _userinfo(given: Mapping[str, Any], edition: AnyEdition, old: str | None) -> str | None:
    """A userinfo of data. The part that is not given stays as the old one writes it."""

    user, colon, rest = (None, "", "") if old is None else old.partition(":")
    password = rest if colon else None
    if "user" in given:
        user = None if given["user"] is None else written_user(given["user"], edition)
        password = None if user is None else password
    if "password" in given:
        password = None if given["password"] is None else written_password(given["password"], edition)
    if user is None and password is not None:
        raise ValueError('password needs a user; user="" is an empty one')
    return user if password is None else f"{user}:{password}"


def written_user(data: str, edition: AnyEdition) -> str:
    """A user of data, as it is written. The first ":" would end it (RFC 3986, section 3.2.1)."""
    return written_password(data, edition).replace(":", "%3A")


def written_password(data: str, edition: AnyEdition) -> str:
    """A password of data, as it is written."""
    return _core.encode(octets(data), component="userinfo", edition=edition)


def written_host(host: str | IPv4Address | IPv6Address | None, edition: AnyEdition) -> str | None:
    """A host as it is written: addresses in brackets where they need them, names in US-ASCII where the edition does."""
    if isinstance(host, str) and ":" in host and not host.startswith("["):
        from contextlib import suppress

        with suppress(ValueError):
            host = IPv6Address(host)
    if isinstance(host, IPv6Address):
        from uriverse.hosts.address_texts import ipv6_text

        address, _, zone = ipv6_text(host).partition("%")
        return f"[{address}%25{_core.encode(zone, component='unreserved')}]" if zone else f"[{address}]"
    if host is None or isinstance(host, IPv4Address):
        return None if host is None else str(host)
    if host.isascii() or _core.is_valid(f"//{host}", edition=edition):
        return host
    # RFC 3986, section 3.2.2: "URI producers should provide these registered names in the IDNA encoding, rather than a
    # percent-encoding".
    from uriverse.hosts.international import to_ascii

    return to_ascii(host)


def composed(
    parts: Mapping[str, str | None],
    edition: AnyEdition,
    named: Collection[str],
    sources: Mapping[str, str] = MappingProxyType({}),
) -> URIReference:
    """Recompose after RFC 3986, section 5.3, then read back and compare.

    Args:
        parts: the components as they are written; the parts of the authority too if they are to be compared.
        edition: by which the whole is read.
        named: the components to blame first.
        sources: the arguments of which a component was made, if it was not given itself.
    """
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
    except URISyntaxError as error:
        # A part that became part of another component is to blame, and not the component that was refused for it. An
        # address without its "]" is read as no part.
        read = _core.split(text, edition=edition)
        by_parts = named if error.rule != "IP-literal" else [name for name in named if name not in IN_AUTHORITY]
        _refuse_others(parts, read, starts, by_parts, sources)
        scheme = parts.get("scheme")
        if scheme is not None and error.component == "path" and error.at <= len(scheme):
            detail = f"the scheme {masked_field('scheme', scheme)} would be read as the beginning of a path"
            raise _read_as_another(text, edition, "scheme", 0, detail) from None
        raise
    _refuse_others(parts, made, starts, (*named, *PARTS), sources)
    return made


def _refuse_others(
    parts: Mapping[str, str | None],
    read: URIReference | Components,
    starts: Mapping[str, int],
    named: Collection[str],
    sources: Mapping[str, str],
) -> None:
    """Raise if the text was read as other components than its parts; the error is about the first of `named`."""

    def ends_the_authority(name: str) -> bool:
        return name in IN_AUTHORITY and bool(ENDS & set(parts.get(name) or ""))

    path = parts.get("path")
    is_joined = bool(path and path[0] != "/") and parts.get("authority") is not None
    culprits = [name for name in named if ends_the_authority(name) or (is_joined and name == "path")]
    for name in (*culprits, *named):
        if name in IN_AUTHORITY:
            if name not in parts or read.host is None:
                continue  # not one of the caller's parts, or the edition reads a name of a registry
            part, found = parts[name], getattr(read, IN_AUTHORITY[name])
            if part == found or (name == "host" and not part and not found):
                continue
        else:
            part, found = parts.get(name), getattr(read, name)
            if part == found or (name == "path" and part is None):
                continue
        shown, other = _shown(name, part), masked_field(name, found)
        if shown != repr(part):
            # What was read may have the password in another place.
            other = "another one"
        source = f" (of {sources[name]})" if name in sources else ""
        detail = f"the {name} {shown}{source} would be read as {other}"
        if name == "path" and is_joined:
            detail += '; after an authority a path is empty or begins with "/" (RFC 3986, section 3.3)'
        at = starts.get("authority" if name in IN_AUTHORITY else name, 0)
        raise _read_as_another(read.text, read.edition, name, at, detail)


def _shown(name: str, part: str | None) -> str:
    """A part for a message. With "@" a host is read as a login, and a port as the password before it."""
    if name == "port" and part is not None and "@" in part:
        return repr(f"{STARS}@{part.rpartition('@')[2]}")
    return masked_field("authority" if name == "host" else name, part)


def _read_as_another(text: str, edition: AnyEdition, name: str, at: int, detail: str) -> URISyntaxError:
    return URISyntaxError(
        text=text, at=at, rule=name, edition=edition, component=name, reason="read-as-another", detail=detail
    )
