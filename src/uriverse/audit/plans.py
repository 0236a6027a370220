"""Which checks a text gets: those of the findings that are wanted, of components that are not known to be plain.

A topic of the data (`findings.toml`) is a module of this package. Importing it registers its checks.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from importlib import import_module
from types import MappingProxyType

from uriverse.audit.catalogue import topics
from uriverse.audit.registration import REGISTERED, Check


@cache
def checks() -> Mapping[str, Check]:
    """Every finding's check, the modules loaded."""
    for topic in topics():
        import_module(f"uriverse.audit.{topic}")
    return MappingProxyType(REGISTERED)


@cache
def plan(wanted: frozenset[str], plain: frozenset[str]) -> tuple[tuple[str, tuple[Check, ...]], ...]:
    """The checks for the wanted findings, grouped by component, so that an undefined component is tested once.

    Args:
        wanted: ids of findings.
        plain: what is known to be plain: no check of it finds anything.
    """
    groups: dict[str, list[Check]] = {}
    for name, check in checks().items():
        if name in wanted and check.of not in plain:
            groups.setdefault(check.of, []).append(check)
    return tuple((of, tuple(group)) for of, group in groups.items())
