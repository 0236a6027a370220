"""The contents of the package's TOML files, read from one prepared file per folder.

Importing `tomllib` takes 3 ms, and parsing the findings of the audit longer. `tools/generate.py` writes the parsed data
into `prepared.marshal`, in version 4 of the format of `marshal`, which every Python reads; a test compares both. Equal
values are one shared object, so the tables must not be changed.
"""

from __future__ import annotations

from marshal import loads
from os.path import dirname

from uriverse.ground.caching import cache
from uriverse.ground.lean_typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from collections.abc import Mapping

PACKAGE: Final = dirname(dirname(__file__))
PREPARED: Final = (
    *("audit", "canonicalization/lists", "canonicalization/profiles", "confusion", "documents/readers", "editions"),
    *("hosts/data", "schemes", "schemes/data"),
)


@cache
def tables(folder: str) -> Mapping[str, Any]:
    """The tables of a folder, by the names of their files without ".toml".

    >>> tables("schemes")["default-ports"]["ports"]["ssh"]["number"]
    22
    """
    with open(f"{PACKAGE}/{folder}/prepared.marshal", "rb") as file:
        contents: Mapping[str, Any] = loads(file.read())
    return contents


def text(name: str) -> str:
    """The contents of a file of the package, in UTF-8."""
    with open(f"{PACKAGE}/{name}", encoding="utf-8") as file:
        return file.read()
