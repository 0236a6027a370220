"""Which function looks for which finding: a decorator that notes it, and when the function has nothing to do.

A subject of the data is a module beside this one; importing it registers its functions.
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
        of: an attribute of the subject that must not be None, such as a component's name; or "".
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
    for subject in sorted({found.subject for found in FINDINGS.values()}):
        import_module(f"uriverse.audit.{subject}")
    return MappingProxyType(_REGISTERED)


@cache
def plan(wanted: frozenset[str]) -> tuple[tuple[str, tuple[Check, ...]], ...]:
    """The checks for the wanted findings, by what they are of, so that what is undefined is asked about once."""
    groups: dict[str, list[Check]] = {}
    for name, check in checks().items():
        if name in wanted:
            groups.setdefault(check.of, []).append(check)
    return tuple((of, tuple(group)) for of, group in groups.items())
