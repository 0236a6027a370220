"""psycopg 3: references as parameters, and a domain of PostgreSQL as references.

register(connection)                        references can be parameters, written as text
register(connection, domain="uri")          and what `create domain uri as text` holds is read as references
"""

from __future__ import annotations

from typing import Any

from psycopg.adapt import AdaptersMap, Buffer, Loader
from psycopg.types import TypeInfo
from psycopg.types.string import StrBinaryDumper, StrDumper

from uriverse._core import URI, RelativeReference, URIReference


class ReferenceDumper(StrDumper):
    """Writes a reference as text."""

    def dump(self, obj: Any) -> Buffer | None:
        """Give the octets of the text."""
        return super().dump(str(obj))


class ReferenceBinaryDumper(StrBinaryDumper):
    """Writes a reference as text, in the binary protocol."""

    def dump(self, obj: Any) -> Buffer | None:
        """Give the octets of the text."""
        return super().dump(str(obj))


class ReferenceLoader(Loader):
    """Reads a text as a reference."""

    def load(self, data: Buffer) -> URIReference:
        """Give the reference; a text that is none is a `URISyntaxError`."""
        return URIReference(bytes(data).decode())


def register(context: Any, *, domain: str | None = None) -> None:
    """Register the adapters with a connection, a cursor, or `psycopg.adapters` for all.

    Args:
        context: where they hold: what has `adapters`, or an `AdaptersMap`.
        domain: the name of a domain, or of another type of texts, that is read as references; it needs a connection.

    Raises:
        LookupError: the database has no such type.
    """
    adapters: AdaptersMap = context if isinstance(context, AdaptersMap) else context.adapters
    for kind in (URI, RelativeReference):
        adapters.register_dumper(kind, ReferenceBinaryDumper)
        adapters.register_dumper(kind, ReferenceDumper)
    if domain is not None:
        info = TypeInfo.fetch(context, domain)
        if info is None:
            raise LookupError(f"the database has no type {domain!r}")
        adapters.register_loader(info.oid, ReferenceLoader)
