"""psycopg 3: references as parameters, and PostgreSQL columns of references.

register(connection)                    references can be parameters, written as text
reference_columns("url", kind=uv.URL)   a row factory: columns of this name are read as URLs
register(connection, type_name="uri")   the same for the type of an extension
"""

from __future__ import annotations

from typing import Any

from uriverse._core import URI, RelativeReference, URIReference, WebURL
from uriverse.ground.extras import Extra

with Extra("psycopg", "psycopg", __name__):
    from psycopg.adapt import AdaptersMap, Buffer
    from psycopg.pq import Format
    from psycopg.rows import tuple_row
    from psycopg.types import TypeInfo
    from psycopg.types.string import StrBinaryDumper, StrDumper, TextLoader


class ReferenceDumper(StrDumper):
    """Writes a reference as text."""

    def dump(self, obj: Any) -> Buffer | None:
        return super().dump(str(obj))


class ReferenceBinaryDumper(StrBinaryDumper):
    """Writes a reference as text, in the binary protocol."""

    def dump(self, obj: Any) -> Buffer | None:
        return super().dump(str(obj))


class ReferenceLoader(TextLoader):
    """Reads a text as a reference."""

    def load(self, data: Buffer) -> Any:
        """Return the reference; raises `URISyntaxError` if the text is not one."""
        return URIReference(super().load(data))


class ReferenceBinaryLoader(ReferenceLoader):
    """Reads a text as a reference, in the binary protocol."""

    format = Format.BINARY


def register(context: Any, *, type_name: str | None = None) -> None:
    """Register the adapters with a connection, a cursor, or `psycopg.adapters` for all.

    Args:
        context: an object with `adapters`, or an `AdaptersMap`.
        type_name: a text type whose values are references, also those in arrays; it needs a connection.

    Raises:
        LookupError: the database has no such type.
        ValueError: the type is a domain. PostgreSQL sends its values as those of the base type; name the columns with
            `reference_columns` instead.
    """
    adapters: AdaptersMap = context if isinstance(context, AdaptersMap) else context.adapters
    for kind in (WebURL, URI, RelativeReference):
        adapters.register_dumper(kind, ReferenceBinaryDumper)
        adapters.register_dumper(kind, ReferenceDumper)
    if type_name is not None:
        info = TypeInfo.fetch(context, type_name)
        if info is None:
            raise LookupError(f"the database has no type {type_name!r}")
        if context.execute("select 1 from pg_type where oid = %s and typtype = 'd'", (info.oid,)).fetchone():
            raise ValueError(
                f"{type_name!r} is a domain, whose values PostgreSQL sends as those of its base type; "
                "name the columns with reference_columns"
            )
        info.register(context)
        adapters.register_loader(info.oid, ReferenceLoader)
        adapters.register_loader(info.oid, ReferenceBinaryLoader)


def reference_columns(*names: str, kind: type[URIReference] = URIReference, row_factory: Any = tuple_row) -> Any:
    """Return a row factory that converts columns to references; a null stays None.

    Args:
        names: the names of the columns in the result.
        kind: the type of the references.
        row_factory: the underlying row factory, by default `tuple_row`.

    Returns:
        A `row_factory` for `connection.cursor` and `psycopg.connect`. Fetching a row with a text that is not a
        reference raises `URISyntaxError`.
    """

    def factory(cursor: Any) -> Any:
        make = row_factory(cursor)
        places = [place for place, column in enumerate(cursor.description or ()) if column.name in names]

        def row(values: Any) -> Any:
            rows = list(values)
            for place in places:
                rows[place] = None if rows[place] is None else kind(rows[place])
            return make(rows)

        return row

    return factory
