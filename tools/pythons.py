"""The supported Python versions on this machine, and the missing ones.

python tools/pythons.py             one line for each supported version: its path, or that it is missing
python tools/pythons.py --newest    the path of the newest one, if it is newer than the running one
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Iterable, Sequence
from pathlib import Path

# The versions in pyproject.toml, and the free-threaded ones, which only a release has wheels for.
WANTED = ("3.11", "3.12", "3.13", "3.14")
FREE_THREADED = ("3.14t",)
_ASK = "import sys, sysconfig; print(*sys.version_info[:3], 't' * bool(sysconfig.get_config_var('Py_GIL_DISABLED')))"


def pythons(wanted: Sequence[str] = WANTED) -> dict[str, str]:
    """Return the paths of Pythons by version, such as "3.12.1", on PATH and of pyenv, the newest of each."""
    newest: dict[str, tuple[tuple[int, ...], str]] = {}
    root = Path(os.environ.get("PYENV_ROOT", Path.home() / ".pyenv"))
    places = [shutil.which(f"python{version}") for version in wanted]
    places += [str(path) for path in root.glob("versions/3.*/bin/python")]
    for place in filter(None, places):
        output = subprocess.run([place, "-c", _ASK], capture_output=True, text=True, check=False).stdout.split()
        version, threads = tuple(map(int, output[:3])), "".join(output[3:])
        name = ".".join(output[:2]) + threads
        if name in wanted:
            newest[name] = max(newest.get(name, ((), "")), (version, place))
    found = sorted((version, name, place) for name, (version, place) in newest.items())
    return {".".join(map(str, version)) + "t" * name.endswith("t"): place for version, name, place in found}


def missing(found: Iterable[str], wanted: Sequence[str] = WANTED) -> list[str]:
    """Return the versions that are missing.

    >>> missing(["3.11.7", "3.13.0"]), missing(["3.14.0t"], ["3.14", "3.14t"])
    (['3.12', '3.14'], ['3.14'])
    """
    there = {version.rpartition(".")[0] + "t" * version.endswith("t") for version in found}
    return [version for version in wanted if version not in there]


def newest() -> str:
    """Return the path of the newest supported Python, "" if none is newer than the running one.

    >>> newest() == "" or newest() in pythons().values()
    True
    """
    found = [(tuple(map(int, version.split("."))), place) for version, place in pythons().items()]
    return max([each for each in found if each[0][:2] > sys.version_info[:2]], default=((), ""))[1]


def main(arguments: list[str]) -> int:
    """Print them, and return the exit code."""
    if "--newest" in arguments:
        print(newest())
        return 0
    here = pythons()
    for version, place in here.items():
        print(f"Python {version}: {place}")
    for version in missing(here):
        print(f"Python {version}: not on this machine, so NOT RUN")
    return 0


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
