"""References from parts, one string step at a time: RFC 3986, 5.3, read back by the parser and compared."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import uriverse as uv

from .parts import Parts, recompose

COMPONENTS = ("scheme", "authority", "path", "params", "query", "fragment")


def composed(edition: Any, **parts: str | None) -> str | None:
    """The text of some components; None where the edition refuses it, or reads it as others."""
    parts = {**dict.fromkeys(COMPONENTS), "path": "", **parts}
    text = recompose(Parts(**parts))  # type: ignore[arg-type]
    try:
        read = uv.parse(text, edition=edition)
    except uv.URISyntaxError:
        return None
    return text if all(getattr(read, name) == part for name, part in parts.items()) else None


def refusal(
    edition: Any, component: str | None, reason: str, login: dict[str, Any], **parts: str | None
) -> tuple[str, int, str]:
    """The text that an error is about, its place, and its first words.

    The error is that of parsing the text; or it blames a component, which is read as another one, at its first place.
    What may have a secret is not shown as it is.
    """
    parts = {**dict.fromkeys(COMPONENTS), "path": "", **parts}
    blamed = (parts | login).get(str(component))
    words = f"the {component} " + ("" if set("@:=") & set(blamed or "") else repr(blamed))
    text = recompose(Parts(**parts))  # type: ignore[arg-type]
    if reason != "read-as-another":
        try:
            uv.parse(text, edition=edition)
        except uv.URISyntaxError as error:
            return text, error.at, str(error)
        raise AssertionError(f"{text!r} is valid")
    whole = "authority" if component in ("userinfo", "host", "port") else str(component)
    if parts[whole] is None:
        return text, 0, words
    before = {name: part for name, part in parts.items() if COMPONENTS.index(name) < COMPONENTS.index(whole)}
    place = len(recompose(Parts(**{"path": "", **before})))  # type: ignore[arg-type]
    place += len({"authority": "//", "params": ";", "query": "?", "fragment": "#"}.get(whole, ""))
    return text, place, words


def refusal_of_arguments(login: dict[str, Any], segments: Sequence[str]) -> str:
    """The first words of an error that is about no text: no reference has such segments, or such a login."""
    dots = [segment for segment in segments if segment in {".", ".."}]
    if segments:
        return f"a segment cannot be {dots[0]!r}" if dots else "an opaque URI has no segments to append to"
    if is_above_all_ports(login["port"]):
        return "port: no port is above 65535"
    given = [name for name in ("userinfo", "port") if login[name] is not None]
    return f"{' and '.join(given)} need{'s' * (len(given) == 1)} a host"


def is_above_all_ports(port: str | None) -> bool:
    """RFC 6335, section 6: a port has 16 bits. Such a port is refused where it is given."""
    return port is not None and port.isascii() and port.isdecimal() and int(port) > 65535


def components(reference: uv.URIReference) -> dict[str, str | None]:
    return {name: getattr(reference, name) for name in COMPONENTS}


def replaced(reference: uv.URIReference, **parts: str | None) -> str | None:
    """The reference with other components."""
    return composed(reference.edition, **{**components(reference), **parts})


def login_of(reference: uv.URIReference, **parts: str | None) -> dict[str, str | None]:
    """The parts of the reference's authority with another userinfo, host or port."""
    return {"userinfo": reference.userinfo, "host": reference.host, "port": reference.port_text} | parts


def authority(login: dict[str, str | None]) -> str | None:
    """authority = [ userinfo "@" ] host [ ":" port ]"""
    if login["host"] is None:
        return None
    written = login["host"]
    if login["userinfo"] is not None:
        written = f"{login['userinfo']}@{written}"
    if login["port"] is not None:
        written = f"{written}:{login['port']}"
    return written


def with_login(edition: Any, login: dict[str, str | None], **parts: str | None) -> str | None:
    """The text of some components with an authority of a userinfo, a host and a port."""
    if login["host"] is None and (login["userinfo"] is not None or login["port"] is not None):
        return None
    text = composed(edition, **parts | {"authority": authority(login)})
    if text is not None:
        # The edition does not split a registry name; clients do, by RFC 3986, section 3.2.
        parsed = uv.parse(text, edition=edition)
        read = uv.split(text) if parsed.host is None and parsed.authority is not None else parsed
        found = {"userinfo": read.userinfo, "host": read.host, "port": read.port_text}
        if found != login:
            return None
    return text


def appended(reference: uv.URIReference, *segments: str) -> dict[str, str | None] | None:
    """The components with more segments, which are data; query and fragment are dropped. None if there can be none."""
    if reference.kind == "opaque" or any(segment in {".", ".."} for segment in segments):
        return None
    path = reference.path
    written = [uv.encode(segment, component="segment", edition=reference.edition) for segment in segments]
    if path and not path.endswith("/"):
        path += "/"
    if not path and reference.authority is not None:
        path = "/"
    if not path and reference.scheme is None and (":" in written[0] or not written[0]):
        # "Such a segment must be preceded by a dot-segment" (4.2).
        path = "./"
    return {"scheme": reference.scheme, "authority": reference.authority, "path": path + "/".join(written)}


def parent(reference: uv.URIReference) -> str | None:
    """The reference without its last segment; the "/" before it stays after an empty segment and at the beginning."""
    path = reference.path
    if path != "/" and reference.kind != "opaque":
        *above, last = path.split("/")
        path = "/".join(above) or ("/" if above else "")
        if last and path.endswith("/") and (reference.authority is not None or above != ["", ""]):
            path = "/".join((*above, ""))
    return composed(reference.edition, scheme=reference.scheme, authority=reference.authority, path=path)
