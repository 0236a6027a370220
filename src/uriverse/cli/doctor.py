"""`uriverse doctor`: the installed versions and the age of the data, for bug reports.

Nothing else reads the clock: no answer depends on the day.
"""

from __future__ import annotations

import platform
import re
from collections.abc import Iterator
from datetime import date, timedelta
from importlib.metadata import PackageNotFoundError, requires, version
from pathlib import Path
from typing import Final, NamedTuple

import click

import uriverse as uv
from uriverse import _core
from uriverse.cli.common import json_option, write_json
from uriverse.cli.screen import Screen
from uriverse.columns.interface import has_known_plugins
from uriverse.ground.shipped_data import SHIPPED
from uriverse.ground.unicode_tables import UNICODE

# A requirement in package metadata: name, versions, and extra.
_REQUIREMENT: Final = re.compile(r"""(?P<name>[A-Za-z0-9._-]+)(?P<rest>[^;]*);.*\bextra == ['"](?P<extra>[\w-]+)['"]""")
# Extras for those who work on uriverse itself.
FOR_DEVELOPERS: Final = frozenset({"test", "lint", "site", "release"})
# In days: decisions of security rest on these lists.
MAX_AGE: Final = 180
BACKENDS: Final = {
    "avx512": "AVX-512, 64 bytes at a time",
    "avx2": "AVX2, 32 bytes at a time",
    "ssse3": "SSSE3, 16 bytes at a time",
    "neon": "NEON, 16 bytes at a time",
    "scalar": "plain code: this machine has no instructions that uriverse uses",
}


class Extra(NamedTuple):
    """The packages of an extra.

    Attributes:
        installed: the versions of the installed packages by name.
        missing: the packages that are not installed.
    """

    installed: dict[str, str]
    missing: list[str]


@click.command("doctor")
@json_option
def command(as_json: bool) -> None:
    """Show the installed versions, the complete extras, the SIMD instructions in use, and the dates of the data.

    \b
    Examples:
      uriverse doctor
      uriverse doctor --json
    """
    extras = dict(sorted(extras_for_users()))
    if as_json:
        write_json(
            {
                **versions(),
                "backend": _core.backend(),
                "data": data(),
                "old_data": old_data(),
                "extras": {name: each._asdict() for name, each in extras.items()},
            }
        )
        return
    screen = Screen()

    def write(name: str, text: str, style: str = "") -> None:
        screen.print(f"  {name:24}", end="")
        screen.print(text, style=style)

    screen.print("versions", style="bold")
    for name, text in versions().items():
        write(name, text)
    write("scans by", BACKENDS[_core.backend()])
    screen.print("data, as of", style="bold")
    for name, text in data().items():
        write(name, text)
    if old := old_data():
        newer = "install a newer version, or give newer lists (docs/data.md)"
        screen.print(f"  older than {MAX_AGE} days: {', '.join(old)}: {newer}", style="yellow")
    screen.print("extras", style="bold")
    for name, extra in extras.items():
        here = ", ".join(f"{package} {number}" for package, number in extra.installed.items())
        if extra.missing:
            lacks = f"lacks {', '.join(extra.missing)}: pip install {' '.join(extra.missing)}"
            write(name, f"{here}; {lacks}" if here else lacks, "yellow")
        else:
            write(name, here, "green")


def versions() -> dict[str, str]:
    """Return the versions that a bug report needs."""
    return {
        "uriverse": uv.__version__,
        "installed in": str(Path(uv.__file__).parent),
        "Python": f"{platform.python_implementation()} {platform.python_version()}",
        "system": f"{platform.system()} {platform.release()}, {platform.machine()}",
    }


def data() -> dict[str, str]:
    """Return the date of each shipped list; `tools/update_data.py` updates them."""
    return {
        **{shipped.title: shipped.date() for shipped in SHIPPED.values()},
        "Unicode": UNICODE,
    }


def old_data() -> list[str]:
    """Return the titles of the lists that are older than `MAX_AGE` days."""
    limit = str(date.today() - timedelta(days=MAX_AGE))
    return [shipped.title for shipped in SHIPPED.values() if shipped.date() < limit]


def extras_for_users() -> Iterator[tuple[str, Extra]]:
    """Yield each extra for users; none if uriverse itself is not installed as a package."""
    try:
        required = requires("uriverse") or []
    except PackageNotFoundError:
        return
    extras: dict[str, Extra] = {}
    for match in map(_REQUIREMENT.match, required):
        if match is None or match["extra"] in FOR_DEVELOPERS or match["name"] == "uriverse":
            continue
        extra = extras.setdefault(match["extra"], Extra({}, []))
        try:
            installed = version(match["name"])
            is_known = match["name"] != "polars" or has_known_plugins(installed)
            extra.installed[match["name"]] = installed if is_known else f"{installed} (its functions call Python)"
        except PackageNotFoundError:
            extra.missing.append(match["name"])
    yield from extras.items()
