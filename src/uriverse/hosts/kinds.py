"""Kinds: where an address or a name leads, by lists with a source (`data/kinds.toml`) and IANA's registries.

There is no DNS query: a name is "public" if no list has it.

    10.0.0.1               "private"
    168.63.129.16          "metadata": public by IANA's registries, and a cloud's host agent by the list
    api.localhost          "loopback"
    127.0.0.1.nip.io       "rebinding": the public DNS resolves it to 127.0.0.1
"""

from __future__ import annotations

from _collections_abc import Iterator, Mapping

from uriverse import _core
from uriverse.ground.argument_types import check_argument
from uriverse.ground.caching import cache
from uriverse.ground.late import ipaddress
from uriverse.ground.lean_typing import TYPE_CHECKING, Any, Final, Literal, TypeAlias
from uriverse.ground.shipped_data import date_of, given_list
from uriverse.ground.tables import tables, text
from uriverse.hosts.addresses import AddressRegistry, as_address, not_an_address, shipped_registry

if TYPE_CHECKING:
    from uriverse.hosts.addresses import Address

Kind: TypeAlias = Literal[
    "public", "metadata", "unspecified", "loopback", "link-local", "private", "special", "local", "rebinding"
]
_FILE: Final = "hosts/data/kinds.toml"


class HostLists:
    """The lists that say where hosts lead: IANA's special addresses, and names and addresses of special use.

    `uriverse.Policy` and `uriverse.hosts.verdict` take newer ones as `lists`, and `uriverse.data.use` a whole process.

    Args:
        addresses: IANA's registries; by default the package's.
        names: the contents of a file like the package's `hosts/data/kinds.toml`; by default those.

    Attributes:
        addresses: the registries.
        names: the lists of the file.
        date: the date of the file, as "YYYY-MM-DD"; "" if it has none.

    Raises:
        ValueError: the file is not TOML, or has no list of such a name.

    >>> from uriverse import hosts
    >>> block = hosts.AddressBlock("8.8.8.0/24", "ours", "a letter of 2027", False)
    >>> lists = hosts.HostLists(hosts.AddressRegistry([*hosts.address_registry(), block], "2027-01-02"))
    >>> hosts.verdict("8.8.8.8", lists=lists).kind, lists
    ('special', HostLists(addresses='2027-01-02', names='2026-11-29'))
    """

    def __init__(self, addresses: AddressRegistry | None = None, names: str | None = None) -> None:
        check_argument("addresses", addresses, (AddressRegistry, type(None)))
        check_argument("names", names, (str, type(None)))
        self.addresses: AddressRegistry = shipped_registry() if addresses is None else addresses
        self._text = names
        shipped = lists = tables("hosts/data")["kinds"]
        if names is not None:
            import tomllib

            lists = tomllib.loads(names)
            if unlike := sorted(lists.keys() ^ shipped.keys()):
                raise ValueError(f"a file of host lists has {', '.join(shipped)}; here it differs in {unlike[0]!r}")
        self.names: Mapping[str, Any] = {
            name: frozenset(value) if isinstance(value, list) else value for name, value in lists.items()
        }
        # As the engine reads them.
        self.kinds: _core.HostKinds = self._compiled()

    @property
    def date(self) -> str:
        """The date of the names."""
        return date_of(text(_FILE) if self._text is None else self._text)

    def _compiled(self) -> _core.HostKinds:
        lists = self.names
        names: dict[str, Kind] = dict.fromkeys(lists["localhost_names"], "loopback")
        names |= dict.fromkeys(lists["metadata_names"], "metadata")
        suffixes: dict[str, Kind] = dict.fromkeys(lists["local_names"], "local")
        suffixes |= dict.fromkeys(lists["resolving_names"], "rebinding")
        return _core.HostKinds(list(self.blocks(4)), list(self.blocks(6)), names, suffixes)

    def blocks(self, version: int) -> Iterator[tuple[int, int, Kind]]:
        """Yield the blocks of addresses, inner blocks first: the prefix bits, the number of free bits, the kind."""
        if self._text is None:
            metadata = tables("hosts/data")["metadata_numbers"]
        else:
            metadata = [(own.version, int(own)) for own in map(ipaddress.ip_address, self.names["metadata_addresses"])]
        yield from sorted((number, 0, "metadata") for own, number in metadata if own == version)
        kinds: Mapping[str, Kind] = self.names["address_kinds"]
        for bits, free, block in self.addresses.prefixes(version):
            yield bits, free, "public" if block.globally_reachable else kinds.get(block.network, "special")

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, HostLists):
            return NotImplemented
        return (self.addresses, self.names, self.date) == (other.addresses, other.names, other.date)

    def __hash__(self) -> int:
        return hash((self.addresses, self.date))

    def __repr__(self) -> str:
        return f"HostLists(addresses={self.addresses.date!r}, names={self.date!r})"

    def __reduce__(self) -> tuple[Any, ...]:
        # With the package's names too: another version may ship newer ones.
        return HostLists, (self.addresses, text(_FILE) if self._text is None else self._text)


@cache
def process_lists() -> HostLists:
    """The lists that this process uses: the package's, or those of `uriverse.data.use`."""
    return given_list("hosts") or HostLists()


def host_lists() -> Mapping[str, Any]:
    """The lists of names and addresses that this process uses."""
    return process_lists().names


@cache
def host_kinds() -> _core.HostKinds:
    """The same as the engine reads them."""
    return process_lists().kinds


def kind_of_address(address: Address) -> Kind:
    """Return the kind of an address.

    The first match decides: a cloud's metadata service; the kind of an IPv4 address inside the IPv6 address, if that is
    not public; the most specific block of IANA's registries (`uriverse.hosts.address_block`), if that is not globally
    reachable ("N/A" and terminated allocations included).
    """
    kind = host_kinds().kind_of_address(int(address), address.version)
    assert kind is not None
    return kind


def kind_of_name(name: str) -> Kind:
    """Return the kind of a name in lower-case US-ASCII, without a trailing dot.

    The names of RFC 6761, section 6.3, are "loopback". "local" are names of one label, because a resolver appends the
    network's own domain, and names with a suffix that is never public (RFC 6761, RFC 7686, among others).
    """
    return host_kinds().kind_of_name(name)


def resolving_domain(name: str) -> str | None:
    """Return the listed domain whose subdomains resolve to an address of anybody's choice, or None.

    >>> resolving_domain("127.0.0.1.nip.io"), resolving_domain("nip.io.example.com")
    ('nip.io', None)
    """
    return host_kinds().resolving_domain(name)


def is_public(address: Address | str) -> bool:
    """Whether an address, and an IPv4 address inside it, is on the public Internet and not a cloud's metadata service.

    Args:
        address: an address, or its usual text without brackets.

    Raises:
        ValueError: if the text is not an address.

    >>> is_public("8.8.8.8"), is_public("fec0::1"), is_public("64:ff9b::10.0.0.1"), is_public("168.63.129.16")
    (True, False, False, False)
    """
    # A text with a zone is not an address to the engine.
    if isinstance(address, str):
        if (kind := host_kinds().kind_of_address(address, None)) is not None:
            return kind == "public"
        if "%" not in address:
            raise not_an_address(address)
    return kind_of_address(as_address(address)) == "public"
