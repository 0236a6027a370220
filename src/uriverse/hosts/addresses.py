"""Blocks of addresses: the purpose of an address, by IANA's special-purpose registries (RFC 6890).

A lookup returns the most specific block that contains an address, with its document and whether it is globally
reachable. The data is in `data/special-addresses.csv`, with its date, and in `data/other-addresses.csv`, which has
multicast and other blocks that those registries do not list.

The most specific block decides, as the registries say: 192.0.0.0/24 is not globally reachable, but 192.0.0.9/32 inside
it is. So a lookup tries the longest prefixes first, with one dictionary per length:

    192.0.0.9  →  /32: 192.0.0.9 exists  →  "Port Control Protocol Anycast", reachable
    192.0.0.7  →  /32: no  →  /29: 192.0.0.0 exists  →  "IPv4 Service Continuity Prefix", not reachable
"""

from __future__ import annotations

from _collections_abc import Iterable, Iterator

from uriverse import _core
from uriverse.ground.argument_types import check_argument, wrong_type
from uriverse.ground.caching import cache
from uriverse.ground.late import ipaddress
from uriverse.ground.lean_typing import TYPE_CHECKING, Any, Final, TypeAlias
from uriverse.ground.masking import masked
from uriverse.ground.patterns import pattern
from uriverse.ground.records import dataclass
from uriverse.ground.shipped_data import date_of, given_list
from uriverse.ground.tables import tables

if TYPE_CHECKING:
    from pathlib import Path

    Address: TypeAlias = ipaddress.IPv4Address | ipaddress.IPv6Address


def __getattr__(name: str) -> object:
    """`Address`, made when it is asked for, because it needs `ipaddress`."""
    if name != "Address":
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return ipaddress.IPv4Address | ipaddress.IPv6Address


_COLUMNS: Final = ("address block", "name", "rfc", "globally reachable")
# IANA's files put the number of a footnote after a cell.
_FOOTNOTE: Final = pattern(r"\s*\[[0-9]+\]")
_REACHABLE: Final = {"true": True, "false": False, "n/a": None, "": None}


@dataclass(frozen=True, slots=True)
class AddressBlock:
    """One row of a registry.

    Attributes:
        network: the block, such as "10.0.0.0/8".
        name: what it is for, in the registry's words.
        document: the defining document, in the registry's words, such as "[RFC1918]".
        globally_reachable: as in the registry; None for "N/A" and for blocks whose allocation was terminated.

    >>> from uriverse import hosts
    >>> hosts.address_block("10.1.2.3")
    AddressBlock(network='10.0.0.0/8', name='Private-Use', document='[RFC1918]', globally_reachable=False)
    """

    network: str
    name: str
    document: str
    globally_reachable: bool | None


class AddressRegistry:
    """Blocks of addresses, with a lookup of the most specific block that contains an address.

    Attributes:
        date: the date of the rows, as "YYYY-MM-DD"; "" if no file has one.

    >>> from uriverse import hosts
    >>> registry = hosts.address_registry()
    >>> registry.date, len(registry), registry.find("3fff::1").name
    ('2026-07-18', 57, 'Documentation')
    """

    def __init__(self, blocks: Iterable[AddressBlock], date: str = "") -> None:
        check_argument("blocks", blocks, Iterable)
        check_argument("date", date, str)
        self.date = date
        self._blocks: dict[str, AddressBlock] = {}
        by_length: dict[tuple[int, int], dict[int, str]] = {}
        for block in blocks:
            check_argument("each of blocks", block, AddressBlock)
            if block.network in self._blocks:
                raise ValueError(f"the block {block.network} is listed twice")
            self._blocks[block.network] = block
            network = ipaddress.ip_network(block.network)
            shift = network.max_prefixlen - network.prefixlen
            by_length.setdefault((network.version, shift), {})[int(network.network_address) >> shift] = block.network
        # The longest prefix has the smallest shift.
        self._by_length = sorted(by_length.items())

    def prepared(self) -> dict[str, Any]:
        """The contents in the form of the package's prepared tables."""
        rows = [(block.network, block.name, block.document, block.globally_reachable) for block in self]
        return {"date": self.date, "rows": rows, "by_length": self._by_length}

    @classmethod
    def from_prepared(cls, date: str, rows: list[Any], by_length: list[Any]) -> AddressRegistry:
        """Rebuild a registry from the result of `prepared`, without parsing networks."""
        registry = cls((), date)
        registry._blocks = {row[0]: AddressBlock(*row) for row in rows}
        registry._by_length = by_length
        return registry

    @classmethod
    def from_text(cls, *texts: str) -> AddressRegistry:
        """Read a registry from the contents of files: the package's own, or those that IANA publishes as CSV.

        Args:
            texts: CSV with the columns "Address Block", "Name", "RFC" and "Globally Reachable"; other columns are
                ignored. Lines that begin with "#" are comments; the first date in them is the date.

        Raises:
            ValueError: if a column is missing, a block or a truth value cannot be read, or a block comes twice.

        >>> AddressRegistry.from_text("Address Block,Name,RFC,Globally Reachable\\n10.0.0.1/8,x,y,False\\n")
        Traceback (most recent call last):
        ...
        ValueError: row 2: 10.0.0.1/8 has host bits set
        """
        comments = (line for text in texts for line in text.splitlines() if line.startswith("#"))
        return cls((block for text in texts for block in _blocks(text)), date_of("\n".join(comments)))

    @classmethod
    def from_csv(cls, *paths: str | Path) -> AddressRegistry:
        """Read a registry from files; see `from_text`."""
        from pathlib import Path

        return cls.from_text(*(Path(path).read_text("utf-8-sig") for path in paths))

    def find(self, address: Address | str) -> AddressBlock | None:
        """Return the most specific block that holds the address, or None; see `address_block`."""
        found = as_address(address)
        number = int(found)
        for (version, shift), blocks in self._by_length:
            if version == found.version and number >> shift in blocks:
                return self._blocks[blocks[number >> shift]]
        return None

    def prefixes(self, version: int) -> Iterator[tuple[int, int, AddressBlock]]:
        """Yield the blocks of one version, the most specific first: the prefix's bits, and how many follow it."""
        for (own, shift), blocks in self._by_length:
            if own == version:
                for bits, network in blocks.items():
                    yield bits, shift, self._blocks[network]

    def __iter__(self) -> Iterator[AddressBlock]:
        return iter(self._blocks.values())

    def __len__(self) -> int:
        return len(self._blocks)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, AddressRegistry):
            return NotImplemented
        return (self.date, self._blocks) == (other.date, other._blocks)

    def __hash__(self) -> int:
        return hash((self.date, *self._blocks))

    def __reduce__(self) -> tuple[Any, ...]:
        return AddressRegistry, (list(self), self.date)

    def __repr__(self) -> str:
        return f"<{len(self)} blocks of addresses{f' as of {self.date}' if self.date else ''}>"


