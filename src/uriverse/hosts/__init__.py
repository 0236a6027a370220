"""Hosts: classify a URI's host, by dated data and never by the running Python's tables.

A parser only gives the form of a host. The purpose of an address (loopback, private, public) and the names below which
strangers register domains change over time. They come from IANA's registries and the list of public suffixes, in
`data/`. Newer files of the publishers can replace them (`tools/update_data.py`).

    >>> from uriverse import hosts
    >>> hosts.address_block("192.0.0.8").name
    'IPv4 dummy address'
    >>> hosts.is_public("8.8.8.8"), hosts.is_public("::ffff:10.0.0.1")
    (True, False)
    >>> hosts.domain("www.example.co.uk")
    'example.co.uk'
    >>> hosts.verdict("0x7f.1").form, hosts.verdict("0x7f.1").kind
    ('ambiguous', 'loopback')
"""

from __future__ import annotations

from uriverse.ground.later import later

TYPE_CHECKING = False
if TYPE_CHECKING:
    from uriverse.hosts.address_texts import ipv4_text, ipv6_text
    from uriverse.hosts.addresses import (
        Address,
        AddressBlock,
        AddressRegistry,
        address_block,
        address_registry,
    )
    from uriverse.hosts.embedding import embedded_address
    from uriverse.hosts.international import HostNameError, to_ascii, to_unicode
    from uriverse.hosts.kinds import Kind, is_public
    from uriverse.hosts.literals import ip_address
    from uriverse.hosts.numeric import inet_aton
    from uriverse.hosts.origins import Origin, origin, same_origin, same_site, site
    from uriverse.hosts.patterns import host_matches
    from uriverse.hosts.suffixes import DomainParts, SuffixList, domain, domain_parts, subdomain, suffix, suffix_list
    from uriverse.hosts.verdicts import HostReading, HostVerdict, verdict

__getattr__, __dir__ = later(
    __name__,
    {
        "uriverse.hosts.address_texts": ("ipv4_text", "ipv6_text"),
        "uriverse.hosts.addresses": (
            "Address",
            "AddressBlock",
            "AddressRegistry",
            "address_block",
            "address_registry",
        ),
        "uriverse.hosts.kinds": ("Kind", "is_public"),
        "uriverse.hosts.embedding": ("embedded_address",),
        "uriverse.hosts.international": ("HostNameError", "to_ascii", "to_unicode"),
        "uriverse.hosts.literals": ("ip_address",),
        "uriverse.hosts.numeric": ("inet_aton",),
        "uriverse.hosts.origins": ("Origin", "origin", "same_origin", "same_site", "site"),
        "uriverse.hosts.patterns": ("host_matches",),
        "uriverse.hosts.suffixes": (
            "DomainParts",
            "SuffixList",
            "domain",
            "domain_parts",
            "subdomain",
            "suffix",
            "suffix_list",
        ),
        "uriverse.hosts.verdicts": ("HostVerdict", "HostReading", "verdict"),
    },
)

__all__ = [
    "Address",
    "AddressBlock",
    "AddressRegistry",
    "DomainParts",
    "HostNameError",
    "HostVerdict",
    "Kind",
    "Origin",
    "HostReading",
    "SuffixList",
    "address_block",
    "address_registry",
    "domain",
    "domain_parts",
    "embedded_address",
    "host_matches",
    "inet_aton",
    "ip_address",
    "ipv4_text",
    "ipv6_text",
    "is_public",
    "origin",
    "same_origin",
    "same_site",
    "site",
    "subdomain",
    "suffix",
    "suffix_list",
    "to_ascii",
    "to_unicode",
    "verdict",
]
