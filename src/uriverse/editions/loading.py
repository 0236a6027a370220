"""Create an Edition from its files, which `files.py` reads and completes."""

from __future__ import annotations

from _collections_abc import Mapping

from uriverse.editions.files import SETTINGS, read_files
from uriverse.editions.model import (
    AuthorityReading,
    Departure,
    Edition,
    Erratum,
    HostType,
    LeftOut,
    Port,
    PublishedErratum,
    Reading,
    Reserved,
    Slot,
)
from uriverse.ground.base_errors import GrammarError
from uriverse.ground.late import MappingProxyType
from uriverse.ground.lean_typing import Any, cast


def load(edition_id: str) -> Edition:
    """Read one built-in edition from its files."""
    table, grammar, file = read_files(edition_id)
    return from_table(table, grammar, file, f"{edition_id}.toml")


def from_table(table: Mapping[str, Any], grammar: str, grammar_file: str, table_file: str) -> Edition:
    """An edition from the contents of its two files."""
    try:
        return _edition(table, grammar, grammar_file)
    except KeyError as error:
        raise GrammarError(f"its table is incomplete: it has no {error.args[0]}", file=table_file) from error
    except (TypeError, AttributeError, ValueError) as error:
        raise GrammarError(f"its table has an invalid value: {error}", file=table_file) from error


def _edition(table: Mapping[str, Any], grammar: str, grammar_file: str) -> Edition:
    resolution = {name: value for name, value in table.get("resolution", {}).items() if name in SETTINGS}
    schemes = resolution.get("hierarchical_schemes")
    steps = dict(table["normal_form"]) if "normal_form" in table else None
    left_out = {} if steps is None else steps.pop("left_out", {})
    if schemes is not None:
        resolution["hierarchical_schemes"] = " ".join(schemes)
    return Edition(
        id=table["id"],
        title=table["title"],
        document=table["document"],
        date=table["date"],
        status=table["status"],
        names_it=table["names_it"],
        start=table["start"],
        grammar=grammar,
        notation=table["grammar"]["notation"],
        bars=table["grammar"].get("bars", False),
        split=table["split"],
        updates=tuple(table.get("updates", ())),
        obsoletes=tuple(table.get("obsoletes", ())),
        updated_by=tuple(table.get("updated_by", ())),
        obsoleted_by=tuple(table.get("obsoleted_by", ())),
        resolves_as=table.get("resolves_as"),
        judged=table.get("judged", False),
        prose=MappingProxyType(table["grammar"].get("prose", {})),
        clauses=MappingProxyType(table["clauses"]),
        readings=tuple(
            Reading(row["kind"], _slots(row), row.get("clause", ""), row.get("resolves_only", False))
            for row in table["reading"]
        ),
        authority=tuple(AuthorityReading(row["name"], _slots(row)) for row in table.get("authority", ())),
        host_types=tuple(HostType(**row) for row in table.get("host_type", ())),
        unreserved=table["characters"]["unreserved"],
        stays_encoded=table["characters"].get("stays_encoded", ""),
        encode=MappingProxyType(table["encode"]),
        reserved=MappingProxyType({name: Reserved(**row) for name, row in table.get("reserved", {}).items()}),
        case_insensitive=MappingProxyType(table.get("case_insensitive", {})),
        normal_form=None if steps is None else MappingProxyType(steps),
        left_out=MappingProxyType({step: LeftOut(**row) for step, row in left_out.items()}),
        resolution=MappingProxyType(resolution),
        resolution_clauses=MappingProxyType(table.get("resolution", {}).get("clauses", {})),
        notes=MappingProxyType(table.get("resolution", {}).get("notes", {})),
        guards=MappingProxyType(table.get("resolution", {}).get("guards", {})),
        errata=tuple(Erratum(**row) for row in table.get("errata", ())),
        published_errata=tuple(PublishedErratum(**row) for row in table.get("published_errata", ())),
        departures=tuple(Departure(**row) for row in table.get("departures", ())),
        ports=tuple(Port(**row) for row in table.get("port", ())),
        provenance=MappingProxyType(table.get("provenance", {})),
        grammar_file=grammar_file,
        based_on=table.get("based_on"),
        replaces=MappingProxyType(table.get("replaces", {})),
    )


def _slots(row: Mapping[str, Any]) -> tuple[Slot, ...]:
    return tuple(Slot(**cast("dict[str, Any]", slot)) for slot in row["slots"])