def _blocks(text: str) -> Iterator[AddressBlock]:
    """The rows of one file."""
    import csv
    import io

    lines = [("" if line.startswith("#") else line) for line in text.removeprefix("\ufeff").splitlines(keepends=True)]
    rows = csv.reader(io.StringIO("".join(lines)))
    header = [cell.strip().lower() for cell in next((row for row in rows if row), [])]
    missing = [name for name in _COLUMNS if name not in header]
    if missing:
        raise ValueError(f"a registry of addresses has a column {missing[0]!r}; there are {', '.join(header)}")
    places = [header.index(name) for name in _COLUMNS]
    for number, row in enumerate(rows, 2):
        if not row:
            continue
        if len(row) != len(header):
            raise ValueError(f"row {number}: there are {len(row)} cells, not {len(header)}")
        try:
            yield from _row_blocks(*(row[place].strip() for place in places))
        except ValueError as error:
            raise ValueError(f"row {number}: {error}") from None


def _row_blocks(networks: str, name: str, document: str, reachable: str) -> Iterator[AddressBlock]:
    """A row's blocks: one, or several separated by commas."""
    value = _FOOTNOTE.sub("", reachable).strip().lower()
    if value not in _REACHABLE:
        raise ValueError(f"{reachable!r} is not True, False or N/A")
    for network in _FOOTNOTE.sub("", networks).split(","):
        found = ipaddress.ip_network(network.strip())
        yield AddressBlock(_network_text(found), name.strip('"'), " ".join(document.split()), _REACHABLE[value])


def _network_text(network: ipaddress.IPv4Network | ipaddress.IPv6Network) -> str:
    """The text of a network as IANA writes it: no decimals in IPv6, in every version of Python."""
    if isinstance(network, ipaddress.IPv4Network):
        return str(network)
    number = int(network.network_address)
    groups = ":".join(f"{number >> shift & 0xFFFF:x}" for shift in range(112, -1, -16))
    return f"{_core.agreement_form('host', f'[{groups}]')[1:-1]}/{network.prefixlen}"


@cache
def address_registry() -> AddressRegistry:
    """The blocks that this process uses, read once: the package's, or those of `uriverse.data.use`."""
    lists = given_list("hosts")
    return shipped_registry() if lists is None else lists.addresses


@cache
def shipped_registry() -> AddressRegistry:
    """The blocks that the package ships."""
    return AddressRegistry.from_prepared(**tables("hosts/data")["addresses"])


def as_address(address: Address | str) -> Address:
    """Return an address object unchanged, or parse a text.

    Raises:
        TypeError: for anything else; a number could be IPv4 or IPv6.
        ValueError: if the text is not an address.

    >>> as_address("::1")
    IPv6Address('::1')
    """
    if isinstance(address, str):
        try:
            return ipaddress.ip_address(address)
        except ValueError:
            raise not_an_address(address) from None
    if not isinstance(address, ipaddress.IPv4Address | ipaddress.IPv6Address):
        raise wrong_type("address", "an ipaddress object or a str", address)
    return address


def not_an_address(text: str) -> ValueError:
    """The error for a text that is not an address."""
    return ValueError(f"{masked(text)!r} is not an IPv4 or IPv6 address")


def address_text(address: Address) -> str:
    """Write an address as RFC 5952 recommends: a mapped IPv4 address in decimals (section 5).

    >>> from ipaddress import IPv6Address
    >>> address_text(IPv6Address("::ffff:7f00:1")), address_text(IPv6Address("2001:DB8:0::1"))
    ('::ffff:127.0.0.1', '2001:db8::1')
    """
    number = int(address)
    if address.version == 4 or number >> 32 != 0xFFFF:
        return str(address)
    return f"::ffff:{ipaddress.IPv4Address(number & 0xFFFFFFFF)}"


def address_block(address: Address | str) -> AddressBlock | None:
    """Return the most specific block that holds an address, or None for the rest of the public IPv4 space.

    Args:
        address: an address, or its usual text without brackets.

    Raises:
        ValueError: if the text is not an address.

    >>> address_block("192.0.0.9").globally_reachable, address_block("192.0.0.8").globally_reachable
    (True, False)
    """
    return address_registry().find(address)
