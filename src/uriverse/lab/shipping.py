"""The suites that come with the package: of what judges whole texts, for any program in any language.

Each is an xz file of JSON lines, the very lines that `uriverse lab suite` writes. `tools/generate_suites.py` makes
them. Only small ones are shipped. RFC 1738's rule `url` as printed would be larger than all others together, because
each letter of its schemes' names must be distinguished from every other; `uriverse.lab.suite` makes it in seconds.
"""

from __future__ import annotations

import json
import lzma
from collections.abc import Iterable, Iterator
from importlib import resources
from importlib.resources.abc import Traversable
from typing import Final

from uriverse.editions.registry import EDITIONS, EditionId
from uriverse.ground.argument_types import takes
from uriverse.lab.suites import Case

# Suites of more strings are not shipped.
LARGEST: Final = 100_000


def line(case: Case) -> str:
    """A case as one line of JSON, its end included."""
    return json.dumps(case._asdict()) + "\n"


def packed(cases: Iterable[Case]) -> bytes:
    """Cases as a file."""
    return lzma.compress("".join(map(line, cases)).encode("ascii"), preset=9 | lzma.PRESET_EXTREME)


def unpacked(data: bytes) -> Iterator[Case]:
    """The cases of a file."""
    for text in lzma.decompress(data).decode("ascii").splitlines():
        yield Case(**json.loads(text))


def file_of(edition: str) -> Traversable:
    """Where the suite of an edition stands, if it is shipped."""
    return resources.files("uriverse.lab") / "shipped" / f"{edition}.jsonl.xz"


@takes(edition=str)
def shipped_suite(edition: EditionId | str) -> Iterator[Case]:
    """The complete test suite of an edition's whole texts, as it comes with the package; nothing is compiled.

    Args:
        edition: a built-in edition's id.

    Raises:
        UnknownEdition: there is no such edition.
        LookupError: its suite is too large to ship; `uriverse.lab.suite` makes it.

    >>> import uriverse as uv
    >>> cases = list(uv.lab.shipped_suite("rfc3986"))
    >>> len(cases), sum(case.accepted for case in cases)
    (41499, 3881)
    """
    found = file_of(EDITIONS[edition].id)
    if not found.is_file():
        raise LookupError(f"the suite of {edition} is too large to ship; uriverse.lab.suite({edition!r}) makes it")
    return unpacked(found.read_bytes())
