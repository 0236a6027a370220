"""floors.toml: on which floor each part of the package and each crate stands."""

from __future__ import annotations

import tomllib
from typing import Literal

from support.paths import ROOT

TABLE = tomllib.loads((ROOT / "floors.toml").read_text("utf-8"))


def order(part: Literal["package", "crates"]) -> list[str]:
    """The names of a part, in an order in which each may import those before it."""
    return [name for row in reversed(TABLE[part]) for name in row["names"]]


def place(name: str, names: list[str]) -> int:
    """Where a module stands in the order: by its own name, or by that of the nearest folder around it.

    Raises:
        AssertionError: if floors.toml names neither.
    """
    at = name
    while at and at not in names:
        at = at.rpartition(".")[0]
    assert at, f"floors.toml has no floor for {name}: put its folder into the row whose modules it may import"
    return names.index(at)
