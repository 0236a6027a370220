"""pytest: explain how two references with masked passwords differ. pytest loads it as a plug-in.

`assert uv.parse("http://u:a@h/") == uv.parse("http://u:b@h/")` fails with two sides that look the same, because `repr`
masks passwords. So the parts that differ are named, with their values unless they are secret:

    URI('http://u:***@h/') == URI('http://u:***@h/')
    they differ in: userinfo (masked)
"""

from __future__ import annotations

from typing import Final

from uriverse import _core
from uriverse.ground.masking import masked_part

PARTS: Final[tuple[str, ...]] = (
    "scheme", "userinfo", "host", "port_text", "path", "params", "query", "fragment", "edition",
)  # fmt: skip
URL_PARTS: Final[tuple[str, ...]] = ("protocol", "username", "password", "host", "pathname", "search", "hash")
# The masking's names for the URL Standard's parts.
MASKED_AS: Final = {"username": "userinfo", "search": "query"}
REFERENCES: Final = (_core.URIReference, _core.Components)


def pytest_assertrepr_compare(op: str, left: object, right: object) -> list[str] | None:
    """Explain a failed comparison of two references or two URLs; None for other values."""
    if op != "==":
        return None
    if isinstance(left, REFERENCES) and isinstance(right, REFERENCES):
        parts = PARTS
    elif isinstance(left, _core.URL) and isinstance(right, _core.URL):
        parts = URL_PARTS
    else:
        return None
    differences = [_difference(part, getattr(left, part), getattr(right, part)) for part in parts]
    return [f"{left!r} == {right!r}", f"they differ in: {', '.join(filter(None, differences)) or 'their types'}"]


def _difference(part: str, left: object, right: object) -> str:
    if left == right:
        return ""
    name = MASKED_AS.get(part, part)
    sides = [masked_part(name, value) if isinstance(value, str) else value for value in (left, right)]
    is_masked = sides != [left, right]
    return f"{part} (masked)" if is_masked else f"{part} ({sides[0]!r}, {sides[1]!r})"
