"""Lists of names and numbers that the checks look for (`words.toml`)."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from functools import cache
from importlib import resources
from types import MappingProxyType
from typing import Any


def table(name: str) -> dict[str, Any]:
    """The contents of a file of the audit's data."""
    return tomllib.loads(resources.files("uriverse").joinpath(f"audit/{name}").read_text("utf-8"))


@cache
def words() -> Mapping[str, Any]:
    """The lists, each a frozen set, a text, or a table."""
    lists = table("words.toml")
    return MappingProxyType({name: frozenset(v) if isinstance(v, list) else v for name, v in lists.items()})
