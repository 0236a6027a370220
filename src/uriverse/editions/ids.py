"""The ids of the built-in editions, oldest document first. A new edition is added only here."""

from __future__ import annotations

from uriverse.ground.lean_typing import Final, Literal

EditionId = Literal[
    "rfc1630", "rfc1738", "rfc1808", "url-syntax-03", "url-syntax-04", "uri-syntax-02", "uri-syntax-03", "rfc2396",
    "rfc2732", "rfc2396bis-00", "rfc3986", "rfc3987", "rfc6570", "rfc6874",
]  # fmt: skip

# The values of --edition.
StandardId = EditionId | Literal["whatwg"]

EDITION_IDS: Final[tuple[EditionId, ...]] = EditionId.__args__  # type: ignore[attr-defined]
DEFAULT_EDITION: Final[EditionId] = "rfc3986"

# The levels of normalization and their steps, with the names of an edition's table.
LEVELS: Final = ("string", "case", "percent", "path", "syntax", "scheme")
STEPS: Final = ("triplet-case", "unreserved-triplets", "dot-segments", "default-port", "empty-port", "empty-path")
