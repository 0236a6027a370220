"""urn: a namespace, a name in it, and components that are not part of the name (RFC 8141)."""

from __future__ import annotations

from uriverse.ground.lean_typing import Final, Self
from uriverse.ground.patterns import pattern
from uriverse.ground.records import dataclass, field
from uriverse.schemes.catalogue import Scheme
from uriverse.schemes.judging import Components, Refused
from uriverse.schemes.parts import View

# RFC 8141, section 5.2: InformalNamespaceName = "urn-" Number; a number does not begin with 0.
_INFORMAL: Final = pattern(r"urn-[1-9][0-9]*\Z")


@dataclass(frozen=True, slots=True, repr=False)
class URN(View):
    """A URN. Only the f-component is decoded: section 3.1 compares the other parts as they are.

    Attributes:
        nid: the namespace identifier.
        nss: the namespace specific string.
        r_component: the component for the resolver, or None.
        q_component: the component for the named resource, or None.

    >>> from uriverse import schemes
    >>> schemes.view("urn:example:a123,z456?+abc?=xyz#789")
    URN(nid='example', nss='a123,z456', r_component='abc', q_component='xyz', fragment='789')
    """

    nid: str
    nss: str
    r_component: str | None = None
    q_component: str | None = None
    scheme: str = field(default="urn", kw_only=True)
    document: str = field(default="rfc8141", kw_only=True)

    @property
    def f_component(self) -> str | None:
        """The fragment, decoded, under the document's name for it."""
        return self.fragment

    @property
    def assigned_name(self) -> str:
        """The URN without r-, q- and f-components, for comparison (section 3.1)."""
        return f"urn:{self.nid}:{self.nss}"

    @classmethod
    def read(cls, parts: Components, scheme: Scheme) -> Self:
        """Split the query at the first "?=", where the r-component ends (section 2.3.1).

        Raises:
            Refused: if the NID is not allowed (sections 5.1 and 5.2).
        """
        nid, _, nss = parts.path.partition(":")
        _check_nid(nid.lower())
        resolver = resource = None
        if parts.query is not None:
            resolver_part, mark, resource_part = f"?{parts.query}".partition("?=")
            resolver = resolver_part[2:] if resolver_part else None
            resource = resource_part if mark else None
        return cls(nid, nss, resolver, resource, **cls._shared(parts, scheme))

    def written(self, scheme: Scheme) -> str:
        del scheme
        resolver = "" if self.r_component is None else f"?+{self.r_component}"
        resource = "" if self.q_component is None else f"?={self.q_component}"
        return f"{self.nid}:{self.nss}{resolver}{resource}"


def _check_nid(nid: str) -> None:
    """Section 2.1: "Sections 5.1 and 5.2 impose additional constraints on the strings that can be used as NIDs"."""
    if nid.startswith("urn-"):
        if not _INFORMAL.match(nid):
            raise Refused('after "urn-" an informal namespace has a number', "path", "5.2")
    elif len(nid) <= 2:
        raise Refused("an NID is more than two characters long", "path", "5.1")
    elif nid.startswith("x-"):
        raise Refused('an NID does not start with "X-"', "path", "5.1")
    elif nid[:2].isalpha() and nid[2] == "-":
        raise Refused('an NID does not start with two letters and "-"', "path", "5.1")
