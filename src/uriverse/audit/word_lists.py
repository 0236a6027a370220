"""Lists of names and numbers that the checks look for (`words.toml`)."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from types import MappingProxyType

from uriverse.ground.tables import tables

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any


@cache
def words() -> Mapping[str, Any]:
    """The lists by name; each is a frozenset, a string or a mapping."""
    lists = tables("audit")["words"]
    return MappingProxyType({name: frozenset(v) if isinstance(v, list) else v for name, v in lists.items()})
