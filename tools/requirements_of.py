"""What some extras require, a line each, so that pip can fetch it while the package is still being built.

python tools/requirements_of.py test lint | python -m pip install -r /dev/stdin
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
    """The requirements of extras; what names the package's own extras is replaced by theirs.

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


if __name__ == "__main__":
    print("\n".join(requirements_of(sys.argv[1:])))
