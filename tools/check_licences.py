"""Check that the licences of built-in crates and of the extras' libraries are compatible.

python tools/check_licences.py             one line for each licence with its number of users; exit 1 if one is unknown
python tools/check_licences.py --crates    only the crates

`cargo metadata` lists the crates that the wheel is built of or by, on any platform; only those of `IN_TWO_VERSIONS` may
occur in two versions. The libraries of extras are installed separately, so more licences are allowed for them;
pip-licenses reads the metadata of the installed ones, and the others are named.
"""

from __future__ import annotations

import json
import re
import subprocess
import sys
import tomllib
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from importlib.metadata import PackageNotFoundError, distribution
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
# Licences of built-in crates: permissive ones that require at most a notice.
BUILT_IN = {
    "0BSD", "Apache-2.0", "Apache-2.0 WITH LLVM-exception", "BSD-2-Clause", "BSD-3-Clause", "BSL-1.0", "CC0-1.0", "ISC",
    "MIT", "MIT-0", "Unicode-3.0", "Unlicense", "Zlib",
}  # fmt: skip
# Further licences of extras' libraries, as spelled in their metadata.
BESIDE = BUILT_IN | {
    "Apache Software License", "BSD License", "MIT License", "Python Software Foundation License", "PSF-2.0",
    "LGPL-3.0-only",  # psycopg, which is not built in
}  # fmt: skip
# Crates required in two versions, and their users; both come with Arrow.
IN_TWO_VERSIONS = {"getrandom": "ahash, const-random", "syn": "zerocopy-derive, every other macro"}
EXTRAS = ("all", "integrations", "spark", "plots")


def allowed(expression: str, known: Iterable[str]) -> bool:
    """Whether an SPDX expression can be satisfied with known licences; "/" means OR in old manifests.

    >>> allowed("MIT OR GPL-3.0", {"MIT"}), allowed("MIT AND GPL-3.0", {"MIT"}), allowed("Unlicense/MIT", {"MIT"})
    (True, False, True)
    >>> allowed("(MIT OR Apache-2.0) AND Unicode-3.0", {"MIT", "Unicode-3.0"})
    True
    """
    known, words = set(known), re.findall(r"[()]|[^\s()]+", expression.replace("/", " OR "))

    def either() -> bool:
        met = both()
        while words and words[0] == "OR":
            words.pop(0)
            met = both() or met
        return met

    def both() -> bool:
        met = one()
        while words and words[0] == "AND":
            words.pop(0)
            met = one() and met
        return met

    def one() -> bool:
        if not words:
            return False
        word = words.pop(0)
        if word == "(":
            met = either()
            return words.pop(0) == ")" and met if words else False
        if words[:1] == ["WITH"]:
            word = f"{word} WITH {words[1]}" if len(words) > 1 else word
            del words[:2]
        return word in known

    return either() and not words


def metadata() -> dict[str, Any]:
    """Return what `cargo metadata` says of every crate in Cargo.lock."""
    command = ["cargo", "metadata", "--format-version=1", "--locked"]
    report: dict[str, Any] = json.loads(
        subprocess.run(command, cwd=ROOT, check=True, capture_output=True, text=True).stdout
    )
    return report


def built_in() -> list[dict[str, Any]]:
    """Return the crates that the native module is built of or by, on any platform."""
    report = metadata()
    packages = {package["id"]: package for package in report["packages"]}
    nodes = {node["id"]: node["deps"] for node in report["resolve"]["nodes"]}
    reached: set[str] = set()
    waiting = [key for key, package in packages.items() if package["name"] == "uriverse-python"]
    while waiting:
        key = waiting.pop()
        if key not in reached:
            reached.add(key)
            waiting += [each["pkg"] for each in nodes[key] if any(kind["kind"] != "dev" for kind in each["dep_kinds"])]
    return [packages[key] for key in sorted(reached)]


def crates() -> dict[str, str]:
    """Return the licences of these crates by name and version."""
    return {f"{package['name']} {package['version']}": package["license"] or "none" for package in built_in()}


def libraries() -> dict[str, str]:
    """Return the installed libraries of the extras, with the licences in their metadata."""
    wanted = sorted(set(_named(EXTRAS)))
    installed = [name for name in wanted if _is_installed(name)]
    for name in sorted(set(wanted) - set(installed)):
        print(f"{name}: not installed, so NOT CHECKED")
    command = [sys.executable, "-m", "piplicenses", "--format=json", "--from=mixed", "--packages", *installed]
    report = json.loads(subprocess.run(command, check=True, capture_output=True, text=True).stdout)
    return {f"{found['Name']} {found['Version']}": found["License"] for found in report}


def _named(extras: Iterable[str]) -> Iterator[str]:
    """Return the names of the extras' requirements; an extra may refer to others."""
    declared = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]["optional-dependencies"]
    for extra in extras:
        for need in declared[extra]:
            if within := re.fullmatch(r"uriverse\[(.*)\]", need):
                yield from _named(within[1].split(","))
            else:
                yield re.split(r"[\[<>=!~ ]", need)[0]


def _is_installed(name: str) -> bool:
    try:
        return bool(distribution(name))
    except PackageNotFoundError:
        return False


def _judge(what: str, found: Mapping[str, str], known: set[str]) -> list[str]:
    """Print the number of users of each licence; return those with an unknown one."""
    for licence, count in Counter(found.values()).most_common():
        print(f"{what}: {count:3} {licence}")
    return [
        f"{name}: {licence}" for name, licence in found.items() if licence not in known and not allowed(licence, known)
    ]


def main(arguments: list[str]) -> int:
    """Check, and return the exit code."""
    built = crates()
    refused = _judge("crates", built, BUILT_IN)
    if "--crates" not in arguments:
        refused += _judge("libraries", libraries(), BESIDE)
    for line in refused:
        print(f"not known to be compatible: {line}")
    versions = Counter(name.partition(" ")[0] for name in built)
    twice = {name for name, count in versions.items() if count > 1}
    for name in sorted(twice ^ IN_TWO_VERSIONS.keys()):
        print(f"{name}: {'built in in two versions' if name in twice else 'a row of IN_TWO_VERSIONS, but one version'}")
    return 1 if refused or twice != IN_TWO_VERSIONS.keys() else 0


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
