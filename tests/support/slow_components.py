"""The engine's components and the slow reader's, in the same words."""

from __future__ import annotations

from typing import Any

import uriverse as uv
from support.automata import compiled, judge, table
from twins.reader import read

COMPONENTS = ("scheme", "authority", "userinfo", "host", "path", "params", "query", "fragment")


def engine(text: str, edition: Any) -> dict[str, Any] | None:
    """What the engine makes of a text, in the slow reader's words."""
    try:
        found = uv.parse(text, edition=edition)
    except uv.URISyntaxError:
        return None
    parts = {name: getattr(found, name) for name in (*COMPONENTS, "kind", "reg_name", "server", "host_type")}
    return {**parts, "port": found.port_text}


class Slow:
    """The slow reader with an edition's table and automata."""

    def __init__(self, edition: str) -> None:
        self.table = table(edition)
        self.accepts = judge(compiled(edition))

    def __call__(self, text: str) -> dict[str, Any] | None:
        found = read(self.table, self.accepts, text)
        if found is None:
            return None
        parts = {name: found[name] for name in (*COMPONENTS, "kind", "port", "reg_name")}
        parts["server"] = found["authority"] if found["authority_row"] == "server" else None
        parts["host_type"] = self.host_type(found["host"])
        if found["authority_row"] == "authority" and parts["host_type"] == "reg-name":
            # Since RFC 3986 a registered name is a form of host; before, one of authority.
            parts["reg_name"] = found["host"]
        return parts

    def host_type(self, host: str | None) -> str | None:
        if host is None:
            return None
        rows = self.table.get("host_type", ())
        return next((row["type"] for row in rows if self.accepts(row["accepts"], host)), None)
