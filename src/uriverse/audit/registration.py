"""Which function looks for which finding.

The decorator `looks_for` registers a check: a function and what it looks at. A topic of the data is a module beside
this one; importing it registers its checks. `plan` gives the checks for a text: those of findings that are wanted, of
components that are there and not known to be plain.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from importlib import import_module
from types import MappingProxyType
from typing import Final, TypeAlias

from uriverse.audit.catalogue import FINDINGS, Definition
from uriverse.audit.subjects import Place, Subject

Look: TypeAlias = Callable[[Subject], Iterator[Place]]


@dataclass(frozen=True, slots=True)
class Check:
    """A function and when it has something to do.

    Attributes:
        finding: what it looks for.
        look: gives the places, in order.
        of: what it looks at: an attribute of the subject, such as a component's name. It is not called where that is
            None, or known to be plain. "" is the whole text.
        having: a text that must occur somewhere, or "".
    """

    finding: Definition
    look: Look
    of: str
    having: str


_REGISTERED: Final[dict[str, Check]] = {}


def looks_for(finding: str, *, of: str = "", having: str = "") -> Callable[[Look], Look]:
    """Register the function that looks for a finding.

    Args:
        finding: the id.
        of, having: as in `Check`.
    """

    def register(look: Look) -> Look:
        if finding in _REGISTERED:
            raise ValueError(f"two functions look for {finding!r}")
        _REGISTERED[finding] = Check(FINDINGS[finding], look, of, having)
        return look

    return register


@cache
def checks() -> Mapping[str, Check]:
    """Every finding's check, the modules loaded."""
    for topic in sorted({found.topic for found in FINDINGS.values()}):
        import_module(f"uriverse.audit.{topic}")
    return MappingProxyType(_REGISTERED)


@cache
def plan(wanted: frozenset[str], plain: frozenset[str]) -> tuple[tuple[str, tuple[Check, ...]], ...]:
    """The checks for the wanted findings, by what they are of, so that what is undefined is asked about once.

    Args:
        wanted: ids of findings.
        plain: what is known to be plain: no check of it finds anything.
    """
    groups: dict[str, list[Check]] = {}
    for name, check in checks().items():
        if name in wanted and check.of not in plain:
            groups.setdefault(check.of, []).append(check)
    return tuple((of, tuple(group)) for of, group in groups.items())
