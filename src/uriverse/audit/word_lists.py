"""Lists of names and numbers that the checks look for (`words.toml`)."""

from __future__ import annotations

from _collections_abc import Mapping

from uriverse.ground.caching import cache
from uriverse.ground.late import MappingProxyType
from uriverse.ground.lean_typing import Any
from uriverse.ground.tables import tables


@cache
def words() -> Mapping[str, Any]:
    """The lists by name; each is a frozenset, a string or a mapping."""
    lists = tables("audit")["words"]
    return MappingProxyType({name: frozenset(v) if isinstance(v, list) else v for name, v in lists.items()})


@cache
def active_schemes() -> frozenset[str]:
    """The schemes of programs, content, enclosed URIs and files; without prefixes (`catalogue.launch`)."""
    lists = ("script", "content", "wrappers", "local_schemes")
    return frozenset({"file"}).union(
        tables("audit")["launching-schemes"]["schemes"], *(words()[name] for name in lists)
    )


@cache
def ports(list: str) -> Mapping[int, tuple[str, frozenset[str]]]:
    """Each port of "bad_ports" or "service_ports", with its service, and the schemes that speak its protocol."""
    rows = tables("audit")["ports"][list]
    return MappingProxyType({int(n): (row["service"], frozenset(row["schemes"])) for n, row in rows.items()})
