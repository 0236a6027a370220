"""Third-party lists in the package, with their publishers and dates.

`python tools/update_data.py` replaces a list by a newer one; docs/data.md shows all of them.
"""

from __future__ import annotations

import re
from importlib import resources

from uriverse.ground.lean_typing import Final
from uriverse.ground.records import dataclass

_DATE: Final = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}")
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
        head = resources.files("uriverse").joinpath(self.file).read_text("utf-8")[:_HEAD]
        match = _DATE.search(head)
        return "" if match is None else match.group()


SHIPPED: Final = {
    data.name: data
    for data in (
        ShippedData("addresses", "special addresses",
                    "https://www.iana.org/assignments/iana-ipv4-special-registry and .../iana-ipv6-special-registry",
                    "hosts/data/special-addresses.csv"),
        ShippedData("public-suffixes", "public suffixes", "https://publicsuffix.org/list/public_suffix_list.dat",
                    "hosts/data/public_suffix_list.dat"),
        ShippedData("schemes", "URI schemes", "https://www.iana.org/assignments/uri-schemes",
                    "schemes/data/registry.csv"),
        ShippedData("top-level-domains", "top-level domains", "https://data.iana.org/TLD/tlds-alpha-by-domain.txt",
                    "text/data/top-level-domains.txt"),
    )
}  # fmt: skip
