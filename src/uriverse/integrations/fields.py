"""Fields of references for other libraries: their type, and the policies that `Annotated` has."""

from __future__ import annotations

from typing import Any, Final

from uriverse._core import URIReference
from uriverse.ground.argument_types import check_argument
from uriverse.policies import Policy

ANYTHING: Final = Policy.any()


def policies_of(hint: Any) -> tuple[Policy, ...]:
    """Return the policies of an `Annotated` type; none of another type."""
    return tuple(extra for extra in getattr(hint, "__metadata__", ()) if isinstance(extra, Policy))


def policy_for(kind: type[URIReference], policy: Policy | None) -> Policy:
    """Check the arguments of an integration, and return the policy, or one that allows everything.

    Raises:
        TypeError: `kind` is not a type of references, or `policy` is not a Policy.
    """
    if not (isinstance(kind, type) and issubclass(kind, URIReference)):
        raise TypeError(f"kind must be a type of references, not {kind!r}; a Policy is given as policy=")
    check_argument("policy", policy, (Policy, type(None)))
    return policy or ANYTHING
