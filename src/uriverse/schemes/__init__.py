"""Schemes: the parts and rules of a URI by its scheme. README.md in this folder says how to add one."""

from __future__ import annotations

from uriverse.ground.later import later

TYPE_CHECKING = False
if TYPE_CHECKING:
    from uriverse.schemes.catalogue import (
        SCHEMES as SCHEMES,
        Scheme as Scheme,
        UnknownSchemeError as UnknownSchemeError,
    )
    from uriverse.schemes.catalogue import default_port as default_port
    from uriverse.schemes.connections import Connection as Connection
    from uriverse.schemes.content_ids import CID as CID, MID as MID
    from uriverse.schemes.files import File as File
    from uriverse.schemes.ftp import FTP as FTP
    from uriverse.schemes.geo import Geo as Geo
    from uriverse.schemes.gopher import Gopher as Gopher
    from uriverse.schemes.iana import Registration as Registration, Registry as Registry, registered as registered
    from uriverse.schemes.iana import registry as registry
    from uriverse.schemes.ldap import LDAP as LDAP
    from uriverse.schemes.mailto import Mailto as Mailto
    from uriverse.schemes.media import Data as Data
    from uriverse.schemes.news import NNTP as NNTP, News as News
    from uriverse.schemes.normalization import equivalent as equivalent, normalize as normalize
    from uriverse.schemes.parts import View as View
    from uriverse.schemes.plain import Plain as Plain
    from uriverse.schemes.prospero import Prospero as Prospero
    from uriverse.schemes.requests import request_target_form as request_target_form, well_known as well_known
    from uriverse.schemes.tel import Tel as Tel
    from uriverse.schemes.telnet import Telnet as Telnet
    from uriverse.schemes.urn import URN as URN
    from uriverse.schemes.viewing import Verdict as Verdict, check as check, is_valid as is_valid, view as view
    from uriverse.schemes.wais import WAIS as WAIS
    from uriverse.schemes.web import HTTP as HTTP, WS as WS

__getattr__, __dir__, __all__ = later(__name__)
