"""Schemes: the parts and rules of a URI by its scheme. README.md in this folder says how to add one."""

from __future__ import annotations

from uriverse.ground.later import later

TYPE_CHECKING = False
if TYPE_CHECKING:
    from uriverse.schemes.catalogue import SCHEMES, Scheme, UnknownScheme, default_port
    from uriverse.schemes.connections import Connection
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
        "uriverse.schemes.catalogue": ("SCHEMES", "Scheme", "UnknownScheme", "default_port"),
        "uriverse.schemes.connections": ("Connection",),
        "uriverse.schemes.content_ids": ("CID", "MID"),
        "uriverse.schemes.files": ("File",),
        "uriverse.schemes.ftp": ("FTP",),
        "uriverse.schemes.geo": ("Geo",),
        "uriverse.schemes.gopher": ("Gopher",),
        "uriverse.schemes.iana": ("Registration", "Registry", "registered", "registry"),
        "uriverse.schemes.ldap": ("LDAP",),
        "uriverse.schemes.mailto": ("Mailto",),
        "uriverse.schemes.media": ("Data",),
        "uriverse.schemes.news": ("NNTP", "News"),
        "uriverse.schemes.normalization": ("equivalent", "normalize"),
        "uriverse.schemes.parts": ("View",),
        "uriverse.schemes.plain": ("Plain",),
        "uriverse.schemes.prospero": ("Prospero",),
        "uriverse.schemes.tel": ("Tel",),
        "uriverse.schemes.telnet": ("Telnet",),
        "uriverse.schemes.urn": ("URN",),
        "uriverse.schemes.viewing": ("Verdict", "check", "is_valid", "view"),
        "uriverse.schemes.wais": ("WAIS",),
        "uriverse.schemes.web": ("HTTP", "WS"),
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
    "Connection",
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
    "default_port",
    "equivalent",
    "is_valid",
    "normalize",
    "registered",
    "registry",
    "view",
]
