"""The registry of URI schemes: names, statuses and documents (RFC 7595, section 4)."""

from __future__ import annotations

import csv
import io
from _collections_abc import Iterator, Mapping

from uriverse.ground.argument_types import takes
from uriverse.ground.caching import cache
from uriverse.ground.late import pathlib
from uriverse.ground.lean_typing import Final
from uriverse.ground.records import dataclass
from uriverse.ground.shipped_data import date_of, given_list
from uriverse.ground.tables import text as shipped

# The names of the scheme's column in the package's list and in IANA's files.
_COLUMNS: Final = {"scheme": "scheme", "uri scheme": "scheme", "name": "scheme"}


@dataclass(frozen=True, slots=True)
class Registration:
    """One entry: scheme, status ("permanent", "provisional", "historical"), description, and defining document.

    >>> from uriverse import schemes
    >>> schemes.registered("ws").reference
    'RFC6455'
    """

    scheme: str
    status: str
    description: str
    reference: str


class Registry(Mapping[str, Registration]):
    """A registry by scheme names, in any case; `date` is the date of the list, or "" if its file has none.

    >>> from uriverse import schemes
    >>> registry = schemes.registry()
    >>> len(registry), registry.date, registry["MAILTO"].status
    (364, '2022-11-18', 'permanent')
    """

    def __init__(self, entries: Mapping[str, Registration], date: str = "") -> None:
        self._entries = dict(entries)
        self.date = date

    @classmethod
    def from_csv(cls, path: str | pathlib.Path) -> Registry:
        """Read a registry from a file: the package's own, or IANA's `uri-schemes-1.csv`.

        Args:
            path: a CSV file with the columns scheme, status, description and reference, in any order and case; others
                are ignored. Lines that begin with "#" are comments; the first date in them is the date.

        Raises:
            ValueError: if a column is missing.
        """
        return cls.from_text(pathlib.Path(path).read_text("utf-8-sig"))

    @classmethod
    def from_text(cls, text: str) -> Registry:
        """Read a registry from the contents of a file; see `from_csv`."""
        lines = text.splitlines(keepends=True)
        notes = [line for line in lines if line.startswith("#")]
        rows = csv.reader(io.StringIO("".join(line for line in lines if not line.startswith("#"))))
        header = [_COLUMNS.get(name.lower(), name.lower()) for name in next(rows, [])]
        needed = ("scheme", "status", "description", "reference")
        absent_names = [name for name in needed if name not in header]
        if absent_names:
            raise ValueError(f"a registry of schemes has a column {absent_names[0]!r}; there are {', '.join(header)}")
        places = [header.index(name) for name in needed]
        entries: dict[str, Registration] = {}
        for row in filter(None, rows):
            scheme, status, description, reference = (row[place].strip() for place in places)
            entries[scheme.lower()] = Registration(scheme, status.lower(), description, reference)
        return cls(entries, date_of("".join(notes)))

    def __getitem__(self, scheme: str) -> Registration:
        return self._entries[scheme.lower()]

    def __contains__(self, scheme: object) -> bool:
        return isinstance(scheme, str) and scheme.lower() in self._entries

    def __iter__(self) -> Iterator[str]:
        return iter(self._entries)

    def __len__(self) -> int:
        return len(self._entries)

    def __repr__(self) -> str:
        return f"<a registry of {len(self)} schemes{f' as of {self.date}' if self.date else ''}>"


@cache
def registry() -> Registry:
    """The registry that this process uses, read once: the package's, or that of `uriverse.data.use`."""
    return given_list("schemes") or Registry.from_text(shipped("schemes/data/registry.csv"))


@takes(scheme=str)
def registered(scheme: str) -> Registration | None:
    """The entry of a scheme in the registry that this process uses, or None.

    >>> registered("gopher").status, registered("no-such-scheme")
    ('permanent', None)
    """
    return registry().get(scheme)
