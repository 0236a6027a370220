"""Select the checks for a text: those of the requested findings, except for components that are plain.

A topic of the data (`findings.toml`) is a module of this package. Importing it registers its checks.
"""

from __future__ import annotations

from _collections_abc import Mapping

from uriverse.audit.catalogue import topics
from uriverse.audit.registration import REGISTERED, Check
from uriverse.ground.caching import cache, lru_cache
from uriverse.ground.late import MappingProxyType
from uriverse.ground.later import imported


@cache
def checks() -> Mapping[str, Check]:
    """Import the modules of the topics; return every finding's check."""
    for topic in topics():
        imported(f"uriverse.audit.{topic}")
    return MappingProxyType(REGISTERED)


@cache
def _marks() -> tuple[str, ...]:
    """The marks that checks need in a text, without duplicates."""
    return tuple(sorted({check.having for check in checks().values()}))


def marks_in(text: str) -> bytes:
    """One octet for each mark of `_marks`: 1 if it occurs in the text, else 0."""
    return bytes(map(text.__contains__, _marks()))


@lru_cache(maxsize=4096)
def plan(findings: frozenset[str], plain: frozenset[str], marks: bytes) -> tuple[tuple[str, tuple[Check, ...]], ...]:
    """The checks for the requested findings, grouped by component, so an undefined component is tested once.

    In the `plain` components no check finds anything; a check that needs a mark absent from `marks` is left out.
    """
    present = {mark for mark, occurs in zip(_marks(), marks, strict=True) if occurs}
    groups: dict[str, list[Check]] = {}
    for name, check in checks().items():
        if name in findings and check.having in present and check.component not in plain:
            groups.setdefault(check.component, []).append(check)
    return tuple((component, tuple(group)) for component, group in groups.items())
