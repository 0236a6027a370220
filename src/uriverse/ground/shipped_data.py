"""Third-party lists in the package, with their publishers and dates, and those that a process was given instead.

`python tools/update_data.py` replaces a list by a newer one; docs/data.md shows all of them. `uriverse.data` gives a
process a newer list: what reads one asks `given_list` first.
"""

from __future__ import annotations

from uriverse.ground.lean_typing import Any, Final
from uriverse.ground.patterns import pattern
from uriverse.ground.records import dataclass
from uriverse.ground.tables import text

_DATE: Final = pattern(r"[0-9]{4}-[0-9]{2}-[0-9]{2}")
_HEAD: Final = 1000


@dataclass(frozen=True, slots=True)
class ShippedData:
    """One list."""

    name: str
    title: str
    published: str
    file: str

    def date(self) -> str:
        """Its date, as "YYYY-MM-DD": the first date in the lines before its rows.

        >>> SHIPPED["schemes"].date()
        '2022-11-18'
        """
        return date_of(text(self.file))


def date_of(contents: str) -> str:
    """The first date near the beginning of a list; "" if there is none."""
    match = _DATE.search(contents, 0, _HEAD)
    return "" if match is None else match.group()


SHIPPED: Final[dict[str, ShippedData]] = {
    data.name: data
    for data in (
        ShippedData("addresses", "special addresses",
                    "https://www.iana.org/assignments/iana-ipv4-special-registry and .../iana-ipv6-special-registry",
                    "hosts/data/special-addresses.csv"),
        ShippedData("names", "hosts of special use", "`audit/sources.toml` has each", "hosts/data/kinds.toml"),
        ShippedData("public-suffixes", "public suffixes", "https://publicsuffix.org/list/public_suffix_list.dat",
                    "hosts/data/public_suffix_list.dat"),
        ShippedData("schemes", "URI schemes", "https://www.iana.org/assignments/uri-schemes",
                    "schemes/data/registry.csv"),
        ShippedData("top-level-domains", "top-level domains", "https://data.iana.org/TLD/tlds-alpha-by-domain.txt",
                    "text/data/top-level-domains.txt"),
    )
}  # fmt: skip

# The lists that this process was given, and the names of the lists that it has read.
_ARGUMENTS: Final[dict[str, object]] = {}
_NAMES_READ: Final[set[str]] = set()


def given_list(name: str) -> Any:
    """The list that the process was given, or None. After this call it cannot be given another one."""
    _NAMES_READ.add(name)
    return _ARGUMENTS.get(name)


def give_lists(lists: dict[str, object]) -> None:
    """Give the process lists by name.

    Raises:
        RuntimeError: one of them has been read.
    """
    for name in lists:
        if name in _NAMES_READ:
            raise RuntimeError(f"the list {name!r} has been read: give a newer one before anything uses it")
    _ARGUMENTS.update(lists)
