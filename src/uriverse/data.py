"""Newer lists for a whole process: where hosts lead, public suffixes, registered schemes.

The package ships these lists with their dates. A program that runs for years gives newer ones before it first uses
them; after that they stay, so that one process gives one answer:

    from uriverse import data, hosts
    data.use(suffixes=hosts.SuffixList.from_file("public_suffix_list.dat"))

`uriverse.Policy`, `uriverse.hosts.verdict` and the functions about domains, also of columns, take lists of their own. A
dated canonical form (`dedupe@2026-11`) reads none of these.
"""

from __future__ import annotations

from uriverse.ground.argument_types import check_argument
from uriverse.ground.shipped_data import SHIPPED, give_lists
from uriverse.ground.unicode_tables import UNICODE
from uriverse.hosts.addresses import address_registry
from uriverse.hosts.kinds import HostLists, process_lists
from uriverse.hosts.suffixes import SuffixList, suffix_list
from uriverse.schemes.iana import Registry, registry

__all__ = ["dates", "use"]


def use(*, hosts: HostLists | None = None, suffixes: SuffixList | None = None, schemes: Registry | None = None) -> None:
    """Give this process newer lists. Another process, such as a worker, must be given them too.

    Args:
        hosts: where hosts lead.
        suffixes: the public suffixes.
        schemes: the registered schemes.

    Raises:
        RuntimeError: one of the lists has been read; then none is given.
        TypeError: a list has another type.

    >>> from uriverse import data, hosts
    >>> hosts.domain("a.example.com")
    'example.com'
    >>> data.use(suffixes=hosts.SuffixList.from_text("com\\nexample.com\\n"))
    Traceback (most recent call last):
    ...
    RuntimeError: the list 'suffixes' has been read: give a newer one before anything uses it
    """
    lists: dict[str, object] = {}
    for name, value, kind in (
        ("hosts", hosts, HostLists),
        ("suffixes", suffixes, SuffixList),
        ("schemes", schemes, Registry),
    ):
        if value is not None:
            check_argument(name, value, kind)
            lists[name] = value
    give_lists(lists)


def dates() -> dict[str, str]:
    """Return the date of each list that decides in this process, as "YYYY-MM-DD", and the version of Unicode.

    >>> from uriverse import data
    >>> list(data.dates())
    ['addresses', 'names', 'public-suffixes', 'schemes', 'top-level-domains', 'Unicode']
    """
    return {
        "addresses": address_registry().date,
        "names": process_lists().date,
        "public-suffixes": suffix_list().date,
        "schemes": registry().date,
        "top-level-domains": SHIPPED["top-level-domains"].date(),
        "Unicode": UNICODE,
    }
