"""Print the requirements of extras, one a line, so that pip can install them while the package is being built.

python tools/requirements_of.py test lint | python -m pip install -r /dev/stdin
python tools/requirements_of.py all --oldest       the oldest version of each that pyproject.toml allows
"""

from __future__ import annotations

import re
import sys
import tomllib
from collections.abc import Iterable
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
OWN_EXTRAS = re.compile(r"uriverse\[([\w,]+)\]")


def requirements_of(extras: Iterable[str]) -> list[str]:
    """Return the requirements of extras, with references to other extras expanded.

    Raises:
        KeyError: there is no such extra.
    """
    table = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]["optional-dependencies"]
    found: dict[str, None] = {}
    for extra in extras:
        for requirement in table[extra]:
            own = OWN_EXTRAS.fullmatch(requirement)
            found.update(dict.fromkeys(requirements_of(own[1].split(",")) if own else [requirement]))
    return list(found)


def oldest(requirement: str) -> str:
    """Return the requirement for exactly the oldest version.

    >>> oldest("pypdf[crypto]>=5"), oldest("turbohtml>=1.15,<2")
    ('pypdf[crypto]==5', 'turbohtml==1.15')
    """
    return re.sub(r">=([\d.]+).*", r"==\1", requirement)


if __name__ == "__main__":
    extras = [argument for argument in sys.argv[1:] if argument != "--oldest"]
    found = requirements_of(extras)
    print("\n".join(map(oldest, found) if "--oldest" in sys.argv else found))
