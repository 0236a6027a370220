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
    from uriverse.hosts.address_texts import ipv4_text as ipv4_text, ipv6_text as ipv6_text
    from uriverse.hosts.addresses import Address as Address, AddressBlock as AddressBlock
    from uriverse.hosts.addresses import AddressRegistry as AddressRegistry, address_block as address_block
    from uriverse.hosts.addresses import address_registry as address_registry
    from uriverse.hosts.embedding import embedded_address as embedded_address
    from uriverse.hosts.international import HostNameError as HostNameError, to_ascii as to_ascii
    from uriverse.hosts.international import to_unicode as to_unicode
    from uriverse.hosts.kinds import HostLists as HostLists, Kind as Kind, is_public as is_public
    from uriverse.hosts.literals import ip_address as ip_address
    from uriverse.hosts.numeric import inet_aton as inet_aton
    from uriverse.hosts.origins import Origin as Origin, origin as origin, same_origin as same_origin
    from uriverse.hosts.origins import same_site as same_site, site as site
    from uriverse.hosts.patterns import host_matches as host_matches
    from uriverse.hosts.suffixes import DomainParts as DomainParts, SuffixList as SuffixList, domain as domain
    from uriverse.hosts.suffixes import domain_parts as domain_parts, public_suffix as public_suffix
    from uriverse.hosts.suffixes import subdomain as subdomain, suffix_list as suffix_list
    from uriverse.hosts.verdicts import HostReading as HostReading, HostVerdict as HostVerdict, verdict as verdict

__getattr__, __dir__, __all__ = later(__name__)
