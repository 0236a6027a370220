"""Which checks a text gets: those of the findings that are wanted, of components that are not known to be plain.

A topic of the data (`findings.toml`) is a module of this package. Importing it registers its checks.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache, lru_cache
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
def _marks() -> tuple[str, ...]:
    """What checks need to occur in a text, each once."""
    return tuple(sorted({check.having for check in checks().values()}))


def marks_in(text: str) -> bytes:
    """Which marks that checks need occur in a text: an octet for each, 1 or 0."""
    return bytes(map(text.__contains__, _marks()))


@lru_cache(maxsize=4096)
def plan(wanted: frozenset[str], plain: frozenset[str], marks: bytes) -> tuple[tuple[str, tuple[Check, ...]], ...]:
    """The checks for the wanted findings, grouped by component, so that an undefined component is tested once.

    Args:
        wanted: ids of findings.
        plain: what is known to be plain: no check of it finds anything.
        marks: as `marks_in` gives them; a check that needs another mark is left out.
    """
    present = {mark for mark, occurs in zip(_marks(), marks, strict=True) if occurs}
    groups: dict[str, list[Check]] = {}
    for name, check in checks().items():
        if name in wanted and check.having in present and check.of not in plain:
            groups.setdefault(check.of, []).append(check)
    return tuple((of, tuple(group)) for of, group in groups.items())
