"""Schemes: what a URI says under its own scheme. README.md beside this file tells how one is added."""

from __future__ import annotations

from uriverse.later import later

TYPE_CHECKING = False
if TYPE_CHECKING:
    from uriverse.schemes.catalogue import SCHEMES, Scheme, UnknownScheme
    from uriverse.schemes.content_ids import CID, MID
    from uriverse.schemes.files import File
    from uriverse.schemes.ftp import FTP
    from uriverse.schemes.geo import Geo
    from uriverse.schemes.gopher import Gopher
    from uriverse.schemes.iana import Registration, Registry, registered, registry
    from uriverse.schemes.ldap import LDAP
    from uriverse.schemes.mailto import Mailto
    from uriverse.schemes.media import Data
    from uriverse.schemes.news import NNTP, News
    from uriverse.schemes.normalization import equivalent, normalize
    from uriverse.schemes.parts import View
    from uriverse.schemes.plain import Plain
    from uriverse.schemes.prospero import Prospero
    from uriverse.schemes.tel import Tel
    from uriverse.schemes.telnet import Telnet
    from uriverse.schemes.urn import URN
    from uriverse.schemes.viewing import Verdict, check, is_valid, view
    from uriverse.schemes.wais import WAIS
    from uriverse.schemes.web import HTTP, WS

__getattr__, __dir__ = later(
    __name__,
    {
        "CID": "uriverse.schemes.content_ids",
        "Data": "uriverse.schemes.media",
        "FTP": "uriverse.schemes.ftp",
        "File": "uriverse.schemes.files",
        "Geo": "uriverse.schemes.geo",
        "Gopher": "uriverse.schemes.gopher",
        "HTTP": "uriverse.schemes.web",
        "LDAP": "uriverse.schemes.ldap",
        "MID": "uriverse.schemes.content_ids",
        "Mailto": "uriverse.schemes.mailto",
        "NNTP": "uriverse.schemes.news",
        "News": "uriverse.schemes.news",
        "Plain": "uriverse.schemes.plain",
        "Prospero": "uriverse.schemes.prospero",
        "Registration": "uriverse.schemes.iana",
        "Registry": "uriverse.schemes.iana",
        "SCHEMES": "uriverse.schemes.catalogue",
        "Scheme": "uriverse.schemes.catalogue",
        "Tel": "uriverse.schemes.tel",
        "Telnet": "uriverse.schemes.telnet",
        "URN": "uriverse.schemes.urn",
        "UnknownScheme": "uriverse.schemes.catalogue",
        "Verdict": "uriverse.schemes.viewing",
        "View": "uriverse.schemes.parts",
        "WAIS": "uriverse.schemes.wais",
        "WS": "uriverse.schemes.web",
        "check": "uriverse.schemes.viewing",
        "equivalent": "uriverse.schemes.normalization",
        "is_valid": "uriverse.schemes.viewing",
        "normalize": "uriverse.schemes.normalization",
        "registered": "uriverse.schemes.iana",
        "registry": "uriverse.schemes.iana",
        "view": "uriverse.schemes.viewing",
    },
)

__all__ = [
    "CID",
    "FTP",
    "HTTP",
    "LDAP",
    "MID",
    "NNTP",
    "SCHEMES",
    "URN",
    "WAIS",
    "WS",
    "Data",
    "File",
    "Geo",
    "Gopher",
    "Mailto",
    "News",
    "Plain",
    "Prospero",
    "Registration",
    "Registry",
    "Scheme",
    "Tel",
    "Telnet",
    "UnknownScheme",
    "Verdict",
    "View",
    "check",
    "equivalent",
    "is_valid",
    "normalize",
    "registered",
    "registry",
    "view",
]
